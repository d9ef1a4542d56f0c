//! Results by method, set and measure.

use super::error::ExperimentError;
use super::manifest::Manifest;
use super::measure::Measure;
use super::results::{RESULTS, TIMING};
use super::row::{Key, Keyed, Row, Timing};
use super::store::read_rows;
use rulegen_measure::{Spread, Verdict, compare_paired};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A method as a column of tables: its name, or name and setting where every setting has its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) method: String,
    pub(crate) setting: usize,
}

/// All results of a folder, ours and those of other programs.
#[derive(Debug)]
pub(crate) struct Tally {
    /// Our own methods.
    methods: Vec<String>,
    rows: Vec<Row>,
    timing: HashMap<Key, Timing>,
    /// In the order of tables.
    pub(crate) contenders: Vec<Contender>,
    /// The sets that have results, in the order of their names.
    pub(crate) sets: Vec<String>,
}

impl Tally {
    /// Reads the results of a folder, and those of other programs in `peers` within it.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub(crate) fn read(folder: &Path, methods: &[String], manifest: &Manifest) -> Result<Tally, ExperimentError> {
        let mut rows = read_rows::<Row>(&folder.join(RESULTS))?;
        let mut timing = read_rows::<Timing>(&folder.join(TIMING))?;
        let peers = folder.join("peers");
        let theirs = read_rows::<Row>(&peers.join(RESULTS))?;
        check_peers(&theirs, methods, manifest)
            .map_err(|message| ExperimentError::BadResults { path: peers.join(RESULTS), message })?;
        rows.extend(theirs);
        timing.extend(read_rows::<Timing>(&peers.join(TIMING))?);
        let timing = timing.into_iter().map(|timing| (timing.key(), timing)).collect();
        rows.sort_by_cached_key(Keyed::key);
        let order = |method: &str| methods.iter().position(|known| known == method).unwrap_or(methods.len());
        let mut settings: BTreeMap<(usize, String), BTreeMap<usize, String>> = BTreeMap::new();
        for row in &rows {
            let of = settings.entry((order(&row.method), row.method.clone())).or_default();
            of.insert(row.setting, row.settings.clone());
        }
        let contenders = settings.into_iter().flat_map(|((_, method), settings)| {
            let several = settings.len() > 1;
            settings.into_iter().map(move |(setting, words)| {
                let name = if several { format!("{method}, {words}") } else { method.clone() };
                Contender { name, method: method.clone(), setting }
            })
        });
        let contenders = contenders.collect();
        let mut sets: Vec<String> = rows.iter().map(|row| row.set.clone()).collect();
        sets.dedup();
        Ok(Tally { methods: methods.to_vec(), rows, timing, contenders, sets })
    }

    /// The rows of a contender on a set, by split, without those that failed.
    fn of<'a>(&'a self, contender: &'a Contender, set: &'a str) -> impl Iterator<Item = &'a Row> {
        let is = move |row: &&Row| {
            row.set == set && row.method == contender.method && row.setting == contender.setting && !row.failed()
        };
        self.rows.iter().filter(is)
    }

    /// The values of a measure by split.
    fn values(&self, contender: &Contender, set: &str, measure: Measure) -> BTreeMap<usize, f64> {
        let value = |row: &Row| {
            let value = measure.of(row, self.timing.get(&row.key()))?;
            // Other programs may write values that are not numbers.
            value.is_finite().then_some((row.split, value))
        };
        self.of(contender, set).filter_map(value).collect()
    }

    /// The mean of a measure over splits; none without results.
    pub(crate) fn spread(&self, contender: &Contender, set: &str, measure: Measure) -> Option<Spread> {
        let values: Vec<f64> = self.values(contender, set, measure).into_values().collect();
        Spread::of(&values, self.ratio(set))
    }

    /// The values of two contenders on the splits that both have.
    fn pairs(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> (Vec<f64>, Vec<f64>) {
        let theirs = self.values(b, set, measure);
        let ours = self.values(a, set, measure).into_iter();
        ours.filter_map(|(split, value)| Some((value, *theirs.get(&split)?))).unzip()
    }

    /// The paired comparison over the splits that both have; none with fewer than two.
    pub(crate) fn verdict(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> Option<Verdict> {
        let (a, b) = self.pairs(a, b, set, measure);
        compare_paired(&a, &b, self.ratio(set), measure.look().up)
    }

    /// The means of two contenders over the splits that both have; none without any.
    pub(crate) fn means(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> Option<(f64, f64)> {
        let (a, b) = self.pairs(a, b, set, measure);
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        (!a.is_empty()).then(|| (mean(&a), mean(&b)))
    }

    /// The ratio of test rows to training rows.
    fn ratio(&self, set: &str) -> f64 {
        let sizes = |row: &Row| Some((row.n_test?, row.n_train.filter(|&n| n > 0)?));
        let sizes = self.rows.iter().filter(|row| row.set == set).find_map(sizes);
        sizes.map_or(0.0, |(test, train)| test as f64 / train as f64)
    }

    /// The most splits that a contender has of a set.
    pub(crate) fn splits(&self, set: &str) -> usize {
        let count = |contender: &Contender| self.of(contender, set).count();
        self.contenders.iter().map(count).max().unwrap_or(0)
    }

    /// The rows that failed.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.failed())
    }

    /// How many rows of our own methods ended with each status.
    pub(crate) fn statuses(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows.iter().filter(|row| self.methods.contains(&row.method)) {
            *counts.entry(row.status.as_str()).or_insert(0) += 1;
        }
        counts
    }
}

/// Checks that rows are of other programs than ours, on the splits of the experiment.
fn check_peers(rows: &[Row], methods: &[String], manifest: &Manifest) -> Result<(), String> {
    for row in rows {
        let Row { set, method, split, .. } = row;
        if method.is_empty() || methods.contains(method) {
            return Err(format!("'{method}' is not the name of another program"));
        }
        if manifest.sets.get(set).is_none_or(|record| *split >= record.splits) {
            return Err(format!("the experiment has no split {split} of '{set}'"));
        }
    }
    Ok(())
}
