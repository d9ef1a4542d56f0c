//! Lower bounds are valid over all rules.

use crate::rug::instances::{Instance, WAYS, fair_instances, instances, schema, solve};
use crate::rug::reference::{all_rules, best_gains, optimum};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::Master;
use rulegen_lp::Backend;
use rulegen_master::{CustomCost, LinearSettings, LpStrategy, RugMaster, RuleCost, RuleMaster, RuleTerms};
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, RowSet, Rule, Schema, Test};
use std::sync::Arc;

proptest! {
    #[test]
    fn no_bound_is_above_the_optimum_over_all_rules(
        instance in prop_oneof![instances(), fair_instances()],
        largest in any::<bool>(),
    ) {
        let all = all_rules(&instance.samples);
        let best = optimum(&instance.samples, &instance.settings, &all);
        for way in [WAYS[0], WAYS[2]] {
            let mut master = instance.master(way);
            let check = |master: &RugMaster| {
                let problems = master.pricing_problems();
                let mut gains = best_gains(&instance.samples, &problems, &all);
                if largest {
                    // A pricer need not know the best gain, only a number above it.
                    gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) + 0.5);
                }
                let bound = master.lower_bound(&problems, &gains).expect("costs are bounded away from zero");
                prop_assert!((0.0..=best + 1e-7 * (1.0 + best)).contains(&bound), "{} is above {}", bound, best);
                Ok(())
            };
            check(&master)?;
            for tolerance in [0.5, 1e-2, 0.0] {
                solve(&mut master, tolerance);
                check(&master)?;
                master.add_rules(instance.picked(&all));
            }
        }
    }

    #[test]
    fn the_bound_meets_the_objective_when_all_rules_are_in(instance in prop_oneof![instances(), fair_instances()]) {
        let all = all_rules(&instance.samples);
        // Where costs are those that pricing works with, nothing is lost between bound and optimum.
        let exact = matches!(instance.settings.terms.cost, RuleCost::Unit | RuleCost::Length);
        let best = optimum(&instance.samples, &instance.settings, &all);
        let mut master = instance.master(WAYS[0]);
        // Columns are generated until none improves.
        for _ in 0..200 {
            let objective = solve(&mut master, 0.0);
            let problems = master.pricing_problems();
            let gains = best_gains(&instance.samples, &problems, &all);
            let bound = master.lower_bound(&problems, &gains).unwrap();
            prop_assert!(bound <= best + 1e-6 && best <= objective + 1e-6, "{} {} {}", bound, best, objective);
            let before = master.columns();
            for problem in &problems {
                let gain = |rule: &Rule| problem.gain(instance.samples.cover(rule).iter(), rule.len());
                let found = all.iter().max_by(|a, b| gain(a).total_cmp(&gain(b))).expect("there are rules");
                if gain(found) > 1e-7 {
                    master.add_rules(vec![(found.clone(), problem.tag)]);
                }
            }
            if master.columns() == before {
                prop_assert!(!exact || (objective - bound).abs() <= 1e-5 * (1.0 + best), "{} {}", objective, bound);
                prop_assert!(!exact || (objective - best).abs() <= 1e-5 * (1.0 + best), "{} {}", objective, best);
                return Ok(());
            }
        }
        prop_assert!(false, "no end of columns");
    }
}

/// Costs 1 for `x = v`, and for `x != v` so much that it is no bargain.
#[derive(Debug)]
struct TenGroups;

impl CustomCost for TenGroups {
    fn cost(&self, rule: &Rule, _: &RowSet, _: &Samples) -> f64 {
        if rule.literals().iter().any(|l| matches!(l.test, Test::Is(_))) { 1.0 } else { 90.0 }
    }

    fn lower_bound(&self) -> (f64, f64) {
        (1.0, 0.0)
    }
}

/// The counterexample to Proposition 3.1 of the paper (docs/MATH.md 6): 100 samples of one class in
/// ten groups of ten, each covered by a rule of cost 1.
fn counterexample(way: (LpStrategy, Backend)) -> (Instance, RugMaster) {
    let categories = (0..10).map(|v| v.to_string()).collect();
    let feature = Feature::new("group", Domain::Categorical { categories });
    let schema = Schema { features: vec![feature] };
    let table = CodedTable::new(100, vec![Codes::Narrow((0..100).map(|i| i % 10).collect())]).unwrap();
    let samples = Arc::new(Samples::merge(schema, &table, &[0; 100], &[1.0; 100], 2).unwrap());
    let settings = LinearSettings {
        terms: RuleTerms { cost: RuleCost::Custom(Arc::new(TenGroups)), ..RuleTerms::default() },
        ..LinearSettings::default()
    };
    let instance = Instance { samples, settings, picks: vec![] };
    let master = instance.master(way);
    (instance, master)
}

#[test]
fn proposition_3_1_of_the_paper_is_no_bound_and_ours_is() {
    for way in WAYS {
        let (instance, mut master) = counterexample(way);
        let groups: Vec<(Rule, u32)> = (0..10).map(|v| (Rule::new([Literal::new(0, Test::Is(v))]), 0)).collect();
        let objective = solve(&mut master, 0.0);
        assert!((objective - 100.0).abs() < 1e-6, "{objective}");
        let problem = &master.pricing_problems()[0];
        let price = |rule: &Rule| problem.gain(instance.samples.cover(rule).iter(), rule.len());
        let best = groups.iter().map(|(rule, _)| price(rule)).fold(f64::MIN, f64::max);
        assert!((best - 9.0).abs() < 1e-6, "{best}");
        // The paper's bound is 91; the optimum, below, is 10. Ours over the ten rules is exactly
        // 10.
        assert!(objective - best > 90.0);
        let bound = master.lower_bound(&master.pricing_problems(), &[best, 0.0]).unwrap();
        assert!((bound - 10.0).abs() < 1e-6, "{bound}");
        // Over all rules, which cost more than the pricing problem can say, it is lower, and valid.
        let literals = instance.samples.schema.literals();
        let pair = |a: &Literal| literals.iter().map(|b| Rule::new([*a, *b])).collect::<Vec<_>>();
        let all: Vec<Rule> = literals.iter().flat_map(pair).collect();
        let gains = best_gains(&instance.samples, &master.pricing_problems(), &all);
        assert!(master.lower_bound(&master.pricing_problems(), &gains).unwrap() <= 10.0);
        assert!((optimum(&instance.samples, &instance.settings, &all) - 10.0).abs() < 1e-6);

        master.add_rules(groups);
        assert!((solve(&mut master, 0.0) - 10.0).abs() < 1e-6);
        assert!((master.lower_bound(&master.pricing_problems(), &[0.0, 0.0]).unwrap() - 10.0).abs() < 1e-6);
    }
}

#[test]
fn no_bound_without_costs() {
    #[derive(Debug)]
    struct FreeCost;
    impl CustomCost for FreeCost {
        fn cost(&self, _: &Rule, _: &RowSet, _: &Samples) -> f64 {
            1.0
        }
        fn lower_bound(&self) -> (f64, f64) {
            (0.0, 0.0)
        }
    }
    let table = CodedTable::new(2, vec![Codes::Narrow(vec![0, 1]), Codes::Narrow(vec![0, 1])]).unwrap();
    let samples = Arc::new(Samples::merge(schema(1, 2, false), &table, &[0, 1], &[1.0; 2], 2).unwrap());
    let settings = LinearSettings {
        terms: RuleTerms { cost: RuleCost::Custom(Arc::new(FreeCost)), ..RuleTerms::default() },
        ..LinearSettings::default()
    };
    let master = RugMaster::new(samples, settings).unwrap();
    assert_eq!(master.lower_bound(&master.pricing_problems(), &[0.0, 0.0]), None);
}
