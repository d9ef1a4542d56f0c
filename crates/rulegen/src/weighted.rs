//! What the learners of weighted rules have in common: a training set, a master, pricers, and the model of what they find.

use crate::assemble::{ModelSettings, UNUSED, assemble};
use crate::coding::Coding;
use crate::fairness::{Asked, groups, positive_class};
use crate::learner::Fitted;
use crate::parameters::{ClassWeight, Cuts, accept};
use crate::pricers::{PricerName, PricerRegistry, StageSettings, Stages, united};
use crate::size::{Caps, choose_rules};
use crate::together::{Together, check_groups, parts, permits};
use crate::training::check_classes;
use crate::trend::{Trend, check_trends, forbid_against};
use crate::{FitError, Method, NormalForm, Path, PathParameter};
use rulegen_binarize::{Dropped, LearnSettings, Samples};
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer, PricingProblem, RunSettings, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::{Fairness, RuleMaster};
use rulegen_pricing::{ByTag, Pool, TreeSettings, WeightedTree};
use rulegen_rule::{Model, Rule, Status};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a training set is made ready.
pub(crate) struct TrainingSettings<'a> {
    pub(crate) columns: LearnSettings<'a>,
    pub(crate) cuts: Cuts,
    pub(crate) class_weight: ClassWeight,
    pub(crate) positive: Option<&'a String>,
    pub(crate) fairness: Option<Asked>,
    /// A model whose rules the schema must be able to say.
    pub(crate) offered: Option<&'a Model>,
    pub(crate) forbidden: &'a [String],
    pub(crate) trends: &'a [Trend],
    pub(crate) together: &'a [Together],
    /// Whether quantiles are of rows among which rare classes count for more.
    pub(crate) rare_cuts: bool,
    /// Whether the log says nothing of columns: another fit has said it.
    pub(crate) quiet: bool,
}

/// A training set made ready.
#[derive(Clone)]
pub(crate) struct Training<'a> {
    target: &'a str,
    classes: &'a [String],
    pub(crate) samples: Arc<Samples>,
    /// The samples with the literals that rules may combine ([`parts`]), and where columns have a trend those for each class.
    parts: Vec<Arc<Samples>>,
    by_class: Option<[Vec<Arc<Samples>>; 2]>,
    pub(crate) positive: Option<u32>,
    pub(crate) fairness: Option<Fairness>,
    pub(crate) dropped: Vec<Dropped>,
}

impl<'a> Training<'a> {
    /// Codes `data`, or as much of it as there is time for ([`Coding::of`]).
    pub(crate) fn new(
        data: &'a Dataset,
        target: &'a str,
        settings: &TrainingSettings<'_>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        check_classes(data, target)?;
        check_trends(settings.trends, &data.features, data.target.classes.len())?;
        check_groups(settings.together, &data.features)?;
        let positive = positive_class(settings.positive, &data.target.classes)?;
        let fairness = settings.fairness.map(|asked| asked.of_groups(data, positive)).transpose()?;
        let groups = fairness.map(|_| groups(data)).transpose()?.map(|groups| &groups.of_row[..]);
        let coding = Coding {
            columns: settings.columns,
            cuts: settings.cuts,
            class_weight: settings.class_weight,
            groups,
            offered: settings.offered.into_iter().collect(),
            forbidden: settings.forbidden,
            form: NormalForm::Disjunctive,
            trends: None,
            rare_cuts: settings.rare_cuts,
            quiet: settings.quiet,
        };
        let (samples, dropped) = coding.of(data, limits)?;
        let training = Training::over(samples, dropped, (target, &data.target.classes), settings)?;
        Ok(Training { fairness, ..training })
    }

    /// Of samples that are coded, wherever their rows are, of a target and its classes; without fairness.
    pub(crate) fn over(
        samples: Samples,
        dropped: Vec<Dropped>,
        (target, classes): (&'a str, &'a [String]),
        settings: &TrainingSettings<'_>,
    ) -> Result<Self, FitError> {
        let positive = positive_class(settings.positive, classes)?;
        let of_class = |class: u32| {
            let mut samples = samples.clone();
            forbid_against(&mut samples.schema, settings.trends, Some(class) == positive);
            parts(&Arc::new(samples), settings.together)
        };
        let by_class = (!settings.trends.is_empty()).then(|| [0, 1].map(of_class));
        let samples = Arc::new(samples);
        let parts = parts(&samples, settings.together);
        Ok(Training { target, classes, samples, parts, by_class, positive, fairness: None, dropped })
    }

    /// The column that is predicted.
    pub(crate) fn target(&self) -> &'a str {
        self.target
    }

    /// The stages that the names stand for.
    pub(crate) fn stages(
        &self,
        names: &[PricerName],
        registry: &PricerRegistry,
        settings: &StageSettings<'_>,
    ) -> Result<Stages, FitError> {
        let named = |name| self.pricer(|samples| registry.create(name, samples, settings));
        Ok(Stages { names: names.to_vec(), pricers: names.iter().map(named).collect::<Result<_, _>>()? })
    }

    /// A pricer made over the samples with the literals that rules may combine. Where columns have a trend each class
    /// has one of its own.
    pub(crate) fn pricer(
        &self,
        make: impl Fn(&Arc<Samples>) -> Result<Box<dyn Pricer>, FitError>,
    ) -> Result<Box<dyn Pricer>, FitError> {
        let Some([first, second]) = &self.by_class else { return united(&self.parts, make) };
        Ok(Box::new(ByTag::new([(0, united(first, &make)?), (1, united(second, &make)?)])))
    }

    /// Stages of the caller's own.
    ///
    /// # Errors
    /// Trends of columns, or groups of them: such pricers are made over one set of literals.
    pub(crate) fn own_stages(
        &self,
        make: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
    ) -> Result<Stages, FitError> {
        let free = self.by_class.is_none();
        accept(free, "the list of monotone columns", "empty with pricers that have no name", "given")?;
        let free = self.parts.len() == 1;
        accept(free, "the list of columns that go together", "empty with pricers that have no name", "given")?;
        make(&self.samples).map(Stages::own)
    }

    /// Whether a class may have this rule.
    fn permits(&self, rule: &Rule, class: u32) -> bool {
        permits(self.by_class.as_ref().map_or(&self.parts, |parts| &parts[class as usize]), rule)
    }

    /// The leaves of a first tree that can be rules. Where columns go together it is that of the group whose leaves are right on most
    /// weight, of several the first.
    pub(crate) fn first_tree(&self, settings: TreeSettings, min_cover: u64) -> Result<Vec<(Rule, u32)>, FitError> {
        let samples = &self.samples;
        let tree = |part: &Arc<Samples>| -> Result<Vec<(Rule, u32)>, FitError> {
            let mut leaves = WeightedTree::new(part.clone(), settings)?.leaves(&part.weights, min_cover);
            leaves.retain(|(rule, class)| self.permits(rule, *class));
            Ok(leaves)
        };
        if let [whole] = &self.parts[..] {
            return tree(whole);
        }
        let right = |(rule, class): &(Rule, u32)| -> f64 {
            let covered = samples.cover(rule);
            covered.iter().filter(|&i| samples.labels[i] == *class).map(|i| samples.weights[i]).sum()
        };
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for part in &self.parts {
            let leaves = tree(part)?;
            let right = leaves.iter().map(right).sum();
            if right > best.0 {
                best = (right, leaves);
            }
        }
        Ok(best.1)
    }

    /// The names of the classes.
    pub(crate) fn classes(&self) -> &'a [String] {
        self.classes
    }

    /// What a model says of its data, and of the method; no rule is dropped, and rows that no rule covers have one class.
    pub(crate) fn model_settings(&self, method: Method, recorded: BTreeMap<String, Value>) -> ModelSettings {
        ModelSettings {
            method: method.name().into(),
            loss: None,
            target: self.target.into(),
            classes: self.classes.to_vec(),
            positive: self.positive,
            weight_threshold: 0.0,
            fallback: None,
            recorded,
        }
    }
}

/// Column generation over a training set.
pub(crate) struct ColumnGeneration<'a> {
    training: Training<'a>,
    master: Box<dyn RuleMaster>,
    stages: Vec<Box<dyn Pricer>>,
}

impl<'a> ColumnGeneration<'a> {
    /// Begins with the rules of a first tree, no longer than `max_length`, where trees are among the pricers.
    pub(crate) fn new(
        training: Training<'a>,
        mut master: Box<dyn RuleMaster>,
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
    fn run(&mut self, settings: &RunSettings, observer: &mut dyn Observer) -> Result<RunSummary, FitError> {
        Ok(run(&mut *self.master, &mut self.stages, settings, observer)?)
    }

    /// Column generation, and where its solution has more rules or conditions than `caps` allow, as many of the rules found, chosen
    /// one by one under `fresh`, a master like this one without rules. What was proved holds: fewer rules cost no less.
    pub(crate) fn run_capped(
        &mut self,
        caps: Option<Caps>,
        fresh: impl FnOnce(&Training<'a>) -> Result<Box<dyn RuleMaster>, FitError>,
        settings: &RunSettings,
        observer: &mut dyn Observer,
    ) -> Result<RunSummary, FitError> {
        let run = self.run(settings, observer)?;
        self.cap(run, caps, fresh, &settings.limits)
    }

    /// The same after a run.
    pub(crate) fn cap(
        &mut self,
        run: RunSummary,
        caps: Option<Caps>,
        fresh: impl FnOnce(&Training<'a>) -> Result<Box<dyn RuleMaster>, FitError>,
        limits: &Limits,
    ) -> Result<RunSummary, FitError> {
        let weights = self.master.weights();
        let used = || self.master.rules().iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
        let conditions: usize = used().map(|(column, _)| column.rule.len()).sum();
        let fits = |caps: &Caps| used().count() <= caps.rules && caps.conditions.is_none_or(|most| conditions <= most);
        let Some(caps) = caps.filter(|caps| !fits(caps)) else { return Ok(run) };
        let start = Instant::now();
        let mut samples = self.training.samples.clone();
        let rules = self.master.rules().iter().map(|column| (column.rule.clone(), Some(column.tag)));
        let mut pool: [Box<dyn Pricer>; 1] = [Box::new(Pool::new(&samples, rules)?)];
        self.master = fresh(&self.training)?;
        choose_rules(&mut *self.master, &mut pool, &mut samples, caps, limits, &mut ())?;
        let objective = self.master.solve(0.0, limits)?.objective;
        let more = start.elapsed();
        let status = limits.reached().map_or(Status::Size, Status::from);
        Ok(RunSummary { status, objective, lp: run.lp + more, total: run.total + more, ..run })
    }

    /// The rules found.
    pub(crate) fn rules(&self) -> Vec<(Rule, u32)> {
        self.master.rules().iter().map(|column| (column.rule.clone(), column.tag)).collect()
    }

    /// The rules with a weight.
    pub(crate) fn rules_in_use(&self) -> Vec<(Rule, u32)> {
        let weights = self.master.weights();
        let least = UNUSED * weights.iter().copied().fold(0.0, f64::max);
        let used = self.master.rules().iter().zip(&weights).filter(|(_, weight)| **weight > least);
        used.map(|(column, _)| (column.rule.clone(), column.tag)).collect()
    }

    /// What the duals of the last solution ask of pricers.
    pub(crate) fn pricing_problems(&self) -> Vec<PricingProblem> {
        self.master.pricing_problems()
    }

    /// What it is over.
    pub(crate) fn training(&self) -> &Training<'a> {
        &self.training
    }

    /// The model of the best solution, by what `settings` say beside its rules.
    pub(crate) fn fitted(&self, run: RunSummary, settings: impl FnOnce(&Training<'a>) -> ModelSettings) -> Fitted {
        let raised = self.training.fairness.map(|_| self.master.raised(&self.master.weights()));
        Fitted {
            model: assemble(&self.training.samples, &*self.master, &run, settings(&self.training)),
            columns: self.master.rules().len(),
            samples: self.training.samples.len(),
            mip: Duration::ZERO,
            raised,
            run,
            dropped: self.training.dropped.clone(),
            front: None,
        }
    }

    /// A model for each epsilon, in order, all within the limits of `settings`; at the end each is made again of all rules found.
    /// `fitted` makes the model of a run for an epsilon.
    ///
    /// # Errors
    /// A loss without fairness rows, an epsilon out of range, and those of a run.
    pub(crate) fn follow(
        &mut self,
        epsilons: &[f64],
        settings: &RunSettings,
        observer: &mut dyn Observer,
        fitted: impl Fn(&Self, f64, RunSummary) -> Fitted,
    ) -> Result<Vec<Fitted>, FitError> {
        let mut first = Vec::new();
        for (place, &epsilon) in epsilons.iter().enumerate() {
            self.set_epsilon(epsilon, None)?;
            // One share is kept for the second pass.
            let limits = settings.limits.part(epsilons.len() - place + 1);
            let run = self.run(&RunSettings { limits, ..settings.clone() }, observer)?;
            first.push((epsilon, run, self.master.weights()));
            if settings.limits.stop.is_raised() {
                break;
            }
        }
        let passes = first.len();
        let again = |(place, (epsilon, run, weights)): (usize, (f64, RunSummary, Vec<f64>))| {
            // What was found for this epsilon is never lost, whatever time there is for more.
            self.set_epsilon(epsilon, Some(&weights))?;
            let run = self.solve_again(run, &settings.limits.part(passes - place))?;
            Ok(fitted(self, epsilon, run))
        };
        first.into_iter().enumerate().map(again).collect()
    }

    /// Another epsilon from now on, and weights that were found for it before.
    fn set_epsilon(&mut self, epsilon: f64, known: Option<&[f64]>) -> Result<(), FitError> {
        let Some(master) = self.master.as_fair() else {
            return Ok(accept(false, "the loss of a path of epsilons", "one with fairness rows", "without")?);
        };
        master.set_epsilon(epsilon)?;
        known.into_iter().for_each(|weights| master.offer(weights));
        Ok(())
    }

    /// A run as it would have ended with the rules found since.
    fn solve_again(&mut self, run: RunSummary, limits: &Limits) -> Result<RunSummary, FitError> {
        let start = Instant::now();
        let objective = self.master.solve(0.0, limits)?.objective;
        let more = start.elapsed();
        Ok(RunSummary { objective, lp: run.lp + more, total: run.total + more, ..run })
    }
}

/// That a path is one of epsilons, and that fairness is asked for.
pub(crate) fn check_epsilons(method: Method, path: &Path, fair: bool) -> Result<(), FitError> {
    if path.parameter != PathParameter::Epsilon {
        return Err(FitError::NoPath { method, parameter: path.parameter });
    }
    accept(fair, "the fairness of a path of epsilons", "given", "absent")?;
    Ok(path.check()?)
}
