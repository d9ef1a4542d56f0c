//! Settings out of range, candidates that are not wanted, and literals that are forbidden.

use crate::boolean::instances::schema;
use rulegen_binarize::Samples;
use rulegen_driver::{AddCounts, Candidate, DriverError, Master};
use rulegen_lp::Backend;
use rulegen_master::{BooleanMaster, BooleanSettings, MasterError, RuleSize};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, Schema, Test};
use std::sync::Arc;

/// Makes a master over six samples: n tells the classes apart, c does not.
fn build_with(schema: Schema, settings: BooleanSettings) -> Result<BooleanMaster, MasterError> {
    let columns = vec![Codes::Narrow(vec![0, 0, 0, 1, 1, 1]), Codes::Narrow(vec![0, 1, 2, 0, 1, 2])];
    let table = CodedTable::new(6, columns).unwrap();
    let samples = Samples::merge(schema, &table, &[1, 1, 1, 0, 0, 0], &[1.0; 6], 2).unwrap();
    BooleanMaster::new(Arc::new(samples), BooleanSettings { backend: Arc::new(Backend::Microlp), ..settings })
}

fn build(settings: BooleanSettings) -> Result<BooleanMaster, MasterError> {
    build_with(schema(1, 3, false), settings)
}

fn low() -> Rule {
    Rule::new([Literal::new(0, Test::AtMost(0))])
}

#[test]
fn defaults_pass() {
    assert_eq!(build(BooleanSettings::default()).unwrap().objective(), 3.0);
}

#[test]
fn every_row_of_the_table_is_checked() {
    let usual = BooleanSettings::default;
    let size = |per_rule, per_literal| RuleSize { per_rule, per_literal };
    for (settings, says) in [
        (BooleanSettings { class: 2, ..usual() }, "there is no class 2, there are 2"),
        (
            BooleanSettings { complexity: Some(-1.0), ..usual() },
            "the complexity must be finite and not negative, not -1",
        ),
        (
            BooleanSettings { complexity: Some(f64::NAN), ..usual() },
            "the complexity must be finite and not negative, not NaN",
        ),
        (
            BooleanSettings { complexity: None, ..usual() },
            "a Boolean rule set needs a bound on its complexity, or a price on it",
        ),
        (
            BooleanSettings { complexity_price: -1.0, ..usual() },
            "the price on complexity must be finite and not negative, not -1",
        ),
        (
            BooleanSettings { rule_size: size(0.0, 0.0), ..usual() },
            "the size of a rule of one literal must be positive and finite, not 0",
        ),
        (
            BooleanSettings { rule_size: size(-1.0, 3.0), ..usual() },
            "the size of a rule must be finite and not negative, not -1",
        ),
        (
            BooleanSettings { rule_size: size(3.0, -1.0), ..usual() },
            "the size of a literal must be finite and not negative, not -1",
        ),
        (
            BooleanSettings { false_negative_weight: 0.0, ..usual() },
            "the weight of false negatives must be positive and finite, not 0",
        ),
        (
            BooleanSettings { false_positive_weight: f64::INFINITY, ..usual() },
            "the weight of false positives must be positive and finite, not inf",
        ),
        (BooleanSettings { max_length: Some(0), ..usual() }, "the maximum length must be positive and finite, not 0"),
        (BooleanSettings { must_have: vec![Rule::default()], ..usual() }, "a rule that must be in has no condition"),
        (
            BooleanSettings { must_have: vec![low()], complexity: Some(1.5), ..usual() },
            "the rules that must be in have a complexity of 2, more than 1.5",
        ),
    ] {
        assert_eq!(build(settings).unwrap_err().to_string(), says);
    }
}

#[test]
fn a_price_alone_will_do() {
    let settings = BooleanSettings { complexity: None, complexity_price: 0.1, ..Default::default() };
    let master = build(settings).unwrap();
    // No rule gains more than the three samples.
    let bound = master.lower_bound(&master.pricing_problems(), &[2.8]).unwrap();
    assert!((bound - 3.0 * 0.2 / 3.0).abs() < 1e-12, "{bound}");
}

#[test]
fn a_bound_rounds_up_to_an_objective_of_any_size() {
    for step in [1.0, 0.25, 1.0 / 3.0] {
        let settings =
            BooleanSettings { false_negative_weight: step, false_positive_weight: step, ..Default::default() };
        let master = build(settings).unwrap();
        for steps in [0.0, 1.0, 7.0, 1e4, 3e5 + 1.0, 1e7, 1e9, 1e12] {
            let objective = steps * step;
            let bound = master.rounds_up_to(objective);
            assert!(bound <= objective, "{bound} {objective}");
            assert!(master.round_up(bound) >= objective * (1.0 - 1e-12), "{bound} {objective}");
            // No bound that is much lower will do.
            let lower = bound - step * (4e-6 + 4e-9 * steps);
            assert!(steps > 1e7 || master.round_up(lower) < objective - step / 2.0, "{bound} {objective}");
        }
    }
}

#[test]
fn what_becomes_of_candidates() {
    let mut features = schema(1, 3, false);
    features.features[1].forbidden = vec![Test::Is(0)];
    let settings = BooleanSettings { max_length: Some(1), ..Default::default() };
    let mut master = build_with(features, settings).unwrap();
    let candidate = |rule: Rule, gain: f64| Candidate { tag: 1, rule, gain };
    let add = |master: &mut BooleanMaster, candidates: &[Candidate]| {
        let problems = master.pricing_problems();
        master.add(&problems, candidates)
    };
    assert_eq!(add(&mut master, &[candidate(low(), 3.0)]).unwrap(), AddCounts { new: 1, known: 0, rejected: 0 });
    assert_eq!(add(&mut master, &[candidate(low(), 3.0)]).unwrap(), AddCounts { new: 0, known: 1, rejected: 0 });
    let forbidden = Rule::new([Literal::new(1, Test::Is(0))]);
    let long = low().and(Literal::new(1, Test::Is(1)));
    // Trees look at columns, and may return forbidden literals.
    let unwanted = candidate(forbidden.clone(), 0.0);
    assert_eq!(add(&mut master, &[unwanted]).unwrap(), AddCounts { new: 0, known: 0, rejected: 1 });
    for rule in [long.clone(), Rule::default()] {
        let length = rule.len();
        let outcome = add(&mut master, &[candidate(rule, 9.0)]);
        assert!(matches!(outcome, Err(DriverError::NotAsked { tag: 1, length: l }) if l == length), "{outcome:?}");
    }
    let foreign = candidate(Rule::new([Literal::new(7, Test::Is(0))]), 1.0);
    assert!(matches!(add(&mut master, &[foreign]), Err(DriverError::ForeignRule { column: 7 })));
    master.add_rules([forbidden.clone(), long, low()]);
    assert_eq!(master.columns(), 1);
    assert!(master.selection([&forbidden]).is_empty());
    let other = Candidate { tag: 0, rule: low(), gain: 3.0 };
    assert!(matches!(add(&mut master, &[other]), Err(DriverError::NotAsked { tag: 0, length: 1 })));
    let lie = candidate(Rule::new([Literal::new(1, Test::Is(1))]), 1.0);
    assert!(matches!(add(&mut master, &[lie]), Err(DriverError::FalseGain { claimed: 1.0, actual: 0.0 })));
}

#[test]
fn rules_that_must_be_in_take_samples_and_complexity_away() {
    let category = Rule::new([Literal::new(1, Test::Is(0))]);
    let settings = BooleanSettings { must_have: vec![category], complexity: Some(4.0), ..Default::default() };
    let mut master = build(settings).unwrap();
    // It covers one sample of each class: two are still missed, and one is a false positive.
    // Samples are ordered by label.
    assert_eq!(master.objective(), 3.0);
    assert_eq!(master.pricing_problems()[0].gains, [-1.0, -1.0, -1.0, 0.0, 1.0, 1.0]);
    master.add_rules([low()]);
    let solution = master.solve(0.0, &Default::default()).unwrap();
    assert!((solution.objective - 1.0).abs() < 1e-9);
    let set = master.selection([&low()]).greedy();
    assert_eq!((set.rules, set.objective), (vec![low()], 1.0));
}
