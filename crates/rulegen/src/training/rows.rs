//! The least numbers of rows that a rule covers, if they are not given.

use crate::parameters::Parameters;
use rulegen_binarize::row_counts;
use rulegen_data::Dataset;

/// The least cover is at most the rows of the smallest class divided by this number, so that a rare
/// class has rules too.
const SHARE_OF_CLASS: u64 = 20;

/// Returns the parameters with the least numbers of rows that suit these numbers of rows of the
/// classes, where they are not given.
pub(crate) fn suited(p: &Parameters, rows_of: &[u64]) -> Parameters {
    if !p.method.names_loss() {
        return p.clone();
    }
    let min_cover = p.min_cover.or_else(|| Some(cover_of_classes(rows_of)));
    Parameters { min_cover, min_category: p.min_category.or(min_cover), ..p.clone() }
}

/// The least cover of a rule: `max(1, min(ceil(sqrt(n) / 4), c / 20))` for `n` rows, of which the
/// smallest class has `c`. The share of a class in a rule is known to about
/// `1 / sqrt(rows covered)`, so rules may cover a smaller share the more rows there are: 2 or 3 of
/// 100 rows, 250 of a million.
fn cover_of_classes(of_class: &[u64]) -> usize {
    let all = of_class.iter().fold(0, |all: u64, &rows| all.saturating_add(rows));
    let smallest = of_class.iter().copied().filter(|&rows| rows > 0).min().unwrap_or(0);
    let quarter = ((all as f64).sqrt() / 4.0).ceil() as u64;
    quarter.min(smallest / SHARE_OF_CLASS).max(1) as usize
}

/// The number of rows of each class.
pub(crate) fn rows_of_classes(data: &Dataset) -> Vec<u64> {
    let mut of_class = vec![0u64; data.target.classes.len()];
    let counts = row_counts(data.weights.as_deref(), data.target.labels.len());
    data.target.labels.iter().zip(counts).for_each(|(&class, rows)| of_class[class as usize] += rows);
    of_class
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_data::{Column, Table, Values};

    fn of(classes: &[usize]) -> usize {
        let labels = (0..).zip(classes).flat_map(|(class, &rows)| std::iter::repeat_n(format!("c{class}"), rows));
        let target = Column::new("y", Values::from_text(labels)).unwrap();
        let x = Column::new("x", vec![0.0; classes.iter().sum()]).unwrap();
        let data = Dataset::from_columns(Table::new(vec![x]).unwrap(), target, None).unwrap();
        cover_of_classes(&rows_of_classes(&data))
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
