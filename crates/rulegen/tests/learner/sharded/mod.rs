//! Rows in shards: the model does not depend on how they are divided, and is that of all rows at
//! hand.

mod cuts;
mod looks;
mod penalty;
mod sampled;
mod util;

use rulegen::data::{Column, Dataset, Table, Values};
use rulegen::limits::Limits;
use rulegen::rule::Model;
use rulegen::shards::{InProcess, Partition, ShardError, Workers};
use rulegen::{FitError, Learner, LossName, Parameters, SizeChoice};
use std::num::NonZeroUsize;
use std::sync::Arc;
use util::partitions;

/// Makes rows with numbers of few values, words, missing cells, and classes that rules of two
/// conditions mostly tell apart.
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

fn sharded(p: &Parameters, data: &Dataset, parts: usize, in_turn: bool) -> rulegen::Fitted {
    let workers = partitions(data, parts, in_turn);
    let classifier = Learner::new(p.clone()).unwrap();
    classifier.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap()
}

#[test]
fn the_model_does_not_depend_on_how_rows_are_divided() {
    for classes in [2, 3] {
        let data = data(700, classes);
        let p = Parameters::default();
        let one = sharded(&p, &data, 1, false);
        assert!(one.model.rules.len() > 1);
        // Merged rows are fetched in one fit, and stay in place in the other.
        let stay = Parameters { rows_at_hand: NonZeroUsize::MIN, ..p.clone() };
        let stayed = sharded(&stay, &data, 1, false);
        for (p, one, parts, in_turn) in
            [(&p, &one, 2, true), (&p, &one, 5, false), (&stay, &stayed, 5, false), (&stay, &stayed, 13, true)]
        {
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
        // All rules have one condition, and their number and the ridge are given, so the folds,
        // which differ here, decide nothing.
        let p = Parameters {
            size: Some(SizeChoice::Rules(NonZeroUsize::new(9).unwrap())),
            max_length: Some(1),
            ridge: Some(3.0),
            ..Parameters::default()
        };
        let local = Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap();
        let elsewhere = sharded(&p, &data, 4, true);
        assert_eq!(without_folds(&elsewhere.model).to_json(), without_folds(&local.model).to_json());
    }
}

/// Returns the model without what its rules say of folds.
pub(crate) fn without_folds(model: &Model) -> Model {
    let mut model = model.clone();
    model.rules.iter_mut().for_each(|rule| rule.folds = None);
    model
}

/// Asserts that the chosen size and the front are those of shards. Merged rows are at hand if they
/// are at most `most`.
fn assert_like_shards(p: &Parameters, data: &Dataset, parts: usize, most: usize) {
    let p = Parameters { rows_at_hand: NonZeroUsize::new(most).unwrap(), ..p.clone() };
    let local = Learner::new(p.clone()).unwrap().fit(data, "y").unwrap();
    let elsewhere = sharded(&p, data, parts, true);
    assert_eq!(elsewhere.model.to_json(), local.model.to_json());
    assert_eq!((elsewhere.run.iterations, elsewhere.columns), (local.run.iterations, local.columns));
    let (elsewhere, local) = (elsewhere.front.unwrap(), local.front.unwrap());
    assert_eq!(elsewhere.rows, local.rows);
    assert!(local.rows.iter().all(|row| !row.scores.is_empty()));
}

#[test]
fn many_rows_at_hand_have_the_model_of_shards() {
    for classes in [2, 3] {
        let all = data(1300, classes);
        assert_like_shards(&Parameters::default(), &all, 4, 1);
        // The rows in another order.
        let order: Vec<usize> = (0..1300).rev().collect();
        assert_like_shards(&Parameters { seed: 5, ..Parameters::default() }, &all.select_rows(&order), 3, 1);
        let of_lengths = Parameters { max_length: Some(2), min_cover: Some(9), ..Parameters::default() };
        assert_like_shards(&of_lengths, &all, 2, 1);
        let weighted = weighted(all, |row| f64::from(row % 3));
        assert_like_shards(&Parameters { folds: 3, ..Parameters::default() }, &weighted, 3, 1);
    }
}

fn weighted(data: Dataset, weight: impl Fn(i32) -> f64) -> Dataset {
    let weights = Column::new("w", (0..).map(weight).take(data.features.rows()).collect::<Vec<_>>()).unwrap();
    let target = Column::new("y", Values::from_text(data.target.labels.iter().map(|class| format!("c{class}"))));
    Dataset::from_columns(data.features, target.unwrap(), Some(weights)).unwrap()
}

/// If few rows differ and weights are large, folds have rows of each, wherever the rows lie, and
/// the proofs are those of rows at hand.
#[test]
fn many_rows_of_which_few_differ_are_shared_out() {
    let few = |row: i32| [(0.0, "c0"), (1.0, "c1"), (2.0, "c0"), (3.0, "c1"), (4.0, "c0")][(row * 7 % 33 % 5) as usize];
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let x = Values::from((0..4000).map(|row| few(row).0).collect::<Vec<_>>());
    let y = Values::from_text((0..4000).map(|row| if row % 50 == 0 { "c1" } else { few(row).1 }));
    let repeated = Dataset::from_columns(Table::new(vec![column("x", x)]).unwrap(), column("y", y), None).unwrap();
    let heavy = weighted(data(1300, 2), |row| f64::from(1 + row % 5) * 1e6);
    for (data, most) in [(&repeated, 30), (&heavy, 1299)] {
        for parts in [1, 4, 9] {
            assert_like_shards(&Parameters::default(), data, parts, most);
        }
        let p = Parameters { rows_at_hand: NonZeroUsize::new(most).unwrap(), ..Parameters::default() };
        let shared_out = sharded(&p, data, 3, true);
        // All merged rows are at hand, so that the path is exact as far as it says.
        let certificate = &shared_out.model.certificate;
        assert!(certificate.one_by_one.unwrap().best > 0);
        let random = Learner::new(Parameters::default()).unwrap().fit(data, "y").unwrap();
        let best = |fitted: &rulegen::Fitted| {
            let front = fitted.front.as_ref().unwrap();
            assert_eq!(front.folds, 5);
            front.rows.iter().find(|row| row.chosen).unwrap().clone()
        };
        let (shared_out, random) = (best(&shared_out), best(&random));
        assert!(shared_out.rules > 1);
        let (ours, theirs) = (shared_out.scores[0].mean, random.scores[0].mean);
        assert!((ours - theirs).abs() < 0.02, "{ours} where rows are shared out, {theirs} in random folds");
    }
}

/// If merged rows are in one fold each, folds without rows are left out, and the others choose the
/// size.
#[test]
fn folds_without_rows_are_left_out() {
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let of = |different: i32| {
        let x = Values::from((0..3000).map(|row| f64::from(row % different)).collect::<Vec<_>>());
        let y = Values::from_text((0..3000).map(|row| ["no", "yes"][(row % different % 2) as usize]));
        Dataset::from_columns(Table::new(vec![column("x", x)]).unwrap(), column("y", y), None).unwrap()
    };
    let p = Parameters { rows_at_hand: NonZeroUsize::MIN, ..Parameters::default() };
    for different in [2, 3, 4, 6] {
        let data = of(different);
        let local = Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap();
        let front = local.front.unwrap();
        assert!(front.folds < 5, "{} folds", front.folds);
        // If folds score nothing, the first rules are taken.
        assert!(front.folds > 0 || !local.model.rules.is_empty());
        assert_eq!(sharded(&p, &data, 3, true).model.to_json(), local.model.to_json());
    }
}

/// Many folds ask shards of this process at once, each from a thread that may do the work of
/// another. No lock is held meanwhile.
#[test]
fn many_folds_at_once_end() {
    let data = data(6000, 2);
    let one = NonZeroUsize::new(1);
    let p = Parameters {
        rows_at_hand: NonZeroUsize::MIN,
        max_rules: one,
        max_length: Some(1),
        folds: 16,
        ..Parameters::default()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(32).build().unwrap();
    let fit = || Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap().model.to_json();
    let models: Vec<String> = (0..100).map(|_| pool.install(fit)).collect();
    assert!(models.iter().all(|model| *model == models[0]));
}

#[test]
fn many_rows_have_random_folds_where_shards_cannot_be() {
    let data = data(600, 2);
    let fit = |p: Parameters| Learner::new(p).unwrap().fit(&data, "y").unwrap().model.to_json();
    let hinge = Parameters { loss: LossName::HINGE, max_rules: NonZeroUsize::new(3), ..Parameters::default() };
    let few = Parameters { rows_at_hand: NonZeroUsize::MIN, ..hinge.clone() };
    assert_eq!(fit(few), fit(hinge));
}

#[test]
fn what_needs_the_rows_themselves_is_refused() {
    let data = data(300, 2);
    let p = Parameters { loss: LossName::HINGE, ..Parameters::default() };
    let workers = partitions(&data, 2, true);
    let fit = |p: Parameters, workers: &Arc<dyn Workers>| {
        let classifier = Learner::new(p).unwrap();
        classifier.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ()).map(|_| ()).unwrap_err()
    };
    assert_eq!(fit(p, &workers).to_string(), "the loss must be logistic where rows lie in shards, not hinge");
    let none: Arc<dyn Workers> = Arc::new(InProcess::new(Vec::new(), 2));
    assert!(matches!(fit(Parameters::default(), &none), FitError::Shards(ShardError::NoPartition)));
    let table = Table::new(vec![Column::new("a", vec![1.0, 2.0]).unwrap()]).unwrap();
    let half = Partition { table, labels: vec![0, 1], weights: Some(vec![1.0, 0.5]) };
    let half: Arc<dyn Workers> = Arc::new(InProcess::new(vec![half], 2));
    let error = fit(Parameters::default(), &half);
    assert!(error.to_string().contains("not 0.5"), "{error}");
}
