//! The time that cubes take. It is known beforehand, because nothing is searched.

use super::Cube;
use super::sets::{LARGEST_CUBE, products};
use super::settings::MOST_DIMENSIONS;
use rulegen_binarize::Samples;
use rulegen_rule::{Domain, Feature};

/// The seconds for each row and set of columns. Measured: heloc, 1,771 sets of three columns over
/// 7,895 rows.
const SECONDS_PER_ROW: f64 = 2e-9;

/// The seconds for each entry of a cube of one or two columns, each of which is looked at.
/// Measured: wdbc, 435 pairs of columns with a thousand conditions each, 0.8 s beside another
/// program.
const SECONDS_PER_FLAT_ENTRY: f64 = 1e-9;

/// The seconds for each interval of a column, and each pair of its categories that is left out.
/// Measured: wine, 13 columns with 110,000 of them together, 0.23 s.
const SECONDS_PER_PAIR: f64 = 2e-6;

/// The seconds for each entry of a cube of more columns. Measured: ionosphere, 5,456 sets of three
/// columns with 38 conditions each over 280 rows.
const SECONDS_PER_ENTRY: f64 = 1e-10;

impl Cube {
    /// Returns the seconds that a call takes on one thread, within a factor of about three, for
    /// rules of at most this length: those for each row and set of columns, and those for each rule
    /// with one condition on each column of a set. `None` if cubes do not hold all these rules, so
    /// that nothing would be proved.
    pub fn seconds(samples: &Samples, max_length: Option<usize>) -> Option<f64> {
        let features = &samples.schema.features;
        let dimensions = max_length.unwrap_or(usize::MAX).min(features.len());
        let mut conditions: Vec<usize> = features.iter().map(|feature| feature.tests().len()).collect();
        conditions.sort_unstable_by(|a, b| b.cmp(a));
        let largest = conditions[..dimensions.min(MOST_DIMENSIONS)].iter().map(|&n| n as f64).product::<f64>();
        if dimensions > MOST_DIMENSIONS || largest > LARGEST_CUBE as f64 {
            return None;
        }
        let sets: f64 = products(vec![1.0; conditions.len()], dimensions)[1..].iter().sum();
        let entries = products(conditions.iter().map(|&n| n as f64), dimensions);
        let of_entries = |(columns, entries): (usize, f64)| {
            entries * if columns <= 2 { SECONDS_PER_FLAT_ENTRY } else { SECONDS_PER_ENTRY }
        };
        let entries: f64 = entries.into_iter().enumerate().skip(1).map(of_entries).sum();
        Some(SECONDS_PER_ROW * samples.len() as f64 * sets + entries)
    }

    /// Returns the seconds that the first call takes beyond those of each call, for rules of at
    /// most this length: those for the conditions of two literals on a column, which are listed.
    pub fn seconds_to_prepare(samples: &Samples, max_length: Option<usize>) -> f64 {
        let pairs = |feature: &Feature| match &feature.domain {
            Domain::Numeric { cuts } => cuts.len() * cuts.len().saturating_sub(1) / 2,
            Domain::Categorical { categories } => categories.len() * categories.len().saturating_sub(1) / 2,
        };
        let pairs = if max_length == Some(1) { 0 } else { samples.schema.features.iter().map(pairs).sum() };
        SECONDS_PER_PAIR * pairs as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    #[test]
    fn sums_of_products() {
        assert_eq!(products([2.0, 3.0, 5.0], 3), [1.0, 10.0, 31.0, 30.0]);
        assert_eq!(products([2.0, 3.0, 5.0], 1), [1.0, 10.0]);
    }

    #[test]
    fn longer_rules_take_longer_until_cubes_do_not_hold_them() {
        let column = |k: usize| {
            (format!("x{k}"), Values::from((0..50).map(|i| f64::from(i * k as u32 % 53)).collect::<Vec<_>>()))
        };
        let table = Table::from_columns((1..=6).map(column)).unwrap();
        let samples = Samples::learn_unlabelled(&table, None, Bins::Quantiles(10)).unwrap().0;
        let seconds = |length| Cube::seconds(&samples, length);
        let known: Vec<f64> = (1..=4).map(|length| seconds(Some(length)).unwrap()).collect();
        assert!(known.is_sorted() && known[0] > 0.0, "{known:?}");
        // Eighteen conditions on each of six columns.
        let expected = 50.0 * 2e-9 * (6.0 + 15.0) + 1e-9 * (6.0 * 18.0 + 15.0 * 324.0);
        assert!((known[1] - expected).abs() < 1e-12, "{known:?}");
        assert_eq!((seconds(Some(5)), seconds(None)), (None, None));
        // An interval for each pair of nine cut points.
        let prepared = [1, 2, 3].map(|length| Cube::seconds_to_prepare(&samples, Some(length)));
        assert_eq!(prepared, [0.0, 2e-6 * 216.0, 2e-6 * 216.0]);
    }
}
