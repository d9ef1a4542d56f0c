//! Flags of `fit` and `compare`.

use super::choices::choices;
use super::groups::GroupArgs;
use super::parameters::ParameterArgs;
use super::read::ReadArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rulegen::Method;
use std::path::PathBuf;

/// Flags of `fit`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct FitArgs {
    /// The data file, or - for standard input.
    pub(crate) data: PathBuf,
    /// The column to predict.
    #[arg(long, value_name = "COL")]
    pub(crate) target: String,
    /// Where a target of numbers is cut into classes: 10,20 makes "< 10", "10 to 20" and ">= 20".
    /// The model file keeps the cut points, so that `evaluate` reads the numbers.
    #[arg(long, value_name = "CUTS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) target_cut: Vec<f64>,
    /// The method that learns.
    #[arg(long, value_parser = methods(), default_value = Method::default().name())]
    pub(crate) method: Method,
    /// Where to write the model.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a proof of the model beside it, which rulegen-check verifies from the data alone
    /// (docs/proof.md). The data are a CSV file.
    #[arg(long, value_name = "FILE", conflicts_with = "epsilon_path")]
    pub(crate) proof: Option<PathBuf>,
    /// Rows kept out of training and reported on: a file of 0-based row numbers, a share such as
    /// 20% or 0.2 (stratified, by --seed), or none. By default the model is learned from all rows,
    /// and held-out quality is that of a second model, learned without a fifth of them (not with
    /// an exact pricer, nor for Boolean rules, nor with given rules).
    #[arg(long, value_name = "ROWS")]
    pub(crate) holdout: Option<String>,
    /// A column whose values keep rows together, such as the visits of a patient: neither held-out
    /// rows nor folds part them. It is no feature. The model records its name.
    #[arg(long, value_name = "COL")]
    pub(crate) split_by: Option<String>,
    /// Hold out the rows whose value in the column of --split-by lies above this number or date
    /// (such as 2024-12-31).
    #[arg(long, value_name = "VALUE", requires = "split_by", conflicts_with = "holdout")]
    pub(crate) split_after: Option<String>,
    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    /// Columns of codes: numbers that are names.
    #[arg(long, help_heading = "Data", value_name = "COLS", value_delimiter = ',')]
    pub(crate) categorical: Vec<String>,
    /// Columns that must be numbers.
    #[arg(long, help_heading = "Data", value_name = "COLS", value_delimiter = ',')]
    pub(crate) numeric: Vec<String>,
    /// Columns to leave out.
    #[arg(long, help_heading = "Data", value_name = "COLS", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// A column of row weights.
    #[arg(long, help_heading = "Data", value_name = "COL")]
    pub(crate) weights: Option<String>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) groups: GroupArgs,
    #[command(flatten)]
    pub(crate) fair: FairArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Flags of `compare`: those of `fit`, which has one file of data, and those of the comparison.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) fit: FitArgs,
    /// More data files, with the same columns named by flags.
    #[arg(value_name = "DATA", index = 2)]
    pub(crate) more: Vec<PathBuf>,
    /// A file that describes data sets: docs/experiments.md, `catalogue`.
    #[arg(long, value_name = "FILE")]
    pub(crate) sets: Option<PathBuf>,
    /// Only these of the described sets.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "sets")]
    pub(crate) only: Vec<String>,
    /// Only described sets of at most this many rows.
    #[arg(long, value_name = "N", requires = "sets")]
    pub(crate) max_rows: Option<usize>,
    /// The number of seeds, from --seed up. Each holds out other rows, if a share is held out.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) repeats: usize,
    /// Ask this exact pricer what the others were asked, after each fit, and print the share of
    /// their calls that found the best rule.
    #[arg(long, value_name = "PRICER")]
    pub(crate) judge: Option<String>,
    /// The format of the table.
    #[arg(long, value_enum, default_value_t, conflicts_with = "json")]
    pub(crate) format: TableFormatArg,
}

choices! { TableFormatArg { /// Aligned columns.
#[default] Text, /// CSV, numbers in full.
Csv, /// A LaTeX table, for the packages booktabs and graphicx.
Latex, /// A Markdown table.
Markdown } }

fn methods() -> impl TypedValueParser<Value = Method> {
    let named = |method: Method| PossibleValue::new(method.name()).help(method.help());
    PossibleValuesParser::new(Method::ALL.map(named)).try_map(|name| name.parse::<Method>())
}

/// Flags about fair rules.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fairness between groups")]
pub(crate) struct FairArgs {
    /// Group columns are features too.
    #[arg(long, requires = "group")]
    pub(crate) group_as_feature: bool,
    /// Solve for each of these gaps, and print what fairness costs. No model is written.
    #[arg(long, value_name = "ES", value_delimiter = ',', requires = "fairness", conflicts_with = "epsilon")]
    pub(crate) epsilon_path: Vec<f64>,
}

/// Flags about the run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// The number of threads [default: all].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Write one line per round to this CSV file.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}
