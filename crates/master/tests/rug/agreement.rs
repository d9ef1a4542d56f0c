//! The master's LP is the plain one.

use crate::instances::{Instance, WAYS, instances, solve};
use crate::reference::{all_rules, cost, cover, entry, primal};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rulegen_driver::Master;
use rulegen_master::{RugMaster, RuleCost};

const CLOSE: f64 = 1e-6;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * (1.0 + a.abs().max(b.abs()))
}

/// Whether the weights and duals of a vertex are optimal, by the definition of the program.
fn check_optimal(instance: &Instance, master: &RugMaster) -> Result<(), TestCaseError> {
    let samples = &instance.samples;
    let weights: Vec<f64> = master.weights().collect();
    prop_assert_eq!(weights.len(), master.rules().len());
    prop_assert!(weights.iter().all(|&w| w >= 0.0));
    let covers: Vec<Vec<bool>> = master.rules().iter().map(|c| cover(samples, &c.rule)).collect();
    let errors = (0..samples.len()).map(|i| {
        let vote = |k: usize| if covers[k][i] { weights[k] * entry(samples, master.rules()[k].class, i) } else { 0.0 };
        samples.weights[i] * (1.0 - (0..weights.len()).map(vote).sum::<f64>()).max(0.0)
    });
    let costs: f64 = master.rules().iter().zip(&weights).map(|(c, w)| c.cost * w).sum();
    let objective = errors.sum::<f64>() + costs;
    prop_assert!(close(objective, master.objective()), "{} is not {}", master.objective(), objective);
    // Duals within their box, of the same objective, that pay for no column.
    let duals = master.duals();
    prop_assert!(duals.iter().zip(&samples.weights).all(|(b, w)| -CLOSE <= *b && *b <= w + CLOSE), "{:?}", duals);
    prop_assert!(close(duals.iter().sum(), objective), "{:?} against {}", duals, objective);
    let problems = master.pricing_problems();
    for ((column, cover), weight) in master.rules().iter().zip(&covers).zip(&weights) {
        prop_assert!(close(column.cost, cost(samples, &instance.settings, &column.rule)));
        let covered = || (0..samples.len()).filter(|&i| cover[i]);
        let reduced = covered().map(|i| entry(samples, column.class, i) * duals[i]).sum::<f64>() - column.cost;
        prop_assert!(reduced <= 1e-5, "a column still gains {}", reduced);
        prop_assert!(*weight <= 1e-9 || reduced >= -1e-5, "a column of weight {} gains {}", weight, reduced);
        // What the pricing problem says of it: the same, or more where it works with a bound on the cost.
        let asked = problems[column.class as usize].gain(covered(), column.rule.len());
        match instance.settings.cost {
            RuleCost::Unit | RuleCost::Length => prop_assert!(close(asked, reduced), "{} is not {}", asked, reduced),
            _ => prop_assert!(asked >= reduced - 1e-9, "{} is below {}", asked, reduced),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_objective_is_that_of_the_plain_program(instance in instances()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let expected = primal(&instance.samples, &instance.settings, &rules);
        for way in WAYS {
            let mut master = instance.master(way);
            master.add_rules(rules.clone());
            let objective = solve(&mut master, 0.0);
            prop_assert!(close(objective, expected), "{:?}: {} is not {}", way, objective, expected);
            check_optimal(&instance, &master)?;
        }
    }

    #[test]
    fn it_stays_so_as_columns_come(instance in instances()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        for way in WAYS {
            let mut master = instance.master(way);
            let mut last = solve(&mut master, 0.0);
            prop_assert!(close(last, instance.samples.weights.iter().sum()));
            for (number, rule) in rules.iter().enumerate() {
                master.add_rules([rule.clone()]);
                if number % 3 == 1 {
                    // A loose solution in between may not spoil what follows.
                    solve(&mut master, 1e-2);
                }
                let objective = solve(&mut master, 0.0);
                let expected = primal(&instance.samples, &instance.settings, &rules[..=number]);
                prop_assert!(close(objective, expected), "{:?}: {} is not {}", way, objective, expected);
                prop_assert!(objective <= last + CLOSE);
                last = objective;
                check_optimal(&instance, &master)?;
            }
        }
    }

    #[test]
    fn loose_solutions_are_feasible_and_as_close_as_asked(instance in instances()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let expected = primal(&instance.samples, &instance.settings, &rules);
        for tolerance in [0.3, 1e-2, 1e-4] {
            for way in WAYS {
                let mut master = instance.master(way);
                master.add_rules(rules.clone());
                let objective = solve(&mut master, tolerance);
                prop_assert!(objective >= expected - 1e-9 * (1.0 + expected), "{} is below {}", objective, expected);
                let most = expected + 2.0 * tolerance * (1.0 + expected);
                prop_assert!(objective <= most, "{:?}: {} for {} at {}", way, objective, expected, tolerance);
                let duals = master.duals().iter().zip(&instance.samples.weights);
                prop_assert!(duals.into_iter().all(|(b, w)| (-1e-9..=w + 1e-9).contains(b)));
            }
        }
    }

    #[test]
    fn merged_samples_are_the_samples(instance in instances()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let mut master = instance.master(WAYS[0]);
        master.add_rules(rules);
        let program = master.program();
        prop_assert_eq!(program.num_rows(), master.columns());
        prop_assert!(program.num_variables() <= instance.samples.len());
        let (merged, whole) = (program.upper.iter().sum::<f64>(), instance.samples.weights.iter().sum::<f64>());
        prop_assert!(close(merged, whole));
    }
}
