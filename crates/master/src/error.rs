//! Errors of the masters.

use thiserror::Error;

/// Checks that a setting is positive and finite. Phrased as acceptance, so that NaN fails.
pub(crate) fn check_positive(name: &'static str, value: f64) -> Result<(), MasterError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(MasterError::NotPositive { name, value }) }
}

/// Checks that a setting is finite and not negative. Phrased as acceptance, so that NaN fails.
pub(crate) fn check_not_negative(name: &'static str, value: f64) -> Result<(), MasterError> {
    if value >= 0.0 && value.is_finite() { Ok(()) } else { Err(MasterError::Negative { name, value }) }
}

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MasterError {
    /// A setting is not positive and finite.
    #[error("the {name} must be positive and finite, not {value}")]
    NotPositive {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A setting is negative or not finite.
    #[error("the {name} must be finite and not negative, not {value}")]
    Negative {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A class does not exist in the samples.
    #[error("there is no class {class}, there are {classes}")]
    NoSuchClass {
        /// The class asked for.
        class: u32,
        /// The number of classes.
        classes: usize,
    },
    /// A weight was to be locked in a master whose weights have no unit of their own.
    #[error("the weight of a rule can be locked where weights are log-odds: under the logistic loss")]
    NotLockable,
    /// An epsilon was set for a master that was made without fairness.
    #[error("no fairness was asked for, so there is no epsilon")]
    NoFairness,
    /// Fairness was combined with rules that must be in, so that there might be no fair rule set.
    #[error("rules that must be in do not go with fairness: there might be no fair rule set")]
    FairMustHave,
    /// Fair Boolean rules have no bound on their complexity. The number of rules that cover a
    /// sample has to be bounded.
    #[error("fair Boolean rules need a bound on their complexity")]
    FairUnbounded,
    /// Rule sets have neither a bound on their size nor a price on it.
    #[error("a Boolean rule set needs a bound on its complexity, or a price on it")]
    Unbounded,
    /// A rule that must be in has no literal, and so would cover everything.
    #[error("a rule that must be in has no condition")]
    EmptyRule,
    /// The rules that must be in exceed the complexity.
    #[error("the rules that must be in have a complexity of {needed}, more than {complexity}")]
    Overspent {
        /// The complexity of these rules.
        needed: f64,
        /// The complexity allowed.
        complexity: f64,
    },
    /// The weights are so large that their sums and products overflow.
    #[error("the samples weigh {total:e} in all: more than can be computed with")]
    TooHeavy {
        /// The sum of the weights, times the weights of false negatives and false positives.
        total: f64,
    },
    /// The lower bound of a custom cost is negative or not finite.
    #[error("the lower bound of a rule cost must be finite and not negative, not {value}")]
    CostBound {
        /// The fixed part or the part per literal.
        value: f64,
    },
    /// The master was given other samples, but has to keep those that it was made with.
    #[error("this master keeps the samples that it was made with")]
    FixedSamples,
    /// The LP backend failed, or is not built in.
    #[error(transparent)]
    Lp(#[from] rulegen_lp::LpError),
}
