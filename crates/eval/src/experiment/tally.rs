//! Results by method, set and measure.

use super::error::{ExperimentError, ensure};
use super::journal::Journal;
use super::manifest::Manifest;
use super::measure::Measure;
use super::row::{Row, read_csv};
use rulegen_measure::{Spread, Verdict, compare_paired};
use std::collections::BTreeMap;
use std::path::Path;

/// A column of tables: a method, or a setting of it if every setting has its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) method: String,
    setting: usize,
}

/// All results of a folder, ours and those of other programs.
#[derive(Debug)]
pub(crate) struct Tally {
    /// By set, method, split and setting.
    rows: Vec<Row>,
    /// In the order of tables.
    pub(crate) contenders: Vec<Contender>,
    /// The sets that have results, in the order of their names.
    pub(crate) sets: Vec<String>,
}

impl Tally {
    /// Reads the results of a folder, and those of other programs in `peers` within it.
    ///
    /// # Errors
    /// Files that cannot be read, or rows of other programs that are not on the splits of the
    /// experiment.
    pub(crate) fn read(folder: &Path, methods: &[String], manifest: &Manifest) -> Result<Tally, ExperimentError> {
        let mut rows = Journal::read(folder)?;
        rows.retain(|key, _| key.fold.is_none());
        let peers = read_csv(&folder.join("peers"))?;
        for key in peers.keys() {
            let other = !key.method.is_empty() && !methods.contains(&key.method);
            ensure(other, || format!("peers: '{}' is not the name of another program", key.method))?;
            let splits = manifest.sets.get(&key.set).and_then(|set| set["splits"].as_u64()).unwrap_or(0);
            let known = (key.split as u64) < splits;
            ensure(known, || format!("peers: the experiment has no split {} of '{}'", key.split, key.set))?;
        }
        rows.extend(peers);
        let rows: Vec<Row> = rows.into_values().collect();
        let order = |method: &str| methods.iter().position(|known| known == method).unwrap_or(methods.len());
        let mut settings: BTreeMap<(usize, &str), BTreeMap<usize, &str>> = BTreeMap::new();
        for Row { key, settings: words, .. } in &rows {
            settings.entry((order(&key.method), &key.method)).or_default().insert(key.setting, words);
        }
        let contenders = settings.into_iter().flat_map(|((_, method), settings)| {
            let several = settings.len() > 1;
            settings.into_iter().map(move |(setting, words)| {
                let name = if several { format!("{method}, {words}") } else { method.to_owned() };
                Contender { name, method: method.to_owned(), setting }
            })
        });
        let contenders = contenders.collect();
        let mut sets: Vec<String> = rows.iter().map(|row| row.key.set.clone()).collect();
        sets.dedup();
        Ok(Tally { rows, contenders, sets })
    }

    /// The rows of a contender on a set, by split, without those that failed or were cut short.
    fn of<'a>(&'a self, contender: &'a Contender, set: &'a str) -> impl Iterator<Item = &'a Row> {
        let Contender { method, setting, .. } = contender;
        let is = move |row: &&Row| row.key.set == set && row.key.method == *method && row.key.setting == *setting;
        self.rows.iter().filter(is).filter(|row| !row.failed() && !row.interrupted())
    }

    /// The values of a measure by split.
    fn values(&self, contender: &Contender, set: &str, measure: Measure) -> BTreeMap<usize, f64> {
        let value = |row: &Row| Some((row.key.split, row.get(measure)?));
        self.of(contender, set).filter_map(value).collect()
    }

    /// The mean of a measure over splits, if there are results.
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

    /// The paired comparison over the splits that both have, if they are at least two.
    pub(crate) fn verdict(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> Option<Verdict> {
        let (a, b) = self.pairs(a, b, set, measure);
        compare_paired(&a, &b, self.ratio(set), measure.up)
    }

    /// The means of two contenders over the splits that both have, if there are any.
    pub(crate) fn means(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> Option<(f64, f64)> {
        let (a, b) = self.pairs(a, b, set, measure);
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        (!a.is_empty()).then(|| (mean(&a), mean(&b)))
    }

    /// The ratio of test rows to training rows.
    fn ratio(&self, set: &str) -> f64 {
        let ratio = |row: &Row| Some(row.values.get("n_test")? / row.values.get("n_train").filter(|&&n| n > 0.0)?);
        self.rows.iter().filter(|row| row.key.set == set).find_map(ratio).unwrap_or(0.0)
    }

    /// The most splits that a contender has of a set.
    pub(crate) fn splits(&self, set: &str) -> usize {
        self.contenders.iter().map(|contender| self.of(contender, set).count()).max().unwrap_or(0)
    }

    pub(crate) fn failures(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.failed())
    }

    /// The number of rows of these methods by status.
    pub(crate) fn statuses(&self, methods: &[String]) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows.iter().filter(|row| methods.contains(&row.key.method)) {
            *counts.entry(row.status.as_str()).or_insert(0) += 1;
        }
        counts
    }
}
