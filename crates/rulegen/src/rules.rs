//! The rule classifier: weighted rules by a loss of choice.

use crate::assemble::ModelSettings;
use crate::learner::{Fitted, Learner, limits};
use crate::pricers::Stages;
use crate::weighted::{ColumnGeneration, Training};
use crate::{FitError, Loss, Method, ParameterError, Path, PathParameter, PricerName, RuleParameters};
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Limits, Observer, Pricer, StopFlag};
use rulegen_lp::LpFactory;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleMaster, RuleTerms};
use rulegen_pricing::WeightedTree;

use std::sync::Arc;
use std::time::Duration;

/// Learns weighted rules for any number of classes that minimise a loss of choice and the costs of the rules, by column
/// generation.
///
/// ```
/// use rulegen::{Learner, RuleClassifier, RuleParameters};
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
///
/// let csv = b"size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,red,b\n";
/// let table = read_bytes(csv, &ReadOptions { text: vec!["kind".into()], ..Default::default() })?;
/// let data = Dataset::from_table(table, "kind", None)?;
///
/// let classifier = RuleClassifier::new(RuleParameters { penalty: 0.1, ..Default::default() })?;
/// let fitted = classifier.fit(&data, "kind")?;
/// let probabilities = rulegen::rule::Predictor::new(&fitted.model).probabilities(&data.features)?;
/// assert!(probabilities[0] > 0.9, "the first row is of class a");
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

    /// Learns with stages of pricing of the caller's own, as [`RugClassifier::fit_with`](crate::RugClassifier::fit_with) does.
    ///
    /// # Errors
    /// As there.
    pub fn fit_with(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        self.fit_stages(data, target, |samples| stages(samples).map(Stages::own), stop, observer)
    }

    fn fit_stages(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError>,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let limits = limits(self.parameters.time_limit, stop);
        let training = Training::new(data, target, &self.parameters.training(&self.parameters.forbidden))?;
        let stages = stages(&training.samples)?;
        let parameters = RuleParameters { pricers: Some(stages.names), ..self.parameters.clone() };
        let run = Run { parameters, training, pricers: stages.pricers, limits, observer };
        let terms = run.terms();
        let samples = run.training.samples.clone();
        match self.parameters.loss {
            Loss::Logistic => run.fit(LogisticMaster::new(samples, LogisticSettings { terms, ..Default::default() })?),
        }
    }
}

/// A fit, whatever the loss.
struct Run<'a> {
    parameters: RuleParameters,
    training: Training<'a>,
    pricers: Vec<Box<dyn Pricer>>,
    limits: Limits,
    observer: &'a mut dyn Observer,
}

impl Run<'_> {
    /// What rules cost: as it is said, not scaled.
    fn terms(&self) -> RuleTerms {
        let p = &self.parameters;
        RuleTerms { penalty: p.penalty, cost: p.cost.clone(), cost_scale: 1.0, max_length: p.max_length }
    }

    fn fit(self, master: impl RuleMaster) -> Result<Fitted, FitError> {
        let (p, samples) = (&self.parameters, &self.training.samples);
        let first_tree = match p.pricers().contains(&PricerName::TREE) {
            true => WeightedTree::new(samples.clone(), p.tree())?.leaves(&samples.weights),
            false => Vec::new(),
        };
        let mut generation =
            ColumnGeneration::new(self.training, master, self.pricers, p.pricers(), &first_tree, p.max_length);
        let run = generation.run(&p.run(&self.limits), self.observer)?;
        let settings = ModelSettings {
            loss: Some(p.loss.name().into()),
            weight_threshold: p.weight_threshold,
            ..generation.training.model_settings(Method::Rules, p.record())
        };
        Ok(generation.fitted(run, settings, None))
    }
}

impl Learner for RuleClassifier {
    fn method(&self) -> Method {
        Method::Rules
    }

    fn check_built(&self) -> Result<(), FitError> {
        LpFactory::create(&self.parameters.backend).map_err(rulegen_master::MasterError::from)?;
        let p = &self.parameters;
        p.pricers().iter().try_for_each(|name| p.registry.check_built(name))
    }

    fn is_cheap(&self) -> bool {
        !self.parameters.is_exact()
    }

    fn max_iterations(&self) -> Option<usize> {
        self.parameters.max_iterations()
    }

    fn time_limit(&self) -> Option<Duration> {
        self.parameters.time_limit
    }

    fn value(&self, parameter: PathParameter) -> Option<f64> {
        self.parameters.epsilon.filter(|_| parameter == PathParameter::Epsilon)
    }

    fn with_time_limit(&self, limit: Option<Duration>) -> Box<dyn Learner> {
        let time_limit = limit.or(self.parameters.time_limit);
        Box::new(RuleClassifier { parameters: RuleParameters { time_limit, ..self.parameters.clone() } })
    }

    fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let p = &self.parameters;
        let classes = &data.target.classes;
        let stages = |samples: &Arc<Samples>| Stages::named(p.pricers(), &p.registry, samples, &p.stages(classes));
        self.fit_stages(data, target, stages, stop, observer)
    }

    fn fit_path(
        &self,
        _: &Dataset,
        _: &str,
        path: &Path,
        _: StopFlag,
        _: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        Err(FitError::NoPath { method: Method::Rules, parameter: path.parameter })
    }
}
