//! The margin hinge master against the linear program as it is written down, over all rules.

mod agreement;
mod bounds;
mod fair;
mod instances;
mod reference;
mod runs;
mod settings;
mod two_classes;

use crate::rug::{instances as rug_instances, reference as rules};
