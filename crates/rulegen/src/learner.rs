//! What all methods have in common.

use crate::Front;
use crate::error::FitError;
use crate::method::Method;
use crate::path::{Path, PathParameter};
use rulegen_binarize::Dropped;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_rule::{Model, Rule, Schema};
use std::fmt;
use std::time::Duration;

/// Learns a model from data. Its parameters are checked; the positive class among them is that of the model.
///
/// A method implements all but [`Learner::fit`] and, where it has no weights, [`Learner::restricted`], and is entered in [`Method`].
pub trait Learner: fmt::Debug + Send + Sync {
    /// Which method it is.
    fn method(&self) -> Method;

    /// Whether all solvers and pricers that the parameters name are built in: to know it before a long run.
    ///
    /// # Errors
    /// The first that is not.
    fn check_built(&self) -> Result<(), FitError>;

    /// Whether a second model costs little beside the first: not where every rule is searched.
    fn is_cheap(&self) -> bool;

    /// The most rounds of column generation; none where there is no limit.
    fn max_iterations(&self) -> Option<usize>;

    /// The time after which the best model so far is taken; none where there is no limit.
    fn time_limit(&self) -> Option<Duration>;

    /// The value of a parameter of paths, its default resolved; none where it has none.
    fn value(&self, parameter: PathParameter) -> Option<f64>;

    /// Learns from all rows of `data`, watched by `observer`; `target` is the name of the column predicted. A limit, of
    /// `limits` or of the parameters, ends the run with the best model so far.
    ///
    /// # Errors
    /// Data without a usable column, parameters that do not fit the data, or a failing solver.
    fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError>;

    /// A model for each value of a path, in its order, all within the time limit: rules found for one are known to the next,
    /// and at the end each is made again of all of them. Fewer models than values if the run was interrupted.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; a parameter that the method has no path of, or a value out of its range.
    fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        path: &Path,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError>;

    /// Weighs the rules of a model, whatever it says of their weights: solves the restricted master over these rules alone. What the
    /// parameters say of pricers and of sizes does not matter.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`]; a rule that cannot be said of the data; a method that has no weights.
    fn restricted(&self, data: &Dataset, target: &str, rules: &Model, limits: &Limits) -> Result<Restricted, FitError> {
        let _ = (data, target, rules, limits);
        Err(FitError::NotWeighed { method: self.method() })
    }

    /// As [`Learner::fit_observed`], unwatched.
    ///
    /// # Errors
    /// As [`Learner::fit_observed`].
    fn fit(&self, data: &Dataset, target: &str) -> Result<Fitted, FitError> {
        self.fit_observed(data, target, &Limits::default(), &mut ())
    }
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
    /// ([`rulegen_master::RuleMaster::raised`]); none without such rows.
    pub raised: Option<f64>,
    /// Samples after identical rows were merged.
    pub samples: usize,
    /// Columns of the data that could not serve.
    pub dropped: Vec<Dropped>,
    /// The models of other sizes, where the size was chosen.
    pub front: Option<Front>,
}

impl Fitted {
    /// As learned from a sample of so many merged rows, which the model records.
    pub(crate) fn of_sample(mut self, rows: usize) -> Self {
        self.model.settings.insert("sampled_rows".into(), rows.into());
        self
    }
}

/// The solution of a restricted master over rules that were given: no rule is generated.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The conditions that rules speak of.
    pub schema: Schema,
    /// The rules with the classes that they vote for, each once, in the order given.
    pub rules: Vec<(Rule, u32)>,
    /// The weight of each rule.
    pub weights: Vec<f64>,
    /// The objective.
    pub objective: f64,
    /// Whether it is the optimum over these rules: else a limit was reached.
    pub optimal: bool,
    /// What one more vote for its own class would be worth, by row of the data: of a linear program the dual value of the row.
    pub duals: Vec<f64>,
}
