//! The parameters that the settings of a model record.

use super::method::Method;
use super::size::SizeChoice;
use super::table::{Entry, Parameters};
use super::value::{ParameterValue, Settings};
use crate::FitError;
use crate::loss::LossName;
use crate::registry::Registry;
use rulegen_rule::Model;

/// The records of parameters that decide the weights of given rules and the rules that there are.
/// Names of pricers are none: a record does not tell those asked for from those that `auto` chose.
const READ: [&str; 19] = [
    "penalty",
    "ridge",
    "rule_cost",
    "cost_scaling",
    "fallback",
    "class_weight",
    "max_depth",
    "criterion",
    "min_leaf",
    "min_gain",
    "all_nodes",
    "max_length",
    "lp",
    "lp_strategy",
    "seed",
    "min_cover",
    "forbidden",
    "monotone",
    "together",
];

impl Parameters {
    /// Reads the parameters with which the weights of a model were fitted. The names of losses and
    /// pricers are those of `registry`.
    ///
    /// # Errors
    /// [`FitError::NotWeighed`] for Boolean rules, and [`FitError::NotEditable`] for settings that
    /// do not tell how the weights were fitted.
    pub(crate) fn of_model(model: &Model, registry: &Registry) -> Result<Parameters, FitError> {
        let refused = |reason: String| FitError::NotEditable { reason };
        let method: Method =
            model.method.parse().map_err(|_| refused(format!("it is of the method '{}'", model.method)))?;
        if !method.weighs() {
            return Err(FitError::NotWeighed);
        }
        if model.settings.contains_key("fairness") {
            return Err(refused("it was learned to be fair between groups".into()));
        }
        if !model.settings.contains_key("penalty") {
            return Err(refused("it does not record the penalty of its rules".into()));
        }
        let mut parameters = Parameters { registry: registry.clone(), ..Parameters::of(method) };
        let name = |entry: &Entry| match (entry.info.recorded, entry.info.name) {
            (Some(name), _) => name.to_owned(),
            (None, "forbid") => "forbidden".to_owned(),
            (None, name) => name.replace('-', "_"),
        };
        let mut settings = Settings::new();
        for entry in parameters.entries() {
            let name = name(entry);
            let Some(value) = model.settings.get(&name).filter(|_| READ.contains(&&*name)) else { continue };
            let unreadable = |_| refused(format!("its setting '{name}' cannot be read"));
            let value: ParameterValue = serde_json::from_value(value.clone()).map_err(unreadable)?;
            settings.insert(entry.info.name.into(), value);
        }
        let unreadable = |error: super::SettingsError| refused(format!("its settings cannot be read: {error}"));
        parameters =
            Parameters { registry: registry.clone(), ..Parameters::read(method, settings).map_err(unreadable)? };
        if let Some(loss) = model.loss.as_deref().filter(|_| method.names_loss()) {
            parameters.loss = LossName::from(loss);
        }
        parameters.positive = model.positive.map(|class| model.classes[class as usize].clone());
        let chosen = model.settings.get("size").is_some_and(|size| size != "given");
        parameters.size = Some(if chosen { SizeChoice::Auto } else { SizeChoice::Given });
        let parameters = parameters.of_own_method();
        parameters.check().map_err(|error| refused(format!("its settings cannot be read: {error}")))?;
        Ok(parameters)
    }
}
