//! What is asked of errors in groups.

/// Which errors of a [`BooleanMaster`](crate::BooleanMaster) are to be alike in all groups of samples.
///
/// The error of a sample of the class is 1 if no rule covers it (a false negative), else 0. The error of another sample is the
/// number of rules that cover it (false positives). With both, errors are those that the objective counts (Hamming
/// equalized odds); with false negatives alone it is equality of opportunity for the class that the rules predict.
///
/// Two rules that cover the same samples are never in one rule set: the second would only add false positives in a
/// group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupFairness {
    /// The mean false negatives of any two groups differ by `epsilon` at most.
    pub false_negatives: bool,
    /// The mean false positives of any two groups differ by `epsilon` at most.
    pub false_positives: bool,
    /// By how much means may differ: not negative, finite.
    pub epsilon: f64,
}
