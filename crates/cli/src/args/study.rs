//! Flags of `report` and `plot`.

use super::choices::choices;
use super::groups::GroupArgs;
use super::read::ReadArgs;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The inputs of `report` and `plot` besides model and data.
#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    /// Rows that the model was not learned from: a file of 0-based row numbers, as for `fit`.
    /// Figures are about these.
    #[arg(long, value_name = "ROWS")]
    pub(crate) holdout: Option<PathBuf>,
    /// The rounds of the run: what `fit --trace` wrote.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Quality by number of rules: the output of `front --json`, or of `fit --json`, which lacks
    /// the rules of the other sizes.
    #[arg(long, value_name = "FILE")]
    pub(crate) front: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) groups: GroupArgs,
}

impl StudyArgs {
    /// All files that are read.
    pub(crate) fn read_files<'a>(&'a self, model: &'a Path, data: Option<&'a Path>) -> [Option<&'a Path>; 5] {
        [Some(model), data, self.holdout.as_deref(), self.trace.as_deref(), self.front.as_deref()]
    }
}

/// Flags of `report`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct ReportArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input, with the labels in the model's target column.
    pub(crate) data: PathBuf,
    /// Where to write the page.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The most rows that can be looked at in the page; fewer if they would make it large.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) samples: usize,
    /// The seed by which they are drawn if there are more.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) study: StudyArgs,
}

/// Flags of `plot`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct PlotArgs {
    /// The kind of plot.
    #[arg(value_enum)]
    pub(crate) kind: PlotArg,
    /// The model file; for convergence without --trace, and for profile, what `compare --trace`
    /// wrote.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input. The plots rules, features, convergence, profile and
    /// front need none.
    pub(crate) data: Option<PathBuf>,
    /// Where to write the plot: .svg
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The horizontal axis of the convergence of strategies.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) against: AgainstArg,
    /// The gap to the optimum, relative, at which a profile counts a problem as solved.
    #[arg(long, value_name = "GAP", default_value_t = 0.01)]
    pub(crate) within: f64,
    #[command(flatten)]
    pub(crate) study: StudyArgs,
}

choices! { PlotArg { /// The weights of the rules.
#[default] Rules, /// How much rules cover, and how often they are right.
Coverage, /// How many rules rows meet.
Overlap, /// The columns that rules look at.
Features, /// Which classes are taken for which.
Confusion, /// Probabilities, or shares of the votes, against what is true.
Calibration, /// True against false positives at every threshold (ROC), with the AUC.
Roc, /// Precision against recall at every threshold.
PrecisionRecall, /// Precision, recall and F1 by threshold, for two classes.
Threshold, /// Errors by group (--group).
Fairness, /// Objective and bound by round (--trace), or of several strategies.
Convergence, /// Problems solved by strategies against time, and gaps at the end (Dolan and Moré 2002).
Profile, /// Quality against the number of rules (--front).
Front } }

choices! { AgainstArg { /// Seconds since the run began.
#[default] Seconds, /// Rounds of column generation.
Rounds } }
