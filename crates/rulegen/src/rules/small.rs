//! A few rules: chosen one by one, their number by cross-validation.

use super::candidates::{Candidates, lengths, steps};
use super::coded::over_many;
use super::merged_folds::{MergedFolds, applies};
use super::path::Path;
use crate::learner::Fitted;
use crate::sharded::Smallest;
use crate::size::{Learned, Plan, SupportPath, choose, validate};
use crate::weighted::Training;
use crate::{FitError, RuleParameters};
use rayon::prelude::*;
use rulegen_binarize::BinarizeError;
use rulegen_data::{DataError, Dataset};
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_measure::Scores;
use rulegen_rule::Schema;
use std::time::{Duration, Instant};

/// Below this number of rows the folds are drawn twice.
const FEW_ROWS: usize = 500;

/// Learns a path for each maximum length, chooses a step of one by cross-validation, and fits its weights exactly.
pub(super) fn fit(
    p: &RuleParameters,
    data: &Dataset,
    target: &str,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let start = Instant::now();
    let (asked, p) = (p, &p.for_data(data));
    let training = Training::new(data, target, &p.training(), limits)?;
    if applies(p, data) {
        let smallest = Smallest::of(&training.samples, p.seed);
        let folds = MergedFolds::new(p, &smallest, training.samples.counts.iter().sum());
        return match folds.shared_out {
            true => over_merged((p, asked.min_cover), training, folds, start, limits, observer),
            false => {
                let (folds, about) = ((folds.folds, smallest.rows()), (p, asked.min_cover));
                over_many(about, training, folds, start, limits, observer)
            }
        };
    }
    let (folds, repeats) = folds(p, data.target.labels.len());
    let positive = training.positive;
    let score = |candidates: &Candidates<'_>, ended: Ended<'_>| {
        cross_validated(asked, data, target, candidates, positive, ended, limits)
    };
    choose_among(p, training, (folds * repeats, &score), start, limits, observer)
}

/// The same of merged rows that are at hand, with folds of merged rows. Rules of a fold cover at least so many rows as `cover` says.
pub(super) fn over_merged(
    (p, cover): (&RuleParameters, Option<usize>),
    training: Training<'_>,
    folds: MergedFolds,
    start: Instant,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let rows = training.clone();
    let score = |candidates: &Candidates<'_>, ended: Ended<'_>| {
        folds.cross_validated((p, cover), &rows, candidates, ended, limits)
    };
    choose_among(p, training, (folds.folds.folds as usize, &score), start, limits, observer)
}

/// What is called when a path of a fold has ended.
type Ended<'a> = &'a (dyn Fn() + Send + Sync);

/// Scores candidates on folds.
type Score<'a> = &'a dyn Fn(&Candidates<'_>, Ended<'_>) -> Result<Option<Vec<Scores>>, FitError>;

/// Learns the paths, and chooses a step of one by its `score` on so many folds.
fn choose_among(
    p: &RuleParameters,
    training: Training<'_>,
    (folds, score): (usize, Score<'_>),
    start: Instant,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let lengths = lengths(p.longest());
    let ended = observer.parts(lengths.len() * (1 + folds));
    let learn = |&length: &usize| {
        let path = Path::learn(p, training.clone(), length, limits, observer);
        ended();
        path
    };
    let paths: Vec<Path<'_>> = lengths.iter().map(learn).collect::<Result<_, _>>()?;
    let pricing = start.elapsed();
    let steps = steps(p, paths.iter().map(|path| path.found.last()));
    let candidates = Candidates { paths: paths.iter().map(Path::sized).collect(), steps: &steps };
    let scores = score(&candidates, &ended)?;
    let chosen = match &scores {
        Some(scores) => choose(p.size(), scores, &candidates.extents()),
        None => candidates.unscored(p.size()),
    };
    let path_of = |at: usize| &paths[candidates.path(at)];
    // The model first: the others only while there is time.
    let (model, run) = path_of(chosen).proved_model(candidates.step(chosen), limits)?;
    let front = candidates.front(p, scores.as_deref(), chosen, |at| match at == chosen {
        true => Some(Ok(model.clone())),
        false if limits.reached().is_some() => None,
        false => Some(path_of(at).model(candidates.step(at), limits).map(|(model, _)| model)),
    })?;
    Ok(Fitted {
        model,
        run: RunSummary { iterations: candidates.iterations(), pricing, total: start.elapsed(), ..run },
        columns: paths.iter().map(|path| path.found.rules.len()).sum(),
        mip: Duration::ZERO,
        raised: None,
        samples: training.samples.len(),
        dropped: training.dropped,
        front: Some(front),
    })
}

/// The scores of the candidates by measure; none if a limit was reached before.
fn cross_validated(
    p: &RuleParameters,
    data: &Dataset,
    target: &str,
    candidates: &Candidates<'_>,
    positive: Option<u32>,
    ended: &(dyn Fn() + Send + Sync),
    limits: &Limits,
) -> Result<Option<Vec<Scores>>, FitError> {
    let (folds, repeats) = folds(p, data.target.labels.len());
    if folds == 0 {
        return Ok(None);
    }
    let lengths: Vec<usize> = candidates.paths.iter().map(|path| path.max_length).collect();
    let plan = Plan {
        data,
        sizes: candidates.steps,
        folds,
        repeats,
        seed: p.seed,
        measures: &p.choose_by(),
        positive,
        class_weight: p.class_weight,
        probabilities: p.loss.gives_probabilities(),
    };
    // A fold has least numbers of rows of its own, and warns of nothing that was said before.
    let quiet = RuleParameters { quiet: true, ..p.clone() };
    let learn = |rows: &Dataset| {
        let p = quiet.for_data(rows);
        let learn = |training: &Training<'_>, length: usize| {
            let path = Path::learn(&p, training.clone(), length, limits, &mut ()).map(Path::learned);
            ended();
            path
        };
        // After the limit, a fold says nothing.
        match Training::new(rows, target, &p.training(), &limits.firm()) {
            Ok(training) => lengths.par_iter().map(|&length| learn(&training, length)).collect(),
            Err(FitError::Data(DataError::OneClass { .. }) | FitError::Binarize(BinarizeError::NoFeature { .. })) => {
                let nothing = || Learned { schema: Schema::default(), path: SupportPath::without_rules(&rows.target) };
                Ok(lengths.iter().map(|_| nothing()).collect())
            }
            Err(error) => Err(error),
        }
    };
    validate(&plan, learn, limits)
}

/// How many folds so many rows have, and how often they are drawn. A single row has none.
fn folds(p: &RuleParameters, rows: usize) -> (usize, usize) {
    (if rows < 2 { 0 } else { p.folds.min(rows) }, if rows < FEW_ROWS { 2 } else { 1 })
}
