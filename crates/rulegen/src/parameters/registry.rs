//! The parameters as data, from which flags, keys and arguments are made.

use super::info::ParameterInfo;
use super::method::Method;
use super::table::{Parameters, TABLE};
use super::value::ParameterValue;

/// A parameter with its default.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The properties of the parameter.
    pub info: &'static ParameterInfo,
    /// The default. [`ParameterValue::None`] means that it depends on the method, on other
    /// parameters or on data, as the help says.
    pub default: ParameterValue,
}

/// Returns the parameters of all methods, each once, by group.
pub fn parameters() -> Vec<Parameter> {
    let usual = Parameters::default();
    let parameter = |entry: &'static super::table::Entry| {
        let default = match entry.info.named_default {
            Some(name) => ParameterValue::Text(name.into()),
            None => (entry.get)(&usual),
        };
        Parameter { info: &entry.info, default }
    };
    let mut all: Vec<Parameter> = TABLE.iter().map(parameter).collect();
    all.sort_by_key(|parameter| parameter.info.group);
    all
}

impl Method {
    /// Returns the parameters of the method, by group.
    pub fn parameters(self) -> Vec<Parameter> {
        parameters().into_iter().filter(|parameter| parameter.info.methods.contains(&self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::ParameterKind;
    use crate::{LossRegistry, PricerRegistry};

    #[test]
    fn every_parameter_says_its_default() {
        for Parameter { info, default, .. } in parameters() {
            let is_none =
                default == ParameterValue::None && !matches!(info.kind, ParameterKind::Model | ParameterKind::Rules);
            let says = info.help.contains("[default: ") || ["fairness", "epsilon"].contains(&info.name);
            assert_eq!(is_none, says, "{}: {default:?}, {}", info.name, info.help);
        }
    }

    #[test]
    fn names_are_different() {
        let mut names: Vec<&str> = parameters().iter().map(|parameter| parameter.info.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn help_describes_every_loss() {
        let all = parameters();
        let kind = all.iter().find(|parameter| parameter.info.name == "loss").unwrap().info.kind;
        let ParameterKind::ChoiceOrName(words) = kind else { panic!("{kind:?}") };
        let losses = LossRegistry::default();
        let described = losses.names().map(|name| (name.as_str(), losses.get(name).unwrap().help()));
        assert!(words.iter().map(|word| (word.name, word.help)).eq(described));
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
