//! Settings out of range.

use crate::instances::schema;
use rulegen_binarize::Samples;
use rulegen_lp::{Backend, LpError};
use rulegen_master::{Column, LpStrategy, MasterError, RugMaster, RugSettings, RuleCost};
use rulegen_rule::{CodedTable, Codes};
use std::sync::Arc;

fn build(settings: RugSettings) -> Result<RugMaster, MasterError> {
    let table = CodedTable { rows: 2, columns: vec![Codes::Narrow(vec![0, 1]), Codes::Narrow(vec![0, 1])] };
    RugMaster::new(Arc::new(Samples::merge(schema(1, 2, false), &table, &[0, 1], &[1.0; 2], 2)), settings)
}

#[test]
fn defaults_pass() {
    build(RugSettings::default()).unwrap();
}

#[test]
fn numbers_are_positive_and_finite() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (setting, settings) in [
            ("penalty", RugSettings { penalty: value, ..Default::default() }),
            ("cost scale", RugSettings { cost_scale: value, ..Default::default() }),
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
fn backends_that_are_not_built_in() {
    for backend in Backend::ALL {
        for strategy in [LpStrategy::Interior, LpStrategy::HotStart, LpStrategy::Kernel] {
            let outcome = build(RugSettings { backend, strategy, ..Default::default() });
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
    check::<RugSettings>();
    check::<RuleCost>();
    fn send<T: Send>() {}
    send::<RugMaster>();
}
