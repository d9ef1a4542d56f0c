//! The margin hinge master against the linear program as it is written down, over all rules.

#[allow(dead_code, reason = "shared with the tests of the RUG master")]
#[path = "../rug/instances.rs"]
mod rug_instances;
#[allow(dead_code, reason = "shared with the tests of the RUG master")]
#[path = "../rug/reference.rs"]
mod rules;

mod agreement;
mod bounds;
mod fair;
mod instances;
mod reference;
mod runs;
mod settings;
mod two_classes;
