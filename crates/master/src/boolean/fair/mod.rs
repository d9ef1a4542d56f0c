//! Boolean rule sets that err alike in all groups (Lawless, Dash, Günlük, Wei 2023; MATH.md 4).

mod lp;
mod parity;
mod worth;

pub(super) use lp::FairLp;
pub(super) use parity::Parity;

/// Which errors of a [`BooleanMaster`](crate::BooleanMaster) are to be alike in all groups of samples.
///
/// The error of a sample of the class is to be missed, 0 or 1; that of another is the number of rules that
/// cover it. With both, errors are those that the objective counts (Hamming equalized odds); with misses alone
/// it is equality of opportunity for the class that the rules predict.
///
/// Two rules that cover the same samples are never in one rule set: the second would only be there to add
/// false alarms in a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupFairness {
    /// The mean misses of any two groups differ by `epsilon` at most.
    pub misses: bool,
    /// The mean false alarms of any two groups differ by `epsilon` at most.
    pub alarms: bool,
    /// By how much means may differ: not negative, finite.
    pub epsilon: f64,
}
