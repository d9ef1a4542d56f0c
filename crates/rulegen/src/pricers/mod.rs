//! Pricers by name: those that are built in, and those of one's own.

mod built_in;
mod by_size;
mod entry;
mod name;
mod registry;
mod settings;
mod stages;

pub(crate) use by_size::by_size;
pub use name::PricerName;
pub use registry::PricerRegistry;
pub use settings::StageSettings;
pub(crate) use stages::{Stages, united};
