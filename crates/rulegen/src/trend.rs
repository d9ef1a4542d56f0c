//! Columns along which a model only rises, or only falls.

use crate::FitError;
use crate::parameters::kind::{ParameterType, Refused, parsed};
use crate::parameters::{ParameterKind, ParameterValue};
use rulegen_data::{Table, Values};
use rulegen_rule::{Schema, Test};
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

/// Checks trends against the data.
///
/// # Errors
/// [`FitError::TrendClasses`] unless there are two classes, [`FitError::NoTrend`] for a column that is not there, and
/// [`FitError::Trend`] for one that does not hold numbers.
pub(crate) fn check_trends(trends: &[Trend], table: &Table, classes: usize) -> Result<(), FitError> {
    if classes != 2 && !trends.is_empty() {
        return Err(FitError::TrendClasses { classes });
    }
    trends.iter().try_for_each(|Trend { column, .. }| {
        match table.columns().iter().find(|known| known.name() == column).map(|known| known.values()) {
            Some(Values::Numeric(_) | Values::Sparse(_)) => Ok(()),
            Some(_) => Err(FitError::Trend { column: column.clone() }),
            None => Err(FitError::NoTrend { column: column.clone() }),
        }
    })
}

/// Forbids the literals that rules for the positive class, or for the other one, may not have.
pub(crate) fn forbid_against(schema: &mut Schema, trends: &[Trend], for_positive: bool) {
    for trend in trends {
        // A column without a use has nothing to forbid.
        let Some(feature) = schema.features.iter_mut().find(|feature| feature.name == trend.column) else { continue };
        let against = |test: &Test| match test {
            Test::AtMost(_) => trend.rises == for_positive,
            Test::Above(_) => trend.rises != for_positive,
            _ => false,
        };
        let tests: Vec<Test> = feature.tests().into_iter().filter(against).collect();
        feature.forbidden.extend(tests);
    }
}
