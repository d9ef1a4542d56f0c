//! Wrong answers to looks at columns end in errors.

use crate::sharded::cuts::{data, rug};
use crate::sharded::util::partitions;
use rulegen::binarize::BinarizeError;
use rulegen::data::{Column, Dataset, Table};
use rulegen::limits::Limits;
use rulegen::rule::Status;
use rulegen::shards::{Partition, ShardError, Workers, WorkersError};
use rulegen::{FitError, Learner, Method, Parameters};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The answers of all partitions.
type Answers = Vec<Vec<u8>>;

/// Workers that answer looks, counted from 0, with `answer`.
struct Odd<F> {
    looks: AtomicUsize,
    answer: F,
}

impl<F> std::fmt::Debug for Odd<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Odd")
    }
}

impl<F: Fn(usize, &[u8]) -> Answers + Send + Sync> Workers for Odd<F> {
    fn summaries(&self, question: &[u8]) -> Result<Answers, WorkersError> {
        Ok((self.answer)(self.looks.fetch_add(1, Ordering::Relaxed), question))
    }

    fn code(&self, _: &[u8]) -> Result<(), WorkersError> {
        Err("nothing is coded".into())
    }

    fn answers(&self, _: &[u8]) -> Result<Answers, WorkersError> {
        Err("nothing is coded".into())
    }
}

/// Returns the error of a fit over workers that answer so, and the number of looks before it.
fn ends(data: &Dataset, answer: impl Fn(usize, &[u8]) -> Answers + Send + Sync + 'static) -> (FitError, usize) {
    let odd = Arc::new(Odd { looks: AtomicUsize::new(0), answer });
    let workers: Arc<dyn Workers> = odd.clone();
    (rug(&workers, &Parameters::of(Method::Rug), data).unwrap_err(), odd.looks.load(Ordering::Relaxed))
}

#[test]
fn answers_that_do_not_belong_are_refused() {
    let data = data(9000);
    // Answers the first look correctly, and the later ones as `closer` does.
    let then = |closer: fn(&[u8], Answers) -> Answers| {
        let workers = partitions(&data, 2, true);
        ends(&data, move |look, question| {
            let answers = workers.summaries(question).unwrap();
            if look == 0 { answers } else { closer(question, answers) }
        })
    };
    let (error, looks) = then(|_, _| Vec::new());
    assert!(matches!(error, FitError::Shards(ShardError::NoPartition)) && looks == 2, "{error}");
    let (error, _) = then(|_, answers| answers.iter().map(|bytes| bytes[..40].to_vec()).collect());
    assert!(matches!(error, FitError::Shards(ShardError::BadMessage { .. })), "{error}");
    // One partition answers for both.
    let (error, _) = then(|_, answers| vec![answers[0].clone(); 2]);
    assert!(matches!(error, FitError::Binarize(BinarizeError::PartitionChanged { .. })), "{error}");
    let (error, _) = then(|question, _| {
        // Partitions refuse a look at other columns, and half a question.
        let table = Table::new(vec![Column::new("d", vec![1.0; 2]).unwrap()]).unwrap();
        let other = Partition { table, labels: vec![0, 1], weights: None };
        assert!(matches!(other.summary(&[1, 1], question), Err(ShardError::Binarize(BinarizeError::Data(_)))));
        assert!(matches!(other.summary(&[1, 1], &question[..40]), Err(ShardError::BadMessage { .. })));
        Vec::new()
    });
    assert!(matches!(error, FitError::Shards(ShardError::NoPartition)), "{error}");
    // The first answer is repeated for every look.
    let (workers, first) = (partitions(&data, 2, true), OnceLock::new());
    let (error, looks) =
        ends(&data, move |_, question| first.get_or_init(|| workers.summaries(question).unwrap()).clone());
    assert!(matches!(error, FitError::Shards(ShardError::Misfit { .. })) && looks < 50, "{error}, {looks}");
}

#[test]
fn answers_with_wrong_bytes_end_in_an_error() {
    let data = data(3000);
    for case in 0..400_usize {
        let workers = partitions(&data, 2, true);
        let (error, _) = ends(&data, move |look, question| {
            let mut answers = workers.summaries(question).unwrap();
            if look == case % 2 {
                let bytes = answers[0].len();
                // Most of the changed bytes are early ones: those of names, lengths and counts.
                let at = if case % 3 == 0 { case * 7919 % bytes } else { case / 2 % bytes };
                answers[0][at] = [0, 1, 127, 128, 255][case % 5];
            }
            answers
        });
        // No worker codes rows, so every fit ends with an error that says why.
        assert!(!error.to_string().is_empty());
    }
}

/// Workers whose looks are counted.
#[derive(Debug)]
struct CountedWorkers {
    workers: Arc<dyn Workers>,
    looks: AtomicUsize,
}

impl Workers for CountedWorkers {
    fn summaries(&self, question: &[u8]) -> Result<Answers, WorkersError> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.workers.summaries(question)
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        self.workers.code(coding)
    }

    fn answers(&self, request: &[u8]) -> Result<Answers, WorkersError> {
        self.workers.answers(request)
    }
}

#[test]
fn a_limit_that_is_reached_is_an_outcome() {
    let data = data(9000);
    let counted = Arc::new(CountedWorkers { workers: partitions(&data, 2, true), looks: AtomicUsize::new(0) });
    let workers: Arc<dyn Workers> = counted.clone();
    let (classes, ended) = (&data.target.classes, Limits::default().within(Some(Duration::ZERO)));
    let stay = Parameters { rows_at_hand: NonZeroUsize::MIN, ..Parameters::default() };
    let fitted = [
        Learner::new(Parameters::of(Method::Rug)).unwrap().fit_shards(&workers, "y", classes, &ended, &mut ()),
        Learner::new(Parameters::default()).unwrap().fit_shards(&workers, "y", classes, &ended, &mut ()),
        Learner::new(stay).unwrap().fit_shards(&workers, "y", classes, &ended, &mut ()),
    ];
    for fitted in fitted {
        let model = fitted.unwrap().model;
        assert_eq!((model.certificate.status, model.rules.len()), (Status::TimeLimit, 0));
        assert_eq!(model.certificate.lower_bound, None);
    }
    // Each fit ended after one look, although the cut points of these rows need more.
    assert_eq!(counted.looks.load(Ordering::Relaxed), 3);
    rug(&workers, &Parameters::of(Method::Rug), &data).unwrap();
    assert!(counted.looks.load(Ordering::Relaxed) > 4);
}
