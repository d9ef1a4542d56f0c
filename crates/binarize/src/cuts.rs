//! Cut points of a numeric column.

use rulegen_data::DateForm;
use rulegen_rule::WholeNumbers;

/// The rule for the cut points of numeric columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bins {
    /// Thresholds at the `n`-quantiles of the training rows by linear interpolation, each then
    /// moved to a number of few digits that parts the rows as it does. Both papers use 10
    /// (docs/MATH.md 1). From 2 to [`Bins::MOST`].
    Quantiles(usize),
    /// A cut between all neighbouring values if a column has at most [`Bins::MOST`] of them, and
    /// else that many quantiles. These are nearly raw values, for trees.
    Values,
}

impl Bins {
    /// The most bins. With the code of a missing cell they fill a byte.
    pub const MOST: usize = 255;

    /// Returns the number of quantiles whose inner ones cut a column of more values.
    pub(crate) fn quantiles(self) -> usize {
        match self {
            Bins::Quantiles(n) => n,
            Bins::Values => Bins::MOST,
        }
    }
}

/// The finite numbers of a column in ascending order, each with its multiplicity.
pub(crate) struct RankedNumbers {
    values: Vec<f64>,
    /// The number of ranks up to each value, including those of the value. `None` if each value has
    /// one rank.
    ends: Option<Vec<f64>>,
    /// True if these are only some of the numbers, of which there are more than [`Bins::MOST`].
    some: bool,
}

impl RankedNumbers {
    /// Ranks numbers that count once each.
    pub(crate) fn new(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        RankedNumbers { values, ends: None, some: false }
    }

    /// Ranks numbers with positive whole multiplicities.
    pub(crate) fn weighted(mut pairs: Vec<(f64, f64)>) -> Self {
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let end = |sum: &mut f64, weight: f64| {
            *sum += weight;
            Some(*sum)
        };
        let ends = pairs.iter().map(|pair| pair.1).scan(0.0, end).collect();
        RankedNumbers { values: pairs.into_iter().map(|pair| pair.0).collect(), ends: Some(ends), some: false }
    }

    /// Marks the numbers as some of more than [`Bins::MOST`] numbers.
    pub(crate) fn among_others(self) -> Self {
        RankedNumbers { some: true, ..self }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the range of the numbers if all are whole.
    pub(crate) fn whole(&self) -> Option<WholeNumbers> {
        WholeNumbers::of(self.values.iter().copied())
    }

    /// True if there are two different numbers.
    pub(crate) fn varies(&self) -> bool {
        self.values.first() != self.values.last()
    }

    /// Returns the last rank, counted from 0, or `None` without numbers.
    fn last(&self) -> Option<f64> {
        match &self.ends {
            None => self.values.len().checked_sub(1).map(|last| last as f64),
            Some(ends) => ends.last().map(|end| end - 1.0),
        }
    }

    /// Returns the number at a rank, which is whole.
    fn at(&self, rank: f64) -> f64 {
        match &self.ends {
            None => self.values[rank as usize],
            // Sums of more than 2^53 are not exact. The last number has no rank then.
            Some(ends) => self.values[ends.partition_point(|&end| end <= rank).min(self.values.len() - 1)],
        }
    }
}

/// Returns the cut points for the finite `values` of a column, strictly ascending.
///
/// Each cut separates two neighbouring values, no two cuts separate the same two, and none is at or
/// above the largest value. `neat` moves each cut between its two values.
pub(crate) fn cuts(values: RankedNumbers, bins: Bins, neat: fn(f64, f64, f64) -> f64) -> Vec<f64> {
    let mut distinct = values.values.clone();
    distinct.dedup();
    let wanted: Vec<f64> = match bins {
        Bins::Values if distinct.len() <= Bins::MOST && !values.some => {
            distinct.windows(2).map(|w| w[0] / 2.0 + w[1] / 2.0).collect()
        }
        _ => quantiles(&values, bins.quantiles()),
    };
    let mut last_gap = 0;
    let mut cuts = Vec::new();
    for t in wanted {
        let gap = distinct.partition_point(|&x| x <= t);
        if gap > last_gap && gap < distinct.len() {
            cuts.push(neat(t, distinct[gap - 1], distinct[gap]));
            last_gap = gap;
        }
    }
    cuts
}

/// Returns the inner `n`-quantiles by linear interpolation.
fn quantiles(values: &RankedNumbers, n: usize) -> Vec<f64> {
    let Some(last) = values.last() else { return Vec::new() };
    let quantile = |position: f64| {
        let (below, part) = (position.floor(), position.fract());
        let (a, b) = (values.at(below), values.at((below + 1.0).min(last)));
        // In this form, a quantile between equal values is exactly that value.
        a + (b - a) * part
    };
    positions(last, n).map(quantile).collect()
}

/// Returns the positions of the inner `n`-quantiles among ranks from 0 to `last`. Each is a rank or
/// lies between two ranks.
pub(crate) fn positions(last: f64, n: usize) -> impl Iterator<Item = f64> {
    (1..n).map(move |i| i as f64 * last / n as f64)
}

/// Returns the number with the fewest digits from `low` up to, but not including, `high`: the one
/// nearest to `t`, which lies there, of those that have as few.
pub(crate) fn tidy(t: f64, low: f64, high: f64) -> f64 {
    let fits = |x: &f64| low <= *x && *x < high;
    let nearer = |a: f64, b: f64| if (b - t).abs() < (a - t).abs() { b } else { a };
    let of_digits = |digits: i32| {
        // Zero has one digit, as have the numbers next to `t` of its power of ten.
        let zero = if digits == 1 { Some(0.0) } else { None };
        next_to(t, digits).into_iter().chain(zero).filter(fits).reduce(nearer)
    };
    (1..=17).find_map(of_digits).unwrap_or(t.max(low))
}

/// Returns the day from `low` up to, but not including, `high` whose next day begins a year, or
/// else a month: the one nearest to `t`, which lies there. Without such a day it is that of `t`.
pub(crate) fn neat_day(t: f64, low: f64, high: f64) -> f64 {
    let Some((year, month, _)) = DateForm::year_month_day(t.floor() + 1.0) else { return t.floor() };
    let day_before = |year: i32, month: u32| DateForm::first_of_month(year, month).map(|day| day - 1.0);
    let nearest = |days: [Option<f64>; 2]| {
        let fitting = days.into_iter().flatten().filter(|day| low <= *day && *day < high);
        fitting.min_by(|a, b| (a - t).abs().total_cmp(&(b - t).abs()))
    };
    let (next_year, next_month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    nearest([day_before(year, 1), day_before(year + 1, 1)])
        .or_else(|| nearest([day_before(year, month), day_before(next_year, next_month)]))
        .unwrap_or(t.floor())
}

/// Returns the two numbers of this many significant digits between which `t` lies.
fn next_to(t: f64, digits: i32) -> [f64; 2] {
    let exponent = if t == 0.0 { 0 } else { t.abs().log10().floor() as i32 } + 1 - digits;
    // Parsing makes the number nearest to the decimal, which a product of powers need not be.
    let number = |whole: f64| format!("{whole:.0}e{exponent}").parse().unwrap_or(t);
    let scaled = t / 10f64.powi(exponent);
    [number(scaled.floor()), number(scaled.ceil())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cuts(values: Vec<f64>, bins: Bins) -> Vec<f64> {
        super::cuts(RankedNumbers::new(values), bins, tidy)
    }

    fn quantiles(values: &[f64], n: usize) -> Vec<f64> {
        super::quantiles(&RankedNumbers::new(values.to_vec()), n)
    }

    #[test]
    fn deciles_are_those_of_linear_interpolation() {
        let values = (0..=100).map(f64::from).collect();
        assert_eq!(cuts(values, Bins::Quantiles(10)), [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]);
        assert_eq!(quantiles(&[0.0, 1.0], 10), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(|q: f64| q));
    }

    #[test]
    fn a_quantile_between_equal_values_is_that_value() {
        // 2.53 * 0.7 + 2.53 * 0.3 is a little less than 2.53: the cut would fall below the ties.
        assert!(quantiles(&[2.53; 8], 10).iter().all(|&q| q == 2.53));
        assert_eq!(cuts(vec![1.0, 2.53, 2.53, 2.53, 2.53, 2.53, 2.53, 3.0], Bins::Quantiles(3)), [2.6]);
    }

    #[test]
    fn duplicates_and_thresholds_at_the_maximum_are_dropped() {
        assert_eq!(cuts(vec![0.0, 0.0, 0.0, 1.0], Bins::Quantiles(4)), [0.0]);
        assert_eq!(cuts(vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], Bins::Quantiles(4)), Vec::<f64>::new());
        assert_eq!(cuts(vec![5.0; 4], Bins::Values), Vec::<f64>::new());
        assert_eq!(cuts(vec![], Bins::Values), Vec::<f64>::new());
    }

    #[test]
    fn a_cut_between_dates_ends_a_year_or_a_month() {
        let day = |text: &str| DateForm::ISO.read(text).unwrap();
        for (t, low, high, expected) in [
            ("2021-08-10", "2019-05-01", "2022-03-01", "2021-12-31"),
            ("2021-03-10", "2019-05-01", "2022-03-01", "2020-12-31"),
            ("2021-03-10", "2021-02-01", "2021-04-20", "2021-02-28"),
            ("2021-03-20", "2021-02-01", "2021-04-20", "2021-03-31"),
            ("2021-12-20", "2021-12-10", "2022-01-01", "2021-12-31"),
            ("2021-12-30", "2021-12-29", "2021-12-31", "2021-12-30"),
            ("2021-06-30", "2021-06-30", "2021-07-01", "2021-06-30"),
            ("9999-12-20", "9999-12-01", "9999-12-31", "9999-12-20"),
        ] {
            let cut = neat_day(day(t) + 0.5, day(low), day(high));
            assert_eq!(DateForm::ISO.write(cut).unwrap(), expected, "{t} in {low} to {high}");
        }
        assert_eq!(super::cuts(RankedNumbers::new(vec![0.0, 1.0, 1.0]), Bins::Values, neat_day), [0.0]);
    }

    #[test]
    fn a_cut_has_few_digits() {
        assert_eq!(cuts(vec![30.0, 31.0], Bins::Values), [30.0]);
        assert_eq!(cuts(vec![0.1234, 0.5678], Bins::Values), [0.3]);
        assert_eq!(cuts(vec![0.08251, 0.08266], Bins::Values), [0.0826]);
        assert_eq!(cuts(vec![0.15, 0.37, 0.38], Bins::Values), [0.3, 0.37]);
        assert_eq!(cuts(vec![-0.3, 0.04, 12345.6, 12399.0], Bins::Values), [-0.1, 6000.0, 12370.0]);
        assert_eq!(cuts(vec![-99.6, -99.2, -1e-300, 1e300], Bins::Values), [-99.4, -50.0, 5e299]);
    }

    proptest! {
        #[test]
        fn cuts_ascend_and_separate(values in prop::collection::vec(-1e3f64..1e3, 1..400), n in 2usize..=255) {
            let most = values.iter().copied().fold(f64::MIN, f64::max);
            for bins in [Bins::Quantiles(n), Bins::Values] {
                let cuts = cuts(values.clone(), bins);
                prop_assert!(cuts.len() < Bins::MOST);
                prop_assert!(cuts.windows(2).all(|w| w[0] < w[1]));
                prop_assert!(cuts.iter().all(|&c| c < most && values.iter().any(|&x| x <= c)));
            }
        }

        /// No number of fewer digits lies between the same two values.
        #[test]
        fn no_shorter_number_parts_the_same_values(low in -1e4f64..1e4, gap in 1e-6f64..1e2, part in 0.0..1.0f64) {
            let high = low + gap;
            let t = (low + part * gap).min(low.max(high.next_down()));
            let cut = tidy(t, low, high);
            prop_assert!(low <= cut && cut < high, "{cut}");
            let digits = |x: f64| {
                let text = format!("{:e}", x.abs());
                text.split('e').next().unwrap_or_default().replace('.', "").len()
            };
            for exponent in -8..5 {
                let unit = 10f64.powi(exponent);
                // The multiples of a power of ten in the interval are its shortest numbers.
                let first: f64 = format!("{:.0}e{exponent}", (low / unit).ceil()).parse().unwrap();
                if low <= first && first < high {
                    prop_assert!(digits(cut) <= digits(first), "{cut} and {first} in [{low}, {high})");
                }
            }
        }

        #[test]
        fn few_values_are_all_told_apart(values in prop::collection::vec(-20i32..20, 1..100)) {
            let values: Vec<f64> = values.into_iter().map(|x| f64::from(x) * 0.1).collect();
            let mut distinct = values.clone();
            distinct.sort_unstable_by(f64::total_cmp);
            distinct.dedup();
            prop_assert_eq!(cuts(values, Bins::Values).len(), distinct.len() - 1);
        }
    }
}
