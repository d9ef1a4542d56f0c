//! Short models: rules chosen one by one, and their number by cross-validation.
//!
//! A path ([`SupportPath`]) begins without rules. Each step asks the pricers for the rule of the largest gain, adds it, and fits the
//! weights of all rules chosen so far anew. [`validate`] scores the steps of paths on folds, and [`choose`] takes one of them.

mod choice;
mod front;
mod scores;
mod support;
mod validate;

pub use choice::SizeChoice;
pub(crate) use choice::choose;
pub use front::{Front, FrontRow};
pub(crate) use scores::PathScores;
pub(crate) use support::{Caps, Ground, Step, SupportPath, TOLERANCE, choose_rules};
pub(crate) use validate::{Learned, MOST_ROWS, Plan, score_steps, validate};
