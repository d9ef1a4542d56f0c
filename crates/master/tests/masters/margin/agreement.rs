//! The master's LP is the plain one.

use crate::margin::instances::{admitted, cases, fair_instances, instances, master, solve};
use crate::margin::reference::solution;
use crate::margin::rug_instances::{Instance, WAYS};
use crate::margin::rules::{cost, cover};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rulegen_driver::Master;
use rulegen_master::{MarginHingeMaster, RuleCost, RuleMaster};
use rulegen_rule::Rule;

const CLOSE: f64 = 1e-6;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * a.abs().max(b.abs()).max(1e-2)
}

/// Returns the errors by their definition, without fairness.
fn errors(instance: &Instance, master: &MarginHingeMaster, weights: &[f64]) -> Vec<f64> {
    let samples = &instance.samples;
    let covers: Vec<Vec<bool>> = master.rules().iter().map(|c| cover(samples, &c.rule)).collect();
    let votes = |i: usize, class: u32| -> f64 {
        let is = |k: &usize| master.rules()[*k].tag == class && covers[*k][i];
        (0..weights.len()).filter(is).map(|k| weights[k]).sum()
    };
    let error = |i: usize| {
        let others = (0..samples.classes as u32).filter(|&c| c != samples.labels[i]).map(|c| votes(i, c));
        (1.0 - votes(i, samples.labels[i]) + others.fold(f64::NEG_INFINITY, f64::max)).max(0.0)
    };
    (0..samples.len()).map(error).collect()
}

/// Checks that the gains of the last solve are a dual point of the objective's value that pays too
/// much for no column.
fn check_duals(instance: &Instance, master: &MarginHingeMaster, objective: f64) -> Result<(), TestCaseError> {
    let samples = &instance.samples;
    let problems = master.pricing_problems();
    let mut worth = 0.0;
    for (i, &label) in samples.labels.iter().enumerate() {
        let others = problems.iter().filter(|p| p.tag != label);
        prop_assert!(others.clone().all(|p| p.gains[i] <= 0.0));
        let sum: f64 = others.map(|p| -p.gains[i]).sum();
        prop_assert!((sum - problems[label as usize].gains[i]).abs() <= 1e-12 * (1.0 + sum), "gains add up to 0");
        prop_assert!(sum <= samples.weights[i] * (1.0 + 1e-12), "{} of {}", sum, samples.weights[i]);
        worth += sum;
    }
    prop_assert!(close(worth, objective), "{} is not {}", worth, objective);
    let weights = master.weights();
    for (column, weight) in master.rules().iter().zip(weights) {
        let own_cost = cost(samples, &instance.settings, &column.rule);
        prop_assert!(close(column.cost, own_cost));
        let covered = cover(samples, &column.rule);
        let earned: f64 =
            (0..samples.len()).filter(|&i| covered[i]).map(|i| problems[column.tag as usize].gains[i]).sum();
        let reduced = own_cost - earned;
        prop_assert!(reduced >= -1e-5 && (weight <= 1e-7 || reduced <= 1e-5), "{} at weight {}", reduced, weight);
        let asked = problems[column.tag as usize].gain((0..samples.len()).filter(|&i| covered[i]), column.rule.len());
        match instance.settings.terms.cost {
            RuleCost::Unit | RuleCost::Length => prop_assert!(close(asked, -reduced), "{} is not {}", asked, -reduced),
            _ => prop_assert!(asked >= -reduced - 1e-9, "{} is below {}", asked, -reduced),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_objective_is_that_of_the_plain_program(instance in prop_oneof![2 => instances(), 1 => fair_instances()]) {
        let rules = instance.picked(&admitted(&instance));
        let expected = solution(&instance, &rules).objective;
        for way in WAYS {
            let mut master = master(&instance, way);
            master.add_rules(rules.clone());
            let objective = solve(&mut master, 0.0);
            prop_assert!(close(objective, expected), "{:?}: {} is not {}", way, objective, expected);
            let weights = master.weights();
            prop_assert!(weights.iter().all(|w| *w >= 0.0));
            let again = master.objective_of(&weights);
            prop_assert!(close(again, objective) && master.objective() == objective, "{} is not {}", again, objective);
            let least = errors(&instance, &master, &weights);
            let own = master.errors(&weights);
            prop_assert!(own.iter().zip(&least).all(|(v, least)| *v >= least - 1e-9), "{:?} {:?}", own, least);
            let more = |v: &[f64]| v.iter().zip(&instance.samples.weights).map(|(v, w)| v * w).sum::<f64>();
            prop_assert!(close(master.raised(&weights), more(&own) - more(&least)));
            let costs: f64 = master.rules().iter().zip(&weights).map(|(c, w)| c.cost * w).sum();
            prop_assert!(close(more(&own) + costs, objective));
            if instance.settings.fairness.is_none() {
                check_duals(&instance, &master, objective)?;
            }
        }
    }

    #[test]
    fn a_loose_solution_is_as_near_as_asked(instance in instances()) {
        let all = admitted(&instance);
        let rules = instance.picked(&all);
        let plain = solution(&instance, &rules);
        let expected = plain.objective;
        // Rows may be missed by the tolerance, in units of 1 and their right-hand side: the rows of
        // rules, and one for each sample.
        let missed = |(rule, w): (&(Rule, u32), &f64)| {
            w * (1.0 + cost(&instance.samples, &instance.settings, &rule.0) + instance.samples.len() as f64)
        };
        let missed: f64 = rules.iter().zip(&plain.values).map(missed).sum();
        for way in [WAYS[0], WAYS[2], WAYS[4]] {
            let mut master = master(&instance, way);
            master.add_rules(rules.clone());
            for tolerance in [0.3, 1e-2, 1e-4] {
                let objective = solve(&mut master, tolerance);
                prop_assert!(objective >= expected * (1.0 - CLOSE), "{} is below {}", objective, expected);
                let most = (expected + tolerance * missed) / (1.0 - tolerance) + CLOSE;
                prop_assert!(objective <= most, "{:?} {}: {} is not {}", way, tolerance, objective, expected);
            }
        }
    }

    /// Columns come one after the other, as they do in a run, so bases and points are carried
    /// along.
    #[test]
    fn all_strategies_agree_as_columns_come(instance in instances()) {
        let rules = instance.picked(&admitted(&instance));
        let mut masters: Vec<_> = WAYS.iter().map(|&way| master(&instance, way)).collect();
        for at in 0..rules.len() {
            let expected = solution(&instance, &rules[..=at]).objective;
            for (way, master) in WAYS.iter().zip(&mut masters) {
                master.add_rules(vec![rules[at].clone()]);
                let objective = solve(master, 0.0);
                prop_assert!(close(objective, expected), "{:?}, {}: {} is not {}", way, at, objective, expected);
            }
        }
    }
}
