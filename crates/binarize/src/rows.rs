//! The rows that count, and the number of rows that each stands for.

/// The label, the group and the weight of each row of a coded table.
#[derive(Clone, Copy, Debug)]
pub struct LabelledRows<'a> {
    /// The class index of each row.
    pub labels: &'a [u32],
    /// The group of each row. Without it all rows are in one group.
    pub groups: Option<&'a [u32]>,
    /// The weight of each row, not negative.
    pub weights: &'a [f64],
}

/// The most rows that weights may stand for together. Sums of more are not exact.
pub(crate) const MOST_ROWS: f64 = 9_007_199_254_740_992.0;

/// Returns the number of rows that each row of a table stands for.
///
/// Weights that are all whole numbers are numbers of rows, unless they add up to more than 2^53.
/// Other weights express importance: each row counts once, and rows of weight 0 do not count.
/// Without weights, each of `rows` rows counts once.
pub fn row_counts(weights: Option<&[f64]>, rows: usize) -> Vec<u64> {
    match weights {
        None => vec![1; rows],
        Some(weights) if are_whole(weights) => weights.iter().map(|&weight| weight as u64).collect(),
        Some(weights) => weights.iter().map(|&weight| u64::from(weight > 0.0)).collect(),
    }
}

/// True if weights are numbers of rows, as [`row_counts`] uses them.
pub fn are_whole(weights: &[f64]) -> bool {
    weights.iter().all(|weight| weight.fract() == 0.0) && weights.iter().sum::<f64>() <= MOST_ROWS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_weights_are_rows_and_others_are_not() {
        assert_eq!(row_counts(None, 2), [1, 1]);
        assert_eq!(row_counts(Some(&[3.0, 0.0, 1.0]), 3), [3, 0, 1]);
        assert_eq!(row_counts(Some(&[3.0, 0.0, 0.5]), 3), [1, 0, 1]);
        assert_eq!(row_counts(Some(&[1e300, 0.0]), 2), [1, 0]);
    }
}
