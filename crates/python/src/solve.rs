//! A run round by round.

use crate::failure::{bad_input, fit_failed};
use crate::fit::Outcome;
use crate::notes::Notes;
use crate::round::said;
use crate::task::Task;
use crate::watch::PATIENCE;
use numpy::PyArray2;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::driver::{Observer, PricingProblem, Round};
use rulegen::limits::StopFlag;
use rulegen::{FitError, Fitted};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A round, and the problems that it priced.
type Told = (Round, Vec<PricingProblem>);

/// The result of a run, and its time.
type Done = (Result<Fitted, FitError>, Duration);

/// Hands every round out, and waits until the next is asked for.
struct Handing {
    told: Sender<Told>,
    next: Receiver<()>,
    problems: Vec<PricingProblem>,
}

impl Observer for Handing {
    fn problems(&mut self, problems: &[PricingProblem]) {
        self.problems = problems.to_vec();
    }

    fn round(&mut self, round: &Round) {
        let problems = std::mem::take(&mut self.problems);
        if self.told.send((round.clone(), problems)).is_ok() {
            // Nobody asks any more where the run is being ended: its stop flag is up.
            let _ = self.next.recv();
        }
    }
}

/// A run in its own thread, which rests between rounds. It begins when the first round is asked
/// for.
#[pyclass(module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Solving {
    stop: StopFlag,
    next: Option<Sender<()>>,
    /// Locked by nobody: whoever asks for a round has the object for himself.
    told: Mutex<Receiver<Told>>,
    worker: Option<JoinHandle<Done>>,
    rounds: Vec<Round>,
    notes: Notes,
    done: Option<(Fitted, Duration)>,
}

#[pymethods]
impl Solving {
    #[new]
    fn new(task: &Bound<'_, Task>, threads: usize) -> PyResult<Solving> {
        let Task { learner, data, target, .. } = task.get();
        let (learner, data, target) = (learner.clone(), data.clone(), target.clone());
        let notes = Notes::default();
        let pool = notes.pool(threads)?;
        let stop = StopFlag::default();
        let ((tell, told), (ask, asked)) = (channel(), channel());
        let limits = stop.clone().into();
        let work = move || {
            let _ = asked.recv();
            let start = Instant::now();
            let mut handing = Handing { told: tell, next: asked, problems: Vec::new() };
            let fitted = pool.install(|| learner.fit_observed(&data, &target, &limits, &mut handing));
            (fitted, start.elapsed())
        };
        let worker = Some(thread::spawn(work));
        Ok(Solving { stop, next: Some(ask), told: Mutex::new(told), worker, rounds: Vec::new(), notes, done: None })
    }

    /// The next round as a dictionary, with the `tags` of its pricing problems and their gains, the
    /// `duals`, and `notes` since the round before; nothing at the end.
    fn round<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if let Some(next) = &self.next {
            // The run may have ended, which shows below.
            let _ = next.send(());
        }
        let Some((round, problems)) = self.receive(py)? else {
            self.join(py)?;
            return Ok(None);
        };
        let dict = said(py, &round)?;
        self.rounds.push(round);
        dict.set_item("tags", problems.iter().map(|problem| problem.tag).collect::<Vec<_>>())?;
        let duals: Vec<Vec<f64>> = problems.into_iter().map(|problem| problem.gains).collect();
        dict.set_item("notes", self.notes.take())?;
        dict.set_item("duals", PyArray2::from_vec2(py, &duals).map_err(bad_input)?)?;
        Ok(Some(dict))
    }

    /// Ends the run where it is: the best model so far.
    fn outcome(&mut self, py: Python<'_>) -> PyResult<Outcome> {
        if self.worker.is_some() {
            self.stop.raise();
            self.next = None;
            while let Some((round, _)) = self.receive(py)? {
                self.rounds.push(round);
            }
            self.join(py)?;
        }
        let (fitted, learning) = self.done.clone().ok_or_else(|| PyRuntimeError::new_err("the run has failed"))?;
        Ok(Outcome { fitted, rounds: self.rounds.clone(), notes: self.notes.take(), learning })
    }
}

impl Solving {
    /// Waits for a round, and looks after signals meanwhile; nothing where the run has ended.
    fn receive(&mut self, py: Python<'_>) -> PyResult<Option<Told>> {
        let told = &mut self.told;
        loop {
            let next = py.detach(|| told.get_mut().unwrap_or_else(|lock| lock.into_inner()).recv_timeout(PATIENCE));
            match next {
                Ok(told) => return Ok(Some(told)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.stop.raise())?,
            }
        }
    }

    /// Takes what the run came to.
    fn join(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(worker) = self.worker.take() else { return Ok(()) };
        let (fitted, time) = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
        self.done = Some((fitted.map_err(fit_failed)?, time));
        Ok(())
    }
}

/// A run that nobody asks any more ends by itself: nobody waits for it.
impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
