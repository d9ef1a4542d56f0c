//! Settings out of range.

use crate::rug::instances::schema;
use rulegen_binarize::Samples;
use rulegen_lp::{Backend, LpError};
use rulegen_master::{
    Column, FairRuleMaster, Fairness, LinearSettings, LpStrategy, MasterError, MistreatmentCriterion, RugMaster,
    RuleCost, RuleTerms,
};
use rulegen_rule::{CodedTable, Codes};
use std::sync::Arc;

fn build(settings: LinearSettings) -> Result<RugMaster, MasterError> {
    let table = CodedTable::new(2, vec![Codes::Narrow(vec![0, 1]), Codes::Narrow(vec![0, 1])]).unwrap();
    RugMaster::new(Arc::new(Samples::merge(schema(1, 2, false), &table, &[0, 1], &[1.0; 2], 2).unwrap()), settings)
}

#[test]
fn defaults_pass() {
    build(LinearSettings::default()).unwrap();
}

#[test]
fn numbers_are_positive_and_finite() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (setting, settings) in [
            (
                "penalty",
                LinearSettings { terms: RuleTerms { penalty: value, ..RuleTerms::default() }, ..Default::default() },
            ),
            (
                "cost scale",
                LinearSettings { terms: RuleTerms { cost_scale: value, ..RuleTerms::default() }, ..Default::default() },
            ),
        ] {
            let error = build(settings).unwrap_err();
            assert!(
                matches!(error, MasterError::NotPositive { name, value: v } if name == setting && v.to_bits() == value.to_bits()),
                "{error:?}"
            );
        }
    }
}

#[test]
fn fairness() {
    let fair = |criterion, epsilon, positive| {
        let fairness = Some(Fairness { criterion, epsilon, positive });
        build(LinearSettings { fairness, ..Default::default() })
    };
    for criterion in MistreatmentCriterion::ALL {
        for epsilon in [0.0, 1e-300, 1.0, 1e300] {
            let mut master = fair(criterion, epsilon, 1).unwrap();
            for bad in [-1e-300, f64::NAN, f64::INFINITY] {
                let error = master.set_epsilon(bad).unwrap_err();
                assert!(matches!(error, MasterError::Negative { name: "epsilon", .. }), "{error:?}");
            }
        }
        for bad in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = fair(criterion, bad, 1).unwrap_err();
            assert!(matches!(error, MasterError::Negative { name: "epsilon", .. }), "{error:?}");
        }
        let outcome = fair(criterion, 0.1, 2);
        match criterion {
            MistreatmentCriterion::Eop => {
                assert!(matches!(outcome, Err(MasterError::NoSuchClass { class: 2, classes: 2 })), "{outcome:?}");
            }
            _ => assert!(outcome.is_ok(), "{outcome:?}"),
        }
    }
    let error = build(LinearSettings::default()).unwrap().set_epsilon(0.1).unwrap_err();
    assert!(matches!(error, MasterError::NoFairness), "{error:?}");
}

#[test]
fn backends_that_are_not_built_in() {
    for backend in Backend::ALL {
        for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
            let outcome = build(LinearSettings { backend: Arc::new(backend), strategy, ..Default::default() });
            match backend.is_built() {
                true => assert!(outcome.is_ok()),
                false => assert!(matches!(outcome, Err(MasterError::Lp(LpError::NotBuilt { .. }))), "{outcome:?}"),
            }
        }
    }
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<Column>();
    check::<MasterError>();
    check::<LinearSettings>();
    check::<RuleCost>();
    fn send<T: Send>() {}
    send::<RugMaster>();
}
