//! Columns of whole numbers.

use serde::{Deserialize, Serialize};

/// The largest whole number whose neighbours are numbers too.
const MOST_EXACT: f64 = 9_007_199_254_740_991.0;

/// The range of a column whose cells are all whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeNumbers {
    /// The smallest number that training saw.
    pub least: i64,
    /// The largest number that training saw, not below the smallest.
    pub most: i64,
}

impl WholeNumbers {
    /// Returns the range of numbers. `None` if there are none, one is not whole, or one is beyond
    /// 2^53.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let add = |range: Option<Self>, x: f64| {
            let whole = as_whole(x).filter(|_| x.fract() == 0.0)?;
            let one = WholeNumbers { least: whole, most: whole };
            Some(Some(range.map_or(one, |range| range.and(one))))
        };
        numbers.into_iter().try_fold(None, add).flatten()
    }

    /// Returns the range that covers both.
    pub fn and(self, other: Self) -> Self {
        WholeNumbers { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// Returns the largest whole number that is not above `x`, unless it is too large to have exact
/// neighbours.
pub(crate) fn as_whole(x: f64) -> Option<i64> {
    (x.abs() <= MOST_EXACT).then(|| x.floor() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_is_that_of_whole_numbers_alone() {
        let range = |numbers: &[f64]| WholeNumbers::of(numbers.iter().copied()).map(|range| (range.least, range.most));
        assert_eq!(range(&[3.0, -0.0, 7.0]), Some((0, 7)));
        assert_eq!(range(&[-2.0]), Some((-2, -2)));
        assert_eq!(range(&[MOST_EXACT]), Some((MOST_EXACT as i64, MOST_EXACT as i64)));
        for none in [&[][..], &[1.0, 1.5], &[1.5, 1.0], &[MOST_EXACT + 1.0], &[f64::INFINITY], &[f64::NAN]] {
            assert_eq!(range(none), None, "{none:?}");
        }
    }
}
