//! The specification of an experiment: data sets x methods x splits, from a TOML file.

use super::error::ExperimentError;
use super::measure::Measure;
use super::report_spec::ReportSpec;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The specification of an experiment. `docs/experiments.md` explains every key.
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
    /// Only sets with two classes, or only sets with more.
    #[serde(default)]
    pub classes: Classes,
    /// Compare the groups of the sensitive column, which is then no feature.
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
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ChoiceSpec {
    /// No choice: each setting has its own row.
    #[default]
    Each,
    /// By cross-validation on the training rows of each split, so that test rows have no influence. If the splits are
    /// folds, this is nested cross-validation. The best mean score wins; of equal ones, the first of the grid.
    CrossValidation {
        /// Folds.
        folds: usize,
        /// The score, on the rows left out of each fold.
        #[serde(default = "accuracy")]
        measure: Measure,
        /// A second score that decides ties.
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
    /// Settings to try, a list for each. Every combination is one setting of the grid; the alphabetically last name
    /// varies fastest.
    #[serde(default)]
    pub grid: BTreeMap<String, Vec<toml::Value>>,
    /// Boolean rules: whether all complexities of the grid are solved in one path, so that rules found for one are
    /// known to the others, which choose again at the end (the second pass of the CG paper).
    #[serde(default)]
    pub second_pass: bool,
    /// How settings are chosen, where this differs from the other methods.
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
    /// Weighted rules by the RUG paper.
    Rug,
    /// Weighted rules under a loss that you choose.
    Rules,
    /// Boolean rules, an OR of ANDs.
    Boolean,
    /// Boolean rules, an AND of ORs.
    Cnf,
}

fn one() -> usize {
    1
}

fn accuracy() -> Measure {
    Measure::Accuracy
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

    /// How the settings of a method are chosen.
    pub(crate) fn choice_of<'a>(&'a self, method: &'a MethodSpec) -> &'a ChoiceSpec {
        method.choice.as_ref().unwrap_or(&self.choice)
    }

    /// Whether every setting of a method has rows of its own, and there are several.
    pub(crate) fn has_rows_by_setting(&self, method: &MethodSpec) -> bool {
        let each = matches!(self.choice_of(method), ChoiceSpec::Each);
        each && method.grid.values().any(|values| values.len() > 1)
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
