//! The RUG classifier: the parts put together.

use crate::assemble::ModelSettings;
use crate::learner::{Fitted, Learner};
use crate::pricers::Stages;
use crate::restricted::weigh;
use crate::sharded::{AtHand, Coded, Workers, kept_stages, of_share, summarised};
use crate::weighted::{ColumnGeneration, Training, TrainingSettings, check_epsilons};
use crate::{
    CostScaling, FallbackKind, FitError, Method, ParameterError, Path, PathParameter, Restricted, RugParameters,
};
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer, RunSummary};
use rulegen_limits::Limits;
use rulegen_lp::LpFactory;
use rulegen_master::{RugMaster, RugSettings, RuleMaster, RuleTerms};
use rulegen_rule::{Model, Rule};
use std::sync::Arc;
use std::time::Duration;

/// Learns weighted rules for any number of classes (RUG): a linear program over rules, solved by
/// column generation.
///
/// ```
/// use rulegen::{Learner, RugClassifier, RugParameters};
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

    /// Learns as [`Learner::fit_observed`] does, with stages of pricing of the caller's own:
    /// `stages` makes them from the samples, which merge the rows of `data`, in the order in which they are asked. The model
    /// records what they call themselves ([`Pricer::name`]). What the parameters say of pricers is left out; a name that
    /// is not in their registry counts as exact, so that rounds are not limited where the parameters do not say so.
    ///
    /// # Errors
    /// As there; what `stages` says; and an answer of a pricer that contradicts the samples.
    pub fn fit_with(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let limits = limits.within(self.parameters.time_limit);
        let own = |training: &Training<'_>| training.own_stages(stages);
        RugFit::new(&self.parameters, data, target, own, &limits)?.fit(&limits, observer)
    }

    /// Learns from rows that lie in shards, wherever these are. `classes` are the names of what labels stand for.
    ///
    /// All merged rows are fetched, and the model is that of all rows at hand, with what is proved of it. Where there are
    /// more than [`RugParameters::rows_at_hand`], rules are learned from a sample, and then weighed and priced again on
    /// all rows. Then nothing is proved, and the model records how many merged rows were sampled (`sampled_rows`). It is
    /// the same however rows are divided.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; fairness and cut points by trees, which need the rows themselves; and
    /// [`FitError::Workers`].
    pub fn fit_shards(
        &self,
        workers: &Arc<dyn Workers>,
        target: &str,
        classes: &[String],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let (p, limits) = (&self.parameters, limits.within(self.parameters.time_limit));
        let about = (target, classes);
        let summarised = summarised(workers, about, &p.training(), &limits)?;
        let coded = Coded::new(workers, about, summarised, &p.training())?;
        let checkpoint = coded.checkpoint(p.checkpoint.as_ref(), &p.record())?;
        let AtHand { samples, sampled } = coded.at_hand(p.seed, p.rows_at_hand, &limits)?;
        let (rows, share) = (samples.len(), coded.share(&samples));
        let training = coded.training(samples, &p.training())?;
        if !sampled {
            return RugFit::over(p, training, kept_stages(self.named(), &checkpoint))?.fit(&limits, observer);
        }
        let of_sample = RugParameters { min_cover: p.min_cover.map(|least| of_share(least, share)), ..p.clone() };
        let mut fit = RugFit::over(&of_sample, training, kept_stages(self.named(), &checkpoint))?;
        let run = fit.run(&limits, observer)?;
        let RugFit { parameters, first_tree, cost_scale, generation } = fit;
        let p = RugParameters { min_cover: p.min_cover, ..parameters };
        let fresh = |training: &Training<'_>| master(&p, training, cost_scale);
        let (generation, run) =
            p.repricing(classes, checkpoint).run(&coded, (generation, run), fresh, &limits, observer)?;
        Ok(fitted(&p, &first_tree, &generation, run).of_sample(rows))
    }

    /// Makes the stages that the parameters name.
    fn named(&self) -> impl FnOnce(&Training<'_>) -> Result<Stages, FitError> {
        let p = &self.parameters;
        |training| training.stages(p.pricers(), &p.registry, &p.stages(training.classes()))
    }
}

impl Learner for RugClassifier {
    fn method(&self) -> Method {
        Method::Rug
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

    fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let limits = limits.within(self.parameters.time_limit);
        RugFit::new(&self.parameters, data, target, self.named(), &limits)?.fit(&limits, observer)
    }

    fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        path: &Path,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        check_epsilons(Method::Rug, path, self.parameters.fairness.is_some())?;
        let limits = limits.within(self.parameters.time_limit);
        let RugFit { parameters, first_tree, mut generation, .. } =
            RugFit::new(&self.parameters, data, target, self.named(), &limits)?;
        generation.follow(&path.values, &parameters.run(&limits), observer, |generation, epsilon, run| {
            let parameters = RugParameters { epsilon: Some(epsilon), ..parameters.clone() };
            fitted(&parameters, &first_tree, generation, run)
        })
    }

    fn restricted(&self, data: &Dataset, target: &str, rules: &Model, limits: &Limits) -> Result<Restricted, FitError> {
        let (p, limits) = (&self.parameters, limits.within(self.parameters.time_limit));
        let settings = TrainingSettings { offered: Some(rules), ..p.training() };
        let training = Training::new(data, target, &settings, &limits)?;
        let first_tree = training.first_tree(p.tree(), p.least_cover())?;
        let master = master(p, &training, cost_scale(p, &training.samples, &first_tree))?;
        weigh(master, &training, data, rules, &limits)
    }
}

/// What a fit begins with.
struct RugFit<'a> {
    parameters: RugParameters,
    first_tree: Vec<(Rule, u32)>,
    /// What all costs are multiplied by.
    cost_scale: f64,
    generation: ColumnGeneration<'a>,
}

impl<'a> RugFit<'a> {
    fn new(
        parameters: &RugParameters,
        data: &'a Dataset,
        target: &'a str,
        stages: impl FnOnce(&Training<'a>) -> Result<Stages, FitError>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        RugFit::over(parameters, Training::new(data, target, &parameters.training(), limits)?, stages)
    }

    /// Over a training set that is ready.
    fn over(
        parameters: &RugParameters,
        training: Training<'a>,
        stages: impl FnOnce(&Training<'a>) -> Result<Stages, FitError>,
    ) -> Result<Self, FitError> {
        let stages = stages(&training)?;
        let parameters = RugParameters { pricers: Some(stages.names), ..parameters.clone() };
        let first_tree = training.first_tree(parameters.tree(), parameters.least_cover())?;
        let cost_scale = cost_scale(&parameters, &training.samples, &first_tree);
        let master = master(&parameters, &training, cost_scale)?;
        let (names, most) = (parameters.pricers(), parameters.max_length);
        let generation = ColumnGeneration::new(training, master, stages.pricers, names, &first_tree, most);
        Ok(RugFit { parameters, first_tree, cost_scale, generation })
    }

    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<RunSummary, FitError> {
        let (p, scale) = (&self.parameters, self.cost_scale);
        let fresh = |training: &Training<'_>| master(p, training, scale);
        self.generation.run_capped(p.caps(), fresh, &p.run(limits), observer)
    }

    fn fit(mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<Fitted, FitError> {
        let run = self.run(limits, observer)?;
        Ok(fitted(&self.parameters, &self.first_tree, &self.generation, run))
    }
}

/// The model of the rules found.
fn fitted(p: &RugParameters, first_tree: &[(Rule, u32)], generation: &ColumnGeneration<'_>, run: RunSummary) -> Fitted {
    generation.fitted(run, |training| ModelSettings {
        weight_threshold: p.weight_threshold,
        fallback: (p.fallback == FallbackKind::FirstTree).then(|| first_tree.to_vec()),
        ..training.model_settings(Method::Rug, p.record())
    })
}

/// What all costs are multiplied by, where these are the leaves of the first tree.
fn cost_scale(p: &RugParameters, samples: &Samples, first_tree: &[(Rule, u32)]) -> f64 {
    let cost = |(rule, _): &(Rule, u32)| p.cost.of(rule, &samples.cover(rule), samples);
    let largest = first_tree.iter().map(cost).fold(0.0, f64::max);
    match p.cost_scaling {
        CostScaling::Published if largest > 0.0 => 1.0 / largest,
        _ => 1.0,
    }
}

/// A master without rules.
fn master(p: &RugParameters, training: &Training<'_>, cost_scale: f64) -> Result<Box<dyn RuleMaster>, FitError> {
    let settings = RugSettings {
        terms: RuleTerms {
            penalty: p.penalty,
            cost: p.cost.clone(),
            cost_scale,
            max_length: p.max_length,
            min_cover: p.least_cover(),
        },
        strategy: p.lp_strategy(),
        backend: Arc::new(p.backend),
        fairness: training.fairness,
    };
    Ok(Box::new(RugMaster::new(training.samples.clone(), settings)?))
}
