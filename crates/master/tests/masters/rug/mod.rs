//! The RUG master against the plain linear program, and its bounds against all rules.

mod adding;
mod agreement;
mod bounds;
mod costs;
pub(crate) mod instances;
mod own_lp;
pub(crate) mod reference;
mod settings;
