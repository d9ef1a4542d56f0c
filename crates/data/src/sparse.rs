//! Columns that are mostly zeros.

use crate::error::TableError;

/// A column of numbers that stores only those that are not 0, with their rows: 12 bytes for each.
///
/// ```
/// use rulegen_data::{Column, Sparse};
///
/// let words = Sparse::new(5, vec![1, 4], vec![2.0, 1.0])?;
/// assert_eq!((words.at(1), words.at(3)), (2.0, 0.0));
/// let column = Column::new("loan", words)?;
/// assert_eq!(column.values().numbers().as_deref(), Some(&[0.0, 2.0, 0.0, 0.0, 1.0][..]));
/// # Ok::<(), rulegen_data::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse {
    len: usize,
    rows: Vec<u32>,
    numbers: Vec<f64>,
}

impl Sparse {
    /// Makes a column of `len` cells: `numbers` in `rows`, which ascend, and 0 in all others.
    ///
    /// # Errors
    /// [`TableError::SparseRows`] unless there is a number for each row, and rows ascend and are
    /// below `len`.
    pub fn new(len: usize, rows: Vec<u32>, numbers: Vec<f64>) -> Result<Sparse, TableError> {
        let ascend = rows.windows(2).all(|pair| pair[0] < pair[1]);
        let exist = rows.last().is_none_or(|&last| (last as usize) < len);
        match ascend && exist && rows.len() == numbers.len() {
            true => Ok(Sparse { len, rows, numbers }),
            false => Err(TableError::SparseRows { rows: len, places: rows.len(), numbers: numbers.len() }),
        }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the rows that are stored, with their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (usize, f64)> {
        self.rows.iter().zip(&self.numbers).map(|(&row, &number)| (row as usize, number))
    }

    /// Returns the number in this row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn at(&self, row: usize) -> f64 {
        assert!(row < self.len, "row {row} of {}", self.len);
        // Stored rows fit into 32 bits. All others are 0.
        u32::try_from(row).ok().and_then(|row| self.rows.binary_search(&row).ok()).map_or(0.0, |at| self.numbers[at])
    }

    /// Returns all cells.
    pub fn to_dense(&self) -> Vec<f64> {
        let mut dense = vec![0.0; self.len];
        self.entries().for_each(|(row, number)| dense[row] = number);
        dense
    }

    /// Returns the bytes of memory that the column takes, approximately.
    pub(crate) fn bytes(&self) -> u64 {
        12 * self.rows.len() as u64
    }

    /// Returns the cells of these rows, in the order given.
    pub(crate) fn select_rows(&self, rows: &[usize]) -> Sparse {
        let dense = self.to_dense();
        let kept = (0..).zip(rows).filter(|&(_, &row)| dense[row] != 0.0);
        let (rows_kept, numbers) = kept.map(|(new, &row): (u32, _)| (new, dense[row])).unzip();
        Sparse { len: rows.len(), rows: rows_kept, numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_ascend_exist_and_have_numbers() {
        for (rows, numbers) in [(vec![1, 1], vec![1.0; 2]), (vec![2, 1], vec![1.0; 2]), (vec![3], vec![1.0])] {
            assert!(Sparse::new(3, rows, numbers).is_err());
        }
        let error = Sparse::new(3, vec![0], vec![]).unwrap_err().to_string();
        assert_eq!(
            error,
            "1 rows and 0 numbers of a sparse column of 3 cells: one number for each row, and rows ascend"
        );
    }

    proptest! {
        #[test]
        fn it_is_the_dense_column(
            cells in prop::collection::vec(prop_oneof![3 => Just(0.0), 1 => -5.0f64..5.0], 1..30),
            chosen in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            let kept: Vec<(u32, f64)> = (0..).zip(&cells).filter(|(_, x)| **x != 0.0).map(|(row, &x)| (row, x)).collect();
            let (rows, numbers) = kept.into_iter().unzip();
            let sparse = Sparse::new(cells.len(), rows, numbers).unwrap();
            prop_assert_eq!(&sparse.to_dense(), &cells);
            prop_assert!((0..cells.len()).all(|row| sparse.at(row) == cells[row]));
            let chosen: Vec<usize> = chosen.iter().map(|index| index.index(cells.len())).collect();
            let expected: Vec<f64> = chosen.iter().map(|&row| cells[row]).collect();
            prop_assert_eq!(sparse.select_rows(&chosen).to_dense(), expected);
        }
    }
}
