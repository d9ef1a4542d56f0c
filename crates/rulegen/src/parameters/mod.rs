//! The parameters of all methods: each is declared once, and flags, keys of experiments, arguments in Python, checks of
//! ranges and what model files record are made of the declaration.

mod boolean;
mod choices;
mod error;
pub(crate) mod kind;
mod rug;
mod rules;
mod shared;
pub(crate) mod table;
mod value;
mod weighted;

pub use boolean::BooleanParameters;
pub use choices::{ClassWeight, CostScaling, Cuts, FallbackKind, Loss, NormalForm, PathKind};
pub(crate) use error::accept;
pub use error::{ParameterError, SettingsError};
pub use kind::{ChoiceWord, ParameterKind};
pub use rug::RugParameters;
pub use rules::RuleParameters;
pub(crate) use table::Parameters;
pub use table::{ParameterGroup, ParameterInfo, Range};
pub use value::{ParameterValue, Settings};
