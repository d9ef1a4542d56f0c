//! Columns along which a model only rises, or only falls.

use super::kind::{Item, ParameterKind, Refusal, refused};
use super::value::ParameterValue;
use std::fmt;
use std::str::FromStr;

/// A trend: as a column of numbers rises, the positive class of two never becomes less likely, or
/// never more likely.
///
/// If it must not become less likely, rules for the positive class only ask if the column is above
/// a number, and rules for the other class only if it is at most a number. As the column rises, no
/// rule for the positive class ceases to apply and none for the other class begins to, whatever the
/// rules weigh. Rows where the column is missing are not compared.
///
/// ```
/// let trend: rulegen::Trend = "income:+".parse()?;
/// assert!(trend.rises && trend.column == "income" && trend.to_string() == "income:+");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trend {
    /// The name of the column.
    pub column: String,
    /// True if the positive class becomes more likely as the column rises.
    pub rises: bool,
}

impl FromStr for Trend {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.rsplit_once(':') {
            Some((column, sign @ ("+" | "-"))) => Ok(Trend { column: column.into(), rises: sign == "+" }),
            _ => Err(format!("'{text}' is not COLUMN:+ or COLUMN:-")),
        }
    }
}

impl fmt::Display for Trend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.column, if self.rises { '+' } else { '-' })
    }
}

impl Item for Trend {
    const LIST: ParameterKind = ParameterKind::Texts;

    fn item(text: String) -> Result<Self, Refusal> {
        text.parse().or_else(|_| refused("COLUMN:+ or COLUMN:-", ParameterValue::Text(text)))
    }
}
