//! The names that a run knows.

use crate::loss::LossRegistry;
use crate::pricers::PricerRegistry;

/// The pricers and losses that parameters can name. The default has the built-in ones.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// The pricers.
    pub pricers: PricerRegistry,
    /// The losses.
    pub losses: LossRegistry,
}
