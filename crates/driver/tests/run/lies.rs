//! Pricers and masters that are wrong, and the exact errors that say so.

use crate::script::*;
use rulegen_driver::{Candidate, DriverError, Master, Pricer, PricingOutcome, PricingProblem, RunSettings};
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule, Test};

fn error(master: &mut ScriptedMaster, calls: &Calls, outcome: PricingOutcome) -> DriverError {
    run_stages(master, vec![pricer("liar", calls, vec![outcome])], &at_vertices()).unwrap_err()
}

/// Returns the reason why the answer of the pricer "liar" was refused.
fn refused(error: &DriverError) -> &DriverError {
    match error {
        DriverError::Refused { name, reason } if name == "liar" => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bound_below_a_gain_of_its_own() {
    let calls = Calls::default();
    let error = error(&mut ScriptedMaster::new(&calls), &calls, found_within(&[(1, 0.5), (2, 2.0)], 1.5));
    assert!(matches!(refused(&error), DriverError::FalseBound { found: 2.0, bound: 1.5 }), "{error:?}");
    assert_eq!(error.to_string(), "the answer of the pricer 'liar' is refused: a rule gains 2, above its bound 1.5");
}

#[test]
fn a_bound_that_is_no_number() {
    let calls = Calls::default();
    for outcome in [found_within(&[], f64::NAN), found_within(&[(1, 1.0)], f64::NAN)] {
        let error = error(&mut ScriptedMaster::new(&calls), &calls, outcome);
        assert!(matches!(refused(&error), DriverError::FalseBound { bound, .. } if bound.is_nan()), "{error:?}");
    }
}

#[test]
fn honest_bounds_are_no_lies() {
    // Rounding is forgiven. With nothing found any bound may stand, a negative one or none at all
    // too.
    let rounding = found_within(&[(1, 1.0)], 1.0 - 1e-9);
    let negative = found_within(&[], -3.0);
    let nothing = found_within(&[], f64::NEG_INFINITY);
    let anything = found_within(&[(1, 1.0)], f64::INFINITY);
    for outcome in [rounding, negative, nothing, anything] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        run_stages(&mut master, vec![pricer("honest", &calls, vec![outcome])], &at_vertices()).unwrap();
    }
    // A gain in one class does not contradict the bound of another.
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.classes = 2;
    let outcome = PricingOutcome { bounds: vec![Some(5.0), Some(0.0)], ..found(&[(1, 5.0)]) };
    run_stages(&mut master, vec![pricer("honest", &calls, vec![outcome])], &at_vertices()).unwrap();
}

#[test]
fn bounds_for_other_problems() {
    let calls = Calls::default();
    let outcome = PricingOutcome { bounds: vec![None; 3], ..Default::default() };
    let error = error(&mut ScriptedMaster::new(&calls), &calls, outcome);
    assert!(matches!(refused(&error), DriverError::WrongShape { found: 3, asked: 1 }), "{error:?}");
    assert_eq!(error.to_string(), "the answer of the pricer 'liar' is refused: it holds 3 bounds for 1 problems");
}

#[test]
fn rules_that_no_problem_admits() {
    let literals = |n: u32| Rule::new((0..n).map(|column| Literal::new(column, Test::Present)));
    // The scripted problem is for class 0 and allows two literals.
    for (tag, length) in [(7, 1), (0, 0), (0, 3)] {
        let calls = Calls::default();
        let candidate = Candidate { tag, rule: literals(length as u32), gain: 1.0 };
        let outcome = PricingOutcome { candidates: vec![candidate], bounds: vec![None], nodes: 0 };
        let mut master = ScriptedMaster::new(&calls);
        let error = error(&mut master, &calls, outcome);
        assert!(
            matches!(refused(&error), DriverError::NotAsked { tag: t, length: l } if (*t, *l) == (tag, length)),
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
    assert!(matches!(refused(&error), DriverError::FalseGain { claimed: 4.0, actual: 0.25 }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the answer of the pricer 'liar' is refused: it claims a gain of 4 for a rule whose gain is 0.25"
    );
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
    run_stages(&mut master, vec![exact("exact", &calls, vec![])], &at_vertices()).unwrap();
}

/// A bound is possible when it is claimed, and contradicted by a later solution. The run is never
/// called optimal.
#[test]
fn a_proof_that_a_later_solution_contradicts() {
    let bound_of = |error: &DriverError| match error {
        DriverError::ImpossibleBound { name, bound, objective } if name == "liar" => (*bound, *objective),
        other => panic!("{other:?}"),
    };
    for (objectives, bound, settings) in [
        // In the next round.
        (vec![10.0, 8.0], 9.0, at_vertices()),
        // A bound that meets the objective ends the run at once; its columns bring down the last
        // solve.
        (vec![10.0, 8.0], 10.0, at_vertices()),
        // A bound far below ends the run by its gap.
        (vec![10.0, 8.0], 8.5, RunSettings { gap: 0.5, ..at_vertices() }),
        // No column comes: the exact solution is lower than the loose one.
        (vec![10.0, 8.0], 10.0, RunSettings::default()),
    ] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        let last = *objectives.last().unwrap();
        master.objectives = objectives;
        *master.bounds.get_mut().unwrap() = vec![bound].into();
        let is_exact = settings.tolerance == 0.0;
        let outcome = if is_exact { found_within(&[(1, 1.0)], 1.0) } else { found_within(&[], 0.0) };
        let error = run_stages(&mut master, vec![pricer("liar", &calls, vec![outcome])], &settings).unwrap_err();
        assert_eq!(bound_of(&error), (bound, last));
    }
    // The error names the pricer from whose bounds the best bound follows.
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.objectives = vec![10.0, 10.0, 8.0];
    *master.bounds.get_mut().unwrap() = vec![9.0, 3.0].into();
    let first = pricer("liar", &calls, vec![found_within(&[], 1.0)]);
    let second = pricer("honest", &calls, vec![found_within(&[(1, 1.0)], 1.0), found_within(&[(2, 1.0)], 1.0)]);
    let error = run_stages(&mut master, vec![first, second], &at_vertices()).unwrap_err();
    assert_eq!(bound_of(&error), (9.0, 8.0));
}

/// A run with a master that falsely says that it has taken columns would never end.
#[test]
fn a_master_that_miscounts() {
    for (miscount, offered, said) in [(1, 1, 2), (1, 0, 1), (-1, 1, 0)] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        master.miscount = miscount;
        let rules: Vec<(u32, f64)> = (0..offered).map(|n| (n, 1.0)).collect();
        let error = error(&mut master, &calls, found(&rules));
        let offered = offered as usize;
        assert!(
            matches!(&error, DriverError::Miscounted { said: s, offered: o, before: 0, after } if (*s, *o, *after) == (said, offered, offered)),
            "{error:?}"
        );
    }
}

/// Problems of different rounds are mixed by their positions.
#[test]
fn a_master_that_changes_its_tags() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.more_classes_from = Some(2);
    let error = error(&mut master, &calls, found(&[(1, 1.0)]));
    assert!(
        matches!(&error, DriverError::OtherTags { first, found } if (first.as_slice(), found.as_slice()) == (&[0], &[0, 1])),
        "{error:?}"
    );
}

#[test]
fn problems_that_no_pricer_can_take() {
    // A NaN would make every comparison of a search false, and so its proof.
    for gain in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        master.gains = vec![gain];
        let error = run_stages(&mut master, vec![exact("exact", &calls, vec![])], &at_vertices()).unwrap_err();
        assert!(matches!(error, DriverError::BadProblem { tag: 0, what: "gain of a sample", .. }), "{error:?}");
        assert!(asked(&calls).is_empty(), "no pricer is asked");
    }
    let good = || ScriptedMaster::new(&Calls::default()).pricing_problems().remove(0);
    let bad = [
        PricingProblem { fixed: -1.0, ..good() },
        PricingProblem { per_literal: f64::NAN, ..good() },
        PricingProblem { threshold: f64::INFINITY, ..good() },
        PricingProblem { max_length: Some(0), ..good() },
    ];
    for problem in bad {
        assert!(matches!(problem.check(1), Err(DriverError::BadProblem { .. })), "{problem:?}");
    }
    assert!(matches!(good().check(2), Err(DriverError::WrongSamples { tag: 0, found: 1, samples: 2 })));
    assert!(good().check(1).is_ok());
}

#[test]
fn a_candidate_is_verified_against_the_samples_that_it_covers() {
    let problem = ScriptedMaster::new(&Calls::default()).pricing_problems().remove(0);
    let candidate = |tag, length, gain| {
        let literals = (0..length).map(|column| Literal::new(column, Test::Present));
        Candidate { tag, rule: Rule::new(literals), gain }
    };
    let verify =
        |candidate: &Candidate, cover: &[usize]| problem.verify(candidate, cover.iter().copied(), cover.len() as u64);
    assert!(verify(&candidate(0, 1, 1.0), &[0]).is_ok());
    assert!(matches!(verify(&candidate(0, 1, 1.0), &[]), Err(DriverError::FalseGain { actual: 0.0, .. })));
    assert!(matches!(verify(&candidate(0, 1, f64::NAN), &[0]), Err(DriverError::FalseGain { .. })));
    assert!(matches!(verify(&candidate(3, 1, 1.0), &[0]), Err(DriverError::NotAsked { tag: 3, length: 1 })));
    assert!(matches!(verify(&candidate(0, 3, 1.0), &[0]), Err(DriverError::NotAsked { tag: 0, length: 3 })));
    let problem = PricingProblem { min_cover: 3, ..problem };
    assert!(problem.verify(&candidate(0, 1, 1.0), [0], 3).is_ok());
    let few = problem.verify(&candidate(0, 1, 1.0), [0], 2);
    assert!(matches!(few, Err(DriverError::TooFewRows { rows: 2, least: 3 })));
}

#[test]
fn an_objective_that_is_no_number() {
    for objective in [f64::INFINITY, f64::NEG_INFINITY] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        master.objectives = vec![objective];
        let error = run_stages(&mut master, vec![pricer("only", &calls, vec![])], &at_vertices()).unwrap_err();
        assert!(matches!(error, DriverError::BadObjective { objective: o } if o == objective), "{error:?}");
    }
}

#[test]
fn failing_solvers_end_the_run() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.objectives = vec![f64::NAN];
    let error = run_stages(&mut master, vec![pricer("only", &calls, vec![])], &at_vertices()).unwrap_err();
    assert_eq!(error.to_string(), "the master failed: the LP solver gave up");

    struct BrokenPricer;
    impl Pricer for BrokenPricer {
        fn name(&self) -> &str {
            "broken"
        }
        fn price(&mut self, _: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
            Err(DriverError::Pricer { name: "broken".into(), source: "out of memory".into() })
        }
    }
    let mut master = ScriptedMaster::new(&calls);
    let error = run_stages(&mut master, vec![Box::new(BrokenPricer)], &RunSettings::default()).unwrap_err();
    assert_eq!(error.to_string(), "the pricer 'broken' failed: out of memory");
}
