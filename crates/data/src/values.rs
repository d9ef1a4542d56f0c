//! The cells of a column.

use std::borrow::Cow;

use ndarray::ArrayView1;

use crate::categories::{Categories, MISSING};
use crate::number::trim;
use crate::sparse::Sparse;

/// The cells of one column.
///
/// Numbers, and whole numbers of at most 32 bits, become [`Values::Numeric`] by `From`; so do
/// arrays, slices and `ndarray`'s views of them. Text becomes [`Values::Categorical`], see
/// [`Values::from_text`].
///
/// The cells are checked when they become a [`Column`](crate::Column).
///
/// ```
/// use rulegen_data::Values;
///
/// assert_eq!(Values::from([1_u32, 2]), Values::Numeric(vec![1.0, 2.0]));
/// let colours = Values::from(["red", "", "blue", "red"]);
/// assert!(colours.is_missing(1) && !colours.is_missing(3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Finite numbers; `NaN` is a missing cell.
    Numeric(Vec<f64>),
    /// Finite numbers, most of which are 0.
    Sparse(Sparse),
    /// Codes into `categories`; [`MISSING`] is a missing cell.
    Categorical {
        /// One code per row.
        codes: Vec<u32>,
        /// The text of each code, all different. Some may have no rows.
        categories: Vec<String>,
    },
}

impl Values {
    /// Makes categories in order of first appearance. As in files, spaces and tabs around a cell
    /// are not part of it, and a blank cell is missing.
    pub fn from_text(cells: impl IntoIterator<Item = impl AsRef<str>>) -> Values {
        let mut categories = Categories::default();
        for cell in cells {
            match trim(cell.as_ref().as_bytes()) {
                [] => categories.push_missing(),
                cell => categories.push(cell).expect("text without its outer spaces is UTF-8"),
            }
        }
        let (codes, categories) = categories.finish();
        Values::Categorical { codes, categories }
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        match self {
            Values::Numeric(values) => values.len(),
            Values::Sparse(values) => values.len(),
            Values::Categorical { codes, .. } => codes.len(),
        }
    }

    /// Returns the bytes of memory that the cells take, approximately.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Values::Numeric(values) => 8 * values.len() as u64,
            Values::Sparse(values) => values.bytes(),
            Values::Categorical { codes, categories } => {
                let names: usize = categories.iter().map(|name| size_of::<String>() + name.len()).sum();
                (4 * codes.len() + names) as u64
            }
        }
    }

    /// Returns the cells of a column of numbers, those of a sparse one written out. Returns `None`
    /// for categories.
    pub fn numbers(&self) -> Option<Cow<'_, [f64]>> {
        match self {
            Values::Numeric(values) => Some(values.into()),
            Values::Sparse(values) => Some(values.to_dense().into()),
            Values::Categorical { .. } => None,
        }
    }

    /// Returns the cell in this row of a column of numbers, or `None` for categories.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn number(&self, row: usize) -> Option<f64> {
        match self {
            Values::Numeric(values) => Some(values[row]),
            Values::Sparse(values) => Some(values.at(row)),
            Values::Categorical { .. } => None,
        }
    }

    /// True if there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if the cell in this row is missing.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Values::Numeric(values) => values[row].is_nan(),
            Values::Sparse(values) => values.at(row).is_nan(),
            Values::Categorical { codes, .. } => codes[row] == MISSING,
        }
    }

    /// Returns the cells of these rows, in the order given. Categories keep their codes.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Values {
        match self {
            Values::Sparse(values) => Values::Sparse(values.select_rows(rows)),
            Values::Numeric(values) => Values::Numeric(rows.iter().map(|&row| values[row]).collect()),
            Values::Categorical { codes, categories } => Values::Categorical {
                codes: rows.iter().map(|&row| codes[row]).collect(),
                categories: categories.clone(),
            },
        }
    }
}

impl From<Sparse> for Values {
    fn from(numbers: Sparse) -> Values {
        Values::Sparse(numbers)
    }
}

impl From<Vec<f64>> for Values {
    fn from(numbers: Vec<f64>) -> Values {
        Values::Numeric(numbers)
    }
}

/// Converts everything that holds cells of one type.
macro_rules! from_cells {
    ($cell:ty, $make:expr) => {
        impl From<&[$cell]> for Values {
            fn from(cells: &[$cell]) -> Values {
                $make(cells.iter())
            }
        }

        impl<const N: usize> From<[$cell; N]> for Values {
            fn from(cells: [$cell; N]) -> Values {
                $make(cells.iter())
            }
        }

        impl From<ArrayView1<'_, $cell>> for Values {
            fn from(cells: ArrayView1<'_, $cell>) -> Values {
                $make(cells.iter())
            }
        }
    };
}

fn numbers<'a, T: Copy + Into<f64> + 'a>(cells: impl Iterator<Item = &'a T>) -> Values {
    Values::Numeric(cells.map(|&cell| cell.into()).collect())
}

from_cells!(f64, numbers);
from_cells!(f32, numbers);
from_cells!(i32, numbers);
from_cells!(u32, numbers);
from_cells!(u8, numbers);
from_cells!(&str, Values::from_text);
from_cells!(String, Values::from_text);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_coded_as_in_files() {
        let values = Values::from_text(["b", " a\t", "", "b", "  "]);
        let expected =
            Values::Categorical { codes: vec![0, 1, MISSING, 0, MISSING], categories: vec!["b".into(), "a".into()] };
        assert_eq!(values, expected);
    }

    #[test]
    fn every_holder_of_cells() {
        let expected = Values::Numeric(vec![1.0, 2.0]);
        assert_eq!(Values::from(vec![1.0, 2.0]), expected);
        assert_eq!(Values::from(&[1_i32, 2][..]), expected);
        assert_eq!(Values::from([1_u8, 2]), expected);
        assert_eq!(Values::from(ndarray::array![1.0_f32, 2.0].view()), expected);
        let text = ["a".to_owned(), "b".to_owned()];
        assert_eq!(Values::from(&text[..]), Values::from(ndarray::array!["a", "b"].view()));
    }
}
