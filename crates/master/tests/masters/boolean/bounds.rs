//! Bounds and proofs are valid over all rules and all rule sets.

use crate::boolean::instances::{WAYS, instances, solve};
use crate::boolean::reference::{best_rule_set, distinct, gain, objective, primal};
use proptest::prelude::*;
use rulegen_driver::Master;
use rulegen_lp::Backend;
use rulegen_rule::Rule;

proptest! {
    #[test]
    fn no_bound_is_above_the_optimum_over_all_rules(instance in instances(), generous in any::<bool>()) {
        let all = instance.all_rules();
        let few = distinct(&instance.samples, &all);
        let best = primal(&instance.samples, &instance.settings, &few, &[], Backend::Microlp).objective;
        for way in [WAYS[0], WAYS[1]] {
            let mut master = instance.master(way);
            for tolerance in [0.5, 1e-2, 0.0] {
                solve(&mut master, tolerance);
                let problem = &master.pricing_problems()[0];
                let gains = all.iter().map(|rule| gain(&instance.samples, problem, rule));
                let largest = gains.fold(f64::NEG_INFINITY, f64::max);
                // A pricer need not know the best gain, only a number above it.
                let largest = if generous { largest.max(0.0) + 0.5 } else { largest };
                let bound = master.lower_bound(&master.pricing_problems(), &[largest]).expect("there is a bound or a price");
                prop_assert!((0.0..=best + 1e-6).contains(&bound), "{} is above {}", bound, best);
                let proof = master.proof(problem, largest);
                prop_assert_eq!(proof.bound, bound);
                for rule in &all {
                    prop_assert!(gain(&instance.samples, &proof.problems[0], rule) <= 1e-9);
                }
                master.add_rules(instance.picked(&all));
            }
        }
    }

    #[test]
    fn proofs_at_a_higher_price_hold(instance in instances(), extra in 0.0..4.0f64, start in any::<bool>()) {
        let all = instance.all_rules();
        let few = distinct(&instance.samples, &all);
        let best = primal(&instance.samples, &instance.settings, &few, &[], Backend::Microlp).objective;
        let mut master = instance.master(WAYS[0]);
        if start {
            master.add_rules(instance.picked(&all));
        }
        let mut priced = master.with_price(extra).unwrap();
        prop_assert_eq!(priced.rules().len(), master.rules().len());
        for _ in 0..3 {
            solve(&mut priced, 0.0);
            let problem = &priced.pricing_problems()[0];
            let gains = all.iter().map(|rule| gain(&instance.samples, problem, rule));
            let largest = gains.fold(f64::NEG_INFINITY, f64::max);
            let proof = master.without_price(priced.proof(problem, largest), extra);
            prop_assert_eq!(proof.is_some(), instance.settings.complexity.is_some());
            if let Some(proof) = proof {
                prop_assert!(proof.bound <= best + 1e-6, "{} is above {}", proof.bound, best);
                for rule in &all {
                    prop_assert!(gain(&instance.samples, &proof.problems[0], rule) <= 1e-9);
                }
                let chosen: Vec<Rule> = all.iter().rev().take(1).cloned().collect();
                let set: Vec<Rule> = instance.settings.must_have.iter().chain(&chosen).cloned().collect();
                if let Some(objective) = objective(&instance.samples, &instance.settings, &set) {
                    let reduced = -gain(&instance.samples, &proof.problems[0], &chosen[0]);
                    prop_assert!(objective >= proof.bound + reduced - 1e-6);
                }
            }
            priced.add_rules(few.iter().cloned());
        }
    }

    #[test]
    fn reduced_costs_add_up_to_what_a_rule_set_costs_more_than_the_bound(
        instance in instances(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let all = instance.all_rules();
        let mut master = instance.master(WAYS[0]);
        master.add_rules(instance.picked(&all));
        solve(&mut master, 1e-3);
        let problem = &master.pricing_problems()[0];
        let largest = all.iter().map(|rule| gain(&instance.samples, problem, rule)).fold(f64::NEG_INFINITY, f64::max);
        let proof = master.proof(problem, largest);
        let chosen: Vec<Rule> = picks.iter().map(|pick| pick.get(&all).clone()).collect();
        let set: Vec<Rule> = instance.settings.must_have.iter().chain(&chosen).cloned().collect();
        if let Some(objective) = objective(&instance.samples, &instance.settings, &set) {
            let reduced: f64 = chosen.iter().map(|rule| -gain(&instance.samples, &proof.problems[0], rule)).sum();
            prop_assert!(objective >= proof.bound + reduced - 1e-6, "{} {} {}", objective, proof.bound, reduced);
        }
    }

    #[test]
    fn objectives_of_rule_sets_are_multiples_of_the_step(instance in instances()) {
        let all = distinct(&instance.samples, &instance.all_rules());
        let master = instance.master(WAYS[0]);
        let step = master.objective_step().expect("the weights have one");
        for rules in all.windows(2) {
            let set: Vec<Rule> = instance.settings.must_have.iter().chain(rules).cloned().collect();
            if let Some(objective) = objective(&instance.samples, &instance.settings, &set) {
                prop_assert!((objective / step - (objective / step).round()).abs() < 1e-9, "{} {}", objective, step);
                prop_assert!(master.round_up(objective) <= objective + 1e-9);
                prop_assert!((master.round_up(objective - 0.4 * step) - objective).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_bound_is_below_the_best_rule_set_and_meets_the_lp_when_all_rules_are_in(instance in instances()) {
        let all = distinct(&instance.samples, &instance.all_rules());
        let mut master = instance.master(WAYS[1]);
        master.add_rules(all.iter().cloned());
        let lp = solve(&mut master, 0.0);
        let problem = &master.pricing_problems()[0];
        let largest = all.iter().map(|rule| gain(&instance.samples, problem, rule)).fold(f64::NEG_INFINITY, f64::max);
        let bound = master.lower_bound(&master.pricing_problems(), &[largest]).unwrap();
        prop_assert!((lp - bound).abs() <= 1e-6 * (1.0 + lp), "{} {}", lp, bound);
        if all.len() <= 12 {
            let best = best_rule_set(&instance.samples, &instance.settings, &all);
            prop_assert!(master.round_up(bound) <= best + 1e-9, "{} {}", bound, best);
        }
    }
}
