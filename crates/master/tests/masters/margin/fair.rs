//! Fairness rows on mean errors, as with RUG.

use crate::margin::instances::{admitted, cases, fair_instances, first_master, solve};
use crate::margin::reference::solution;
use crate::margin::rules::largest_gap;
use proptest::prelude::*;
use rulegen_driver::Master;
use rulegen_master::{FairRuleMaster, Fairness, RuleMaster};

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn errors_meet_the_rows_whatever_epsilon_is_set(mut instance in fair_instances(), epsilon in 0.0..1.0f64) {
        let rules = instance.picked(&admitted(&instance));
        let mut master = first_master(&instance);
        master.add_rules(rules.clone());
        for change in [false, true] {
            if change {
                let fairness = instance.settings.fairness.expect("it is fair");
                instance.settings.fairness = Some(Fairness { epsilon, ..fairness });
                master.set_epsilon(epsilon).unwrap();
            }
            let fairness = instance.settings.fairness.expect("it is fair");
            let expected = solution(&instance, &rules).objective;
            let objective = solve(&mut master, 0.0);
            prop_assert!((objective - expected).abs() <= 1e-6 * expected, "{} is not {}", objective, expected);
            let errors = master.errors(&master.weights());
            prop_assert!(largest_gap(&instance.samples, &fairness, &errors) <= fairness.epsilon + 1e-9);
            // Weights found for one epsilon are offered for the other, and change no optimum.
            master.offer(&vec![0.0; rules.len()]);
            prop_assert!(master.objective() <= objective);
            prop_assert!(master.pricing_problems().iter().all(|p| p.check(instance.samples.len()).is_ok()));
        }
    }
}
