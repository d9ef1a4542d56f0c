//! Rules by enumeration, for all masters. They share nothing with a master but the plain types.

use proptest::prelude::ProptestConfig;
use rulegen_binarize::Samples;
use rulegen_driver::{Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::conformance;
use rulegen_rule::{Domain, Feature, Rule, Schema, Test};

/// Makes two columns, a numeric and a categorical one, both with missing cells or not.
pub(crate) fn schema(cuts: usize, categories: usize, missing_seen: bool) -> Schema {
    let numeric = Domain::Numeric { cuts: (0..cuts).map(|j| j as f64).collect() };
    let categorical = Domain::Categorical { categories: (0..categories).map(|v| format!("v{v}")).collect() };
    let feature = |name: &str, domain| Feature { missing_seen, ..Feature::new(name, domain) };
    Schema { features: vec![feature("n", numeric), feature("c", categorical)] }
}

/// Solves without limits to the tolerance.
pub(crate) fn solve(master: &mut dyn Master, tolerance: f64) -> f64 {
    let solution = conformance::solve(master, tolerance, &Limits::default()).expect("no solver fails");
    assert!(solution.converged, "{tolerance} is not reached");
    solution.objective
}

/// Returns every rule over the literals of the samples, canonical, with at least one literal.
pub(crate) fn all_rules(samples: &Samples) -> Vec<Rule> {
    let literals = samples.schema.literals();
    assert!(literals.len() <= 16, "{} literals are too many to enumerate", literals.len());
    let rule = |set: u32| Rule::new((0..literals.len()).filter(|j| set >> j & 1 == 1).map(|j| literals[j]));
    let canonical = |(set, rule): (u32, Rule)| (rule.len() == set.count_ones() as usize).then_some(rule);
    (1..1u32 << literals.len()).map(|set| (set, rule(set))).filter_map(canonical).collect()
}

/// Returns the samples that a rule covers, cell by cell.
pub(crate) fn cover(samples: &Samples, rule: &Rule) -> Vec<bool> {
    let holds = |i: usize| {
        rule.literals().iter().all(|literal| {
            let code = samples.table.columns()[literal.column as usize].get(i);
            let missing = code as usize == samples.schema.features[literal.column as usize].missing_code();
            match literal.test {
                Test::AtMost(j) => !missing && code <= j,
                Test::Above(j) => !missing && code > j,
                Test::Is(v) => code == v,
                Test::IsNot(v) => !missing && code != v,
                Test::Missing => missing,
                Test::Present => !missing,
            }
        })
    };
    (0..samples.len()).map(holds).collect()
}

/// Returns the gain of a rule, by its definition.
pub(crate) fn gain(samples: &Samples, problem: &PricingProblem, rule: &Rule) -> f64 {
    let cover = cover(samples, rule);
    let income: f64 = (0..samples.len()).filter(|&i| cover[i]).map(|i| problem.gains[i]).sum();
    income - problem.fixed - problem.per_literal * rule.literals().len() as f64
}

/// Returns the number of random problems that a test draws: `RULEGEN_CASES`, or 120.
pub(crate) fn cases() -> ProptestConfig {
    let cases = std::env::var("RULEGEN_CASES").map_or(120, |cases| cases.parse().expect("a number of cases"));
    ProptestConfig { cases, ..Default::default() }
}
