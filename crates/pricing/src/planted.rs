//! Samples with a rule hidden in them, for tests.

use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Rule, Schema, Test};
use std::sync::Arc;

/// Makes `rows` samples over three numeric and three categorical columns, with codes as good as
/// random. The label of a sample says whether `hidden()` covers it, except for every 29th.
pub(crate) fn samples(rows: usize) -> Arc<Samples> {
    let numeric = Domain::Numeric { cuts: (0..9).map(f64::from).collect() };
    let categorical = Domain::Categorical { categories: (0..4).map(|v| v.to_string()).collect() };
    let feature = |at: usize, domain: &Domain| Feature::new(format!("x{at}"), domain.clone());
    let domains = [&numeric, &numeric, &numeric, &categorical, &categorical, &categorical];
    let schema = Schema { features: domains.iter().enumerate().map(|(at, domain)| feature(at, domain)).collect() };
    let mut state = 1u64;
    let mut code = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % below) as u8
    };
    let columns = domains.map(|domain| {
        let below = if *domain == numeric { 10 } else { 4 };
        Codes::Narrow((0..rows).map(|_| code(below)).collect())
    });
    let table = CodedTable::new(rows, columns.to_vec()).unwrap();
    let cover = table.cover(&schema, &hidden());
    let labels: Vec<u32> = (0..rows).map(|i| u32::from(cover.contains(i) != (i % 29 == 0))).collect();
    Arc::new(Samples::merge(schema, &table, &labels, &vec![1.0; rows], 2).unwrap())
}

/// `x0 <= 5 and x1 > 3 and x4 = 2`.
pub(crate) fn hidden() -> Rule {
    Rule::new([(0, Test::AtMost(5)), (1, Test::Above(3)), (4, Test::Is(2))].map(|(c, test)| Literal::new(c, test)))
}

/// Makes one problem for each class, whose gains are weights, to find the rules of that class.
pub(crate) fn problems(samples: &Samples) -> Vec<PricingProblem> {
    let gain = |class: u32, i: usize| samples.weights[i] * if samples.labels[i] == class { 1.0 } else { -1.0 };
    let problem = |tag| PricingProblem {
        tag,
        gains: (0..samples.len()).map(|i| gain(tag, i)).collect(),
        fixed: 0.0,
        per_literal: 0.5,
        max_length: None,
        min_cover: 0,
        threshold: 1e-6,
    };
    (0..2).map(problem).collect()
}
