//! The rows of folds at the coordinator.

use crate::ShardError;
use crate::folds::{FoldDivision, FoldPlace, FoldView};
use crate::keys::code_keys;
use crate::message::{Request, View};
use crate::remote::RemoteRows;
use crate::rows::{ShardedRows, in_time};
use crate::selected::{drawn, selected};
use crate::shard::CodedShard;
use crate::workers::InProcess;
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use std::sync::Arc;

/// The merged rows that folds learn from or are scored on.
///
/// Folds ask some thousand questions about few rows, which are answered faster here than by
/// workers.
#[derive(Debug)]
pub struct FoldRows {
    samples: Arc<Samples>,
    folds: FoldDivision,
    /// The keys of merged rows whose rows are shared out among the folds. `None` if each merged row
    /// is in one fold as a whole; its group in the sample then says which.
    keys: Option<Vec<u64>>,
}

impl FoldRows {
    /// Shares all merged rows out among the folds, row by row.
    pub fn shared_out(samples: Arc<Samples>, folds: FoldDivision) -> Self {
        let keys = Some(code_keys(&samples.table));
        FoldRows { samples, folds, keys }
    }

    /// Draws merged rows for the folds, each as a whole.
    ///
    /// # Errors
    /// More rows than can be merged.
    pub fn drawn(samples: &Samples, folds: FoldDivision) -> Result<Self, ShardError> {
        Ok(FoldRows { samples: Arc::new(drawn(samples, folds)?), folds, keys: None })
    }

    /// Fetches from shards the merged rows that [`FoldRows::drawn`] would draw. `None` if a limit
    /// is reached before.
    ///
    /// # Errors
    /// [`ShardError::Workers`] and [`ShardError::BadMessage`].
    pub fn fetch(rows: &ShardedRows, folds: FoldDivision, limits: &Limits) -> Result<Option<Self>, ShardError> {
        in_time(limits, || FoldRows::drawn(&rows.fetch(&Request::FoldRows(folds), limits)?, folds))
    }

    /// Returns the rows of a side of a fold.
    ///
    /// # Errors
    /// As [`FoldRows::drawn`].
    pub fn remote(&self, view: FoldView) -> Result<RemoteRows, ShardError> {
        let Samples { schema, groups, counts, classes, .. } = &*self.samples;
        let counts = match &self.keys {
            Some(keys) => self.folds.shared_out(&self.samples, keys, view),
            None => {
                let of_fold = |(&group, &rows): (&u32, &u64)| if view.has(FoldPlace(group)) { rows } else { 0 };
                groups.iter().zip(counts).map(of_fold).collect()
            }
        };
        let shard = CodedShard::of(selected(&self.samples, &counts, None)?);
        let workers = Arc::new(InProcess::of_shard(shard));
        RemoteRows::new(ShardedRows::new(workers, schema.clone(), *classes), View::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinator::Coordinator;
    use crate::partition::Partition;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    /// Rows that are fetched from shards are those that are drawn at hand.
    #[test]
    fn fetched_rows_are_those_that_are_drawn() {
        let cells = |rows: &[usize]| rows.iter().map(|row| (row * 7 % 500) as f64).collect::<Vec<_>>();
        let table = |rows: &[usize]| Table::from_columns([("x", Values::from(cells(rows)))]).unwrap();
        let labels = |rows: &[usize]| rows.iter().map(|row| (row % 3) as u32).collect::<Vec<u32>>();
        let all: Vec<usize> = (0..4000).collect();
        let (samples, _) = Samples::learn(&table(&all), &labels(&all), None, 3, Bins::Quantiles(200)).unwrap();
        let partition = |part: usize| {
            let own: Vec<usize> = all.iter().copied().filter(|row| row % 3 == part).collect();
            Partition { table: table(&own), labels: labels(&own), weights: None }
        };
        let workers = Arc::new(InProcess::new((0..3).map(partition).collect(), 3));
        let rows = Coordinator::new(workers, false).code(samples.schema.clone(), 3).unwrap();
        let folds = FoldDivision { folds: 4, seed: 9, learned: u32::MAX / 4, scored: u32::MAX / 2 };
        let fetched = FoldRows::fetch(&rows, folds, &Limits::default()).unwrap().unwrap();
        let drawn = FoldRows::drawn(&samples, folds).unwrap();
        let (fetched, drawn) = (&fetched.samples, &drawn.samples);
        assert_eq!((&fetched.table, &fetched.labels, &fetched.groups), (&drawn.table, &drawn.labels, &drawn.groups));
        assert_eq!(fetched.counts, drawn.counts);
        assert!(drawn.len() < samples.len());
    }
}
