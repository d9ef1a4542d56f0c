//! Limits on rounds, the clock and the stop flag.

use crate::script::*;
use rulegen_driver::{PricingOutcome, RunSettings};
use rulegen_limits::{Limit, Limits, StopFlag};
use rulegen_rule::Status;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn limited(limits: Limits) -> RunSettings {
    RunSettings { limits, ..at_vertices() }
}

/// Makes a pricer that always finds another rule.
fn endless(calls: &Calls, hook: impl FnMut() + Send + 'static) -> Box<dyn rulegen_driver::Pricer> {
    hooked("endless", calls, (0..1000).map(|n| found(&[(n, 1.0)])).collect(), hook)
}

#[test]
fn rounds() {
    for most in [0, 1, 3] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let settings = RunSettings { max_iterations: Some(most), ..at_vertices() };
        let (summary, rounds) = run_stages(&mut master, vec![endless(&calls, || {})], &settings).unwrap();
        assert_eq!((summary.status, summary.iterations), (Status::IterationLimit, most));
        assert_eq!((rounds.len(), master.columns.len()), (most, most));
        assert_eq!(tolerances(&calls).len(), most + 1);
    }
}

#[test]
fn a_floor_ends_a_run_before_a_pricer_is_asked() {
    for (floor, rounds) in [(None, 4), (Some(5.0), 4), (Some(7.0), 2), (Some(10.0), 0)] {
        let calls = Calls::default();
        let objectives = vec![10.0, 8.0, 7.0, 6.0, 5.5];
        let mut master = ScriptedMaster { objectives, ..ScriptedMaster::new(&calls) };
        let settings = RunSettings { floor, max_iterations: Some(4), ..at_vertices() };
        let (summary, seen) = run_stages(&mut master, vec![endless(&calls, || {})], &settings).unwrap();
        assert_eq!((summary.iterations, seen.len()), (rounds, rounds), "{floor:?}");
        let status = if rounds < 4 { Status::Gap } else { Status::IterationLimit };
        assert_eq!(summary.status, status, "{floor:?}");
    }
}

#[test]
fn nodes() {
    // Each call of the pricer opens ten nodes.
    for (most, rounds) in [(0, 0), (1, 1), (10, 1), (11, 2), (30, 3)] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let searches = (0..1000).map(|n| PricingOutcome { nodes: 10, ..found(&[(n, 1.0)]) }).collect();
        let pricer = hooked("endless", &calls, searches, || {});
        let settings = RunSettings { max_nodes: Some(most), ..at_vertices() };
        let (summary, _) = run_stages(&mut master, vec![pricer], &settings).unwrap();
        assert_eq!((summary.status, summary.iterations), (Status::IterationLimit, rounds));
        assert_eq!(summary.nodes, 10 * rounds as u64);
    }
}

#[test]
fn the_clock() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let deadline = Some(Instant::now() + Duration::from_millis(50));
    let settings = limited(Limits { deadline, ..Limits::default() });
    let slow = endless(&calls, || sleep(Duration::from_millis(20)));
    let (summary, rounds) = run_stages(&mut master, vec![slow], &settings).unwrap();
    assert_eq!(summary.status, Status::TimeLimit);
    assert!((1..=4).contains(&rounds.len()), "{}", rounds.len());
    // The rule found in time is kept. No solve follows, since there is no time for one.
    assert_eq!(master.columns.len(), rounds.len());
    assert_eq!(tolerances(&calls).len(), rounds.len());
    assert!(summary.total >= Duration::from_millis(50));
}

#[test]
fn the_switch_in_a_pricer() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let stop = StopFlag::default();
    let switch = stop.clone();
    let mut asked_so_far = 0;
    let stopping = endless(&calls, move || {
        asked_so_far += 1;
        if asked_so_far == 3 {
            switch.raise();
        }
    });
    let settings = limited(Limits::from(stop));
    let (summary, rounds) = run_stages(&mut master, vec![stopping], &settings).unwrap();
    assert_eq!((summary.status, rounds.len(), master.columns.len()), (Status::Interrupted, 3, 3));
    assert_eq!(tolerances(&calls).len(), 3);
}

#[test]
fn the_switch_in_a_dry_stage_keeps_the_next_from_being_asked() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let stop = StopFlag::default();
    let switch = stop.clone();
    let first = hooked("first", &calls, vec![], move || switch.raise());
    let second = pricer("second", &calls, vec![found(&[(1, 1.0)])]);
    let settings = limited(Limits::from(stop));
    let (summary, rounds) = run_stages(&mut master, vec![first, second], &settings).unwrap();
    assert_eq!((summary.status, rounds.len()), (Status::Interrupted, 1));
    assert_eq!(asked(&calls), ["first"]);
}

#[test]
fn limits_reached_before_the_start_still_give_an_objective() {
    let stop = StopFlag::default();
    stop.raise();
    let past = Some(Instant::now());
    for (limits, status) in [
        (Limits { deadline: past, ..Limits::default() }, Status::TimeLimit),
        (Limits::from(stop.clone()), Status::Interrupted),
        (Limits { deadline: past, stop, ..Limits::default() }, Status::Interrupted),
    ] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let (summary, rounds) = run_stages(&mut master, vec![endless(&calls, || {})], &limited(limits)).unwrap();
        assert_eq!((summary.status, summary.iterations, rounds.len()), (status, 0, 0));
        assert_eq!((summary.objective, summary.lower_bound), (10.0, None));
        assert_eq!(asked(&calls), [""; 0]);
    }
}

#[test]
fn a_last_solve_that_is_cut_short_says_so() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let stop = StopFlag::default();
    let switch = stop.clone();
    master.stuck = true;
    master.solve_hook = Some(Box::new(move |solves| {
        if solves == 2 {
            switch.raise();
        }
    }));
    let settings = limited(Limits::from(stop));
    let (summary, _) = run_stages(&mut master, vec![pricer("only", &calls, vec![])], &settings).unwrap();
    assert_eq!((summary.status, tolerances(&calls).len()), (Status::Interrupted, 2));
}

#[test]
fn limits_that_are_combined() {
    let now = Instant::now();
    let (soon, late) = (Some(now + Duration::from_secs(1)), Some(now + Duration::from_secs(2)));
    let limits = |deadline| Limits { deadline, ..Limits::default() };
    for (own, other, earlier) in
        [(soon, late, soon), (late, soon, soon), (None, soon, soon), (soon, None, soon), (None, None, None)]
    {
        let combined = limits(own).until(other);
        assert_eq!(combined.deadline, earlier);
    }
    let own = limits(None);
    own.until(soon).stop.raise();
    assert_eq!(own.reached(), Some(Limit::Interrupt), "clones are one switch");
}
