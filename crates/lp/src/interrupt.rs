use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The wish of another thread to end a search: a question that is asked often, and has to be answered at once. Its clones
/// are one.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// Ends a search once `wanted` says yes. It must not panic: within some solvers that ends the process.
    pub fn new(wanted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(wanted))
    }

    /// Whether the search is to end.
    pub fn is_wanted(&self) -> bool {
        self.0()
    }
}

/// A flag, raised to end a search.
impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self::new(move || flag.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.is_wanted()).finish()
    }
}
