//! Parameters from Python, by their names on the command line.

use crate::failure::{bad_input, fit_failed};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::binarize::Bins;
use rulegen::data::Dataset;
use rulegen::driver::{Observer, StopFlag};
use rulegen::lp::{Backend, MipBackend};
use rulegen::master::{FairnessCriterion, LpStrategy, RuleCost};
use rulegen::pricing::{Criterion, TreeSettings};
use rulegen::rule::Model;
use rulegen::{
    BooleanCriterion, BooleanFairness, BooleanParameters, BooleanRuleClassifier, ClassWeight, CostScaling,
    FairnessParameters, FallbackKind, FitError, Fitted, NormalForm, PricerKind, RugClassifier, RugParameters,
};
use std::num::NonZeroUsize;
use std::time::Duration;

/// What learns.
pub(crate) enum Estimator {
    Rug(Box<RugClassifier>),
    Boolean(Box<BooleanRuleClassifier>),
}

/// Values to fit one model for each of.
#[derive(Clone, Debug)]
pub(crate) enum Path {
    Complexities(Vec<f64>),
    Epsilons(Vec<f64>),
}

impl Estimator {
    /// The estimator of this method, with checked parameters, for labels that are these classes.
    pub(crate) fn new(method: &str, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let given = Given(settings);
        let estimator = match method {
            "rug" => {
                let classifier = RugClassifier::new(rug(&given)?).map_err(bad_input)?;
                classifier.check_built().map_err(fit_failed)?;
                Estimator::Rug(Box::new(classifier))
            }
            "boolean" => {
                let classifier = BooleanRuleClassifier::new(boolean(&given)?).map_err(bad_input)?;
                classifier.check_built().map_err(fit_failed)?;
                Estimator::Boolean(Box::new(classifier))
            }
            other => return Err(bad_input(format!("'{other}' is not a method: rug or boolean"))),
        };
        Ok(estimator)
    }

    /// The models of a path, or the one without.
    pub(crate) fn fit(
        &self,
        data: &Dataset,
        target: &str,
        path: Option<&Path>,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        match (self, path) {
            (Estimator::Rug(rug), Some(Path::Epsilons(path))) => rug.fit_path(data, target, path, stop, observer),
            (Estimator::Rug(rug), _) => Ok(vec![rug.fit_observed(data, target, stop, observer)?]),
            (Estimator::Boolean(boolean), Some(Path::Epsilons(path))) => {
                boolean.fit_fair_path(data, target, path, stop, observer)
            }
            (Estimator::Boolean(boolean), Some(Path::Complexities(path))) => {
                boolean.fit_path(data, target, path, stop, observer)
            }
            (Estimator::Boolean(boolean), None) => Ok(vec![boolean.fit_observed(data, target, stop, observer)?]),
        }
    }
}

fn rug(given: &Given<'_, '_>) -> PyResult<RugParameters> {
    let pricers = given.pricers()?.unwrap_or_else(|| vec![PricerKind::Tree]);
    let exact = pricers.iter().any(|p| p.is_exact());
    let usual = RugParameters::default();
    Ok(RugParameters {
        penalty: given.get("penalty")?,
        cost: given.choice(
            "rule_cost",
            &[
                ("length", RuleCost::Length),
                ("unit", RuleCost::Unit),
                ("merged", RuleCost::Merged),
                ("gini", RuleCost::Gini),
                ("coverage", RuleCost::Coverage),
            ],
        )?,
        cost_scaling: given
            .choice("cost_scaling", &[("published", CostScaling::Published), ("none", CostScaling::None)])?,
        bins: given.bins(usual.bins)?,
        max_length: given.get("max_length")?,
        tree: TreeSettings {
            criterion: given.choice("criterion", &[("gini", Criterion::Gini), ("entropy", Criterion::Entropy)])?,
            max_depth: given.get("max_depth")?,
            min_leaf: given.get("min_leaf")?,
            min_gain: given.get("min_gain")?,
            all_nodes: given.get("all_nodes")?,
        },
        max_iterations: given.get::<Option<usize>>("iterations")?.or((!exact).then_some(15)),
        columns_per_round: given.columns(usual.columns_per_round)?,
        pricing_time_limit: given.seconds("pricing_time_limit")?,
        pool: given.model("pool")?,
        seed: given.get("seed")?,
        pricers,
        gap: given.get("gap")?,
        tolerance: given.get("tolerance")?,
        smoothing: given.get("smoothing")?,
        weight_threshold: given.get("weight_threshold")?,
        fallback: given
            .choice("fallback", &[("class", FallbackKind::Class), ("first-tree", FallbackKind::FirstTree)])?,
        class_weight: given.class_weight()?,
        fairness: rug_fairness(given)?,
        strategy: given.strategy()?,
        backend: given.backend()?,
        time_limit: given.seconds("time_limit")?,
    })
}

fn boolean(given: &Given<'_, '_>) -> PyResult<BooleanParameters> {
    let usual = BooleanParameters::default();
    let price: f64 = given.get("complexity_price")?;
    Ok(BooleanParameters {
        complexity: given
            .get::<Option<f64>>("complexity")?
            .or(usual.complexity.filter(|_| price.is_nan() || price <= 0.0)),
        complexity_price: price,
        rule_size: usual.rule_size,
        form: if given.get("cnf")? { NormalForm::Conjunctive } else { NormalForm::Disjunctive },
        positive: given.get("positive")?,
        false_positive_weight: given.get("fp_weight")?,
        false_negative_weight: given.get("fn_weight")?,
        must_have: given.model("must_have")?,
        forbidden: given.get("forbid")?,
        fairness: boolean_fairness(given)?,
        bins: given.bins(usual.bins)?,
        max_length: given.get("max_length")?,
        pricers: given.pricers()?,
        columns_per_round: given.columns(usual.columns_per_round)?,
        pricing_time_limit: given.seconds("pricing_time_limit")?.or(usual.pricing_time_limit),
        enumeration_limit: given.get("enumerate")?,
        pool: given.model("pool")?,
        seed: given.get("seed")?,
        max_iterations: given.get("iterations")?,
        gap: given.get("gap")?,
        tolerance: given.get::<Option<f64>>("tolerance")?.unwrap_or(usual.tolerance),
        smoothing: given.get("smoothing")?,
        class_weight: given.class_weight()?,
        strategy: given.strategy()?.unwrap_or(usual.strategy),
        backend: given.backend()?,
        mip: given.get::<String>("mip")?.parse::<MipBackend>().map_err(bad_input)?,
        time_limit: given.seconds("time_limit")?.or(usual.time_limit),
    })
}

fn rug_fairness(given: &Given<'_, '_>) -> PyResult<Option<FairnessParameters>> {
    let all = FairnessCriterion::ALL.map(|criterion| (criterion.name(), criterion));
    let Some((criterion, epsilon)) = given.fairness(&all)? else { return Ok(None) };
    Ok(Some(FairnessParameters { criterion, epsilon, positive: given.get("positive")? }))
}

fn boolean_fairness(given: &Given<'_, '_>) -> PyResult<Option<BooleanFairness>> {
    let all = BooleanCriterion::ALL.map(|criterion| (criterion.name(), criterion));
    Ok(given.fairness(&all)?.map(|(criterion, epsilon)| BooleanFairness { criterion, epsilon }))
}

/// Parameters by name.
pub(crate) struct Given<'a, 'py>(pub(crate) &'a Bound<'py, PyDict>);

impl<'py> Given<'_, 'py> {
    /// The value of a parameter; its name is in every error.
    pub(crate) fn get<T>(&self, name: &str) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let value = self.0.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        value.extract().map_err(|error: <T as FromPyObject<'_, 'py>>::Error| {
            let (py, error): (_, PyErr) = (value.py(), error.into());
            let text = format!("{name}: {}", error.value(py));
            if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(text) } else { bad_input(text) }
        })
    }

    fn choice<T: Clone>(&self, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
        let value: String = self.get(name)?;
        match choices.iter().find(|(choice, _)| *choice == value) {
            Some((_, chosen)) => Ok(chosen.clone()),
            None => {
                let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
                Err(bad_input(format!("{name} must be one of {}, not '{value}'", names.join(", "))))
            }
        }
    }

    fn seconds(&self, name: &str) -> PyResult<Option<Duration>> {
        let seconds: Option<f64> = self.get(name)?;
        let bad = |s: f64| bad_input(format!("{name} must be positive seconds, not {s}"));
        seconds.map(|s| Duration::try_from_secs_f64(s).map_err(|_| bad(s))).transpose()
    }

    fn bins(&self, usual: Bins) -> PyResult<Bins> {
        Ok(self.get::<Option<usize>>("bins")?.map_or(usual, Bins::Quantiles))
    }

    fn columns(&self, usual: NonZeroUsize) -> PyResult<NonZeroUsize> {
        match self.get::<Option<usize>>("columns_per_round")? {
            None => Ok(usual),
            Some(n) => NonZeroUsize::new(n).ok_or_else(|| bad_input("columns_per_round must be at least 1, not 0")),
        }
    }

    fn pricers(&self) -> PyResult<Option<Vec<PricerKind>>> {
        let parsed = |names: Vec<String>| names.iter().map(|name| name.parse()).collect::<Result<_, _>>();
        self.get::<Option<Vec<String>>>("pricers")?.map(parsed).transpose().map_err(bad_input)
    }

    fn model(&self, name: &str) -> PyResult<Option<Model>> {
        let bad = |error| bad_input(format!("{name}: {error}"));
        self.get::<Option<String>>(name)?.map(|json| Model::from_json(&json).map_err(bad)).transpose()
    }

    fn class_weight(&self) -> PyResult<ClassWeight> {
        self.choice("class_weight", &[("rows", ClassWeight::Rows), ("balanced", ClassWeight::Balanced)])
    }

    fn strategy(&self) -> PyResult<Option<LpStrategy>> {
        match self.get::<Option<String>>("lp_strategy")? {
            None => Ok(None),
            Some(_) => {
                let all = [
                    ("interior", LpStrategy::Interior),
                    ("hot-start", LpStrategy::HotStart),
                    ("kernel", LpStrategy::Kernel),
                ];
                self.choice("lp_strategy", &all).map(Some)
            }
        }
    }

    fn backend(&self) -> PyResult<Backend> {
        self.get::<String>("lp")?.parse().map_err(bad_input)
    }

    fn fairness<T: Clone>(&self, all: &[(&str, T)]) -> PyResult<Option<(T, f64)>> {
        if self.get::<Option<String>>("constraint")?.is_none() {
            return Ok(None);
        }
        // As on the command line: the rows of fairness are known to one way of solving only.
        if self.strategy()?.is_some_and(|strategy| strategy != LpStrategy::Interior) {
            return Err(bad_input("a constraint of fairness needs lp_strategy 'interior'"));
        }
        Ok(Some((self.choice("constraint", all)?, self.get("epsilon")?)))
    }
}
