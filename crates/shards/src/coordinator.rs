//! The first steps over shards: columns are summarised, and rows coded.

use crate::ShardError;
use crate::message::{Coding, Look, RowSummary, from_bytes, to_bytes};
use crate::rows::ShardedRows;
use crate::workers::Workers;
use rulegen_binarize::{Focus, LearnSettings};
use rulegen_limits::Limits;
use rulegen_rule::Schema;
use std::sync::Arc;

/// The most closer looks at columns. Each leaves at most a fifth of the rows that the last one
/// looked at, of at most 2^53.
const MOST_LOOKS: usize = 32;

/// The coordinator of workers whose rows are not coded yet.
#[derive(Debug)]
pub struct Coordinator {
    workers: Arc<dyn Workers>,
    rare_cuts: bool,
}

impl Coordinator {
    /// Coordinates `workers`. If `rare_cuts` is true, rare classes count for more in quantiles.
    pub fn new(workers: Arc<dyn Workers>, rare_cuts: bool) -> Self {
        Coordinator { workers, rare_cuts }
    }

    /// Asks all partitions for summaries of their columns and classes, and merges them.
    ///
    /// # Errors
    /// No partition, partitions of other columns, more than 2^53 rows, and
    /// [`ShardError::Workers`].
    pub fn summary(&self) -> Result<RowSummary, ShardError> {
        let all = self.look(None)?;
        // Sums up to this number are exact in a double.
        let rows: u128 = all.classes.iter().map(|&rows| u128::from(rows)).sum();
        if rows > 1 << f64::MANTISSA_DIGITS {
            return Err(ShardError::FractionalWeight { weight: rows as f64 });
        }
        Ok(all)
    }

    /// Looks closer at columns until the cut points that `settings` ask for are exact, or a limit
    /// is reached.
    ///
    /// # Errors
    /// As [`Coordinator::summary`], and partitions that change.
    pub fn refine(
        &self,
        summary: &mut RowSummary,
        settings: &LearnSettings<'_>,
        limits: &Limits,
    ) -> Result<(), ShardError> {
        for _ in 0..MOST_LOOKS {
            let Some(focus) = summary.columns.focus(settings)? else { return Ok(()) };
            if let Some(limit) = limits.reached() {
                log::warn!("{limit} before cut points were exact");
                return Ok(());
            }
            summary.columns.refine(&self.look(Some(focus))?.columns)?;
        }
        Err(ShardError::Misfit { what: "summaries and closer looks" })
    }

    /// Has workers code their rows by `schema`; these are of `classes` classes.
    ///
    /// # Errors
    /// [`ShardError::Workers`].
    pub fn code(self, schema: Schema, classes: usize) -> Result<ShardedRows, ShardError> {
        let coding = to_bytes(&Coding { schema: schema.clone(), classes });
        self.workers.code(&coding).map_err(|source| ShardError::Workers { source })?;
        Ok(ShardedRows::new(self.workers, schema, classes))
    }

    /// Returns the merged answer of all partitions.
    fn look(&self, focus: Option<Focus>) -> Result<RowSummary, ShardError> {
        let look = Look { rare_cuts: self.rare_cuts, focus };
        let answers = self.workers.summaries(&to_bytes(&look)).map_err(|source| ShardError::Workers { source })?;
        together(&answers)
    }
}

/// Merges answers by halves: the summary of many partitions is long, and is merged only with few
/// others.
fn together(answers: &[Vec<u8>]) -> Result<RowSummary, ShardError> {
    match answers {
        [] => Err(ShardError::NoPartition),
        [answer] => from_bytes(answer),
        _ => {
            let (before, after) = answers.split_at(answers.len() / 2);
            let (mut all, next) = (together(before)?, together(after)?);
            all.columns.merge(&next.columns)?;
            if all.classes.len() != next.classes.len() {
                return Err(ShardError::Misfit { what: "classes" });
            }
            all.classes.iter_mut().zip(&next.classes).for_each(|(sum, rows)| *sum = sum.saturating_add(*rows));
            Ok(all)
        }
    }
}
