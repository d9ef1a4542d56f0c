//! The command line of rulegen as a library: [`run`] is the whole program, so that an executable of one's own has every
//! subcommand.
#![forbid(unsafe_code)]

mod args;
mod compare;
mod diff;
mod evaluate;
mod experiment;
mod explain;
mod failure;
mod fair_path;
mod fairness;
mod fit;
mod groups;
mod input;
mod interrupt;
mod labelled;
mod learner;
mod measured;
mod observe;
mod output;
mod path;
mod plot;
mod predict;
mod report;
mod rules;
mod session;
mod table;
mod training;

use args::{Cli, Command, FitArgs, flag_of_other_method};
use clap::{CommandFactory, FromArgMatches};
use failure::BadInput;
use std::process::ExitCode;

/// The command line; `compare` shares its flags with `fit`, and shows those that it takes.
fn command() -> clap::Command {
    let not_taken = ["output", "cv", "nested", "complexity_path", "epsilon_path"];
    Cli::command().mut_subcommand("compare", |compare| {
        let compare = compare.mut_arg("holdout", |arg| {
            arg.long_help(None).help(
                "Rows kept out of training and reported on: a file of row numbers, a share, or none [default: none]",
            )
        });
        let compare = compare
            .mut_arg("trace", |arg| arg.help("Write one line per strategy and round to this CSV file"))
            .mut_arg("iterations", |arg| arg.help("The most rounds of each strategy [default: no limit]"))
            .mut_arg("time_limit", |arg| arg.help("The most seconds of each strategy [default: 60]"))
            .mut_arg("tolerance", |arg| {
                arg.help("Relative tolerance of the first linear programs [default: rug: 0.1; boolean: 0.001]")
            })
            .mut_arg("lp_strategy", |arg| {
                arg.help("How linear programs are solved [default: rug: kernel; boolean: interior]")
            });
        not_taken.into_iter().fold(compare, |compare, flag| compare.mut_arg(flag, |arg| arg.hide(true)))
    })
}

/// Does what the command line of the process asks for, and returns its exit code: 0 done, 1 failed, 2 bad usage or input,
/// 130 interrupted.
pub fn run() -> ExitCode {
    let parsed = command().try_get_matches().and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return failure::report_usage(&error),
    };
    // HiGHS ends a run at a limit with a warning: a limit is an outcome.
    let level = if cli.quiet { "error" } else { "warn,highs=error" };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(|buffer, record| {
            use std::io::Write;
            writeln!(buffer, "{}: {}", record.level().as_str().to_lowercase(), record.args())
        })
        .init();
    let typed = matches.subcommand().map(|(_, typed)| typed).expect("a command is required");
    let fits = |args: &FitArgs| match flag_of_other_method(typed, args) {
        Some(flag) => Err(BadInput(format!("--{flag} is no flag of --method {}", args.method)).into()),
        None => Ok(()),
    };
    let done = match &cli.command {
        Command::Fit(args) => fits(args).and_then(|()| fit::fit(args, cli.quiet)),
        Command::Compare(args) => fits(&args.fit).and_then(|()| compare::compare(args, cli.quiet)),
        Command::Predict(args) => predict::predict(args),
        Command::Evaluate(args) => evaluate::evaluate(args),
        Command::Explain(args) => explain::explain(args),
        Command::Rules(args) => rules::rules(args),
        Command::Diff(args) => diff::diff(args),
        Command::Report(args) => report::report(args),
        Command::Plot(args) => plot::plot(args),
        Command::Experiment(args) => experiment::experiment(args, cli.quiet),
    };
    done.unwrap_or_else(|error| failure::report(&error))
}
