//! What the learners of weighted rules have in common: a training set, a master, pricers, and the model of what they find.

use crate::assemble::{ModelSettings, assemble};
use crate::fairness::{Asked, groups, positive_class};
use crate::given::forbid;
use crate::learner::Fitted;
use crate::parameters::ClassWeight;
use crate::pricers::PricerName;
use crate::schema::learn_schema;
use crate::training::check_classes;
use crate::{FitError, Method, NormalForm};
use rulegen_binarize::{BinarizeError, Bins, Dropped, Samples};
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer, RunSettings, RunSummary, run};
use rulegen_master::{Fairness, RuleMaster};
use rulegen_rule::{Model, Rule};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How a training set is made ready.
pub(crate) struct TrainingSettings<'a> {
    pub(crate) bins: Bins,
    pub(crate) class_weight: ClassWeight,
    pub(crate) positive: Option<&'a String>,
    pub(crate) fairness: Option<Asked>,
    /// A model whose rules the schema must be able to say.
    pub(crate) offered: Option<&'a Model>,
    pub(crate) forbidden: &'a [String],
}

/// A training set made ready.
pub(crate) struct Training<'a> {
    data: &'a Dataset,
    target: &'a str,
    pub(crate) samples: Arc<Samples>,
    positive: Option<u32>,
    pub(crate) fairness: Option<Fairness>,
    dropped: Vec<Dropped>,
}

impl<'a> Training<'a> {
    pub(crate) fn new(data: &'a Dataset, target: &'a str, settings: &TrainingSettings<'_>) -> Result<Self, FitError> {
        let weights = settings.class_weight.of(data).unwrap_or_else(|| vec![1.0; data.target.labels.len()]);
        check_classes(data, target)?;
        let positive = positive_class(settings.positive, &data.target.classes)?;
        let fairness = settings.fairness.map(|asked| asked.of_groups(data, positive)).transpose()?;
        let groups = fairness.map(|_| groups(data)).transpose()?.map(|groups| &groups.of_row[..]);
        let (labels, n) = (&data.target.labels, data.target.classes.len());
        let (mut schema, dropped) = learn_schema(data, settings.bins, settings.offered)?;
        for text in settings.forbidden {
            forbid(&mut schema, &data.features, text, NormalForm::Disjunctive)?;
        }
        let coded = schema.encode(&data.features).map_err(BinarizeError::from)?;
        let samples = Arc::new(Samples::merge_grouped(schema, &coded, labels, groups, &weights, n)?);
        Ok(Training { data, target, samples, positive, fairness, dropped })
    }

    /// What a model says of its data, and of the method; no rule is dropped, and rows that no rule covers have one class.
    pub(crate) fn model_settings(&self, method: Method, recorded: BTreeMap<String, Value>) -> ModelSettings {
        ModelSettings {
            method: method.name().into(),
            loss: None,
            target: self.target.into(),
            classes: self.data.target.classes.clone(),
            positive: self.positive,
            weight_threshold: 0.0,
            fallback: None,
            recorded,
        }
    }
}

/// Column generation over a training set.
pub(crate) struct ColumnGeneration<'a, M> {
    pub(crate) training: Training<'a>,
    pub(crate) master: M,
    stages: Vec<Box<dyn Pricer>>,
}

impl<'a, M: RuleMaster> ColumnGeneration<'a, M> {
    /// Begins with the rules of a first tree, no longer than `max_length`, where trees are among the pricers.
    pub(crate) fn new(
        training: Training<'a>,
        mut master: M,
        stages: Vec<Box<dyn Pricer>>,
        names: &[PricerName],
        first_tree: &[(Rule, u32)],
        max_length: Option<usize>,
    ) -> Self {
        if names.contains(&PricerName::TREE) {
            let fits = |rule: &Rule| max_length.is_none_or(|most| rule.len() <= most);
            master.add_rules(first_tree.iter().filter(|(rule, _)| fits(rule)).cloned().collect());
        }
        ColumnGeneration { training, master, stages }
    }

    /// Column generation, with all rules found before.
    pub(crate) fn run(&mut self, settings: &RunSettings, observer: &mut dyn Observer) -> Result<RunSummary, FitError> {
        Ok(run(&mut self.master, &mut self.stages, settings, observer)?)
    }

    /// The model of the best solution.
    pub(crate) fn fitted(&self, run: RunSummary, settings: ModelSettings, raised: Option<f64>) -> Fitted {
        Fitted {
            model: assemble(&self.training.samples, &self.master, &run, settings),
            columns: self.master.rules().len(),
            samples: self.training.samples.len(),
            mip: Duration::ZERO,
            raised,
            run,
            dropped: self.training.dropped.clone(),
        }
    }
}
