//! Which pricer is asked when, and how finely the LP is solved.

use crate::script::*;
use rulegen_driver::{DriverError, RunSettings, run};
use rulegen_rule::Status;

#[test]
fn a_later_stage_is_asked_only_when_the_earlier_add_nothing() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let cheap = pricer("cheap", &calls, vec![found(&[(1, 2.0)]), found(&[]), found(&[(2, 1.0)])]);
    let middle = pricer("middle", &calls, vec![found(&[(3, 0.5)])]);
    let last = pricer("last", &calls, vec![found(&[(4, 0.1)])]);
    let (summary, rounds) = go(&mut master, vec![cheap, middle, last], &at_vertices()).unwrap();
    // After every success the next round begins with the first stage again.
    assert_eq!(
        asked(&calls),
        ["cheap", "cheap", "middle", "cheap", "cheap", "middle", "last", "cheap", "middle", "last"]
    );
    let by: Vec<(&str, usize)> = rounds.iter().map(|r| (r.pricer.as_str(), r.added)).collect();
    assert_eq!(by, [("cheap", 1), ("middle", 1), ("cheap", 1), ("last", 1), ("last", 0)]);
    assert_eq!((summary.status, summary.iterations, master.columns.len()), (Status::NoColumn, 5, 4));
}

#[test]
fn columns_that_are_known_are_no_success() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.columns.push((0, rule(1)));
    let cheap = pricer("cheap", &calls, vec![found(&[(1, 2.0)])]);
    let last = pricer("last", &calls, vec![found(&[(1, 2.0), (2, 1.0)])]);
    let (_, rounds) = go(&mut master, vec![cheap, last], &at_vertices()).unwrap();
    assert_eq!(asked(&calls), ["cheap", "last", "cheap", "last"]);
    assert_eq!(rounds.iter().map(|r| r.added).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn dry_rounds_are_followed_by_finer_solutions() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let only = pricer("only", &calls, vec![found(&[(1, 1.0)]), found(&[]), found(&[(2, 1.0)])]);
    let settings = RunSettings { tolerance: 1e-3, ..RunSettings::default() };
    let (summary, rounds) = go(&mut master, vec![only], &settings).unwrap();
    let solved = tolerances(&calls);
    assert_eq!(&solved[..2], [1e-3, 1e-3], "not finer while columns come");
    assert_eq!(solved[2], solved[3], "nor coarser after a success");
    assert!(solved[1..].is_sorted_by(|a, b| a >= b) && solved[2] < 1e-3, "{solved:?}");
    // Dry at a vertex ends the run: there is nothing to solve again.
    assert!(solved.ends_with(&[1e-3 / 100.0 / 100.0, 0.0]), "{solved:?}");
    assert_eq!(rounds.iter().map(|r| r.tolerance).collect::<Vec<_>>(), solved);
    assert_eq!(summary.status, Status::NoColumn);
}

#[test]
fn the_last_solve_is_at_a_vertex_whatever_ended_the_run() {
    for (iterations, gap) in [(Some(1), 0.0), (None, 0.5), (Some(0), 0.0)] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        *master.bounds.get_mut().unwrap() = vec![9.0].into();
        let only = pricer("only", &calls, vec![found_within(&[(1, 1.0)], 1.0), found(&[(2, 1.0)])]);
        let settings = RunSettings { max_iterations: iterations, gap, ..RunSettings::default() };
        go(&mut master, vec![only], &settings).unwrap();
        assert_eq!(tolerances(&calls).last(), Some(&0.0));
        assert_eq!(tolerances(&calls).len(), 1 + iterations.unwrap_or(1));
    }
}

#[test]
fn a_tolerance_that_is_no_number_ends_too() {
    for tolerance in [f64::NAN, -1.0, 1e300, 0.0, 1e-300] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let settings = RunSettings { tolerance, ..RunSettings::default() };
        let (summary, _) = go(&mut master, vec![pricer("only", &calls, vec![])], &settings).unwrap();
        assert_eq!(summary.status, Status::NoColumn, "{tolerance}");
        assert_eq!(tolerances(&calls).last(), Some(&0.0));
    }
}

#[test]
fn a_run_needs_a_pricer() {
    let mut master = ScriptedMaster::new(&Calls::default());
    let outcome = run(&mut master, &mut [], &RunSettings::default(), &mut ());
    assert!(matches!(outcome, Err(DriverError::NoStage)), "{outcome:?}");
}
