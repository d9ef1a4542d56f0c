//! Lower bounds are valid over all rules.

use crate::margin::instances::{admitted, cases, fair_instances, first_master, instances, master, solve};
use crate::margin::reference::optimum;
use crate::margin::rug_instances::WAYS;
use crate::margin::rules::best_gains;
use proptest::prelude::*;
use rulegen_driver::{Candidate, Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::{RuleCost, RuleMaster};
use std::time::Instant;

const CLOSE: f64 = 1e-6;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn no_bound_is_above_the_optimum_over_all_rules(
        instance in prop_oneof![2 => instances(), 1 => fair_instances()],
        generous in any::<bool>(),
        share in 0.0..1.0f64,
    ) {
        let all = admitted(&instance);
        let best = optimum(&instance, &all);
        for way in [WAYS[0], WAYS[2], WAYS[4]] {
            let mut master = master(&instance, way);
            let mut centre: Option<Vec<PricingProblem>> = None;
            for tolerance in [0.5, 1e-1, 1e-2, 0.0] {
                // A bound is valid after a stop at any moment.
                let limits = Limits::default().until((tolerance == 0.5).then(Instant::now));
                master.solve(tolerance, &limits).unwrap();
                let at_duals = master.pricing_problems();
                let smoothed = centre.iter().map(|c| at_duals.iter().zip(c).map(|(d, c)| d.towards(c, share)).collect());
                for problems in smoothed.chain([at_duals.clone()]) {
                    let mut gains = best_gains(&instance.samples, &problems, &all);
                    if generous {
                        // A pricer need not know the best gain, only a number above it.
                        gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) + 0.5);
                    }
                    let bound = master.lower_bound(&problems, &gains).expect("costs are bounded away from zero");
                    prop_assert!((0.0..=best + CLOSE * best).contains(&bound), "{} is above {}", bound, best);
                }
                centre = Some(at_duals);
                master.add_rules(instance.picked(&all));
            }
        }
    }

    #[test]
    fn column_generation_reaches_the_optimum_and_proves_it(instance in prop_oneof![2 => instances(), 1 => fair_instances()]) {
        let all = admitted(&instance);
        // Where costs are those that pricing works with, nothing is lost between bound and optimum.
        let exact = matches!(instance.settings.terms.cost, RuleCost::Unit | RuleCost::Length);
        let best = optimum(&instance, &all);
        let mut master = first_master(&instance);
        for _ in 0..500 {
            let objective = solve(&mut master, 0.0);
            let problems = master.pricing_problems();
            let bound = master.lower_bound(&problems, &best_gains(&instance.samples, &problems, &all)).unwrap();
            prop_assert!(bound <= best * (1.0 + CLOSE) && best <= objective * (1.0 + CLOSE));
            let mut candidates = Vec::new();
            for problem in &problems {
                for rule in &all {
                    let gain = problem.gain(instance.samples.cover(rule).iter(), rule.len());
                    if gain > problem.threshold {
                        candidates.push(Candidate { tag: problem.tag, rule: rule.clone(), gain });
                    }
                }
            }
            candidates.sort_by(Candidate::best_first);
            candidates.truncate(10);
            if master.add(&problems, &candidates).unwrap().new == 0 {
                prop_assert!(!exact || objective - bound <= CLOSE * objective, "{} {}", objective, bound);
                prop_assert!(!exact || (objective - best).abs() <= CLOSE * best, "{} {}", objective, best);
                return Ok(());
            }
        }
        prop_assert!(false, "columns without end");
    }

    /// The answer is a bound whatever gains a caller passes. Gains that are not finite prove
    /// nothing, gains beyond their bounds are scaled down, and a wrong balance between gains is
    /// paid for.
    #[test]
    fn spoilt_problems_prove_no_more(
        instance in instances(),
        spoilt in prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3.0, 0.0, -3.0]),
        place in any::<usize>(),
    ) {
        let all = admitted(&instance);
        let best = optimum(&instance, &all);
        let mut master = first_master(&instance);
        master.add_rules(instance.picked(&all));
        solve(&mut master, 1e-2);
        let mut problems = master.pricing_problems();
        let gains = best_gains(&instance.samples, &problems, &all);
        for unknown in [f64::NAN, f64::INFINITY] {
            let mut gains = gains.clone();
            gains[place % problems.len()] = unknown;
            prop_assert_eq!(master.lower_bound(&problems, &gains), Some(0.0));
        }
        let (at, classes) = (place % instance.samples.len(), problems.len());
        let mut larger = problems.clone();
        larger.iter_mut().for_each(|problem| problem.gains.iter_mut().for_each(|gain| *gain *= 4.0));
        let bound = master.lower_bound(&larger, &best_gains(&instance.samples, &larger, &all)).unwrap();
        prop_assert!((0.0..=best * (1.0 + CLOSE)).contains(&bound), "{} is above {}", bound, best);
        problems[place / 7 % classes].gains[at] = spoilt;
        let gains = if spoilt.is_finite() { best_gains(&instance.samples, &problems, &all) } else { gains };
        let bound = master.lower_bound(&problems, &gains).unwrap();
        prop_assert!((0.0..=best * (1.0 + CLOSE)).contains(&bound), "{} is above {}", bound, best);
        prop_assert!(master.lower_bound(&problems[1..], &gains[1..]).is_none());
    }
}
