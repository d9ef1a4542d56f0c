use super::*;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Test};

fn numeric(name: &str, cuts: &[f64]) -> Feature {
    Feature::new(name, Domain::Numeric { cuts: cuts.to_vec() })
}

fn categorical(name: &str, categories: &[&str]) -> Feature {
    let categories = categories.iter().map(|c| c.to_string()).collect();
    Feature::new(name, Domain::Categorical { categories })
}

/// Makes six different samples: codes 0, 1, 2 twice, with categories 0 and 1.
fn samples() -> Samples {
    let schema = Schema { features: vec![numeric("n", &[1.0, 2.0]), categorical("c", &["a", "b"])] };
    let columns = vec![Codes::Narrow(vec![0, 1, 2, 0, 1, 2]), Codes::Narrow(vec![0, 0, 0, 1, 1, 1])];
    Samples::merge(schema, &CodedTable::new(6, columns).unwrap(), &[0, 1, 0, 1, 0, 1], &[1.0; 6], 2).unwrap()
}

fn problem(tag: u32) -> PricingProblem {
    let gains = samples().labels.iter().map(|&label| if label == tag { 1.0 } else { -0.75 }).collect();
    PricingProblem { tag, gains, fixed: 0.0, per_literal: 0.25, max_length: Some(2), min_cover: 0, threshold: 1e-6 }
}

fn rule(literals: &[(u32, Test)]) -> Rule {
    Rule::new(literals.iter().map(|&(column, test)| Literal::new(column, test)))
}

fn price(rules: Vec<(Rule, Option<u32>)>) -> Vec<(u32, Rule, f64)> {
    let mut pool = Pool::new(&samples(), rules).unwrap();
    let outcome = pool.price(&[problem(0), problem(1)], &Limits::default()).unwrap();
    assert_eq!(outcome.bounds, [None, None]);
    outcome.candidates.into_iter().map(|c| (c.tag, c.rule, c.gain)).collect()
}

#[test]
fn returns_what_pays_of_the_list_and_nothing_else() {
    let first = rule(&[(1, Test::Is(0))]);
    let corner = rule(&[(0, Test::AtMost(0)), (1, Test::Is(1))]);
    let everything = rule(&[(0, Test::AtMost(1))]);
    let rules = vec![
        (everything, None),
        (first.clone(), Some(0)),
        (corner.clone(), Some(1)),
        (first.clone(), None),
        (corner.clone(), Some(1)),
    ];
    // `first` covers two of class 0 and one of class 1, `corner` one of class 1, the third two of
    // each.
    let all = [(0, first.clone(), 1.0), (1, corner.clone(), 0.5), (0, rule(&[(0, Test::AtMost(1))]), 0.25)];
    let found = price(rules);
    assert_eq!(found, [&all[..], &[(1, rule(&[(0, Test::AtMost(1))]), 0.25)]].concat());
}

#[test]
fn a_tag_binds_a_rule_to_its_problem() {
    let tags = |tag| {
        let rules = vec![(rule(&[(1, Test::Is(0))]), tag), (rule(&[(0, Test::AtMost(1))]), tag)];
        price(rules).iter().map(|found| found.0).collect::<Vec<_>>()
    };
    assert_eq!(tags(Some(1)), [1]);
    assert_eq!(tags(None), [0, 0, 1]);
}

#[test]
fn rules_that_cannot_be_asked_are_refused() {
    let of = |rule| Pool::new(&samples(), [(rule, None)]).unwrap_err();
    assert_eq!(of(Rule::default()), PricingError::EmptyRule { rule: 0 });
    for literal in [(0, Test::AtMost(2)), (0, Test::Is(0)), (2, Test::Missing)] {
        assert_eq!(of(rule(&[literal])), PricingError::ForeignRule { rule: 0 });
    }
}

#[test]
fn rules_of_a_former_run_are_translated_by_value() {
    let from = Schema { features: vec![categorical("c", &["b", "z", "a"]), numeric("n", &[0.5, 1.0, 2.0])] };
    let to = samples().schema;
    let translated = |literals| translate_rule(&rule(literals), &from, &to);
    assert_eq!(
        translated(&[(1, Test::Above(1)), (0, Test::IsNot(0))]),
        Some(rule(&[(0, Test::Above(0)), (1, Test::IsNot(1))]))
    );
    assert_eq!(translated(&[(1, Test::AtMost(0))]), None);
    assert_eq!(translated(&[(0, Test::Is(1))]), None);
}

/// Bounds of exact pricers are over the literals of the schema. A rule with another literal could
/// be better than their bounds.
#[test]
fn rules_that_the_schema_does_not_have_are_left_out() {
    let foreign =
        [rule(&[(0, Test::Present)]), rule(&[(1, Test::IsNot(0))]), rule(&[(0, Test::Above(0)), (1, Test::Missing)])];
    let rules = foreign.into_iter().chain([rule(&[(1, Test::Is(1))])]).map(|rule| (rule, None)).collect();
    let found = price(rules);
    assert!(!found.is_empty());
    assert!(found.iter().all(|(_, found, _)| *found == rule(&[(1, Test::Is(1))])), "{found:?}");
}
