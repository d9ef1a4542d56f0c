//! A fit over shards: what [`small`](super::small) does over rows at hand.

use super::coded::over_coded;
use super::merged_folds::MergedFolds;
use super::shard_paths::{ShardPaths, check};
use super::small::over_merged;
use crate::fairness::positive_class;
use crate::learner::Fitted;
use crate::pricers::PricerName;
use crate::sharded::{Coded, Workers, summarised};
use crate::{FitError, RuleParameters};
use rulegen_driver::Observer;
use rulegen_limits::Limits;
use std::sync::Arc;
use std::time::Instant;

/// Learns a path for each maximum length, and chooses a step of one by cross-validation.
pub(super) fn fit(
    p: &RuleParameters,
    workers: &Arc<dyn Workers>,
    target: &str,
    classes: &[String],
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    check(p)?;
    let start = Instant::now();
    let positive = positive_class(p.positive.as_ref(), classes)?;
    let summarised = summarised(workers, (target, classes), &p.training(), limits)?;
    let cover = p.min_cover;
    let p = RuleParameters { pricers: Some(vec![PricerName::GREEDY]), ..p.for_classes(&summarised.classes) };
    let coded = Coded::new(workers, (target, classes), summarised, &p.training())?;
    let smallest = coded.smallest(p.seed)?;
    let folds = MergedFolds::new(&p, &smallest, coded.rows());
    if folds.shared_out
        && let Some(samples) = coded.merged(limits)?
    {
        let training = coded.training(samples, &p.training())?;
        return over_merged((&p, cover), training, folds, start, limits, observer);
    }
    let checkpoint = coded.checkpoint(p.checkpoint.as_ref(), &p.record())?;
    let fit = ShardPaths { checkpoint, p: &p, target, classes, positive, cover, longest: p.max_length() };
    over_coded(&fit, &coded, (folds.folds, smallest.rows()), start, limits, observer)
}
