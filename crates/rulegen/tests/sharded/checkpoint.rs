//! A fit that is lost: another goes on from its checkpoint, and ends with the same model.

use crate::data;
use crate::util::partitions;
use rulegen::data::Dataset;
use rulegen::limits::Limits;
use rulegen::{
    CostScaling, FitError, Fitted, RugClassifier, RugParameters, RuleClassifier, RuleParameters, Workers, WorkersError,
};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Workers that are gone after so many requests.
#[derive(Debug)]
struct Mortal {
    workers: Arc<dyn Workers>,
    left: AtomicUsize,
    asked: AtomicUsize,
}

impl Mortal {
    fn new(data: &Dataset, left: usize) -> Arc<Self> {
        let workers = partitions(data, 3, true);
        Arc::new(Mortal { workers, left: AtomicUsize::new(left), asked: AtomicUsize::new(0) })
    }
}

impl Workers for Mortal {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        self.workers.summaries(question)
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        self.workers.code(coding)
    }

    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let one_less = |left: usize| left.checked_sub(1);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => self.workers.answers(request),
            Err(_) => Err("all workers are gone".into()),
        }
    }
}

/// That fits which end after some of their requests leave what another can go on from. `fit` fits with a checkpoint.
fn goes_on(data: &Dataset, fit: impl Fn(Arc<Mortal>, Option<PathBuf>) -> Result<Fitted, FitError>) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| Some(folder.path().join(name));
    let whole = Mortal::new(data, usize::MAX);
    let model = fit(whole.clone(), None).unwrap().model.to_json();
    let all = whole.asked.load(Ordering::Relaxed);
    assert_eq!(fit(Mortal::new(data, usize::MAX), file("whole")).unwrap().model.to_json(), model);
    for part in 1..4 {
        let path = file(&format!("after {part}"));
        fit(Mortal::new(data, all * part / 4), path.clone()).unwrap_err();
        let rest = Mortal::new(data, usize::MAX);
        assert_eq!(fit(rest.clone(), path.clone()).unwrap().model.to_json(), model, "{part}");
        // Early on there may have been no round yet that was priced to its end.
        let asked = rest.asked.load(Ordering::Relaxed);
        assert!(asked <= all && (part < 3 || asked < all), "{part}: {asked} of {all}");
        // A second time nothing is priced at all, and of other data nothing is taken.
        let written = std::fs::read(path.as_deref().unwrap()).unwrap();
        assert_eq!(fit(Mortal::new(data, usize::MAX), path.clone()).unwrap().model.to_json(), model);
        assert_eq!(std::fs::read(path.as_deref().unwrap()).unwrap(), written);
        refuses(crate::data(700, 2), path.as_deref().unwrap());
    }
}

/// That a fit of other data does not go on from this checkpoint.
fn refuses(other: Dataset, path: &Path) {
    let rows_at_hand = NonZeroUsize::MIN;
    let p = RuleParameters { checkpoint: Some(path.to_owned()), rows_at_hand, ..RuleParameters::default() };
    let workers: Arc<dyn Workers> = Mortal::new(&other, usize::MAX);
    let fitted =
        RuleClassifier::new(p).unwrap().fit_shards(&workers, "y", &other.target.classes, &Limits::default(), &mut ());
    assert!(matches!(fitted, Err(FitError::Checkpoint { .. })));
}

#[test]
fn of_rules_whose_number_is_chosen() {
    let data = data(1000, 3);
    goes_on(&data, |workers, checkpoint| {
        let workers: Arc<dyn Workers> = workers;
        let rows_at_hand = NonZeroUsize::MIN;
        let p = RuleParameters { max_length: Some(2), folds: 3, rows_at_hand, checkpoint, ..RuleParameters::default() };
        RuleClassifier::new(p).unwrap().fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ())
    });
}

#[test]
fn of_a_sample_that_is_priced_on_all_rows() {
    let data = data(2000, 2);
    goes_on(&data, |workers, checkpoint| {
        let workers: Arc<dyn Workers> = workers;
        let p = RugParameters {
            penalty: 10.0,
            cost_scaling: CostScaling::None,
            rows_at_hand: NonZeroUsize::new(200).unwrap(),
            checkpoint,
            ..RugParameters::default()
        };
        RugClassifier::new(p).unwrap().fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ())
    });
}
