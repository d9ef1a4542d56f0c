//! Names of losses.

use crate::name::Name;
use rulegen_rule::Model;

/// The kind of names of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {}

/// The name of a loss on the command line, in experiments, in Python and in model files. A
/// [`LossRegistry`](crate::LossRegistry) knows the loss of a name.
pub type LossName = Name<LossKind>;

impl LossName {
    /// `log sum_c exp f_c - f_y`: votes are log-odds, and the model gives probabilities.
    pub const LOGISTIC: LossName = Name::built_in(Model::LOGISTIC);
    /// `max(0, 1 - f_y + max_{c != y} f_c)`: the margin to the best other class (Crammer and Singer
    /// 2001).
    pub const HINGE: LossName = Name::built_in("hinge");
}
