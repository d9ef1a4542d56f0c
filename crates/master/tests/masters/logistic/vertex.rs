//! An exact solution has no rule that others make up for.

use crate::logistic::cases;
use crate::logistic::instances::{Instance, instances};
use crate::logistic::rules::{all_rules, cover};
use proptest::prelude::*;
use rulegen_driver::Master;
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleMaster};
use rulegen_rule::Rule;

/// Returns the effect of a column on all scores: by sample and class, less the mean over the
/// classes of a sample.
fn effect(covered: &[bool], class: usize, classes: usize) -> Vec<f64> {
    let of_class = |k: usize| if k == class { 1.0 } else { 0.0 } - 1.0 / classes as f64;
    covered.iter().flat_map(|&c| (0..classes).map(move |k| if c { of_class(k) } else { 0.0 })).collect()
}

/// Returns the rank by elimination. Entries are multiples of `1 / classes` of moderate size.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let pivot = (rank..rows.len()).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        let Some(pivot) = pivot.filter(|&row| rows[row][column].abs() > 1e-9) else { continue };
        rows.swap(rank, pivot);
        let line = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column] / line[column];
            row.iter_mut().zip(&line).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
        rank += 1;
    }
    rank
}

/// Returns the effects of the rules in use, and of the intercepts but the first that are at no
/// bound.
fn effects(instance: &Instance, used: &[(Rule, u32)], intercepts: &[f64]) -> Vec<Vec<f64>> {
    let (samples, classes) = (&instance.samples, instance.samples.classes);
    let all = vec![true; samples.len()];
    let free = |class: &usize| (intercepts[*class] - intercepts[0]).abs() < 30.0 - 1e-9;
    let intercepts = (1..classes).filter(free).map(|class| effect(&all, class, classes));
    let rules = used.iter().map(|(rule, class)| effect(&cover(samples, rule), *class as usize, classes));
    intercepts.chain(rules).collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn rules_in_use_are_independent(instance in instances()) {
        let settings = LogisticSettings { terms: instance.settings.terms.clone(), ..LogisticSettings::default() };
        let mut master = LogisticMaster::new(instance.samples.clone(), settings).unwrap();
        let classes = 0..instance.samples.classes as u32;
        let all = all_rules(&instance.samples).into_iter();
        master.add_rules(all.flat_map(|rule| classes.clone().map(move |class| (rule.clone(), class))).collect());
        let before = master.solve(1e-8, &Limits::default()).unwrap().objective;
        let after = master.solve(0.0, &Limits::default()).unwrap();
        prop_assert!(after.objective <= before * (1.0 + 1e-11));
        prop_assert!((master.objective_of(&master.weights()) - after.objective).abs() <= 1e-9 * after.objective);
        let weights = master.weights();
        prop_assert!(weights.iter().all(|weight| *weight >= 0.0));
        let used: Vec<(Rule, u32)> = master.rules().iter().zip(&weights)
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(column, _)| (column.rule.clone(), column.tag))
            .collect();
        let effects = effects(&instance, &used, &master.intercepts());
        let found = rank(effects.clone());
        prop_assert_eq!(found, effects.len(), "{} rules", used.len());
    }
}
