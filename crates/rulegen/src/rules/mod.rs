//! The rule classifier: weighted rules under a loss that you choose.

mod candidates;
mod coded;
mod further;
mod merged_folds;
mod path;
mod penalised;
mod penalties;
mod ready;
mod shard_paths;
mod sharded;
mod small;

use crate::learner::{Fitted, Learner};
use crate::pricers::Stages;
use crate::restricted::weigh;
use crate::sharded::Workers;
use crate::weighted::{Training, TrainingSettings, check_epsilons};
use crate::{FitError, Method, ParameterError, Path, PathParameter, Restricted, RuleParameters, SizeChoice};
use ready::{RuleFit, fitted, master};
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer};
use rulegen_limits::Limits;
use rulegen_lp::LpFactory;
use rulegen_rule::Model;
use std::sync::Arc;
use std::time::Duration;

/// Learns weighted rules for any number of classes under a loss that you choose: few of them, their number by cross-validation
/// ([`SizeChoice`]), or at a given penalty those that minimise the loss and their costs, by column generation.
///
/// ```
/// use rulegen::{Learner, RuleClassifier, RuleParameters};
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
///
/// let csv = b"size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,red,b\n";
/// let table = read_bytes(csv, &ReadOptions { text: vec!["kind".into()], ..Default::default() })?;
/// let data = Dataset::from_table(table, "kind", None)?;
///
/// let classifier = RuleClassifier::new(RuleParameters { penalty: Some(0.1), ..Default::default() })?;
/// let fitted = classifier.fit(&data, "kind")?;
/// let probabilities = rulegen::rule::Predictor::new(&fitted.model).probabilities(&data.features)?;
/// assert!(probabilities[0] > 0.9, "the first row is of class a");
///
/// // By default the number of rules is chosen, and the other sizes are there to look at.
/// let fitted = RuleClassifier::new(RuleParameters::default())?.fit(&data, "kind")?;
/// assert!(fitted.front.expect("sizes were compared").rows.iter().any(|row| row.chosen));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleClassifier {
    parameters: RuleParameters,
}

impl RuleClassifier {
    /// A classifier with checked parameters.
    ///
    /// # Errors
    /// The first parameter out of its range.
    pub fn new(parameters: RuleParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        Ok(RuleClassifier { parameters })
    }

    /// The parameters.
    pub fn parameters(&self) -> &RuleParameters {
        &self.parameters
    }

    /// Learns the penalised problem, whatever the size asked for, with stages of pricing of the caller's own, as
    /// [`RugClassifier::fit_with`](crate::RugClassifier::fit_with) does.
    ///
    /// # Errors
    /// As there.
    pub fn fit_with(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        self.fit_stages(data, target, |training| training.own_stages(stages), limits, observer)
    }

    /// Learns from rows that lie in shards, wherever these are: few rules, their number by cross-validation over folds of merged
    /// rows. `classes` are the names of what labels stand for. The model is the same however rows are divided.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; parameters that need the rows themselves, and [`FitError::Workers`].
    pub fn fit_shards(
        &self,
        workers: &Arc<dyn Workers>,
        target: &str,
        classes: &[String],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let (p, limits) = (&self.parameters, limits.within(self.parameters.time_limit));
        match p.size() {
            SizeChoice::Given => penalised::fit(p, workers, (target, classes), &limits, observer),
            _ => sharded::fit(p, workers, target, classes, &limits, observer),
        }
    }

    fn fit_stages(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Training<'_>) -> Result<Stages, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let limits = limits.within(self.parameters.time_limit);
        let start = RuleFit::new(&self.parameters, data, target, stages, &limits)?;
        let (parameters, mut generation) = start.generation()?;
        let fresh = |training: &Training<'_>| master(&parameters, training, 1.0);
        let run = generation.run_capped(parameters.caps(), fresh, &parameters.run(&limits), observer)?;
        Ok(fitted(&parameters, &generation, run))
    }

    /// Makes the stages that the parameters name.
    fn named<'a>(&'a self, data: &'a Dataset) -> impl FnOnce(&Training<'_>) -> Result<Stages, FitError> + 'a {
        ready::named(&self.parameters, &data.target.classes)
    }
}

impl Learner for RuleClassifier {
    fn method(&self) -> Method {
        Method::Rules
    }

    fn check_built(&self) -> Result<(), FitError> {
        let p = &self.parameters;
        if p.loss.is_linear() {
            LpFactory::create(&p.backend).map_err(rulegen_master::MasterError::from)?;
        }
        p.pricers().iter().try_for_each(|name| p.registry.check_built(name))
    }

    fn is_cheap(&self) -> bool {
        !self.parameters.is_exact()
    }

    fn max_iterations(&self) -> Option<usize> {
        // Rounds of several paths, and folds beside them, have no number to go by.
        self.parameters.max_iterations().filter(|_| self.parameters.size() == SizeChoice::Given)
    }

    fn time_limit(&self) -> Option<Duration> {
        self.parameters.time_limit
    }

    fn value(&self, parameter: PathParameter) -> Option<f64> {
        self.parameters.epsilon.filter(|_| parameter == PathParameter::Epsilon)
    }

    fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        match self.parameters.size() {
            SizeChoice::Given => self.fit_stages(data, target, self.named(data), limits, observer),
            _ => small::fit(&self.parameters, data, target, &limits.within(self.parameters.time_limit), observer),
        }
    }

    fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        path: &Path,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        check_epsilons(Method::Rules, path, self.parameters.fairness.is_some())?;
        let limits = limits.within(self.parameters.time_limit);
        let start = RuleFit::new(&self.parameters, data, target, self.named(data), &limits)?;
        let (parameters, mut generation) = start.generation()?;
        generation.follow(&path.values, &parameters.run(&limits), observer, |generation, epsilon, run| {
            let parameters = RuleParameters { epsilon: Some(epsilon), ..parameters.clone() };
            fitted(&parameters, generation, run)
        })
    }

    fn restricted(&self, data: &Dataset, target: &str, rules: &Model, limits: &Limits) -> Result<Restricted, FitError> {
        let (p, limits) = (self.parameters.for_data(data), limits.within(self.parameters.time_limit));
        let settings = TrainingSettings { offered: Some(rules), ..p.training() };
        let training = Training::new(data, target, &settings, &limits)?;
        weigh(master(&p, &training, 1.0)?, &training, data, rules, &limits)
    }
}
