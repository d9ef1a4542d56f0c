//! The logistic master against an independent solver over all rules.

mod agreement;
mod reference;
mod settings;
mod small;
mod vertex;

use crate::rug::{instances, reference as rules};

use crate::enumeration::cases;
