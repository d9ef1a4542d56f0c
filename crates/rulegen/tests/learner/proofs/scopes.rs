//! No bound is above the optimum over the rules that it is about.

use crate::proofs::instance::{Instance, WAYS, parameters};
use crate::proofs::optimum::{Checked, assert_bounds};
use rulegen_numeric::Random;

/// The instances of each way to learn.
const INSTANCES: u64 = 700;

/// Fits one way on its instances.
fn assert_true(way: usize) {
    assert!(way < WAYS);
    let mut checked = Checked::default();
    for seed in 0..INSTANCES {
        let mut random = Random::new(seed, way as u64);
        let instance = Instance::random(&mut random);
        let p = parameters(way, &instance, &mut random);
        if let Some(fitted) = instance.fit(&p) {
            assert_bounds(&instance, &p, &fitted.model, &mut checked);
        }
    }
    println!("{checked:?}");
    // Few instances cannot be asked for what is forbidden. Bounds far too low prove nothing.
    assert!(checked.models as u64 > INSTANCES * 9 / 10, "{checked:?}");
    assert!(checked.bounds > checked.models && checked.tight > checked.bounds / 10, "{checked:?}");
}

#[test]
fn logistic_rules_at_a_penalty() {
    assert_true(0);
}

#[test]
fn hinge_rules_at_a_penalty() {
    assert_true(1);
}

#[test]
fn logistic_rules_one_by_one() {
    assert_true(2);
}

#[test]
fn hinge_rules_one_by_one() {
    assert_true(3);
}

#[test]
fn trees_of_rug() {
    assert_true(4);
}

#[test]
fn rule_sets() {
    assert_true(5);
}
