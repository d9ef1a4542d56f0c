//! A partition of the rows, before they are coded.

use super::message::{Summarised, to_bytes};
use crate::FitError;
use crate::rows::QuantileWeights;
use rulegen_binarize::{BinarizeError, Summary};
use rulegen_data::Table;

/// A partition of the training rows: a part of a table, the class of each row as an index into those of all partitions, and for how
/// many rows each counts.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The columns that may be features.
    pub table: Table,
    /// The class of each row.
    pub labels: Vec<u32>,
    /// Whole numbers, not negative; without, each row counts once.
    pub weights: Option<Vec<f64>>,
}

impl Partition {
    /// The number of rows of each of so many classes.
    ///
    /// # Errors
    /// [`FitError::FractionalWeight`], and labels that are not one for each row or no class.
    pub fn class_rows(&self, classes: usize) -> Result<Vec<u64>, FitError> {
        let mut of_classes = vec![0; classes];
        for (row, (&label, rows)) in self.labels.iter().zip(self.counts()?).enumerate() {
            match of_classes.get_mut(label as usize) {
                Some(of_class) => *of_class = rows.saturating_add(*of_class),
                None => return Err(BinarizeError::BadLabel { row: row + 1, label, classes }.into()),
            }
        }
        Ok(of_classes)
    }

    /// What the coordinator needs to know before rows are coded, as bytes for it. All partitions together have so many rows of each class
    /// ([`Partition::class_rows`]); rare classes count for more in quantiles, unless all are said to have none.
    ///
    /// # Errors
    /// As there, and those of [`Summary::of`].
    pub fn summary(&self, class_rows: &[u64]) -> Result<Vec<u8>, FitError> {
        let classes = self.class_rows(class_rows.len())?;
        let ranks = QuantileWeights::new(class_rows).of(&self.labels, &self.counts()?);
        let columns = Summary::of(&self.table, self.weights.as_deref(), Some(&ranks))?;
        Ok(to_bytes(&Summarised { columns, classes }))
    }

    /// For how many rows each row counts.
    pub(crate) fn counts(&self) -> Result<Vec<u64>, FitError> {
        let rows = self.table.rows();
        let bad = |what, found| Err(BinarizeError::NotOnePerRow { what, found, rows }.into());
        if self.labels.len() != rows {
            return bad("labels", self.labels.len());
        }
        let Some(weights) = &self.weights else { return Ok(vec![1; rows]) };
        if weights.len() != rows {
            return bad("weights", weights.len());
        }
        match weights.iter().find(|weight| !(**weight >= 0.0 && weight.fract() == 0.0)) {
            Some(&weight) => Err(FitError::FractionalWeight { weight }),
            None => Ok(weights.iter().map(|&weight| weight as u64).collect()),
        }
    }
}
