//! Runs an experiment: fits in parallel, each result kept as soon as it is known.

use super::error::ExperimentError;
use super::journal::Journal;
use super::learn::FitFailure;
use super::manifest::{Manifest, fingerprint, maker};
use super::plan::{Cell, Plan};
use super::published::PublishedFigures;
use super::row::{Key, Row, Rows, write_csv};
use super::spec::Spec;
use super::work::{Run, Watcher};
use rulegen::Registry;
use rulegen::limits::{Limits, StopFlag};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options of a run. They change no result, except for the meaning of the names of own pricers
/// and losses.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder of results, which a run continues from. Without one, nothing is kept.
    pub folder: Option<PathBuf>,
    /// Fits that run at once; at least 1.
    pub at_once: usize,
    /// The threads of each fit.
    pub threads: usize,
    /// The time after which nothing is started, and running fits are cut short.
    pub budget: Option<Duration>,
    /// Only these data sets; all if none is named.
    pub only: Vec<String>,
    /// The meaning of names of pricers and losses in the specification.
    pub registry: Registry,
    /// The flag that ends the run when it is raised. Fits that it cuts short have rows, and are
    /// made again when the run is continued.
    pub stop: StopFlag,
    /// The most memory, in bytes, of one piece of work.
    pub memory: Option<u64>,
}

/// The outcome of a run.
#[derive(Debug)]
pub struct RunOutcome {
    /// Cells of the experiment: a method on a split of a data set.
    pub cells: usize,
    /// Cells with results, from now or before.
    pub done: usize,
    /// Rows of fits that failed, which say why.
    pub failed: usize,
    /// True if it was asked to end before every cell was done.
    pub interrupted: bool,
    /// The first fit that failed now, and its error.
    pub failure: Option<(String, FitFailure)>,
}

/// Reads an experiment's data, and writes its manifest and the test rows of every split into
/// `folder`, for programs that are to be compared on the same rows.
///
/// # Errors
/// As [`run_experiment`].
pub fn write_experiment_splits(
    spec_file: &Path,
    folder: &Path,
    only: &[String],
    registry: &Registry,
) -> Result<(), ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, Vec::new(), only, registry)?;
    plan.cells()?;
    begin(&plan, fingerprint(spec_file)?, folder).map(|_| ())
}

/// Writes everything that a folder holds before anything is learned, and opens the journal.
fn begin(plan: &Plan<'_>, fingerprint: String, folder: &Path) -> Result<(Manifest, Journal), ExperimentError> {
    std::fs::create_dir_all(folder).map_err(ExperimentError::write(folder))?;
    let manifest = Manifest::new(plan, fingerprint).continued(folder)?;
    let journal = Journal::open(folder)?;
    manifest.write(folder)?;
    plan.sets.iter().try_for_each(|set| set.write_splits(&folder.join("splits")))?;
    Ok((manifest, journal))
}

/// Runs the open part of an experiment. The results are in the files of the folder.
///
/// # Errors
/// A specification or data that cannot be used, a folder with other results, files that cannot be
/// written. A fit that fails is no error: its row says so.
pub fn run_experiment(
    spec_file: &Path,
    options: &RunOptions,
    watcher: Watcher<'_>,
) -> Result<RunOutcome, ExperimentError> {
    let start = Instant::now();
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, Vec::new(), &options.only, &options.registry)?;
    // A fault in a file of published figures should show now, and not in the report after a run of
    // days.
    spec.report.published.iter().try_for_each(|published| PublishedFigures::read(published).map(|_| ()))?;
    let (outcome, rows) = run(&plan, fingerprint(spec_file)?, options, start, watcher)?;
    if let Some(folder) = &options.folder {
        write_csv(folder, &rows, &spec)?;
    }
    Ok(outcome)
}

/// Runs the open cells of a plan. Returns all rows of the folder.
///
/// Cells start in the order of their rows times the number of their split. So an early end leaves
/// all methods of a split, and several splits of small sets before one of a large set. Fits that
/// failed before, or were cut short, are made again.
///
/// # Errors
/// A folder with other results, or files that cannot be written.
pub(crate) fn run(
    plan: &Plan<'_>,
    fingerprint: String,
    options: &RunOptions,
    start: Instant,
    watcher: Watcher<'_>,
) -> Result<(RunOutcome, Rows), ExperimentError> {
    let cells = plan.cells()?;
    let (mut manifest, journal) = match &options.folder {
        Some(folder) => begin(plan, fingerprint, folder)?,
        None => (Manifest::new(plan, fingerprint), Journal::in_memory()),
    };
    let is_open = |row: &Row| row.failed() || row.interrupted();
    let is_open = |cell: &&Cell<'_>| cell.keys().iter().any(|key| journal.rows.get(key).is_none_or(is_open));
    let open: Vec<&Cell<'_>> = cells.iter().filter(is_open).collect();
    let made_by = |folder| (folder, maker(options.at_once));
    let new = options.folder.as_ref().filter(|_| !open.is_empty()).map(made_by);
    if let Some((folder, maker)) = new.filter(|(_, maker)| !manifest.made_by.contains(maker)) {
        if let Some(before) = manifest.made_by.last() {
            log::warn!("{} has results of another build or machine, which stay: {before}", folder.display());
        }
        manifest.made_by.push(maker);
        manifest.write(folder)?;
    }
    let deadline = options.budget.and_then(|budget| start.checked_add(budget));
    let limits = Limits { memory: options.memory, ..options.stop.clone().into() };
    let run = Run::new(journal, limits, watcher);
    let spent = run.work_off(&open, options.at_once, options.threads, deadline)?;

    let (rows, failure) = run.into_rows();
    let keys: Vec<Vec<Key>> = cells.iter().map(Cell::keys).collect();
    let is_done = |key: &Key| rows.get(key).is_some_and(|row| !row.interrupted());
    let done = keys.iter().filter(|keys| keys.iter().all(is_done)).count();
    let failed = keys.iter().flatten().filter(|key| rows.get(key).is_some_and(Row::failed)).count();
    let interrupted = done < cells.len() && !spent;
    Ok((RunOutcome { cells: cells.len(), done, failed, interrupted, failure }, rows))
}
