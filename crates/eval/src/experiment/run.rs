//! Runs an experiment: fits in parallel, each result kept as soon as it is known.

use super::error::ExperimentError;
use super::journal::Journal;
use super::manifest::{Manifest, fingerprint, maker};
use super::plan::{Cell, Plan};
use super::published::PublishedFigures;
use super::row::{Key, Row, write_csv};
use super::spec::Spec;
use super::work::{Run, Watcher};
use rulegen::PricerRegistry;
use rulegen::limits::StopFlag;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options of a run. They change no result, except for the meaning of the names of own pricers.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The folder of results, which a run continues from.
    pub folder: PathBuf,
    /// Fits that run at once, each on one thread; at least 1.
    pub threads: usize,
    /// The time after which nothing is started, and running fits are abandoned.
    pub budget: Option<Duration>,
    /// Only these data sets; all if none is named.
    pub only: Vec<String>,
    /// The meaning of names of pricers in the specification.
    pub pricers: PricerRegistry,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// Cells of the experiment: a method on a split of a data set.
    pub cells: usize,
    /// Cells with results, from now or before.
    pub done: usize,
    /// Rows of fits that failed, which say why.
    pub failed: usize,
    /// True if it was asked to end before every cell was done.
    pub interrupted: bool,
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
    pricers: &PricerRegistry,
) -> Result<(), ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, only, pricers)?;
    plan.cells()?;
    begin(spec_file, &plan, folder).map(|_| ())
}

/// Writes everything that a folder holds before anything is learned, and opens the journal.
fn begin(file: &Path, plan: &Plan<'_>, folder: &Path) -> Result<(Manifest, Journal), ExperimentError> {
    std::fs::create_dir_all(folder).map_err(ExperimentError::write(folder))?;
    let manifest = Manifest::new(plan, fingerprint(file)?).continued(folder)?;
    let journal = Journal::open(folder)?;
    manifest.write(folder)?;
    plan.sets.iter().try_for_each(|set| set.write_splits(&folder.join("splits")))?;
    Ok((manifest, journal))
}

/// Runs the open part of an experiment. The results are in the files of the folder.
///
/// Cells start in the order of their rows times the number of their split. So an early end leaves
/// all methods of a split, and several splits of small sets before one of a large set. Fits that
/// failed before are tried again. Raising `stop` ends the run; fits that it interrupts do not
/// count.
///
/// # Errors
/// A specification or data that cannot be used, a folder with other results, files that cannot be
/// written. A fit that fails is no error: its row says so.
pub fn run_experiment(
    spec_file: &Path,
    options: &RunOptions,
    stop: &StopFlag,
    watcher: Watcher<'_>,
) -> Result<RunOutcome, ExperimentError> {
    let start = Instant::now();
    let spec = Spec::read(spec_file)?;
    let plan = Plan::new(&spec, &options.only, &options.pricers)?;
    let cells = plan.cells()?;
    // A fault in a file of published figures should show now, and not in the report after a run of
    // days.
    spec.report.published.iter().try_for_each(|published| PublishedFigures::read(published).map(|_| ()))?;
    let (mut manifest, journal) = begin(spec_file, &plan, &options.folder)?;
    let is_open = |cell: &&Cell<'_>| cell.keys().iter().any(|key| journal.rows.get(key).is_none_or(Row::failed));
    let open: Vec<&Cell<'_>> = cells.iter().filter(is_open).collect();
    let maker = maker(options.threads);
    if !open.is_empty() && !manifest.made_by.contains(&maker) {
        manifest.made_by.push(maker);
        manifest.write(&options.folder)?;
    }
    let deadline = options.budget.and_then(|budget| start.checked_add(budget));
    let run = Run::new(journal, stop, watcher);
    let spent = run.work_off(&open, options.threads, deadline)?;

    let rows = &run.journal().rows;
    write_csv(&options.folder, rows, &spec)?;
    let keys: Vec<Vec<Key>> = cells.iter().map(Cell::keys).collect();
    let done = keys.iter().filter(|keys| keys.iter().all(|key| rows.contains_key(key))).count();
    let failed = keys.iter().flatten().filter(|key| rows.get(key).is_some_and(Row::failed)).count();
    let interrupted = done < cells.len() && !spent;
    Ok(RunOutcome { cells: cells.len(), done, failed, interrupted })
}
