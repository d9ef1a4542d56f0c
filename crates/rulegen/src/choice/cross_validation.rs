//! The cross-validation: paths are learned on folds, and their steps scored on the rows held out.

use super::divisions::Divisions;
use super::scores::HeldOutRows;
use crate::FitError;
use crate::fitted::record_rows;
use crate::loss::Loss;
use crate::parameters::{Parameters, Scorer};
use crate::path::{Path, SupportPath, TimeShare, learn};
use crate::training::Training;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rulegen_limits::Limits;
use rulegen_measure::{ChoiceMeasure, Scores};
use rulegen_rule::{Model, Rule, Schema};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most rows that a fold learns from. The worth of rules of a few conditions is known from that
/// many, and the choice of a size is about the number of rules that pay.
pub(crate) const MOST_ROWS: usize = 100_000;

/// The folds of a source of rows.
pub(crate) trait Folds: Send + Sync {
    /// The number of folds of a division. With fewer than two, nothing can be held out.
    fn number(&self) -> usize;

    /// The number of times that the rows are divided into folds.
    fn divisions(&self) -> usize {
        1
    }

    /// Begins to score: fetches the rows of folds if they lie elsewhere and are few.
    ///
    /// # Errors
    /// Rows that cannot be asked.
    fn begin(&mut self, _limits: &Limits) -> Result<(), FitError> {
        Ok(())
    }

    /// Prepares a fold of a division. `None` if it holds out no row, or all.
    ///
    /// # Errors
    /// Rows that cannot be coded or asked.
    fn fold(&self, division: usize, at: usize, limits: &Limits) -> Result<Option<Fold<'_>>, FitError>;

    /// Returns rows with those that the rules of a model cover, then those that the rules of a fold
    /// cover, each over its schema. They are all rows or, where rows lie elsewhere, those that the
    /// fold holds out.
    ///
    /// # Errors
    /// Rows that cannot be coded or asked.
    fn compared(
        &self,
        division: usize,
        at: usize,
        of_model: (&Schema, &[&Rule]),
        of_fold: (&Schema, &[&Rule]),
    ) -> Result<HeldOutRows, FitError>;
}

/// A fold.
pub(crate) struct Fold<'a> {
    /// The parameters for its rows.
    pub(crate) p: Parameters,
    /// The rows to learn from. `None` if they have one class or no usable column.
    pub(crate) training: Option<Training<'a>>,
    /// The number of those rows in each class.
    pub(crate) class_rows: Vec<u64>,
    /// The rows held out.
    pub(crate) held_out: Box<dyn HeldOut + 'a>,
}

/// Rows that a fold holds out.
pub(crate) trait HeldOut: Send + Sync {
    /// Returns the places of the rows in the data. `None` if they are merged or lie elsewhere,
    /// where scorers are refused.
    fn places(&self) -> Option<&[usize]> {
        None
    }

    /// Returns the rows, with those that each of the rules, over `schema`, covers.
    ///
    /// # Errors
    /// Rows that cannot be coded or asked.
    fn over(&self, schema: &Schema, rules: &[&Rule]) -> Result<HeldOutRows, FitError>;
}

/// The candidates to score, and the measures that score them.
pub(crate) struct Plan<'a> {
    /// The lengths of rules, each of which has a path.
    pub(crate) lengths: &'a [usize],
    /// The steps of each path that are candidates.
    pub(crate) steps: &'a [usize],
    pub(crate) measures: &'a [ChoiceMeasure],
    /// Measures of the caller's own, which come after these.
    pub(crate) scorers: &'a [Arc<dyn Scorer>],
    pub(crate) loss: &'a dyn Loss,
    /// The class that F1 and AUC are about.
    pub(crate) positive: Option<u32>,
}

impl Plan<'_> {
    /// The number of all measures.
    fn all_measures(&self) -> usize {
        self.measures.len() + self.scorers.len()
    }
}

/// The scores of all candidates, by path and then by step, and the paths that folds have learned.
pub(super) struct CrossValidation {
    pub(super) divisions: Divisions,
    pub(super) folds: Vec<FoldPaths>,
}

/// The paths that a fold has learned.
pub(super) struct FoldPaths {
    pub(super) division: usize,
    pub(super) at: usize,
    /// The path of each length.
    pub(super) paths: Vec<FoldPath>,
}

/// A path that a fold has learned, over the schema of the fold.
pub(super) struct FoldPath {
    pub(super) schema: Schema,
    pub(super) support: SupportPath,
}

/// Scores by measure, and then by step or candidate.
type ScoresByMeasure = Vec<Vec<f64>>;

/// A fold's paths, with the scores of all candidates.
type ScoredFold = (FoldPaths, ScoresByMeasure);

/// Scores all candidates on each division of the rows that there is time for. Returns `None` if
/// there was time for none, or the rows cannot be divided. `ended` is called at the end of each
/// path.
///
/// # Errors
/// The first error of a fold.
pub(super) fn cross_validate(
    folds: &dyn Folds,
    plan: &Plan<'_>,
    ended: &(dyn Fn() + Send + Sync),
    limits: &Limits,
) -> Result<Option<CrossValidation>, FitError> {
    if folds.number() < 2 {
        return Ok(None);
    }
    let (mut divisions, mut learned) = (Vec::new(), Vec::new());
    for division in 0..folds.divisions() {
        let scored = score_division(folds, division, plan, ended, limits)?;
        if limits.reached().is_some() {
            break;
        }
        if scored.len() < 2 {
            log::warn!("different rows are too few to be divided into folds: the size is not chosen by its scores");
            return Ok(None);
        }
        let of_measure = |at: usize| Scores { folds: scored.iter().map(|(_, scores)| scores[at].clone()).collect() };
        divisions.push((0..plan.all_measures()).map(of_measure).collect());
        learned.extend(scored.into_iter().map(|(paths, _)| paths));
    }
    let scored = CrossValidation { divisions: Divisions(divisions), folds: learned };
    Ok(Some(scored).filter(|scored| !scored.divisions.0.is_empty()))
}

/// Scores all candidates on the folds of a division, but for folds that hold out no row, or all, or
/// end after the limit.
fn score_division(
    folds: &dyn Folds,
    division: usize,
    plan: &Plan<'_>,
    ended: &(dyn Fn() + Send + Sync),
    limits: &Limits,
) -> Result<Vec<ScoredFold>, FitError> {
    let number = folds.number();
    let score = |at: usize| -> Result<Option<ScoredFold>, FitError> {
        if limits.reached().is_some() {
            return Ok(None);
        }
        let Some(fold) = folds.fold(division, at, limits)? else {
            plan.lengths.iter().for_each(|_| ended());
            return Ok(None);
        };
        let of_length = |&length: &usize| {
            let scores = fold.score(plan, length, number, limits);
            ended();
            scores
        };
        // Rows elsewhere answer for one path at a time, because workers keep only the clusters of
        // the last rules.
        let elsewhere = fold.training.as_ref().is_some_and(|training| training.rows.is_some());
        let scored: Vec<Option<(FoldPath, ScoresByMeasure)>> = match elsewhere {
            true => plan.lengths.iter().map(of_length).collect::<Result<_, _>>()?,
            false => plan.lengths.par_iter().map(of_length).collect::<Result<_, _>>()?,
        };
        let Some(scored) = scored.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let (paths, scores): (Vec<FoldPath>, Vec<ScoresByMeasure>) = scored.into_iter().unzip();
        let of_measure = |measure: usize| scores.iter().flat_map(|path| path[measure].iter().copied()).collect();
        let scores = (0..plan.all_measures()).map(of_measure).collect();
        Ok(Some((FoldPaths { division, at, paths }, scores)))
    };
    let scored = match plan.loss.is_timed() {
        true => side_by_side(number, score).into_iter().collect::<Result<Vec<_>, _>>()?,
        false => (0..number).into_par_iter().map(score).collect::<Result<Vec<_>, _>>()?,
    };
    Ok(scored.into_iter().flatten().collect())
}

impl Fold<'_> {
    /// Learns the path of a length, and scores it: by measure, then by step. Returns `None` if a
    /// limit was reached before.
    fn score(
        &self,
        plan: &Plan<'_>,
        length: usize,
        folds: usize,
        limits: &Limits,
    ) -> Result<Option<(FoldPath, ScoresByMeasure)>, FitError> {
        let mut own = Vec::new();
        let (support, schema) = match &self.training {
            None if !plan.scorers.is_empty() => return Err(FitError::UnscoredFold),
            None => (SupportPath::of_class_counts(&self.class_rows), Schema::default()),
            Some(training) => {
                // A fold that ends after the limit is not scored.
                let limits = if plan.loss.is_timed() { &limits.firm() } else { limits };
                let share = TimeShare::Fold { of: folds };
                let path = learn(&self.p, training.clone(), length, share, limits, &mut ())?;
                own = self.scores_of_scorers(&*path, plan, limits)?;
                (path.support().clone(), training.samples.schema.clone())
            }
        };
        if limits.reached().is_some() {
            return Ok(None);
        }
        let rules: Vec<&Rule> = support.rules.iter().map(|(rule, _)| rule).collect();
        let rows = self.held_out.over(&schema, &rules)?;
        let mut scores = rows.score(&support, plan.loss.scores(), plan.steps, plan.measures, plan.positive);
        scores.extend(own);
        Ok(Some((FoldPath { schema, support }, scores)))
    }

    /// Scores the models of a path by the measures of the caller's own: by measure, then by step.
    fn scores_of_scorers(
        &self,
        path: &dyn Path,
        plan: &Plan<'_>,
        limits: &Limits,
    ) -> Result<ScoresByMeasure, FitError> {
        let mut scores = vec![Vec::with_capacity(plan.steps.len()); plan.scorers.len()];
        let (Some(training), Some(rows)) = (&self.training, self.held_out.places()) else { return Ok(scores) };
        let mut scored = None;
        for &step in plan.steps.iter().filter(|_| !plan.scorers.is_empty()) {
            if limits.reached().is_some() {
                break;
            }
            // A path that ended early keeps its last step.
            let step = step.min(path.support().last());
            if scored.replace(step) == Some(step) {
                scores.iter_mut().for_each(|of| of.extend(of.last().copied()));
                continue;
            }
            let mut model = path.model(step, limits)?.model;
            record_rows(&mut model, training);
            for (scorer, of) in plan.scorers.iter().zip(&mut scores) {
                of.push(asked(&**scorer, &model, rows)?);
            }
        }
        Ok(scores)
    }
}

/// Asks a scorer, and refuses a score that is not finite.
fn asked(scorer: &dyn Scorer, model: &Model, rows: &[usize]) -> Result<f64, FitError> {
    let failed = |source| FitError::Scorer { name: scorer.name().to_owned(), source };
    match scorer.score(model, rows).map_err(failed)? {
        score if score.is_finite() => Ok(score),
        score => Err(failed(format!("a score must be a finite number, not {score}").into())),
    }
}

/// Returns the work for each of `number` items, in their order, on as many threads as there are.
/// Each item has a pool of its own: a thread that waits in a pool takes up other work, and the time
/// limit of the fold that it left would go on.
fn side_by_side<R: Send>(number: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < number);
    let threads = (rayon::current_num_threads() / number.max(1)).max(1);
    let alone = |at: usize| match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => (at, pool.install(|| work(at))),
        Err(_) => (at, work(at)),
    };
    let made = rayon::broadcast(|_| std::iter::from_fn(take).map(alone).collect::<Vec<_>>());
    let mut made: Vec<(usize, R)> = made.into_iter().flatten().collect();
    made.sort_unstable_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, made)| made).collect()
}
