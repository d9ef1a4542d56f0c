//! Columns with more numbers than a summary keeps have the cut points of all rows, however these
//! are divided.

use crate::sharded::{util::partitions, without_folds};
use rulegen::data::{Column, Dataset, Table, Values};
use rulegen::limits::Limits;
use rulegen::shards::Workers;
use rulegen::{FitError, Fitted, Learner, Method, Parameters, SizeChoice};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Makes rows of three columns of numbers that nearly all differ, skewed and with missing cells,
/// and of a rare class.
pub(crate) fn data(rows: usize) -> Dataset {
    let mut state = 3u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let (mut a, mut b, mut c, mut labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let (x, y, z, noise) = (unit(), unit(), unit(), unit());
        a.push(x.powi(4) * 1e6);
        b.push(if y < 0.1 { f64::NAN } else { -1.0 / y });
        c.push(if z < 0.6 { 0.0 } else { z });
        labels.push(if (x > 0.93 && y > 0.3) || noise < 0.01 { "rare" } else { "usual" });
    }
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let table = Table::new(vec![column("a", a.into()), column("b", b.into()), column("c", c.into())]).unwrap();
    Dataset::from_columns(table, column("y", Values::from_text(labels)), None).unwrap()
}

/// Asserts that fits over partitions have the model of all rows at hand, byte for byte.
fn check(data: &Dataset, local: &Fitted, over: impl Fn(&Arc<dyn Workers>) -> Result<Fitted, FitError>) {
    for (parts, in_turn) in [(1, true), (2, false), (5, true)] {
        let elsewhere = over(&partitions(data, parts, in_turn)).unwrap();
        // Folds are of merged rows elsewhere.
        let (elsewhere, local) = (without_folds(&elsewhere.model), without_folds(&local.model));
        assert_eq!(elsewhere.to_json(), local.to_json(), "{parts} partitions");
    }
}

pub(crate) fn rug(workers: &Arc<dyn Workers>, p: &Parameters, data: &Dataset) -> Result<Fitted, FitError> {
    let learner = Learner::new(p.clone()).unwrap();
    learner.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ())
}

#[test]
fn at_a_penalty_the_model_is_that_of_all_rows() {
    let data = data(30_000);
    let p = Parameters { penalty: Some(100.0), max_length: Some(1), ..Parameters::of(Method::Rug) };
    let local = Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap();
    assert!(local.model.rules.len() > 1);
    check(&data, &local, |workers| rug(workers, &p, &data));
}

#[test]
fn where_rare_classes_count_for_more_so_it_is() {
    let data = data(30_000);
    let p = Parameters {
        size: Some(SizeChoice::Rules(NonZeroUsize::new(5).unwrap())),
        max_length: Some(1),
        ..Parameters::default()
    };
    let learner = Learner::new(p).unwrap();
    let local = learner.fit(&data, "y").unwrap();
    assert!(local.model.rules.len() > 1);
    check(&data, &local, |workers| learner.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ()));
}
