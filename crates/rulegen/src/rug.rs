//! The RUG classifier: the parts put together.

use crate::assemble::{Kept, assemble};
use crate::{CostScaling, FallbackKind, FitError, ParameterError, PricerKind, RugParameters};
use rulegen_binarize::{Dropped, Samples};
use rulegen_data::{DataError, Dataset};
use rulegen_driver::{Limits, Observer, RunSettings, RunSummary, StopFlag, run};
use rulegen_master::{RugMaster, RugSettings};
use rulegen_pricing::WeightedTree;
use rulegen_rule::{Model, Rule};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Learns weighted rules for any number of classes (RUG): a linear program over rules, solved by
/// column generation.
///
/// ```
/// use rulegen::{RugClassifier, RugParameters};
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
///
/// let csv = b"size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,red,b\n";
/// let table = read_bytes(csv, &ReadOptions { text: vec!["kind".into()], ..Default::default() })?;
/// let data = Dataset::from_table(table, "kind", None)?;
///
/// let classifier = RugClassifier::new(RugParameters { penalty: 0.1, ..Default::default() })?;
/// let fitted = classifier.fit(&data, "kind")?;
/// let predicted = rulegen::rule::Predictor::new(&fitted.model).predict(&data.features)?;
/// assert_eq!(predicted, data.target.labels);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RugClassifier {
    parameters: RugParameters,
}

/// A model, and how it was found.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// The run of column generation.
    pub run: RunSummary,
    /// Columns generated.
    pub columns: usize,
    /// Time in the integer program and in what leads to it; none where there is none.
    pub mip: Duration,
    /// Samples after identical rows were merged.
    pub samples: usize,
    /// Columns of the data that could not serve.
    pub dropped: Vec<Dropped>,
}

impl RugClassifier {
    /// A classifier with checked parameters.
    ///
    /// # Errors
    /// The first parameter out of its range.
    pub fn new(parameters: RugParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        Ok(RugClassifier { parameters })
    }

    /// The parameters.
    pub fn parameters(&self) -> &RugParameters {
        &self.parameters
    }

    /// Whether all that the parameters name is built in: to know it before a long run.
    ///
    /// # Errors
    /// The LP backend or pricer that is not.
    pub fn check_built(&self) -> Result<(), FitError> {
        self.parameters.backend.create().map_err(rulegen_master::MasterError::from)?;
        self.parameters.pricers.iter().try_for_each(|kind| kind.check_built()).map_err(FitError::from)
    }

    /// Learns from all rows of `data`; `target` is the name of the column predicted.
    ///
    /// # Errors
    /// Data without a usable column, or a failing solver.
    pub fn fit(&self, data: &Dataset, target: &str) -> Result<Fitted, FitError> {
        self.fit_observed(data, target, StopFlag::default(), &mut ())
    }

    /// As [`RugClassifier::fit`], watched by `observer`. Raising `stop` ends the run with the best
    /// model so far.
    ///
    /// # Errors
    /// As [`RugClassifier::fit`].
    pub fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let p = &self.parameters;
        let limits = Limits { deadline: p.time_limit.and_then(|t| Instant::now().checked_add(t)), stop };
        let weights = p.class_weight.of(data);
        check_classes(data, target)?;
        let (labels, n) = (&data.target.labels, data.target.classes.len());
        let (samples, dropped) = Samples::learn(&data.features, labels, weights.as_deref(), n, p.bins)?;
        dropped.iter().for_each(|d| log::warn!("{d}"));
        let samples = Arc::new(samples);
        let tree = WeightedTree::new(samples.clone(), p.tree);
        let first_tree = tree.leaves(&samples.weights);
        let mut master = RugMaster::new(samples.clone(), self.master_settings(&samples, &first_tree))?;
        if p.pricers.contains(&PricerKind::Tree) {
            let fits = |rule: &Rule| p.max_length.is_none_or(|most| rule.len() <= most);
            master.add_rules(first_tree.iter().filter(|(rule, _)| fits(rule)).cloned());
        }
        let (classes, stage) = (&data.target.classes, p.stages());
        let stages = p.pricers.iter().map(|kind| kind.create(&samples, classes, &tree, &stage));
        let mut stages = stages.collect::<Result<Vec<_>, _>>()?;
        let settings = RunSettings {
            max_iterations: p.max_iterations,
            gap: p.gap,
            tolerance: p.tolerance,
            smoothing: p.smoothing,
            limits,
        };
        let run = run(&mut master, &mut stages, &settings, observer)?;
        let kept = Kept {
            threshold: p.weight_threshold,
            first_tree: (p.fallback == FallbackKind::FirstTree).then_some(first_tree),
        };
        let model = assemble(&samples, &master, &run, kept, target, data, p.record());
        Ok(Fitted { model, columns: master.rules().len(), samples: samples.len(), mip: Duration::ZERO, run, dropped })
    }

    fn master_settings(&self, samples: &Samples, first_tree: &[(Rule, u32)]) -> RugSettings {
        let p = &self.parameters;
        let cost = |(rule, _): &(Rule, u32)| p.cost.of(rule, &samples.cover(rule), samples);
        let largest = first_tree.iter().map(cost).fold(0.0, f64::max);
        let cost_scale = match p.cost_scaling {
            CostScaling::Published if largest > 0.0 => 1.0 / largest,
            _ => 1.0,
        };
        RugSettings {
            penalty: p.penalty,
            cost: p.cost.clone(),
            cost_scale,
            max_length: p.max_length,
            strategy: p.lp_strategy(),
            backend: p.backend,
        }
    }
}

/// That there is something to tell apart.
pub(crate) fn check_classes(data: &Dataset, target: &str) -> Result<(), DataError> {
    match data.target.counts().iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()[..] {
        [(only, _)] => Err(DataError::OneClass { target: target.into(), class: data.target.classes[only].clone() }),
        _ => Ok(()),
    }
}
