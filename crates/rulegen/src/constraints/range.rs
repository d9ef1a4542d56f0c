//! Ranges of numbers in which no condition may have its value.

use super::named::named;
use rulegen_data::{Column, Table};
use rulegen_rule::Feature;

/// A range of the numbers of a column, as in `18 <= age < 25`.
#[derive(Debug)]
pub(crate) struct ForbiddenRange<'a> {
    low: End<'a>,
    high: End<'a>,
}

/// An end of a range.
#[derive(Debug)]
struct End<'a> {
    value: &'a str,
    /// True if the range has the value itself.
    is_in: bool,
}

impl<'a> ForbiddenRange<'a> {
    /// Reads a range of a column of `table`. Returns `None` for a text that is none.
    pub(crate) fn read(text: &'a str, table: &'a Table) -> Option<(&'a Column, Self)> {
        let (low, rest) = text.split_once('<')?;
        let (low, rest) = End::before(low, rest)?;
        let (column, high) = named(rest, table)?;
        let high = high.trim_start().strip_prefix('<')?;
        let (is_in, value) = high.strip_prefix('=').map_or((false, high), |value| (true, value));
        let high = End { value: value.trim(), is_in };
        (!high.value.is_empty()).then_some((column, ForbiddenRange { low, high }))
    }

    /// The ends, the lower one first.
    pub(crate) fn ends(&self) -> [&'a str; 2] {
        [self.low.value, self.high.value]
    }

    /// True if a value of the feature is in the range.
    pub(crate) fn holds(&self, feature: &Feature, value: &str) -> bool {
        let [x, low, high] = [value, self.low.value, self.high.value].map(|text| feature.read_number(text));
        let (Some(x), Some(low), Some(high)) = (x, low, high) else { return false };
        (low < x || self.low.is_in && low == x) && (x < high || self.high.is_in && x == high)
    }
}

impl<'a> End<'a> {
    /// The lower end, from the texts before and after the sign, and what follows it.
    fn before(value: &'a str, rest: &'a str) -> Option<(Self, &'a str)> {
        let (is_in, rest) = rest.strip_prefix('=').map_or((false, rest), |rest| (true, rest));
        let value = value.trim();
        (!value.is_empty()).then_some((End { value, is_in }, rest.trim_start()))
    }
}
