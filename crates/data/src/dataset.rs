//! What a learner is given: features, target, weights, groups.

use crate::error::DataError;
use crate::groups::Groups;
use crate::table::{Column, Table, Values};
use crate::target::Target;

/// Features, the class of each row, and perhaps row weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The columns to learn from.
    pub features: Table,
    /// The class of each row.
    pub target: Target,
    /// The weight of each row, at least 0 and not all 0; `None` if all weigh the same.
    pub weights: Option<Vec<f64>>,
    /// The group of each row, where fairness is of interest. Groups are no feature.
    pub groups: Option<Groups>,
}

impl Dataset {
    /// Takes the target, and the weights if a column has them, out of a table; the other columns are the features.
    ///
    /// The target should have been read as text, see [`Target::from_column`].
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`], whatever [`Target::from_column`] reports, [`DataError::WordyWeights`],
    /// [`DataError::BadWeight`], [`DataError::ZeroWeights`], [`DataError::WideWeights`], and [`DataError::NoFeatures`].
    pub fn from_table(mut table: Table, target_name: &str, weights_column: Option<&str>) -> Result<Dataset, DataError> {
        let target = table.take_column(target_name)?;
        let weights = weights_column.map(|name| table.take_column(name)).transpose()?;
        let target = Target::from_column(target)?;
        let weights = weights.map(checked_weights).transpose()?;
        if table.columns.is_empty() {
            return Err(DataError::NoFeatures { target: target_name.to_owned() });
        }
        Ok(Dataset { features: table, target, weights, groups: None })
    }

    /// These rows, in the order given. Classes and categories stay, even without rows.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Dataset {
        Dataset {
            features: self.features.select_rows(rows),
            target: self.target.select_rows(rows),
            weights: self.weights.as_ref().map(|weights| rows.iter().map(|&row| weights[row]).collect()),
            groups: self.groups.as_ref().map(|groups| groups.select_rows(rows)),
        }
    }
}

/// The largest weight may be so many times the smallest that is not 0: beside weights further apart, sums
/// of small ones are lost in rounding.
const WIDEST_WEIGHTS: f64 = 1e9;

/// The numbers of a weights column, all usable.
fn checked_weights(column: Column) -> Result<Vec<f64>, DataError> {
    let Column { name: column, values } = column;
    let weights = match values {
        Values::Numeric(weights) => weights,
        Values::Categorical { categories, .. } => {
            let word = categories.iter().find(|category| category.parse::<f64>().is_err());
            let cell = word.or(categories.first()).cloned().unwrap_or_default();
            return Err(DataError::WordyWeights { column, cell });
        }
    };
    // Phrased as acceptance, so that NaN fails.
    let bad = weights.iter().position(|&weight| !(weight >= 0.0 && weight.is_finite()));
    if let Some(row) = bad {
        return Err(DataError::BadWeight { column, row: row + 1, weight: weights[row] });
    }
    if weights.iter().all(|&weight| weight == 0.0) {
        return Err(DataError::ZeroWeights { column });
    }
    let largest = weights.iter().copied().fold(0.0, f64::max);
    let smallest = weights.iter().copied().filter(|&weight| weight > 0.0).fold(largest, f64::min);
    let total: f64 = weights.iter().sum();
    if !(total.is_finite() && largest <= WIDEST_WEIGHTS * smallest) {
        return Err(DataError::WideWeights { column, smallest, largest });
    }
    Ok(weights)
}
