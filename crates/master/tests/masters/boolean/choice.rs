//! The restricted integer program finds the best choice. Rounding, greedy choice and local search
//! find admitted rule sets.

use crate::boolean::instances::{WAYS, instances, solve};
use crate::boolean::reference::{best_rule_set, distinct, objective};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use rulegen_lp::MipBackend;
use rulegen_master::{BooleanMaster, BooleanSettings, RuleSet};
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Rule, Schema, Test};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Enough work for every local search here.
const WORK: f64 = 1e9;

proptest! {
    #[test]
    fn the_choice_is_the_best_of_all(instance in instances()) {
        let mut rules = instance.picked(&distinct(&instance.samples, &instance.all_rules()));
        rules.truncate(8);
        let settings = &instance.settings;
        let expected = best_rule_set(&instance.samples, settings, &rules);
        let mut master = instance.master(WAYS[0]);
        master.add_rules(rules.iter().cloned());
        solve(&mut master, 0.0);
        let selection = master.selection(&rules);
        let weight = |rule: &Rule| master.rules().iter().zip(master.weights()).find(|(c, _)| c.rule == *rule).map_or(0.0, |c| c.1);
        let whole = |set: &RuleSet| {
            let rules: Vec<Rule> = settings.must_have.iter().chain(&set.rules).cloned().collect();
            objective(&instance.samples, settings, &rules)
        };
        for start in [selection.nothing(), selection.round(weight), selection.greedy()] {
            let own = whole(&start);
            prop_assert!(own.is_some_and(|o| (o - start.objective).abs() < 1e-9), "{:?} is not {:?}", start, own);
            prop_assert!(start.objective >= expected - 1e-9);
            let backend = MipBackend::Microlp;
            let outcome = selection.solve(&start, backend, None, &Limits::default()).unwrap();
            prop_assert!(outcome.optimal);
            prop_assert!((outcome.best.objective - expected).abs() < 1e-6, "{:?} is not {}", outcome, expected);
            prop_assert!((whole(&outcome.best).unwrap() - outcome.best.objective).abs() < 1e-9);
            prop_assert!(outcome.bound <= outcome.best.objective && outcome.bound >= expected - 1e-6, "{:?}", outcome);
            let near = selection.local_search(&start, f64::NEG_INFINITY, WORK, &Limits::default());
            prop_assert!(near.objective <= start.objective && near.objective >= expected - 1e-9, "{:?}", near);
            prop_assert!((whole(&near).unwrap() - near.objective).abs() < 1e-9);
            // Without time it keeps the rule set that it was given.
            let late = Limits { deadline: Some(Instant::now() - Duration::from_secs(1)), ..Limits::default() };
            prop_assert_eq!(&selection.local_search(&start, f64::NEG_INFINITY, WORK, &late), &start);
            let outcome = selection.solve(&start, backend, None, &late).unwrap();
            prop_assert!(outcome.best.objective <= start.objective && outcome.bound <= expected + 1e-9);
            // Without work it does the same.
            let none = selection.solve(&start, backend, Some(0.0), &Limits::default()).unwrap();
            prop_assert!(!none.optimal && none.bound <= expected + 1e-9, "{:?}", none);
            prop_assert_eq!(&none.best, &start);
            prop_assert_eq!(&selection.local_search(&start, f64::NEG_INFINITY, 0.0, &Limits::default()), &start);
            // Rules that others dominate are in no rule set that is better than all without them.
            let mut fewer = master.selection(&rules);
            fewer.drop_dominated(&start, &Limits::default());
            prop_assert!(fewer.len() <= selection.len() && fewer.len() >= start.rules.len());
            let outcome = fewer.solve(&start, backend, None, &Limits::default()).unwrap();
            prop_assert!((outcome.best.objective - expected).abs() < 1e-6, "{:?} is not {}", outcome, expected);
            prop_assert!(outcome.optimal && outcome.bound >= expected - 1e-6, "{:?}", outcome);
        }
    }

    #[test]
    fn no_rule_in_the_place_of_another_mends_what_greed_chose(instance in instances()) {
        let rules = instance.picked(&distinct(&instance.samples, &instance.all_rules()));
        let settings = &instance.settings;
        let master = instance.master(WAYS[0]);
        let set = master.selection(&rules).greedy();
        for out in 0..set.rules.len() {
            for rule in rules.iter().filter(|rule| !set.rules.contains(rule)) {
                let mut other: Vec<Rule> = settings.must_have.iter().chain(&set.rules).cloned().collect();
                other[settings.must_have.len() + out] = rule.clone();
                let objective = objective(&instance.samples, settings, &other);
                prop_assert!(objective.is_none_or(|o| o >= set.objective - 1e-9), "{:?} for {:?}", rule, set);
            }
        }
    }
}

/// Five columns divide a hundred samples of a class among them, and forty cover larger parts at
/// random. Greed begins with large ones, and no exchange of two rules leads from there to the five.
#[test]
fn a_local_search_finds_the_cover_that_greed_misses() {
    const SAMPLES: usize = 100;
    const PARTS: usize = 5;
    let (mut greedy, mut found) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed, 0);
        // The last sample is of the other class, and no column covers it.
        let mut columns = vec![vec![0; SAMPLES + 1]; PARTS + 40];
        for i in 0..SAMPLES {
            columns[random.below(PARTS)][i] = 1;
            columns[PARTS..].iter_mut().for_each(|column| column[i] = u8::from(random.below(4) == 0));
        }
        let feature = |k: usize| Feature::new(format!("x{k}"), Domain::Numeric { cuts: vec![0.5] });
        let schema = Schema { features: (0..columns.len()).map(feature).collect() };
        let table = CodedTable::new(SAMPLES + 1, columns.into_iter().map(Codes::Narrow).collect()).unwrap();
        let labels: Vec<u32> = (0..=SAMPLES).map(|i| u32::from(i < SAMPLES)).collect();
        let weights = [1.0; SAMPLES + 1];
        let samples = Arc::new(Samples::merge(schema, &table, &labels, &weights, 2).unwrap());
        let settings = BooleanSettings { class: 1, complexity: Some(2.0 * PARTS as f64), ..Default::default() };
        let master = BooleanMaster::new(samples.clone(), settings).unwrap();
        let rules: Vec<Rule> = (0..samples.schema.features.len())
            .map(|column| Rule::new([Literal { column: column as u32, test: Test::Above(0) }]))
            .collect();
        let selection = master.selection(&rules);
        let start = selection.greedy();
        greedy += u32::from(start.objective == 0.0);
        found += u32::from(selection.local_search(&start, 0.0, WORK, &Limits::default()).objective == 0.0);
    }
    assert!(greedy <= 2 && found >= 14, "greed {greedy}, the local search {found} of 20");
}
