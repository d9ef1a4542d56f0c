//! Pricers by name: those that are built in, and those of one's own.

mod built_in;
mod entry;
mod name;
mod registry;
mod settings;
mod stages;

pub use name::PricerName;
pub use registry::PricerRegistry;
pub use settings::StageSettings;
pub(crate) use stages::{Stages, united};
