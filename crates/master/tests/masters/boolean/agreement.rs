//! The master's LP is the plain one, and its prices are the solver's.

use crate::boolean::instances::{Instance, WAYS, instances, solve};
use crate::boolean::reference::{Primal, cost, gain, primal, size};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rulegen_driver::{Master, PricingProblem};
use rulegen_lp::Backend;
use rulegen_master::BooleanMaster;
use rulegen_rule::Rule;

const CLOSE: f64 = 1e-6;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * (1.0 + a.abs().max(b.abs()))
}

/// Returns the master's pricing problem at the duals of another solver.
fn at_duals(instance: &Instance, problem: &PricingProblem, primal: &Primal) -> PricingProblem {
    let settings = &instance.settings;
    let must = |i: usize| settings.must_have.iter().any(|rule| instance.samples.cover(rule).contains(i));
    let gain = |i: usize| match instance.samples.labels[i] == settings.class {
        // The solver has duals for samples that are always covered. They do not count: their rows
        // are loose or tight.
        true if must(i) => 0.0,
        true => primal.mu[i],
        false => problem.gains[i],
    };
    let unit = settings.complexity_price + primal.lam;
    PricingProblem {
        gains: (0..problem.gains.len()).map(gain).collect(),
        fixed: unit * settings.rule_size.per_rule,
        per_literal: unit * settings.rule_size.per_literal,
        ..problem.clone()
    }
}

/// Checks that the duals of a vertex are feasible for the columns, and as good as the weights.
fn check_optimal(instance: &Instance, master: &BooleanMaster) -> Result<(), TestCaseError> {
    let (samples, settings) = (&instance.samples, &instance.settings);
    let problem = &master.pricing_problems()[0];
    let weights: Vec<f64> = master.weights().collect();
    prop_assert!(weights.iter().all(|&w| w >= 0.0));
    for (column, weight) in master.rules().iter().zip(&weights) {
        prop_assert!(close(column.cost, cost(samples, settings, &column.rule)));
        let reduced = -gain(samples, problem, &column.rule);
        prop_assert!(reduced >= -1e-5, "a column still gains {}", -reduced);
        prop_assert!(*weight <= 1e-9 || reduced <= 1e-5, "a column of weight {} has {}", weight, reduced);
    }
    if let Some(most) = settings.complexity {
        let used: f64 = master.rules().iter().zip(&weights).map(|(c, w)| w * size(settings, &c.rule)).sum();
        let must: f64 = settings.must_have.iter().map(|rule| size(settings, rule)).sum();
        prop_assert!(used + must <= most + CLOSE, "{} of {}", used + must, most);
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_objective_is_that_of_the_plain_program(instance in instances()) {
        let rules = instance.picked(&instance.all_rules());
        let expected = primal(&instance.samples, &instance.settings, &rules, &[], Backend::Microlp);
        for way in WAYS {
            let mut master = instance.master(way);
            let mut objective = solve(&mut master, 0.0);
            for part in rules.chunks(3) {
                master.add_rules(part.iter().cloned());
                let next = solve(&mut master, 0.0);
                prop_assert!(next <= objective + CLOSE);
                objective = next;
                check_optimal(&instance, &master)?;
            }
            prop_assert!(close(objective, expected.objective), "{:?}: {} is not {}", way, objective, expected.objective);
        }
    }

    #[test]
    fn reduced_costs_are_those_of_the_solver(instance in instances()) {
        let all = instance.all_rules();
        let rules = instance.picked(&all);
        let others: Vec<Rule> = all.into_iter().filter(|rule| !rules.contains(rule)).take(40).collect();
        let mut master = instance.master(WAYS[0]);
        master.add_rules(rules.iter().cloned());
        solve(&mut master, 0.0);
        // The second is HiGHS where it is built in.
        for backend in [Backend::Microlp, Backend::auto()] {
            let solved = primal(&instance.samples, &instance.settings, &rules, &others, backend);
            let problem = at_duals(&instance, &master.pricing_problems()[0], &solved);
            // Samples that the rules that must be in cover are covered in any case. A degenerate
            // solver may give them a dual all the same.
            let paid_for_nothing = instance.settings.must_have.iter().any(|rule| {
                instance.samples.cover(rule).iter().any(|i| solved.mu[i] > 1e-9)
            });
            if !paid_for_nothing {
                for (rule, reduced) in rules.iter().chain(&others).zip(&solved.reduced) {
                    let own = -problem.gain(instance.samples.cover(rule).iter(), rule.len());
                    prop_assert!(close(own, *reduced), "{:?}: {} is not {}", rule, own, reduced);
                }
            }
        }
    }

    #[test]
    fn loose_solutions_are_feasible_and_as_close_as_asked(instance in instances()) {
        let rules = instance.picked(&instance.all_rules());
        let solved = primal(&instance.samples, &instance.settings, &rules, &[], Backend::Microlp);
        let expected = solved.objective;
        for tolerance in [0.3, 1e-2, 1e-4] {
            let mut master = instance.master(WAYS[0]);
            master.add_rules(rules.iter().cloned());
            let objective = solve(&mut master, tolerance);
            // Columns may miss their dual rows by `tolerance (1 + cost)`, so that the duals are
            // worth at most the sum of `tolerance (1 + cost) w` more than the optimum `w`. The
            // objective is above their value by at most a part `tolerance` of it.
            let most = (expected + tolerance * (expected + solved.total)) / (1.0 - tolerance) + CLOSE;
            prop_assert!((expected - CLOSE..=most).contains(&objective), "{} for {}", objective, expected);
        }
    }
}
