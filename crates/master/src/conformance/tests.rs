//! The suite finds every kind of wrong answer.

use super::*;
use crate::{LinearSettings, RugMaster};
use rulegen_driver::{AddCounts, Candidate, DriverError, MasterSolution, PricingProblem};
use rulegen_limits::Limits;
use std::cell::Cell;
use std::collections::HashSet;

const TIGHT: Promise = Promise::Tight { tolerance: 1e-5 };

/// The RUG master, some of whose answers are spoilt.
struct SpoiltMaster {
    inner: RugMaster,
    solves: usize,
    /// Changes the solution of the solve of this number.
    solution: fn(usize, &mut MasterSolution),
    problems: fn(usize, &mut Vec<PricingProblem>),
    candidates: fn(&[PricingProblem], &mut Vec<Candidate>),
    added: fn(&mut AddCounts),
    bound: fn(&mut Option<f64>),
}

impl SpoiltMaster {
    fn new(samples: Arc<Samples>) -> Self {
        SpoiltMaster {
            inner: RugMaster::new(samples, LinearSettings::default()).unwrap(),
            solves: 0,
            solution: |_, _| (),
            problems: |_, _| (),
            candidates: |_, _| (),
            added: |_| (),
            bound: |_| (),
        }
    }
}

impl Master for SpoiltMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let mut solution = self.inner.solve(tolerance, limits)?;
        self.solves += 1;
        (self.solution)(self.solves, &mut solution);
        Ok(solution)
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let mut problems = self.inner.pricing_problems();
        (self.problems)(self.solves, &mut problems);
        problems
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut candidates = candidates.to_vec();
        (self.candidates)(problems, &mut candidates);
        let mut added = self.inner.add(problems, &candidates)?;
        (self.added)(&mut added);
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.inner.columns()
    }

    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let mut bound = self.inner.lower_bound(problems, gain_bounds);
        (self.bound)(&mut bound);
        bound
    }
}

/// Returns the breach that the suite finds in a master that is spoilt in this way.
fn breach_of(promise: Promise, spoil: impl Fn(&mut SpoiltMaster)) -> Breach {
    let make = |samples| -> Box<dyn Master> {
        let mut master = SpoiltMaster::new(samples);
        spoil(&mut master);
        Box::new(master)
    };
    *check_master(make, promise, 0..CASES).unwrap_err().breach
}

#[test]
fn a_master_that_says_what_is_so_passes() {
    check_master(|samples| Box::new(SpoiltMaster::new(samples)), TIGHT, 0..20).unwrap();
}

#[test]
fn false_objectives_are_found() {
    let honest = |solution| breach_of(Promise::Honest, |master| master.solution = solution);
    assert!(matches!(honest(|_, s| s.objective = f64::NAN), Breach::BadObjective { .. }));
    assert!(matches!(honest(|_, s| s.converged = false), Breach::NotConverged { tolerance: 0.0 }));
    // The last solve of a run is over the columns of the one before.
    assert!(matches!(honest(|n, s| s.objective += n as f64), Breach::Rises { .. } | Breach::Wavers { .. }));
    let once = |n, s: &mut MasterSolution| s.objective += if n == 2 { 1e6 } else { 0.0 };
    assert!(matches!(honest(once), Breach::Rises { .. } | Breach::Wavers { .. }));
    assert!(matches!(honest(|n, s| s.objective -= n as f64), Breach::Wavers { .. }));
    // No solution is this low. Bounds and the optimum by another path do not agree with it.
    let low = honest(|_, s| s.objective -= 1.0);
    assert!(matches!(low, Breach::Disagrees { .. } | Breach::FalseBound { .. }), "{low}");
}

#[test]
fn problems_that_no_pricer_can_take_are_found() {
    let honest = |problems| breach_of(Promise::Honest, |master| master.problems = problems);
    assert!(matches!(honest(|_, p| p[0].gains[0] = f64::NAN), Breach::BadProblem(DriverError::BadProblem { .. })));
    let short = |_, p: &mut Vec<PricingProblem>| p[1].gains.truncate(0);
    assert!(matches!(honest(short), Breach::BadProblem(DriverError::WrongSamples { tag: 1, .. })));
    assert!(matches!(honest(|_, p| p[1].tag = 0), Breach::BadTags { .. }));
    assert!(matches!(
        honest(|n, p| if n > 1 {
            p.reverse()
        }),
        Breach::BadTags { .. }
    ));
}

#[test]
fn false_bounds_are_found() {
    let spoilt = |promise, bound| breach_of(promise, |master| master.bound = bound);
    let lies: [fn(&mut Option<f64>); 3] =
        [|b| *b = b.map(|b| b + 0.1), |b| *b = Some(f64::NAN), |b| *b = b.map(|b| 1.1 * b)];
    for lie in lies {
        assert!(matches!(spoilt(Promise::Honest, lie), Breach::FalseBound { .. }));
    }
    assert!(matches!(spoilt(TIGHT, |b| *b = b.map(|b| 0.9 * b)), Breach::WeakBound { bound: Some(_), .. }));
    assert!(matches!(spoilt(TIGHT, |b| *b = None), Breach::WeakBound { bound: None, .. }));
}

/// Gains that are too small hide rules that improve.
#[test]
fn false_gains_are_found() {
    let shy = |_: usize, problems: &mut Vec<PricingProblem>| {
        problems.iter_mut().for_each(|p| p.gains.iter_mut().for_each(|gain| *gain *= 0.5));
    };
    let breach = breach_of(TIGHT, |master| master.problems = shy);
    assert!(matches!(breach, Breach::WeakBound { .. } | Breach::Disagrees { .. }), "{breach}");
}

#[test]
fn wrong_counts_are_found() {
    let honest = |added| breach_of(Promise::Honest, |master| master.added = added);
    assert!(matches!(honest(|a| a.new += 1), Breach::Miscounts { .. }));
    assert!(matches!(honest(|a| a.known = 0), Breach::Miscounts { .. }));
    let as_rejected = |a: &mut AddCounts| *a = AddCounts { known: 0, rejected: a.known + a.rejected, ..*a };
    assert!(matches!(honest(as_rejected), Breach::Forgets { .. }));
}

#[test]
fn a_master_that_takes_anything_is_found() {
    let honest = |candidates| breach_of(Promise::Honest, |master| master.candidates = candidates);
    let corrected = |problems: &[PricingProblem], candidates: &mut Vec<Candidate>| {
        candidates.retain(|c| c.gain.is_finite() && problems.iter().any(|p| p.tag == c.tag));
    };
    assert!(matches!(honest(corrected), Breach::Accepted { .. }));
}

#[test]
fn a_master_whose_second_solve_is_another_is_found() {
    // A run over samples without a rule that is worth its cost has two solves.
    let wavers = |seed: &u64| {
        let samples = samples(*seed);
        let mut master = SpoiltMaster::new(samples.clone());
        master.solution = |solves, solution| solution.objective += if solves == 2 { 0.01 } else { 0.0 };
        matches!(generate(Subject::new(&samples, Box::new(master)), Path::Exact), Err(Breach::Wavers { .. }))
    };
    assert!((0..CASES).filter(wavers).count() > 3);
}

/// Small samples alone would pass a master that knows ten rows.
#[test]
fn a_master_of_few_rows_is_found_over_larger_samples() {
    let make = |samples: Arc<Samples>| -> Box<dyn Master> {
        let rows = samples.len();
        let mut master = SpoiltMaster::new(samples);
        if rows > 10 {
            master.bound = |bound| *bound = bound.map(|bound| bound + 1.0);
        }
        Box::new(master)
    };
    let violation = check_master(make, Promise::Honest, 0..CASES).unwrap_err();
    assert!(violation.larger && matches!(*violation.breach, Breach::FalseBound { .. }), "{violation}");
    assert!(violation.to_string().starts_with("over the larger samples of seed "), "{violation}");
}

#[test]
fn a_master_that_draws_lots_is_found() {
    let made = Cell::new(0);
    let make = |samples| -> Box<dyn Master> {
        made.set(made.get() + 1);
        let mut master = SpoiltMaster::new(samples);
        if made.get() % 2 == 0 {
            master.bound = |bound| *bound = bound.map(|bound| 0.5 * bound);
        }
        Box::new(master)
    };
    assert!(matches!(*check_master(make, TIGHT, 0..CASES).unwrap_err().breach, Breach::NotDeterministic));
}

/// Samples reach all cases that masters must cope with; otherwise the suite would pass on trivial
/// ones.
#[test]
fn samples_are_of_all_kinds() {
    let all: Vec<Arc<Samples>> = (0..CASES).map(samples).collect();
    let share = |holds: &dyn Fn(&Samples) -> bool| all.iter().filter(|s| holds(s)).count() as f64 / all.len() as f64;
    let distinct = |items: &[u32]| items.iter().collect::<HashSet<_>>().len();
    assert!(share(&|s| s.schema.literals().len() > 3) > 0.3);
    assert!(share(&|s| s.schema.features.len() > 1) > 0.3);
    assert!(share(&|s| distinct(&s.labels) == 3) > 0.3);
    assert!(share(&|s| distinct(&s.labels) < 3) > 0.1);
    assert!(share(&|s| distinct(&s.groups) == 2) > 0.3);
    assert!(share(&|s| s.weights.iter().any(|w| *w != 1.0)) > 0.5);
}
