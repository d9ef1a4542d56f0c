//! For two classes the program is that of RUG.

use crate::margin::instances::{cases, master, solve};
use crate::margin::rug_instances::{Instance, WAYS, grouped, solve as solve_rug};
use crate::margin::rules::all_rules;
use proptest::prelude::*;
use rulegen_driver::Master;
use rulegen_master::{Fairness, MistreatmentCriterion, RuleMaster};

fn of_two_classes() -> impl Strategy<Value = Instance> {
    (grouped(2, 2..=2), prop::option::of(prop::sample::select(vec![0.0, 0.1]))).prop_map(|(mut instance, epsilon)| {
        let fairness = |epsilon| Fairness { criterion: MistreatmentCriterion::Odm, epsilon, positive: 0 };
        instance.settings.fairness = epsilon.map(fairness);
        instance
    })
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_program_and_its_optimum_are_those_of_rug(instance in of_two_classes()) {
        let rules = instance.picked(&all_rules(&instance.samples));
        for way in WAYS {
            let (mut margin, mut rug) = (master(&instance, way), instance.master(way));
            for tolerance in [1e-2, 0.0] {
                let (a, b) = (solve(&mut margin, tolerance), solve_rug(&mut rug, tolerance));
                prop_assert!((a - b).abs() <= 1e-9 * b.max(1.0), "{} is not {}", a, b);
                prop_assert_eq!(margin.program(), rug.program());
                for (a, b) in margin.pricing_problems().iter().zip(rug.pricing_problems()) {
                    prop_assert!(a.gains.iter().zip(&b.gains).all(|(a, b)| (a - b).abs() <= 1e-9), "{:?} {:?}", a, b);
                }
                margin.add_rules(rules.clone());
                rug.add_rules(rules.clone());
            }
            let (a, b) = (solve(&mut margin, 0.0), solve_rug(&mut rug, 0.0));
            prop_assert!((a - b).abs() <= 1e-9 * b.max(1.0), "{} is not {}", a, b);
            prop_assert_eq!(margin.weights(), rug.weights());
        }
    }
}
