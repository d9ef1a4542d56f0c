//! Monotone columns: their checks, and the literals that they forbid.

use crate::FitError;
use crate::parameters::Trend;
use rulegen_data::{Table, Values};
use rulegen_rule::{Schema, Test};

/// Checks trends against the data.
///
/// # Errors
/// [`FitError::TrendClasses`] unless there are two classes, [`FitError::NoTrend`] for a column that
/// is not there, and [`FitError::Trend`] for one that does not hold numbers.
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

/// Forbids the literals that would break a trend, in rules for the positive class or for the other.
pub(crate) fn forbid_against(schema: &mut Schema, trends: &[Trend], for_positive: bool) {
    for trend in trends {
        // A column that no rule can use has no feature, and so nothing to forbid.
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
