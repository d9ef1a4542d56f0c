//! Pricers by name: the built-in ones, and those that a caller registers.

mod bounds;
mod built_in;
mod entry;
mod name;
mod options;
mod registry;
mod settings;
mod stages;

pub(crate) use bounds::{gain_bounds, set_length};
pub use name::{PricerKind, PricerName};
pub use options::{PricerOption, PricerOptions};
pub use registry::PricerRegistry;
pub use settings::StageSettings;
pub(crate) use stages::{Stages, called, united};
