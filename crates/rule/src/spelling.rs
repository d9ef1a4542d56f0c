//! Conditions on one column as people write them.
//!
//! A column of whole numbers has conditions on whole numbers: `x <= 2.5` is `x <= 2`, `x > 2` is
//! `x >= 3`, but `x > 500` stays, which has fewer digits than `x >= 501`. The lowest interval of a
//! column whose smallest number is 0 is `x = 0`. Dates are whole numbers of days, and written as
//! `x <= 2021-06-30` or `x >= 2021-07-01`. These words mean the same as the comparison with the cut
//! point for every whole number that training saw. For a fraction, or a number beyond those, the
//! comparison decides, in which exports are written.
//!
//! A cut point just below a number with far fewer digits, which a rule by hand may have, is written
//! with that number: `x < 10`.

use crate::whole::as_whole;
use crate::{Domain, Feature, Test, WholeNumbers, name_text};

/// The digits by which a number is written far shorter than its neighbour.
const FAR_FEWER: usize = 8;

/// A condition without its column: `>= 3`, `= red`, `is missing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// `<=`, `<`, `>`, `>=`, `=`, `!=`, `is missing` or `is present`.
    pub operator: &'static str,
    /// The number, the date or the name of the category. `None` for `is missing` and `is present`.
    pub value: Option<String>,
}

impl Spelling {
    fn new(operator: &'static str, value: impl ToString) -> Self {
        Spelling { operator, value: Some(value.to_string()) }
    }

    /// True if a number of `feature` meets the condition as it is written. False for conditions on
    /// categories and missing cells.
    fn holds(&self, feature: &Feature, x: f64) -> bool {
        let value = self.value.as_ref().and_then(|value| feature.read_number(value));
        value.is_some_and(|value| match self.operator {
            "<=" => x <= value,
            "<" => x < value,
            ">" => x > value,
            ">=" => x >= value,
            "=" => x == value,
            _ => false,
        })
    }
}

impl Feature {
    /// Returns the ways to write a test. The first is that of texts for readers. All others mean
    /// the same for the numbers that training saw.
    ///
    /// # Panics
    /// If the test is not one of this feature ([`Feature::admits`]).
    pub fn spellings(&self, test: Test) -> Vec<Spelling> {
        let category = |v: u16| match &self.domain {
            Domain::Categorical { categories } => &categories[v as usize],
            Domain::Numeric { .. } => unreachable!("{test:?} is no test of numbers"),
        };
        match test {
            Test::AtMost(j) => self.at_most(j),
            Test::Above(j) => self.above(j),
            Test::Is(v) => vec![Spelling::new("=", category(v))],
            Test::IsNot(v) => vec![Spelling::new("!=", category(v))],
            Test::Missing => vec![Spelling { operator: "is missing", value: None }],
            Test::Present => vec![Spelling { operator: "is present", value: None }],
        }
    }

    /// Returns the bounds of an interval between cut points, the lower one first, in words that are
    /// true of a number in it: `at least 3`, but `above 2` for 2.5. None if this number is the only
    /// whole one.
    pub(crate) fn bounds(&self, above: Option<u16>, at_most: Option<u16>, x: f64) -> Vec<String> {
        let only = above.zip(at_most).and_then(|(low, high)| self.between(low, high));
        if only.is_some_and(|(first, last)| first == last && first as f64 == x) {
            return Vec::new();
        }
        let tests = above.map(Test::Above).into_iter().chain(at_most.map(Test::AtMost));
        tests.filter_map(|test| self.bound(test, x)).collect()
    }

    fn bound(&self, test: Test, x: f64) -> Option<String> {
        let Spelling { operator, value } = self.spellings(test).into_iter().find(|spelling| spelling.holds(self, x))?;
        let word = match operator {
            "<=" => "at most",
            "<" => "below",
            ">" => "above",
            ">=" => "at least",
            _ => return None,
        };
        Some(format!("{word} {}", value?))
    }

    fn at_most(&self, j: u16) -> Vec<Spelling> {
        let exact = Spelling::new("<=", self.number_text(self.cut(j)));
        let Some((seen, below)) = self.below(j) else {
            let shorter = self.shorter_above(j).map(|number| Spelling::new("<", number));
            return shorter.into_iter().chain([exact]).collect();
        };
        let equal = (seen.least == below).then(|| Spelling::new("=", self.whole_text(below)));
        equal.into_iter().chain([Spelling::new("<=", self.whole_text(below)), exact]).collect()
    }

    fn above(&self, j: u16) -> Vec<Spelling> {
        let exact = Spelling::new(">", self.number_text(self.cut(j)));
        let Some((seen, below)) = self.below(j) else {
            let shorter = self.shorter_above(j).map(|number| Spelling::new(">=", number));
            return shorter.into_iter().chain([exact]).collect();
        };
        let next = self.whole_text(below + 1);
        let equal = (seen.most == below + 1).then(|| Spelling::new("=", &next));
        let mut whole = [Spelling::new(">=", &next), Spelling::new(">", self.whole_text(below))];
        if self.is_shorter(below, below + 1) {
            whole.reverse();
        }
        equal.into_iter().chain(whole).chain([exact]).collect()
    }

    /// Writes the condition that a number is in an interval between two cut points.
    pub(crate) fn interval_text(&self, low: u16, high: u16) -> String {
        let name = name_text(&self.name);
        match self.between(low, high) {
            Some((first, last)) if first == last => format!("{name} = {}", self.whole_text(first)),
            Some((first, last)) if self.is_shorter(first - 1, first) => {
                format!("{} < {name} <= {last}", first - 1)
            }
            Some((first, last)) => format!("{} <= {name} <= {}", self.whole_text(first), self.whole_text(last)),
            None if self.shorter_above(low) == Some(self.cut(high)) => format!("{name} = {}", self.cut(high)),
            None => {
                let first = match self.shorter_above(low) {
                    Some(first) => format!("{first} <="),
                    None => format!("{} <", self.number_text(self.cut(low))),
                };
                let last = match self.shorter_above(high) {
                    Some(last) => format!("< {last}"),
                    None => format!("<= {}", self.number_text(self.cut(high))),
                };
                format!("{first} {name} {last}")
            }
        }
    }

    /// Returns the next number above a cut point if it is written with far fewer digits.
    fn shorter_above(&self, j: u16) -> Option<f64> {
        let cut = self.cut(j);
        // Minus zero is zero.
        let next = cut.next_up() + 0.0;
        (next.is_finite() && next.to_string().len() + FAR_FEWER <= cut.to_string().len()).then_some(next)
    }

    /// Returns the first and the last whole number in an interval between two cut points, if the
    /// column has whole numbers.
    fn between(&self, low: u16, high: u16) -> Option<(i64, i64)> {
        let (low, high) = (self.below(low)?.1 + 1, self.below(high)?.1);
        (low <= high).then_some((low, high))
    }

    /// Returns the range of a column of different whole numbers, and the last one up to a cut
    /// point. None for other columns, and if no whole number parts this cut point from another.
    fn below(&self, j: u16) -> Option<(WholeNumbers, i64)> {
        let whole = |j: usize| self.cuts().get(j).map(|&cut| as_whole(cut));
        let (seen, j) = (self.whole.filter(|seen| seen.least < seen.most)?, j as usize);
        let below = whole(j)??;
        let alone = |other: Option<Option<i64>>| other != Some(Some(below));
        let lower = j.checked_sub(1).and_then(whole);
        (alone(lower) && alone(whole(j + 1))).then_some((seen, below))
    }

    /// Writes a whole number of the column.
    fn whole_text(&self, number: i64) -> String {
        self.number_text(number as f64)
    }

    /// True if a whole number has fewer digits than another. All dates are equally long.
    fn is_shorter(&self, number: i64, than: i64) -> bool {
        self.dates.is_none() && digits(number) < digits(than)
    }

    /// Returns a cut point.
    fn cut(&self, j: u16) -> f64 {
        self.cuts()[j as usize]
    }

    /// Returns the cut points. A categorical column has none.
    fn cuts(&self) -> &[f64] {
        match &self.domain {
            Domain::Numeric { cuts } => cuts,
            Domain::Categorical { .. } => &[],
        }
    }
}

/// Returns the number of digits without the zeros at the end.
fn digits(number: i64) -> usize {
    number.to_string().trim_matches(['-', '0']).len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cuts: &[f64], least: i64, most: i64) -> Feature {
        let whole = Some(WholeNumbers { least, most });
        Feature { whole, ..Feature::new("x", Domain::Numeric { cuts: cuts.to_vec() }) }
    }

    fn spelled(feature: &Feature, test: Test) -> Vec<String> {
        let text = |Spelling { operator, value }: Spelling| format!("{operator} {}", value.unwrap());
        feature.spellings(test).into_iter().map(text).collect()
    }

    #[test]
    fn whole_numbers_are_written_as_such() {
        let parch = column(&[0.5, 1.0, 5.0], 0, 6);
        assert_eq!(spelled(&parch, Test::AtMost(0)), ["= 0", "<= 0", "<= 0.5"]);
        assert_eq!(spelled(&parch, Test::Above(0)), [">= 1", "> 0", "> 0.5"]);
        assert_eq!(spelled(&parch, Test::AtMost(1)), ["<= 1", "<= 1"]);
        assert_eq!(spelled(&parch, Test::Above(2)), ["= 6", ">= 6", "> 5", "> 5"]);
        assert_eq!([parch.between(0, 1), parch.between(1, 2)], [Some((1, 1)), Some((2, 5))]);
        let negative = column(&[-0.5, 0.0], -1, 1);
        assert_eq!(spelled(&negative, Test::AtMost(0))[0], "= -1");
        assert_eq!(spelled(&negative, Test::Above(0))[0], ">= 0");
        assert_eq!(spelled(&negative, Test::AtMost(1))[0], "<= 0");
        // Cut points that were added by hand may lie anywhere.
        let beyond = column(&[-7.0, 90.0], 0, 80);
        assert_eq!(spelled(&beyond, Test::AtMost(0))[0], "<= -7");
        assert_eq!(spelled(&beyond, Test::Above(1))[0], "> 90");
    }

    #[test]
    fn the_bound_with_fewer_digits_is_taken() {
        let income = column(&[-20.0, 0.0, 9.0, 500.0, 1999.0], -90, 9000);
        let lower = |j: u16| spelled(&income, Test::Above(j)).swap_remove(0);
        assert_eq!([0, 1, 2, 3, 4].map(lower), ["> -20", ">= 1", ">= 10", "> 500", ">= 2000"]);
        let intervals = [(0, 1), (1, 3), (2, 3), (3, 4)].map(|(low, high)| income.interval_text(low, high));
        assert_eq!(intervals, ["-20 < x <= 0", "1 <= x <= 500", "10 <= x <= 500", "500 < x <= 1999"]);
    }

    #[test]
    fn dates_are_written_as_such() {
        let dates = Some("DD.MM.YYYY".parse().unwrap());
        // From 2019-01-01 to 2022-12-31.
        let joined = Feature { dates, ..column(&[17_897.0, 18_261.0, 18_808.0, 19_356.0], 17_897, 19_357) };
        assert_eq!(spelled(&joined, Test::AtMost(0)), ["= 2019-01-01", "<= 2019-01-01", "<= 2019-01-01"]);
        assert_eq!(spelled(&joined, Test::AtMost(2)), ["<= 2021-06-30", "<= 2021-06-30"]);
        assert_eq!(spelled(&joined, Test::Above(2)), [">= 2021-07-01", "> 2021-06-30", "> 2021-06-30"]);
        assert_eq!(spelled(&joined, Test::Above(3))[0], "= 2022-12-31");
        assert_eq!(joined.interval_text(1, 2), "2020-01-01 <= x <= 2021-06-30");
        assert_eq!(joined.bounds(Some(1), Some(2), 18_500.0), ["at least 2020-01-01", "at most 2021-06-30"]);
        // One date in training.
        let one = Feature { dates, ..column(&[17_897.0], 17_897, 17_897) };
        assert_eq!(spelled(&one, Test::Above(0)), ["> 2019-01-01"]);
    }

    #[test]
    fn other_cut_points_are_written_exactly() {
        let close = column(&[0.2, 0.7, 1.5], 0, 9);
        assert_eq!(spelled(&close, Test::AtMost(0)), ["<= 0.2"]);
        assert_eq!(spelled(&close, Test::Above(1)), ["> 0.7"]);
        assert_eq!(spelled(&close, Test::Above(2))[0], ">= 2");
        assert_eq!([close.between(0, 1), close.between(1, 2)], [None, None]);
        let fractions = Feature { whole: None, ..column(&[0.0], 0, 1) };
        assert_eq!(spelled(&fractions, Test::AtMost(0)), ["<= 0"]);
        let huge = column(&[1e300], 0, 1);
        assert_eq!(spelled(&huge, Test::Above(0)), [format!("> {}", 1e300)]);
    }
}
