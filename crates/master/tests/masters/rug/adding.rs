//! The handling of candidates.

use crate::rug::instances::schema;
use rulegen_binarize::Samples;
use rulegen_driver::{AddCounts, Candidate, DriverError, Master};
use rulegen_limits::Limits;
use rulegen_lp::Backend;
use rulegen_master::{LinearSettings, LpStrategy, RugMaster, RuleCost, RuleMaster, RuleTerms};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, Test};
use std::sync::Arc;

/// Makes six samples: n tells the classes apart, c does not.
pub(crate) fn samples() -> Arc<Samples> {
    let columns = vec![Codes::Narrow(vec![0, 0, 0, 1, 1, 1]), Codes::Narrow(vec![0, 1, 2, 0, 1, 2])];
    let table = CodedTable::new(6, columns).unwrap();
    Arc::new(Samples::merge(schema(1, 3, false), &table, &[0, 0, 0, 1, 1, 1], &[1.0; 6], 2).unwrap())
}

pub(crate) fn master(settings: LinearSettings) -> RugMaster {
    let settings = LinearSettings { backend: Arc::new(Backend::Microlp), ..settings };
    RugMaster::new(samples(), settings).unwrap()
}

fn low() -> Rule {
    Rule::new([Literal::new(0, Test::AtMost(0))])
}

fn candidate(rule: Rule, tag: u32, gain: f64) -> Candidate {
    Candidate { tag, rule, gain }
}

fn add(master: &mut RugMaster, candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
    let problems = master.pricing_problems();
    master.add(&problems, candidates)
}

#[test]
fn new_known_and_rejected() {
    let mut master = master(LinearSettings {
        terms: RuleTerms { cost: RuleCost::Gini, ..RuleTerms::default() },
        ..Default::default()
    });
    // All duals are 1: low covers three of class 0, and costs 1. A single category covers one of
    // each.
    let category = Rule::new([Literal::new(1, Test::Is(0))]);
    assert_eq!(add(&mut master, &[candidate(low(), 0, 2.0)]).unwrap(), AddCounts { new: 1, known: 0, rejected: 0 });
    assert_eq!(add(&mut master, &[candidate(low(), 0, 2.0)]).unwrap(), AddCounts { new: 0, known: 1, rejected: 0 });
    assert_eq!(master.columns(), 1);
    // The rule for the other class is another column, and no good one.
    let bad = candidate(low(), 1, -4.0);
    // The pricing problem says 1 for it, its true cost is 1.5.
    let dear = candidate(category, 0, -1.0);
    assert_eq!(add(&mut master, &[bad, dear]).unwrap(), AddCounts { new: 0, known: 0, rejected: 2 });
    assert_eq!(master.rules().len(), 1);
    assert_eq!((master.rules()[0].tag, master.rules()[0].cost), (0, 1.0));
}

#[test]
fn gains_that_are_false() {
    for claimed in [2.1, 1.9, -2.0, 1e9, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let mut master = master(LinearSettings::default());
        let outcome = add(&mut master, &[candidate(low(), 0, claimed)]);
        assert!(
            matches!(outcome, Err(DriverError::FalseGain { claimed: c, actual: 2.0 }) if c.to_bits() == claimed.to_bits()),
            "{outcome:?} for {claimed}"
        );
        assert_eq!(master.columns(), 0);
    }
}

#[test]
fn rules_that_are_no_answer() {
    let mut master = master(LinearSettings {
        terms: RuleTerms { max_length: Some(1), ..RuleTerms::default() },
        ..Default::default()
    });
    let long = low().and(Literal::new(1, Test::Is(1)));
    for (rule, tag) in [(long, 0), (Rule::default(), 0), (low(), 9)] {
        let length = rule.len();
        let outcome = add(&mut master, &[candidate(rule, tag, 2.0)]);
        assert!(matches!(outcome, Err(DriverError::NotAsked { tag: t, length: l }) if (t, l) == (tag, length)));
    }
    for literal in [Literal::new(7, Test::Present), Literal::new(0, Test::Is(0)), Literal::new(1, Test::Is(9))] {
        let outcome = add(&mut master, &[candidate(Rule::new([literal]), 0, 2.0)]);
        assert!(matches!(outcome, Err(DriverError::ForeignRule { column }) if column == literal.column), "{outcome:?}");
    }
    assert_eq!(master.columns(), 0);
}

#[test]
fn rules_to_begin_with() {
    let mut master = master(LinearSettings::default());
    master.add_rules(vec![(low(), 0), (low(), 0), (Rule::default(), 0), (low(), 1)]);
    let columns: Vec<(u32, usize)> = master.rules().iter().map(|c| (c.tag, c.cover.count())).collect();
    assert_eq!(columns, [(0, 3), (1, 3)]);
    assert_eq!(master.weights(), [0.0, 0.0], "new columns have no weight");
    assert_eq!(master.objective(), 6.0);
}

#[test]
fn problems_are_what_the_settings_say() {
    for (cost, fixed, per_literal) in [
        (RuleCost::Length, 0.0, 6.0),
        (RuleCost::Unit, 6.0, 0.0),
        (RuleCost::Merged, 6.0, 0.0),
        (RuleCost::Gini, 6.0, 0.0),
        (RuleCost::Coverage, 6.0, 0.0),
    ] {
        let settings = LinearSettings {
            terms: RuleTerms { cost, penalty: 3.0, cost_scale: 2.0, max_length: Some(4), ..RuleTerms::default() },
            ..Default::default()
        };
        let problems = master(settings).pricing_problems();
        assert_eq!(problems.iter().map(|p| p.tag).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(problems[0].gains, [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]);
        assert_eq!(problems[1].gains, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]);
        for problem in problems {
            assert_eq!((problem.fixed, problem.per_literal, problem.max_length), (fixed, per_literal, Some(4)));
            assert!(problem.threshold > 0.0 && problem.threshold < 1e-6);
        }
    }
}

#[test]
fn wrong_classes_share_the_blame() {
    let table = CodedTable::new(4, vec![Codes::Narrow(vec![0, 1, 1, 1]), Codes::Narrow(vec![0; 4])]).unwrap();
    let samples = Arc::new(Samples::merge(schema(1, 2, false), &table, &[0, 1, 2, 3], &[1.0; 4], 4).unwrap());
    let master = RugMaster::new(samples, LinearSettings::default()).unwrap();
    let third = 1.0 / 3.0;
    for (class, problem) in master.pricing_problems().iter().enumerate() {
        let expected: Vec<f64> = (0..4).map(|i| if i == class { 1.0 } else { -third }).collect();
        assert_eq!(problem.gains, expected);
    }
}

#[test]
fn without_time_there_is_still_an_objective() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let mut master = master(LinearSettings { strategy, ..Default::default() });
        master.add_rules(vec![(low(), 0)]);
        let limits = Limits::default().until(Some(std::time::Instant::now()));
        for tolerance in [1e-3, 0.0] {
            let solution = master.solve(tolerance, &limits).unwrap();
            assert!(!solution.converged);
            assert!(solution.objective.is_finite() && solution.objective <= 6.0 + 1e-9, "{solution:?}");
        }
        assert!(master.weights().iter().all(|w| *w >= 0.0 && w.is_finite()));
        // Given time the same master goes on.
        let solution = master.solve(0.0, &Limits::default()).unwrap();
        assert!(solution.converged && (solution.objective - 4.0).abs() < 1e-6, "{solution:?}");
    }
}

#[test]
fn a_solve_that_the_clock_ends_leaves_the_duals_as_they_are() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let mut master = master(LinearSettings { strategy, ..Default::default() });
        let gains = |master: &RugMaster| -> Vec<Vec<f64>> {
            master.pricing_problems().iter().map(|problem| problem.gains.clone()).collect()
        };
        master.add_rules(vec![(low(), 0)]);
        assert!(master.solve(0.0, &Limits::default()).unwrap().converged);
        let before = gains(&master);
        master.add_rules(vec![(Rule::new([Literal::new(0, Test::Above(0))]), 1)]);
        let late = Limits::default().until(Some(std::time::Instant::now()));
        // A simplex method may be done with so few rules before it looks at the clock.
        let converged = master.solve(1e-3, &late).unwrap().converged;
        assert_eq!(gains(&master) != before, converged, "{strategy:?}");
        assert!(!converged || strategy != LpStrategy::Interior);
    }
}
