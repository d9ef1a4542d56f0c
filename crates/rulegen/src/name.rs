//! Names of parts that callers may register.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The name of a part of kind `K` on the command line, in experiments, in Python and in model
/// files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name<K> {
    text: Cow<'static, str>,
    kind: PhantomData<K>,
}

impl<K> Name<K> {
    pub(crate) const fn built_in(name: &'static str) -> Self {
        Name { text: Cow::Borrowed(name), kind: PhantomData }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<K> From<&str> for Name<K> {
    fn from(name: &str) -> Self {
        name.to_owned().into()
    }
}

impl<K> From<String> for Name<K> {
    fn from(name: String) -> Self {
        Name { text: Cow::Owned(name), kind: PhantomData }
    }
}

impl<K> fmt::Display for Name<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
