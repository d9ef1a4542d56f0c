//! The restricted integer program finds the best choice. Rounding and greedy choice find admitted
//! rule sets.

use crate::boolean::instances::{WAYS, instances, solve};
use crate::boolean::reference::{best_rule_set, distinct, objective};
use proptest::prelude::*;
use rulegen_limits::Limits;
use rulegen_lp::MipBackend;
use rulegen_master::RuleSet;
use rulegen_rule::Rule;
use std::time::{Duration, Instant};

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
            // Without time it keeps the rule set that it was given.
            let late = Limits { deadline: Some(Instant::now() - Duration::from_secs(1)), ..Limits::default() };
            let outcome = selection.solve(&start, backend, None, &late).unwrap();
            prop_assert!(outcome.best.objective <= start.objective && outcome.bound <= expected + 1e-9);
            // Without work it does the same.
            let none = selection.solve(&start, backend, Some(0.0), &Limits::default()).unwrap();
            prop_assert!(!none.optimal && none.bound <= expected + 1e-9, "{:?}", none);
            prop_assert_eq!(&none.best, &start);
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
