//! Observers of a run.

use crate::{Master, PricingProblem};
use std::time::Duration;

/// One round of column generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Number of the round, from 1.
    pub iteration: usize,
    /// The pricer whose columns were taken, or the last one asked.
    pub pricer: String,
    /// Objective of the restricted LP.
    pub objective: f64,
    /// The best proven lower bound so far.
    pub lower_bound: Option<f64>,
    /// Columns before the round.
    pub columns: usize,
    /// Columns that the round added.
    pub added: usize,
    /// The largest gain that was found.
    pub best_gain: Option<f64>,
    /// True if it is proved that no rule gains more in any problem of the round.
    pub proved: bool,
    /// Relative tolerance of the LP solution; 0 for an optimal vertex.
    pub tolerance: f64,
    /// Search nodes of the round.
    pub nodes: u64,
    /// The answer of each pricer that was asked, in order. Where duals are smoothed, a pricer may
    /// be asked several times.
    pub stages: Vec<StageReport>,
    /// Time spent solving the LP.
    pub lp: Duration,
    /// Time spent in pricers.
    pub pricing: Duration,
    /// Time since the run began.
    pub elapsed: Duration,
}

/// The result of one call of a pricer.
#[derive(Clone, Debug, PartialEq)]
pub struct StageReport {
    /// The pricer's name.
    pub pricer: String,
    /// Rules that it returned.
    pub found: usize,
    /// Columns that were made of these rules.
    pub added: usize,
    /// The largest gain that it found.
    pub best_gain: Option<f64>,
    /// True if it proved for every problem that no rule gains more.
    pub proved: bool,
    /// Its search nodes.
    pub nodes: u64,
    /// Its time.
    pub time: Duration,
}

/// Follows a run round by round: a progress bar, a log, a trace.
///
/// ```
/// use rulegen_driver::{Master, Observer, Round};
///
/// /// The rules in use after each solve, and what all samples together would pay.
/// #[derive(Default)]
/// struct InUse {
///     rules: Vec<usize>,
///     paid: Vec<f64>,
/// }
///
/// impl Observer for InUse {
///     fn solved(&mut self, master: &dyn Master) {
///         let columns = master.column_weights();
///         self.rules.push(columns.iter().filter(|column| column.weight > 0.0).count());
///         let problems = master.pricing_problems();
///         self.paid.push(problems.iter().map(|problem| problem.positive_gain()).sum());
///     }
///
///     fn round(&mut self, round: &Round) {
///         println!("{} of {} columns in use", self.rules[self.rules.len() - 1], round.columns);
///     }
/// }
/// ```
pub trait Observer {
    /// Called after each solve. The observer may look at the columns and their weights
    /// ([`Master::column_weights`]), and at the duals in the form in which they price rules
    /// ([`Master::pricing_problems`]). The master computes only what is asked for.
    fn solved(&mut self, master: &dyn Master) {
        let _ = master;
    }

    /// Called before a round prices, with its problems at the duals of its solve, before any
    /// smoothing.
    fn problems(&mut self, problems: &[PricingProblem]) {
        let _ = problems;
    }

    /// Called when a round has ended.
    fn round(&mut self, round: &Round) {
        let _ = round;
    }

    /// Called when the work consists of `of` runs, not all of which are watched round by round. The
    /// function returned is called whenever one of them has ended, by any thread.
    fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
        let _ = of;
        Box::new(|| ())
    }
}

/// Watches nothing.
impl Observer for () {}

impl<T: Observer + ?Sized> Observer for &mut T {
    fn solved(&mut self, master: &dyn Master) {
        (**self).solved(master);
    }

    fn problems(&mut self, problems: &[PricingProblem]) {
        (**self).problems(problems);
    }

    fn round(&mut self, round: &Round) {
        (**self).round(round);
    }

    fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
        (**self).parts(of)
    }
}

/// Tells each of several observers.
impl Observer for Vec<Box<dyn Observer + '_>> {
    fn solved(&mut self, master: &dyn Master) {
        self.iter_mut().for_each(|observer| observer.solved(master));
    }

    fn problems(&mut self, problems: &[PricingProblem]) {
        self.iter_mut().for_each(|observer| observer.problems(problems));
    }

    fn round(&mut self, round: &Round) {
        self.iter_mut().for_each(|observer| observer.round(round));
    }

    fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
        let all: Vec<_> = self.iter_mut().map(|observer| observer.parts(of)).collect();
        Box::new(move || all.iter().for_each(|ended| ended()))
    }
}
