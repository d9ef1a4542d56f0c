//! Damaged messages between the coordinator and the workers of a fit over shards: input that does
//! not fit is an error, and never a panic or more memory than there is.
//!
//! The corpus holds the messages of fits of this version. Messages of other versions are refused at
//! once.

use crate::mutant::Mutant;
use crate::target::{check_mutant, watch};
use rulegen::data::{Table, Values};
use rulegen::limits::Limits;
use rulegen::rule::{Model, ROUNDING};
use rulegen::shards::{CodedShard, InProcess, Partition, Workers, WorkersError, sum_answers};
use rulegen::{FitError, Fitted, Learner, Method, Parameters};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Lengths and numbers as messages have them, and large ones.
const BYTES: &[&str] =
    &["\0", "\u{1}", "\u{2}", "\u{3}", "\u{7f}", "\0\0\0\0", "\u{7f}\u{7f}\u{7f}\u{7f}", "0.2.0", "word"];

/// Gives a worker a message as each kind that it may be: to summarise rows, to code them, to
/// continue with a shard, to answer, or to add up answers.
#[test]
fn workers() {
    let said = said();
    let shard = CodedShard::new(&partitions()[0], &said.codings[0]).expect("the coordinator's own words");
    let corpus: Vec<Vec<u8>> =
        [vec![shard.to_bytes()], said.questions, said.codings, said.requests.clone(), said.answers.clone()].concat();
    let check = |bytes: &[u8]| {
        let summary = partitions()[0].summary(&[32, 32], bytes);
        let coded = CodedShard::new(&partitions()[0], bytes);
        let copy = CodedShard::from_bytes(bytes);
        for shard in [&coded, &copy].into_iter().flatten() {
            said.requests.iter().for_each(|request| drop(shard.answer(request)));
            let again = CodedShard::from_bytes(&shard.to_bytes()).expect("what was written can be read");
            assert_eq!(again.to_bytes(), shard.to_bytes());
        }
        let answered = shard.answer(bytes);
        let sums = said.answers.iter().filter(|answer| sum_answers([bytes, answer]).is_ok()).count();
        summary.is_ok() || coded.is_ok() || copy.is_ok() || answered.is_ok() || sums > 0
    };
    assert!(corpus.iter().all(|bytes| watch("workers", bytes, check)), "what was said is understood");
    bolero::check!().with_type::<Mutant>().for_each(|mutant| {
        check_mutant("workers", mutant, &corpus, BYTES, check);
    });
}

/// A coordinator whose workers answer something else, once or whenever they give this answer.
#[test]
fn coordinators() {
    let said = said();
    let corpus: Vec<Vec<u8>> = [said.summaries, said.answers].concat();
    bolero::check!().with_type::<(u16, bool, bool, Mutant)>().for_each(|(place, penalty, fetched, mutant)| {
        let place = usize::from(*place) % corpus.len();
        let damaged = mutant.bytes(&corpus, BYTES);
        watch("coordinators", &damaged, |damaged| {
            let workers = Lying { workers: in_process(), meant: corpus[place].clone(), said: damaged.to_vec() };
            let soon = Limits::default().within(Some(Duration::from_secs(1)));
            check_fit(fit(*penalty, if *fetched { ALL } else { FEW }, Arc::new(workers), &soon))
        });
    });
}

/// Fewer rows at hand than there are merged rows, which are then not fetched.
const FEW: usize = 10;

/// As many rows at hand as there are merged rows.
const ALL: usize = 64;

/// Rows in two partitions: numbers, words, missing cells.
fn partitions() -> [Partition; 2] {
    [0, 1].map(|part| {
        let rows = (part..64).step_by(2);
        let x =
            rows.clone().map(|row| if row % 11 == 0 { f64::NAN } else { f64::from(row * 7 % 13) }).collect::<Vec<_>>();
        let words = Values::from_text(rows.clone().map(|row| ["red", "green", "blue"][row as usize % 3]));
        let table = Table::from_columns([("x", Values::from(x)), ("word", words)]).expect("columns of as many rows");
        let labels = rows.map(|row| u32::from(row * 7 % 13 > 5 || row % 3 == 0)).collect();
        Partition { table, labels, weights: None }
    })
}

fn in_process() -> Arc<dyn Workers> {
    Arc::new(InProcess::new(partitions().into(), 2))
}

/// A small fit that chooses its size, or has a penalty, and whose rules are then priced on all
/// rows.
fn fit(penalty: bool, rows_at_hand: usize, workers: Arc<dyn Workers>, limits: &Limits) -> Result<Fitted, FitError> {
    let classes = ["no".into(), "yes".into()];
    let rows_at_hand = number(rows_at_hand);
    let p = if penalty {
        Parameters { rows_at_hand, max_iterations: Some(5), ..Parameters::of(Method::Rug) }
    } else {
        let max_rules = Some(number(3));
        Parameters { rows_at_hand, max_length: Some(2), folds: 2, max_rules, ..Parameters::default() }
    };
    Learner::new(p)?.fit_shards(&workers, "y", &classes, limits, &mut ())
}

fn number(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("numbers here are not zero")
}

/// Checks that a fit ends with an error, or with a model whose bound is below its objective.
fn check_fit(fitted: Result<Fitted, FitError>) -> bool {
    let Ok(Fitted { model, .. }) = fitted else { return false };
    let certificate = &model.certificate;
    let size = certificate.objective.abs().max(1.0);
    let above = certificate.lower_bound.is_some_and(|bound| bound > certificate.objective + ROUNDING * size);
    assert!(!above, "{certificate:?}");
    assert_eq!(Model::from_json(&model.to_json()).expect("what was written can be read"), model);
    true
}

/// The messages of fits, each once.
#[derive(Debug, Default)]
struct Said {
    questions: Vec<Vec<u8>>,
    summaries: Vec<Vec<u8>>,
    codings: Vec<Vec<u8>>,
    requests: Vec<Vec<u8>>,
    answers: Vec<Vec<u8>>,
}

fn said() -> Said {
    let listening = Arc::new(Listening { workers: in_process(), said: Mutex::default() });
    for (penalty, rows_at_hand) in [(false, FEW), (true, FEW), (false, ALL), (true, ALL)] {
        fit(penalty, rows_at_hand, listening.clone(), &Limits::default()).expect("a fit over rows at hand");
    }
    let mut said = std::mem::take(&mut *listening.said());
    for messages in [&mut said.questions, &mut said.summaries, &mut said.codings, &mut said.requests, &mut said.answers]
    {
        messages.sort();
        messages.dedup();
    }
    said
}

/// Workers that record messages.
#[derive(Debug)]
struct Listening {
    workers: Arc<dyn Workers>,
    said: Mutex<Said>,
}

impl Listening {
    fn said(&self) -> std::sync::MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Workers for Listening {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        let summaries = self.workers.summaries(question)?;
        let mut said = self.said();
        said.questions.push(question.to_vec());
        said.summaries.extend_from_slice(&summaries);
        Ok(summaries)
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        self.said().codings.push(coding.to_vec());
        self.workers.code(coding)
    }

    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        let answers = self.workers.answers(request)?;
        let mut said = self.said();
        said.requests.push(request.to_vec());
        said.answers.extend_from_slice(&answers);
        Ok(answers)
    }
}

/// Workers that answer something else in place of this.
#[derive(Debug)]
struct Lying {
    workers: Arc<dyn Workers>,
    meant: Vec<u8>,
    said: Vec<u8>,
}

impl Lying {
    fn damage(&self, messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        messages.into_iter().map(|message| if message == self.meant { self.said.clone() } else { message }).collect()
    }
}

impl Workers for Lying {
    fn summaries(&self, question: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        Ok(self.damage(self.workers.summaries(question)?))
    }

    fn code(&self, coding: &[u8]) -> Result<(), WorkersError> {
        self.workers.code(coding)
    }

    fn answers(&self, request: &[u8]) -> Result<Vec<Vec<u8>>, WorkersError> {
        Ok(self.damage(self.workers.answers(request)?))
    }
}
