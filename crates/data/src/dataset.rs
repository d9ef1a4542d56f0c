//! Data sets: features, target, weights, groups and blocks.

use crate::blocks::Blocks;
use crate::column::Column;
use crate::error::{DataError, TableError};
use crate::groups::Groups;
use crate::table::Table;
use crate::target::Target;
use crate::values::Values;
use std::collections::BTreeMap;

/// Features, the class of each row, and perhaps row weights.
///
/// The constructors only make valid data sets. After changes by hand, [`Dataset::check`] finds
/// mistakes.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The columns to learn from.
    pub features: Table,
    /// The class of each row.
    pub target: Target,
    /// The weight of each row, at least 0 and not all 0; `None` if all weigh the same.
    pub weights: Option<Vec<f64>>,
    /// The group of each row if fairness is of interest. Groups are not features.
    pub groups: Option<Groups>,
    /// The block of each row if some rows belong together, so that no split may part them.
    pub blocks: Option<Blocks>,
}

impl Dataset {
    /// Takes the target, and the weights if a column has them, out of a table; the other columns
    /// are the features.
    ///
    /// The target should have been read as text, see [`Target::from_column`].
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`], whatever [`Target::from_column`] reports,
    /// [`DataError::WordyWeights`], [`DataError::BadWeight`], [`DataError::ZeroWeights`],
    /// [`DataError::WideWeights`], and [`DataError::NoFeatures`].
    pub fn from_table(mut table: Table, target_name: &str, weights_column: Option<&str>) -> Result<Dataset, DataError> {
        let target = table.take_column(target_name)?;
        let weights = weights_column.map(|name| table.take_column(name)).transpose()?;
        Dataset::from_columns(table, target, weights)
    }

    /// Makes a data set of features, a target and weights in columns of their own. A feature may
    /// have the name of the target.
    ///
    /// # Errors
    ///
    /// As [`Dataset::from_table`]; [`TableError::NotOnePerRow`] within [`DataError::Table`] for
    /// labels or weights that are not as many as rows.
    pub fn from_columns(features: Table, target: Column, weights: Option<Column>) -> Result<Dataset, DataError> {
        let target_name = target.name().to_owned();
        Dataset::with_target(features, &target_name, Target::from_column(target)?, weights)
    }

    /// Makes a data set of features, a target with the name of its column, and weights.
    ///
    /// # Errors
    ///
    /// As [`Dataset::from_columns`].
    pub fn with_target(
        features: Table,
        name: &str,
        target: Target,
        weights: Option<Column>,
    ) -> Result<Dataset, DataError> {
        let weights = weights.map(checked_weights).transpose()?;
        if features.columns().is_empty() {
            return Err(DataError::NoFeatures { target: name.to_owned() });
        }
        one_per_row("labels", target.labels.len(), &features)?;
        one_per_row("weights", weights.as_ref().map_or(features.rows(), Vec::len), &features)?;
        Ok(Dataset { features, target, weights, groups: None, blocks: None })
    }

    /// Returns the form of the numbers of each column that are not written as 1234.5 in their file,
    /// and of the target, whose column has this name.
    pub fn number_forms(&self, target: &str) -> BTreeMap<String, String> {
        let form = |column: &Column| Some((column.name().to_owned(), column.written_numbers()?.form.to_string()));
        let of_target = self.target.form.as_ref().map(|form| (target.to_owned(), form.to_string()));
        self.features.columns().iter().filter_map(form).chain(of_target).collect()
    }

    /// Checks the public fields: labels, weights, groups and blocks are one per row, labels are
    /// classes, weights can be used, and groups and blocks have names.
    ///
    /// # Errors
    ///
    /// [`TableError::NotOnePerRow`] and [`TableError::IndexOutOfRange`] within
    /// [`DataError::Table`]; [`DataError::BadWeight`], [`DataError::ZeroWeights`] and
    /// [`DataError::WideWeights`].
    pub fn check(&self) -> Result<(), DataError> {
        one_per_row("labels", self.target.labels.len(), &self.features)?;
        indices("class", &self.target.labels, self.target.classes.len())?;
        if let Some(weights) = &self.weights {
            one_per_row("weights", weights.len(), &self.features)?;
            check_weights("weights", weights)?;
        }
        if let Some(groups) = &self.groups {
            one_per_row("groups", groups.of_row.len(), &self.features)?;
            indices("group", &groups.of_row, groups.names.len())?;
        }
        if let Some(blocks) = &self.blocks {
            one_per_row("blocks", blocks.of_row.len(), &self.features)?;
            indices("block", &blocks.of_row, blocks.names.len())?;
        }
        Ok(())
    }

    /// Returns these rows, in the order given. Classes and categories stay, even without rows.
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
            blocks: self.blocks.as_ref().map(|blocks| blocks.select_rows(rows)),
        }
    }
}

/// The largest permitted ratio of the largest weight to the smallest that is not 0. With weights
/// further apart, sums of small ones are lost in rounding.
const WIDEST_WEIGHTS: f64 = 1e9;

/// Returns the numbers of a weights column, or an error for the first that is no weight.
fn checked_weights(column: Column) -> Result<Vec<f64>, DataError> {
    let (column, values) = column.into_parts();
    let weights = match values {
        Values::Numeric(weights) => weights,
        Values::Sparse(weights) => weights.to_dense(),
        Values::Categorical { categories, .. } => {
            let word = categories.iter().find(|category| category.parse::<f64>().is_err());
            let cell = word.or(categories.first()).cloned().unwrap_or_default();
            return Err(DataError::WordyWeights { column, cell });
        }
    };
    check_weights(&column, &weights)?;
    Ok(weights)
}

fn check_weights(column: &str, weights: &[f64]) -> Result<(), DataError> {
    let column = || column.to_owned();
    // Phrased as acceptance, so that NaN fails.
    let bad = weights.iter().position(|&weight| !(weight >= 0.0 && weight.is_finite()));
    if let Some(row) = bad {
        return Err(DataError::BadWeight { column: column(), row, weight: weights[row] });
    }
    if weights.iter().all(|&weight| weight == 0.0) {
        return Err(DataError::ZeroWeights { column: column() });
    }
    let largest = weights.iter().copied().fold(0.0, f64::max);
    let smallest = weights.iter().copied().filter(|&weight| weight > 0.0).fold(largest, f64::min);
    let total: f64 = weights.iter().sum();
    if !(total.is_finite() && largest <= WIDEST_WEIGHTS * smallest) {
        return Err(DataError::WideWeights { column: column(), smallest, largest });
    }
    Ok(())
}

fn one_per_row(what: &'static str, found: usize, features: &Table) -> Result<(), TableError> {
    let rows = features.rows();
    if found == rows { Ok(()) } else { Err(TableError::NotOnePerRow { what, found, rows }) }
}

fn indices(what: &'static str, indices: &[u32], names: usize) -> Result<(), TableError> {
    match indices.iter().position(|&index| index as usize >= names) {
        Some(row) => Err(TableError::IndexOutOfRange { what, row, index: indices[row], names }),
        None => Ok(()),
    }
}
