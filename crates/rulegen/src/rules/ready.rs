//! What every fit of the rule classifier begins and ends with.

use crate::assemble::ModelSettings;
use crate::learner::Fitted;
use crate::pricers::Stages;
use crate::weighted::{ColumnGeneration, Training};
use crate::{FitError, Loss, Method, PricerName, RuleParameters};
use rulegen_data::Dataset;
use rulegen_driver::{Pricer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings, MarginHingeMaster, MarginHingeSettings, RuleMaster, RuleTerms};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Makes the stages that the parameters name.
pub(super) fn named<'a>(
    p: &'a RuleParameters,
    classes: &'a [String],
) -> impl FnOnce(&Training<'_>) -> Result<Stages, FitError> + 'a {
    |training| training.stages(p.pricers(), &p.registry, &p.stages(classes))
}

/// What a fit begins with, whatever the loss.
pub(super) struct RuleFit<'a> {
    pub(super) parameters: RuleParameters,
    pub(super) training: Training<'a>,
    pub(super) pricers: Vec<Box<dyn Pricer>>,
}

impl<'a> RuleFit<'a> {
    pub(super) fn new(
        parameters: &RuleParameters,
        data: &'a Dataset,
        target: &'a str,
        stages: impl FnOnce(&Training<'_>) -> Result<Stages, FitError>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let parameters = parameters.for_data(data);
        let training = Training::new(data, target, &parameters.training(), limits)?;
        RuleFit::over(parameters, training, stages)
    }

    /// A fit over a training set that is ready. The parameters are those for its data.
    pub(super) fn over(
        parameters: RuleParameters,
        training: Training<'a>,
        stages: impl FnOnce(&Training<'_>) -> Result<Stages, FitError>,
    ) -> Result<Self, FitError> {
        let Stages { names, pricers } = stages(&training)?;
        Ok(RuleFit { parameters: RuleParameters { pricers: Some(names), ..parameters }, training, pricers })
    }

    /// Column generation with the master of the loss, and the parameters that name the pricers.
    pub(super) fn generation(self) -> Result<(RuleParameters, ColumnGeneration<'a>), FitError> {
        let p = self.parameters;
        let master = master(&p, &self.training, 1.0)?;
        let first_tree = match p.pricers().contains(&PricerName::TREE) {
            true => self.training.first_tree(p.tree(), p.least_cover())?,
            false => Vec::new(),
        };
        let most = p.max_length();
        let generation = ColumnGeneration::new(self.training, master, self.pricers, p.pricers(), &first_tree, most);
        Ok((p, generation))
    }
}

/// The master of the loss, without rules. Penalty and ridge are in units of `unit`.
pub(super) fn master(p: &RuleParameters, training: &Training<'_>, unit: f64) -> Result<Box<dyn RuleMaster>, FitError> {
    let (samples, terms) = (training.samples.clone(), terms(p, unit));
    Ok(match p.loss {
        Loss::Logistic => {
            let settings = LogisticSettings { terms, ridge: unit * p.ridge(), ..LogisticSettings::default() };
            Box::new(LogisticMaster::new(samples, settings)?)
        }
        Loss::Hinge => {
            let (strategy, backend, fairness) = (p.lp_strategy(), Arc::new(p.backend), training.fairness);
            Box::new(MarginHingeMaster::new(samples, MarginHingeSettings { terms, strategy, backend, fairness })?)
        }
    })
}

/// What rules cost, in units of `unit`.
pub(super) fn terms(p: &RuleParameters, unit: f64) -> RuleTerms {
    RuleTerms {
        penalty: p.penalty(),
        cost: p.cost.clone(),
        cost_scale: unit,
        max_length: p.max_length(),
        min_cover: p.least_cover(),
    }
}

/// What a model file records: nothing of linear programs where there are none.
pub(super) fn recorded(p: &RuleParameters) -> BTreeMap<String, Value> {
    let mut recorded = p.record();
    if !p.loss.is_linear() {
        recorded.retain(|name, _| !["lp", "lp_strategy"].contains(&name.as_str()));
    }
    if p.loss == Loss::Logistic {
        recorded.insert("largest_intercept".into(), LogisticSettings::default().largest_intercept.into());
    }
    recorded
}

/// What a model says beside its rules.
pub(super) fn model_settings(p: &RuleParameters, training: &Training<'_>) -> ModelSettings {
    ModelSettings {
        loss: Some(p.loss.name().into()),
        weight_threshold: p.weight_threshold,
        ..training.model_settings(Method::Rules, recorded(p))
    }
}

/// The model of the rules found.
pub(super) fn fitted(p: &RuleParameters, generation: &ColumnGeneration<'_>, run: RunSummary) -> Fitted {
    generation.fitted(run, |training| model_settings(p, training))
}
