//! How many rows a rule covers at least, where nobody says.

use rulegen_binarize::row_counts;
use rulegen_data::Dataset;

/// A class has rules of a twentieth of its rows, whatever the others: a rare one too.
const SHARE_OF_CLASS: u64 = 20;

/// The least cover of a rule that suits so many rows: `max(1, min(ceil(sqrt(n) / 4), c / 20))` of `n` rows, of which the smallest
/// class has `c`. What a rule says of its class is known to about `1 / sqrt(rows covered)`, so rules may cover the smaller a share
/// the more rows there are; of 100 rows 2 or 3, of a million 250.
pub(crate) fn suitable_cover(data: &Dataset) -> usize {
    let mut of_class = vec![0u64; data.target.classes.len()];
    let counts = row_counts(data.weights.as_deref(), data.target.labels.len());
    data.target.labels.iter().zip(counts).for_each(|(&class, rows)| of_class[class as usize] += rows);
    cover_of_classes(&of_class)
}

/// The same, of so many rows of each class.
pub(crate) fn cover_of_classes(of_class: &[u64]) -> usize {
    let all: u64 = of_class.iter().sum();
    let smallest = of_class.iter().copied().filter(|&rows| rows > 0).min().unwrap_or(0);
    let quarter = ((all as f64).sqrt() / 4.0).ceil() as u64;
    quarter.min(smallest / SHARE_OF_CLASS).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_data::{Column, Table, Values};

    fn of(classes: &[usize]) -> usize {
        let labels = (0..).zip(classes).flat_map(|(class, &rows)| std::iter::repeat_n(format!("c{class}"), rows));
        let target = Column::new("y", Values::from_text(labels)).unwrap();
        let x = Column::new("x", vec![0.0; classes.iter().sum()]).unwrap();
        suitable_cover(&Dataset::from_columns(Table::new(vec![x]).unwrap(), target, None).unwrap())
    }

    #[test]
    fn it_grows_with_the_root_of_the_rows_and_is_small_for_rare_classes() {
        assert_eq!(of(&[60, 40]), 2);
        assert_eq!(of(&[600, 300]), 8);
        assert_eq!(of(&[500_000, 500_000]), 250);
        assert_eq!(of(&[9_900, 100]), 5);
        assert_eq!(of(&[9_999, 2]), 1);
        assert_eq!(of(&[50, 50, 50]), 2);
    }
}
