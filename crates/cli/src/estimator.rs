//! The two estimators behind one face.

use crate::args::{FitArgs, Method};
use crate::settings::{boolean_parameters, parameters, stages};
use anyhow::Result;
use rulegen::data::Dataset;
use rulegen::driver::{Observer, StopFlag};
use rulegen::{BooleanRuleClassifier, FitError, Fitted, PricerKind, RugClassifier};
use std::time::Duration;

/// What learns.
#[derive(Clone)]
pub(crate) enum Estimator {
    Rug(Box<RugClassifier>),
    Boolean(Box<BooleanRuleClassifier>),
}

impl Estimator {
    /// The estimator that the flags ask for, with these pricers; none leaves them to the method.
    pub(crate) fn new<'a>(args: &FitArgs, pricers: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let pricers = stages(pricers)?;
        match args.method {
            Method::Rug => {
                let pricers = if pricers.is_empty() { vec![PricerKind::Tree] } else { pricers };
                Ok(Estimator::Rug(Box::new(RugClassifier::new(parameters(args, pricers)?)?)))
            }
            Method::Boolean => {
                let pricers = Some(pricers).filter(|p| !p.is_empty());
                Ok(Estimator::Boolean(Box::new(BooleanRuleClassifier::new(boolean_parameters(args, pricers)?)?)))
            }
        }
    }

    pub(crate) fn check_built(&self) -> Result<(), FitError> {
        match self {
            Estimator::Rug(classifier) => classifier.check_built(),
            Estimator::Boolean(classifier) => classifier.check_built(),
        }
    }

    /// Whether a second model costs little beside the first: not where every rule is searched.
    pub(crate) fn is_cheap(&self) -> bool {
        match self {
            Estimator::Rug(classifier) => !classifier.parameters().pricers.iter().any(|p| p.is_exact()),
            Estimator::Boolean(_) => false,
        }
    }

    pub(crate) fn max_iterations(&self) -> Option<usize> {
        match self {
            Estimator::Rug(classifier) => classifier.parameters().max_iterations,
            Estimator::Boolean(classifier) => classifier.parameters().max_iterations,
        }
    }

    pub(crate) fn time_limit(&self) -> Option<Duration> {
        match self {
            Estimator::Rug(classifier) => classifier.parameters().time_limit,
            Estimator::Boolean(classifier) => classifier.parameters().time_limit,
        }
    }

    /// The same with another limit.
    pub(crate) fn with_time_limit(&self, limit: Option<Duration>) -> Result<Self> {
        Ok(match self {
            Estimator::Rug(classifier) => {
                let parameters = rulegen::RugParameters { time_limit: limit, ..classifier.parameters().clone() };
                Estimator::Rug(Box::new(RugClassifier::new(parameters)?))
            }
            Estimator::Boolean(classifier) => {
                let parameters = rulegen::BooleanParameters { time_limit: limit, ..classifier.parameters().clone() };
                Estimator::Boolean(Box::new(BooleanRuleClassifier::new(parameters)?))
            }
        })
    }

    /// The models along a path of epsilons.
    pub(crate) fn fit_fair_path(
        &self,
        data: &Dataset,
        target: &str,
        epsilons: &[f64],
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        match self {
            Estimator::Rug(classifier) => classifier.fit_path(data, target, epsilons, stop, observer),
            Estimator::Boolean(classifier) => classifier.fit_fair_path(data, target, epsilons, stop, observer),
        }
    }

    pub(crate) fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        stop: StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        match self {
            Estimator::Rug(classifier) => classifier.fit_observed(data, target, stop, observer),
            Estimator::Boolean(classifier) => classifier.fit_observed(data, target, stop, observer),
        }
    }
}
