//! The ridge of the weights of a chosen model.

use super::cross_validation::{FoldPaths, Folds};
use crate::FitError;
use crate::loss::ScoreKind;
use crate::parameters::Parameters;
use crate::path::{Step, SupportPath, TOLERANCE};
use crate::training::Training;
use rayon::prelude::*;
use rulegen_limits::Limits;
use rulegen_measure::{ChoiceMeasure, Scores};

/// The divisors of the usual ridge, whose quotients are the candidates. The usual ridge finds good
/// rules, and leaves the probabilities of few rows too modest
/// (docs/measurements/probabilities.md).
const DIVISORS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// The most rows of a training set for which a ridge is chosen. Beside more of them it weighs too
/// little to matter.
const MOST_ROWS: u64 = 10_000;

/// Returns the ridge at which the rules that folds have at a step give the rows held out the
/// smallest log loss, the largest of those that tie. `None` if the parameters name a ridge, the
/// loss has none or gives no probabilities, rows are many, no fold can tell, or a limit is reached
/// before.
///
/// # Errors
/// Rows that cannot be coded, or a failing solver.
pub(super) fn choose_ridge(
    p: &Parameters,
    training: &Training<'_>,
    folds: &dyn Folds,
    learned: &[FoldPaths],
    path: usize,
    step: usize,
    limits: &Limits,
) -> Result<Option<f64>, FitError> {
    let loss = p.loss();
    if training.samples.counts.iter().sum::<u64>() > MOST_ROWS {
        return Ok(None);
    }
    let Some(usual) = loss.usual_ridge().filter(|_| p.ridge.is_none() && loss.scores() == ScoreKind::LogOdds) else {
        return Ok(None);
    };
    let ridges = DIVISORS.map(|divisor| usual / divisor);
    let score = |of_fold: &FoldPaths| -> Result<Option<Vec<f64>>, FitError> {
        let Some(fold) = folds.fold(of_fold.division, of_fold.at, limits)? else { return Ok(None) };
        // Samples that a limit cut short have another schema than the path.
        if limits.reached().is_some() {
            return Ok(None);
        }
        // In rows of one class all weigh nothing.
        let Some(training) = fold.training else { return Ok(None) };
        let support = of_fold.paths[path].support.support(step);
        let rules: Vec<_> = support.iter().map(|(rule, _)| rule).collect();
        let samples = training.told_apart(&rules)?;
        let refitted = |&ridge: &f64| -> Result<Step, FitError> {
            let p = Parameters { ridge: Some(ridge), ..fold.p.clone() };
            let mut master = training.master(&p, samples.clone(), training.mean_weight())?;
            master.add_rules(support.clone());
            master.solve(TOLERANCE, limits)?;
            Ok(Step::of(&*master, (0..support.len()).collect()))
        };
        let steps = ridges.iter().map(refitted).collect::<Result<Vec<_>, _>>()?;
        let rows = fold.held_out.over(&training.samples.schema, &rules)?;
        let all: Vec<usize> = (0..ridges.len()).collect();
        let path = SupportPath { rules: support, steps, ..SupportPath::default() };
        Ok(rows.score(&path, loss.scores(), &all, &[ChoiceMeasure::LogLoss], None).pop())
    };
    let scored: Vec<Option<Vec<f64>>> = learned.par_iter().map(score).collect::<Result<_, _>>()?;
    // Weights may not be the optimum.
    if limits.reached().is_some() {
        return Ok(None);
    }
    let scores = Scores { folds: scored.into_iter().flatten().collect() };
    Ok((!scores.folds.is_empty()).then(|| ridges[scores.best()]))
}

#[cfg(test)]
mod tests {
    use super::super::cross_validation::{CrossValidation, Fold, Plan, cross_validate};
    use super::super::scores::HeldOutRows;
    use super::*;
    use crate::source::{InMemory, RowsToChoose, Source};
    use rulegen_data::{Dataset, Table, Values};
    use rulegen_limits::StopFlag;
    use rulegen_rule::{Rule, Schema};

    /// Folds that are interrupted as soon as one is asked for.
    struct Interrupted<'a> {
        folds: Box<dyn Folds + 'a>,
        stop: StopFlag,
    }

    impl Folds for Interrupted<'_> {
        fn number(&self) -> usize {
            self.folds.number()
        }

        fn fold(&self, division: usize, at: usize, limits: &Limits) -> Result<Option<Fold<'_>>, FitError> {
            self.stop.raise();
            self.folds.fold(division, at, limits)
        }

        fn compared(
            &self,
            division: usize,
            at: usize,
            of_model: (&Schema, &[&Rule]),
            of_fold: (&Schema, &[&Rule]),
        ) -> Result<HeldOutRows, FitError> {
            self.folds.compared(division, at, of_model, of_fold)
        }
    }

    #[test]
    fn an_interrupt_leaves_the_usual_ridge() {
        let x = |row: i32| f64::from(row * 7919 % 120) / 120.0;
        let labels = Values::from_text((0..120).map(|row| if x(row) < 0.5 { "no" } else { "yes" }));
        let columns = [("x", Values::from((0..120).map(x).collect::<Vec<f64>>())), ("class", labels)];
        let data = Dataset::from_table(Table::from_columns(columns).unwrap(), "class", None).unwrap();
        let limits = Limits::default();
        let rows = InMemory::new(&data, "class").to_choose(&Parameters::default(), &limits).unwrap();
        let RowsToChoose { p, training, folds } = rows;
        let (measures, loss) = (p.choose_by(), p.loss());
        let plan = Plan { lengths: &[1], steps: &[0, 1], measures: &measures, scorers: &[], loss, positive: None };
        let CrossValidation { folds: learned, .. } = cross_validate(&*folds, &plan, &|| (), &limits).unwrap().unwrap();
        let chosen = |folds: &dyn Folds| choose_ridge(&p, &training, folds, &learned, 0, 1, &limits).unwrap();
        assert_eq!(chosen(&*folds), Some(0.03));
        assert_eq!(chosen(&Interrupted { folds, stop: limits.stop.clone() }), None);
    }
}
