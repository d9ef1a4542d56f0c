//! The methods by name.

use crate::parameters::ParameterError;
use std::fmt;
use std::str::FromStr;

/// What learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Weighted rules that vote ([`RugClassifier`](crate::RugClassifier)).
    Rug,
    /// Few weighted rules that vote, under a loss that you choose ([`RuleClassifier`](crate::RuleClassifier)).
    #[default]
    Rules,
    /// Rule sets that say yes or no ([`BooleanRuleClassifier`](crate::BooleanRuleClassifier)).
    Boolean,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 3] = [Method::Rug, Method::Rules, Method::Boolean];

    /// The name on the command line, and in model files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Rug => "rug",
            Method::Rules => "rules",
            Method::Boolean => "boolean",
        }
    }

    /// What it learns, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Method::Rug => "Weighted rules that vote (RUG)",
            Method::Rules => {
                "Few weighted rules that vote, with probabilities; their number is chosen by cross-validation"
            }
            Method::Boolean => "Boolean decision rules: an OR of ANDs, or an AND of ORs",
        }
    }

    /// What its own parameters stand under in help.
    pub fn heading(self) -> &'static str {
        match self {
            Method::Rug => "Rules that vote (--method rug)",
            Method::Rules => "Rules that vote, under a loss that you choose (--method rules)",
            Method::Boolean => "Rule sets that say yes or no (--method boolean)",
        }
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
