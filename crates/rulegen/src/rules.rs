//! The rule classifier: weighted rules under a loss that you choose.

use crate::assemble::ModelSettings;
use crate::learner::{Fitted, Learner, limits};
use crate::pricers::Stages;
use crate::weighted::{ColumnGeneration, Training, check_epsilons};
use crate::{FitError, Loss, Method, ParameterError, Path, PathParameter, PricerName, RuleParameters};
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer, RunSummary, StopFlag};
use rulegen_lp::LpFactory;
use rulegen_master::{LogisticMaster, LogisticSettings, MarginHingeMaster, MarginHingeSettings, RuleMaster, RuleTerms};
use rulegen_pricing::WeightedTree;

use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Learns weighted rules for any number of classes that minimise a loss that you choose and the costs of the rules, by column
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
        let start = RuleFit::new(&self.parameters, data, target, stages)?;
        match self.parameters.loss {
            Loss::Logistic => {
                let settings = LogisticSettings { terms: terms(&start.parameters), ..LogisticSettings::default() };
                let master = LogisticMaster::new(start.training.samples.clone(), settings)?;
                let (parameters, mut generation) = start.with(master)?;
                let run = generation.run(&parameters.run(&limits), observer)?;
                Ok(fitted(&parameters, &generation, run, None))
            }
            Loss::Hinge => {
                let master = start.hinge()?;
                let (parameters, mut generation) = start.with(master)?;
                let run = generation.run(&parameters.run(&limits), observer)?;
                let raised = parameters.fairness.map(|_| generation.raised());
                Ok(fitted(&parameters, &generation, run, raised))
            }
        }
    }

    /// Makes the stages that the parameters name.
    fn named<'a>(&'a self, data: &'a Dataset) -> impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError> + 'a {
        let p = &self.parameters;
        |samples| Stages::named(p.pricers(), &p.registry, samples, &p.stages(&data.target.classes))
    }
}

/// What a fit begins with, whatever the loss.
struct RuleFit<'a> {
    parameters: RuleParameters,
    training: Training<'a>,
    pricers: Vec<Box<dyn Pricer>>,
}

impl<'a> RuleFit<'a> {
    fn new(
        parameters: &RuleParameters,
        data: &'a Dataset,
        target: &'a str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError>,
    ) -> Result<Self, FitError> {
        let parameters = parameters.for_data(data);
        let training = Training::new(data, target, &parameters.training(&parameters.forbidden))?;
        let Stages { names, pricers } = stages(&training.samples)?;
        Ok(RuleFit { parameters: RuleParameters { pricers: Some(names), ..parameters }, training, pricers })
    }

    fn hinge(&self) -> Result<MarginHingeMaster, FitError> {
        let p = &self.parameters;
        let settings = MarginHingeSettings {
            terms: terms(p),
            strategy: p.lp_strategy(),
            backend: Arc::new(p.backend),
            fairness: self.training.fairness,
        };
        Ok(MarginHingeMaster::new(self.training.samples.clone(), settings)?)
    }

    /// Column generation with this master, and the parameters that name the pricers.
    fn with<M: RuleMaster>(self, master: M) -> Result<(RuleParameters, ColumnGeneration<'a, M>), FitError> {
        let (p, samples) = (self.parameters, self.training.samples.clone());
        let first_tree = match p.pricers().contains(&PricerName::TREE) {
            true => WeightedTree::new(samples.clone(), p.tree())?.leaves(&samples.weights, p.least_cover()),
            false => Vec::new(),
        };
        let most = p.max_length;
        let generation = ColumnGeneration::new(self.training, master, self.pricers, p.pricers(), &first_tree, most);
        Ok((p, generation))
    }
}

/// What rules cost: as it is said, not scaled.
fn terms(p: &RuleParameters) -> RuleTerms {
    let (cost, min_cover) = (p.cost.clone(), p.least_cover());
    RuleTerms { penalty: p.penalty, cost, cost_scale: 1.0, max_length: p.max_length, min_cover }
}

/// What a model file records: nothing of linear programs where there are none.
fn recorded(p: &RuleParameters) -> BTreeMap<String, Value> {
    let mut recorded = p.record();
    if p.loss == Loss::Logistic {
        recorded.retain(|name, _| !["lp", "lp_strategy"].contains(&name.as_str()));
        recorded.insert("largest_intercept".into(), LogisticSettings::default().largest_intercept.into());
    }
    recorded
}

/// The model of the rules found.
fn fitted<M: RuleMaster>(
    p: &RuleParameters,
    generation: &ColumnGeneration<'_, M>,
    run: RunSummary,
    raised: Option<f64>,
) -> Fitted {
    let settings = ModelSettings {
        loss: Some(p.loss.name().into()),
        weight_threshold: p.weight_threshold,
        ..generation.training.model_settings(Method::Rules, recorded(p))
    };
    generation.fitted(run, settings, raised)
}

impl Learner for RuleClassifier {
    fn method(&self) -> Method {
        Method::Rules
    }

    fn check_built(&self) -> Result<(), FitError> {
        let p = &self.parameters;
        // The logistic master has no linear program.
        if p.loss != Loss::Logistic {
            LpFactory::create(&p.backend).map_err(rulegen_master::MasterError::from)?;
        }
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
        self.fit_stages(data, target, self.named(data), stop, observer)
    }

    fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        path: &Path,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        check_epsilons(Method::Rules, path, self.parameters.fairness.is_some())?;
        let limits = limits(self.parameters.time_limit, stop);
        let start = RuleFit::new(&self.parameters, data, target, self.named(data))?;
        // Parameters were checked: fairness comes with the hinge only.
        let master = start.hinge()?;
        let (parameters, mut generation) = start.with(master)?;
        generation.follow(&path.values, &parameters.run(&limits), observer, |generation, epsilon, run| {
            let parameters = RuleParameters { epsilon: Some(epsilon), ..parameters.clone() };
            fitted(&parameters, generation, run, Some(generation.raised()))
        })
    }
}
