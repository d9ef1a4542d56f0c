//! The command line of rulegen: flags in, settings out.
#![forbid(unsafe_code)]

mod args;
mod compare;
mod evaluate;
mod failure;
mod fit;
mod input;
mod interrupt;
mod observe;
mod output;
mod predict;
mod rules;
mod settings;
mod training;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error),
    };
    let level = if cli.quiet { "error" } else { "warn" };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level))
        .format(|buffer, record| {
            use std::io::Write;
            writeln!(buffer, "{}: {}", record.level().as_str().to_lowercase(), record.args())
        })
        .init();
    let done = match &cli.command {
        Command::Fit(args) => fit::fit(args, cli.quiet),
        Command::Compare(args) => compare::compare(args, cli.quiet),
        Command::Predict(args) => predict::predict(args),
        Command::Evaluate(args) => evaluate::evaluate(args),
        Command::Rules(args) => rules::rules(args),
    };
    done.unwrap_or_else(|error| failure::report(&error))
}
