//! Runs an experiment: cells in parallel, each result kept as soon as it is known.

use super::cells::Plan;
use super::error::ExperimentError;
use super::manifest::{Maker, Manifest, fingerprint};
use super::memory::usual_bound;
use super::published::Published;
use super::results::{Lock, Results};
use super::row::{Key, Keyed};
use super::spec::Spec;
use super::splits::write_splits;
use super::watcher::Watcher;
use super::work::Run;
use rulegen::PricerRegistry;
use rulegen::limits::StopFlag;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How an experiment is run. None of this changes a result, but for what the names of own pricers stand for.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder of results, which a run continues from.
    pub folder: PathBuf,
    /// Threads of all fits together; at least 1.
    pub threads: usize,
    /// The most bytes that running fits may need together, by estimate; half of the machine's memory where not given.
    pub memory: Option<u64>,
    /// After this time nothing is started, and running fits are abandoned.
    pub budget: Option<Duration>,
    /// Only these data sets; all where none is named.
    pub only: Vec<String>,
    /// Whether fits that failed before are tried again.
    pub retry_failed: bool,
    /// What names of pricers in the specification stand for.
    pub pricers: PricerRegistry,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell is done.
    Finished,
    /// The budget is spent.
    Budget,
    /// The run was asked to end.
    Interrupted,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// Why it ended.
    pub end: End,
    /// Cells of the experiment: a method on a split of a data set.
    pub cells: usize,
    /// Those that are done, now or before.
    pub done: usize,
    /// Those of them that failed; their rows say why.
    pub failed: usize,
}

/// Reads an experiment's data, and writes its manifest and the test rows of every split into `folder`, for programs
/// that are to be compared on the same rows.
///
/// # Errors
/// As [`run_experiment`].
pub fn write_experiment_splits(
    spec_file: &Path,
    folder: &Path,
    only: &[String],
    pricers: &PricerRegistry,
) -> Result<(), ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, only, pricers)?;
    let _lock = Lock::take(folder)?;
    begin(spec_file, &plan, folder).map(|_| ())
}

/// Writes everything that a folder holds before anything is learned.
fn begin(file: &Path, plan: &Plan<'_>, folder: &Path) -> Result<Manifest, ExperimentError> {
    let sets: Vec<_> = plan.sets.iter().zip(&plan.splits).map(|(set, splits)| (set, splits.as_slice())).collect();
    let mut manifest = Manifest::new(plan.spec, fingerprint(file)?, &sets);
    manifest.go_on(folder)?;
    manifest.write(folder)?;
    sets.into_iter().try_for_each(|(set, splits)| write_splits(&folder.join("splits"), set, splits))?;
    Ok(manifest)
}

/// Runs what is left of an experiment. The results are in the files of the folder.
///
/// Cells start in the order of their rows times the number of their split. So an early end leaves all methods of a
/// split, and several splits of small sets before one of a large set. Raising `stop` ends the run; fits that it
/// interrupts do not count.
///
/// # Errors
/// A specification or data that cannot be used, a folder with other results, files that cannot be written. A fit that
/// fails is no error: its row says so.
pub fn run_experiment(
    spec_file: &Path,
    options: &RunOptions,
    stop: &StopFlag,
    watcher: &dyn Watcher,
) -> Result<RunOutcome, ExperimentError> {
    let start = Instant::now();
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, &options.only, &options.pricers)?;
    // A fault in a file of published figures should show now, and not in the report after a run of days.
    spec.report.published.iter().try_for_each(|published| Published::read(published).map(|_| ()))?;
    let _lock = Lock::take(&options.folder)?;
    let mut manifest = begin(spec_file, &plan, &options.folder)?;
    let mut results = Results::open(&options.folder)?;
    if options.retry_failed {
        results.forget_failed();
    }
    let cells = plan.open_cells(&results);
    results.forget(&cells.iter().flat_map(|cell| plan.expected(cell)).collect())?;
    let (n_cells, n_open) = (plan.cells.len(), cells.len());
    let maker = Maker::here(options.threads, spec.fit_threads);
    if n_open > 0 && !manifest.made_by.contains(&maker) {
        manifest.made_by.push(maker);
        manifest.write(&options.folder)?;
    }

    let run = Run::new(&spec, &plan, results, stop, watcher)?;
    let workers = (options.threads / spec.fit_threads).max(1);
    let deadline = options.budget.and_then(|budget| start.checked_add(budget));
    let spent = run.work_off(&cells, workers, options.memory.unwrap_or_else(usual_bound), deadline)?;

    let results = run.into_results();
    let done = n_cells - n_open + cells.iter().filter(|cell| plan.is_done(cell, &results)).count();
    let expected: HashSet<Key> = plan.cells.iter().flat_map(|cell| plan.expected(cell)).collect();
    let failed = results.rows.rows.iter().filter(|row| row.failed() && expected.contains(&row.key())).count();
    results.finish(&plan.methods)?;
    #[cfg(feature = "parquet")]
    super::parquet::write_parquet(&options.folder)?;
    let end = match (done == n_cells, spent) {
        (true, _) => End::Finished,
        (false, true) => End::Budget,
        (false, false) => End::Interrupted,
    };
    Ok(RunOutcome { end, cells: n_cells, done, failed })
}
