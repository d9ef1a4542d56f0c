//! Flags of the subcommands that look at models.

use super::choices::choices;
use super::groups::GroupArgs;
use super::read::ReadArgs;
use clap::{Args, ValueEnum};
use rulegen::ErrorCosts;
use rulegen::rule::CounterfactualSettings;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Flags of `predict`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct PredictArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input. It needs the columns that the rules use.
    pub(crate) data: PathBuf,
    /// Where to write the predictions, as CSV [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Columns of the data to write beside the predictions, such as those that name rows and that
    /// `fit` left out.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) id: Vec<String>,
    /// Also write the summed weights for each class.
    #[arg(long)]
    pub(crate) scores: bool,
    /// Also write the probability of each class. For models without probabilities (all but those of
    /// the logistic loss), write the share of the votes, named so.
    #[arg(long)]
    pub(crate) probabilities: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Flags of `evaluate`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct EvaluateArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input, with the labels in the model's target column.
    pub(crate) data: PathBuf,
    /// Only these rows: a file of 0-based row numbers.
    #[arg(long, value_name = "FILE")]
    pub(crate) rows: Option<PathBuf>,
    /// The class that F1 is about [default: the model's].
    #[arg(long, value_name = "CLASS")]
    pub(crate) positive: Option<String>,
    /// Decide at this probability of the positive class instead of the model's threshold.
    #[arg(long, value_name = "P")]
    pub(crate) threshold: Option<f64>,
    /// Decide at the threshold of these costs of the two errors, and print the mean cost of a row.
    #[arg(long, value_name = "MISSED,FALSE", conflicts_with = "threshold")]
    pub(crate) error_costs: Option<ErrorCosts>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) groups: GroupArgs,
}

/// Flags of `explain`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct ExplainArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input. It needs the columns that the rules use.
    pub(crate) data: PathBuf,
    /// The row, from 0; with --id the value of that column.
    #[arg(long, value_name = "N|VALUE")]
    pub(crate) row: String,
    /// A column that names rows: --id customer --row C-10273.
    #[arg(long, value_name = "COL")]
    pub(crate) id: Option<String>,
    /// Look for changes to this class [default: to any other].
    #[arg(long, value_name = "CLASS")]
    pub(crate) to: Option<String>,
    /// Columns that cannot change.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) fixed: Vec<String>,
    /// The most changes shown. The nearest one changes the fewest columns, then the truth of the
    /// fewest of the model's distinct conditions, then the first columns. Only the nearest change
    /// of each set of columns is shown.
    #[arg(long, value_name = "K", default_value = "3")]
    pub(crate) changes: NonZeroUsize,
    /// The most reasons shown: steps of columns, and combinations, that cost the row most points
    /// against the best ones. With more than two classes, only those against the class of --to.
    #[arg(long, value_name = "K", default_value = "4")]
    pub(crate) reasons: usize,
    /// A cell may become missing, too.
    #[arg(long)]
    pub(crate) allow_missing: bool,
    /// The most steps of the search for changes; each looks at all rules once.
    #[arg(long, value_name = "N", default_value_t = CounterfactualSettings::default().work)]
    pub(crate) work: usize,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Flags of `points`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct PointsArgs {
    /// The model file. Its scores must be log-odds, as those of the logistic loss are.
    pub(crate) model: PathBuf,
    /// A data file, best that of training, with the labels in the model's target column: a search
    /// rounds up or down so that the loss on it is small [default: round to the nearest].
    pub(crate) data: Option<PathBuf>,
    /// The points that double the odds, up to 1000 [default: with data the fewest of 1, 2, 5, 10,
    /// 20, 50 and 100 by which plain rounding changes the loss by at most 1% or 0.001, without data
    /// 20].
    #[arg(long, value_name = "N")]
    pub(crate) points: Option<u32>,
    /// Rows that take no part in the search and are measured apart: a file of 0-based row numbers,
    /// as for `fit`.
    #[arg(long, value_name = "ROWS", requires = "data")]
    pub(crate) holdout: Option<PathBuf>,
    /// Where to write the model with whole points.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Flags of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The model file before.
    pub(crate) before: PathBuf,
    /// The model file after.
    pub(crate) after: PathBuf,
    /// A data file to predict with both. It needs the columns that the rules use.
    pub(crate) data: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Flags of `edit`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct EditArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file to fit weights to, or - for standard input. It needs all columns that the
    /// model knows, also those that no rule uses.
    pub(crate) data: PathBuf,
    /// The column of labels [default: the model's target].
    #[arg(long, value_name = "COL")]
    pub(crate) target: Option<String>,
    /// Rules to leave out, by the numbers that `rules` prints.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) drop: Vec<usize>,
    /// A rule to add, such as "if age > 60 and job = cook then yes". With two classes + and - stand
    /// for the positive class and the other. A weight, as in "then +1" or "then yes with weight 1",
    /// is locked. May be given several times.
    #[arg(long, value_name = "RULE")]
    pub(crate) add: Vec<String>,
    /// Rules whose weight stays, by the numbers that `rules` prints (logistic loss only).
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) lock: Vec<usize>,
    /// The smallest probability of the positive class at which it is predicted from now on. By
    /// itself it leaves rules and weights as they are.
    #[arg(long, value_name = "P")]
    pub(crate) threshold: Option<f64>,
    /// Round the weights of the edited model to whole points, as `points` does.
    #[arg(long)]
    pub(crate) round: bool,
    /// Write a proof of the edited rules, as `fit --proof` does.
    #[arg(long, value_name = "FILE", conflicts_with = "round")]
    pub(crate) proof: Option<PathBuf>,
    /// Where to write the edited model.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// A column of row weights.
    #[arg(long, value_name = "COL")]
    pub(crate) weights: Option<String>,
    /// The number of threads [default: all].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Flags of `rules`.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The format. JSON and those of languages can be run, and predict what `predict` does.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FormatArg,
    /// The table that SQL selects from; a dot parts a schema from a name [default: data].
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,
    /// SQL has a column `probability NAME` for each class too; the engine must know EXP.
    #[arg(long)]
    pub(crate) probabilities: bool,
    /// SQL has columns `reason_1` to `reason_K` too: what costs a row most points, in words.
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true)]
    pub(crate) reasons: usize,
}

choices! { FormatArg { /// Plain words.
#[default] Text, /// A table.
Markdown, /// A scorecard: the rules on one column as steps of that column, at most 80 columns wide.
Card, /// The scorecard as a table.
CardMarkdown, /// The scorecard as CSV, with points in full.
CardCsv, /// JSON.
Json, /// One SELECT that adds a column `prediction`.
Sql, /// PMML 4.4.
Pmml, /// The scorecard of two classes as PMML 4.4, with reason codes.
PmmlScorecard, /// A Python module with `predict(row)`.
Python, /// A Rust module with `predict(&Row)`.
Rust } }
