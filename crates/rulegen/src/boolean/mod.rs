//! The Boolean rule classifier: the parts put together.

mod fair;
mod given;
mod learner;
mod parameters;
mod raised;
mod recorded;
mod regime;
mod search;

pub use fair::{BooleanCriterion, BooleanFairness};
pub(crate) use learner::part_of;
pub use parameters::{BooleanParameters, NormalForm};

use crate::fairness::check_epsilon;
use crate::parameters::accept;
use crate::{FitError, Fitted, ParameterError};
use learner::Learner;
use rulegen_data::Dataset;
use rulegen_driver::{Limits, Observer, StopFlag};
use rulegen_lp::LpFactory;
use rulegen_rule::Status;
use std::time::Instant;

/// Learns rule sets that say yes or no (Boolean decision rules; Dash, Günlük, Wei 2018): the fewest
/// errors within a bound on complexity, or with a price on it.
///
/// Of two classes the positive one has rules, and a row that meets none is negative. Of several each has
/// rules, learned against all others: the class with most rules that a row meets wins, the first of those
/// that tie, and a row that meets none is of the class most frequent among such rows in training.
///
/// ```
/// use rulegen::{BooleanParameters, BooleanRuleClassifier};
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
///
/// let csv = b"size,colour,kind\n1,red,no\n2,red,no\n3,blue,yes\n4,blue,yes\n5,red,yes\n";
/// let table = read_bytes(csv, &ReadOptions { text: vec!["kind".into()], ..Default::default() })?;
/// let data = Dataset::from_table(table, "kind", None)?;
///
/// let parameters = BooleanParameters { complexity: Some(2.0), ..Default::default() };
/// let fitted = BooleanRuleClassifier::new(parameters)?.fit(&data, "kind")?;
/// assert_eq!(fitted.model.certificate.gap(), Some(0.0));
/// let predicted = rulegen::rule::Predictor::new(&fitted.model).predict(&data.features)?;
/// assert_eq!(predicted, data.target.labels);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BooleanRuleClassifier {
    parameters: BooleanParameters,
}

impl BooleanRuleClassifier {
    /// A classifier with checked parameters.
    ///
    /// # Errors
    /// The first parameter out of its range.
    pub fn new(parameters: BooleanParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        Ok(BooleanRuleClassifier { parameters })
    }

    /// The parameters.
    pub fn parameters(&self) -> &BooleanParameters {
        &self.parameters
    }

    /// Whether all that the parameters name is built in: to know it before a long run.
    ///
    /// # Errors
    /// The solver or pricer that is not.
    pub fn check_built(&self) -> Result<(), FitError> {
        let p = &self.parameters;
        LpFactory::create(&p.backend).map_err(rulegen_master::MasterError::from)?;
        p.mip.create().map_err(rulegen_master::MasterError::from)?;
        p.pricers.iter().flatten().try_for_each(|kind| kind.check_built()).map_err(FitError::from)
    }

    /// Learns from all rows of `data`; `target` is the name of the column predicted.
    ///
    /// # Errors
    /// Data without a usable column, parameters that do not fit the data, or a failing solver.
    pub fn fit(&self, data: &Dataset, target: &str) -> Result<Fitted, FitError> {
        self.fit_observed(data, target, StopFlag::default(), &mut ())
    }

    /// As [`BooleanRuleClassifier::fit`], watched by `observer`. Raising `stop` ends the run with the best
    /// model so far.
    ///
    /// # Errors
    /// As [`BooleanRuleClassifier::fit`].
    pub fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let mut learner = Learner::new(&self.parameters, data, target)?;
        let complexity = self.parameters.complexity;
        let found = learner.solve(complexity, &self.limits(stop), observer)?;
        Ok(learner.fitted(complexity, &found))
    }

    /// A model for each bound on the complexity, in the order given, all within the time limit: rules found
    /// for one are known to the next, and at the end each chooses again among all of them. Fewer models
    /// than bounds if the run was interrupted.
    ///
    /// # Errors
    /// As [`BooleanRuleClassifier::fit`].
    pub fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        complexities: &[f64],
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        let limits = self.limits(stop);
        let mut learner = Learner::new(&self.parameters, data, target)?;
        let mut path = Vec::new();
        for (place, &complexity) in complexities.iter().enumerate() {
            // One share is kept for the second pass.
            let share = part_of(&limits, complexities.len() - place + 1);
            path.push((Some(complexity), learner.solve(Some(complexity), &share, observer)?));
            if limits.reached() == Some(Status::Interrupted) {
                break;
            }
        }
        let passes = path.len();
        for (place, (complexity, found)) in path.iter_mut().enumerate() {
            learner.choose_again(*complexity, found, &part_of(&limits, passes - place))?;
        }
        Ok(path.iter().map(|(complexity, found)| learner.fitted(*complexity, found)).collect())
    }

    /// A model for each epsilon of the fairness asked for, in the order given, all within the time limit: rules
    /// found for one are known to the next, and at the end each chooses again among all of them. Fewer models
    /// than epsilons if the run was interrupted.
    ///
    /// # Errors
    /// As [`BooleanRuleClassifier::fit`]; an epsilon out of range, or parameters without fairness.
    pub fn fit_fair_path(
        &self,
        data: &Dataset,
        target: &str,
        epsilons: &[f64],
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        accept(self.parameters.fairness.is_some(), "the fairness of a path of epsilons", "given", "absent")?;
        epsilons.iter().try_for_each(|&epsilon| check_epsilon(epsilon))?;
        let limits = self.limits(stop);
        let complexity = self.parameters.complexity;
        let mut learner = Learner::new(&self.parameters, data, target)?;
        let mut path = Vec::new();
        for (place, &epsilon) in epsilons.iter().enumerate() {
            learner.set_epsilon(epsilon);
            // One share is kept for the second pass.
            let share = part_of(&limits, epsilons.len() - place + 1);
            path.push((epsilon, learner.solve(complexity, &share, observer)?));
            if limits.reached() == Some(Status::Interrupted) {
                break;
            }
        }
        let passes = path.len();
        let mut fitted = Vec::new();
        for (place, (epsilon, mut found)) in path.into_iter().enumerate() {
            learner.set_epsilon(epsilon);
            learner.choose_again(complexity, &mut found, &part_of(&limits, passes - place))?;
            fitted.push(learner.fitted(complexity, &found));
        }
        Ok(fitted)
    }

    fn limits(&self, stop: StopFlag) -> Limits {
        let deadline = self.parameters.time_limit.and_then(|t| Instant::now().checked_add(t));
        Limits { deadline, stop }
    }
}
