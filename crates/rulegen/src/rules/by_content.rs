//! Folds of many rows at hand: by their content, and with the cut points of all rows, as they are where rows lie in shards. So the
//! size that is chosen does not depend on where the rows lie, nor on their order.

use super::candidates::Candidates;
use super::shard_paths::{ShardPaths, check};
use crate::rows::rows_of_classes;
use crate::sharded::{FoldRows, Folds};
use crate::size::parts_of_folds;
use crate::weighted::Training;
use crate::{Cuts, FitError, RuleParameters};
use rulegen_binarize::{BinarizeError, are_whole};
use rulegen_data::Dataset;
use rulegen_driver::Limits;
use rulegen_measure::Scores;

/// Rows of equal codes that there may be for each different one, in the mean: else too few different rows are drawn for folds.
const MOST_ALIKE: u64 = 10;

/// Whether folds are of rows by their content: of more rows than count as few, of which so many are different, in a fit that there is over
/// shards too.
pub(super) fn applies(p: &RuleParameters, data: &Dataset, different: usize) -> bool {
    let rows: u64 = rows_of_classes(data).iter().sum();
    rows > p.rows_at_hand.get() as u64
        && rows <= MOST_ALIKE.saturating_mul(different as u64)
        && check(p).is_ok()
        && p.fairness.is_none()
        && p.cuts == Cuts::Quantiles
        && data.weights.as_deref().is_none_or(are_whole)
}

/// The folds of so many rows.
pub(super) fn folds(p: &RuleParameters, rows: u64) -> Folds {
    let (learned, scored) = parts_of_folds(rows, p.folds);
    Folds { folds: p.folds.min(usize::try_from(rows).unwrap_or(usize::MAX)) as u32, seed: p.seed, learned, scored }
}

/// The scores of the candidates by measure; none if a limit was reached before. Parameters are as they were `asked` for, and as they are for
/// these rows.
pub(super) fn cross_validated(
    (asked, p): (&RuleParameters, &RuleParameters),
    (data, target): (&Dataset, &str),
    training: &Training<'_>,
    candidates: &Candidates<'_>,
    ended: &(dyn Fn() + Send + Sync),
    limits: &Limits,
) -> Result<Option<Vec<Scores>>, FitError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    let folds = folds(p, rows_of_classes(data).iter().sum());
    let rows = match FoldRows::of(data, training.samples.schema.clone(), folds, limits) {
        Err(FitError::Binarize(BinarizeError::Stopped(_))) => return Ok(None),
        rows => rows?,
    };
    let fit = ShardPaths {
        p,
        checkpoint: None,
        target,
        classes: &data.target.classes,
        positive: training.positive,
        cover: asked.min_cover,
        longest: p.max_length(),
    };
    let lengths: Vec<usize> = candidates.paths.iter().map(|path| path.max_length).collect();
    fit.cross_validated((folds.folds, &|view| rows.remote(view)), &lengths, candidates.steps, ended, limits)
}
