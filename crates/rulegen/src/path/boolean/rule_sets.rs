//! Rule sets along complexities or epsilons.

use super::problems::Problems;
use super::solver::RuleSetFound;
use crate::FitError;
use crate::parameters::{Parameters, Sweep, SweepParameter};
use crate::path::steps::{Path, StepModel};
use crate::path::support::SupportPath;
use crate::pricers::Stages;
use crate::training::Training;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_rule::{Certificate, Model, Status};
use std::time::{Duration, Instant};

/// The complexities of the path on which a size is chosen, unless they are listed. A single
/// condition has 2, and eight rules of three conditions have 32.
const COMPLEXITIES: [f64; 9] = [2.0, 4.0, 6.0, 9.0, 13.0, 18.0, 25.0, 32.0, 40.0];

/// The shares of the time limit for the path over all rows, and for the paths of all folds. The
/// rest is for the complexity that is chosen.
const OWN_SHARE: f64 = 0.2;
const FOLDS_SHARE: f64 = 0.5;

/// The part of a fit's time limit that a path may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimeShare {
    /// The path over all rows.
    AllRows,
    /// The path of one of this many folds.
    Fold {
        /// The number of folds.
        of: usize,
    },
}

impl TimeShare {
    fn of(self, limit: Option<Duration>) -> Option<Duration> {
        let share = match self {
            TimeShare::AllRows => OWN_SHARE,
            TimeShare::Fold { of } => FOLDS_SHARE / of.max(1) as f64,
        };
        limit.map(|limit| limit.mul_f64(share))
    }
}

/// Rule sets for several complexities or epsilons, each with its model.
pub(crate) struct RuleSets<'a> {
    /// The parameters that models record.
    p: Parameters,
    training: Training<'a>,
    /// The complexity of each step.
    complexities: Vec<Option<f64>>,
    models: Vec<StepModel>,
    found: SupportPath,
    start: Instant,
}

impl<'a> RuleSets<'a> {
    /// Learns the path among whose rule sets a size is chosen, by rounding and greed alone.
    ///
    /// # Errors
    /// A failing solver or pricer.
    pub(crate) fn along_complexities(
        p: &Parameters,
        training: Training<'a>,
        share: TimeShare,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, FitError> {
        let values = p.complexities.as_deref().unwrap_or(&COMPLEXITIES);
        let sweep = Sweep::ascending(SweepParameter::Complexity, values)?;
        // Models record the size that was asked for, although complexity is bounded on the path.
        let quick = Parameters { heuristic: true, proved: false, size: Some(p.size()), ..p.clone() };
        let stages = training.stages(&quick)?;
        let limits = limits.within(share.of(p.time_limit));
        let learned = RuleSets::learn(&quick, training, stages, Some(&sweep), &limits, observer)?;
        Ok(RuleSets { p: p.clone(), ..learned })
    }

    /// Learns the rule set of the parameters, or those of all values of a sweep, all within the
    /// limits. Rules found for one value are known to the next, and at the end each rule set is
    /// chosen again among all of them. There are fewer rule sets if the run was interrupted.
    ///
    /// # Errors
    /// A failing solver or pricer, or rules that cannot be asked of the training set.
    pub(crate) fn learn(
        p: &Parameters,
        training: Training<'a>,
        stages: Stages,
        sweep: Option<&Sweep>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Self, FitError> {
        let start = Instant::now();
        let points: Vec<Parameters> = match sweep {
            None => vec![p.clone()],
            Some(Sweep { parameter, values }) => {
                let point = |&value: &f64| match parameter {
                    SweepParameter::Complexity => Parameters { complexity: Some(value), ..p.clone() },
                    SweepParameter::Epsilon => Parameters { epsilon: Some(value), ..p.clone() },
                };
                values.iter().map(point).collect()
            }
        };
        let complexity = |point: &Parameters| match sweep {
            Some(Sweep { parameter: SweepParameter::Complexity, .. }) => point.complexity,
            _ => point.complexity(),
        };
        let mut problems = Problems::new(p, training, stages)?;
        // One share of the time is reserved for the second pass.
        let second = usize::from(sweep.is_some() && !p.heuristic);
        let mut first: Vec<(&Parameters, Vec<RuleSetFound>)> = Vec::new();
        for (place, point) in points.iter().enumerate() {
            problems.p.epsilon = point.epsilon;
            let share = if sweep.is_some() { limits.part(points.len() - place + second) } else { limits.clone() };
            first.push((point, problems.solve(complexity(point), &share, observer)?));
            if limits.stop.is_raised() {
                break;
            }
        }
        let (passes, mut models) = (first.len(), Vec::new());
        for (place, (point, mut found)) in first.into_iter().enumerate() {
            problems.p.epsilon = point.epsilon;
            if second > 0 {
                problems.choose_again(complexity(point), &mut found, &limits.part(passes - place))?;
            }
            let recorded = Parameters { complexity: complexity(point), ..point.clone() };
            models.push(problems.model(&recorded, &found, limits)?);
        }
        let found = SupportPath::of_models(models.iter().map(|model| &model.model));
        let complexities = points.iter().take(models.len()).map(complexity).collect();
        Ok(RuleSets { p: p.clone(), training: problems.training, complexities, models, found, start })
    }

    /// The models, one for each value.
    pub(crate) fn into_models(self) -> (Vec<StepModel>, Training<'a>) {
        (self.models, self.training)
    }

    /// Solves the problem of a complexity with an integer program, in the time that is left.
    fn solve_whole(
        &self,
        step: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Option<StepModel>, FitError> {
        let left = self.p.time_limit.map(|limit| limit.saturating_sub(self.start.elapsed()));
        if left.is_some_and(|left| left.is_zero()) || limits.reached().is_some() {
            return Ok(None);
        }
        let whole = Parameters { complexity: self.complexities[step], quiet: true, ..self.p.clone() };
        let whole = Parameters { size: Some(self.p.size()), ..whole };
        let stages = self.training.stages(&whole)?;
        let limits = limits.within(left);
        let learned = RuleSets::learn(&whole, self.training.clone(), stages, None, &limits, observer)?;
        Ok(learned.models.into_iter().next())
    }
}

impl Path for RuleSets<'_> {
    fn support(&self) -> &SupportPath {
        &self.found
    }

    fn max_length(&self, model: &Model) -> usize {
        model.rules.iter().map(|rule| rule.rule.len()).max().unwrap_or(0)
    }

    fn iterations(&self) -> usize {
        self.models.iter().map(|model| model.run.iterations).sum()
    }

    fn columns(&self) -> usize {
        self.models.iter().map(|model| model.columns).max().unwrap_or(0)
    }

    fn pricing(&self) -> Option<Duration> {
        Some(self.models.iter().map(|model| model.run.pricing).sum())
    }

    fn model(&self, step: usize, _: &Limits) -> Result<StepModel, FitError> {
        Ok(self.models[step].clone())
    }

    fn made_model(&self, step: usize) -> Option<StepModel> {
        Some(self.models[step].clone())
    }

    /// Solves the problem of the step with an integer program, in the time that is left, and takes
    /// the better rule set.
    fn proved_model(&self, step: usize, limits: &Limits, observer: &mut dyn Observer) -> Result<StepModel, FitError> {
        let mut model = self.models[step].clone();
        (model.run.iterations, model.run.pricing) = (0, Duration::ZERO);
        if model.run.status != Status::Optimal {
            match self.solve_whole(step, limits, observer) {
                Ok(whole) => whole.into_iter().for_each(|whole| {
                    let proof = whole.proof.clone();
                    keep_better(&mut model, whole);
                    model.proof = proof.map(|proof| proof.about(&model.model, &self.training));
                }),
                Err(error) => log::warn!("{error}: the rules are those of the path"),
            }
        }
        if self.p.proved && model.proof.is_none() {
            let whole = self.solve_whole(step, limits, observer)?;
            model.proof = whole.and_then(|whole| whole.proof).map(|proof| proof.about(&model.model, &self.training));
        }
        if let Some(limit) = limits.reached().filter(|_| model.run.status != Status::Optimal) {
            // Whatever ended the run that it is from.
            model.run.status = limit.into();
            model.model.certificate.status = limit.into();
        }
        Ok(model)
    }

    fn certificate(&self, _: usize, model: &Model) -> Option<Certificate> {
        Some(model.certificate.clone())
    }
}

/// Takes the other rule set of the same problem unless it is worse. The status is that of the other
/// run, which was the last, and a proof of one holds for both.
fn keep_better(known: &mut StepModel, other: StepModel) {
    let (before, after) = (&known.model.certificate, &other.model.certificate);
    let bound = [before, after].into_iter().filter_map(|of| of.lower_bound).reduce(f64::max);
    let status = after.status;
    let scopes = if after.scopes.is_empty() { before.scopes.clone() } else { after.scopes.clone() };
    if after.objective <= before.objective {
        *known = other;
    } else {
        let RunSummary { status, iterations, pricing, .. } = other.run;
        known.run = RunSummary { status, iterations, pricing, ..known.run.clone() };
    }
    let Certificate { objective, lp_objective, .. } = known.model.certificate;
    let proved = bound.is_some_and(|bound| bound >= objective);
    if proved {
        known.run.status = Status::Optimal;
    }
    known.model.certificate =
        Certificate::of(if proved { Status::Optimal } else { status }, objective, lp_objective, bound)
            .with_scopes(scopes);
}
