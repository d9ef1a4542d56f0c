//! Ways in which a master can break its promise.

use rulegen_driver::{AddCounts, DriverError, PricingProblem};
use thiserror::Error;

/// A broken promise, and the samples over which it was broken.
#[derive(Debug, Error)]
#[error("over the {}samples of seed {seed}: {breach}", if *.larger { "larger " } else { "" })]
pub struct Violation {
    /// The seed of the samples: [`samples`](super::samples) makes them again, or
    /// [`larger_samples`](super::larger_samples).
    pub seed: u64,
    /// True if the samples are larger ones.
    pub larger: bool,
    /// The promise that was broken.
    #[source]
    pub breach: Box<Breach>,
}

/// An error of a master.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Breach {
    /// A solve failed, or true claims were refused.
    #[error("the master failed: {0}")]
    Failed(#[source] DriverError),
    /// A solve did not reach its tolerance in twenty seconds.
    #[error("a solve did not reach the tolerance {tolerance}")]
    NotConverged {
        /// The tolerance asked for.
        tolerance: f64,
    },
    /// An objective is not a finite number.
    #[error("the objective is {objective}")]
    BadObjective {
        /// The objective.
        objective: f64,
    },
    /// A pricing problem has too many or too few gains, or a number out of its range.
    #[error("no pricer can take a problem: {0}")]
    BadProblem(#[source] DriverError),
    /// Two problems have one tag, or tags differ from those of the first round.
    #[error("the tags {tags:?} are not distinct, or not those of the first round")]
    BadTags {
        /// The tags of the round.
        tags: Vec<u32>,
    },
    /// The objective of a loose solve, or of one that was stopped, is not that of a feasible
    /// solution within its tolerance.
    #[error("the objective {objective} is not within {tolerance} above the optimum {exact} over the same columns")]
    FalseObjective {
        /// The objective of the loose solve.
        objective: f64,
        /// The objective of the exact solve.
        exact: f64,
        /// The relative distance that is allowed.
        tolerance: f64,
    },
    /// The objective rose when columns were added.
    #[error("the objective rose from {before} to {objective} when columns were added")]
    Rises {
        /// The optimum without the columns.
        before: f64,
        /// The optimum with them.
        objective: f64,
    },
    /// A second solve over the same columns has another objective.
    #[error("the objective is {first}, and {again} when the same is solved again")]
    Wavers {
        /// The objective of the first solve.
        first: f64,
        /// The objective of the second.
        again: f64,
    },
    /// New columns came without end.
    #[error("rules still improve after {rounds} rounds with all rules at hand")]
    Endless {
        /// Rounds done.
        rounds: usize,
    },
    /// The optimum over all rules depends on the order in which they come.
    #[error("the optima over all rules differ with the order in which they come: {objectives:?}")]
    Disagrees {
        /// The two optima.
        objectives: [f64; 2],
    },
    /// A lower bound is above the optimum over all rules.
    #[error("the bound {bound} is above the optimum {optimum} over all rules")]
    FalseBound {
        /// The bound.
        bound: f64,
        /// The optimum.
        optimum: f64,
        /// The problems to whose best gains the bound belongs.
        problems: Vec<PricingProblem>,
    },
    /// There is no bound, or one far below the objective, although no rule improves.
    #[error("no rule improves, and the bound is {bound:?}, below the objective {objective}")]
    WeakBound {
        /// The bound.
        bound: Option<f64>,
        /// The objective.
        objective: f64,
    },
    /// The numbers of new, known and rejected candidates do not fit the candidates offered and the
    /// columns.
    #[error("{offered} candidates made {added:?}, and the number of columns went from {} to {}", .columns[0], .columns[1])]
    Miscounts {
        /// The numbers that the master reported.
        added: AddCounts,
        /// Candidates offered.
        offered: usize,
        /// The numbers of columns before and after.
        columns: [usize; 2],
    },
    /// Columns were not known when they were offered again.
    #[error("candidates that made {first:?} made {again:?} when they were offered again")]
    Forgets {
        /// The numbers that the master reported first.
        first: AddCounts,
        /// The numbers that it reported the second time.
        again: AddCounts,
    },
    /// A candidate was accepted that has to be refused.
    #[error("a candidate with {what} was accepted: {added:?}")]
    Accepted {
        /// The error of the candidate.
        what: &'static str,
        /// The numbers that the master reported.
        added: AddCounts,
    },
    /// A candidate was refused for another reason than its own, or has become a column.
    #[error("a candidate with {what} was refused for another reason, or became a column: {error}")]
    WrongError {
        /// The error of the candidate.
        what: &'static str,
        /// The error that the master returned.
        #[source]
        error: DriverError,
    },
    /// Two masters that were asked the same questions gave different answers.
    #[error("two masters that were asked the same said different things")]
    NotDeterministic,
}
