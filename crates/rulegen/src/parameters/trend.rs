//! Columns along which a model only rises, or only falls.

use super::kind::{ParameterKind, ParameterType, Refused, parsed};
use super::value::ParameterValue;
use std::fmt;
use std::str::FromStr;

/// That the positive class of two never becomes less likely as a column of numbers rises, or never more likely.
///
/// Its rules ask then only whether the column is above a number, those of the other class only whether it is at most one:
/// as the column rises no rule for the positive class ceases to apply, and none for the other class begins to, whatever the
/// rules weigh. Rows where it is missing are compared with none.
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
    /// Whether the positive class becomes more likely as it rises.
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

impl ParameterType for Vec<Trend> {
    const KIND: ParameterKind = ParameterKind::Texts;

    fn read(value: ParameterValue) -> Result<Self, Refused> {
        parsed(value, "COLUMN:+ or COLUMN:-")
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::List(self.iter().map(Trend::to_string).collect())
    }
}
