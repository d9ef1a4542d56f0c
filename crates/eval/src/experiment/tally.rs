//! Results by method, set and measure.

use super::error::ExperimentError;
use super::measure::Measure;
use super::results::{RESULTS, TIMING};
use super::row::{Key, Keyed, Row, Timing};
use super::store::read_rows;
use crate::{Spread, Verdict, compare_paired};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// One method as a column of tables: its name, or name and setting where every setting has its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) method: String,
    pub(crate) setting: usize,
}

/// All results of a folder, ours and those of programs that are compared.
#[derive(Debug)]
pub(crate) struct Tally {
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
    pub(crate) fn read(folder: &Path, methods: &[String]) -> Result<Tally, ExperimentError> {
        let (mut rows, mut timing) = (Vec::new(), HashMap::new());
        for part in [folder.to_path_buf(), folder.join("peers")] {
            rows.extend(read_rows::<Row>(&part.join(RESULTS))?);
            let times = read_rows::<Timing>(&part.join(TIMING))?;
            timing.extend(times.into_iter().map(|timing| (timing.key(), timing)));
        }
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
        Ok(Tally { rows, timing, contenders, sets })
    }

    /// The rows of a contender on a set, by split, without those that failed.
    fn of<'a>(&'a self, contender: &'a Contender, set: &'a str) -> impl Iterator<Item = &'a Row> {
        let is = move |row: &&Row| {
            row.set == set
                && row.method == contender.method
                && row.setting == contender.setting
                && row.status != "failed"
        };
        self.rows.iter().filter(is)
    }

    /// The values of a measure by split.
    fn values(&self, contender: &Contender, set: &str, measure: Measure) -> BTreeMap<usize, f64> {
        let value = |row: &Row| Some((row.split, measure.of(row, self.timing.get(&row.key()))?));
        self.of(contender, set).filter_map(value).collect()
    }

    /// The mean of a measure over splits; none without results.
    pub(crate) fn spread(&self, contender: &Contender, set: &str, measure: Measure) -> Option<Spread> {
        let values: Vec<f64> = self.values(contender, set, measure).into_values().collect();
        Spread::of(&values, self.ratio(set))
    }

    /// What a paired comparison over the splits that both have says; none of fewer than two.
    pub(crate) fn verdict(&self, a: &Contender, b: &Contender, set: &str, measure: Measure) -> Option<Verdict> {
        let theirs = self.values(b, set, measure);
        let pairs = self.values(a, set, measure);
        let pairs = pairs.into_iter().filter_map(|(split, value)| Some((value, *theirs.get(&split)?)));
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.unzip();
        compare_paired(&a, &b, self.ratio(set), measure.look().up)
    }

    /// Test rows by training rows.
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
        self.rows.iter().filter(|row| row.status == "failed")
    }

    /// How many rows of our own methods ended with each status.
    pub(crate) fn statuses(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for row in self.rows.iter().filter(|row| !row.status.is_empty()) {
            *counts.entry(row.status.as_str()).or_insert(0) += 1;
        }
        counts
    }
}
