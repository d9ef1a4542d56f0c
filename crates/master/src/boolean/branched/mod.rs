//! The Boolean master of a node of a branch and bound.

mod master;
mod profiles;
mod program;

pub use master::BranchedMaster;

/// A sample that some rule of a rule set has to cover, or that none may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The sample, of any class.
    pub sample: usize,
    /// True if a rule covers it, false if none does.
    pub covered: bool,
}
