//! What a fit over shards does once rows are coded.

use super::candidates::{Candidates, SizedPath, lengths, steps};
use super::shard_paths::ShardPaths;
use crate::learner::Fitted;
use crate::pricers::PricerName;
use crate::sharded::{Coded, FoldView, Folds, InProcess, View, Workers};
use crate::size::{SupportPath, choose};
use crate::weighted::Training;
use crate::{FitError, RuleParameters};
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Learns from many merged rows at hand, as shards of this process: their master has a row for each cluster of them, which are fewer. Rules
/// of a fold cover at least so many rows as `cover` says.
pub(super) fn over_many(
    (p, cover): (&RuleParameters, Option<usize>),
    training: Training<'_>,
    (folds, different): (Folds, u64),
    start: Instant,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let workers: Arc<dyn Workers> = Arc::new(InProcess::of_samples(&training.samples));
    let coded = Coded::of_training(&workers, &training);
    let (samples, positive) = (training.samples.len(), training.positive);
    drop(training);
    let p = &RuleParameters { pricers: Some(vec![PricerName::GREEDY]), ..p.clone() };
    let (target, classes) = (coded.target, coded.classes);
    let fit = ShardPaths { checkpoint: None, p, target, classes, positive, cover, longest: p.max_length() };
    let fitted = over_coded(&fit, &coded, (folds, different), start, limits, observer)?;
    Ok(Fitted { samples, ..fitted })
}

/// Learns a path for each maximum length over coded rows in shards, of which so many merged ones are different, and chooses a step of one
/// by these folds.
pub(super) fn over_coded(
    fit: &ShardPaths<'_>,
    coded: &Coded<'_>,
    (folds, different): (Folds, u64),
    start: Instant,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let p = fit.p;
    let least = p.min_cover.unwrap_or(1);
    let lengths = lengths(p.longest());
    let ended = observer.parts(lengths.len() * (1 + folds.folds as usize));
    let all = Arc::new(coded.remote(View::All)?);
    let learn = |&length: &usize| {
        let path = fit.path((&all, "all rows"), length, least, limits, observer);
        ended();
        path
    };
    let paths: Vec<SupportPath> = lengths.iter().map(learn).collect::<Result<_, _>>()?;
    let pricing = start.elapsed();
    let steps = steps(p, paths.iter().map(SupportPath::last));
    let sized = lengths.iter().zip(&paths).map(|(&max_length, found)| SizedPath { found, max_length });
    let candidates = Candidates { paths: sized.collect(), steps: &steps };
    let few = folds.scored_share() * different as f64 <= p.rows_at_hand.get() as f64;
    let fold_rows = if few { coded.fold_rows(folds, limits)? } else { None };
    let rows_of = |side: FoldView| {
        fold_rows.as_ref().map_or_else(|| coded.remote(View::Fold(folds, side)), |rows| rows.remote(side))
    };
    let scores = fit.cross_validated((folds.folds, &rows_of), &lengths, &steps, &ended, limits)?;
    let chosen = match &scores {
        Some(scores) => choose(p.size(), scores, &candidates.extents()),
        None => candidates.unscored(p.size()),
    };
    let model_of = |at: usize| {
        let path = candidates.path(at);
        fit.model(&all, lengths[path], &paths[path], candidates.step(at), limits)
    };
    let (model, run) = model_of(chosen)?;
    let front = candidates.front(p, scores.as_deref(), chosen, |at| match at == chosen {
        true => Some(Ok(model.clone())),
        false if limits.reached().is_some() => None,
        false => Some(model_of(at).map(|(model, _)| model)),
    })?;
    Ok(Fitted {
        model,
        run: RunSummary { iterations: candidates.iterations(), pricing, total: start.elapsed(), ..run },
        columns: paths.iter().map(|path| path.rules.len()).sum(),
        mip: Duration::ZERO,
        raised: None,
        samples: usize::try_from(coded.rows()).unwrap_or(usize::MAX),
        dropped: coded.dropped.clone(),
        front: Some(front),
    })
}
