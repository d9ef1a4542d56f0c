//! The best rule set known, and the bound on all others.

use rulegen_master::{BooleanMaster, RuleSet};
use rulegen_rule::OPTIMAL_GAP;

/// The difference, relative to the objective, by which a bound may be below an objective that it
/// proves, if objectives are multiples of a step: rounding. Otherwise it is [`OPTIMAL_GAP`].
const ROUNDING: f64 = 1e-9;

/// The best rule set known of a problem, and a bound on all.
#[derive(Clone, Debug)]
pub(super) struct Incumbent {
    /// The chosen rules, without required ones.
    pub(super) best: RuleSet,
    /// A lower bound on the objective of all rule sets.
    pub(super) bound: Option<f64>,
    slack: Slack,
}

impl Incumbent {
    pub(super) fn new(master: &BooleanMaster, best: RuleSet, bound: Option<f64>) -> Self {
        Incumbent { best, bound, slack: Slack::of(master) }
    }

    /// True if no rule set is better.
    pub(super) fn is_proved(&self) -> bool {
        self.slack.proves(self.bound, &self.best)
    }

    /// Takes a bound if it is higher.
    pub(super) fn raise(&mut self, bound: Option<f64>) {
        self.bound = higher_of(self.bound, bound);
    }
}

/// The difference by which a bound may be below an objective that it proves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    absolute: f64,
    relative: f64,
}

impl Slack {
    pub(super) fn of(master: &BooleanMaster) -> Self {
        let relative = if master.objective_step().is_some() { ROUNDING } else { OPTIMAL_GAP };
        Slack { absolute: master.rounding(), relative }
    }

    pub(super) fn proves(self, bound: Option<f64>, best: &RuleSet) -> bool {
        bound.is_some_and(|bound| bound >= best.objective - self.of_objective(best))
    }

    /// Returns the bound from which on nothing is better than `best`.
    pub(super) fn cutoff(self, master: &BooleanMaster, best: &RuleSet) -> f64 {
        let proved = best.objective - self.of_objective(best);
        proved.min(master.rounds_up_to(best.objective))
    }

    /// Returns the slack at an objective.
    fn of_objective(self, best: &RuleSet) -> f64 {
        let size = best.objective.abs();
        // Rounding errors are relative to all weights, which may be far larger than the objective.
        (self.absolute + self.relative * size).min(OPTIMAL_GAP * size)
    }
}

/// Returns the higher of two bounds.
pub(super) fn higher_of(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}

/// Returns the rule set of the smaller objective, of equal ones the first.
pub(super) fn better(a: RuleSet, b: RuleSet) -> RuleSet {
    if b.objective < a.objective { b } else { a }
}
