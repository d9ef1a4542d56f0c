//! `rulegen experiment`: data sets x methods x splits, from a specification.

use crate::args::ExperimentArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::interrupt::stop_flag;
use crate::output::print;
use crate::session::without_warnings;
use crate::training::check_threads;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use rulegen::Registry;
use rulegen_eval::{RunOptions, Watcher, run_experiment, write_experiment_report, write_experiment_splits};
use std::path::PathBuf;
use std::time::Duration;

pub(crate) fn experiment(args: &ExperimentArgs, registry: &Registry, quiet: bool) -> Result<u8> {
    let folder = args.output.clone().unwrap_or_else(|| {
        let name = args.spec.file_stem().unwrap_or_default().to_string_lossy();
        PathBuf::from(format!("{name}-results"))
    });
    if args.splits_only {
        write_experiment_splits(&args.spec, &folder, &args.sets, registry)?;
        print(format!("splits written to {}\n", folder.join("splits").display()))?;
        return Ok(DONE);
    }
    if args.report_only {
        let report = write_experiment_report(&args.spec, &folder)?;
        print(format!("report written to {}\n", report.display()))?;
        return Ok(DONE);
    }
    check_threads(args.threads)?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = RunOptions {
        folder: Some(folder.clone()),
        at_once: args.threads.unwrap_or_else(all),
        threads: 1,
        budget: args.budget.map(budget).transpose()?,
        only: args.sets.clone(),
        registry: registry.clone(),
        stop: stop_flag("keeping what is done"),
        memory: None,
    };
    let outcome = with_bar(quiet, |watcher| without_warnings(|| run_experiment(&args.spec, &options, watcher)))?;
    let report = write_experiment_report(&args.spec, &folder)?;
    let failed = match outcome.failed {
        0 => String::new(),
        failed => format!(" ({failed} rows of fits that failed)"),
    };
    let more = if outcome.done == outcome.cells { "" } else { "; the same command goes on" };
    print(format!(
        "{} of {} cells done{failed}{more}\nreport written to {}\n",
        outcome.done,
        outcome.cells,
        report.display()
    ))?;
    Ok(if outcome.interrupted { INTERRUPTED } else { DONE })
}

fn budget(seconds: f64) -> Result<Duration, BadInput> {
    let bad = || BadInput(format!("the budget must be positive seconds, not {seconds}"));
    Duration::try_from_secs_f64(seconds).ok().filter(|budget| !budget.is_zero()).ok_or_else(bad)
}

/// Runs an experiment under a bar over its work.
pub(crate) fn with_bar<T>(quiet: bool, run: impl FnOnce(Watcher<'_>) -> T) -> T {
    let bar = bar(quiet);
    let done = run(&|work: u64, total: u64, cell: &str| {
        bar.set_length(total);
        bar.inc(work);
        bar.set_message(cell.to_owned());
    });
    bar.finish_and_clear();
    done
}

/// A bar over the work, with the time left. indicatif draws it on a terminal only.
fn bar(quiet: bool) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {percent}%, {eta} left, {msg}").expect("a fixed template");
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
    bar.enable_steady_tick(Duration::from_secs(1));
    bar.with_style(style)
}
