//! A run on its own thread, with Python's signals looked after on the one that waits.

use crate::notes::Notes;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use rulegen::driver::{Observer, Round};
use rulegen::limits::StopFlag;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at signals, and so the longest delay of Ctrl-C.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// The result of some work, its rounds and its notes.
pub(crate) struct Watched<T> {
    pub(crate) done: T,
    /// The time of the work.
    pub(crate) took: Duration,
    pub(crate) rounds: Vec<Round>,
    pub(crate) notes: Vec<String>,
}

/// Sends every round to the thread that waits.
struct Telling(Sender<Round>);

impl Observer for Telling {
    fn round(&mut self, round: &Round) {
        // Nobody listens any more only when the run is being abandoned.
        let _ = self.0.send(round.clone());
    }
}

/// Does `work` on so many threads, without the interpreter's lock. `each` is called, with the lock,
/// after every round; Ctrl-C raises the flag that the work gets, and it ends with what it has. A
/// second Ctrl-C, any other exception of a signal handler, and one of `each` raise the flag too,
/// and are raised when the work has ended.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    threads: usize,
    each: Option<&Py<PyAny>>,
    work: impl FnOnce(&StopFlag, &mut dyn Observer) -> T + Send,
) -> PyResult<Watched<T>> {
    let (notes, stop) = (Notes::default(), &StopFlag::default());
    let pool = notes.pool(threads)?;
    let (sender, receiver) = channel();
    py.detach(move || {
        thread::scope(|scope| {
            let timed = move || {
                let start = Instant::now();
                (work(stop, &mut Telling(sender)), start.elapsed())
            };
            let worker = scope.spawn(move || pool.install(timed));
            let listened = listen(&receiver, stop, each);
            let (done, took) = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            listened.map(|rounds| Watched { done, took, rounds, notes: notes.take() })
        })
    })
}

/// Takes rounds until the run has ended.
fn listen(receiver: &Receiver<Round>, stop: &StopFlag, each: Option<&Py<PyAny>>) -> PyResult<Vec<Round>> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut raised = None;
    loop {
        let told = receiver.recv_timeout(PATIENCE);
        let looked = Python::attach(|py| {
            py.check_signals()?;
            match (&told, each) {
                (Ok(round), Some(each)) => tell(py, each, round),
                _ => Ok(()),
            }
        });
        if let Err(error) = looked {
            let first = !stop.is_raised() && Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py));
            stop.raise();
            if !first {
                raised.get_or_insert(error);
            }
        }
        match told {
            Ok(round) => rounds.push(round),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return raised.map_or(Ok(rounds), Err),
        }
    }
}

fn tell(py: Python<'_>, each: &Py<PyAny>, round: &Round) -> PyResult<()> {
    each.call1(py, (round.iteration, round.objective, round.lower_bound, round.columns))?;
    Ok(())
}
