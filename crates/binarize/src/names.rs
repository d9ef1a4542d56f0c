//! Columns whose values name rows, so that a rule about them tells nothing about other rows.
//!
//! Each row counts once, whatever its weight. Rows of weight 0 and missing cells do not count.
//!
//! **Text** names rows if there are more values than half of the rows: a value occurs less than
//! twice on average. Examples are names, tickets, codes such as `C-10273`, and amounts that were
//! read as text.
//!
//! **Whole numbers** that are all different name rows if
//!
//! * this many would not all be different by chance. In a block of `m` neighbours within a range of
//!   `r` numbers, `m (m - 1) / (2 r)` pairs are expected to agree. If ten pairs or more are
//!   expected in blocks of the ascending numbers, and there is none, the numbers were assigned one
//!   by one: running numbers, consecutive or with gaps;
//! * or they rise from row to row;
//! * or they look like keys: all have the same number of digits, and these are eight or more, or
//!   the numbers are spread evenly over their range, by the test of Kolmogorov and Smirnov;
//! * or the name of the column says so: its last word is `id`, `uuid` or `key`.
//!
//! Other numbers never do: measurements are often all different. Nor do dates.

use rulegen_data::MISSING;
use serde::{Deserialize, Serialize};

/// The fewest rows of a column that is said to name them. A few different values may be anything.
pub(crate) const FEWEST: usize = 20;

/// The number of neighbouring numbers that are examined together, so that a few far away do not
/// hide how dense the others are.
const BLOCK: usize = 20;

/// The number of pairs of equal numbers that are expected by chance. The probability of none is
/// then `e^-10`, 1 in 22,000, and columns are few.
const EXPECTED_PAIRS: f64 = 10.0;

/// The number of rows from which on a table is not sorted by a measurement with all different
/// values, unless on purpose.
const RISING: usize = 50;

/// The smallest number with so many digits that nothing is measured to the unit.
const LONG: f64 = 1e7;

/// The number of rows that distinguish an even spread from a bell, whose distance from evenness,
/// about 0.14, is well above the limit, 0.09.
const EVEN_ROWS: usize = 300;

/// The distance of Kolmogorov and Smirnov, times the root of the number of rows, that evenly spread
/// numbers exceed in one case of a hundred.
const EVEN: f64 = 1.63;

/// The way in which the values of a column name its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Naming {
    /// Text whose values mostly occur once.
    Text,
    /// Whole numbers that were assigned one by one.
    RunningNumber,
    /// Whole numbers that are keys.
    Code,
}

impl std::fmt::Display for Naming {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Naming::Text => "text, mostly once each",
            Naming::RunningNumber => "running numbers",
            Naming::Code => "unique codes",
        })
    }
}

/// Returns how the categories of these codes name rows, if they do.
pub(crate) fn of_text(codes: impl Iterator<Item = u32>, categories: usize) -> Option<Naming> {
    let mut occurs = vec![false; categories];
    let mut rows = 0;
    codes.filter(|&code| code != MISSING).for_each(|code| {
        occurs[code as usize] = true;
        rows += 1;
    });
    let values = occurs.into_iter().filter(|occurs| *occurs).count();
    of_occurring(values, rows)
}

/// Returns how text names rows, if it does, from the numbers of different values and of rows.
pub(crate) fn of_occurring(values: usize, rows: usize) -> Option<Naming> {
    (rows >= FEWEST && 2 * values > rows).then_some(Naming::Text)
}

/// Returns how the numbers of a column with this name name rows, if they do.
pub(crate) fn of_numbers(column: &str, numbers: impl Iterator<Item = f64>) -> Option<Naming> {
    let in_order: Vec<f64> = numbers.filter(|x| !x.is_nan()).collect();
    if in_order.len() < FEWEST || in_order.iter().any(|x| x.fract() != 0.0) {
        return None;
    }
    let mut ascending = in_order.clone();
    ascending.sort_unstable_by(f64::total_cmp);
    if ascending.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let rises = in_order.len() >= RISING && in_order == ascending;
    if rises || expected_pairs(&ascending) >= EXPECTED_PAIRS {
        return Some(Naming::RunningNumber);
    }
    (ends_in_word(column, &KEY_WORDS) || look_like_keys(&ascending)).then_some(Naming::Code)
}

/// Returns the number of pairs of these different numbers that would be equal if each fell anywhere
/// among its neighbours.
fn expected_pairs(ascending: &[f64]) -> f64 {
    let pairs = |block: &[f64]| {
        let (m, range) = (block.len() as f64, block[block.len() - 1] - block[0] + 1.0);
        m * (m - 1.0) / (2.0 * range)
    };
    ascending.chunks(BLOCK).map(pairs).sum()
}

/// True if all have the same number of digits, and many of them, or are spread evenly.
fn look_like_keys(ascending: &[f64]) -> bool {
    let (least, most) = (ascending[0], ascending[ascending.len() - 1]);
    let digits = |x: f64| x.log10().floor();
    least >= 1.0 && digits(least) == digits(most) && (least >= LONG || are_even(ascending))
}

/// True if numbers are spread evenly between the first and the last.
fn are_even(ascending: &[f64]) -> bool {
    let n = ascending.len() as f64;
    let (least, range) = (ascending[0], ascending[ascending.len() - 1] - ascending[0]);
    let distance = |(i, x): (usize, &f64)| ((i as f64 + 0.5) / n - (x - least) / range).abs();
    let largest = ascending.iter().enumerate().map(distance).fold(0.0, f64::max);
    ascending.len() >= EVEN_ROWS && largest <= EVEN / n.sqrt()
}

/// The last words of names of keys.
pub const KEY_WORDS: [&str; 3] = ["id", "uuid", "key"];

/// True if the last word of a column's name, divided by capitals, hyphens and the like, is one of
/// these, whatever its case.
pub fn ends_in_word(name: &str, words: &[&str]) -> bool {
    let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
    words.iter().any(|word| {
        let Some(start) = name.len().checked_sub(word.len()).filter(|&start| name.is_char_boundary(start)) else {
            return false;
        };
        let (before, last) = name.split_at(start);
        let begins = |c: char| !c.is_alphanumeric() || (c.is_lowercase() && last.starts_with(char::is_uppercase));
        last.eq_ignore_ascii_case(word) && before.chars().next_back().is_none_or(begins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_numeric::Random;

    fn numbers(name: &str, values: impl IntoIterator<Item = u64>) -> Option<Naming> {
        of_numbers(name, values.into_iter().map(|x| x as f64))
    }

    /// Returns a bell around `mean` of whole numbers that are all different.
    fn bell(n: usize, mean: f64, spread: f64) -> Vec<u64> {
        let mut random = Random::new(5, 0);
        let mut all: Vec<u64> = Vec::new();
        while all.len() < n {
            let x = mean + spread * ((0..12).map(|_| random.unit()).sum::<f64>() - 6.0);
            if !all.contains(&(x as u64)) {
                all.push(x as u64);
            }
        }
        all
    }

    fn shuffled(values: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut values: Vec<u64> = values.into_iter().collect();
        Random::new(3, 0).shuffle(&mut values);
        values
    }

    #[test]
    fn running_numbers_are_found_in_any_order_and_with_gaps() {
        let running = Some(Naming::RunningNumber);
        assert_eq!(numbers("x", 1..=60), running);
        assert_eq!(numbers("x", shuffled(1..=60)), running);
        // A fifth of the rows is held out, and one is far away.
        assert_eq!(numbers("x", shuffled((1..=891).filter(|x| x % 5 != 2).chain([9_999_999]))), running);
        // One in ten of a long list.
        assert_eq!(numbers("x", shuffled((1..=9000).filter(|x| x % 10 == 3 || x % 17 == 0))), running);
        // Sparse, but ascending.
        assert_eq!(numbers("x", (1..=60).map(|x| x * 1000 + x % 7)), running);
    }

    #[test]
    fn keys_are_found_by_their_digits_their_spread_or_their_name() {
        let mut random = Random::new(1, 0);
        let mut even: Vec<u64> = (0..400).map(|_| 100_000 + random.below(900_000) as u64).collect();
        even.sort_unstable();
        even.dedup();
        let even = shuffled(even);
        assert_eq!(numbers("x", even.iter().copied()), Some(Naming::Code));
        assert_eq!(numbers("x", even[..30].iter().copied()), None);
        for name in ["id", "ID", "customerID", "PassengerId", "order_id", "row key", "id_"] {
            assert_eq!(numbers(name, even[..30].iter().copied()), Some(Naming::Code), "{name}");
        }
        for name in ["covid", "GRID", "x", "", "key_figure", "é"] {
            assert_eq!(numbers(name, even[..30].iter().copied()), None, "{name}");
        }
        assert_eq!(numbers("x", even[..30].iter().map(|x| 1_000 * x)), Some(Naming::Code), "nine digits");
    }

    #[test]
    fn measurements_stay() {
        assert_eq!(numbers("salary", bell(200, 50_000.0, 9_000.0)), None);
        assert_eq!(numbers("salary", bell(1_000, 500_000.0, 60_000.0)), None);
        // Few rows, all different.
        assert_eq!(numbers("age", bell(20, 45.0, 12.0)), None);
        assert_eq!(numbers("x", 1..=19), None);
        // A repeated number.
        assert_eq!(numbers("x", (1..=500).chain([500])), None);
        assert_eq!(of_numbers("id", (0..500).map(|x| f64::from(x) + 0.5)), None);
        assert_eq!(of_numbers("x", (0..500).map(|_| f64::NAN)), None);
    }

    #[test]
    fn text_names_rows_where_values_mostly_occur_once() {
        let text = |codes: &[u32]| of_text(codes.iter().copied(), 1000);
        let of = |rows: u32, values: u32| (0..rows).map(|row| row % values).collect::<Vec<u32>>();
        assert_eq!(text(&of(100, 100)), Some(Naming::Text));
        assert_eq!(text(&of(100, 51)), Some(Naming::Text));
        assert_eq!(text(&of(100, 50)), None);
        assert_eq!(text(&of(19, 19)), None);
        // Missing cells do not count.
        assert_eq!(text(&[of(30, 20), vec![MISSING; 500]].concat()), Some(Naming::Text));
    }
}
