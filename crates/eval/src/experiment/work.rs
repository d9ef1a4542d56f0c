//! The work of an experiment, done by several threads.

use super::cells::{Cell, Plan};
use super::choose::{Tuning, ceiling};
use super::error::ExperimentError;
use super::grid::Batch;
use super::learn::{NoFit, Rows, failed, rows_of, score};
use super::memory::estimate;
use super::queue::Queue;
use super::results::Results;
use super::row::{Key, Keyed, Row, Timing, Trial};
use super::spec::{ChoiceSpec, Spec};
use super::splits::{Split, folds};
use super::watcher::Watcher;
use rulegen::limits::StopFlag;
use rulegen_data::stratified_folds;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A piece of work.
#[derive(Clone, Copy, Debug)]
enum Job {
    /// The scores of a batch of settings on the folds of a cell.
    Trial { cell: usize, batch: usize },
    /// The rows of a cell.
    Fit { cell: usize },
}

/// A run of an experiment.
pub(crate) struct Run<'a> {
    spec: &'a Spec,
    plan: &'a Plan<'a>,
    results: Mutex<Results>,
    /// The tuning of each cell whose settings are chosen.
    tunings: Vec<Option<Mutex<Tuning>>>,
    stop: &'a StopFlag,
    watcher: &'a dyn Watcher,
}

impl<'a> Run<'a> {
    /// A run that continues from these results.
    ///
    /// # Errors
    /// Scores of folds that do not exist, or that are not numbers.
    pub(crate) fn new(
        spec: &'a Spec,
        plan: &'a Plan<'a>,
        results: Results,
        stop: &'a StopFlag,
        watcher: &'a dyn Watcher,
    ) -> Result<Self, ExperimentError> {
        let run = Run { spec, plan, results: Mutex::new(results), tunings: tunings(plan), stop, watcher };
        run.resume_tunings()?;
        Ok(run)
    }

    /// The results, when the work is done.
    pub(crate) fn into_results(self) -> Results {
        self.results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the tunings the scores that are known already.
    fn resume_tunings(&self) -> Result<(), ExperimentError> {
        let results = lock(&self.results);
        for (cell, tuning) in self.plan.cells.iter().zip(&self.tunings) {
            let Some(tuning) = tuning else { continue };
            let key = self.plan.key(cell, 0);
            let mut tuning = lock(tuning);
            for trial in results.trials.rows.iter().filter(|trial| trial.is_of(&key)) {
                let points = self.plan.grid(cell).batches.get(trial.group).map_or(&[][..], |batch| &batch.points);
                let scores: Vec<(f64, f64)> = trial.pairs().collect();
                let numbers = scores.iter().all(|(score, tie)| !score.is_nan() && !tie.is_nan());
                if points.len() != scores.len() || trial.fold >= tuning.folds() || !numbers {
                    return Err(results.trials.bad(format!(
                        "the scores of {}, group {}, fold {} are damaged",
                        self.plan.name(cell),
                        trial.group,
                        trial.fold
                    )));
                }
                for (point, (score, tie)) in points.iter().zip(scores) {
                    tuning.record(point.at, trial.fold, score, tie);
                }
                tuning.seconds += trial.seconds;
            }
        }
        Ok(())
    }

    fn jobs(&self, cells: &[&Cell]) -> Vec<(Job, u64)> {
        let jobs = cells.iter().flat_map(|cell| {
            let at = cell.at;
            let trials = self.tunings[at].as_ref().map_or(0, |tuning| lock(tuning).open);
            let fit = (trials == 0).then_some(Job::Fit { cell: at });
            (0..trials).map(move |batch| Job::Trial { cell: at, batch }).chain(fit)
        });
        jobs.map(|job| (job, self.memory(&job))).collect()
    }

    fn cell(&self, job: &Job) -> &Cell {
        let (Job::Trial { cell, .. } | Job::Fit { cell }) = job;
        &self.plan.cells[*cell]
    }

    fn memory(&self, job: &Job) -> u64 {
        estimate(&self.plan.sets[self.cell(job).set]) * self.spec.fit_threads as u64
    }

    /// Rows times fits.
    fn work(&self, job: &Job) -> u64 {
        let cell = self.cell(job);
        let fits = match job {
            Job::Trial { cell: at, batch } => {
                let folds = self.tunings[*at].as_ref().map_or(1, |tuning| lock(tuning).folds());
                folds * self.plan.grid(cell).batches[*batch].points.len()
            }
            Job::Fit { .. } => self.plan.expected(cell).len(),
        };
        (self.plan.sets[cell.set].rows() * fits) as u64
    }

    /// Does the jobs of these cells until the deadline, with the given workers and memory. Returns whether the deadline
    /// ended it.
    ///
    /// # Errors
    /// Results that cannot be written, or folds that cannot be made.
    pub(crate) fn work_off(
        &self,
        cells: &[&Cell],
        workers: usize,
        memory: u64,
        deadline: Option<Instant>,
    ) -> Result<bool, ExperimentError> {
        let jobs = self.jobs(cells);
        self.watcher.begins(jobs.iter().map(|(job, _)| self.work(job)).sum::<u64>().max(1));
        let queue = Queue::new(jobs, memory);
        let first_error = Mutex::new(None);
        let mut spent = false;
        std::thread::scope(|scope| {
            let work = || {
                // A fit that waits must not begin another: each worker has its own threads.
                let pool = rayon::ThreadPoolBuilder::new().num_threads(self.spec.fit_threads).build();
                while let Some((job, taken)) = queue.take(self.stop) {
                    let done = match &pool {
                        Ok(pool) => pool.install(|| self.work_on(job)),
                        Err(_) => self.work_on(job),
                    };
                    let next = done.unwrap_or_else(|error| {
                        self.stop.raise();
                        lock(&first_error).get_or_insert(error);
                        None
                    });
                    self.watcher.advances(self.work(&job), &self.plan.name(self.cell(&job)));
                    queue.done(taken, next.map(|job| (job, self.memory(&job))));
                }
            };
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            while !threads.iter().all(|thread| thread.is_finished()) {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) && !self.stop.is_raised() {
                    spent = true;
                    self.stop.raise();
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        match first_error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(spent),
        }
    }

    /// Does a job. Returns the jobs that it made possible.
    fn work_on(&self, job: Job) -> Result<Option<Job>, ExperimentError> {
        match job {
            Job::Fit { cell } => self.fit(&self.plan.cells[cell]).map(|()| None),
            Job::Trial { cell, batch } => {
                self.try_batch(&self.plan.cells[cell], batch)?;
                let Some(tuning) = &self.tunings[cell] else { return Ok(None) };
                let mut tuning = lock(tuning);
                tuning.open -= 1;
                Ok((tuning.open == 0 && !self.stop.is_raised()).then_some(Job::Fit { cell }))
            }
        }
    }

    /// Scores a batch of settings fold by fold, until none of them can be chosen.
    fn try_batch(&self, cell: &Cell, batch: usize) -> Result<(), ExperimentError> {
        let (method, of) = (self.plan.method(cell), &self.plan.grid(cell).batches[batch]);
        let (Some(ChoiceSpec::CrossValidation { folds: k, measure, then }), Some(tuning)) =
            (self.plan.choice(cell), &self.tunings[cell.at])
        else {
            return Ok(());
        };
        let set = &self.plan.sets[cell.set];
        let inner = self.inner(cell, *k)?;
        let ceilings = inner.iter().map(|split| ceiling(*measure, &set.data.select_rows(&split.test)));
        lock(tuning).set_ceilings(ceilings.collect());
        for (fold, split) in inner.iter().enumerate() {
            let open = |tuning: &Tuning| {
                let hopeless = of.points.iter().all(|point| tuning.is_hopeless(point.at));
                !hopeless && of.points.iter().any(|point| !tuning.knows(point.at, fold))
            };
            if !open(&lock(tuning)) {
                continue;
            }
            let rows = Rows::of(&set.data, split, set.positive);
            let (common, start) = (self.plan.common(cell), Instant::now());
            let scored = score(method, of, &rows, &common, [*measure, then.unwrap_or(*measure)], self.stop);
            let scores = match scored {
                Ok(scores) => scores,
                Err(NoFit::Stopped) => return Ok(()),
                // A failed setting is chosen only if all fail.
                Err(NoFit::Failed(why)) => {
                    log::error!("{}, {}: {why}", self.plan.name(cell), words(of));
                    vec![[f64::NEG_INFINITY; 2]; of.points.len()]
                }
            };
            let seconds = start.elapsed().as_secs_f64();
            let trial = Trial::new(&self.plan.key(cell, 0), batch, fold, &scores, seconds);
            lock(&self.results).trials.append(vec![trial])?;
            let mut tuning = lock(tuning);
            tuning.seconds += seconds;
            of.points.iter().zip(scores).for_each(|(point, [score, tie])| tuning.record(point.at, fold, score, tie));
        }
        Ok(())
    }

    /// The score of a choice as it is reported: losses are compared with their signs turned around.
    fn shown(&self, cell: &Cell, score: f64) -> f64 {
        match self.plan.choice(cell) {
            Some(ChoiceSpec::CrossValidation { measure, .. }) if !measure.look().up => -score,
            _ => score,
        }
    }

    /// The folds of the choice among settings, which divide the training rows of a cell.
    fn inner(&self, cell: &Cell, k: usize) -> Result<Vec<Split>, ExperimentError> {
        let (set, train) = (&self.plan.sets[cell.set], &self.plan.splits[cell.set][cell.split].train);
        let fold_of = stratified_folds(&set.data.target.select_rows(train), k, self.plan.seed(cell));
        let fold_of = fold_of.map_err(|source| ExperimentError::Data { set: set.name.clone(), source })?;
        let rows = |places: &[usize]| places.iter().map(|&place| train[place]).collect();
        let fold = |fold: &Split| Split { train: rows(&fold.train), test: rows(&fold.test) };
        Ok(folds(&fold_of, k).iter().map(fold).collect())
    }

    /// Learns from the training rows of a cell, measures on its test rows, and keeps the result.
    fn fit(&self, cell: &Cell) -> Result<(), ExperimentError> {
        let (method, grid) = (self.plan.method(cell), self.plan.grid(cell));
        let set = &self.plan.sets[cell.set];
        let rows = Rows::of(&set.data, &self.plan.splits[cell.set][cell.split], set.positive);
        let tuned = self.tunings[cell.at].as_ref().map(lock);
        let chosen = tuned.as_deref().map(|tuning| (tuning.best(), tuning.seconds));
        drop(tuned);
        let (batch, keys): (&Batch, Vec<Key>) = match chosen {
            None => (&grid.batches[cell.batch], self.plan.expected(cell)),
            Some((best, _)) => {
                let at = best.map_or(0, |(at, _)| at);
                let holds = |batch: &&Batch| batch.points.iter().any(|point| point.at == at);
                let batch = grid.batches.iter().find(holds).unwrap_or(&grid.batches[0]);
                // The whole path is solved again: rules found for one complexity serve another.
                (batch, batch.points.iter().map(|point| self.plan.key(cell, point.at)).collect())
            }
        };
        let made = match rows_of(method, batch, &rows, &self.plan.common(cell), &keys, self.stop) {
            Ok(made) => made,
            Err(NoFit::Stopped) => return Ok(()),
            Err(NoFit::Failed(why)) => keys.iter().map(|key| failed(key, &rows, &why)).collect(),
        };
        let point = |key: &Key| batch.points.iter().find(|point| point.at == key.setting);
        let mut made: Vec<(Row, Timing)> = made
            .into_iter()
            .map(|(row, timing)| {
                let settings = point(&row.key()).map_or(String::new(), |point| point.words.clone());
                (Row { settings, ..row }, timing)
            })
            .collect();
        if let Some((best, seconds)) = chosen {
            let (at, score) = best.map_or((keys[0].setting, None), |(at, score)| (at, Some(score)));
            made.retain(|(row, _)| row.setting == at);
            for (row, timing) in &mut made {
                (row.setting, timing.setting) = (0, 0);
                row.choice_score = score.filter(|score| score.is_finite()).map(|score| self.shown(cell, score));
                timing.choice_seconds = Some(seconds);
            }
        }
        lock(&self.results).append(made)
    }
}

fn words(batch: &Batch) -> String {
    batch.points.iter().map(|point| point.words.as_str()).collect::<Vec<_>>().join(" | ")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tunings of the cells whose settings are chosen, without scores.
fn tunings(plan: &Plan<'_>) -> Vec<Option<Mutex<Tuning>>> {
    let tuning = |cell: &Cell| match plan.choice(cell)? {
        ChoiceSpec::CrossValidation { folds, .. } => {
            let grid = plan.grid(cell);
            Some(Mutex::new(Tuning::new(grid.len(), grid.batches.len(), *folds)))
        }
        ChoiceSpec::Each => None,
    };
    plan.cells.iter().map(tuning).collect()
}
