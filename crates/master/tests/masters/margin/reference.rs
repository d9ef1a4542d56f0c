//! The primal program as it is written down (docs/MATH.md 10): a row for each sample and each class
//! other than its own.

use crate::margin::rug_instances::Instance;
use crate::margin::rules::{cost, cover, pairs_of_cells};
use rulegen_lp::{Backend, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions, verify};
use rulegen_rule::Rule;
use std::collections::BTreeMap;

/// Returns its solution over the given rules: weights of rules, then errors of samples; duals of
/// the rows, sample by sample.
pub(crate) fn solution(instance: &Instance, rules: &[(Rule, u32)]) -> LpSolution {
    let samples = &instance.samples;
    let mut lp = LpProblem::new();
    let mut variable = |cost| lp.add_variable(cost, 0.0, f64::INFINITY).unwrap();
    let w: Vec<_> = rules.iter().map(|(rule, _)| variable(cost(samples, &instance.settings, rule))).collect();
    let v: Vec<_> = samples.weights.iter().map(|&omega| variable(omega)).collect();
    let covers: Vec<Vec<bool>> = rules.iter().map(|(rule, _)| cover(samples, rule)).collect();
    for i in 0..samples.len() {
        for class in (0..samples.classes as u32).filter(|&class| class != samples.labels[i]) {
            let vote = |k: usize| match rules[k].1 {
                tag if tag == samples.labels[i] => Some((w[k], 1.0)),
                tag if tag == class => Some((w[k], -1.0)),
                _ => None,
            };
            let votes = (0..rules.len()).filter(|&k| covers[k][i]).filter_map(vote);
            let terms: Vec<_> = votes.chain([(v[i], 1.0)]).collect();
            lp.add_row(1.0, &terms, f64::INFINITY).unwrap();
        }
    }
    if let Some(fairness) = &instance.settings.fairness {
        for [a, b] in pairs_of_cells(samples, fairness) {
            let mean = |cell: &[usize], sign: f64| {
                let weight: f64 = cell.iter().map(|&i| samples.weights[i]).sum();
                cell.iter().map(|&i| (v[i], sign * samples.weights[i] / weight)).collect::<Vec<_>>()
            };
            let terms: Vec<_> = mean(&a, 1.0).into_iter().chain(mean(&b, -1.0)).collect();
            lp.add_row(f64::NEG_INFINITY, &terms, fairness.epsilon).unwrap();
        }
    }
    let solution = LpModel::of(&Backend::Microlp, lp.clone()).unwrap().solve(&SolveOptions::default()).unwrap();
    assert_eq!(solution.status, LpStatus::Optimal);
    assert_eq!(verify(&lp, &solution, 1e-6), Ok(()));
    solution
}

/// Returns the least objective over all of the given rules, each for any class. Of rules that cover
/// the same samples, the cheapest is enough.
pub(crate) fn optimum(instance: &Instance, rules: &[Rule]) -> f64 {
    let samples = &instance.samples;
    let mut cheapest: BTreeMap<Vec<bool>, (&Rule, f64)> = BTreeMap::new();
    for rule in rules {
        let cost = cost(samples, &instance.settings, rule);
        let best = cheapest.entry(cover(samples, rule)).or_insert((rule, cost));
        if cost < best.1 {
            *best = (rule, cost);
        }
    }
    let classes = 0..samples.classes as u32;
    let of_classes = |rule: &Rule| classes.clone().map(|class| (rule.clone(), class)).collect::<Vec<_>>();
    let all: Vec<(Rule, u32)> = cheapest.values().flat_map(|(rule, _)| of_classes(rule)).collect();
    solution(instance, &all).objective
}
