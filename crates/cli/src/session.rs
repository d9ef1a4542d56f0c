//! The beginning of every fit.

use crate::args::FitArgs;
use crate::failure::BadInput;
use crate::input::limits;
use crate::interrupt::{BEST_MODEL, stop_flag};
use crate::observe::{Log, Progress, Trace, TraceOutcome};
use crate::proof::layout;
use crate::training::{Holdout, TrainingRows, holdout, options, read_dataset, use_threads};
use anyhow::Result;
use rulegen::data::Dataset;
use rulegen::driver::Observer;
use rulegen::limits::Limits;
use rulegen::{FileLayout, ParameterValue, ProvedRows};
use std::path::Path;
use std::time::{Duration, Instant};

/// The rows to learn from, the rows to measure on, and the limits of a fit.
pub(crate) struct Session {
    /// The time at which the command began to read.
    pub(crate) started: Instant,
    /// The limits. If the user sets a time, the clock starts before the data are read.
    pub(crate) limits: Limits,
    pub(crate) train: Dataset,
    /// The held-out rows, if the user names them or their share.
    pub(crate) test: Option<Dataset>,
    /// The share of all rows that was drawn, if the user names it.
    pub(crate) share: Option<f64>,
    /// The digests of all rows, if a proof is asked for.
    pub(crate) proved: Option<ProvedRows>,
    /// True if a second model may be learned, to be measured on rows that it has not seen.
    pub(crate) second: bool,
}

impl Session {
    /// Reads the data. Faults that would spoil the end, such as a file that cannot be written, are
    /// found before the run takes its time.
    pub(crate) fn open(args: &FitArgs) -> Result<Self> {
        let started = Instant::now();
        use_threads(args.run.threads)?;
        let written =
            [("model", args.output.as_deref()), ("trace", args.run.trace.as_deref()), ("proof", args.proof.as_deref())];
        let named = [Some(&*args.data), args.holdout.as_deref().map(Path::new)];
        let read: Vec<Option<&Path>> = named.into_iter().chain(args.parameters.files().map(Some)).collect();
        written.iter().try_for_each(|(_, path)| check_writable(*path, &read))?;
        for (place, (name, path)) in written.iter().enumerate() {
            if let Some((other, _)) = written[..place].iter().find(|(_, other)| path.is_some() && other == path) {
                return Err(BadInput(format!("{other} and {name} cannot be one file")).into());
            }
        }
        let layout =
            args.proof.as_ref().map(|_| layout(&args.data, &options(args)?, args.weights.as_ref())).transpose()?;
        let time = match args.parameters.get("time-limit") {
            Some(ParameterValue::Number(seconds)) => Duration::try_from_secs_f64(*seconds).ok(),
            _ => None,
        };
        let limits = Limits { stop: stop_flag(BEST_MODEL), ..limits(&args.read)? }.within(time);
        let TrainingRows { data, rows, grouped } = read_dataset(args, &args.data, &limits)?;
        let held_out = holdout(args, &data, &rows)?;
        let proved = layout.map(|layout| {
            let test = if let Holdout::Rows { test, .. } = &held_out { test.clone() } else { Vec::new() };
            ProvedRows::of(&data, test, FileLayout { groups: grouped, ..layout })
        });
        let (train, test, share, second) = match held_out {
            Holdout::Rows { train, test, share } => {
                (data.select_rows(&train), Some(data.select_rows(&test)), share, false)
            }
            Holdout::Second => (data, None, None, true),
            Holdout::None => (data, None, None, false),
        };
        Ok(Session { started, limits, train, test, share, proved, second })
    }
}

/// Makes the observers of the rounds: the log, the trace asked for, and a bar over `rounds`.
/// Returns the outcome of the trace too.
pub(crate) fn observers(
    args: &FitArgs,
    quiet: bool,
    rounds: Option<usize>,
) -> Result<(Vec<Box<dyn Observer>>, TraceOutcome)> {
    let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(Log)];
    let mut outcome = TraceOutcome::default();
    if !quiet {
        observers.push(Box::new(Progress::new("", rounds)));
    }
    if let Some(path) = &args.run.trace {
        let trace = Trace::create(path)?;
        outcome = trace.outcome();
        observers.push(Box::new(trace));
    }
    Ok((observers, outcome))
}

/// Does work whose warnings would only repeat those of other fits. Meanwhile errors alone are
/// logged, in the whole process.
pub(crate) fn without_warnings<T>(work: impl FnOnce() -> T) -> T {
    let level = log::max_level();
    log::set_max_level(level.min(log::LevelFilter::Error));
    let done = work();
    log::set_max_level(level);
    done
}

/// Checks that a file can be written, and would not replace one that is read.
pub(crate) fn check_writable(path: Option<&Path>, read: &[Option<&Path>]) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let there = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    if there(path).is_some() && read.iter().flatten().any(|read| there(read) == there(path)) {
        return Err(BadInput(format!("{} would be overwritten: it is read too", path.display())).into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let why = match (path.is_dir(), folder.is_dir()) {
        (true, _) => "it is a directory",
        (false, false) => "its directory does not exist",
        (false, true) => return Ok(()),
    };
    Err(BadInput(format!("cannot write {}: {why}", path.display())).into())
}
