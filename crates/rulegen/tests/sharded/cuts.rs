//! Columns of more numbers than a summary keeps: cut points are those of all rows, however these are divided.

use crate::util::partitions;
use rulegen::binarize::BinarizeError;
use rulegen::data::{Column, Dataset, Table, Values};
use rulegen::driver::Limits;
use rulegen::{
    FitError, Fitted, Learner, Partition, RugClassifier, RugParameters, RuleClassifier, RuleParameters, SizeChoice,
    Workers, WorkersError,
};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows of three columns of numbers that nearly all differ, skewed and with cells that are missing, and of a rare class.
fn data(rows: usize) -> Dataset {
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

/// That fits over partitions have the model of all rows at hand, byte for byte.
fn check(data: &Dataset, local: &Fitted, over: impl Fn(&Arc<dyn Workers>) -> Result<Fitted, FitError>) {
    for (parts, in_turn) in [(1, true), (2, false), (5, true)] {
        let elsewhere = over(&partitions(data, parts, in_turn)).unwrap();
        assert_eq!(elsewhere.model.to_json(), local.model.to_json(), "{parts} partitions");
    }
}

fn rug(workers: &Arc<dyn Workers>, p: &RugParameters, data: &Dataset) -> Result<Fitted, FitError> {
    let learner = RugClassifier::new(p.clone()).unwrap();
    learner.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ())
}

#[test]
fn at_a_penalty_the_model_is_that_of_all_rows() {
    let data = data(30_000);
    let p = RugParameters { penalty: 100.0, max_length: Some(1), ..RugParameters::default() };
    let local = RugClassifier::new(p.clone()).unwrap().fit(&data, "y").unwrap();
    assert!(local.model.rules.len() > 1);
    check(&data, &local, |workers| rug(workers, &p, &data));
}

#[test]
fn where_rare_classes_count_for_more_so_it_is() {
    let data = data(30_000);
    let p = RuleParameters {
        size: Some(SizeChoice::Rules(NonZeroUsize::new(5).unwrap())),
        max_length: Some(1),
        ..RuleParameters::default()
    };
    let learner = RuleClassifier::new(p).unwrap();
    let local = learner.fit(&data, "y").unwrap();
    assert!(local.model.rules.len() > 1);
    check(&data, &local, |workers| learner.fit_shards(workers, "y", &data.target.classes, &Limits::default(), &mut ()));
}

/// Workers whose answers from the second look on are those that `closer` makes of a question and of the first answers.
struct Odd<F> {
    workers: Arc<dyn Workers>,
    first: std::sync::OnceLock<Vec<Vec<u8>>>,
    looks: AtomicUsize,
    closer: F,
}

impl<F> std::fmt::Debug for Odd<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Odd")
    }
}

impl<F: Fn(&[u8], &[Vec<u8>]) -> Vec<Vec<u8>> + Send + Sync> Workers for Odd<F> {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        match self.first.get() {
            Some(first) => Ok((self.closer)(question, first)),
            None => {
                let first = self.workers.summaries(question)?;
                Ok(self.first.get_or_init(|| first).clone())
            }
        }
    }

    fn code(&self, _: &[u8]) -> Result<(), WorkersError> {
        Err("nothing is coded".into())
    }

    fn answers(&self, _: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        Err("nothing is coded".into())
    }
}

/// Why a fit ends over workers that answer so to closer looks, and after how many looks.
fn ends(
    data: &Dataset,
    closer: impl Fn(&[u8], &[Vec<u8>]) -> Vec<Vec<u8>> + Send + Sync + 'static,
) -> (FitError, usize) {
    let workers = partitions(data, 2, true);
    let odd = Arc::new(Odd { workers, first: Default::default(), looks: AtomicUsize::new(0), closer });
    let workers: Arc<dyn Workers> = odd.clone();
    (rug(&workers, &RugParameters::default(), data).unwrap_err(), odd.looks.load(Ordering::Relaxed))
}

#[test]
fn answers_that_do_not_belong_are_refused() {
    let data = data(9000);
    let (error, looks) = ends(&data, |_, _| Vec::new());
    assert!(matches!(error, FitError::NoPartition) && looks == 2, "{error}");
    let (error, _) = ends(&data, |_, first| first.iter().map(|bytes| bytes[..40].to_vec()).collect());
    assert!(matches!(error, FitError::BadMessage { .. }), "{error}");
    // Answers to no question, again and again.
    let (error, looks) = ends(&data, |_, first| first.to_vec());
    assert!(matches!(error, FitError::Misfit { .. }) && looks < 50, "{error}, {looks}");
    // Rows that were lost meanwhile.
    let fewer = partitions(&data.select_rows(&(1..9000).collect::<Vec<_>>()), 2, true);
    let (error, _) = ends(&data, move |question, _| fewer.summaries(question).unwrap());
    assert!(matches!(error, FitError::Binarize(BinarizeError::PartitionChanged { .. })), "{error}");
    // Other columns.
    let mut other = data.clone();
    other.features = Table::new(vec![Column::new("d", vec![1.0; 9000]).unwrap()]).unwrap();
    let other = Partition { table: other.features, labels: other.target.labels, weights: None };
    let (error, _) = ends(&data, move |question, _| {
        let error = other.summary(&[1, 1], question).unwrap_err();
        assert!(matches!(error, FitError::Data(_) | FitError::Binarize(BinarizeError::Data(_))), "{error}");
        assert!(matches!(other.summary(&[1, 1], &question[1..]), Err(FitError::BadMessage { .. })));
        Vec::new()
    });
    assert!(matches!(error, FitError::NoPartition), "{error}");
}
