//! Which rows count, and for how many.

/// The most rows that weights may stand for together: from there on sums of them are no longer exact.
pub(crate) const MOST_ROWS: f64 = 9_007_199_254_740_992.0;

/// For how many rows each row of a table counts.
///
/// Weights that are all whole numbers say how many rows each stands for, unless they add up to more than 2^53. Others say
/// how much a row matters, not how many it stands for: each counts once, those of weight 0 not at all. So does each of
/// `rows` rows without weights.
pub fn row_counts(weights: Option<&[f64]>, rows: usize) -> Vec<u64> {
    match weights {
        None => vec![1; rows],
        Some(weights) if are_whole(weights) => weights.iter().map(|&weight| weight as u64).collect(),
        Some(weights) => weights.iter().map(|&weight| u64::from(weight > 0.0)).collect(),
    }
}

/// Whether weights are numbers of rows, as [`row_counts`] takes them.
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
