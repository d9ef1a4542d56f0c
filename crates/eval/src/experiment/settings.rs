//! Settings of methods, by the names of their parameters.

use super::error::ExperimentError;
use super::spec::{MethodKind, MethodSpec};
use rulegen::{Learner, Method, ParameterValue, Registry, Settings};
use std::fmt::Display;

/// The parameters of a fit that do not come from its method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common<'a> {
    pub(crate) seed: u64,
    pub(crate) time_limit: Option<f64>,
    pub(crate) positive: Option<&'a str>,
    /// The terms of weighted rules.
    pub(crate) terms: &'a str,
    /// The meaning of names of pricers and losses.
    pub(crate) registry: &'a Registry,
}

/// Makes the learner of a method with these settings.
pub(crate) fn learner(
    method: &MethodSpec,
    settings: &Settings,
    common: Common<'_>,
) -> Result<Learner, ExperimentError> {
    let bad = |error: &dyn Display| {
        let message = error.to_string().trim().replace('\n', " ");
        ExperimentError::Input(format!("method '{}': {message}", method.name))
    };
    let mut settings = settings.clone();
    settings.insert("seed".into(), ParameterValue::Integer(common.seed.into()));
    if let Some(class) = common.positive {
        settings.insert("positive".into(), ParameterValue::Text(class.into()));
    }
    if let Some(seconds) = common.time_limit {
        settings.entry("time-limit".into()).or_insert(ParameterValue::Number(seconds));
    }
    if method.weighs() {
        settings.entry("terms".into()).or_insert(ParameterValue::Text(common.terms.into()));
    }
    let kind = match method.method {
        MethodKind::Rug => Method::Rug,
        MethodKind::Rules => Method::Rules,
        MethodKind::Boolean => Method::Boolean,
        MethodKind::Cnf => {
            settings.insert("cnf".into(), ParameterValue::Flag(true));
            Method::Boolean
        }
    };
    let learner = kind.learner_with(settings, common.registry).map_err(|error| bad(&error))?;
    learner.check_built().map_err(|error| bad(&error))?;
    Ok(learner)
}
