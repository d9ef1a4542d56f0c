//! Objectives, gains and bounds against enumeration.

use crate::logistic::cases;
use crate::logistic::instances::{Instance, instances};
use crate::logistic::reference::PlainProblem;
use crate::logistic::rules::{all_rules, cost, cover};
use proptest::prelude::*;
use rulegen_driver::{Candidate, Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleCost, RuleMaster};
use rulegen_rule::Rule;
use std::time::Instant;

const CLOSE: f64 = 1e-6;

fn master(instance: &Instance) -> LogisticMaster {
    let settings = LogisticSettings { terms: instance.settings.terms.clone(), ..LogisticSettings::default() };
    LogisticMaster::new(instance.samples.clone(), settings).unwrap()
}

fn solve(master: &mut LogisticMaster, tolerance: f64) -> f64 {
    let solution = master.solve(tolerance, &Limits::default()).unwrap();
    assert!(solution.converged, "{tolerance} is not reached");
    solution.objective
}

/// Returns every rule for every class, with its cost.
fn everything(instance: &Instance, rules: &[Rule]) -> Vec<(Rule, u32, f64)> {
    let classes = 0..instance.samples.classes as u32;
    let priced = |rule: &Rule| (rule.clone(), cost(&instance.samples, &instance.settings, rule));
    let all = rules.iter().map(priced);
    all.flat_map(|(rule, cost)| classes.clone().map(move |class| (rule.clone(), class, cost))).collect()
}

/// Returns the best gain of any rule in each problem.
fn best_gains(instance: &Instance, problems: &[PricingProblem], all: &[Rule]) -> Vec<f64> {
    let gain = |problem: &PricingProblem, rule: &Rule| {
        let cover = cover(&instance.samples, rule);
        problem.gain((0..cover.len()).filter(|&i| cover[i]), rule.len())
    };
    let best = |problem| all.iter().map(|rule| gain(problem, rule)).fold(f64::NEG_INFINITY, f64::max);
    problems.iter().map(best).collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_restricted_problem_is_solved(instance in instances()) {
        let picked = instance.picked(&all_rules(&instance.samples));
        let terms: Vec<_> = picked.iter()
            .map(|(rule, class)| (rule.clone(), *class, cost(&instance.samples, &instance.settings, rule)))
            .collect();
        let (best, bound) = PlainProblem::new(&instance.samples, &terms, 30.0).optimum(CLOSE / 10.0);
        let mut master = master(&instance);
        master.add_rules(picked);
        let scale = best.max(1.0);
        for tolerance in [0.3, 1e-2, 0.0] {
            let found = solve(&mut master, tolerance);
            prop_assert!(found >= bound - CLOSE * scale, "{} is below {}", found, bound);
            // A gap is relative to the objective, not to the optimum.
            prop_assert!(found - best <= tolerance * found + CLOSE * scale, "{} is not {}", found, best);
            let again = master.objective_of(&master.weights());
            prop_assert!((again - found).abs() <= 1e-9 * scale, "{} is not {}", again, found);
        }
    }

    #[test]
    fn no_bound_is_above_the_optimum_over_all_rules(instance in instances(), generous in any::<bool>(), share in 0.0..1.0f64) {
        let all = all_rules(&instance.samples);
        let (best, _) = PlainProblem::new(&instance.samples, &everything(&instance, &all), 30.0).optimum(CLOSE / 10.0);
        let mut master = master(&instance);
        let mut centre: Option<Vec<PricingProblem>> = None;
        for tolerance in [0.5, 1e-1, 1e-2, 0.0] {
            // A bound is valid after a stop at any moment.
            let limits = Limits::default().until((tolerance == 0.5).then(Instant::now));
            master.solve(tolerance, &limits).unwrap();
            let at_duals = master.pricing_problems();
            let smoothed = centre.iter().map(|c| at_duals.iter().zip(c).map(|(d, c)| d.towards(c, share)).collect());
            for problems in smoothed.chain([at_duals.clone()]) {
                let mut gains = best_gains(&instance, &problems, &all);
                if generous {
                    gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) + 0.5);
                }
                let bound = master.lower_bound(&problems, &gains).expect("costs are bounded away from zero");
                prop_assert!((0.0..=best + CLOSE * best.max(1.0)).contains(&bound), "{} is above {}", bound, best);
            }
            centre = Some(at_duals);
            master.add_rules(instance.picked(&all));
        }
    }

    #[test]
    fn column_generation_reaches_the_optimum_and_proves_it(instance in instances()) {
        let all = all_rules(&instance.samples);
        let exact = matches!(instance.settings.terms.cost, RuleCost::Unit | RuleCost::Length);
        let (best, bound) = PlainProblem::new(&instance.samples, &everything(&instance, &all), 30.0).optimum(CLOSE / 10.0);
        let scale = best.max(1e-2);
        let mut master = master(&instance);
        for _ in 0..500 {
            let objective = solve(&mut master, 0.0);
            let problems = master.pricing_problems();
            let gains = best_gains(&instance, &problems, &all);
            let proved = master.lower_bound(&problems, &gains).unwrap();
            prop_assert!(proved <= best + CLOSE * scale && bound <= objective + CLOSE * scale);
            let mut candidates = Vec::new();
            for problem in &problems {
                for rule in &all {
                    let cover = cover(&instance.samples, rule);
                    let gain = problem.gain((0..cover.len()).filter(|&i| cover[i]), rule.len());
                    if gain > 1e-9 {
                        candidates.push(Candidate { tag: problem.tag, rule: rule.clone(), gain });
                    }
                }
            }
            candidates.sort_by(Candidate::best_first);
            candidates.truncate(10);
            let added = master.add(&problems, &candidates).unwrap();
            if added.new == 0 {
                prop_assert!(!exact || (objective - proved).abs() <= 10.0 * CLOSE * scale, "{} {}", objective, proved);
                prop_assert!(!exact || (objective - best).abs() <= 10.0 * CLOSE * scale, "{} {}", objective, best);
                return Ok(());
            }
        }
        prop_assert!(false, "columns without end");
    }
}
