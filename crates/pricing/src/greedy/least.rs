//! The least gains that matter, in the whole numbers of a search.

use rulegen_driver::PricingProblem;

/// The least that an extension needs, in units of its problem. Whole numbers decide what is passed
/// over, because few extensions come further.
pub(super) struct Least {
    /// The gains above zero that it covers.
    pub(super) positive: i64,
    /// The rows that it covers.
    pub(super) rows: u64,
    /// The sum of gains at which longer rules on the same samples are told apart from it.
    pub(super) counted: i64,
    /// The sum of gains at which it may be taken.
    pub(super) taken: i64,
    unit: f64,
    cost: f64,
    bar: f64,
}

impl Least {
    /// Begins to extend rules to `length` literals. `is_last` tells for rules of `length` literals,
    /// and of one more, that none are longer.
    pub(super) fn new(problem: &PricingProblem, unit: f64, length: usize, is_last: [bool; 2]) -> Least {
        let (cost, threshold) = (problem.cost(length), problem.threshold);
        // The last extensions are candidates or nothing.
        let bar = if is_last[0] { threshold } else { f64::NEG_INFINITY };
        Least {
            positive: least_above(unit, cost, threshold),
            rows: if problem.counts_rows() { problem.min_cover } else { 0 },
            // The longest rules count only if they gain enough.
            counted: match is_last {
                [true, _] => i64::MAX,
                [false, true] => least_above(unit, problem.cost(length + 1), threshold),
                [false, false] => i64::MIN,
            },
            taken: least_above(unit, cost, bar),
            unit,
            cost,
            bar,
        }
    }

    /// Raises the gain that extensions must exceed to be taken.
    pub(super) fn raise(&mut self, bar: f64) {
        if bar > self.bar {
            (self.bar, self.taken) = (bar, least_above(self.unit, self.cost, bar));
        }
    }
}

/// Returns the smallest whole number that, in units of `unit`, exceeds `cost` by more than
/// `threshold`.
fn least_above(unit: f64, cost: f64, threshold: f64) -> i64 {
    let exceeds = |whole: i64| whole as f64 * unit - cost > threshold;
    let (mut below, mut above) = (i64::MIN, i64::MAX);
    while below.abs_diff(above) > 1 {
        let middle = below.midpoint(above);
        *(if exceeds(middle) { &mut above } else { &mut below }) = middle;
    }
    above
}

#[cfg(test)]
mod tests {
    use super::least_above;

    #[test]
    fn the_least_number_exceeds_and_the_one_before_does_not() {
        for (unit, cost, threshold) in
            [(1.0, 3.0, 0.5), (0.25, 0.0, 1e-6), (2f64.powi(-50), 0.1, 0.2), (4.0, 1.0, -9.0)]
        {
            let least = least_above(unit, cost, threshold);
            assert!(least as f64 * unit - cost > threshold && (least - 1) as f64 * unit - cost <= threshold);
        }
        assert_eq!(least_above(1.0, 0.0, f64::INFINITY), i64::MAX);
        assert!(least_above(1.0, 0.0, f64::NEG_INFINITY) <= i64::MIN + 1);
    }
}
