//! Watching a run.

use crate::PricingProblem;
use std::time::Duration;

/// One round of column generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Number of the round, from 1.
    pub iteration: usize,
    /// The pricer whose columns were taken, or the last one tried.
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
    /// Whether it is proved that no rule gains more in any problem of the round.
    pub proved: bool,
    /// Relative tolerance of the LP solution; 0 for an optimal vertex.
    pub tolerance: f64,
    /// Search nodes of the round.
    pub nodes: u64,
    /// What each pricer that was asked came to, in the order asked; one is asked several times where duals are smoothed.
    pub stages: Vec<StageReport>,
    /// Time in the LP of the round.
    pub lp: Duration,
    /// Time in the pricers of the round.
    pub pricing: Duration,
    /// Time since the run began.
    pub elapsed: Duration,
}

/// What one call of a pricer came to.
#[derive(Clone, Debug, PartialEq)]
pub struct StageReport {
    /// The pricer's name.
    pub pricer: String,
    /// Rules that it returned.
    pub found: usize,
    /// Columns that came of them.
    pub added: usize,
    /// The largest gain that it found.
    pub best_gain: Option<f64>,
    /// Whether it proved of every problem that no rule gains more.
    pub proved: bool,
    /// Its search nodes.
    pub nodes: u64,
    /// Its time.
    pub time: Duration,
}

/// Is told of every round: progress bars, logs, traces.
pub trait Observer {
    /// A round is about to price: its problems at the duals of its solve, before any smoothing.
    fn problems(&mut self, problems: &[PricingProblem]) {
        let _ = problems;
    }

    /// A round has ended.
    fn round(&mut self, round: &Round) {
        let _ = round;
    }

    /// The work consists of so many runs, of which not all are watched round by round. What this returns is called when one of them has
    /// ended, by whatever thread.
    fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
        let _ = of;
        Box::new(|| ())
    }
}

/// Watches nothing.
impl Observer for () {}

impl<T: Observer + ?Sized> Observer for &mut T {
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

/// Tells every one of several observers.
impl Observer for Vec<Box<dyn Observer + '_>> {
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
