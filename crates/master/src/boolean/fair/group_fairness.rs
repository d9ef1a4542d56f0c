//! Settings of group fairness.

/// The errors of a [`BooleanMaster`](crate::BooleanMaster) that must be alike in all groups of
/// samples.
///
/// The error of a sample of the class is 1 if no rule covers it (a false negative), else 0. The
/// error of another sample is the number of rules that cover it (false positives). With both,
/// errors are those that the objective counts (Hamming equalized odds); with false negatives alone
/// it is equality of opportunity for the class that the rules predict.
///
/// A rule set never has two rules that cover the same samples: the second would only add false
/// positives in a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupFairness {
    /// The mean false negatives of any two groups differ by `epsilon` at most.
    pub false_negatives: bool,
    /// The mean false positives of any two groups differ by `epsilon` at most.
    pub false_positives: bool,
    /// The most that means may differ: not negative, finite.
    pub epsilon: f64,
}
