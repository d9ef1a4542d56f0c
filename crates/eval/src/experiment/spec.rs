//! The specification of an experiment, a TOML file. `docs/experiments.md` explains every key.

use super::error::{ExperimentError, ensure};
use super::measure::Measure;
use rulegen::{
    Learner, Method, ParameterError, ParameterKind, ParameterValue, Registry, Settings, SettingsError, parameters,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The most settings of one grid, which are held in memory.
const MOST_SETTINGS: usize = 100_000;

/// The parameters that the experiment itself gives to every fit.
const OF_EXPERIMENTS: [&str; 3] = ["positive", "seed", "cnf"];

/// The most repeats of splits, which are held in memory.
const MOST_REPEATS: usize = 10_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    pub title: String,
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub seed: u64,
    pub time_limit: Option<f64>,
    /// The terms of column generation of every method that does not set its own.
    pub terms: Option<String>,
    /// True for a comparison of strategies: the rounds of every fit are kept, and methods that
    /// choose rules one by one also learn the models of every size.
    #[serde(skip)]
    pub compares: bool,
    /// The exact pricer that judges the calls of all pricers after each fit of a comparison.
    #[serde(skip)]
    pub judge: Option<String>,
    pub data: DataSpec,
    pub splits: SplitSpec,
    #[serde(default)]
    pub choice: ChoiceSpec,
    pub methods: Vec<MethodSpec>,
    #[serde(default)]
    pub report: ReportSpec,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DataSpec {
    pub catalogue: Option<PathBuf>,
    pub sets: Option<Vec<String>>,
    pub exclude: Vec<String>,
    pub own: Vec<SetSpec>,
    pub max_rows: Option<usize>,
    pub classes: Classes,
    pub groups: bool,
}

/// The number of classes that a set may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Classes {
    #[default]
    Any,
    Two,
    Several,
}

/// The description of a data set, in the specification or, under its name, in a catalogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetSpec {
    #[serde(default)]
    pub name: String,
    pub file: PathBuf,
    pub target: String,
    pub positive: Option<String>,
    #[serde(default)]
    pub categorical: Vec<String>,
    pub sensitive: Option<String>,
}

/// The way in which the rows of each set are split into training and test rows. Split `s` has the
/// seed of the experiment plus `s`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SplitSpec {
    /// Stratified splits.
    Holdout {
        /// The number of splits.
        repeats: usize,
        /// The share of test rows.
        test: f64,
    },
    /// Stratified cross-validation.
    Folds {
        /// The number of folds.
        k: usize,
        /// The number of cross-validations, 1 by default.
        repeats: Option<usize>,
    },
    /// Test rows from files.
    Rows {
        /// A folder with a file of test rows for each set, `NAME.test`, or the file of all sets.
        folder: PathBuf,
        /// The number of seeds, 1 by default.
        repeats: Option<usize>,
    },
    /// No test rows: training rows are predicted.
    None {
        /// The number of seeds, 1 by default.
        repeats: Option<usize>,
    },
}

/// The way in which settings are chosen from the grid of a method.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ChoiceSpec {
    /// Each setting has a row of its own.
    #[default]
    Each,
    /// The best mean score on the folds of the training rows wins; `then` decides ties.
    CrossValidation { folds: usize, measure: Option<Measure>, then: Option<Measure> },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MethodSpec {
    pub name: String,
    pub method: MethodKind,
    #[serde(default)]
    pub settings: Settings,
    /// Every combination is one setting. The alphabetically last name varies fastest.
    #[serde(default)]
    pub grid: BTreeMap<String, Vec<ParameterValue>>,
    /// All complexities of the grid are solved in one path, so that rules found for one are known
    /// to the others, which choose again at the end (the second pass of the CG paper).
    #[serde(default)]
    pub second_pass: bool,
    pub choice: Option<ChoiceSpec>,
    pub max_rows: Option<usize>,
}

/// A method, or `cnf`: Boolean rules as an AND of ORs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct MethodKind {
    pub(crate) method: Method,
    pub(crate) cnf: bool,
}

impl TryFrom<String> for MethodKind {
    type Error = ParameterError;

    fn try_from(name: String) -> Result<Self, ParameterError> {
        let cnf = name == "cnf";
        let known = |error: ParameterError| ParameterError { range: format!("{}, cnf", error.range), ..error };
        Ok(MethodKind { method: if cnf { Method::Boolean } else { name.parse().map_err(known)? }, cnf })
    }
}

/// The contents of the report. They change no result.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReportSpec {
    pub measures: Vec<Measure>,
    pub reference: Option<String>,
    pub spread: SpreadKind,
    pub plots: Vec<PlotSpec>,
    pub published: Vec<PublishedSpec>,
}

/// The figure after a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SpreadKind {
    /// Half of the 95% interval.
    #[default]
    Interval,
    StandardError,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum PlotSpec {
    /// Accuracy against complexity, a panel for each set (the CG paper's Figure 1).
    Tradeoff {},
    /// One method against another, a panel for each measure (the RUG paper's Figure 2).
    Versus { x: String, y: String, measures: Vec<Measure> },
}

/// Published figures: a CSV file with a row for each set, named in the column `dataset`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PublishedSpec {
    pub name: String,
    pub file: PathBuf,
    #[serde(default)]
    pub only: BTreeMap<String, String>,
    pub columns: BTreeMap<Measure, String>,
    #[serde(default)]
    pub scale: BTreeMap<Measure, f64>,
    /// An empty name means that the figures are not comparable.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

impl SplitSpec {
    /// The number of seeds.
    pub(crate) fn repeats(&self) -> usize {
        match *self {
            SplitSpec::Holdout { repeats, .. } => repeats,
            SplitSpec::Folds { repeats, .. } | SplitSpec::Rows { repeats, .. } | SplitSpec::None { repeats } => {
                repeats.unwrap_or(1)
            }
        }
    }
}

impl Spec {
    /// Reads a specification. Paths in it are relative to its folder.
    pub(crate) fn read(path: &Path) -> Result<Spec, ExperimentError> {
        let text = std::fs::read_to_string(path).map_err(ExperimentError::read(path))?;
        let mut spec: Spec = toml::from_str(&text).map_err(|error| ExperimentError::syntax(path, &text, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let from = |path: &mut PathBuf| *path = folder.join(&*path);
        spec.data.catalogue.iter_mut().for_each(from);
        spec.data.own.iter_mut().for_each(|own| from(&mut own.file));
        spec.report.published.iter_mut().for_each(|published| from(&mut published.file));
        if let SplitSpec::Rows { folder, .. } = &mut spec.splits {
            from(folder);
        }
        spec.check()?;
        Ok(spec)
    }

    pub(crate) fn choice_of<'a>(&'a self, method: &'a MethodSpec) -> &'a ChoiceSpec {
        method.choice.as_ref().unwrap_or(&self.choice)
    }

    /// The terms of column generation that weighted rules have, whatever prices: `published`, or
    /// `converged` if any method names pricers.
    pub(crate) fn terms(&self) -> &str {
        let names = |method: &MethodSpec| method.weighs() && method.sets("pricers");
        let usual = if self.methods.iter().any(names) { "converged" } else { "published" };
        self.terms.as_deref().unwrap_or(usual)
    }

    /// Makes the learner of a method with these settings, for data whose positive class this is.
    pub(crate) fn learner(
        &self,
        method: &MethodSpec,
        settings: &Settings,
        seed: u64,
        positive: Option<String>,
        registry: &Registry,
    ) -> Result<Learner, ExperimentError> {
        let mut settings = settings.clone();
        settings.insert("seed".into(), ParameterValue::Integer(seed.into()));
        settings.extend(positive.map(|class| ("positive".into(), ParameterValue::Text(class))));
        if let Some(seconds) = self.time_limit {
            settings.entry("time-limit".into()).or_insert(ParameterValue::Number(seconds));
        }
        if method.weighs() {
            settings.entry("terms".into()).or_insert(ParameterValue::Text(self.terms().into()));
        }
        let MethodKind { method: kind, cnf } = method.method;
        settings.extend(cnf.then(|| ("cnf".into(), ParameterValue::Flag(true))));
        let bad = |error: &dyn Display| {
            let message = error.to_string().trim().replace('\n', " ");
            ExperimentError::Input(format!("method '{}': {message}", method.name))
        };
        let learner = kind.learner_with(settings, registry).map_err(|error| bad(&error))?;
        learner.check_built().map_err(|error| bad(&error))?;
        Ok(learner)
    }

    /// The measures that have a table.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let usual = ["accuracy", "f1", "n_rules", "avg_rule_length", "fit_seconds"];
        match self.report.measures.is_empty() {
            true => usual.into_iter().filter_map(Measure::named).collect(),
            false => self.report.measures.clone(),
        }
    }

    /// Checks what the types leave open and needs no data.
    pub(crate) fn check(&self) -> Result<(), ExperimentError> {
        ensure(!self.methods.is_empty(), || "no method is named".into())?;
        if let Some(limit) = self.time_limit.filter(|limit| !(*limit > 0.0 && limit.is_finite())) {
            return Err(ExperimentError::Input(format!("time_limit must be positive seconds, not {limit}")));
        }
        let terms = Settings::from([("terms".to_owned(), ParameterValue::Text(self.terms().to_owned()))]);
        Method::Rug.learner(terms).map_err(|error| ExperimentError::Input(error.to_string()))?;
        let repeats = self.splits.repeats();
        let good = (1..=MOST_REPEATS).contains(&repeats);
        ensure(good, || format!("splits: repeats must be from 1 to {MOST_REPEATS}, not {repeats}"))?;
        let mut names = HashSet::new();
        for method in &self.methods {
            method.check()?;
            self.check_choice(self.choice_of(method))?;
            ensure(names.insert(&method.name), || format!("the method '{}' is listed twice", method.name))?;
        }
        self.check_report()
    }

    fn check_choice(&self, choice: &ChoiceSpec) -> Result<(), ExperimentError> {
        let ChoiceSpec::CrossValidation { measure, then, .. } = choice else { return Ok(()) };
        measure.iter().chain(then).try_for_each(|measure| {
            let name = measure.name;
            ensure(measure.is_score(), || format!("choice: {name} is not a score of predictions"))?;
            let compared = self.data.groups || !measure.is_of_groups();
            ensure(compared, || format!("choice: {name} compares groups, which needs data.groups"))
        })
    }

    fn check_report(&self) -> Result<(), ExperimentError> {
        let method = |name: &String| {
            let absent = || ExperimentError::Input(format!("report: there is no method '{name}'"));
            self.methods.iter().find(|method| method.name == *name).ok_or_else(absent)
        };
        self.report.reference.iter().try_for_each(|name| method(name).map(|_| ()))?;
        for plot in &self.report.plots {
            let PlotSpec::Versus { x, y, .. } = plot else { continue };
            for name in [x, y] {
                let of = method(name)?;
                let one = *self.choice_of(of) != ChoiceSpec::Each || of.settings() == 1;
                ensure(one, || format!("report: '{name}' has rows for each of its settings: choose one to plot"))?;
            }
        }
        Ok(())
    }
}

impl MethodSpec {
    /// True if its rules have weights.
    pub(crate) fn weighs(&self) -> bool {
        self.method.method.weighs()
    }

    /// True if its settings or its grid give a parameter.
    pub(crate) fn sets(&self, name: &str) -> bool {
        self.settings.contains_key(name) || self.grid.contains_key(name)
    }

    /// The number of settings in the grid.
    pub(crate) fn settings(&self) -> usize {
        self.grid.values().map(Vec::len).fold(1, usize::saturating_mul)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        check_name("method", &self.name)?;
        let grid = self.grid.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
        if let Some((name, _)) = self.settings.iter().chain(grid).find(|(name, value)| !is_setting(name, value)) {
            let unknown = SettingsError::Unknown { name: name.clone() };
            return Err(ExperimentError::Input(format!("method '{}': {unknown}", self.name)));
        }
        let ensure = |holds: bool, message: String| ensure(holds, || format!("method '{}': {message}", self.name));
        let settings = self.settings();
        ensure(settings <= MOST_SETTINGS, format!("the grid has {settings} settings, more than {MOST_SETTINGS}"))?;
        for (name, values) in &self.grid {
            let distinct: HashSet<String> = values.iter().map(ToString::to_string).collect();
            ensure(!values.is_empty(), format!("the grid of {name} is empty"))?;
            ensure(!self.settings.contains_key(name), format!("{name} is both in settings and in grid"))?;
            ensure(distinct.len() == values.len(), format!("the grid of {name} lists a value twice"))?;
        }
        let path = !self.weighs() && self.grid.contains_key("complexity");
        let only = "second_pass is for Boolean rules with a grid of complexity".into();
        ensure(path || !self.second_pass, only)
    }
}

/// Refuses names that cannot be part of a file name.
pub(crate) fn check_name(kind: &str, name: &str) -> Result<(), ExperimentError> {
    let wrong = |letter: char| letter.is_control() || letter == '/' || letter == '\\';
    let good = !name.trim().is_empty() && !name.starts_with('.') && !name.contains(wrong);
    ensure(good, || format!("{name:?} cannot be the name of a {kind}"))
}

/// True if a specification may set the parameter to this value. It may name no model, because
/// nobody knows which rows the rules of a model were learned from.
fn is_setting(name: &str, value: &ParameterValue) -> bool {
    let known = parameters().into_iter().find(|parameter| parameter.info.name == name);
    let named = known.is_some_and(|parameter| match parameter.info.kind {
        ParameterKind::Model | ParameterKind::Rules => false,
        ParameterKind::ChoiceOrModel(words) => {
            words.iter().any(|word| *value == ParameterValue::Text(word.name.into()))
        }
        _ => true,
    });
    named && !OF_EXPERIMENTS.contains(&name)
}
