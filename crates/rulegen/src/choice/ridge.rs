//! The ridge of the weights of a chosen model.

use super::cross_validation::{FoldPaths, Folds};
use crate::FitError;
use crate::loss::ScoreKind;
use crate::parameters::Parameters;
use crate::path::{Step, SupportPath};
use rayon::prelude::*;
use rulegen_limits::Limits;
use rulegen_measure::{ChoiceMeasure, Scores};

/// The ridges among which one is chosen are the usual one divided by these. The usual one finds
/// good rules, and leaves the probabilities of few rows too modest
/// (docs/measurements/probabilities.md).
const DIVISORS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// The most rows of a training set for which a ridge is chosen. Beside more of them it weighs too
/// little to matter.
const MOST_ROWS: u64 = 10_000;

/// Returns the ridge at which the rules that folds have at a step give the rows held out the
/// smallest log loss, the largest of those that tie. `None` if the parameters name a ridge, the
/// loss has none or gives no probabilities, or rows are many.
///
/// # Errors
/// Rows that cannot be coded, or a failing solver.
pub(super) fn choose_ridge(
    p: &Parameters,
    folds: &dyn Folds,
    learned: &[FoldPaths],
    path: usize,
    step: usize,
    limits: &Limits,
) -> Result<Option<f64>, FitError> {
    let loss = p.loss();
    let Some(usual) = loss.usual_ridge().filter(|_| p.ridge.is_none() && loss.scores() == ScoreKind::LogOdds) else {
        return Ok(None);
    };
    let ridges = DIVISORS.map(|divisor| usual / divisor);
    let score = |of_fold: &FoldPaths| -> Result<Option<Vec<f64>>, FitError> {
        let Some(fold) = folds.fold(of_fold.division, of_fold.at, limits)? else { return Ok(None) };
        let few = |rows: &[u64]| rows.iter().sum::<u64>() <= MOST_ROWS;
        let Some(training) = fold.training.filter(|training| training.rows.is_none()) else { return Ok(None) };
        if !few(&fold.class_rows) {
            return Ok(None);
        }
        let support = of_fold.paths[path].support.support(step);
        let refitted = |&ridge: &f64| -> Result<Step, FitError> {
            let p = Parameters { ridge: Some(ridge), ..fold.p.clone() };
            let mut master = training.master(&p, training.samples.clone(), training.mean_weight())?;
            master.add_rules(support.clone());
            master.solve(0.0, limits)?;
            Ok(Step::of(&*master, (0..support.len()).collect()))
        };
        let steps = ridges.iter().map(refitted).collect::<Result<Vec<_>, _>>()?;
        let rules: Vec<_> = support.iter().map(|(rule, _)| rule).collect();
        let rows = fold.held_out.over(&training.samples.schema, &rules)?;
        let all: Vec<usize> = (0..ridges.len()).collect();
        let path = SupportPath { rules: support, steps, ..SupportPath::default() };
        Ok(rows.score(&path, loss.scores(), &all, &[ChoiceMeasure::LogLoss], None).pop())
    };
    let scored: Vec<Option<Vec<f64>>> = learned.par_iter().map(score).collect::<Result<_, _>>()?;
    let Some(folds) = scored.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
    Ok(Some(ridges[Scores { folds }.best()]))
}
