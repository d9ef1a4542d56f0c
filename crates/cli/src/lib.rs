#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod args;
mod command;
mod compare;
mod diff;
mod edit;
mod evaluate;
mod exit;
mod experiment;
mod explain;
mod failure;
mod fair_path;
mod fairness;
mod fit;
mod front;
mod front_table;
mod groups;
mod ids;
mod input;
mod interrupt;
mod labelled;
mod learner;
mod manual;
mod measured;
mod observe;
mod other_flags;
mod output;
mod plot;
mod points;
mod predict;
mod proof;
mod repeated_ids;
mod report;
mod rules;
mod session;
mod share;
mod short_help;
mod stray_words;
mod table;
mod target;
mod training;
mod words;

use args::{Cli, Command, FitArgs};
use clap::FromArgMatches;
use command::command;
use failure::BadInput;
use log::Level;
use rulegen::{Method, Registry, parameters};
use std::collections::HashSet;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Mutex;
use words::with_flags;

/// Runs the command line of the process. The names of `registry` can be used wherever pricers and
/// losses are named. Returns the exit code: 0 done, 1 failed, 2 bad usage or input, 130
/// interrupted.
///
/// ```no_run
/// use rulegen::Registry;
/// use rulegen::pricing::{Greedy, GreedySettings};
///
/// let mut registry = Registry::default();
/// registry.pricers.register_heuristic("mine", |samples, _| {
///     Ok(Box::new(Greedy::new(samples.clone(), GreedySettings::default())))
/// })?;
/// rulegen_cli::run(registry);
/// # Ok::<(), rulegen::ParameterError>(())
/// ```
pub fn run(registry: Registry) -> ExitCode {
    run_from(std::env::args_os(), registry).into()
}

/// Runs the command line with these arguments, the name of the program first, as [`run`] does. It
/// is for processes that have other arguments of their own, such as Python's.
pub fn run_from(args: impl Iterator<Item = OsString>, registry: Registry) -> u8 {
    let parsed = command(&registry).try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return failure::report_usage(&error),
    };
    print_warnings(cli.quiet);
    let fits = |args: &FitArgs| match args.parameters.of_other_methods(args.method).next() {
        Some(flag) => {
            let why = match (flag, args.method) {
                ("complexities", Method::Rules) => "`front` shows the quality of each size",
                ("size", Method::Rug) => "--max-rules K is the most rules it may have",
                _ => parameters().into_iter().find(|of| of.info.name == flag).map_or("", |of| of.info.elsewhere),
            };
            let colon = if why.is_empty() { "" } else { ": " };
            Err(BadInput(format!("--{flag} is no flag of --method {}{colon}{why}", args.method)).into())
        }
        None => Ok(()),
    };
    let done = match &cli.command {
        Command::Fit(args) => fits(args).and_then(|()| fit::fit(args, &registry, cli.quiet)),
        Command::Front(args) => fits(args).and_then(|()| front::front(args, &registry, cli.quiet)),
        Command::Compare(args) => fits(&args.fit).and_then(|()| compare::compare(args, &registry, cli.quiet)),
        Command::Predict(args) => predict::predict(args),
        Command::Evaluate(args) => evaluate::evaluate(args),
        Command::Explain(args) => explain::explain(args),
        Command::Rules(args) => rules::rules(args),
        Command::Edit(args) => edit::edit(args, &registry),
        Command::Points(args) => points::points(args),
        Command::Diff(args) => diff::diff(args),
        Command::Report(args) => report::report(args),
        Command::Plot(args) => plot::plot(args),
        Command::Experiment(args) => experiment::experiment(args, &registry, cli.quiet),
        Command::Completions { shell } => manual::completions(*shell, command(&registry)),
        Command::Man { folder } => manual::pages(folder, command(&registry)),
    };
    done.unwrap_or_else(|error| failure::report(&error))
}

/// Sends warnings to standard error, a line each and each once. A logger that the process has
/// already stays.
fn print_warnings(quiet: bool) {
    // HiGHS ends a run at a limit with a warning: a limit is an outcome.
    let level = if quiet { "error" } else { "warn,highs=error" };
    // Fits to the same rows, such as those of several strategies, warn of the same.
    let said = Mutex::new(HashSet::new());
    let _ = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(move |buffer, record| {
            use std::io::Write;
            let line =
                format!("{}: {}", record.level().as_str().to_lowercase(), with_flags(&record.args().to_string()));
            let is_new = |line: &String| said.lock().map_or(true, |mut said| said.insert(line.clone()));
            if record.level() > Level::Warn || is_new(&line) { writeln!(buffer, "{line}") } else { Ok(()) }
        })
        .try_init();
}
