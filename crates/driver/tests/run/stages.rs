//! The order in which pricers are asked, and the tolerances of the LP.

use crate::script::*;
use rulegen_driver::{
    DriverError, Pricer, PricingOutcome, PricingProblem, RunSettings, StagePolicy, WentgesSmoothing, run,
};
use rulegen_limits::Limits;
use rulegen_rule::Status;
use std::sync::{Arc, Mutex};

#[test]
fn a_later_stage_is_asked_only_when_the_earlier_add_nothing() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let cheap = pricer("cheap", &calls, vec![found(&[(1, 2.0)]), found(&[]), found(&[(2, 1.0)])]);
    let middle = pricer("middle", &calls, vec![found(&[(3, 0.5)])]);
    let last = pricer("last", &calls, vec![found(&[(4, 0.1)])]);
    let (summary, rounds) = run_stages(&mut master, vec![cheap, middle, last], &at_vertices()).unwrap();
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
    let (_, rounds) = run_stages(&mut master, vec![cheap, last], &at_vertices()).unwrap();
    assert_eq!(asked(&calls), ["cheap", "last", "cheap", "last"]);
    assert_eq!(rounds.iter().map(|r| r.added).collect::<Vec<_>>(), [1, 0]);
}

#[test]
fn dry_rounds_are_followed_by_finer_solutions() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let only = pricer("only", &calls, vec![found(&[(1, 1.0)]), found(&[]), found(&[(2, 1.0)])]);
    let settings = RunSettings { tolerance: 1e-3, ..RunSettings::default() };
    let (summary, rounds) = run_stages(&mut master, vec![only], &settings).unwrap();
    let solved = tolerances(&calls);
    assert_eq!(&solved[..2], [1e-3, 1e-3], "not finer while columns come");
    assert_eq!(solved[2], solved[3], "nor coarser after a success");
    assert!(solved[1..].is_sorted_by(|a, b| a >= b) && solved[2] < 1e-3, "{solved:?}");
    // Finding no column at a vertex ends the run: there is nothing to solve again.
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
        run_stages(&mut master, vec![only], &settings).unwrap();
        assert_eq!(tolerances(&calls).last(), Some(&0.0));
        assert_eq!(tolerances(&calls).len(), 1 + iterations.unwrap_or(1));
    }
}

#[test]
fn a_run_for_a_bound_ends_without_a_vertex() {
    for (max_iterations, gap) in [(None, 0.0), (Some(1), 0.0), (None, 0.5)] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        *master.bounds.get_mut().unwrap() = vec![9.0].into();
        let only = pricer("only", &calls, vec![found_within(&[(1, 1.0)], 1.0)]);
        let settings = RunSettings { max_iterations, gap, least_tolerance: 0.002, ..RunSettings::default() };
        run_stages(&mut master, vec![only], &settings).unwrap();
        // The gap of the first round is a tenth.
        let wanted: &[f64] = match (max_iterations, gap) {
            (None, 0.0) => &[0.1, 0.1 * 0.1, 0.002],
            // The column of the only round gets its weight.
            (Some(1), 0.0) => &[0.1, 0.1 * 0.1],
            _ => &[0.1],
        };
        assert_eq!(tolerances(&calls), wanted, "{max_iterations:?} {gap}");
    }
}

#[test]
fn settings_out_of_range_are_refused_and_small_tolerances_end() {
    let calls = Calls::default();
    let usual = RunSettings::default;
    let smoothing = |share| WentgesSmoothing { share, ..WentgesSmoothing::default() };
    for value in [f64::NAN, -1.0, 1.0, 1e300, f64::INFINITY] {
        let wrong = [
            ("tolerance", RunSettings { tolerance: value, ..usual() }),
            ("least tolerance", RunSettings { least_tolerance: value, ..usual() }),
            ("smoothing", RunSettings { stabilisation: Arc::new(smoothing(value)), ..usual() }),
            ("gap", RunSettings { gap: -value.abs(), ..usual() }),
        ];
        for (asked, settings) in wrong {
            let outcome = run_stages(&mut ScriptedMaster::new(&calls), vec![pricer("only", &calls, vec![])], &settings);
            let is_named = matches!(&outcome, Err(DriverError::Setting { name, .. }) if *name == asked);
            assert!(is_named, "{asked} {value}: {outcome:?}");
        }
    }
    for tolerance in [0.0, 1e-300] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let settings = RunSettings { tolerance, ..usual() };
        let (summary, _) = run_stages(&mut master, vec![pricer("only", &calls, vec![])], &settings).unwrap();
        assert_eq!(summary.status, Status::NoColumn, "{tolerance}");
        assert_eq!(tolerances(&calls).last(), Some(&0.0));
    }
}

#[test]
fn the_caller_says_when_a_round_goes_on_to_the_next_stage() {
    let rounds_of = |policy| {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let cheap = pricer("cheap", &calls, vec![found(&[(1, 2.0)])]);
        let last = pricer("last", &calls, vec![found(&[(2, 1.0), (3, 1.0)])]);
        let settings = RunSettings { policy, max_iterations: Some(1), ..at_vertices() };
        let (_, rounds) = run_stages(&mut master, vec![cheap, last], &settings).unwrap();
        let reports = rounds[0].stages.iter().map(|r| (r.pricer.clone(), r.found, r.added, r.best_gain));
        (rounds[0].added, reports.collect::<Vec<_>>())
    };
    let cheap = ("cheap".to_string(), 1, 1, Some(2.0));
    let last = ("last".to_string(), 2, 2, Some(1.0));
    assert_eq!(rounds_of(StagePolicy::UntilColumns), (1, vec![cheap.clone()]));
    assert_eq!(rounds_of(StagePolicy::UntilAtLeast(1)), (1, vec![cheap.clone()]));
    assert_eq!(rounds_of(StagePolicy::UntilAtLeast(2)), (3, vec![cheap.clone(), last.clone()]));
    assert_eq!(rounds_of(StagePolicy::All), (3, vec![cheap, last]));
}

#[test]
fn a_run_needs_a_pricer() {
    let mut master = ScriptedMaster::new(&Calls::default());
    let outcome = run(&mut master, &mut [], &RunSettings::default(), &mut ());
    assert!(matches!(outcome, Err(DriverError::NoStage)), "{outcome:?}");
}

/// Keeps the gains that it is told of, and finds one rule.
struct Listener(Arc<Mutex<Vec<Vec<Option<f64>>>>>);

impl Pricer for Listener {
    fn name(&self) -> &str {
        "told"
    }

    fn incumbents(&mut self, best: &[Option<f64>]) {
        self.0.lock().unwrap().push(best.to_vec());
    }

    fn price(&mut self, _: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
        Ok(found(&[(1, 2.5)]))
    }
}

#[test]
fn pricers_are_told_what_earlier_stages_found() {
    let (calls, told) = (Calls::default(), Arc::new(Mutex::new(Vec::new())));
    let first = pricer("first", &calls, vec![found(&[(1, 2.0), (2, 3.0)])]);
    let stages = vec![Box::new(Listener(told.clone())) as Box<dyn Pricer>, first, Box::new(Listener(told.clone()))];
    let settings = RunSettings { policy: StagePolicy::All, max_iterations: Some(2), ..at_vertices() };
    run_stages(&mut ScriptedMaster::new(&calls), stages, &settings).unwrap();
    // Each round starts anew.
    assert_eq!(*told.lock().unwrap(), [vec![None], vec![Some(3.0)], vec![None], vec![Some(2.5)]]);
}
