//! The parameters of all methods. Each is one entry of one table ([`table`]); flags, keys of
//! experiments, arguments in Python, range checks and the records of model files follow from it.
//! Methods are presets: the defaults that differ between them stand in [`resolved`].

mod checks;
mod choices;
mod equal_terms;
mod error;
mod error_costs;
mod fairness;
mod info;
mod kind;
mod method;
mod must_have;
mod record;
mod recorded;
mod registry;
mod resolved;
mod run_terms;
mod scorer;
mod size;
mod start;
mod sweep;
mod table;
mod terms;
mod together;
mod trend;
mod value;

pub use choices::{ClassWeight, CostScaling, Cuts, FallbackKind, NormalForm, PathKind};
pub use error::SettingsError;
pub use error_costs::ErrorCosts;
pub(crate) use fairness::FairnessAsked;
pub use fairness::FairnessCriterion;
pub use info::{ParameterGroup, ParameterInfo, Range};
pub use kind::{ChoiceWord, ParameterKind};
pub use method::Method;
pub use must_have::MustHave;
pub use registry::{Parameter, parameters};
pub(crate) use resolved::cells;
pub use run_terms::RunTerms;
pub use scorer::Scorer;
pub(crate) use size::Caps;
pub use size::SizeChoice;
pub use start::Start;
pub use sweep::{Sweep, SweepParameter};
pub use table::{Parameters, ROWS_AT_HAND};
pub use terms::Terms;
pub use together::Together;
pub use trend::Trend;
pub use value::{ParameterValue, Settings};
