//! Pricers by name: the built-in ones, and those that a caller registers.

mod built_in;
mod by_size;
mod entry;
mod name;
mod options;
mod registry;
mod settings;
mod stages;

pub(crate) use by_size::by_size;
pub use name::PricerName;
pub use options::{PricerOption, PricerOptions};
pub use registry::PricerRegistry;
pub use settings::StageSettings;
pub(crate) use stages::{Stages, called, united};
