//! Pricers and masters that are wrong, and the exact errors that say so.

use crate::script::*;
use rulegen_driver::{Candidate, DriverError, Limits, Pricer, PricingOutcome, PricingProblem, RunSettings};
use rulegen_rule::{Literal, Rule, Test};

fn error(master: &mut ScriptedMaster, calls: &Calls, outcome: PricingOutcome) -> DriverError {
    go(master, vec![pricer("liar", calls, vec![outcome])], &at_vertices()).unwrap_err()
}

#[test]
fn a_bound_below_a_gain_of_its_own() {
    let calls = Calls::default();
    let error = error(&mut ScriptedMaster::new(&calls), &calls, found_within(&[(1, 0.5), (2, 2.0)], 1.5));
    assert!(matches!(&error, DriverError::FalseBound { name, found: 2.0, bound: 1.5 } if name == "liar"), "{error:?}");
    assert_eq!(error.to_string(), "the pricer 'liar' found a gain of 2 above its own bound 1.5");
}

#[test]
fn a_bound_that_is_no_number() {
    let calls = Calls::default();
    for outcome in [found_within(&[], f64::NAN), found_within(&[(1, 1.0)], f64::NAN)] {
        let error = error(&mut ScriptedMaster::new(&calls), &calls, outcome);
        assert!(matches!(&error, DriverError::FalseBound { bound, .. } if bound.is_nan()), "{error:?}");
    }
}

#[test]
fn honest_bounds_are_no_lies() {
    // Rounding is forgiven; with nothing found any bound may stand, a negative one or none at all too.
    let rounding = found_within(&[(1, 1.0)], 1.0 - 1e-9);
    let negative = found_within(&[], -3.0);
    let nothing = found_within(&[], f64::NEG_INFINITY);
    let anything = found_within(&[(1, 1.0)], f64::INFINITY);
    for outcome in [rounding, negative, nothing, anything] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        go(&mut master, vec![pricer("honest", &calls, vec![outcome])], &at_vertices()).unwrap();
    }
    // A gain of one class is no lie about another.
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.classes = 2;
    let outcome = PricingOutcome { bounds: vec![Some(5.0), Some(0.0)], ..found(&[(1, 5.0)]) };
    go(&mut master, vec![pricer("honest", &calls, vec![outcome])], &at_vertices()).unwrap();
}

#[test]
fn bounds_for_other_problems() {
    let calls = Calls::default();
    let outcome = PricingOutcome { bounds: vec![None; 3], ..Default::default() };
    let error = error(&mut ScriptedMaster::new(&calls), &calls, outcome);
    assert!(matches!(&error, DriverError::WrongShape { name, found: 3, asked: 1 } if name == "liar"), "{error:?}");
    assert_eq!(error.to_string(), "the pricer 'liar' returned 3 bounds for 1 problems");
}

#[test]
fn rules_that_no_problem_admits() {
    let literals = |n: u32| Rule::new((0..n).map(|column| Literal::new(column, Test::Present)));
    // The scripted problem is for class 0 and allows two literals.
    for (class, length) in [(7, 1), (0, 0), (0, 3)] {
        let calls = Calls::default();
        let candidate = Candidate { class, rule: literals(length as u32), gain: 1.0 };
        let outcome = PricingOutcome { candidates: vec![candidate], bounds: vec![None], nodes: 0 };
        let mut master = ScriptedMaster::new(&calls);
        let error = error(&mut master, &calls, outcome);
        assert!(
            matches!(&error, DriverError::NotAsked { name, class: c, length: l } if name == "liar" && (*c, *l) == (class, length)),
            "{error:?}"
        );
        assert!(master.columns.is_empty());
    }
}

#[test]
fn a_gain_that_the_master_finds_false() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.suspicious = true;
    let error = error(&mut master, &calls, found(&[(1, 4.0)]));
    assert!(matches!(error, DriverError::FalseGain { claimed: 4.0, actual: 0.25 }), "{error:?}");
    assert_eq!(error.to_string(), "a pricer claimed a gain of 4 for a rule whose gain is 0.25");
}

#[test]
fn a_proof_that_contradicts_the_solution_at_hand() {
    for bound in [10.1, f64::INFINITY, f64::NAN] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        *master.bounds.get_mut().unwrap() = vec![bound].into();
        let error = error(&mut master, &calls, found_within(&[], 0.0));
        assert!(
            matches!(&error, DriverError::ImpossibleBound { name, objective: 10.0, .. } if name == "liar"),
            "{error:?}"
        );
    }
    // Rounding is forgiven.
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    *master.bounds.get_mut().unwrap() = vec![10.0 + 1e-9].into();
    go(&mut master, vec![exact("exact", &calls, vec![])], &at_vertices()).unwrap();
}

#[test]
fn failing_solvers_end_the_run() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.objectives = vec![f64::NAN];
    let error = go(&mut master, vec![pricer("only", &calls, vec![])], &at_vertices()).unwrap_err();
    assert_eq!(error.to_string(), "the master failed: the LP solver gave up");

    struct Broken;
    impl Pricer for Broken {
        fn name(&self) -> &str {
            "broken"
        }
        fn price(&mut self, _: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
            Err(DriverError::Pricer { name: "broken".into(), source: "out of memory".into() })
        }
    }
    let mut master = ScriptedMaster::new(&calls);
    let error = go(&mut master, vec![Box::new(Broken)], &RunSettings::default()).unwrap_err();
    assert_eq!(error.to_string(), "the pricer 'broken' failed: out of memory");
}
