//! What an experiment is: data sets x methods x splits, as a TOML file says.

use super::error::ExperimentError;
use super::measure::Measure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An experiment, as its file has it; `docs/experiments.md` explains every key.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    /// The heading of the report.
    pub title: String,
    /// What the report says before its tables.
    #[serde(default)]
    pub note: String,
    /// The seed of splits and draws; split `s` has the seed `seed + s`.
    #[serde(default)]
    pub seed: u64,
    /// The most seconds of one fit, where its method names no limit of its own.
    #[serde(default)]
    pub time_limit: Option<f64>,
    /// Threads that one fit may use.
    #[serde(default = "one")]
    pub fit_threads: usize,
    /// The data sets.
    pub data: DataSpec,
    /// The rows to learn from and to test on.
    pub splits: SplitSpec,
    /// How settings are chosen.
    #[serde(default)]
    pub choice: ChoiceSpec,
    /// What is compared.
    pub methods: Vec<MethodSpec>,
    /// What is reported.
    #[serde(default)]
    pub report: ReportSpec,
}

/// The data sets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataSpec {
    /// A `datasets.toml` that describes sets by name.
    #[serde(default)]
    pub catalogue: Option<PathBuf>,
    /// Sets of the catalogue; all where none is named.
    #[serde(default)]
    pub sets: Option<Vec<String>>,
    /// Sets of the catalogue to leave out.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Sets described here.
    #[serde(default)]
    pub own: Vec<OwnSet>,
    /// Leave out larger sets.
    #[serde(default)]
    pub max_rows: Option<usize>,
    /// Only sets of two classes, or only of more.
    #[serde(default)]
    pub classes: Classes,
    /// Compare the groups of the column that is said to be sensitive; it is then no feature.
    #[serde(default)]
    pub groups: bool,
}

/// How many classes a set may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Classes {
    /// Any number.
    #[default]
    Any,
    /// Two.
    Two,
    /// Three or more.
    Several,
}

/// A data set described in the specification.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnSet {
    /// Its name in results.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// The column to predict.
    pub target: String,
    /// The positive class of two; by default the second.
    #[serde(default)]
    pub positive: Option<String>,
    /// Columns of codes.
    #[serde(default)]
    pub categorical: Vec<String>,
    /// The column whose groups are compared.
    #[serde(default)]
    pub sensitive: Option<String>,
}

/// The description of a data set in a catalogue, which may say more than this.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Entry {
    /// The file, from the folder of the file that describes it.
    pub file: PathBuf,
    /// The column to predict.
    pub target: String,
    /// The positive class of two; by default the second.
    #[serde(default)]
    pub positive: Option<String>,
    /// Columns of codes.
    #[serde(default)]
    pub categorical: Vec<String>,
    /// The column whose groups are compared.
    #[serde(default)]
    pub sensitive: Option<String>,
}

/// The rows to learn from and to test on.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SplitSpec {
    /// Repeated stratified splits: `test` of the rows are held out, `repeats` times.
    Holdout {
        /// How often.
        repeats: usize,
        /// The share of test rows.
        test: f64,
    },
    /// Stratified cross-validation: every row is a test row once in each repeat.
    Folds {
        /// Folds.
        k: usize,
        /// How often.
        #[serde(default = "one")]
        repeats: usize,
    },
    /// A file of test rows for each set, `NAME.test` in a folder.
    Rows {
        /// The folder.
        folder: PathBuf,
    },
}

/// How settings are chosen from the grid of a method.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ChoiceSpec {
    /// They are not: each has a row of its own.
    #[default]
    Each,
    /// By cross-validation on the training rows of each split, so that test rows have no part in it: where the splits
    /// are folds this is nested cross-validation. The best mean score wins, of equal ones the first of the grid.
    CrossValidation {
        /// Folds.
        folds: usize,
        /// The score, on the rows left out of each fold.
        #[serde(default = "accuracy")]
        measure: Measure,
        /// A second score that decides between settings that are equal by the first.
        #[serde(default)]
        then: Option<Measure>,
    },
}

/// A method with its settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MethodSpec {
    /// Its name in results.
    pub name: String,
    /// What learns.
    pub method: MethodKind,
    /// Settings that are the same in all runs, named as the flags of `rulegen fit`.
    #[serde(default)]
    pub settings: toml::Table,
    /// Settings to try, a list for each; every combination is one setting of the grid, the last name in the order of
    /// the alphabet turning fastest.
    #[serde(default)]
    pub grid: BTreeMap<String, Vec<toml::Value>>,
    /// Boolean rules: whether all complexities of the grid are solved in one path, so that rules found for one are known
    /// to the others, which choose again at the end (the second pass of the CG paper).
    #[serde(default)]
    pub second_pass: bool,
    /// How settings are chosen, where not as for the others.
    #[serde(default)]
    pub choice: Option<ChoiceSpec>,
    /// Leave out larger sets.
    #[serde(default)]
    pub max_rows: Option<usize>,
}

/// What learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MethodKind {
    /// Weighted rules.
    Rug,
    /// Boolean rules, an OR of ANDs.
    Boolean,
    /// Boolean rules, an AND of ORs.
    Cnf,
}

/// What is reported; changing it changes no result.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportSpec {
    /// The measures that have a table.
    #[serde(default)]
    pub measures: Vec<Measure>,
    /// The method that others are compared with; by default the first.
    #[serde(default)]
    pub reference: Option<String>,
    /// What stands after a mean.
    #[serde(default)]
    pub spread: SpreadKind,
    /// Plots.
    #[serde(default)]
    pub plots: Vec<PlotSpec>,
    /// Published figures, in columns of their own.
    #[serde(default)]
    pub published: Vec<PublishedSpec>,
}

/// What stands after a mean.
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
        /// What is to be had for it.
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
    /// The names of sets in the file, where they are others; an empty name means that figures are not comparable.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

fn one() -> usize {
    1
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

impl Spec {
    /// Reads a specification; paths in it are taken from its folder.
    ///
    /// # Errors
    /// A file that cannot be read, a key or value that is not understood, or an experiment that cannot be run.
    pub(crate) fn read(path: &Path) -> Result<Spec, ExperimentError> {
        let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
        let mut spec: Spec = toml::from_str(&text).map_err(|error| ExperimentError::syntax(path, &text, &error))?;
        spec.resolve(path.parent().unwrap_or(Path::new("")));
        spec.check()?;
        Ok(spec)
    }

    /// Makes paths independent of the specification's place.
    fn resolve(&mut self, folder: &Path) {
        let from = |path: &mut PathBuf| *path = folder.join(&*path);
        self.data.catalogue.iter_mut().for_each(from);
        self.data.own.iter_mut().for_each(|own| from(&mut own.file));
        self.report.published.iter_mut().for_each(|published| from(&mut published.file));
        if let SplitSpec::Rows { folder } = &mut self.splits {
            from(folder);
        }
    }

    fn check(&self) -> Result<(), ExperimentError> {
        let bad = |message: String| Err(ExperimentError::spec(message));
        if self.methods.is_empty() {
            return bad("no method is named".into());
        }
        if self.fit_threads == 0 {
            return bad("fit_threads must be at least 1, not 0".into());
        }
        if let Some(limit) = self.time_limit.filter(|limit| !(*limit > 0.0 && limit.is_finite())) {
            return bad(format!("time_limit must be positive seconds, not {limit}"));
        }
        for (at, method) in self.methods.iter().enumerate() {
            let name = &method.name;
            if self.methods[..at].iter().any(|before| before.name == *name) {
                return bad(format!("the method '{name}' is there twice"));
            }
            if let Some((setting, _)) = method.grid.iter().find(|(_, values)| values.is_empty()) {
                return bad(format!("method '{name}': the grid of {setting} is empty"));
            }
            if let Some(both) = method.grid.keys().find(|setting| method.settings.contains_key(*setting)) {
                return bad(format!("method '{name}': {both} is both in settings and in grid"));
            }
            if method.second_pass && (method.method == MethodKind::Rug || !method.grid.contains_key("complexity")) {
                return bad(format!("method '{name}': second_pass is for Boolean rules with a grid of complexity"));
            }
        }
        match &self.splits {
            SplitSpec::Holdout { repeats: 0, .. } | SplitSpec::Folds { repeats: 0, .. } => {
                return bad("splits: repeats must be at least 1, not 0".into());
            }
            SplitSpec::Holdout { test, .. } if !(*test > 0.0 && *test < 1.0) => {
                return bad(format!("splits: test must lie between 0 and 1, not {test}"));
            }
            SplitSpec::Folds { k, .. } if *k < 2 => return bad(format!("splits: k must be at least 2, not {k}")),
            _ => (),
        }
        let choices = self.methods.iter().filter_map(|method| method.choice.as_ref()).chain([&self.choice]);
        for choice in choices {
            match choice {
                ChoiceSpec::CrossValidation { folds, .. } if *folds < 2 => {
                    return bad(format!("choice: folds must be at least 2, not {folds}"));
                }
                ChoiceSpec::CrossValidation { measure, then, .. } => {
                    let scores = [Some(*measure), *then];
                    if let Some(measure) = scores.into_iter().flatten().find(|measure| !measure.is_score()) {
                        return bad(format!("choice: {measure:?} is no score of predictions that is at most 1"));
                    }
                }
                ChoiceSpec::Each => (),
            }
        }
        let named = |name: &String| self.methods.iter().any(|method| method.name == *name);
        let plotted = self.report.plots.iter().flat_map(|plot| match plot {
            PlotSpec::Versus { x, y, .. } => vec![x, y],
            PlotSpec::Tradeoff { .. } => vec![],
        });
        match self.report.reference.iter().chain(plotted).find(|name| !named(name)) {
            Some(name) => bad(format!("report: there is no method '{name}'")),
            None => Ok(()),
        }
    }

    /// How the settings of a method are chosen.
    pub(crate) fn choice_of<'a>(&'a self, method: &'a MethodSpec) -> &'a ChoiceSpec {
        method.choice.as_ref().unwrap_or(&self.choice)
    }

    /// The measures that have a table.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let usual = [Measure::Accuracy, Measure::F1, Measure::NRules, Measure::AvgRuleLength, Measure::FitSeconds];
        if self.report.measures.is_empty() { usual.to_vec() } else { self.report.measures.clone() }
    }

    /// The method that others are compared with.
    pub(crate) fn reference(&self) -> &str {
        self.report.reference.as_ref().unwrap_or(&self.methods[0].name)
    }
}
