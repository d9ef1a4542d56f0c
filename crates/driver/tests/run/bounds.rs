//! Bounds, and when a run may call itself optimal.

use crate::script::*;
use rulegen_driver::{PricingOutcome, RunSettings};
use rulegen_rule::Status;

fn master(calls: &Calls, objectives: &[f64], bounds: &[f64]) -> ScriptedMaster {
    let mut master = ScriptedMaster::new(calls);
    master.objectives = objectives.to_vec();
    *master.bounds.get_mut().unwrap() = bounds.to_vec().into();
    master
}

#[test]
fn the_best_bound_is_kept() {
    let calls = Calls::default();
    let mut master = master(&calls, &[10.0, 9.0, 8.0], &[3.0, 7.0, 5.0]);
    let script = (1..4).map(|n| found_within(&[(n, 1.0)], 1.0)).collect();
    let (summary, rounds) = run_stages(&mut master, vec![pricer("only", &calls, script)], &at_vertices()).unwrap();
    let bounds: Vec<Option<f64>> = rounds.iter().map(|r| r.lower_bound).collect();
    assert_eq!(bounds, [Some(3.0), Some(7.0), Some(7.0), Some(7.0)]);
    assert_eq!((summary.lower_bound, summary.status), (Some(7.0), Status::NoColumn));
}

#[test]
fn optimal_needs_the_bound_to_meet_the_objective() {
    let calls = Calls::default();
    let mut proved = master(&calls, &[10.0, 8.0], &[4.0, 8.0]);
    let script = vec![found_within(&[(1, 3.0)], 3.0)];
    let (summary, rounds) = run_stages(&mut proved, vec![exact("exact", &calls, script)], &at_vertices()).unwrap();
    assert_eq!((summary.status, summary.lower_bound, summary.objective), (Status::Optimal, Some(8.0), 8.0));
    assert_eq!(rounds.len(), 2);
    // A proof that nothing improves is worth nothing if the master makes no bound of it.
    let mut mute = master(&calls, &[8.0], &[]);
    let (summary, _) = run_stages(&mut mute, vec![exact("exact", &calls, vec![])], &at_vertices()).unwrap();
    assert_eq!((summary.status, summary.lower_bound), (Status::NoColumn, None));
}

#[test]
fn a_bound_needs_every_problem() {
    for (bounds, status) in [
        (vec![Some(0.0), Some(0.0), Some(0.0)], Status::Optimal),
        (vec![Some(0.0), None, Some(0.0)], Status::NoColumn),
        (vec![None, None, None], Status::NoColumn),
    ] {
        let calls = Calls::default();
        let mut master = master(&calls, &[10.0], &[10.0]);
        master.classes = 3;
        let whole = bounds.iter().all(Option::is_some);
        let outcome = PricingOutcome { bounds, ..Default::default() };
        let (summary, _) =
            run_stages(&mut master, vec![pricer("only", &calls, vec![outcome])], &at_vertices()).unwrap();
        assert_eq!((summary.status, summary.lower_bound), (status, whole.then_some(10.0)));
        assert_eq!(master.gains_seen.get_mut().unwrap().len(), usize::from(whole));
    }
}

#[test]
fn the_master_sees_the_bounds_in_the_order_of_its_problems() {
    let calls = Calls::default();
    let mut master = master(&calls, &[10.0], &[10.0]);
    master.classes = 3;
    let outcome = PricingOutcome { bounds: vec![Some(0.5), Some(-2.0), Some(0.0)], ..Default::default() };
    run_stages(&mut master, vec![pricer("only", &calls, vec![outcome])], &at_vertices()).unwrap();
    assert_eq!(*master.gains_seen.get_mut().unwrap(), [[0.5, -2.0, 0.0]]);
}

#[test]
fn a_gap_ends_the_run_at_once() {
    let calls = Calls::default();
    let script = vec![found_within(&[(1, 3.0)], 3.0), found_within(&[(2, 3.0)], 3.0), found(&[(3, 1.0)])];
    // 10 against 5, then 10 against 9.1.
    let mut coarse = master(&calls, &[10.0], &[5.0, 9.1]);
    let settings = RunSettings { gap: 0.1, ..at_vertices() };
    let (summary, rounds) = run_stages(&mut coarse, vec![pricer("only", &calls, script)], &settings).unwrap();
    assert_eq!((summary.status, rounds.len()), (Status::Gap, 2));
    assert_eq!((summary.objective, summary.lower_bound), (10.0, Some(9.1)));
}

#[test]
fn the_vertex_at_the_end_may_close_the_gap() {
    let calls = Calls::default();
    // A loose solution of 10.5 stops the run; the vertex of 10 meets the bound.
    let mut closing = master(&calls, &[10.5, 10.0], &[10.0]);
    let settings = RunSettings { gap: 0.1, ..RunSettings::default() };
    let script = vec![found_within(&[], 0.0)];
    let (summary, _) = run_stages(&mut closing, vec![pricer("only", &calls, script)], &settings).unwrap();
    assert_eq!((summary.status, summary.objective), (Status::Optimal, 10.0));
    // The loose solution also stops a run at its limit on rounds.
    let mut limited = master(&calls, &[12.0, 10.0], &[10.0]);
    let settings = RunSettings { max_iterations: Some(1), ..RunSettings::default() };
    let script = vec![found_within(&[(1, 1.0)], 1.0)];
    let (summary, _) = run_stages(&mut limited, vec![pricer("only", &calls, script)], &settings).unwrap();
    assert_eq!((summary.status, summary.objective), (Status::Optimal, 10.0));
}

#[test]
fn zero_objective_and_zero_bound_are_optimal() {
    let calls = Calls::default();
    let mut master = master(&calls, &[0.0], &[0.0]);
    let (summary, _) = run_stages(&mut master, vec![exact("exact", &calls, vec![])], &at_vertices()).unwrap();
    assert_eq!((summary.status, summary.lower_bound), (Status::Optimal, Some(0.0)));
}

#[test]
fn a_bound_of_an_early_stage_is_taken_too() {
    let calls = Calls::default();
    let mut master = master(&calls, &[10.0], &[6.0, 10.0]);
    let first = pricer("first", &calls, vec![found_within(&[], 0.5)]);
    let (summary, rounds) =
        run_stages(&mut master, vec![first, exact("second", &calls, vec![])], &at_vertices()).unwrap();
    assert_eq!((summary.status, rounds.len()), (Status::Optimal, 1));
    assert_eq!(asked(&calls), ["first", "second"]);
}
