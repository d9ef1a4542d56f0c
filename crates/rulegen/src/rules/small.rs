//! A few rules: chosen one by one, their number by cross-validation.

use super::path::Path;
use crate::learner::Fitted;
use crate::size::{Learned, Plan, SupportPath, choose, validate};
use crate::weighted::Training;
use crate::{FitError, Front, FrontRow, PathKind, RuleParameters, SizeChoice};
use rayon::prelude::*;
use rulegen_binarize::BinarizeError;
use rulegen_data::{DataError, Dataset};
use rulegen_driver::{Limits, Observer, RunSummary};
use rulegen_measure::Scores;
use rulegen_rule::{Model, Schema};
use std::time::{Duration, Instant};

/// The numbers of rules that a front has, beside the most that there may be.
const SIZES: [usize; 19] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 35, 40, 50];

/// Below this number of rows the folds are drawn twice.
const FEW_ROWS: usize = 500;

/// Up to here every length has a path of its own.
const SHORT: usize = 4;

/// A model that was not cross-validated has no more rules.
const UNSCORED: usize = 10;

/// Learns a path for each maximum length, chooses a step of one by cross-validation, and fits its weights exactly.
pub(super) fn fit(
    p: &RuleParameters,
    data: &Dataset,
    target: &str,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let start = Instant::now();
    let lengths = lengths(p.longest());
    let (folds, repeats) = folds(p, data.target.labels.len());
    let ended = observer.parts(lengths.len() * (1 + folds * repeats));
    let (asked, p) = (p, &p.for_data(data));
    let training = Training::new(data, target, &p.training(), limits)?;
    let learn = |&length: &usize| {
        let path = Path::learn(p, training.clone(), length, limits, observer);
        ended();
        path
    };
    let paths: Vec<Path<'_>> = lengths.iter().map(learn).collect::<Result<_, _>>()?;
    let pricing = start.elapsed();
    let steps = steps(p, &paths);
    let candidates = Candidates { paths: &paths, steps: &steps };
    let scores = cross_validated(asked, data, target, &candidates, &ended, limits)?;
    let chosen = match &scores {
        Some(scores) => choose(p.size(), scores, &candidates.extents()),
        None => candidates.unscored(p.size()),
    };
    let shown = candidates.shown(scores.as_deref(), chosen);
    // The model first: the others only while there is time.
    let of = |at: usize| (&paths[candidates.path(at)], candidates.step(at));
    let (model, run) = of(chosen).0.proved_model(of(chosen).1, limits)?;
    let solve = |&at: &usize| match at == chosen {
        true => Some(Ok((at, model.clone()))),
        false if limits.reached().is_some() => None,
        false => Some(of(at).0.model(of(at).1, limits).map(|(model, _)| (at, model))),
    };
    let solved = shown.iter().filter_map(solve).collect::<Result<Vec<_>, FitError>>()?;
    let scored = |at: usize, of: fn(&Scores, usize) -> f64| scores.as_ref().map(|scores| of(&scores[0], at));
    let row = |(at, model): &(usize, Model)| {
        let (at, (path, step)) = (*at, of(*at));
        let step = &path.found.steps[step];
        FrontRow {
            rules: model.rules.len(),
            conditions: model.conditions(),
            max_length: path.max_length,
            penalty: step.penalty,
            certificate: step.certificate.clone(),
            score: scored(at, Scores::mean),
            score_se: scored(at, Scores::standard_error),
            chosen: at == chosen,
        }
    };
    let rows = solved.iter().map(row).collect();
    let front = Front {
        measure: p.choose_by()[0].to_string(),
        folds: scores.as_ref().map_or(0, |scores| scores[0].folds.len()),
        rows,
        models: solved.into_iter().map(|(_, model)| model).collect(),
    };
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

/// The maximum lengths that have a path each: all short ones, and the longest.
fn lengths(longest: usize) -> Vec<usize> {
    (1..=longest.min(SHORT)).chain((longest > SHORT).then_some(longest)).collect()
}

/// The steps that are candidates: one size, or all up to the longest path.
fn steps(p: &RuleParameters, paths: &[Path<'_>]) -> Vec<usize> {
    let last = paths.iter().map(|path| path.found.last()).max().unwrap_or(0);
    match p.size() {
        SizeChoice::Rules(_) => vec![last],
        _ if p.path == PathKind::Penalty => (0..=last).collect(),
        _ => SIZES.into_iter().filter(|&size| size < last).chain([last]).collect(),
    }
}

/// Steps of paths: those of the first path, then those of the next.
struct Candidates<'a> {
    paths: &'a [Path<'a>],
    steps: &'a [usize],
}

impl Candidates<'_> {
    fn len(&self) -> usize {
        self.paths.len() * self.steps.len()
    }

    fn path(&self, at: usize) -> usize {
        at / self.steps.len()
    }

    /// A path that ended before stays as it is.
    fn step(&self, at: usize) -> usize {
        self.steps[at % self.steps.len()].min(self.paths[self.path(at)].found.last())
    }

    /// Rules and conditions in use.
    fn extents(&self) -> Vec<(usize, usize)> {
        (0..self.len()).map(|at| self.paths[self.path(at)].found.extent(self.step(at))).collect()
    }

    fn iterations(&self) -> usize {
        self.paths.iter().map(|path| path.found.steps.len()).sum()
    }

    /// What is taken where a limit was reached before sizes were scored: of the path that came furthest, of several the one of the
    /// longest rules, the model of the size asked for, or of no more than [`UNSCORED`] rules.
    fn unscored(&self, size: SizeChoice) -> usize {
        let furthest = (0..self.paths.len()).max_by_key(|&path| (self.paths[path].found.last(), path)).unwrap_or(0);
        let path = &self.paths[furthest].found;
        let rules = |place: usize| path.extent(self.steps[place].min(path.last())).0;
        let fits = |&place: &usize| matches!(size, SizeChoice::Rules(_)) || rules(place) <= UNSCORED;
        furthest * self.steps.len() + (0..self.steps.len()).rev().find(fits).unwrap_or(0)
    }

    /// For each size the candidate of the length that scores best, those that repeat left out; and the choice.
    fn shown(&self, scores: Option<&[Scores]>, chosen: usize) -> Vec<usize> {
        let sizes = self.steps.len();
        let total = |at: usize| scores.map_or(0.0, |all| all.iter().map(|scores| scores.mean(at)).sum::<f64>());
        let better = |a: usize, b: usize| if total(b) > total(a) { b } else { a };
        let of_size = |size: usize| match chosen % sizes == size {
            true => chosen,
            false => (0..self.paths.len()).map(|path| path * sizes + size).reduce(better).expect("there is a path"),
        };
        let mut shown: Vec<usize> = (0..sizes).map(of_size).collect();
        let extents = self.extents();
        shown.sort_by_key(|&at| (extents[at], at != chosen, at));
        shown.dedup_by_key(|at| extents[*at]);
        shown
    }
}

/// The scores of the candidates by measure; none if a limit was reached before.
fn cross_validated(
    p: &RuleParameters,
    data: &Dataset,
    target: &str,
    candidates: &Candidates<'_>,
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
        positive: candidates.paths[0].ready.training.positive,
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
        match Training::new(rows, target, &p.training(), limits) {
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

#[cfg(test)]
mod tests {
    use super::lengths;

    #[test]
    fn long_rules_have_one_path() {
        assert_eq!((lengths(1), lengths(3), lengths(4)), (vec![1], vec![1, 2, 3], vec![1, 2, 3, 4]));
        assert_eq!((lengths(5), lengths(usize::MAX)), (vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, usize::MAX]));
    }
}
