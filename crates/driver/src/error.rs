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
    /// A pricer's answer contradicts the problem, the samples or itself.
    #[error("the answer of the pricer '{name}' is refused: {reason}")]
    Refused {
        /// The pricer's name.
        name: String,
        /// What is wrong with it.
        #[source]
        reason: Box<DriverError>,
    },
    /// A gain is claimed that the rule does not have.
    #[error("it claims a gain of {claimed} for a rule whose gain is {actual}")]
    FalseGain {
        /// What was claimed.
        claimed: f64,
        /// What the samples say.
        actual: f64,
    },
    /// A bound is claimed that a rule found by the same pricer exceeds.
    #[error("it found a gain of {found}, above its own bound {bound}")]
    FalseBound {
        /// The gain that was found.
        found: f64,
        /// The bound that was claimed.
        bound: f64,
    },
    /// A rule for no problem that was asked, without literals, or of too many.
    #[error("it holds a rule of {length} literals for the problem {tag}, which no problem admits")]
    NotAsked {
        /// The tag of the rule.
        tag: u32,
        /// Its number of literals.
        length: usize,
    },
    /// A rule that covers fewer rows than its problem asks for.
    #[error("it holds a rule that covers {rows} rows, and {least} are asked for")]
    TooFewRows {
        /// The rows that it covers.
        rows: u64,
        /// The fewest that it may cover.
        least: u64,
    },
    /// A rule with a literal that the samples cannot be asked.
    #[error("it holds a rule about column {column} with a test that the samples do not have")]
    ForeignRule {
        /// The column of the literal.
        column: u32,
    },
    /// Another number of bounds than of problems.
    #[error("it holds {found} bounds for {asked} problems")]
    WrongShape {
        /// Bounds returned.
        found: usize,
        /// Problems asked.
        asked: usize,
    },
    /// A lower bound above the objective of a solution, at hand or found later: the pricer's bounds are false, or the master's
    /// conclusion from them is.
    #[error(
        "a lower bound of {bound} follows from the bounds of the pricer '{name}', above the objective {objective} of a solution at hand"
    )]
    ImpossibleBound {
        /// The pricer's name.
        name: String,
        /// The lower bound that follows.
        bound: f64,
        /// The objective of a solution at hand.
        objective: f64,
    },
    /// A pricing problem with a number out of its range.
    #[error("the {what} of the pricing problem {tag} is {value}")]
    BadProblem {
        /// The problem's tag.
        tag: u32,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A pricing problem about another number of samples.
    #[error("the pricing problem {tag} has {found} gains for {samples} samples")]
    WrongSamples {
        /// The problem's tag.
        tag: u32,
        /// Its number of gains.
        found: usize,
        /// The number of samples.
        samples: usize,
    },
    /// Two problems of a round with one tag.
    #[error("two pricing problems have the tag {tag}")]
    DuplicateTag {
        /// The tag.
        tag: u32,
    },
    /// A master whose problems have other tags than in the first round, or another order.
    #[error("the tags of the pricing problems are {found:?}, those of the first round were {first:?}")]
    OtherTags {
        /// The tags of the first round.
        first: Vec<u32>,
        /// The tags now.
        found: Vec<u32>,
    },
    /// A master that says it has taken other columns than it has: a run could go on for ever.
    #[error("the master says that it took {said} of {offered} candidates, and went from {before} columns to {after}")]
    Miscounted {
        /// New columns, by its word.
        said: usize,
        /// Candidates that it was given.
        offered: usize,
        /// Its columns before.
        before: usize,
        /// Its columns after.
        after: usize,
    },
    /// A master whose objective is no number.
    #[error("the master's objective is {objective}")]
    BadObjective {
        /// What it said.
        objective: f64,
    },
    /// A setting of a run out of its range.
    #[error("the {name} of a run must be {range}, not {value}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it was.
        value: f64,
    },
    /// A run without pricers.
    #[error("a run needs at least one pricer")]
    NoStage,
}

impl DriverError {
    /// The error with the name of the pricer whose answer it is about, where it is about an answer.
    pub(crate) fn of_pricer(self, name: &str) -> DriverError {
        match self {
            DriverError::FalseGain { .. }
            | DriverError::FalseBound { .. }
            | DriverError::NotAsked { .. }
            | DriverError::TooFewRows { .. }
            | DriverError::ForeignRule { .. }
            | DriverError::WrongShape { .. } => DriverError::Refused { name: name.into(), reason: Box::new(self) },
            other => other,
        }
    }
}
