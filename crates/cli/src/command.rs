//! The command line, made of the flags.

use crate::args::Cli;
use crate::compare::terms;
use crate::short_help::shorten;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Command, CommandFactory};
use rulegen::{LossName, LossRegistry, Method, PricerName, PricerRegistry, Registry, parameters};

/// The flags of `fit` that `compare` does not take.
const NOT_COMPARED: [&str; 2] = ["epsilon_path", "proof"];

/// The data file of a comparison that names none. It is a folder, and so never a data file.
pub(crate) const NO_DATA: &str = ".";

/// The flags of `fit` that `front` does not take.
const NOT_IN_FRONTS: [&str; 5] = ["epsilon_path", "proof", "fairness", "epsilon", "group_as_feature"];

/// The command line. `compare` shares its flags with `fit`, and shows those that it takes, with
/// defaults of its own.
pub(crate) fn command(registry: &Registry) -> Command {
    let named = |command: Command| name_losses(name_own(command, &registry.pricers), &registry.losses);
    let command = Cli::command()
        .mut_subcommand("fit", named)
        .mut_subcommand("front", |command| named(front(command)))
        .mut_subcommand("compare", |command| named(compare(command)));
    shorten(command)
}

/// `front` shares its flags with `fit`, and shows those of the methods that choose their size.
fn front(command: Command) -> Command {
    let sized = |method: &Method| method.may_choose_size();
    let of_others = parameters().into_iter().filter(|parameter| !parameter.info.methods.iter().any(sized));
    let hidden = of_others.map(|parameter| parameter.info.name.replace('-', "_"));
    let hidden = hidden.chain(NOT_IN_FRONTS.map(str::to_owned));
    let command = hidden.fold(command, |command, flag| command.mut_arg(flag, |arg| arg.hide(true)));
    let output = "Where to write the front: a page with the rules of each size (.html), or the plot (.svg)";
    let holdout = "Rows kept out of training: a file of row numbers, a share, or none [default: none]";
    command
        .mut_arg("method", |arg| arg.default_value(Method::Rules.name()))
        .mut_arg("output", |arg| arg.help(output))
        .mut_arg("holdout", |arg| arg.long_help(None).help(holdout))
}

fn compare(command: Command) -> Command {
    let helps = [
        (
            "holdout",
            "Rows kept out of training and reported on: a file of row numbers, a share, or none [default: none]",
        ),
        ("trace", "Write a line for each set, seed, strategy and round to this CSV file"),
        (
            "output",
            "A folder for the results, which a later run continues: table (CSV, LaTeX, Markdown), trace and plots",
        ),
        ("iterations", "The most rounds of each strategy [default: no limit]"),
    ];
    let helps = helps.map(|(flag, help)| (flag.to_owned(), help.to_owned()));
    let terms = terms::helps().map(|(name, help)| (name.replace('-', "_"), help));
    let command = helps
        .into_iter()
        .chain(terms)
        .fold(command, |command, (flag, help)| command.mut_arg(flag, |arg| arg.long_help(None).help(help)));
    let command = command
        .mut_arg("output", |arg| arg.value_name("DIR"))
        .mut_arg("data", |arg| arg.index(1).required(false).default_value(NO_DATA).hide_default_value(true))
        .mut_arg("target", |arg| arg.required(false).default_value("").hide_default_value(true));
    NOT_COMPARED.into_iter().fold(command, |command, flag| command.mut_arg(flag, |arg| arg.hide(true)))
}

/// Adds the pricers that are not built in to the help of the flag that names them.
fn name_own(command: Command, pricers: &PricerRegistry) -> Command {
    let built_in = PricerRegistry::default();
    let own = pricers.names().filter(|name| built_in.check(name).is_err());
    let with_options = |name: &PricerName| {
        let options = pricers.options(name).iter();
        let said = options.map(|option| format!("{}: {} [default: {}]", option.name, option.help, option.default));
        let said = said.collect::<Vec<_>>().join("; ");
        if said.is_empty() { name.to_string() } else { format!("{name} (options {said})") }
    };
    let own: Vec<String> = own.map(with_options).collect();
    if own.is_empty() {
        return command;
    }
    command.mut_arg("pricers", |arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.help(format!("{help}; and of this executable: {}", own.join(", ")))
    })
}

/// Lets the flag that names a loss name those that are registered.
fn name_losses(command: Command, losses: &LossRegistry) -> Command {
    let value = |name: &LossName| {
        let help = losses.get(name).map_or("", |loss| loss.help());
        PossibleValue::new(name.to_string()).help(help.to_owned())
    };
    let values: Vec<PossibleValue> = losses.names().map(value).collect();
    command.mut_arg("loss", |arg| arg.value_parser(PossibleValuesParser::new(values)))
}
