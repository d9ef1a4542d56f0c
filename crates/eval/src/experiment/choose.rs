//! The choice among settings by cross-validation.
//!
//! A setting is stopped early only where this cannot change the choice. Its scores so far, and the best possible score
//! on the remaining folds, bound its mean from above. It is stopped if that bound is below the mean of a setting that
//! was scored on all folds. The best possible accuracy on a fold is below 1 where rows with the same cells are of
//! different classes: of such rows a classifier gets at most the most frequent class right.

use super::measure::Measure;
use rulegen_data::{Dataset, Table, Values};
use std::collections::HashMap;

/// Sums of the same scores may differ by as much from rounding.
const ROUNDING: f64 = 1e-9;

/// The scores of all settings of a grid on the folds of one cross-validation, as far as they are known.
#[derive(Debug)]
pub(crate) struct Tuning {
    /// For each setting and fold the score, and the score that decides ties.
    scores: Vec<Vec<Option<(f64, f64)>>>,
    /// The best score that any classifier can reach, by fold; at most 1.
    ceilings: Vec<f64>,
    /// Seconds of all fits.
    pub(crate) seconds: f64,
    /// Batches of settings that are not done.
    pub(crate) open: usize,
}

impl Tuning {
    /// The tuning among `settings` settings in `batches` batches on `folds` folds, with nothing known.
    pub(crate) fn new(settings: usize, batches: usize, folds: usize) -> Tuning {
        Tuning { scores: vec![vec![None; folds]; settings], ceilings: vec![1.0; folds], seconds: 0.0, open: batches }
    }

    /// Makes the best score that any classifier can reach on each fold known.
    pub(crate) fn set_ceilings(&mut self, ceilings: Vec<f64>) {
        self.ceilings = ceilings;
    }

    /// The number of folds.
    pub(crate) fn folds(&self) -> usize {
        self.ceilings.len()
    }

    pub(crate) fn record(&mut self, setting: usize, fold: usize, score: f64, tie: f64) {
        self.scores[setting][fold] = Some((score, tie));
    }

    pub(crate) fn knows(&self, setting: usize, fold: usize) -> bool {
        self.scores[setting][fold].is_some()
    }

    /// Whether a setting that is scored on all folds is sure to be better than this one.
    pub(crate) fn is_hopeless(&self, setting: usize) -> bool {
        let folds = self.scores[setting].iter().zip(&self.ceilings);
        let most: f64 = folds.map(|(score, ceiling)| score.map_or(*ceiling, |(score, _)| score)).sum();
        (0..self.scores.len()).filter_map(|other| self.total(other)).any(|(total, _)| most < total - ROUNDING)
    }

    /// The setting of the best mean score and that mean. The second score decides ties, then the order of the grid.
    /// None if no setting is scored on all folds.
    pub(crate) fn best(&self) -> Option<(usize, f64)> {
        let better = |a: (f64, f64), b: (f64, f64)| {
            b.0 > a.0 + ROUNDING || ((b.0 - a.0).abs() <= ROUNDING && b.1 > a.1 + ROUNDING)
        };
        let complete = (0..self.scores.len()).filter_map(|setting| Some((setting, self.total(setting)?)));
        let best = complete.reduce(|a, b| if better(a.1, b.1) { b } else { a });
        best.map(|(setting, (total, _))| (setting, total / self.folds() as f64))
    }

    /// The sums over all folds.
    fn total(&self, setting: usize) -> Option<(f64, f64)> {
        self.scores[setting].iter().try_fold((0.0, 0.0), |sum, score| score.map(|s| (sum.0 + s.0, sum.1 + s.1)))
    }
}

/// The best score that any classifier can reach on rows: the share of rows that have the class most frequent among
/// those with the same cells for accuracy, 0 for losses, whose signs are turned around, else 1.
pub(crate) fn ceiling(measure: Measure, rows: &Dataset) -> f64 {
    if measure != Measure::Accuracy {
        return if measure.look().up { 1.0 } else { 0.0 };
    }
    let (labels, classes) = (&rows.target.labels, rows.target.classes.len());
    let mut counts: HashMap<Vec<u64>, Vec<usize>> = HashMap::new();
    for (row, &label) in labels.iter().enumerate() {
        counts.entry(cells(&rows.features, row)).or_insert_with(|| vec![0; classes])[label as usize] += 1;
    }
    let most: usize = counts.values().map(|counts| counts.iter().max().unwrap_or(&0)).sum();
    most as f64 / labels.len() as f64
}

/// The cells of a row, so that equal cells are equal numbers.
fn cells(table: &Table, row: usize) -> Vec<u64> {
    let cell = |values: &Values| match (values, values.number(row)) {
        (Values::Categorical { codes, .. }, _) => codes[row].into(),
        // Adding 0 makes one zero of the two; all missing cells are one.
        (_, Some(number)) if !number.is_nan() => (number + 0.0).to_bits(),
        _ => u64::MAX,
    };
    table.columns().iter().map(|column| cell(column.values())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rulegen_data::{ReadOptions, read_bytes};

    #[test]
    fn equal_means_are_decided_in_order() {
        let mut tuning = Tuning::new(3, 3, 2);
        assert_eq!(tuning.best(), None);
        for (setting, scores) in
            [[(0.5, 0.1), (0.7, 0.1)], [(0.7, 0.1), (0.5, 0.1)], [(0.6, 0.2), (0.6, 0.2)]].into_iter().enumerate()
        {
            scores.into_iter().enumerate().for_each(|(fold, (score, tie))| tuning.record(setting, fold, score, tie));
        }
        assert_eq!(tuning.best().unwrap().0, 2);
        assert!((tuning.best().unwrap().1 - 0.6).abs() < 1e-12);
        tuning.record(2, 1, 0.6, 0.0);
        assert_eq!(tuning.best().unwrap().0, 0);
    }

    #[test]
    fn accuracy_has_a_ceiling() {
        let csv = b"x,c,y\n1,a,p\n1,a,q\n1,a,q\n0,a,p\n-0,a,p\n,a,p\n,a,q\n1,b,p\n";
        let table = read_bytes(csv, &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap();
        let data = Dataset::from_table(table, "y", None).unwrap();
        assert_eq!(ceiling(Measure::Accuracy, &data), 6.0 / 8.0);
        assert_eq!(ceiling(Measure::F1, &data), 1.0);
        assert_eq!(ceiling(Measure::LogLoss, &data), 0.0);
    }

    proptest! {
        /// Whatever is stopped, and in whatever order settings are scored, the choice is that of all scores.
        #[test]
        fn giving_up_changes_no_choice(
            table in prop::collection::vec(prop::collection::vec(0..=4_u32, 4), 1..12),
            ceilings in prop::collection::vec(0..=2_u32, 4),
            turn in 0..12_usize,
        ) {
            let ceilings: Vec<f64> = ceilings.into_iter().map(|c| 1.0 - f64::from(c) / 10.0).collect();
            let score = |setting: usize, fold: usize| (f64::from(table[setting][fold]) / 4.0).min(ceilings[fold]);
            let n = table.len();
            let (mut all, mut some) = (Tuning::new(n, n, 4), Tuning::new(n, n, 4));
            some.set_ceilings(ceilings.clone());
            let mut given_up = 0;
            for at in 0..n {
                let setting = (at + turn) % n;
                for fold in 0..4 {
                    all.record(setting, fold, score(setting, fold), 0.0);
                    if some.is_hopeless(setting) {
                        given_up += 1;
                    } else {
                        some.record(setting, fold, score(setting, fold), 0.0);
                    }
                }
            }
            prop_assert_eq!(all.best(), some.best());
            prop_assert!(given_up < 4 * n);
        }
    }
}
