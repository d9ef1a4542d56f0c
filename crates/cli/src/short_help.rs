//! The help of `-h`: a screen of flags that matter. `--help` has them all.

use clap::Command;

/// The flags of `fit` that matter most, each with a line.
const OF_FIT: [(&str, &str); 10] = [
    ("target", "The column to predict"),
    ("target_cut", "Cut a target of numbers into classes: below A, A to B, from B on"),
    ("output", "Where to write the model"),
    ("method", "Models to learn"),
    ("holdout", "Rows to measure on: 20%, a file of row numbers, or none"),
    ("split_by", "A column whose values keep rows together, such as a patient"),
    ("size", "How many rules: auto, best or a number"),
    ("max_length", "The most conditions of a rule"),
    ("ignore", "Columns to leave out"),
    ("time_limit", "End after this time with the best model so far"),
];

/// The flags of `front` that matter most.
const OF_FRONT: [(&str, &str); 9] = [
    OF_FIT[0],
    OF_FIT[1],
    ("output", "A page with the rules of each size (.html), or the plot (.svg)"),
    OF_FIT[3],
    OF_FIT[4],
    OF_FIT[5],
    OF_FIT[7],
    OF_FIT[8],
    OF_FIT[9],
];

/// The flags of `compare` that matter most.
const OF_COMPARE: [(&str, &str); 10] = [
    OF_FIT[0],
    ("pricers", "The strategies: pricers from cheap to exact, joined by + (docs/exact.md)"),
    OF_FIT[3],
    ("holdout", "Rows to measure on: 20%, or a file of row numbers"),
    ("sets", "A file that describes data sets"),
    ("repeats", "The number of seeds, each with other held-out rows"),
    ("output", "A folder for results, which a later run continues"),
    ("size", "How many rules: auto, best, a number, or given (by the penalty)"),
    ("time_limit", "The most seconds of each strategy"),
    ("judge", "An exact pricer that is asked what the others were asked"),
];

/// The line below the flags of `-h`.
const WHERE_THE_REST_IS: &str = "All flags by purpose: --help. Guide: docs/cli.md.";

/// Examples of `fit`, below its flags.
const EXAMPLES: &str = "\
Examples:
  rulegen fit loans.csv --target default -o model.json
  rulegen fit flats.csv --target price --target-cut 100000,200000 -o model.json
  rulegen predict model.json new.csv -o predictions.csv";

/// Shortens the help that `-h` prints of `fit`, `front` and `compare`.
pub(crate) fn shorten(command: Command) -> Command {
    let fit = |command: Command| short(command, &OF_FIT).after_help(format!("{EXAMPLES}\n\n{WHERE_THE_REST_IS}"));
    let front = |command: Command| short(command, &OF_FRONT).after_help(WHERE_THE_REST_IS);
    let compare = |command: Command| short(command, &OF_COMPARE).after_help(WHERE_THE_REST_IS);
    command.mut_subcommand("fit", fit).mut_subcommand("front", front).mut_subcommand("compare", compare)
}

fn short(command: Command, shown: &[(&str, &'static str)]) -> Command {
    command.mut_args(|arg| {
        let line = shown.iter().find(|(id, _)| arg.get_id() == *id).map(|(_, line)| *line);
        match line {
            Some(line) => {
                let long = arg.get_long_help().or(arg.get_help()).cloned().unwrap_or_default();
                arg.long_help(long).help(line).hide_short_help(false)
            }
            None if arg.is_positional() => arg,
            None => arg.hide_short_help(true),
        }
    })
}
