//! The flags, as they are typed.

mod choices;
mod fit;
mod groups;
mod models;
mod parameters;
mod read;
mod study;

pub(crate) use fit::{CompareArgs, FitArgs, TableFormatArg};
pub(crate) use groups::GroupArgs;
pub(crate) use models::{DiffArgs, EditArgs, EvaluateArgs, ExplainArgs, FormatArg, PointsArgs, PredictArgs, RulesArgs};
pub(crate) use read::ReadArgs;
pub(crate) use study::{AgainstArg, PlotArg, PlotArgs, ReportArgs, StudyArgs};

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Learn a short set of if-then rules from data, and know how good it is.
#[derive(Debug, Parser)]
#[command(name = "rulegen", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// No progress and no warnings on stderr.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Learn rules from a data file (CSV, Parquet, either gzipped) and write a model file.
    Fit(Box<FitArgs>),
    /// Learn models of every size, and draw how right they are against how many rules they have
    /// (SVG), or write a page with the rules of each (HTML).
    Front(Box<FitArgs>),
    /// Learn with several pricing strategies on the same rows, and compare time, quality and
    /// proofs.
    Compare(Box<CompareArgs>),
    /// Predict the class of every row of a data file.
    Predict(PredictArgs),
    /// Measure how well a model predicts the labels of a data file.
    Evaluate(EvaluateArgs),
    /// Say why a row gets its class, and the nearest changes that would give it another.
    Explain(ExplainArgs),
    /// Print the rules of a model, or write them in another language.
    Rules(RulesArgs),
    /// Leave out, add and lock rules of a model, fit the weights of the others again, and compare
    /// before and after.
    Edit(EditArgs),
    /// Round the weights of a model to whole points, some of which double the odds.
    Points(PointsArgs),
    /// Compare the rules of two models, and what they predict.
    Diff(DiffArgs),
    /// Write one HTML page on a model: quality, rules, errors, groups, and cases to try.
    Report(ReportArgs),
    /// Draw one plot of a model, as SVG.
    Plot(PlotArgs),
    /// Run an experiment: data sets x methods x splits, as a TOML file says; can be resumed after
    /// any interruption.
    Experiment(ExperimentArgs),
    /// Print the completions of a shell, for its start-up file.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages, one for each command.
    Man {
        /// The folder.
        folder: PathBuf,
    },
}

/// Flags of `experiment`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct ExperimentArgs {
    /// The specification (docs/experiments.md).
    pub(crate) spec: PathBuf,
    /// The folder of results, which a run continues [default: the specification's name and
    /// -results].
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Only these data sets.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) sets: Vec<String>,
    /// Fits that run at once, each on one thread [default: one for each core].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// End after this time. Fits that are running then are abandoned; finished ones are kept.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) budget: Option<f64>,
    /// Only write the manifest and the test rows of every split, for other programs.
    #[arg(long, conflicts_with = "report_only")]
    pub(crate) splits_only: bool,
    /// Only write the report again, from the results that are there.
    #[arg(long)]
    pub(crate) report_only: bool,
}
