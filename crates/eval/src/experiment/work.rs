//! The work of an experiment, done by several threads.

use super::choose::best;
use super::error::ExperimentError;
use super::journal::Journal;
use super::learn::{FitFailure, Learned, learn};
use super::measure::Values;
use super::plan::{Batch, Cell, Choice};
use super::row::{Row, Rows};
use rulegen::limits::Limits;
use rulegen_data::stratified_splits_of;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A listener to the progress of a run. It is told the work done since the last time, the total
/// work and the cell. Units of work take about the same time.
pub type Watcher<'a> = &'a (dyn Fn(u64, u64, &str) + Sync);

/// A piece of work for one thread: the scores of a batch of settings on a fold, or the rows of a
/// cell.
struct Job<'a> {
    cell: &'a Cell<'a>,
    trial: Option<(&'a Batch, usize)>,
    /// The jobs of the cell that are not done. Whoever does the last one makes the rows of the
    /// cell.
    left: &'a AtomicUsize,
}

/// A run of an experiment.
pub(crate) struct Run<'a> {
    journal: Mutex<Journal>,
    /// The first error of a fit.
    failure: Mutex<Option<(String, FitFailure)>>,
    limits: Limits,
    watcher: Watcher<'a>,
}

impl<'a> Run<'a> {
    /// A run that continues a journal.
    pub(crate) fn new(journal: Journal, limits: Limits, watcher: Watcher<'a>) -> Self {
        Run { journal: Mutex::new(journal), failure: Mutex::default(), limits, watcher }
    }

    /// Returns all rows, and the first error of a fit with the name of its cell.
    pub(crate) fn into_rows(self) -> (Rows, Option<(String, FitFailure)>) {
        let journal = self.journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        (journal.rows, self.failure.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the work of these cells in their order, `at_once` fits at a time, each on this number
    /// of threads, until the deadline. Returns true if the deadline ended it.
    ///
    /// # Errors
    /// Results that cannot be written.
    pub(crate) fn work_off(
        &self,
        cells: &[&Cell<'_>],
        at_once: usize,
        threads: usize,
        deadline: Option<Instant>,
    ) -> Result<bool, ExperimentError> {
        let counts: Vec<AtomicUsize> = cells.iter().map(|_| AtomicUsize::new(0)).collect();
        let mut jobs = Vec::new();
        for (cell, left) in cells.iter().zip(&counts) {
            let trials = self.open_trials(cell);
            left.store(trials.len().max(1), Ordering::Relaxed);
            jobs.extend(trials.iter().map(|&trial| Job { cell, trial: Some(trial), left }));
            jobs.extend(trials.is_empty().then_some(Job { cell, trial: None, left }));
        }
        let total = jobs.iter().map(|job| self.work(job)).sum();
        (self.watcher)(0, total, "");
        let (jobs, next) = (&jobs, &AtomicUsize::new(0));
        let work = || -> Result<(), ExperimentError> {
            while !self.limits.stop.is_raised()
                && let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
            {
                self.work_on(job).inspect_err(|_| self.limits.stop.raise())?;
                (self.watcher)(self.work(job), total, &job.cell.name());
            }
            Ok(())
        };
        let (running, ended) = channel::<()>();
        std::thread::scope(|scope| {
            let start = |running| {
                // A fit that waits must not begin another: each worker has threads of its own for
                // its fits.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                scope.spawn(move || {
                    let _running = running;
                    pool.map_or_else(|_| work(), |pool| pool.install(work))
                })
            };
            let workers: Vec<_> = (0..at_once).map(|_| start(running.clone())).collect();
            drop(running);
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let spent = left.is_some_and(|left| ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout));
            if spent {
                self.limits.stop.raise();
            }
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            workers.into_iter().map(join).collect::<Result<Vec<()>, _>>().map(|_| spent)
        })
    }

    /// The work of a job: rows times fits.
    fn work(&self, job: &Job<'_>) -> u64 {
        let fits = job.trial.map_or(1, |(batch, _)| batch.len());
        (job.cell.set.rows() * fits) as u64
    }

    fn work_on(&self, job: &Job<'_>) -> Result<(), ExperimentError> {
        if let Some((batch, fold)) = job.trial {
            self.try_batch(job.cell, batch, fold)?;
        }
        // After the last job only the fit is left to do.
        if job.left.fetch_sub(1, Ordering::AcqRel) == 1 && !self.limits.stop.is_raised() {
            self.fit(job.cell)?;
        }
        Ok(())
    }

    /// Lists the batches and folds of a cell that are not in the journal.
    fn open_trials<'c>(&self, cell: &Cell<'c>) -> Vec<(&'c Batch, usize)> {
        let Some(Choice { folds, .. }) = cell.choice else { return Vec::new() };
        let journal = self.journal();
        let is_open = |&(batch, fold): &(&Batch, usize)| {
            batch.iter().any(|point| !journal.rows.contains_key(&cell.key(point.at, Some(fold))))
        };
        let trials = cell.batches.iter().flat_map(|batch| (0..folds).map(move |fold| (batch, fold)));
        trials.filter(is_open).collect()
    }

    /// Learns a batch of settings on a fold of the training rows, and keeps its scores.
    fn try_batch(&self, cell: &Cell<'_>, batch: &Batch, fold: usize) -> Result<(), ExperimentError> {
        let Some(Choice { folds, measures }) = cell.choice else { return Ok(()) };
        let (train, _) = &cell.set.splits[cell.split];
        let data = &cell.set.data;
        let inner = stratified_splits_of(&data.target, data.blocks.as_ref(), train, folds, cell.seed());
        let inner = inner.map_err(|source| ExperimentError::Data { set: cell.set.spec.name.clone(), source })?;
        let Some(Learned { mut rows, .. }) = learn(cell, batch, &inner[fold], true, &self.limits) else {
            return Ok(());
        };
        // A score of a model that was cut short chooses no setting.
        if rows.iter().any(Row::interrupted) {
            return Ok(());
        }
        for row in &mut rows {
            if row.failed() {
                log::error!("{}, {}: {}", cell.name(), row.settings, row.note);
            }
            row.key.fold = Some(fold);
            row.values.retain(|name, _| name == "fit_seconds" || measures.iter().any(|measure| measure.name == name));
        }
        self.journal().append(rows)
    }

    /// Learns from the training rows of a cell, measures on its test rows, and keeps the result.
    fn fit(&self, cell: &Cell<'_>) -> Result<(), ExperimentError> {
        let chosen = cell.choice.and_then(|choice| self.chosen(cell, choice));
        let holds = |batch: &&Batch| batch.iter().any(|point| Some(point.at) == chosen.as_ref().map(|best| best.0));
        // The whole path is solved again: rules found for one complexity serve another.
        let batch = cell.batches.iter().find(holds).unwrap_or(cell.batch);
        let split = &cell.set.splits[cell.split];
        let Some(Learned { mut rows, failure }) = learn(cell, batch, split, false, &self.limits) else {
            return Ok(());
        };
        if let Some(failure) = failure {
            let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| (cell.name(), failure));
        }
        if let Some((setting, values)) = chosen {
            rows.retain(|row| row.key.setting == setting);
            for row in &mut rows {
                row.key.setting = 0;
                row.values.extend(values.clone());
            }
        }
        self.journal().append(rows)
    }

    /// Chooses the setting of a cell by its trials. Returns it with its mean score and the seconds
    /// of all trials.
    fn chosen(&self, cell: &Cell<'_>, choice: Choice) -> Option<(usize, Values)> {
        let journal = self.journal();
        let trial = |setting: usize, fold: usize| journal.rows.get(&cell.key(setting, Some(fold)));
        let trials = |setting| (0..choice.folds).filter_map(|fold| trial(setting, fold)).collect::<Vec<&Row>>();
        let trials: Vec<Vec<&Row>> = (0..cell.method.settings()).map(trials).collect();
        let (setting, score) = best(&trials, choice.measures)?;
        let seconds = trials.iter().flatten().filter_map(|row| row.values.get("fit_seconds")).sum();
        let mut values = Values::from([("choice_seconds".to_owned(), seconds)]);
        values.extend(score.map(|score| ("choice_score".to_owned(), score)));
        Some((setting, values))
    }
}
