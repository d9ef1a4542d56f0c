//! What can go wrong in a master.

use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MasterError {
    /// A setting must be positive and finite.
    #[error("the {name} must be positive and finite, not {value}")]
    NotPositive {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A setting must be finite and not negative.
    #[error("the {name} must be finite and not negative, not {value}")]
    Negative {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A class that the samples do not have.
    #[error("there is no class {class}, there are {classes}")]
    NoSuchClass {
        /// The class asked for.
        class: u32,
        /// How many there are.
        classes: usize,
    },
    /// Another epsilon for a master that was made without fairness.
    #[error("no fairness was asked for, so there is no epsilon")]
    NoFairness,
    /// Where some rules must be in, there may be no fair rule set.
    #[error("rules that must be in do not go with fairness: there might be no fair rule set")]
    FairMustHave,
    /// How often a sample can be covered has to be bounded.
    #[error("fair Boolean rules need a bound on their complexity")]
    FairUnbounded,
    /// Neither a bound nor a price keeps rule sets small.
    #[error("a Boolean rule set needs a bound on its complexity, or a price on it")]
    Unbounded,
    /// A rule that must be in has no literal, and so would cover everything.
    #[error("a rule that must be in has no condition")]
    EmptyRule,
    /// The rules that must be in are more complex than all may be.
    #[error("the rules that must be in have a complexity of {needed}, more than {complexity}")]
    Overspent {
        /// What they need.
        needed: f64,
        /// What there is.
        complexity: f64,
    },
    /// Weights whose sums and products overflow.
    #[error("the samples weigh {total:e} in all: more than can be computed with")]
    TooHeavy {
        /// Their sum, times the weights of false negatives and false positives.
        total: f64,
    },
    /// A custom cost whose lower bound is no good.
    #[error("the lower bound of a rule cost must be finite and not negative, not {value}")]
    CostBound {
        /// The fixed part or the part per literal.
        value: f64,
    },
    /// Other samples for a master that keeps those that it was made with.
    #[error("this master keeps the samples that it was made with")]
    FixedSamples,
    /// The LP backend failed, or is not built in.
    #[error(transparent)]
    Lp(#[from] rulegen_lp::LpError),
}
