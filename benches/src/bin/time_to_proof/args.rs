//! The flags.

use clap::Parser;
use rulegen::PricerName;
use rulegen_bench::{CsvSet, RealSet, Stage, shared_data};
use std::path::PathBuf;

/// Time to proof on pricing problems of a run on any CSV file, or of a file of problems: one JSON
/// line for each problem of a round.
#[derive(Debug, Parser)]
#[command(max_term_width = 100)]
pub(crate) struct Args {
    /// The folder of the data files.
    #[arg(long, value_name = "DIR", default_value_os_t = shared_data())]
    pub(crate) data: PathBuf,
    /// A public data set.
    #[arg(long, value_name = "NAME", value_parser = set, required_unless_present_any = ["saved", "csv"])]
    pub(crate) set: Option<RealSet>,
    /// A CSV file, in place of a public data set.
    #[arg(long, value_name = "FILE", conflicts_with = "set", requires = "target")]
    pub(crate) csv: Option<PathBuf>,
    /// The column of the CSV file that is predicted.
    #[arg(long, value_name = "COL", requires = "csv")]
    pub(crate) target: Option<String>,
    /// Columns of the CSV file whose numbers are codes.
    #[arg(long, value_name = "COLS", value_delimiter = ',', requires = "csv")]
    pub(crate) categorical: Vec<String>,
    /// A file of problems with their samples, in place of a data set and its run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "csv", "problems", "save"])]
    pub(crate) saved: Option<PathBuf>,
    /// Writes the problems of the round with their samples to a file, for `--saved`.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// The most literals of a rule, or none.
    #[arg(long, value_name = "N|none", default_value = "none", value_parser = length)]
    pub(crate) length: MaxLength,
    /// The cost of a literal in the run.
    #[arg(long, value_name = "COST", default_value_t = 0.25, value_parser = cost)]
    pub(crate) penalty: f64,
    /// The round of the run: early (the first), middle, or late (the last in which a rule
    /// improves).
    #[arg(long, default_value = "late", value_parser = stage)]
    pub(crate) stage: Stage,
    /// The problem of this class only [default: of each].
    #[arg(long, value_name = "K")]
    pub(crate) class: Option<u32>,
    /// Any pricer that is built in: cube, branch-and-bound, bilp-cbc and bilp-highs prove.
    #[arg(long, value_name = "NAME", default_value = "branch-and-bound")]
    pub(crate) pricer: PricerName,
    /// Seconds for each problem.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub(crate) time_limit: f64,
    /// Seconds for the run that makes the problems; where it ends there, its last round is late.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub(crate) run_limit: f64,
    /// A folder where the problems of a run are kept for the next time [default: not kept].
    #[arg(long, value_name = "DIR")]
    pub(crate) problems: Option<PathBuf>,
}

impl Args {
    /// The data on which a run makes the problems, if any were named.
    pub(crate) fn data(&self) -> Option<CsvSet> {
        let own = self.csv.clone().zip(self.target.clone());
        let own = own.map(|(file, target)| CsvSet { file, target, categorical: self.categorical.clone() });
        own.or_else(|| Some(self.set?.in_folder(&self.data)))
    }
}

/// A length limit. Clap would take a plain `Option` for a flag that may be left out.
pub(crate) type MaxLength = Option<usize>;

fn set(name: &str) -> Result<RealSet, String> {
    RealSet::named(name).ok_or_else(|| format!("one of {}", RealSet::ALL.map(|set| set.name).join(", ")))
}

fn stage(name: &str) -> Result<Stage, String> {
    Stage::named(name).ok_or_else(|| "one of early, middle, late".into())
}

fn length(text: &str) -> Result<MaxLength, String> {
    match text {
        "none" => Ok(None),
        _ => text.parse().ok().filter(|&most| most >= 1).map(Some).ok_or_else(|| "a number from 1 up, or none".into()),
    }
}

fn cost(text: &str) -> Result<f64, String> {
    let usable = |cost: &f64| *cost >= 0.0 && cost.is_finite();
    text.parse().ok().filter(usable).ok_or_else(|| "a number from 0 up".into())
}

fn seconds(text: &str) -> Result<f64, String> {
    let usable = |seconds: &f64| *seconds > 0.0 && *seconds <= 1e6;
    text.parse().ok().filter(usable).ok_or_else(|| "a positive number of seconds, at most a million".into())
}
