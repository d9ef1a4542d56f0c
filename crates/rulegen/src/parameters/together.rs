//! Groups of columns that a rule may combine.

use super::kind::{Item, ParameterKind, Refusal, refused};
use super::value::ParameterValue;
use std::fmt;
use std::str::FromStr;

/// Columns that a rule may combine with one another. If there are such groups, the columns of a
/// rule are all in one of them; columns that are in no group are one more group.
///
/// ```
/// let group: rulegen::Together = "age,income".parse()?;
/// assert_eq!(group.columns, ["age", "income"]);
/// // Names with commas are said as a JSON list.
/// let group: rulegen::Together = r#"["debt, total", "income"]"#.parse()?;
/// assert_eq!(group.columns, ["debt, total", "income"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The names of the columns.
    pub columns: Vec<String>,
}

impl FromStr for Together {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let columns: Vec<String> = match text.trim_start().starts_with('[') {
            true => serde_json::from_str(text).map_err(|_| format!("'{text}' is no list of columns"))?,
            false => text.split(',').map(|name| name.trim().to_owned()).collect(),
        };
        match columns.iter().any(String::is_empty) || columns.is_empty() {
            true => Err(format!("'{text}' is not COLUMN,COLUMN")),
            false => Ok(Together { columns }),
        }
    }
}

impl fmt::Display for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &String| !name.contains(',') && !name.starts_with('[') && name.trim() == name;
        match self.columns.iter().all(plain) {
            true => f.write_str(&self.columns.join(",")),
            false => write!(f, "{}", serde_json::Value::from(self.columns.clone())),
        }
    }
}

impl Item for Together {
    const LIST: ParameterKind = ParameterKind::Texts;

    fn item(text: String) -> Result<Self, Refusal> {
        text.parse().or_else(|_| refused("COLUMN,COLUMN", ParameterValue::Text(text)))
    }
}
