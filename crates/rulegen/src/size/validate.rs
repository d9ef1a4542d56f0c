//! How the steps of paths do on rows that they have not seen.

use super::scores::PathScores;
use super::support::SupportPath;
use crate::{ClassWeight, FitError};
use rayon::prelude::*;
use rulegen_data::{Dataset, Split, Target, stratified_split, stratified_splits};
use rulegen_limits::Limits;
use rulegen_measure::{ChoiceMeasure, Scored, Scores};
use rulegen_rule::Schema;

/// The most rows that a fold learns from. What rules of a few conditions are worth is known from so many, and the choice of a size is
/// about how many of them pay.
pub(crate) const MOST_ROWS: usize = 100_000;

/// A path, and the schema that its rules are over.
pub(crate) struct Learned {
    pub(crate) schema: Schema,
    pub(crate) path: SupportPath,
}

/// What is scored, on which folds, and by what.
pub(crate) struct Plan<'a> {
    pub(crate) data: &'a Dataset,
    /// The steps of a path that are candidates.
    pub(crate) sizes: &'a [usize],
    /// The number of stratified folds, and how often the rows are divided anew.
    pub(crate) folds: usize,
    pub(crate) repeats: usize,
    pub(crate) seed: u64,
    pub(crate) measures: &'a [ChoiceMeasure],
    /// The class that F1 and AUC are about.
    pub(crate) positive: Option<u32>,
    /// What rows weigh in the measures: as in learning.
    pub(crate) class_weight: ClassWeight,
    /// Whether scores are log-odds.
    pub(crate) probabilities: bool,
}

/// The scores of all candidates, by path and then by size, for each measure; nothing if a limit was reached before. `learn` learns the paths,
/// always as many.
///
/// # Errors
/// The first error of `learn`, or rows that cannot be divided into folds.
pub(crate) fn validate(
    plan: &Plan<'_>,
    learn: impl Fn(&Dataset) -> Result<Vec<Learned>, FitError> + Sync,
    limits: &Limits,
) -> Result<Option<Vec<Scores>>, FitError> {
    let mut tasks = Vec::new();
    for repeat in 0..plan.repeats as u64 {
        if limits.reached().is_some() {
            return Ok(None);
        }
        for (train, test) in stratified_splits(&plan.data.target, plan.folds, plan.seed.wrapping_add(repeat))? {
            tasks.push((plan.sample(train)?, test));
        }
    }
    let score = |(train, test): &Split| {
        if limits.reached().is_some() {
            return Ok(Vec::new());
        }
        let paths = learn(&plan.data.select_rows(train))?;
        let test = plan.data.select_rows(test);
        let of_path = |learned: &Learned| match limits.reached() {
            Some(_) => Ok(Vec::new()),
            None => plan.of_fold(learned, &test),
        };
        paths.par_iter().map(of_path).collect()
    };
    let scored: Vec<Vec<Vec<Vec<f64>>>> = tasks.par_iter().map(score).collect::<Result<_, FitError>>()?;
    if limits.reached().is_some() {
        return Ok(None);
    }
    let of_measure = |measure: usize| {
        let fold = |paths: &Vec<Vec<Vec<f64>>>| paths.iter().flat_map(|path| path[measure].iter().copied()).collect();
        Scores { folds: scored.iter().map(fold).collect() }
    };
    Ok(Some((0..plan.measures.len()).map(of_measure).collect()))
}

impl Plan<'_> {
    /// These rows, or where they are many a stratified sample of [`MOST_ROWS`].
    fn sample(&self, rows: Vec<usize>) -> Result<Vec<usize>, FitError> {
        if rows.len() <= MOST_ROWS {
            return Ok(rows);
        }
        let Target { labels, classes } = &self.data.target;
        let target = Target { labels: rows.iter().map(|&row| labels[row]).collect(), classes: classes.clone() };
        let (_, kept) = stratified_split(&target, MOST_ROWS as f64 / rows.len() as f64, self.seed)?;
        Ok(kept.into_iter().map(|at| rows[at]).collect())
    }

    /// The scores of a path on the rows of a fold: by measure, then by size. A path that ends early stays as it is.
    fn of_fold(&self, learned: &Learned, test: &Dataset) -> Result<Vec<Vec<f64>>, FitError> {
        let scores = PathScores::new(&learned.path, &learned.schema, &test.features, self.probabilities)?;
        let weights = self.class_weight.of(test);
        let rows = (&test.target.labels[..], weights.as_deref());
        Ok(score_steps(&scores, self.sizes, self.measures, rows, self.positive))
    }
}

/// The scores of steps of a path on rows, of which these are the classes and the weights: by measure, then by step. A path that ends early stays
/// as it is.
pub(crate) fn score_steps(
    scores: &PathScores<'_>,
    steps: &[usize],
    measures: &[ChoiceMeasure],
    (labels, weights): (&[u32], Option<&[f64]>),
    positive: Option<u32>,
) -> Vec<Vec<f64>> {
    let mut by_measure = vec![Vec::with_capacity(steps.len()); measures.len()];
    for &step in steps {
        let (of_rows, classes) = scores.at(step.min(scores.last()));
        for (measure, values) in measures.iter().zip(&mut by_measure) {
            values.push(measure.of(&Scored { scores: &of_rows, classes, labels, weights, positive }));
        }
    }
    by_measure
}
