//! The RUG master against the plain linear program, and its bounds against all rules.

mod adding;
mod agreement;
mod bounds;
mod costs;
mod instances;
mod own_lp;
mod reference;
mod settings;
