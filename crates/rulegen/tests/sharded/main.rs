//! Rows in shards: the model does not depend on how they are divided, and is that of all rows at hand.

mod checkpoint;
mod cuts;
mod looks;
mod penalty;
mod sampled;
mod util;

use rulegen::data::{Column, Dataset, Table, Values};
use rulegen::driver::Limits;
use rulegen::{FitError, InProcess, Learner, Loss, Partition, RuleClassifier, RuleParameters, SizeChoice, Workers};
use std::num::NonZeroUsize;
use std::sync::Arc;
use util::partitions;

/// Rows with numbers of few values, words, missing cells, and classes that rules of two conditions tell apart, mostly.
fn data(rows: usize, classes: u32) -> Dataset {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut a, mut b, mut words, mut labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rows {
        let (x, y, word, noise) = (draw(40), draw(25), draw(4), draw(10));
        let class = if x < 15 && word != 1 {
            1
        } else if y > 18 {
            u64::from(classes) - 1
        } else {
            0
        };
        labels.push(format!("c{}", if noise == 0 { draw(classes.into()) } else { class }));
        a.push(if draw(20) == 0 { f64::NAN } else { x as f64 });
        b.push(y as f64 / 4.0);
        words.push(["red", "blue", "green", "grey"][word as usize]);
    }
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let table = Table::new(vec![
        column("a", Values::from(a)),
        column("b", Values::from(b)),
        column("word", Values::from_text(words)),
    ]);
    Dataset::from_columns(table.unwrap(), column("y", Values::from_text(labels)), None).unwrap()
}

fn sharded(p: &RuleParameters, data: &Dataset, parts: usize, in_turn: bool) -> rulegen::Fitted {
    let workers = partitions(data, parts, in_turn);
    let classifier = RuleClassifier::new(p.clone()).unwrap();
    classifier.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap()
}

#[test]
fn the_model_does_not_depend_on_how_rows_are_divided() {
    for classes in [2, 3] {
        let data = data(1500, classes);
        let p = RuleParameters::default();
        let one = sharded(&p, &data, 1, false);
        assert!(one.model.rules.len() > 1);
        // The rows of folds are fetched, or stay where they are.
        let stay = RuleParameters { rows_at_hand: NonZeroUsize::MIN, ..p.clone() };
        for (p, parts, in_turn) in [(&p, 2, true), (&stay, 5, false), (&stay, 13, true)] {
            let other = sharded(p, &data, parts, in_turn);
            assert_eq!(other.model.to_json(), one.model.to_json());
            let (other, one) = (other.front.unwrap(), one.front.as_ref().unwrap());
            assert_eq!(other.rows, one.rows);
        }
    }
}

#[test]
fn it_is_the_model_of_all_rows_at_hand() {
    for classes in [2, 3] {
        let data = data(1200, classes);
        // So many rules, all of one condition: nothing is left to folds, which are others here.
        let p = RuleParameters {
            size: Some(SizeChoice::Rules(NonZeroUsize::new(9).unwrap())),
            max_length: Some(1),
            ..RuleParameters::default()
        };
        let local = RuleClassifier::new(p.clone()).unwrap().fit(&data, "y").unwrap();
        let elsewhere = sharded(&p, &data, 4, true);
        assert_eq!(elsewhere.model.to_json(), local.model.to_json());
    }
}

/// Folds by content: the size that is chosen, and all that is shown of sizes, are those of shards.
fn assert_like_shards(p: &RuleParameters, data: &Dataset, parts: usize) {
    let few = RuleParameters { rows_at_hand: NonZeroUsize::MIN, ..p.clone() };
    let local = RuleClassifier::new(few).unwrap().fit(data, "y").unwrap();
    let elsewhere = sharded(p, data, parts, true);
    assert_eq!(elsewhere.model.to_json(), local.model.to_json());
    assert_eq!((elsewhere.run.iterations, elsewhere.columns), (local.run.iterations, local.columns));
    let (elsewhere, local) = (elsewhere.front.unwrap(), local.front.unwrap());
    assert_eq!(elsewhere.rows, local.rows);
    assert!(local.rows.iter().all(|row| row.score.is_some()));
}

#[test]
fn many_rows_at_hand_have_the_model_of_shards() {
    for classes in [2, 3] {
        let all = data(1300, classes);
        assert_like_shards(&RuleParameters::default(), &all, 4);
        // In another order.
        let order: Vec<usize> = (0..1300).rev().collect();
        assert_like_shards(&RuleParameters { seed: 5, ..RuleParameters::default() }, &all.select_rows(&order), 3);
        let of_lengths = RuleParameters { max_length: Some(2), min_cover: Some(9), ..RuleParameters::default() };
        assert_like_shards(&of_lengths, &all, 2);
        let weights = Column::new("w", (0..1300).map(|row| f64::from(row % 3)).collect::<Vec<_>>()).unwrap();
        let target = Column::new("y", Values::from_text(all.target.labels.iter().map(|class| format!("c{class}"))));
        let weighted = Dataset::from_columns(all.features, target.unwrap(), Some(weights)).unwrap();
        assert_like_shards(&RuleParameters { folds: 3, ..RuleParameters::default() }, &weighted, 3);
    }
}

#[test]
fn many_rows_are_not_divided_by_content_where_shards_cannot_be() {
    let data = data(600, 2);
    let fit = |p: RuleParameters| RuleClassifier::new(p).unwrap().fit(&data, "y").unwrap().model.to_json();
    let hinge = RuleParameters { loss: Loss::Hinge, max_rules: NonZeroUsize::new(3), ..RuleParameters::default() };
    let few = RuleParameters { rows_at_hand: NonZeroUsize::MIN, ..hinge.clone() };
    assert_eq!(fit(few), fit(hinge));
}

#[test]
fn what_needs_the_rows_themselves_is_refused() {
    let data = data(300, 2);
    let p = RuleParameters { loss: Loss::Hinge, ..RuleParameters::default() };
    let workers = partitions(&data, 2, true);
    let fit = |p: RuleParameters, workers: &Arc<dyn Workers>| {
        let classifier = RuleClassifier::new(p).unwrap();
        classifier.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ()).map(|_| ()).unwrap_err()
    };
    assert!(fit(p, &workers).to_string().contains("absent where rows lie in shards"));
    let none: Arc<dyn Workers> = Arc::new(InProcess::new(Vec::new(), 2));
    assert!(matches!(fit(RuleParameters::default(), &none), FitError::NoPartition));
    let table = Table::new(vec![Column::new("a", vec![1.0, 2.0]).unwrap()]).unwrap();
    let half = Partition { table, labels: vec![0, 1], weights: Some(vec![1.0, 0.5]) };
    let half: Arc<dyn Workers> = Arc::new(InProcess::new(vec![half], 2));
    let error = fit(RuleParameters::default(), &half);
    assert!(error.to_string().contains("not 0.5"), "{error}");
}
