//! A partition of the rows, before they are coded.

use crate::ShardError;
use crate::message::{Look, RowSummary, from_bytes, to_bytes};
use rulegen_binarize::{BinarizeError, QuantileWeights, Summary};
use rulegen_data::Table;

/// A partition of the training rows: a part of a table, the class of each row as an index into the
/// classes of all partitions, and the number of rows that each row stands for.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The columns that may be features.
    pub table: Table,
    /// The class of each row.
    pub labels: Vec<u32>,
    /// Whole numbers, not negative. Without them each row counts once.
    pub weights: Option<Vec<f64>>,
}

impl Partition {
    /// Counts the rows of each of `classes` classes.
    ///
    /// # Errors
    /// [`ShardError::FractionalWeight`], and labels that are not one for each row or no class.
    pub fn class_rows(&self, classes: usize) -> Result<Vec<u64>, ShardError> {
        let mut of_classes = vec![0; classes];
        for (row, (&label, rows)) in self.labels.iter().zip(self.counts()?).enumerate() {
            match of_classes.get_mut(label as usize) {
                Some(of_class) => *of_class = rows.saturating_add(*of_class),
                None => return Err(BinarizeError::BadLabel { row, label, classes }.into()),
            }
        }
        Ok(of_classes)
    }

    /// Answers, as bytes, a question of the coordinator that it asks before rows are coded.
    /// `class_rows` are the rows of each class in all partitions together
    /// ([`Partition::class_rows`]).
    ///
    /// # Errors
    /// As [`Partition::class_rows`]; a question that cannot be read, and those of [`Summary::of`]
    /// and [`Summary::closer`].
    pub fn summary(&self, class_rows: &[u64], question: &[u8]) -> Result<Vec<u8>, ShardError> {
        let Look { rare_cuts, focus } = from_bytes(question)?;
        let classes = self.class_rows(class_rows.len())?;
        // If no class has rows, all rows count alike.
        let class_rows = if rare_cuts { class_rows } else { &vec![0; classes.len()] };
        let ranks = QuantileWeights::new(class_rows).of(&self.labels, &self.counts()?);
        let (weights, ranks) = (self.weights.as_deref(), Some(&ranks[..]));
        let columns = match focus {
            None => Summary::of(&self.table, weights, ranks)?,
            Some(focus) => Summary::closer(&focus, &self.table, weights, ranks)?,
        };
        Ok(to_bytes(&RowSummary { columns, classes }))
    }

    /// The number of rows that each row stands for.
    pub(crate) fn counts(&self) -> Result<Vec<u64>, ShardError> {
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
            Some(&weight) => Err(ShardError::FractionalWeight { weight }),
            None => Ok(weights.iter().map(|&weight| weight as u64).collect()),
        }
    }
}
