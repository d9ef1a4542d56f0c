//! Settings of methods, by the names of their parameters.

use super::error::ExperimentError;
use super::spec::{MethodKind, MethodSpec};
use rulegen::{Learner, Method, ParameterKind, ParameterValue, PricerRegistry, Settings, SettingsError, parameters};
use serde::Deserialize;
use std::fmt::Display;

/// What the experiment itself says of every fit.
const OF_EXPERIMENTS: [&str; 3] = ["positive", "seed", "cnf"];

/// What a run lends to every fit.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    /// The name of the column predicted.
    pub(crate) target: String,
    pub(crate) seed: u64,
    pub(crate) time_limit: Option<f64>,
    pub(crate) positive: Option<String>,
    /// What names of pricers stand for.
    pub(crate) pricers: PricerRegistry,
}

/// The learner of a method with these settings.
pub(crate) fn learner(
    method: &MethodSpec,
    settings: &toml::Table,
    common: &Common,
) -> Result<Box<dyn Learner>, ExperimentError> {
    let bad = |error: &dyn Display| ExperimentError::Setting {
        method: method.name.clone(),
        message: error.to_string().trim().replace('\n', " "),
    };
    let mut settings = Settings::deserialize(settings.clone()).map_err(|error| bad(&error.message()))?;
    if let Some(name) = settings.keys().find(|name| !is_setting(name)) {
        return Err(bad(&SettingsError::Unknown { name: name.clone() }));
    }
    settings.insert("seed".into(), ParameterValue::Integer(common.seed.into()));
    if let Some(class) = &common.positive {
        settings.insert("positive".into(), ParameterValue::Text(class.clone()));
    }
    if let Some(seconds) = common.time_limit {
        settings.entry("time-limit".into()).or_insert(ParameterValue::Number(seconds));
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
    let learner = kind.learner_with(settings, &common.pricers).map_err(|error| bad(&error))?;
    learner.check_built().map_err(|error| bad(&error))?;
    Ok(learner)
}

/// Whether a method may name it: not what the experiment says itself, and no model, as nobody knows which rows its rules
/// were learned from.
fn is_setting(name: &str) -> bool {
    let known = parameters().into_iter().find(|parameter| parameter.info.name == name);
    let named = known.is_some_and(|parameter| parameter.info.kind != ParameterKind::Model);
    named && !OF_EXPERIMENTS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(kind: MethodKind) -> MethodSpec {
        let name = match kind {
            MethodKind::Rug => "rug",
            MethodKind::Rules => "rules",
            MethodKind::Boolean => "boolean",
            MethodKind::Cnf => "cnf",
        };
        toml::from_str(&format!("name = \"m\"\nmethod = \"{name}\"")).unwrap()
    }

    fn of(kind: MethodKind, settings: &toml::Table) -> Result<Box<dyn Learner>, ExperimentError> {
        let pricers = PricerRegistry::default();
        let common = Common { target: "y".into(), seed: 0, time_limit: None, positive: None, pricers };
        learner(&method(kind), settings, &common)
    }

    /// A key and a value of its kind as TOML, the default where there is one.
    fn entry(name: &str, kind: ParameterKind, default: &ParameterValue) -> toml::Table {
        let value = match (kind, default) {
            (ParameterKind::Words, _) => "[\"tree\"]".into(),
            (ParameterKind::Choice(words), ParameterValue::None) => format!("\"{}\"", words[0].name),
            (_, ParameterValue::None) => "2".into(),
            (_, ParameterValue::Text(word)) => format!("\"{word}\""),
            (_, ParameterValue::List(_)) => "[]".into(),
            (_, other) => other.to_string(),
        };
        toml::from_str(&format!("{name} = {value}")).unwrap()
    }

    #[test]
    fn every_parameter_is_a_key_with_the_same_default() {
        for parameter in parameters() {
            let (info, default) = (parameter.info, &parameter.default);
            for (kind, name) in [
                (MethodKind::Rug, Method::Rug),
                (MethodKind::Rules, Method::Rules),
                (MethodKind::Boolean, Method::Boolean),
            ] {
                let mut settings = entry(info.name, info.kind, default);
                match info.name {
                    "fairness" => {
                        let criterion = if kind == MethodKind::Boolean { "equalized-odds" } else { "dmc" };
                        settings.insert("fairness".into(), criterion.into());
                        settings.insert("epsilon".into(), 0.1.into());
                        if kind == MethodKind::Rules {
                            settings.insert("loss".into(), "hinge".into());
                        }
                    }
                    "pricers" => drop(settings.insert("pricers".into(), vec!["greedy"].into())),
                    // The logistic loss has no linear program.
                    "lp-strategy" if kind == MethodKind::Rules => {
                        drop(settings.insert("loss".into(), "hinge".into()));
                    }
                    "choose-by" => drop(settings.insert("choose-by".into(), vec!["auc"].into())),
                    "tolerance" => drop(settings.insert("tolerance".into(), 0.5.into())),
                    _ => {}
                }
                let elsewhere = OF_EXPERIMENTS.contains(&info.name) || info.kind == ParameterKind::Model;
                let learned = of(kind, &settings);
                if elsewhere {
                    let error = learned.unwrap_err().to_string();
                    assert_eq!(error, format!("method 'm': unknown field `{}`", info.name));
                } else if !parameter.methods.contains(&name) {
                    let error = learned.unwrap_err().to_string();
                    assert_eq!(error, format!("method 'm': {} is no setting of this method", info.name));
                } else {
                    let learned = learned.unwrap_or_else(|error| panic!("{settings:?}: {error}"));
                    if *default != ParameterValue::None {
                        // The default, said or not, makes the same learner.
                        let usual = of(kind, &toml::Table::new()).unwrap();
                        assert_eq!(format!("{learned:?}"), format!("{usual:?}"), "{}", info.name);
                    }
                }
            }
        }
    }
}
