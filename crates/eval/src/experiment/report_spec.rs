//! What the report of an experiment shows, as its specification says.

use super::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is reported. Changing it changes no result.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportSpec {
    /// The measures that have a table.
    #[serde(default)]
    pub measures: Vec<Measure>,
    /// The method that others are compared with; by default the first.
    #[serde(default)]
    pub reference: Option<String>,
    /// The figure after a mean.
    #[serde(default)]
    pub spread: SpreadKind,
    /// Plots.
    #[serde(default)]
    pub plots: Vec<PlotSpec>,
    /// Published figures, in separate columns.
    #[serde(default)]
    pub published: Vec<PublishedSpec>,
}

/// The figure after a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SpreadKind {
    /// Half of the 95% interval.
    #[default]
    Interval,
    /// The standard error.
    StandardError,
}

/// A plot.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum PlotSpec {
    /// Accuracy against complexity, a panel for each set, with each method's Pareto front (the CG paper's Figure 1).
    Tradeoff {
        /// What complexity is measured by.
        #[serde(default = "complexity")]
        across: Measure,
        /// The measure that it is weighed against.
        #[serde(default = "accuracy")]
        up: Measure,
    },
    /// One method against another, a panel for each measure and a point for each set: above the diagonal the second has
    /// more (the RUG paper's Figure 2 sets the proxy against exact pricing).
    Versus {
        /// The method across.
        x: String,
        /// The method upwards.
        y: String,
        /// The measures.
        measures: Vec<Measure>,
    },
}

/// Published figures: a CSV file with a row for each set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublishedSpec {
    /// The heading of the column.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// The file's column of set names.
    #[serde(default = "dataset")]
    pub set: String,
    /// Only rows with these cells.
    #[serde(default)]
    pub only: BTreeMap<String, String>,
    /// The file's columns by measure.
    pub columns: BTreeMap<Measure, String>,
    /// What numbers of a measure are multiplied by, where not 1: 0.01 for percent.
    #[serde(default)]
    pub scale: BTreeMap<Measure, f64>,
    /// The names of sets in the file, where they differ. An empty name means that the figures are not comparable.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

fn accuracy() -> Measure {
    Measure::Accuracy
}

fn complexity() -> Measure {
    Measure::Complexity
}

fn dataset() -> String {
    "dataset".into()
}
