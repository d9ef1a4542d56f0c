//! Ways in which a pricer can break its promise.

use rulegen_driver::{Candidate, DriverError, PricingOutcome};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// A broken promise, and the instance on which it was broken.
#[derive(Debug, Error)]
#[error("on the {}instance of seed {seed}: {breach}", if *.larger { "larger " } else { "" })]
pub struct Violation {
    /// The seed of the instance: [`Instance::new`](super::Instance::new) makes it again, or
    /// [`Instance::larger`](super::Instance::larger).
    pub seed: u64,
    /// True if it is a larger instance.
    pub larger: bool,
    /// The promise that was broken.
    #[source]
    pub breach: Breach,
}

/// The way in which a question is asked once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Asks the same pricer.
    Again,
    /// Asks the same pricer, after answers at a limit.
    AfterLimits,
    /// Asks the same pricer, after other problems.
    AfterOthers,
    /// Asks a new pricer in a pool of this number of threads.
    OnThreads(usize),
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Again => f.write_str("again"),
            Question::AfterLimits => f.write_str("again after an answer at a limit"),
            Question::AfterOthers => f.write_str("again after other problems"),
            Question::OnThreads(threads) => write!(f, "anew on {threads} threads"),
        }
    }
}

/// An error in a pricer's answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Breach {
    /// The pricer failed on a good problem.
    #[error("the pricer failed: {0}")]
    Failed(#[source] DriverError),
    /// A bad problem was answered.
    #[error("a problem with {what} was answered")]
    Accepted {
        /// The number that is wrong in the problem.
        what: &'static str,
    },
    /// A bad problem was refused for another reason than its own.
    #[error("a problem with {what} was refused for another reason: {error}")]
    WrongError {
        /// The number that is wrong in the problem.
        what: &'static str,
        /// The pricer's error.
        #[source]
        error: DriverError,
    },
    /// The number of bounds is not the number of problems.
    #[error("there are {found} bounds for {asked} problems")]
    WrongShape {
        /// Bounds returned.
        found: usize,
        /// Problems asked.
        asked: usize,
    },
    /// Candidates are not in the order of [`Candidate::best_first`].
    #[error("candidates are not in the order of `Candidate::best_first`")]
    Unsorted,
    /// A candidate is there twice.
    #[error("{0:?} is there twice")]
    Twice(Candidate),
    /// A rule answers no problem that was asked, has no literals, or has too many.
    #[error("no problem admits {0:?}")]
    NotAsked(Candidate),
    /// A rule has a literal that is forbidden, or that is none of
    /// [`Schema::literals`](rulegen_rule::Schema::literals): bounds are over the others.
    #[error("{0:?} has a literal that the schema does not offer")]
    NotOffered(Candidate),
    /// A rule covers fewer rows than its problem asks for.
    #[error("{0:?} covers too few rows")]
    TooFewRows(Candidate),
    /// A rule does not have the gain that is stated.
    #[error("the gain of {candidate:?} is {actual}")]
    FalseGain {
        /// The rule, with the gain that was stated.
        candidate: Candidate,
        /// Its true gain.
        actual: f64,
    },
    /// A rule's gain is not above the threshold.
    #[error("the gain of {0:?} is not above the threshold")]
    Unwanted(Candidate),
    /// A bound is below the gain of a rule.
    #[error("the bound {bound} is below the gain of {best:?}")]
    FalseBound {
        /// The bound that was stated.
        bound: f64,
        /// A rule above it.
        best: Candidate,
    },
    /// An answer came long after a limit.
    #[error("an answer took {time:?} although a limit was reached; at most {patience:?} is soon")]
    Late {
        /// The time that it took.
        time: Duration,
        /// The time that it may take.
        patience: Duration,
    },
    /// Two answers to one question differ.
    #[error("asked {question}, the pricer said {:?}, and first {:?}", .answers[1], .answers[0])]
    Differs {
        /// The way in which it was asked the second time.
        question: Question,
        /// The first answer, and the other.
        answers: Box<[PricingOutcome; 2]>,
    },
    /// An exact pricer says that it proves nothing.
    #[error("an exact pricer says by `Pricer::may_prove` that it proves nothing")]
    DeniesProof,
    /// An exact pricer gave no bound.
    #[error("there is no bound for problem {tag}")]
    NoBound {
        /// The tag of the problem.
        tag: u32,
    },
    /// An exact pricer's bound does not prove the best gain.
    #[error("the bound {bound} of problem {tag} does not prove {best}")]
    WeakBound {
        /// The tag of the problem.
        tag: u32,
        /// The bound that was stated.
        bound: f64,
        /// The best gain, or the threshold where no rule is above it.
        best: f64,
    },
    /// An exact pricer missed the best rule.
    #[error("the best gain found is {found:?}, that of {best:?} is larger")]
    NotBest {
        /// The best gain found.
        found: Option<f64>,
        /// A better rule.
        best: Candidate,
    },
}
