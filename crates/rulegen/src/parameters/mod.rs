//! The parameters of all methods: each is declared once, and flags, keys of experiments, arguments in Python, checks of
//! ranges and what model files record are made of the declaration.

mod boolean;
mod choices;
pub(crate) mod kind;
mod rug;
mod shared;
pub(crate) mod table;
mod value;

pub use boolean::{BooleanParameters, NormalForm};
pub use choices::{ClassWeight, CostScaling, FallbackKind};
pub use kind::{ChoiceWord, ParameterKind};
pub use rug::RugParameters;
pub(crate) use table::Parameters;
pub use table::{ParameterGroup, ParameterInfo, Range};
pub use value::{ParameterValue, Settings};

use crate::{Method, ParameterError};
use std::fmt::Display;

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
                Some(known) => known.methods.push(method),
                None => all.push(Parameter { info, methods: vec![method], default }),
            }
        }
    }
    all.sort_by_key(|parameter| parameter.info.group);
    all
}

/// Phrased as acceptance, so that NaN is refused.
pub(crate) fn accept(good: bool, name: &'static str, range: &str, value: impl Display) -> Result<(), ParameterError> {
    if good { Ok(()) } else { Err(ParameterError { name, range: range.into(), value: value.to_string() }) }
}
