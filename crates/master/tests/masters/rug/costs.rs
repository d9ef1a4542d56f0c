//! Costs of rules.

use crate::rug::instances::{instances, schema};
use crate::rug::reference::{all_rules, cost};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_master::{LinearSettings, RuleCost, RuleTerms};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, Test};

proptest! {
    #[test]
    fn no_cost_is_below_its_lower_bound(instance in instances()) {
        for kind in [RuleCost::Unit, RuleCost::Length, RuleCost::Merged, RuleCost::Gini, RuleCost::Coverage] {
            let (fixed, per_literal) = kind.lower_bound();
            prop_assert!(fixed >= 0.0 && per_literal >= 0.0 && fixed + per_literal > 0.0);
            let settings = LinearSettings { terms: RuleTerms { cost: kind.clone(), penalty: 1.0, cost_scale: 1.0, ..RuleTerms::default() }, ..LinearSettings::default() };
            for rule in all_rules(&instance.samples) {
                let cost_of = kind.of(&rule, &instance.samples.cover(&rule), &instance.samples);
                let bound = fixed + per_literal * rule.len() as f64;
                prop_assert!(cost_of >= bound - 1e-12, "{:?}: {} is below {}", kind, cost_of, bound);
                let expected = cost(&instance.samples, &settings, &rule);
                prop_assert!((cost_of - expected).abs() <= 1e-12, "{:?}: {} is not {}", kind, cost_of, expected);
                if matches!(kind, RuleCost::Unit | RuleCost::Length) {
                    prop_assert_eq!(cost_of, bound);
                }
            }
        }
    }
}

#[test]
fn costs_of_one_rule() {
    // 0 < n <= 1 and c != v0: four literals' worth of words, three literals, two columns.
    let rule =
        Rule::new([(0, Test::Above(0)), (0, Test::AtMost(1)), (1, Test::IsNot(0))].map(|(c, t)| Literal::new(c, t)));
    let columns = vec![Codes::Narrow(vec![1, 1, 1, 0, 2]), Codes::Narrow(vec![1, 2, 1, 1, 1])];
    let table = CodedTable::new(5, columns).unwrap();
    let samples = Samples::merge(schema(2, 3, false), &table, &[0, 0, 1, 0, 0], &[1.0, 1.0, 2.0, 3.0, 1.0], 2).unwrap();
    let cover = samples.cover(&rule);
    // Samples are ordered by label, then by codes: rows 3, 0, 1, 4, and 2 of the other class.
    assert_eq!(cover.iter().collect::<Vec<_>>(), [1, 2, 4]);
    let of = |cost: RuleCost| cost.of(&rule, &cover, &samples);
    assert_eq!((of(RuleCost::Unit), of(RuleCost::Length), of(RuleCost::Merged)), (1.0, 3.0, 2.0));
    // It covers a weight of 2 of either class, 4 of 8 in all.
    assert_eq!((of(RuleCost::Gini), of(RuleCost::Coverage)), (1.5, 1.5));
}
