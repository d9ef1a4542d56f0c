//! Settings, first points, and the handling of candidates.

use crate::margin::rug_instances::schema;
use rulegen_binarize::Samples;
use rulegen_driver::{AddCounts, Candidate, DriverError, Master};
use rulegen_limits::Limits;
use rulegen_master::{
    FairRuleMaster, Fairness, LinearSettings, LpStrategy, MarginHingeMaster, MasterError, MistreatmentCriterion,
    RuleMaster, RuleTerms,
};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, Test};
use std::sync::Arc;

/// Makes six samples of three classes, two of each: n is 0 for the first class, c tells the others
/// apart.
fn samples() -> Arc<Samples> {
    let columns = vec![Codes::Narrow(vec![0, 0, 1, 1, 1, 1]), Codes::Narrow(vec![0, 1, 0, 0, 1, 1])];
    let table = CodedTable::new(6, columns).unwrap();
    Arc::new(Samples::merge(schema(1, 2, false), &table, &[0, 0, 1, 1, 2, 2], &[1.0; 6], 3).unwrap())
}

fn build(settings: LinearSettings) -> Result<MarginHingeMaster, MasterError> {
    MarginHingeMaster::new(samples(), settings)
}

fn master(strategy: LpStrategy) -> MarginHingeMaster {
    let terms = RuleTerms { penalty: 0.25, ..RuleTerms::default() };
    build(LinearSettings { terms, strategy, ..Default::default() }).unwrap()
}

fn low() -> Rule {
    Rule::new([Literal::new(0, Test::AtMost(0))])
}

fn high(value: u16) -> Rule {
    Rule::new([Literal::new(0, Test::Above(0)), Literal::new(1, Test::Is(value))])
}

#[test]
fn without_rules_every_row_is_worth_the_same() {
    let mut master = master(LpStrategy::Interior);
    assert_eq!(master.objective(), 6.0);
    for _ in 0..2 {
        let problems = master.pricing_problems();
        for problem in &problems {
            let own = |&label: &u32| if label == problem.tag { 1.0 } else { -0.5 };
            let weights = &samples().weights;
            let expected = samples().labels.iter().map(own).zip(weights).map(|(gain, w)| gain * w).collect::<Vec<_>>();
            assert!(problem.gains.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6), "{problem:?}");
        }
        assert!(master.solve(0.0, &Limits::default()).unwrap().converged);
    }
}

/// Two votes for the own class and two for another are an error of 1; the mean hinge, for three
/// classes, sees none.
#[test]
fn a_tie_between_classes_is_an_error() {
    let mut master = master(LpStrategy::Interior);
    master.add_rules(vec![(low(), 0), (low(), 1)]);
    assert_eq!(master.errors(&[2.0, 2.0]).iter().filter(|v| (**v - 1.0).abs() < 1e-12).count(), samples().len());
    assert_eq!(master.objective_of(&[2.0, 2.0]), 6.0 + 4.0 * 0.25);
    assert_eq!(master.objective_of(&[2.0, 0.0]), 4.0 + 2.0 * 0.25);
}

#[test]
fn three_rules_tell_three_classes_apart() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let mut master = master(strategy);
        master.add_rules(vec![(low(), 0), (high(0), 1), (high(1), 2), (low(), 0), (Rule::default(), 1)]);
        assert_eq!((master.columns(), master.weights()), (3, vec![0.0; 3]));
        let solution = master.solve(0.0, &Limits::default()).unwrap();
        assert!(solution.converged && (solution.objective - 1.25).abs() < 1e-9, "{strategy:?}: {solution:?}");
        assert!(master.weights().iter().all(|w| (w - 1.0).abs() < 1e-9));
        assert_eq!(master.intercepts(), [0.0; 3]);
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let terms = RuleTerms { penalty: value, ..Default::default() };
        let outcome = build(LinearSettings { terms, ..Default::default() });
        assert!(matches!(outcome, Err(MasterError::NotPositive { .. })), "{value}");
    }
    let fair = |epsilon, positive| {
        let fairness = Some(Fairness { criterion: MistreatmentCriterion::Eop, epsilon, positive });
        build(LinearSettings { fairness, ..Default::default() })
    };
    assert!(matches!(fair(f64::NAN, 0), Err(MasterError::Negative { name: "epsilon", .. })));
    assert!(matches!(fair(0.1, 3), Err(MasterError::NoSuchClass { class: 3, classes: 3 })));
    assert!(matches!(fair(0.1, 2).unwrap().set_epsilon(-1.0), Err(MasterError::Negative { .. })));
    assert!(matches!(master(LpStrategy::Interior).set_epsilon(0.1), Err(MasterError::NoFairness)));
}

#[test]
fn candidates_are_verified_and_taken_in_once() {
    let mut master = master(LpStrategy::Interior);
    master.solve(1e-3, &Limits::default()).unwrap();
    let problems = master.pricing_problems();
    let gain = |rule: &Rule, tag: u32| problems[tag as usize].gain(samples().cover(rule).iter(), rule.len());
    let candidate = |rule: Rule, tag: u32| Candidate { gain: gain(&rule, tag), tag, rule };
    let (good, bad) = (candidate(low(), 0), candidate(low(), 1));
    let added = master.add(&problems, &[good.clone(), good.clone(), bad]).unwrap();
    assert_eq!(added, AddCounts { new: 1, known: 1, rejected: 1 });
    let wrong = Candidate { gain: good.gain + 1.0, ..candidate(high(0), 1) };
    assert!(matches!(master.add(&problems, &[wrong]), Err(DriverError::FalseGain { .. })));
    let unasked = Candidate { tag: 9, ..good };
    assert!(matches!(master.add(&problems, &[unasked]), Err(DriverError::NotAsked { tag: 9, .. })));
}

#[test]
fn without_time_there_is_still_an_objective() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let mut master = master(strategy);
        master.add_rules(vec![(low(), 0), (high(0), 1)]);
        let limits = Limits::default().until(Some(std::time::Instant::now()));
        for tolerance in [1e-3, 0.0] {
            let solution = master.solve(tolerance, &limits).unwrap();
            assert!(!solution.converged && solution.objective <= 6.0 + 1e-9, "{strategy:?}: {solution:?}");
        }
        let solution = master.solve(0.0, &Limits::default()).unwrap();
        assert!(solution.converged && (solution.objective - 2.75).abs() < 1e-6, "{strategy:?}: {solution:?}");
    }
}
