//! The methods by name.

use crate::parameters::{ParameterInfo, ParameterValue, Parameters, Settings};
use crate::{
    BooleanParameters, BooleanRuleClassifier, Learner, ParameterError, RugClassifier, RugParameters, SettingsError,
};
use std::fmt;
use std::str::FromStr;

/// What learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Weighted rules that vote ([`RugClassifier`]).
    #[default]
    Rug,
    /// Rule sets that say yes or no ([`BooleanRuleClassifier`]).
    Boolean,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 2] = [Method::Rug, Method::Boolean];

    /// The name on the command line, and in model files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Rug => "rug",
            Method::Boolean => "boolean",
        }
    }

    /// What it learns, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Method::Rug => "Weighted rules that vote (RUG)",
            Method::Boolean => "Boolean decision rules: an OR of ANDs, or an AND of ORs",
        }
    }

    /// What its own parameters stand under in help.
    pub fn heading(self) -> &'static str {
        match self {
            Method::Rug => "Rules that vote (--method rug)",
            Method::Boolean => "Rule sets that say yes or no (--method boolean)",
        }
    }

    /// Its parameters and their defaults. [`ParameterValue::None`] is said in words in the help.
    pub fn parameters(self) -> Vec<(&'static ParameterInfo, ParameterValue)> {
        match self {
            Method::Rug => listed::<RugParameters>(),
            Method::Boolean => listed::<BooleanParameters>(),
        }
    }

    /// The learner with these parameters; the others have their defaults.
    ///
    /// # Errors
    /// A name that is no parameter of the method, a value that is not of its kind or out of its range, or values that do not
    /// go together.
    pub fn learner(self, settings: Settings) -> Result<Box<dyn Learner>, SettingsError> {
        match self {
            Method::Rug => made(self, settings, RugClassifier::new),
            Method::Boolean => made(self, settings, BooleanRuleClassifier::new),
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

fn made<P: Parameters, L: Learner + 'static>(
    method: Method,
    settings: Settings,
    new: fn(P) -> Result<L, ParameterError>,
) -> Result<Box<dyn Learner>, SettingsError> {
    let parameters = P::read(settings).map_err(|error| match error {
        SettingsError::Unknown { name } if method.others_have(&name) => SettingsError::OtherMethod { name },
        error => error,
    })?;
    Ok(Box::new(new(parameters)?))
}

impl Method {
    /// Whether another method has a parameter of this name.
    fn others_have(self, name: &str) -> bool {
        let has = |method: &Method| method.parameters().iter().any(|(info, _)| info.name == name);
        Method::ALL.iter().any(|method| *method != self && has(method))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = ParameterError;

    fn from_str(name: &str) -> Result<Self, ParameterError> {
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            let names = Method::ALL.map(Method::name).join(", ");
            ParameterError { name: "the method", range: format!("one of {names}"), value: format!("'{name}'") }
        })
    }
}
