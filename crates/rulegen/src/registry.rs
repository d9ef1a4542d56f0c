//! What each method has: its parameters, and what learns.

use crate::boolean::BooleanRuleClassifier;
use crate::learner::Learner;
use crate::method::Method;
use crate::parameters::{
    BooleanParameters, ParameterError, ParameterInfo, ParameterValue, Parameters, RugParameters, RuleParameters,
    Settings, SettingsError,
};
use crate::pricers::PricerRegistry;
use crate::rug::RugClassifier;
use crate::rules::RuleClassifier;

/// A parameter, and the methods that have it with their defaults.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What is known of it.
    pub info: &'static ParameterInfo,
    /// The methods that have it.
    pub methods: Vec<Method>,
    /// Its default, the same for all of them; none where it depends on the method, on other parameters or on data, as its
    /// help says.
    pub default: ParameterValue,
}

/// The parameters of all methods, each once, by group.
pub fn parameters() -> Vec<Parameter> {
    let mut all: Vec<Parameter> = Vec::new();
    for method in Method::ALL {
        for (info, default) in method.parameters() {
            match all.iter_mut().find(|parameter| parameter.info.name == info.name) {
                Some(known) => {
                    known.methods.push(method);
                    if known.default != default {
                        known.default = ParameterValue::None;
                    }
                }
                None => all.push(Parameter { info, methods: vec![method], default }),
            }
        }
    }
    all.sort_by_key(|parameter| parameter.info.group);
    all
}

impl Method {
    /// Its parameters and their defaults. [`ParameterValue::None`] is said in words in the help.
    pub fn parameters(self) -> Vec<(&'static ParameterInfo, ParameterValue)> {
        match self {
            Method::Rug => listed::<RugParameters>(),
            Method::Rules => listed::<RuleParameters>(),
            Method::Boolean => listed::<BooleanParameters>(),
        }
    }

    /// The learner with these parameters; the others have their defaults.
    ///
    /// # Errors
    /// A name that is no parameter of the method, a value that is not of its kind or out of its range, or values that do not
    /// go together.
    pub fn learner(self, settings: Settings) -> Result<Box<dyn Learner>, SettingsError> {
        self.learner_with(settings, &PricerRegistry::default())
    }

    /// As [`Method::learner`], where the parameter `pricers` names those of `registry`.
    ///
    /// # Errors
    /// As there.
    pub fn learner_with(
        self,
        settings: Settings,
        registry: &PricerRegistry,
    ) -> Result<Box<dyn Learner>, SettingsError> {
        let registry = registry.clone();
        match self {
            Method::Rug => Ok(Box::new(RugClassifier::of_settings(settings, &registry)?)),
            Method::Rules => Ok(Box::new(RuleClassifier::of_settings(settings, &registry)?)),
            Method::Boolean => {
                let new = |p| BooleanRuleClassifier::new(BooleanParameters { registry, ..p });
                Ok(Box::new(learner_of(self, settings, new)?))
            }
        }
    }
}

fn listed<P: Parameters>() -> Vec<(&'static ParameterInfo, ParameterValue)> {
    let usual = P::default();
    let default = |info: &ParameterInfo, value| match info.named_default {
        Some(name) => ParameterValue::Text(name.into()),
        None => value,
    };
    P::TABLE.iter().map(|entry| (&entry.info, default(&entry.info, (entry.get)(&usual)))).collect()
}

fn learner_of<P: Parameters, L: Learner>(
    method: Method,
    settings: Settings,
    new: impl FnOnce(P) -> Result<L, ParameterError>,
) -> Result<L, SettingsError> {
    let parameters = P::read(settings).map_err(|error| match error {
        SettingsError::Unknown { name } if method.others_have(&name) => SettingsError::OtherMethod { name },
        error => error,
    })?;
    Ok(new(parameters)?)
}

impl RugClassifier {
    /// As [`Method::learner_with`], for what is no part of [`Learner`]: [`RugClassifier::fit_shards`].
    ///
    /// # Errors
    /// As there.
    pub fn of_settings(settings: Settings, registry: &PricerRegistry) -> Result<Self, SettingsError> {
        let new = |p| RugClassifier::new(RugParameters { registry: registry.clone(), ..p });
        learner_of(Method::Rug, settings, new)
    }
}

impl RuleClassifier {
    /// As [`Method::learner_with`], for what is no part of [`Learner`]: [`RuleClassifier::fit_shards`].
    ///
    /// # Errors
    /// As there.
    pub fn of_settings(settings: Settings, registry: &PricerRegistry) -> Result<Self, SettingsError> {
        let auto = ParameterValue::Text("auto".into());
        let names_solver = settings.get("lp").is_some_and(|lp| *lp != auto && *lp != ParameterValue::None);
        learner_of(Method::Rules, settings, |p: RuleParameters| {
            p.check_solver(names_solver)?;
            RuleClassifier::new(RuleParameters { registry: registry.clone(), ..p })
        })
    }
}

impl Method {
    /// Whether another method has a parameter of this name.
    fn others_have(self, name: &str) -> bool {
        let has = |method: &Method| method.parameters().iter().any(|(info, _)| info.name == name);
        Method::ALL.iter().any(|method| *method != self && has(method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::ParameterKind;

    /// A parameter of several methods is declared in each of them: it must be the same one, as help shows it once.
    #[test]
    fn parameters_of_several_methods_are_declared_alike() {
        for Parameter { info, methods, .. } in parameters() {
            for method in methods {
                let (own, _) = method.parameters().into_iter().find(|(own, _)| own.name == info.name).unwrap();
                let alike = |of: &ParameterInfo| {
                    let ranges: Vec<&str> = of.ranges.iter().map(|range| range.words).collect();
                    (of.help, of.noun, of.unit, of.group, of.named_default, ranges)
                };
                assert_eq!(alike(own), alike(info), "{method}: {}", info.name);
            }
        }
    }

    #[test]
    fn every_parameter_says_its_default() {
        for Parameter { info, default, .. } in parameters() {
            let is_none = default == ParameterValue::None && info.kind != ParameterKind::Model;
            let says = info.help.contains("[default: ") || ["fairness", "epsilon"].contains(&info.name);
            assert_eq!(is_none, says, "{}: {default:?}, {}", info.name, info.help);
        }
    }

    #[test]
    fn help_names_every_pricer_and_backend() {
        let all = parameters();
        let help = |name| all.iter().find(|parameter| parameter.info.name == name).unwrap().info.help;
        for name in PricerRegistry::default().names() {
            assert!(help("pricers").contains(name.as_str()), "{name:?} is not in: {}", help("pricers"));
        }
        for backend in rulegen_lp::Backend::ALL {
            assert!(help("lp").contains(backend.name()), "{backend} is not in: {}", help("lp"));
        }
    }
}
