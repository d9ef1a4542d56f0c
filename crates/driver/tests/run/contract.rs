//! The plain data of the contract, and the defaults of a minimal implementation.

use crate::script::rule;
use rulegen_driver::{
    AddCounts, Candidate, DriverError, Master, MasterSolution, Pricer, PricingOutcome, PricingProblem, Round,
    RunSettings, RunSummary, run,
};
use rulegen_limits::{Limits, StopFlag};
use rulegen_rule::Status;

/// Implements only the four methods that a master must have.
struct Minimal;

impl Master for Minimal {
    fn solve(&mut self, _: f64, _: &Limits) -> Result<MasterSolution, DriverError> {
        Ok(MasterSolution { objective: 1.0, converged: true, warm: false })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        vec![problem()]
    }

    fn add(&mut self, _: &[PricingProblem], _: &[Candidate]) -> Result<AddCounts, DriverError> {
        Ok(AddCounts::default())
    }

    fn columns(&self) -> usize {
        0
    }
}

/// Finds nothing, and proves it.
struct Nothing;

impl Pricer for Nothing {
    fn name(&self) -> &str {
        "nothing"
    }

    fn price(&mut self, problems: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
        Ok(PricingOutcome { bounds: vec![Some(0.0); problems.len()], ..Default::default() })
    }
}

fn problem() -> PricingProblem {
    PricingProblem {
        tag: 0,
        gains: vec![2.0, -1.0, 0.5],
        fixed: 0.25,
        per_literal: 0.125,
        max_length: Some(3),
        min_cover: 0,
        threshold: 1e-8,
    }
}

#[test]
fn a_master_without_bound_is_never_optimal() {
    assert_eq!(Minimal.lower_bound(&[problem()], &[0.0]), None);
    let summary = run(&mut Minimal, &mut [Box::new(Nothing)], &RunSettings::default(), &mut ()).unwrap();
    assert_eq!((summary.status, summary.lower_bound, summary.objective), (Status::NoColumn, None, 1.0));
}

/// A bound that was returned proves something all the same.
#[test]
fn a_pricer_that_does_not_say_so_may_not_prove() {
    assert!(!Nothing.may_prove());
}

#[test]
fn gains_and_costs() {
    assert_eq!(problem().cost(2), 0.5);
    assert_eq!(problem().gain([0, 2], 2), 2.0);
    assert_eq!(problem().gain([], 1), -0.375);
    assert!((1..=3).all(|length| problem().admits_length(length)));
    assert!(!problem().admits_length(0) && !problem().admits_length(4));
    assert!(PricingProblem { max_length: None, ..problem() }.admits_length(99));
}

#[test]
fn candidates_in_order() {
    let candidate = |n, tag, gain| Candidate { tag, rule: rule(n), gain };
    let mut all = [candidate(2, 0, 1.0), candidate(1, 1, 1.0), candidate(1, 0, 1.0), candidate(9, 0, 2.0)];
    all.sort_by(Candidate::best_first);
    let order: Vec<(f64, u32)> = all.iter().map(|c| (c.gain, c.tag)).collect();
    assert_eq!(order, [(2.0, 0), (1.0, 0), (1.0, 1), (1.0, 0)]);
    assert_eq!(all[3].rule, rule(2));
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<Candidate>();
    check::<DriverError>();
    check::<Limits>();
    check::<PricingOutcome>();
    check::<PricingProblem>();
    check::<Round>();
    check::<RunSettings>();
    check::<RunSummary>();
    check::<StopFlag>();
    fn send<T: Send + ?Sized>() {}
    send::<dyn Pricer>();
}
