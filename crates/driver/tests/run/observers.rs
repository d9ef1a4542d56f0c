//! The calls that observers receive.

use crate::script::*;
use rulegen_driver::{Master, Observer, Pricer, PricingOutcome, PricingProblem, Round, RunSettings, run};
use rulegen_rule::Rule;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn every_round_once_with_its_numbers() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.objectives = vec![10.0, 8.0, 7.0];
    master.columns.push((0, rule(9)));
    let nodes = |outcome: PricingOutcome, nodes| PricingOutcome { nodes, ..outcome };
    let cheap = vec![nodes(found(&[(1, 3.0), (2, 2.5)]), 4), nodes(found(&[(9, 6.0)]), 1)];
    let last = vec![nodes(found(&[(3, 0.5)]), 20), nodes(found(&[]), 2)];
    let stages = vec![pricer("cheap", &calls, cheap), pricer("last", &calls, last)];
    let (summary, rounds) = run_stages(&mut master, stages, &at_vertices()).unwrap();
    let numbers: Vec<_> = rounds
        .iter()
        .map(|r| (r.iteration, r.pricer.as_str(), r.objective, r.columns, r.added, r.best_gain, r.nodes))
        .collect();
    // The second round's largest gain is that of a known rule, which the cheap stage found.
    assert_eq!(
        numbers,
        [
            (1, "cheap", 10.0, 1, 2, Some(3.0), 4),
            (2, "last", 8.0, 3, 1, Some(6.0), 21),
            (3, "last", 7.0, 4, 0, None, 2)
        ]
    );
    assert!(rounds.iter().all(|r| r.tolerance == 0.0 && r.lower_bound.is_none()));
    assert_eq!((summary.iterations, summary.nodes, summary.objective), (3, 27, 7.0));
    assert!(rounds.is_sorted_by_key(|r| r.elapsed) && summary.total >= rounds[2].elapsed);
}

#[test]
fn a_round_is_proved_when_no_rule_can_gain_more_than_the_best_found() {
    for (outcome, proved) in [
        (found_within(&[(1, 3.0)], 3.0), true),
        (found_within(&[(1, 3.0)], 3.5), false),
        (found(&[(1, 3.0)]), false),
        (PricingOutcome { bounds: vec![Some(-1.0)], ..Default::default() }, true),
        (PricingOutcome { bounds: vec![Some(0.5)], ..Default::default() }, false),
    ] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let stages = vec![pricer("only", &calls, vec![outcome.clone()])];
        let (_, rounds) = run_stages(&mut master, stages, &at_vertices()).unwrap();
        assert_eq!(rounds[0].proved, proved, "{outcome:?}");
    }
}

#[test]
fn times_are_those_of_the_round() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    // Only the first solve and the first pricing are slow.
    master.solve_hook = Some(Box::new(|solves| sleep(Duration::from_millis(if solves == 1 { 40 } else { 0 }))));
    let mut first = true;
    let script = vec![found(&[(1, 1.0)]), found(&[(2, 1.0)])];
    let slow = hooked("slow", &calls, script, move || {
        sleep(Duration::from_millis(if std::mem::take(&mut first) { 40 } else { 0 }));
    });
    let (summary, rounds) = run_stages(&mut master, vec![slow], &at_vertices()).unwrap();
    let slow = Duration::from_millis(40);
    assert!(rounds[0].lp >= slow && rounds[0].pricing >= slow);
    assert!(rounds[1..].iter().all(|r| r.lp < slow && r.pricing < slow), "{rounds:?}");
    assert!(summary.lp >= slow && summary.pricing >= slow && summary.total >= 2 * slow);
}

#[test]
fn several_observers_and_none() {
    let calls = Calls::default();
    let stages = || -> Vec<Box<dyn Pricer>> { vec![pricer("only", &calls, vec![found(&[(1, 1.0)])])] };
    let (mut one, mut other) = (Rounds::default(), Rounds::default());
    {
        let mut both: Vec<Box<dyn Observer + '_>> = vec![Box::new(&mut one), Box::new(&mut other), Box::new(())];
        run(&mut ScriptedMaster::new(&calls), &mut stages(), &at_vertices(), &mut both).unwrap();
    }
    assert_eq!((one.0.len(), &one.0), (2, &other.0));
    run(&mut ScriptedMaster::new(&calls), &mut stages(), &at_vertices(), &mut ()).unwrap();
}

#[test]
fn problems_are_those_at_the_duals_of_each_solve() {
    #[derive(Default)]
    struct Problems(Vec<f64>);
    impl Observer for Problems {
        fn problems(&mut self, problems: &[PricingProblem]) {
            self.0.push(problems[0].gains[0]);
        }
    }
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.gains = vec![4.0, 2.0];
    let mut stages = [pricer("only", &calls, vec![found(&[(1, 3.0)])])];
    let mut seen = Problems::default();
    // An observer that forwards to others forwards every call.
    let mut both: Vec<Box<dyn Observer + '_>> = vec![Box::new(&mut seen), Box::new(())];
    run(&mut master, &mut stages, &at_vertices(), &mut both).unwrap();
    drop(both);
    assert_eq!(seen.0, [4.0, 2.0]);
}

/// Each solve is shown, that to the vertex at the end too.
#[test]
fn columns_and_weights_are_those_of_each_solve() {
    #[derive(Default)]
    struct Columns(Vec<Vec<(Rule, f64)>>);
    impl Observer for Columns {
        fn solved(&mut self, master: &dyn Master) {
            self.0.push(master.column_weights().iter().map(|column| (column.rule.clone(), column.weight)).collect());
        }
    }
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    let mut stages = [pricer("only", &calls, vec![found(&[(1, 3.0)]), found(&[(2, 2.0)])])];
    let mut seen = Columns::default();
    let mut both: Vec<Box<dyn Observer + '_>> = vec![Box::new(&mut seen), Box::new(())];
    let settings = RunSettings { max_iterations: Some(2), ..RunSettings::default() };
    run(&mut master, &mut stages, &settings, &mut both).unwrap();
    drop(both);
    assert_eq!(seen.0.len(), master.solves);
    assert_eq!(seen.0, [vec![], vec![(rule(1), 2.0)], vec![(rule(1), 3.0), (rule(2), 3.0)]]);
}

#[test]
fn an_observer_that_implements_nothing() {
    struct IdleObserver;
    impl Observer for IdleObserver {}
    let calls = Calls::default();
    let mut stages = [pricer("only", &calls, vec![])];
    run(&mut ScriptedMaster::new(&calls), &mut stages, &at_vertices(), &mut IdleObserver).unwrap();
    let _: fn(&mut IdleObserver, &Round) = Observer::round;
}
