//! Dual smoothing: at which points a round prices.

use crate::script::*;
use rulegen_driver::{PricingOutcome, RunSettings};
use rulegen_rule::Status;

#[test]
fn a_round_goes_on_to_the_duals_and_a_better_bound_moves_the_centre() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.smooths = true;
    *master.bounds.get_mut().unwrap() = vec![1.0, 2.0, 1.5].into();
    // The first point of the first round gives a column; in the second round none does, and only the
    // second point has a better bound.
    let nothing = || PricingOutcome { bounds: vec![Some(1.0)], ..Default::default() };
    let script = vec![found_within(&[(1, 1.0)], 1.0), nothing(), nothing(), nothing()];
    let settings = RunSettings { smoothing: 0.5, ..at_vertices() };
    let (summary, rounds) = go(&mut master, vec![pricer("only", &calls, script)], &settings).unwrap();
    assert_eq!((summary.lower_bound, summary.status, rounds.len()), (Some(2.0), Status::NoColumn, 2));
    let (solve, ask) = (Call::Solve(0.0), Call::Price("only"));
    let expected = [
        vec![solve.clone(), Call::Smooth(0.5), ask.clone(), Call::Centre],
        vec![solve, Call::Smooth(0.5), ask.clone(), Call::Centre, Call::Smooth(0.25), ask.clone()],
        // Dry at a vertex: nothing is left to solve.
        vec![Call::Smooth(0.0), ask],
    ];
    assert_eq!(*calls.lock().unwrap(), expected.concat());
}

#[test]
fn without_smoothing_only_the_duals_are_priced() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.smooths = true;
    let settings = RunSettings { smoothing: 0.0, ..at_vertices() };
    go(&mut master, vec![pricer("only", &calls, vec![])], &settings).unwrap();
    assert_eq!(*calls.lock().unwrap(), [Call::Solve(0.0), Call::Smooth(0.0), Call::Price("only")]);
}
