//! The RUG classifier: the parts put together.

use crate::assemble::{Kept, assemble};
use crate::boolean::part_of;
use crate::fairness::{check_epsilon, groups};
use crate::parameters::accept;
use crate::schema::learn_schema;
use crate::{CostScaling, FallbackKind, FitError, ParameterError, PricerKind, RugParameters};
use rulegen_binarize::{BinarizeError, Dropped, Samples};
use rulegen_data::{DataError, Dataset};
use rulegen_driver::{Limits, Master, Observer, Pricer, RunSettings, RunSummary, StopFlag, run};
use rulegen_lp::LpFactory;
use rulegen_master::{RugMaster, RugSettings, RuleMaster, RuleTerms};
use rulegen_pricing::WeightedTree;
use rulegen_rule::{Model, Rule, Status};
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
    /// The part of the objective that fairness rows raised without a rule being worse for it
    /// ([`RugMaster::raised`]); none without such rows.
    pub raised: Option<f64>,
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
        LpFactory::create(&self.parameters.backend).map_err(rulegen_master::MasterError::from)?;
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
        let limits = self.limits(stop);
        let mut learner = Learner::new(&self.parameters, data, target)?;
        let run = learner.run(&limits, observer)?;
        Ok(learner.fitted(run))
    }

    /// A model for each epsilon of the fairness asked for, in the order given, all within the time limit: rules
    /// found for one are known to the next, and at the end each is solved again over all of them. Fewer models
    /// than epsilons if the run was interrupted.
    ///
    /// # Errors
    /// As [`RugClassifier::fit`]; an epsilon out of range, or parameters without fairness.
    pub fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        epsilons: &[f64],
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        let asked = self.parameters.fairness.is_some();
        accept(asked, "the fairness of a path of epsilons", "given", "absent")?;
        epsilons.iter().try_for_each(|&epsilon| check_epsilon(epsilon))?;
        let limits = self.limits(stop);
        let mut learner = Learner::new(&self.parameters, data, target)?;
        let mut path = Vec::new();
        for (place, &epsilon) in epsilons.iter().enumerate() {
            learner.set_epsilon(epsilon)?;
            // One share is kept for the second pass.
            let run = learner.run(&part_of(&limits, epsilons.len() - place + 1), observer)?;
            path.push((epsilon, run, learner.weights()));
            if limits.reached() == Some(Status::Interrupted) {
                break;
            }
        }
        let passes = path.len();
        let again = |(place, (epsilon, run, weights)): (usize, (f64, RunSummary, Vec<f64>))| {
            learner.set_epsilon(epsilon)?;
            // What was found for this epsilon is never lost, whatever time there is for more.
            learner.master.offer(&weights);
            let run = learner.solve_again(run, &part_of(&limits, passes - place))?;
            Ok(learner.fitted(run))
        };
        path.into_iter().enumerate().map(again).collect()
    }

    fn limits(&self, stop: StopFlag) -> Limits {
        let deadline = self.parameters.time_limit.and_then(|t| Instant::now().checked_add(t));
        Limits { deadline, stop }
    }
}

/// A training set, the master with the rules found so far, and the pricers.
struct Learner<'a> {
    parameters: RugParameters,
    data: &'a Dataset,
    target: &'a str,
    samples: Arc<Samples>,
    dropped: Vec<Dropped>,
    first_tree: Vec<(Rule, u32)>,
    master: RugMaster,
    stages: Vec<Box<dyn Pricer>>,
}

impl<'a> Learner<'a> {
    fn new(parameters: &RugParameters, data: &'a Dataset, target: &'a str) -> Result<Self, FitError> {
        let p = parameters;
        let weights = p.class_weight.of(data).unwrap_or_else(|| vec![1.0; data.target.labels.len()]);
        check_classes(data, target)?;
        let fairness = p.fairness.as_ref().map(|fairness| fairness.resolve(data)).transpose()?;
        let groups = fairness.map(|_| groups(data)).transpose()?.map(|groups| &groups.of_row[..]);
        let (labels, n) = (&data.target.labels, data.target.classes.len());
        let (schema, dropped) = learn_schema(data, p.bins, p.offered())?;
        let coded = schema.encode(&data.features).map_err(BinarizeError::from)?;
        let samples = Arc::new(Samples::merge_grouped(schema, &coded, labels, groups, &weights, n)?);
        let tree = WeightedTree::new(samples.clone(), p.tree);
        let first_tree = tree.leaves(&samples.weights);
        let settings = RugSettings { fairness, ..master_settings(p, &samples, &first_tree) };
        let mut master = RugMaster::new(samples.clone(), settings)?;
        if p.pricers.contains(&PricerKind::Tree) {
            let fits = |rule: &Rule| p.max_length.is_none_or(|most| rule.len() <= most);
            master.add_rules(first_tree.iter().filter(|(rule, _)| fits(rule)).cloned().collect());
        }
        let (classes, stage) = (&data.target.classes, p.stages());
        let stages = p.pricers.iter().map(|kind| kind.create(&samples, classes, &tree, &stage));
        let stages = stages.collect::<Result<Vec<_>, _>>()?;
        Ok(Learner { parameters: parameters.clone(), data, target, samples, dropped, first_tree, master, stages })
    }

    fn set_epsilon(&mut self, epsilon: f64) -> Result<(), FitError> {
        if let Some(fairness) = &mut self.parameters.fairness {
            fairness.epsilon = epsilon;
        }
        Ok(self.master.set_epsilon(epsilon)?)
    }

    /// Column generation, with all rules found before.
    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<RunSummary, FitError> {
        let p = &self.parameters;
        let settings = RunSettings {
            max_iterations: p.max_iterations,
            gap: p.gap,
            tolerance: p.tolerance(),
            smoothing: p.smoothing,
            limits: limits.clone(),
            ..RunSettings::default()
        };
        Ok(run(&mut self.master, &mut self.stages, &settings, observer)?)
    }

    /// A run as it would have ended with the rules found since.
    fn solve_again(&mut self, run: RunSummary, limits: &Limits) -> Result<RunSummary, FitError> {
        let start = Instant::now();
        let objective = self.master.solve(0.0, limits)?.objective;
        let more = start.elapsed();
        Ok(RunSummary { objective, lp: run.lp + more, total: run.total + more, ..run })
    }

    fn weights(&self) -> Vec<f64> {
        self.master.weights()
    }

    fn fitted(&self, run: RunSummary) -> Fitted {
        let p = &self.parameters;
        let kept = Kept {
            threshold: p.weight_threshold,
            first_tree: (p.fallback == FallbackKind::FirstTree).then(|| self.first_tree.clone()),
        };
        let model = assemble(&self.samples, &self.master, &run, kept, self.target, self.data, p.record());
        Fitted {
            model,
            columns: self.master.rules().len(),
            samples: self.samples.len(),
            mip: Duration::ZERO,
            raised: p.fairness.as_ref().map(|_| self.master.raised(&self.weights())),
            run,
            dropped: self.dropped.clone(),
        }
    }
}

fn master_settings(p: &RugParameters, samples: &Samples, first_tree: &[(Rule, u32)]) -> RugSettings {
    let cost = |(rule, _): &(Rule, u32)| p.cost.of(rule, &samples.cover(rule), samples);
    let largest = first_tree.iter().map(cost).fold(0.0, f64::max);
    let cost_scale = match p.cost_scaling {
        CostScaling::Published if largest > 0.0 => 1.0 / largest,
        _ => 1.0,
    };
    RugSettings {
        terms: RuleTerms { penalty: p.penalty, cost: p.cost.clone(), cost_scale, max_length: p.max_length },
        strategy: p.lp_strategy(),
        backend: p.backend,
        fairness: None,
    }
}

/// Each class is priced by itself and has gains of its own; more of them than this are the values of a number.
const MOST_CLASSES: usize = 1000;

/// That there is something to tell apart, and not too much.
pub(crate) fn check_classes(data: &Dataset, target: &str) -> Result<(), DataError> {
    let classes = data.target.classes.len();
    if classes > MOST_CLASSES {
        return Err(DataError::TooManyClasses { target: target.into(), classes, most: MOST_CLASSES });
    }
    match data.target.counts().iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()[..] {
        [(only, _)] => Err(DataError::OneClass { target: target.into(), class: data.target.classes[only].clone() }),
        _ => Ok(()),
    }
}
