//! Folds of merged rows, with the cut points of all rows. So the size that is chosen depends neither on where the rows lie, nor on their
//! order.

use super::candidates::Candidates;
use super::shard_paths::{ShardPaths, check};
use crate::sharded::{FoldRows, FoldView, Folds, Smallest};
use crate::size::MOST_ROWS;
use crate::weighted::Training;
use crate::{Cuts, FitError, RuleParameters};
use rulegen_binarize::are_whole;
use rulegen_data::Dataset;
use rulegen_limits::Limits;
use rulegen_measure::Scores;

/// Whether folds are of merged rows: of more rows than count as few, in a fit that there is over shards too.
pub(super) fn applies(p: &RuleParameters, data: &Dataset) -> bool {
    let rows = match &data.weights {
        Some(weights) => weights.iter().filter(|weight| **weight > 0.0).count(),
        None => data.features.rows(),
    };
    rows > p.rows_at_hand.get()
        && check(p).is_ok()
        && p.fairness.is_none()
        && p.cuts == Cuts::Quantiles
        && data.weights.as_deref().is_none_or(are_whole)
}

/// How merged rows become folds.
#[derive(Clone, Copy)]
pub(super) struct MergedFolds {
    pub(super) folds: Folds,
    /// Whether all merged rows are at hand, and their rows shared out among the folds. Else each is in one fold with all of its rows, and some
    /// are drawn.
    pub(super) shared_out: bool,
}

impl MergedFolds {
    /// Of so many rows, whose merged ones have these draws.
    pub(super) fn new(p: &RuleParameters, smallest: &Smallest, rows: u64) -> Self {
        let shared_out = smallest.bound(p.rows_at_hand).is_none();
        let different = smallest.rows();
        // What takes time is the number of merged rows. Many of them that are shared out are drawn row by row.
        let things = if shared_out && different > MOST_ROWS as u64 { rows } else { different };
        let folds = p.folds.min(usize::try_from(rows).unwrap_or(usize::MAX));
        MergedFolds { folds: Folds::new(things, folds, p.seed), shared_out }
    }

    /// The scores of the candidates by measure, with rows shared out; none if a limit was reached before. Rules of a fold cover at least so many rows as `cover` says.
    pub(super) fn cross_validated(
        self,
        (p, cover): (&RuleParameters, Option<usize>),
        training: &Training<'_>,
        candidates: &Candidates<'_>,
        ended: &(dyn Fn() + Send + Sync),
        limits: &Limits,
    ) -> Result<Option<Vec<Scores>>, FitError> {
        if limits.reached().is_some() {
            return Ok(None);
        }
        let rows = FoldRows::shared_out(&training.samples, self.folds);
        let fit = ShardPaths {
            p,
            checkpoint: None,
            target: training.target(),
            classes: training.classes(),
            positive: training.positive,
            cover,
            longest: p.max_length(),
        };
        let lengths: Vec<usize> = candidates.paths.iter().map(|path| path.max_length).collect();
        let rows_of = |side: FoldView| rows.remote(side);
        fit.cross_validated((self.folds.folds, &rows_of), &lengths, candidates.steps, ended, limits)
    }
}
