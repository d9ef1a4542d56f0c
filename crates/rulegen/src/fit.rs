//! The fit: rows from a source, a path of models, and the choice of one of them.

use crate::FitError;
use crate::choice::choose_model;
use crate::constraints::with_written_rules;
use crate::fitted::Fitted;
use crate::parameter_error::{ParameterError, accept};
use crate::parameters::{
    Method, ParameterValue, Parameters, RunTerms, Settings, SettingsError, SizeChoice, Sweep, SweepParameter,
};
use crate::path::{Forward, ModelsBySize, Optima, Restricted, RuleSets, lengths, weigh};
use crate::pricers::Stages;
use crate::proof::{check_provable, refuse_proof};
use crate::registry::Registry;
use crate::source::{InMemory, InShards, Source};
use crate::training::{Target, Training, rows_of_classes, suited};
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer};
use rulegen_limits::Limits;
use rulegen_lp::LpFactory;
use rulegen_master::MasterError;
use rulegen_rule::{Model, Status};
use rulegen_shards::Workers;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A learner of models from data.
///
/// Every fit has three parts: a source gives training rows, a path makes models of growing size
/// under a loss, and a choice takes one of them. The method of the parameters is a preset of these
/// ([`Method`]).
#[derive(Clone, Debug)]
pub struct Learner {
    parameters: Parameters,
}

/// A function that makes the caller's own stages of pricing over the samples.
type OwnStages<'s> = Box<dyn FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError> + 's>;

impl Learner {
    /// Makes a learner of checked parameters.
    ///
    /// # Errors
    /// The first parameter that is out of its range or does not go with another.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let parameters = parameters.of_own_method();
        parameters.check()?;
        Ok(Learner { parameters })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.parameters.method
    }

    /// Checks that all solvers and pricers that the parameters name are built in, so that a long
    /// run does not fail at its end.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check_built(&self) -> Result<(), FitError> {
        let p = &self.parameters;
        if p.loss().is_linear() {
            LpFactory::create(&p.backend).map_err(MasterError::from)?;
        }
        if !p.method.weighs() {
            p.mip.create().map_err(MasterError::from)?;
        }
        p.pricers().iter().try_for_each(|name| p.registry.pricers.check_built(name))
    }

    /// Returns this learner for a further fit on part of the rows that it has learned from: a fold,
    /// or the rows that are left when some are held out. The log then says nothing of columns
    /// again, forbidden conditions may be about cut points and categories that the part does not
    /// have, and nothing is proved of rules chosen one by one.
    pub fn for_part(&self) -> Learner {
        Learner { parameters: Parameters { quiet: true, proved: false, ..self.parameters.clone() } }
    }

    /// Returns this learner with fits that keep a proof of their model, which others can check
    /// ([`Fitted::proof`]). Models are the same. Fits without any proof are refused
    /// ([`FitError::NoProof`]).
    pub fn with_proof(&self) -> Learner {
        Learner { parameters: Parameters { proved: true, ..self.parameters.clone() } }
    }

    /// Checks that the parameters ask for nothing that needs the rows themselves, as
    /// [`Learner::fit_shards`] does before anything else.
    ///
    /// # Errors
    /// The first parameter that does.
    pub fn check_shards(&self) -> Result<(), ParameterError> {
        let p = &self.parameters;
        accept(p.method.weighs(), "the method", "rug or rules where rows lie in shards", p.method)?;
        p.check_shards()
    }

    /// True if a second model costs little beside the first, because no pricer searches every rule.
    pub fn is_cheap(&self) -> bool {
        !self.parameters.is_exact()
    }

    /// The most rounds of column generation. `None` if there is no limit, or several paths have
    /// rounds.
    pub fn max_iterations(&self) -> Option<usize> {
        let p = &self.parameters;
        p.max_iterations().filter(|_| !p.is_small())
    }

    /// The terms of column generation.
    pub fn terms(&self) -> RunTerms {
        self.parameters.run_terms()
    }

    /// The time after which the best model so far is taken. `None` if there is no limit.
    pub fn time_limit(&self) -> Option<Duration> {
        self.parameters.time_limit
    }

    /// Learns from all rows of `data`, without limits and unwatched; `target` is the name of the
    /// column that is predicted.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`].
    pub fn fit(&self, data: &Dataset, target: &str) -> Result<Fitted, FitError> {
        self.fit_observed(data, target, &Limits::default(), &mut ())
    }

    /// Learns from all rows of `data`, watched by `observer`. A limit, of `limits` or of the
    /// parameters, ends the run with the best model so far.
    ///
    /// # Errors
    /// Data without a usable column, parameters that do not fit the data, or a failing solver;
    /// [`FitError::NoProof`].
    pub fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        check_provable(&self.parameters, data, target)?;
        self.learn(&InMemory::new(data, target), None, limits, observer)
    }

    /// Learns the given problem, whatever the size asked for, with the caller's own stages of
    /// pricing. `stages` makes them from the samples, which merge the rows of `data`, in the order
    /// in which they are asked. The model records their names ([`Pricer::name`]). The pricers of
    /// the parameters are ignored. The terms are those of pricers that are named: by default the
    /// run ends when nothing improves ([`Terms`](crate::Terms)).
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; an error of `stages`; an answer of a pricer that contradicts
    /// the samples; monotone columns, and columns that go together.
    pub fn fit_with(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let p = &self.parameters;
        // Pricers of the caller are made over one set of literals.
        let range = "empty with pricers that have no name";
        let free = p.monotone.is_empty() || !p.method.weighs();
        accept(free, "the list of monotone columns", range, "given")?;
        accept(p.together.is_empty(), "the list of columns that go together", range, "given")?;
        check_provable(p, data, target)?;
        self.learn(&InMemory::new(data, target), Some(Box::new(stages)), limits, observer)
    }

    /// Learns from rows that lie in shards, wherever these are. `classes` are the names of the
    /// labels. The model is the same however rows are divided.
    ///
    /// If a size is chosen, folds are of merged rows. At a given penalty all merged rows are
    /// fetched, and the model is that of all rows in memory, with the same proofs. If there are
    /// more than [`Parameters::rows_at_hand`], rules are learned from a sample, and then weighed
    /// and priced again on all rows. Then nothing is proved, and the model records the number of
    /// merged rows that were sampled (`sampled_rows`).
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; Boolean rules, and parameters that need the rows themselves;
    /// and workers that cannot be asked.
    pub fn fit_shards(
        &self,
        workers: &Arc<dyn Workers>,
        target: &str,
        classes: &[String],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        self.check_shards()?;
        refuse_proof(&self.parameters, "rows lie in shards")?;
        let target = Target { name: target, classes };
        self.learn(&InShards::new(workers.clone(), target), None, limits, observer)
    }

    /// Learns from the rows of a source.
    fn learn<'a>(
        &self,
        source: &dyn Source<'a>,
        own: Option<OwnStages<'_>>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let start = Instant::now();
        let limits = limits.within(self.parameters.time_limit);
        if own.is_none() && self.parameters.is_chosen() {
            let rows = source.to_choose(&self.parameters, &limits)?;
            let fitted = choose_model(&rows.p, rows.training, rows.folds, start, &limits, observer)?;
            warn_of_limits(&self.parameters, [&fitted]);
            return Ok(fitted);
        }
        let mut rows = source.to_solve(&self.parameters, &limits)?;
        let stages = match own {
            Some(own) => {
                let stages = Stages::own(own(&rows.training.samples)?);
                // The terms are those of pricers that are named.
                rows.p.pricers = Some(stages.names.clone());
                stages
            }
            None => rows.training.stages(&rows.p)?,
        };
        if !rows.p.method.weighs() {
            let learned = RuleSets::learn(&rows.p, rows.training, stages, None, &limits, observer)?;
            let (models, training) = learned.into_models();
            let model = models.into_iter().next().ok_or(FitError::Interrupted)?;
            let fitted = Fitted::new(model, &training, &rows.p);
            warn_of_limits(&rows.p, [&fitted]);
            return Ok(fitted);
        }
        let mut optima = Optima::new(&rows.p, rows.training, stages)?;
        let run = optima.run(&limits, observer)?;
        let Some(rest) = rows.rest else {
            return Ok(Fitted::new(optima.model(run, &limits)?, optima.training(), &rows.p));
        };
        let (optima, run) = rest.run(optima, run, &limits, observer)?;
        let mut fitted = Fitted::new(optima.model(run, &limits)?, optima.training(), &rows.p);
        fitted.model.settings.insert("sampled_rows".into(), rest.sampled().into());
        Ok(fitted)
    }

    /// Learns a model for each value of a sweep, in its order, all within the time limit. Rules
    /// found for one value are known to the next, and at the end each model is made again from all
    /// of them. There are fewer models than values if the run was interrupted.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; a parameter that the method cannot sweep, or a value out of
    /// its range.
    pub fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        sweep: &Sweep,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        let p = &self.parameters;
        match sweep.parameter {
            SweepParameter::Complexity if p.method.weighs() => {
                return Err(FitError::NoPath { method: p.method, parameter: sweep.parameter });
            }
            SweepParameter::Complexity => {}
            SweepParameter::Epsilon => {
                accept(p.fairness.is_some(), "the fairness of a path of epsilons", "given", "absent")?;
            }
        }
        refuse_proof(p, "a path has several models")?;
        sweep.check()?;
        let limits = limits.within(p.time_limit);
        let rows = InMemory::new(data, target).to_solve(p, &limits)?;
        let stages = rows.training.stages(&rows.p)?;
        let (models, training) = match p.method {
            Method::Boolean => {
                RuleSets::learn(&rows.p, rows.training, stages, Some(sweep), &limits, observer)?.into_models()
            }
            _ => {
                let mut optima = Optima::new(&rows.p, rows.training, stages)?;
                (optima.follow(&sweep.values, &limits, observer)?, optima.training().clone())
            }
        };
        let fitted: Vec<Fitted> = models.into_iter().map(|model| Fitted::new(model, &training, &rows.p)).collect();
        warn_of_limits(&rows.p, &fitted);
        Ok(fitted)
    }

    /// True if [`Learner::fit_sizes`] can learn models of every size.
    pub fn has_sizes(&self) -> bool {
        self.sized().is_ok()
    }

    /// Returns the parameters with a chosen size.
    fn sized(&self) -> Result<Parameters, ParameterError> {
        let p = &self.parameters;
        accept(p.method.names_loss(), "the method", "rules, which have a path of sizes", p.method)?;
        let size = p.size.filter(|size| *size != SizeChoice::Given).unwrap_or_default();
        let p = Parameters { size: Some(size), ..p.clone() };
        p.check()?;
        Ok(p)
    }

    /// Learns the models of every size: the path of rules of the largest length from which a size
    /// is chosen otherwise, without the cross-validation that chooses. Where the parameters ask
    /// for the optimum at a penalty, the path has the caps of a chosen size instead. Weights are
    /// those at the ridge that finds rules, since no rows are held out to choose another.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; another method than [`Method::Rules`], or parameters that do
    /// not go with a chosen size.
    pub fn fit_sizes(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<ModelsBySize, FitError> {
        let asked = self.sized()?;
        let limits = limits.within(asked.time_limit);
        let rows = InMemory::new(data, target).to_choose(&asked, &limits)?;
        let longest = lengths(&rows.p).last().copied().unwrap_or(1);
        let path = Forward::learn(&rows.p, rows.training, longest, &limits, observer)?;
        ModelsBySize::of(&path, &limits)
    }

    /// Weighs the rules of a model by solving the restricted master over these rules alone. The
    /// weights that the model has do not matter, nor do the pricers and sizes of the parameters.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; a rule that cannot be said of the data; rules that have no
    /// weights.
    pub fn restricted(
        &self,
        data: &Dataset,
        target: &str,
        rules: &Model,
        limits: &Limits,
    ) -> Result<Restricted, FitError> {
        if !self.parameters.method.weighs() {
            return Err(FitError::NotWeighed);
        }
        let limits = limits.within(self.parameters.time_limit);
        // With the model as a pool, the schema has all conditions of its rules.
        let asked = with_written_rules(&self.parameters, &data.features, &data.target.classes)?;
        let p = Parameters { pool: Some(rules.clone()), ..suited(&asked, &rows_of_classes(data)) };
        let target = Target { name: target, classes: &data.target.classes };
        let training = Training::new(data, target, &p, &limits)?;
        weigh(Optima::restricted_master(&p, &training)?, &training, data, rules, &limits)
    }
}

impl Method {
    /// Makes the learner with these parameters by name. The others have their defaults.
    ///
    /// # Errors
    /// A name that is no parameter of the method, a value that is not of its kind or out of its
    /// range, or values that do not go together.
    pub fn learner(self, settings: Settings) -> Result<Learner, SettingsError> {
        self.learner_with(settings, &Registry::default())
    }

    /// Makes a learner as [`Method::learner`] does, but the parameters `pricers` and `loss` name
    /// those of `registry`.
    ///
    /// # Errors
    /// As [`Method::learner`].
    pub fn learner_with(self, settings: Settings, registry: &Registry) -> Result<Learner, SettingsError> {
        let auto = ParameterValue::Text("auto".into());
        let names_solver = settings.get("lp").is_some_and(|lp| *lp != auto && *lp != ParameterValue::None);
        let parameters = Parameters { registry: registry.clone(), ..Parameters::read(self, settings)? };
        parameters.check_solver(names_solver)?;
        Ok(Learner::new(parameters)?)
    }
}

/// Warns if limits of work that nobody set ended a search before its rule set was proved the best.
fn warn_of_limits<'a>(p: &Parameters, fitted: impl IntoIterator<Item = &'a Fitted>) {
    let ended = fitted.into_iter().any(|fitted| fitted.run.status == Status::IterationLimit);
    if ended && p.counts_work() && p.max_iterations.is_none() && !p.quiet {
        log::warn!(
            "limits of work ended the search before a rule set was proved the best: `time_limit` lets it go on, such \
             as 60 (seconds) or inf"
        );
    }
}
