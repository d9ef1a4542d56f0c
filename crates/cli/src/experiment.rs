//! `rulegen experiment`: data sets x methods x splits, from a specification.

use crate::args::ExperimentArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::input::bytes;
use crate::interrupt::stop_flag;
use crate::output::print;
use crate::training::check_threads;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use rulegen::PricerRegistry;
use rulegen_eval::{
    End, ExperimentError, RunOptions, Watcher, run_experiment, write_experiment_report, write_experiment_splits,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) fn experiment(args: &ExperimentArgs, pricers: &PricerRegistry, quiet: bool) -> Result<u8> {
    let folder = args.output.clone().unwrap_or_else(|| {
        let name = args.spec.file_stem().unwrap_or_default().to_string_lossy();
        PathBuf::from(format!("{name}-results"))
    });
    if args.splits_only {
        write_experiment_splits(&args.spec, &folder, &args.sets, pricers)?;
        print(format!("splits written to {}\n", folder.join("splits").display()))?;
        return Ok(DONE);
    }
    if args.report_only {
        let report = write_report(&args.spec, &folder)?;
        print(format!("report written to {}\n", report.display()))?;
        return Ok(DONE);
    }
    check_threads(args.threads)?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = RunOptions {
        folder,
        threads: args.threads.unwrap_or_else(all),
        memory: args.memory.map(bytes).transpose()?,
        budget: args.budget.map(budget).transpose()?,
        only: args.sets.clone(),
        retry_failed: args.retry_failed,
        pricers: pricers.clone(),
    };
    let bar = Bar::new(quiet);
    // Every fit on a set would repeat the same warnings.
    let level = log::max_level();
    log::set_max_level(level.min(log::LevelFilter::Error));
    let outcome = run_experiment(&args.spec, &options, &stop_flag("keeping what is done"), &bar)?;
    log::set_max_level(level);
    bar.0.finish_and_clear();
    let report = write_report(&args.spec, &options.folder)?;
    let failed = match outcome.failed {
        0 => String::new(),
        failed => format!(" ({failed} rows of fits that failed)"),
    };
    let more = if outcome.end == End::Finished { "" } else { "; the same command goes on" };
    print(format!(
        "{} of {} cells done{failed}{more}\nreport written to {}\n",
        outcome.done,
        outcome.cells,
        report.display()
    ))?;
    Ok(if outcome.end == End::Interrupted { INTERRUPTED } else { DONE })
}

fn write_report(spec: &Path, folder: &Path) -> Result<PathBuf, ExperimentError> {
    write_experiment_report(spec, folder, rulegen_report::IMAGES.then_some(&|svg| Ok(rulegen_report::pdf(svg)?)))
}

fn budget(seconds: f64) -> Result<Duration, BadInput> {
    let bad = || BadInput(format!("the budget must be positive seconds, not {seconds}"));
    Duration::try_from_secs_f64(seconds).ok().filter(|budget| !budget.is_zero()).ok_or_else(bad)
}

/// A bar over the work, with the time left; indicatif draws it on a terminal only.
struct Bar(ProgressBar);

impl Bar {
    fn new(quiet: bool) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {percent}%, {eta} left, {msg}").expect("a fixed template");
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
        Bar(bar.with_style(style))
    }
}

impl Watcher for Bar {
    fn begins(&self, work: u64) {
        self.0.set_length(work);
        self.0.enable_steady_tick(Duration::from_secs(1));
    }

    fn advances(&self, work: u64, what: &str) {
        self.0.inc(work);
        self.0.set_message(what.to_owned());
    }
}
