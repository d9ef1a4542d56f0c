//! The Boolean master against the plain linear program, its bounds and its choice against all rule
//! sets.

mod agreement;
mod bounds;
mod branched;
mod choice;
mod fair;
mod instances;
mod real;
mod reference;
mod settings;
