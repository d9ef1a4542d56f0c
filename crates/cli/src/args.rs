//! The flags, as they are typed.

use clap::{ArgMatches, Args, Parser, Subcommand, ValueEnum, parser::ValueSource};
use rulegen::rule::CounterfactualSettings;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Learn a short set of if-then rules from data, and know how good it is.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
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
    /// Learn with several pricing strategies on the same rows, and compare time, quality and proofs.
    Compare(Box<FitArgs>),
    /// Predict the class of every row of a data file.
    Predict(PredictArgs),
    /// Measure how well a model predicts the labels of a data file.
    Evaluate(EvaluateArgs),
    /// Say why a row gets its class, and the nearest changes that would give it another.
    Explain(ExplainArgs),
    /// Print the rules of a model, or write them in another language.
    Rules(RulesArgs),
    /// Compare the rules of two models, and what they predict.
    Diff(DiffArgs),
    /// Write one HTML page on a model: quality, rules, errors, groups, and cases to try.
    Report(ReportArgs),
    /// Draw one plot of a model, as SVG or PNG.
    Plot(PlotArgs),
    /// Run an experiment: data sets x methods x splits, as a TOML file says; goes on after any end.
    Experiment(ExperimentArgs),
}

/// How data files are read.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// The character between cells [default: detected].
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<char>,
    /// The file has no header row: columns are x1, x2, ... [default: detected].
    #[arg(long)]
    pub(crate) no_header: bool,
    /// Words that mean a missing cell; blank cells do, and in columns of numbers NA, N/A, NaN, null and ?.
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    pub(crate) missing: Vec<String>,
}

/// Flags of `fit`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct FitArgs {
    /// The data file, or - for standard input.
    pub(crate) data: PathBuf,
    /// The column to predict.
    #[arg(long, value_name = "COL")]
    pub(crate) target: String,
    /// What is learned: weighted rules that vote, or a rule set that says yes or no.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// Where to write the model.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The class that F1 is about, and that a Boolean rule set is for [default: of two classes the second].
    #[arg(long, value_name = "CLASS")]
    pub(crate) positive: Option<String>,
    /// Columns of codes: numbers that are names.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) categorical: Vec<String>,
    /// Columns that must be numbers.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) numeric: Vec<String>,
    /// Columns to leave out.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// A column of row weights.
    #[arg(long, value_name = "COL")]
    pub(crate) weights: Option<String>,
    /// Whether classes count by their rows or alike.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) class_weight: ClassWeightArg,
    /// Rows kept out of training and reported on: a file of 0-based row numbers, a share such as 0.2
    /// (stratified, by --seed), or none. By default the model is learned from all rows, and held-out
    /// quality is that of a second model, learned without a fifth of them (not where a pricer is exact,
    /// nor for Boolean rules, nor where rules are given).
    #[arg(long, value_name = "FILE|SHARE|none")]
    pub(crate) holdout: Option<String>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) rug: RugArgs,
    #[command(flatten)]
    pub(crate) boolean: BooleanArgs,
    #[command(flatten)]
    pub(crate) groups: GroupArgs,
    #[command(flatten)]
    pub(crate) fair: FairArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Flags about rules that every method has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RuleArgs {
    /// Cut points of numeric columns: their N-quantiles, from 2 to 255 (10 in both papers)
    /// [default: rug: all values where there are at most 255, else 255; boolean: 10].
    #[arg(long, value_name = "N")]
    pub(crate) bins: Option<usize>,
    /// The most conditions of a rule.
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<usize>,
}

/// Flags of the RUG method.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules that vote (--method rug)")]
pub(crate) struct RugArgs {
    /// The weight of rule costs against errors.
    #[arg(long, default_value_t = 1.0, value_name = "LAMBDA")]
    pub(crate) penalty: f64,
    /// The cost of a rule.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) rule_cost: RuleCostArg,
    /// Scaling of rule costs: published (1 over the largest cost of a rule of the first tree) or none.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) cost_scaling: CostScalingArg,
    /// The depth of trees.
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub(crate) max_depth: usize,
    /// The impurity of trees.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) criterion: CriterionArg,
    /// The fewest samples of a tree's branch.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) min_leaf: usize,
    /// The least decrease of impurity of a split.
    #[arg(long, default_value_t = 0.0, value_name = "X")]
    pub(crate) min_gain: f64,
    /// Inner nodes of trees are candidates too, not only leaves.
    #[arg(long)]
    pub(crate) all_nodes: bool,
    /// Rules of less weight, relative to the largest, are dropped (0.05 in the RUG paper's tables).
    #[arg(long, default_value_t = 0.0, value_name = "X")]
    pub(crate) weight_threshold: f64,
    /// The answer where no rule applies: a class, or what the first tree says.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) fallback: FallbackArg,
}

/// Flags of the Boolean method.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rule sets that say yes or no (--method boolean)")]
pub(crate) struct BooleanArgs {
    /// The bound on the rules' complexity: their number and that of their conditions
    /// [default: 15, none where complexity has a price]. With several classes for each of them.
    #[arg(long, value_name = "C")]
    pub(crate) complexity: Option<f64>,
    /// What a unit of complexity costs, in errors.
    #[arg(long, default_value_t = 0.0, value_name = "X")]
    pub(crate) complexity_price: f64,
    /// Solve for each of these bounds, and print what complexity buys. The model written is the one that
    /// cross-validates best, or without --cv the one of least loss.
    #[arg(long, value_name = "CS", value_delimiter = ',', conflicts_with = "complexity")]
    pub(crate) complexity_path: Vec<f64>,
    /// Cross-validate on so many stratified folds; each fold may take the time limit again.
    #[arg(long, value_name = "K")]
    pub(crate) cv: Option<usize>,
    /// Cross-validate the choice of a bound too, by folds within folds.
    #[arg(long, requires = "cv")]
    pub(crate) nested: bool,
    /// Learn an AND of ORs instead of an OR of ANDs.
    #[arg(long)]
    pub(crate) cnf: bool,
    /// What a false positive costs.
    #[arg(long, default_value_t = 1.0, value_name = "X")]
    pub(crate) fp_weight: f64,
    /// What a false negative costs.
    #[arg(long, default_value_t = 1.0, value_name = "X")]
    pub(crate) fn_weight: f64,
    /// A model file whose rules must be in.
    #[arg(long, value_name = "MODEL")]
    pub(crate) must_have: Option<PathBuf>,
    /// A condition that no rule may have: 'COL', 'COL <=', 'COL = VALUE', 'COL is missing'. May be given
    /// several times.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) forbid: Vec<String>,
    /// The most rules enumerated to prove a rule set best of all; 0: none.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub(crate) enumerate: usize,
    /// What solves the integer program: auto, highs, cbc, branch-and-bound-auto.
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) mip: String,
}

/// Which rows are compared with which.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fairness between groups")]
pub(crate) struct GroupArgs {
    /// Columns whose values are groups to compare; of several columns every combination that occurs. A
    /// missing cell is a value too. For `fit`, group columns are no features.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) group: Vec<String>,
    /// Where a numeric group column is cut: `--group age --group-cuts age=25,45` compares age <= 25,
    /// 25 < age <= 45 and age > 45. Needed where it has more than 20 values. Once for each such column.
    #[arg(long, value_name = "COL=CUTS", requires = "group")]
    pub(crate) group_cuts: Vec<String>,
}

/// Flags about fair rules.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fairness between groups")]
pub(crate) struct FairArgs {
    /// Group columns are features too.
    #[arg(long, requires = "group")]
    pub(crate) group_as_feature: bool,
    /// Keep errors alike between groups while learning: the mean errors that the method counts may differ by
    /// epsilon. What becomes of predictions is printed as with --group alone.
    #[arg(long, value_enum, value_name = "NOTION", requires = "group")]
    pub(crate) fairness: Option<FairnessArg>,
    /// By how much mean errors of two groups may differ; 0 is strict.
    #[arg(long, value_name = "E", requires = "fairness")]
    pub(crate) epsilon: Option<f64>,
    /// Solve for each of these gaps, and print what fairness costs. No model is written.
    #[arg(long, value_name = "ES", value_delimiter = ',', requires = "fairness", conflicts_with = "epsilon")]
    pub(crate) epsilon_path: Vec<f64>,
}

/// Flags about the run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// The stages of pricing, from cheap to exact: pool, tree, greedy, sampled, branch-and-bound,
    /// bilp-cbc, bilp-highs. For `compare`: what to compare, stages joined by +
    /// [default: rug: tree; boolean: greedy, sampled where the data are large, branch-and-bound].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) pricers: Vec<String>,
    /// The most rules that an exact pricer adds for a class and round [default: rug: 30, boolean: 10].
    #[arg(long, value_name = "N")]
    pub(crate) columns_per_round: Option<NonZeroUsize>,
    /// The most seconds for one call of an exact pricer [default: rug: no limit; boolean: 45].
    #[arg(long, value_name = "SECONDS")]
    pub(crate) pricing_time_limit: Option<f64>,
    /// A model file whose rules the pricer pool offers.
    #[arg(long, value_name = "MODEL")]
    pub(crate) pool: Option<PathBuf>,
    /// The most rounds of column generation [default: rug: 15, no limit where a pricer is exact;
    /// boolean: no limit].
    #[arg(long, value_name = "N")]
    pub(crate) iterations: Option<usize>,
    /// Stop at this relative gap between objective and bound; at 1e-6 a run counts as optimal anyway.
    #[arg(long, default_value_t = 0.0, value_name = "X")]
    pub(crate) gap: f64,
    /// Relative tolerance of the first linear programs; 0 solves all to a vertex [default: rug: 0.1 with an exact
    /// pricer, else 0.001; boolean: 0.001].
    #[arg(long, value_name = "X")]
    pub(crate) tolerance: Option<f64>,
    /// Dual smoothing: how far on the way from the duals to those of the best bound rules are priced, where
    /// linear programs are large (from 1,000 rules on, by interior points); 0 is none.
    #[arg(long, default_value_t = 0.8, value_name = "X")]
    pub(crate) smoothing: f64,
    /// How linear programs are solved: by default interior; by the method rug
    /// kernel if a pricer is exact.
    #[arg(long, value_enum)]
    pub(crate) lp_strategy: Option<LpStrategyArg>,
    /// The simplex solver: auto, microlp, or one of those that are built in on request: highs, minilp.
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) lp: String,
    /// End after this many seconds with the best model so far [default: rug: no limit; boolean: 300].
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<f64>,
    /// The number of threads [default: all].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// The seed of random splits and draws.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write one line per round to this CSV file.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

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
    /// Also write the summed weights for each class.
    #[arg(long)]
    pub(crate) scores: bool,
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
    /// The row, from 0.
    #[arg(long, value_name = "N")]
    pub(crate) row: usize,
    /// Look for changes to this class [default: to any other].
    #[arg(long, value_name = "CLASS")]
    pub(crate) to: Option<String>,
    /// Columns that cannot change.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) fixed: Vec<String>,
    /// The most changes shown. Nearest is what changes the fewest columns, then the truth of the fewest of the model's
    /// distinct conditions, then the first columns; of each set of columns only the nearest are shown.
    #[arg(long, value_name = "K", default_value = "3")]
    pub(crate) changes: NonZeroUsize,
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

/// Flags of `rules`.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The model file.
    pub(crate) model: PathBuf,
    /// The format. All but text and markdown can be run, and predict what `predict` does.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FormatArg,
    /// The table that SQL selects from; a dot parts a schema from a name [default: data].
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,
}

/// What `report` and `plot` look at besides model and data.
#[derive(Debug, Args)]
pub(crate) struct StudyArgs {
    /// Rows that the model was not learned from: a file of 0-based row numbers, as for `fit`. Figures are about these.
    #[arg(long, value_name = "ROWS")]
    pub(crate) holdout: Option<PathBuf>,
    /// The rounds of the run: what `fit --trace` wrote.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// What complexity buys: the output of `fit --complexity-path ... --json`.
    #[arg(long, value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) groups: GroupArgs,
}

impl StudyArgs {
    /// All files that are read.
    pub(crate) fn read_files<'a>(&'a self, model: &'a Path, data: Option<&'a Path>) -> [Option<&'a Path>; 5] {
        [Some(model), data, self.holdout.as_deref(), self.trace.as_deref(), self.path.as_deref()]
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
    /// The most rows that can be looked at in the page; fewer where they would make it large.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) samples: usize,
    /// The seed by which they are drawn where there are more.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) study: StudyArgs,
}

/// Flags of `plot`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct PlotArgs {
    /// What to draw.
    #[arg(value_enum)]
    pub(crate) kind: PlotArg,
    /// The model file.
    pub(crate) model: PathBuf,
    /// The data file, or - for standard input. The plots rules, features, convergence and front need none.
    pub(crate) data: Option<PathBuf>,
    /// Where to write the plot.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The format [default: as the file's name ends, else svg].
    #[arg(long, value_enum)]
    pub(crate) format: Option<ImageArg>,
    #[command(flatten)]
    pub(crate) study: StudyArgs,
}

/// Flags of `experiment`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct ExperimentArgs {
    /// The specification (docs/experiments.md).
    pub(crate) spec: PathBuf,
    /// Where results are kept, and gone on from [default: the specification's name and -results].
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Only these data sets.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) sets: Vec<String>,
    /// Threads of all fits together [default: all].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// The most memory that running fits may need together, by estimate [default: half of the machine's].
    #[arg(long, value_name = "GB")]
    pub(crate) memory: Option<f64>,
    /// End after this time; what is running then is given up, what is done is kept.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) budget: Option<f64>,
    /// Try fits that failed before again.
    #[arg(long)]
    pub(crate) retry_failed: bool,
    /// Only write the manifest and the test rows of every split, for other programs.
    #[arg(long, conflicts_with = "report_only")]
    pub(crate) splits_only: bool,
    /// Only write the report again, from the results that are there.
    #[arg(long)]
    pub(crate) report_only: bool,
}

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name { $($(#[$variant_doc])* $variant),* }
    };
}

choices! { Method { /// Weighted rules that vote (RUG).
#[default] Rug, /// Boolean decision rules: an OR of ANDs, or an AND of ORs.
Boolean } }
choices! { ClassWeightArg { /// Every row counts 1, or its weight.
#[default] Rows, /// All classes have the same total.
Balanced } }
choices! { RuleCostArg { /// The number of conditions.
#[default] Length, /// 1.
Unit, /// The number of columns, as in the published code.
Merged, /// 1 plus the Gini impurity of what it covers.
Gini, /// 2 less the share of rows that it covers.
Coverage } }
choices! { CostScalingArg { /// As in the published code.
#[default] Published, /// None.
None } }
choices! { CriterionArg { /// Gini impurity.
#[default] Gini, /// Entropy.
Entropy } }
choices! { FallbackArg { /// The class most frequent among training rows that no rule covers.
#[default] Class, /// What the first tree says.
FirstTree } }
choices! { FairnessArg { /// Disparate mistreatment within each class (rug).
#[default] Dmc, /// Overall disparate mistreatment (rug).
Odm, /// Disparate mistreatment within the positive class (rug).
Eop, /// Equal false negatives (boolean).
EqualOpportunity, /// Equal false negatives and equal false positives (boolean).
EqualizedOdds } }
choices! { LpStrategyArg { /// Interior point over merged samples, a vertex at the end.
#[default] Interior, /// Simplex over all samples, hot-started.
HotStart, /// Our own simplex on a dense kernel, hot-started.
Kernel } }
choices! { FormatArg { /// Plain words.
#[default] Text, /// A table.
Markdown, /// JSON.
Json, /// One SELECT that adds a column `prediction`.
Sql, /// PMML 4.4.
Pmml, /// A Python module with `predict(row)`.
Python, /// A Rust module with `predict(&Row)`.
Rust } }

choices! { PlotArg { /// The weights of the rules.
#[default] Rules, /// How much rules cover, and how often they are right.
Coverage, /// How many rules rows meet.
Overlap, /// The columns that rules look at.
Features, /// Which classes are taken for which.
Confusion, /// The share of the votes against what is true.
Calibration, /// Errors by group (--group).
Fairness, /// Objective and bound by round (--trace).
Convergence, /// Accuracy against complexity (--path).
Front } }
choices! { ImageArg { /// Lines and letters that scale.
#[default] Svg, /// Pixels.
Png } }

/// The first flag in a command line that only the other method has.
pub(crate) fn flag_of_other_method(matches: &ArgMatches, method: Method) -> Option<String> {
    let flags = match method {
        Method::Rug => BooleanArgs::augment_args(clap::Command::new("")),
        Method::Boolean => RugArgs::augment_args(clap::Command::new("")),
    };
    let typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    flags.get_arguments().find(|arg| typed(arg.get_id().as_str())).and_then(|arg| arg.get_long()).map(str::to_owned)
}

impl FairnessArg {
    /// The name on the command line, and the method that has it.
    pub(crate) fn name(self) -> (&'static str, Method) {
        match self {
            FairnessArg::Dmc => ("dmc", Method::Rug),
            FairnessArg::Odm => ("odm", Method::Rug),
            FairnessArg::Eop => ("eop", Method::Rug),
            FairnessArg::EqualOpportunity => ("equal-opportunity", Method::Boolean),
            FairnessArg::EqualizedOdds => ("equalized-odds", Method::Boolean),
        }
    }
}

impl Method {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Rug => "rug",
            Method::Boolean => "boolean",
        }
    }
}
