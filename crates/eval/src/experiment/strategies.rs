//! Pricing strategies compared on data sets: an experiment whose methods are strategies.

use super::error::{ExperimentError, ensure};
use super::plan::Plan;
use super::row::{FitRecord, Key, Row, Rows};
use super::run::{RunOptions, RunOutcome, run};
use super::sets::{Set, checksum};
use super::spec::{ChoiceSpec, DataSpec, MethodKind, MethodSpec, ReportSpec, SetSpec, Spec, SplitSpec};
use super::work::Watcher;
use crate::TraceRow;
use rulegen::{Method, ParameterValue, Settings};
use rulegen_data::Dataset;
use rulegen_rule::{OPTIMAL_GAP, relative_gap};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Pricing strategies to compare on data sets, all else being equal.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The method that learns.
    pub method: Method,
    /// The name and the settings of each strategy. Settings differ in `pricers` alone.
    pub strategies: Vec<(String, Settings)>,
    /// The seed of the first split.
    pub seed: u64,
    /// The rows that are held out, and the number of seeds.
    pub splits: SplitSpec,
    /// A file that describes data sets.
    pub catalogue: Option<PathBuf>,
    /// The sets of the catalogue that are compared; all if none is named.
    pub only: Vec<String>,
    /// The most rows of a set of the catalogue.
    pub max_rows: Option<usize>,
    /// The exact pricer that judges the calls of all others, if they are judged.
    pub judge: Option<String>,
}

/// A data set in memory.
#[derive(Clone, Debug)]
pub struct GivenSet {
    /// The name in tables.
    pub name: String,
    /// The file that was read; `-` for standard input.
    pub file: PathBuf,
    /// The column that is predicted.
    pub target: String,
    /// All that the data depend on beside the file, in words.
    pub flags: String,
    /// The rows.
    pub data: Dataset,
    /// Rows to measure on, whatever the splits hold out. `None` for those of the splits.
    pub held_out: Option<Dataset>,
}

/// The result of a strategy on a set with a seed.
#[derive(Clone, Debug, Default)]
pub struct StrategyFit {
    /// The set.
    pub set: String,
    /// The seed.
    pub seed: u64,
    /// The strategy.
    pub strategy: String,
    /// The method.
    pub method: Method,
    /// The pricer that judged the calls, if any did.
    pub judge: Option<String>,
    /// The number of columns of the data, without the target.
    pub features: usize,
    /// The number of classes.
    pub classes: usize,
    /// True if scores are those of held-out rows.
    pub held_out: bool,
    /// The reason why the fit ended.
    pub status: String,
    /// The reason of a failure.
    pub note: String,
    /// The numbers that are known of the fit, by name (docs/experiments.md, Measures).
    pub values: BTreeMap<String, f64>,
    /// The record of the fit beside its numbers.
    pub record: FitRecord,
    /// The best bound that a strategy proved on the set with this seed.
    pub best_bound: Option<f64>,
    /// True if a strategy proved that its objective is optimal.
    pub optimum_is_proved: bool,
    /// The gap between the objective and the best bound, relative to the objective.
    pub gap_to_optimum: Option<f64>,
}

impl Comparison {
    fn spec(&self) -> Spec {
        let method = |(name, settings): &(String, Settings)| {
            let mut settings = settings.clone();
            // These are of the experiment.
            settings.remove("seed");
            settings.remove("positive");
            let cnf = settings.remove("cnf") == Some(ParameterValue::Flag(true));
            MethodSpec {
                name: name.clone(),
                method: MethodKind { method: self.method, cnf },
                settings,
                grid: BTreeMap::new(),
                second_pass: false,
                choice: None,
                max_rows: None,
            }
        };
        Spec {
            title: "Pricing strategies".into(),
            note: String::new(),
            seed: self.seed,
            time_limit: None,
            terms: self.text("terms"),
            compares: true,
            judge: self.judge.clone(),
            data: DataSpec {
                catalogue: self.catalogue.clone(),
                sets: (!self.only.is_empty()).then(|| self.only.clone()),
                max_rows: self.max_rows,
                ..DataSpec::default()
            },
            splits: self.splits.clone(),
            choice: ChoiceSpec::Each,
            methods: self.strategies.iter().map(method).collect(),
            report: ReportSpec::default(),
        }
    }

    /// SHA-256 of all that results depend on, apart from the sets, which the manifest describes,
    /// and from the strategies: others may be added.
    fn fingerprint(&self) -> String {
        let mut settings = self.strategies.first().map(|(_, settings)| settings.clone()).unwrap_or_default();
        settings.remove("pricers");
        let splits = match &self.splits {
            SplitSpec::Rows { .. } => json!("rows"),
            splits => json!(splits),
        };
        let of = json!([self.method.name(), self.seed, splits, self.judge, settings]);
        checksum(of.to_string().as_bytes())
    }

    /// A word that all strategies have as a setting.
    fn text(&self, name: &str) -> Option<String> {
        match self.strategies.first()?.1.get(name) {
            Some(ParameterValue::Text(word)) => Some(word.clone()),
            _ => None,
        }
    }
}

/// Compares strategies on the sets of the catalogue and on those that are given. Returns a result
/// for each set, seed and strategy that is done, in this order.
///
/// # Errors
/// Settings or data that cannot be used, a folder with other results, or files that cannot be
/// written.
pub fn run_comparison(
    comparison: &Comparison,
    given: Vec<GivenSet>,
    options: &RunOptions,
    watcher: Watcher<'_>,
) -> Result<(RunOutcome, Vec<StrategyFit>), ExperimentError> {
    let start = Instant::now();
    let positive = comparison.text("positive");
    let set = |GivenSet { name, file, target, flags, data, held_out }: GivenSet| {
        let positive = positive.clone();
        let spec = SetSpec { name, file, target, positive, categorical: Vec::new(), sensitive: None };
        Ok::<_, ExperimentError>(Set { held_out, ..Set::of(spec, data, &flags)? })
    };
    let given = given.into_iter().map(set).collect::<Result<Vec<_>, _>>()?;
    for (at, set) in given.iter().enumerate() {
        let name = &set.spec.name;
        ensure(given[..at].iter().all(|other| other.spec.name != *name), || {
            format!("two data sets are named '{name}'")
        })?;
    }
    let spec = comparison.spec();
    let plan = Plan::new(&spec, given, &options.only, &options.registry)?;
    let (outcome, rows) = run(&plan, comparison.fingerprint(), options, start, watcher)?;
    let mut fits = Vec::new();
    for set in &plan.sets {
        for split in 0..set.splits.len() {
            let of = spec.methods.iter().map(|method| method.name.as_str());
            fits.extend(of_problem(comparison, set, split, spec.seed.wrapping_add(split as u64), of, &rows));
        }
    }
    Ok((outcome, fits))
}

/// The results of strategies on one problem: a set with a seed.
fn of_problem<'a>(
    comparison: &Comparison,
    set: &Set,
    split: usize,
    seed: u64,
    strategies: impl Iterator<Item = &'a str>,
    rows: &Rows,
) -> Vec<StrategyFit> {
    let key = |strategy: &str| Key { set: set.spec.name.clone(), method: strategy.into(), split, ..Key::default() };
    let fit = |row: &Row| StrategyFit {
        set: row.key.set.clone(),
        seed,
        strategy: row.key.method.clone(),
        method: comparison.method,
        judge: comparison.judge.clone(),
        features: set.data.features.columns().len(),
        classes: set.data.target.classes.len(),
        held_out: !set.splits[split].1.is_empty() || set.held_out.is_some(),
        status: row.status.clone(),
        note: row.note.clone(),
        values: row.values.clone(),
        record: row.record.clone().unwrap_or_default(),
        best_bound: None,
        optimum_is_proved: false,
        gap_to_optimum: None,
    };
    let mut fits: Vec<StrategyFit> = strategies.filter_map(|strategy| rows.get(&key(strategy))).map(fit).collect();
    compare_bounds(&mut fits);
    fits
}

/// Sets the best bound that any of these fits of one problem proved, and the gaps to it. If one of
/// them ends below that bound, which then is false, there are no gaps, and an error is logged.
pub fn compare_bounds(fits: &mut [StrategyFit]) {
    let bounds = fits.iter().filter_map(|fit| Some((fit.get("lp_lower_bound")?, &fit.strategy)));
    let best = bounds.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(bound, strategy)| (bound, strategy.clone()));
    let gap = |fit: &StrategyFit| relative_gap(fit.get("lp_objective")?, best.as_ref()?.0);
    let gaps: Vec<Option<f64>> = fits.iter().map(gap).collect();
    let below = gaps.iter().position(|gap| gap.is_some_and(|gap| gap < -OPTIMAL_GAP));
    if let (Some(at), Some((bound, strategy))) = (below, &best) {
        let StrategyFit { set, strategy: other, .. } = &fits[at];
        log::error!(
            "on {set}, {other} ends below the bound {bound} of {strategy}: either that is no bound, or they did not solve \
             one problem"
        );
    }
    let agree = below.is_none();
    let optimum_is_proved = agree && gaps.iter().flatten().any(|gap| *gap <= OPTIMAL_GAP);
    for (fit, gap) in fits.iter_mut().zip(gaps) {
        let gap = gap.filter(|_| agree);
        fit.gap_to_optimum = gap.map(|gap| if gap <= OPTIMAL_GAP { 0.0 } else { gap });
        fit.best_bound = best.as_ref().map(|(bound, _)| *bound).filter(|_| agree);
        fit.optimum_is_proved = optimum_is_proved;
    }
}

impl StrategyFit {
    /// A number that may be known of the fit.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied()
    }

    /// True if it failed, so that nothing is known of it.
    pub fn failed(&self) -> bool {
        !self.note.is_empty()
    }
}

/// Returns the rounds of all fits as one CSV file. The first columns are set, seed and strategy.
pub fn traces_csv(fits: &[StrategyFit]) -> String {
    let of_fit =
        |fit: &StrategyFit| TraceRow::labelled([&fit.set, &fit.seed.to_string(), &fit.strategy], &fit.record.rounds);
    TraceRow::labelled_columns() + "\n" + &fits.iter().map(of_fit).collect::<String>()
}
