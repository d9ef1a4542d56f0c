//! The master's LP is the plain one.

use crate::rug::instances::{Instance, WAYS, fair_instances, instances, solve};
use crate::rug::reference::{all_rules, cost, cover, entry, largest_gap, pairs_of_cells, primal, solution};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rulegen_driver::Master;
use rulegen_lp::LpSolution;
use rulegen_master::{FairRuleMaster, Fairness, RugMaster, RuleCost, RuleMaster};
use rulegen_rule::Rule;
use std::collections::BTreeSet;

const CLOSE: f64 = 1e-6;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * (1.0 + a.abs().max(b.abs()))
}

/// Checks that the weights and duals of a vertex are optimal, by the definition of the program.
fn check_optimal(instance: &Instance, master: &RugMaster) -> Result<(), TestCaseError> {
    let samples = &instance.samples;
    let weights: Vec<f64> = master.weights();
    prop_assert_eq!(weights.len(), master.rules().len());
    prop_assert!(weights.iter().all(|&w| w >= 0.0));
    let covers: Vec<Vec<bool>> = master.rules().iter().map(|c| cover(samples, &c.rule)).collect();
    let missed = (0..samples.len()).map(|i| {
        let vote = |k: usize| if covers[k][i] { weights[k] * entry(samples, master.rules()[k].tag, i) } else { 0.0 };
        (1.0 - (0..weights.len()).map(vote).sum::<f64>()).max(0.0)
    });
    let (missed, errors): (Vec<f64>, Vec<f64>) = (missed.collect(), master.errors(&weights));
    prop_assert!(errors.iter().zip(&missed).all(|(v, least)| *v >= least - 1e-9), "{:?}, {:?}", errors, missed);
    let more: f64 = errors.iter().zip(&missed).zip(&samples.weights).map(|((v, least), w)| (v - least) * w).sum();
    prop_assert!(close(master.raised(&weights), more), "{} is not {}", master.raised(&weights), more);
    let costs: f64 = master.rules().iter().zip(&weights).map(|(c, w)| c.cost * w).sum();
    let objective = errors.iter().zip(&samples.weights).map(|(v, w)| v * w).sum::<f64>() + costs;
    prop_assert!(close(objective, master.objective()), "{} is not {}", master.objective(), objective);
    // The duals are within their box, have the same objective, and pay too much for no column.
    let duals = master.duals();
    prop_assert!(duals.iter().all(|b| *b >= -CLOSE), "{:?}", duals);
    let mut worth: f64 = duals.iter().sum();
    match &instance.settings.fairness {
        None => {
            prop_assert!(errors.iter().zip(&missed).all(|(v, least)| (v - least).abs() <= 1e-9));
            prop_assert!(duals.iter().zip(&samples.weights).all(|(b, w)| *b <= w + CLOSE), "{:?}", duals);
        }
        Some(fairness) => {
            let gap = largest_gap(samples, fairness, &errors);
            prop_assert!(gap <= fairness.epsilon + 1e-6, "a gap of {}, not {}", gap, fairness.epsilon);
            worth -= cost_of_slack(instance, fairness, duals)?;
        }
    }
    prop_assert!(close(worth, objective), "{:?} are worth {}, not {}", duals, worth, objective);
    let problems = master.pricing_problems();
    for ((column, cover), weight) in master.rules().iter().zip(&covers).zip(&weights) {
        prop_assert!(close(column.cost, cost(samples, &instance.settings, &column.rule)));
        let covered = || (0..samples.len()).filter(|&i| cover[i]);
        let reduced = covered().map(|i| entry(samples, column.tag, i) * duals[i]).sum::<f64>() - column.cost;
        prop_assert!(reduced <= 1e-5, "a column still gains {}", reduced);
        prop_assert!(*weight <= 1e-9 || reduced >= -1e-5, "a column of weight {} gains {}", weight, reduced);
        // In the pricing problem the reduced cost is the same, or larger where it works with a
        // bound on the cost.
        let asked = problems[column.tag as usize].gain(covered(), column.rule.len());
        match instance.settings.terms.cost {
            RuleCost::Unit | RuleCost::Length => prop_assert!(close(asked, reduced), "{} is not {}", asked, reduced),
            _ => prop_assert!(asked >= reduced - 1e-9, "{} is below {}", asked, reduced),
        }
    }
    Ok(())
}

/// Returns the cost of duals above the weights of their samples: slack transferred from other
/// cells, at `epsilon` a unit.
fn cost_of_slack(instance: &Instance, fairness: &Fairness, duals: &[f64]) -> Result<f64, TestCaseError> {
    let weights = &instance.samples.weights;
    let pairs = pairs_of_cells(&instance.samples, fairness);
    let cells: BTreeSet<Vec<usize>> = pairs.iter().map(|[a, _]| a.clone()).collect();
    // The deficit of a cell, negative if it has slack to transfer.
    let deficit = |cell: &Vec<usize>| {
        let stretch = cell.iter().map(|&i| duals[i] / weights[i]).fold(0.0, f64::max);
        cell.iter().map(|&i| weights[i]).sum::<f64>() * (stretch - 1.0)
    };
    for cell in &cells {
        let others = cells.iter().filter(|&other| pairs.contains(&[cell.clone(), other.clone()]));
        let block: f64 = deficit(cell) + others.map(deficit).sum::<f64>();
        prop_assert!(block <= CLOSE, "no slack for {:?}", duals);
    }
    let outside = (0..weights.len()).filter(|i| !cells.iter().any(|cell| cell.contains(i)));
    prop_assert!(outside.into_iter().all(|i| duals[i] <= weights[i] + CLOSE), "{:?}", duals);
    Ok(fairness.epsilon * cells.iter().map(|cell| deficit(cell).max(0.0)).sum::<f64>())
}

/// Checks complementary slackness between two optimal solutions, here the master's and that of the
/// plain program: the weights of each fit the duals of the other. A rule in use costs as much as it
/// earns, and no rule earns more than it costs.
fn check_complementary(
    instance: &Instance,
    master: &RugMaster,
    rules: &[(Rule, u32)],
    plain: &LpSolution,
) -> Result<(), TestCaseError> {
    let samples = &instance.samples;
    let problems = master.pricing_problems();
    let weight = |rule: &(Rule, u32)| {
        let at = master.rules().iter().position(|c| (&c.rule, c.tag) == (&rule.0, rule.1)).expect("it was added");
        (master.weights().get(at).copied().unwrap_or(0.0), master.rules()[at].cost)
    };
    for (rule, in_plain) in rules.iter().zip(&plain.values) {
        let covered = cover(samples, &rule.0);
        let earns = |duals: &[f64]| -> f64 {
            (0..samples.len()).filter(|&i| covered[i]).map(|i| entry(samples, rule.1, i) * duals[i]).sum()
        };
        let (in_master, cost) = weight(rule);
        for (duals, used) in [(master.duals(), *in_plain), (&plain.row_duals[..], in_master)] {
            let reduced = cost - earns(duals);
            prop_assert!(reduced >= -1e-5 && (used <= 1e-6 || reduced <= 1e-5), "{reduced} at weight {used}");
        }
        // It is the same in the pricing problem, unless that works with a bound on the cost.
        let asked = problems[rule.1 as usize].gain((0..samples.len()).filter(|&i| covered[i]), rule.0.len());
        if matches!(instance.settings.terms.cost, RuleCost::Unit | RuleCost::Length) {
            prop_assert!(close(asked, earns(master.duals()) - cost));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_objective_is_that_of_the_plain_program(instance in prop_oneof![instances(), fair_instances()]) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let plain = solution(&instance.samples, &instance.settings, &rules);
        let expected = plain.objective;
        for way in WAYS {
            let mut master = instance.master(way);
            master.add_rules(rules.clone());
            let objective = solve(&mut master, 0.0);
            prop_assert!(close(objective, expected), "{:?}: {} is not {}", way, objective, expected);
            check_optimal(&instance, &master)?;
            check_complementary(&instance, &master, &rules, &plain)?;
        }
    }

    #[test]
    fn it_stays_so_as_columns_come(instance in prop_oneof![instances(), fair_instances()]) {
        let rules = instance.picked(&all_rules(&instance.samples));
        for way in WAYS {
            let mut master = instance.master(way);
            let mut last = solve(&mut master, 0.0);
            prop_assert!(close(last, instance.samples.weights.iter().sum()));
            for (number, rule) in rules.iter().enumerate() {
                master.add_rules(vec![rule.clone()]);
                if number % 3 == 1 {
                    // A loose solution in between must not spoil the next one.
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
    fn loose_solutions_are_feasible_and_as_close_as_asked(instance in prop_oneof![instances(), fair_instances()]) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let expected = primal(&instance.samples, &instance.settings, &rules);
        for tolerance in [0.3, 1e-2, 1e-4] {
            for way in WAYS {
                let mut master = instance.master(way);
                master.add_rules(rules.clone());
                let objective = solve(&mut master, tolerance);
                prop_assert!(objective >= expected - 1e-9 * (1.0 + expected), "{} is below {}", objective, expected);
                // Rows may be missed by `tolerance (1 + cost)`. Scaled down by this, the duals are
                // feasible, and their value is below the objective by at most a part `tolerance` of
                // it.
                let cost = master.rules().iter().map(|column| column.cost).fold(f64::INFINITY, f64::min);
                let most = expected * (1.0 + tolerance * (1.0 + 1.0 / cost)) / (1.0 - tolerance) + 1e-6;
                prop_assert!(objective <= most, "{:?}: {} for {} at {}", way, objective, expected, tolerance);
                let duals = master.duals().iter().zip(&instance.samples.weights);
                let stretches = instance.settings.fairness.is_some();
                prop_assert!(duals.into_iter().all(|(b, w)| *b >= -1e-9 && (stretches || *b <= w + 1e-9)));
            }
        }
    }

    #[test]
    fn merged_samples_are_the_samples(instance in prop_oneof![instances(), fair_instances()]) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let mut master = instance.master(WAYS[0]);
        master.add_rules(rules);
        let program = master.program();
        prop_assert_eq!(program.num_rows(), master.columns());
        prop_assert!(program.num_variables() <= instance.samples.len());
        let (merged, whole) = (program.upper.iter().sum::<f64>(), instance.samples.weights.iter().sum::<f64>());
        prop_assert!(close(merged, whole));
    }

    /// Columns, bounds and weights stay when another epsilon is set.
    #[test]
    fn a_path_of_epsilons_is_that_of_plain_programs(instance in fair_instances()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        let fairness = instance.settings.fairness.expect("it was asked for");
        let mut master = instance.master(WAYS[0]);
        master.add_rules(rules.clone());
        let mut found = Vec::new();
        for epsilon in [0.5, 0.1, 0.0, 0.05, 3.0, 0.2] {
            master.set_epsilon(epsilon).unwrap();
            let mut instance = instance.clone();
            instance.settings.fairness = Some(Fairness { epsilon, ..fairness });
            let expected = primal(&instance.samples, &instance.settings, &rules);
            // Before it is solved again it has a solution, only not the best.
            prop_assert!(master.objective() >= expected - CLOSE * (1.0 + expected));
            let gap = largest_gap(&instance.samples, &fairness, &master.errors(&master.weights()));
            prop_assert!(gap <= epsilon + 1e-6);
            let objective = solve(&mut master, 0.0);
            prop_assert!(close(objective, expected), "{}: {} is not {}", epsilon, objective, expected);
            check_optimal(&instance, &master)?;
            found.push((epsilon, expected, master.weights()));
        }
        // Weights found for an epsilon are as good when they are offered again, without solving.
        for (epsilon, expected, weights) in found {
            master.set_epsilon(epsilon).unwrap();
            master.offer(&weights);
            prop_assert!(close(master.objective(), expected), "{}: {} is not {}", epsilon, master.objective(), expected);
        }
    }
}
