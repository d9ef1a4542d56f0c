//! The logistic master against an independent solver over all rules there are.

#[allow(dead_code, reason = "shared with the tests of the RUG master")]
#[path = "../rug/instances.rs"]
mod instances;
#[allow(dead_code, reason = "shared with the tests of the RUG master")]
#[path = "../rug/reference.rs"]
mod rules;

mod agreement;
mod reference;
mod settings;
mod vertex;
