//! What can go wrong in a run.

use thiserror::Error;

/// An error that ends a run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriverError {
    /// A master could not go on.
    #[error("the master failed: {0}")]
    Master(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A pricer could not go on.
    #[error("the pricer '{name}' failed: {source}")]
    Pricer {
        /// The pricer's name.
        name: String,
        /// What its solver said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A pricer claimed a gain that its rule does not have.
    #[error("a pricer claimed a gain of {claimed} for a rule whose gain is {actual}")]
    FalseGain {
        /// What the pricer said.
        claimed: f64,
        /// What the master computed.
        actual: f64,
    },
    /// A pricer returned a bound below the gain of a rule that it found itself.
    #[error("the pricer '{name}' found a gain of {found} above its own bound {bound}")]
    FalseBound {
        /// The pricer's name.
        name: String,
        /// The gain that it found.
        found: f64,
        /// The bound that it claimed.
        bound: f64,
    },
    /// A pricer's bounds would prove that the restricted LP has no solution as good as the one at hand.
    #[error("the bounds of the pricer '{name}' give a lower bound of {bound}, above the objective {objective}")]
    ImpossibleBound {
        /// The pricer's name.
        name: String,
        /// The lower bound that follows.
        bound: f64,
        /// The objective of a solution at hand.
        objective: f64,
    },
    /// A pricer returned a rule for another class, without literals, or of too many.
    #[error("the pricer '{name}' returned a rule of {length} literals for class {class}, which no problem admits")]
    NotAsked {
        /// The pricer's name.
        name: String,
        /// The class of the rule.
        class: u32,
        /// Its number of literals.
        length: usize,
    },
    /// A pricer answered other problems than it was asked.
    #[error("the pricer '{name}' returned {found} bounds for {asked} problems")]
    WrongShape {
        /// The pricer's name.
        name: String,
        /// Entries returned.
        found: usize,
        /// Problems asked.
        asked: usize,
    },
    /// A run without pricers.
    #[error("a run needs at least one pricer")]
    NoStage,
}
