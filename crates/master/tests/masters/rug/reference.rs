//! Rules by enumeration, and the linear program as it is written down (docs/MATH.md 2). They share
//! nothing with the master but the plain types.

use crate::enumeration::gain;
pub(crate) use crate::enumeration::{all_rules, cover};
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_lp::{Backend, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions, verify};
use rulegen_master::{Fairness, LinearSettings, MistreatmentCriterion, RuleCost};
use rulegen_rule::{RowSet, Rule};
use std::collections::BTreeMap;

/// Returns `lambda c_k`, scaled, by the definitions of the costs.
pub(crate) fn cost(samples: &Samples, settings: &LinearSettings, rule: &Rule) -> f64 {
    let cover = cover(samples, rule);
    let weight = |pick: &dyn Fn(usize) -> bool| -> f64 {
        (0..samples.len()).filter(|&i| pick(i)).map(|i| samples.weights[i]).sum()
    };
    let covered = weight(&|i| cover[i]);
    let plain = match &settings.terms.cost {
        RuleCost::Unit => 1.0,
        RuleCost::Length => rule.literals().len() as f64,
        RuleCost::Merged => {
            let mut columns: Vec<u32> = rule.literals().iter().map(|l| l.column).collect();
            columns.dedup();
            columns.len() as f64
        }
        RuleCost::Gini if covered == 0.0 => 1.0,
        RuleCost::Gini => {
            let share = |k: usize| weight(&|i| cover[i] && samples.labels[i] as usize == k) / covered;
            2.0 - (0..samples.classes).map(|k| share(k).powi(2)).sum::<f64>()
        }
        RuleCost::Coverage => 2.0 - covered / weight(&|_| true),
        RuleCost::Custom(custom) => {
            let set = RowSet::of(samples.len(), (0..samples.len()).filter(|&i| cover[i]));
            custom.cost(rule, &set, samples)
        }
        _ => unreachable!("no other costs are tested"),
    };
    settings.terms.penalty * settings.terms.cost_scale * plain
}

/// Returns the entry `a_ik` of a covered sample.
pub(crate) fn entry(samples: &Samples, class: u32, i: usize) -> f64 {
    if samples.labels[i] == class { 1.0 } else { -1.0 / (samples.classes as f64 - 1.0) }
}

/// Returns the pairs of sets of samples whose mean errors must be alike, in both orders.
pub(crate) fn pairs_of_cells(samples: &Samples, fairness: &Fairness) -> Vec<[Vec<usize>; 2]> {
    let groups = samples.groups.iter().max().map_or(0, |g| g + 1);
    let classes: Vec<Option<u32>> = match fairness.criterion {
        MistreatmentCriterion::Dmc => (0..samples.classes as u32).map(Some).collect(),
        MistreatmentCriterion::Odm => vec![None],
        MistreatmentCriterion::Eop => vec![Some(fairness.positive)],
        _ => unreachable!("no other criteria are tested"),
    };
    let cell = |class: Option<u32>, group: u32| -> Vec<usize> {
        let is = |i: &usize| class.is_none_or(|k| samples.labels[*i] == k) && samples.groups[*i] == group;
        (0..samples.len()).filter(is).collect()
    };
    let mut pairs = Vec::new();
    for class in classes {
        for (a, b) in (0..groups).flat_map(|a| (0..groups).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            pairs.push([cell(class, a), cell(class, b)]);
        }
    }
    pairs.retain(|[a, b]| !a.is_empty() && !b.is_empty());
    pairs
}

/// Returns the weighted mean over a cell, as coefficients.
fn mean(samples: &Samples, cell: &[usize]) -> Vec<(usize, f64)> {
    let weight: f64 = cell.iter().map(|&i| samples.weights[i]).sum();
    cell.iter().map(|&i| (i, samples.weights[i] / weight)).collect()
}

/// Returns the largest gap between the mean errors of two cells that must be alike.
pub(crate) fn largest_gap(samples: &Samples, fairness: &Fairness, errors: &[f64]) -> f64 {
    let value = |cell: &[usize]| mean(samples, cell).into_iter().map(|(i, a)| a * errors[i]).sum::<f64>();
    pairs_of_cells(samples, fairness).iter().map(|[a, b]| value(a) - value(b)).fold(0.0, f64::max)
}

/// Returns the least objective over the given rules, the weights of the rules, and the duals of the
/// samples. The program in w and v is solved as it stands, fairness rows included.
pub(crate) fn solution(samples: &Samples, settings: &LinearSettings, rules: &[(Rule, u32)]) -> LpSolution {
    let mut lp = LpProblem::new();
    let variable = |lp: &mut LpProblem, cost| lp.add_variable(cost, 0.0, f64::INFINITY).unwrap();
    let w: Vec<_> = rules.iter().map(|(rule, _)| variable(&mut lp, cost(samples, settings, rule))).collect();
    let v: Vec<_> = samples.weights.iter().map(|&omega| variable(&mut lp, omega)).collect();
    let covers: Vec<Vec<bool>> = rules.iter().map(|(rule, _)| cover(samples, rule)).collect();
    for i in 0..samples.len() {
        let covering = (0..rules.len()).filter(|&k| covers[k][i]);
        let terms: Vec<_> = covering.map(|k| (w[k], entry(samples, rules[k].1, i))).chain([(v[i], 1.0)]).collect();
        lp.add_row(1.0, &terms, f64::INFINITY).unwrap();
    }
    if let Some(fairness) = &settings.fairness {
        for [a, b] in pairs_of_cells(samples, fairness) {
            let plus = mean(samples, &a).into_iter().map(|(i, share)| (v[i], share));
            let minus = mean(samples, &b).into_iter().map(|(i, share)| (v[i], -share));
            let terms: Vec<_> = plus.chain(minus).collect();
            lp.add_row(f64::NEG_INFINITY, &terms, fairness.epsilon).unwrap();
        }
    }
    let solution = LpModel::of(&Backend::Microlp, lp.clone()).unwrap().solve(&SolveOptions::default()).unwrap();
    assert_eq!(solution.status, LpStatus::Optimal);
    assert_eq!(verify(&lp, &solution, 1e-6), Ok(()));
    LpSolution {
        values: solution.values[..rules.len()].to_vec(),
        row_duals: solution.row_duals[..samples.len()].to_vec(),
        ..solution
    }
}

/// Returns the least objective over the given rules.
pub(crate) fn primal(samples: &Samples, settings: &LinearSettings, rules: &[(Rule, u32)]) -> f64 {
    solution(samples, settings, rules).objective
}

/// Returns the least objective over all rules, of any class. Of rules that cover the same samples,
/// the cheapest is enough.
pub(crate) fn optimum(samples: &Samples, settings: &LinearSettings, rules: &[Rule]) -> f64 {
    let mut cheapest: BTreeMap<Vec<bool>, &Rule> = BTreeMap::new();
    for rule in rules {
        let best = cheapest.entry(cover(samples, rule)).or_insert(rule);
        if cost(samples, settings, rule) < cost(samples, settings, best) {
            *best = rule;
        }
    }
    let classes = 0..samples.classes as u32;
    let all: Vec<(Rule, u32)> =
        cheapest.values().flat_map(|rule| classes.clone().map(move |class| ((*rule).clone(), class))).collect();
    primal(samples, settings, &all)
}

/// Returns the largest gain of any rule in each problem.
pub(crate) fn best_gains(samples: &Samples, problems: &[PricingProblem], rules: &[Rule]) -> Vec<f64> {
    let best =
        |problem: &PricingProblem| rules.iter().map(|r| gain(samples, problem, r)).fold(f64::NEG_INFINITY, f64::max);
    problems.iter().map(best).collect()
}
