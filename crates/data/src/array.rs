//! Tables and data sets from arrays of `ndarray`.

use ndarray::ArrayView2;

use crate::column::Column;
use crate::dataset::Dataset;
use crate::error::{DataError, TableError};
use crate::table::Table;
use crate::values::Values;

/// The name of the target of a data set from arrays in messages.
const TARGET: &str = "target";

impl Table {
    /// A table of numbers, a row of `array` each; NaN is a missing cell. Without `names` the
    /// columns are called `x1`, `x2` and so on.
    ///
    /// # Errors
    ///
    /// [`TableError::NamesOfColumns`] within [`DataError::Table`] if there are not as many names as
    /// columns, [`DataError::DuplicateColumn`], and [`DataError::Infinity`].
    ///
    /// ```
    /// use ndarray::array;
    /// use rulegen_data::Table;
    ///
    /// let x = array![[31.0, 2.5], [f64::NAN, 4.0]];
    /// assert_eq!(Table::from_array(x.view(), None)?.columns()[1].name(), "x2");
    /// let table = Table::from_array(x.view(), Some(&["age", "years"]))?;
    /// assert_eq!((table.rows(), table.columns()[0].name()), (2, "age"));
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn from_array(array: ArrayView2<'_, f64>, names: Option<&[&str]>) -> Result<Table, DataError> {
        if let Some(names) = names.filter(|names| names.len() != array.ncols()) {
            return Err(TableError::NamesOfColumns { names: names.len(), columns: array.ncols() }.into());
        }
        let name = |index: usize| names.map_or_else(|| format!("x{}", index + 1), |names| names[index].to_owned());
        let column = |(index, cells)| Column::new(name(index), Values::from(cells));
        let columns = array.columns().into_iter().enumerate().map(column).collect::<Result<_, _>>()?;
        Table::with_rows(array.nrows(), columns)
    }
}

impl Dataset {
    /// Features from an array, see [`Table::from_array`], and the label of each row: numbers,
    /// names, or an `ndarray` of either. Classes are the labels that occur, sorted, see
    /// [`Target::from_column`](crate::Target::from_column); all rows weigh the same.
    ///
    /// # Errors
    ///
    /// As [`Table::from_array`] and [`Dataset::from_columns`].
    ///
    /// ```
    /// use ndarray::array;
    /// use rulegen_data::Dataset;
    ///
    /// let x = array![[31.0, 2.5], [25.0, 4.0], [40.0, 1.0]];
    /// let labels = ["stays", "leaves", "stays"];
    /// let data = Dataset::from_arrays(x.view(), Some(&["age", "years"]), labels)?;
    /// assert_eq!(data.target.classes, ["leaves", "stays"]);
    ///
    /// let y = array![1_u32, 0, 1];
    /// let data = Dataset::from_arrays(x.view(), None, y.view())?;
    /// assert_eq!(data.target.labels, [1, 0, 1]);
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn from_arrays(
        features: ArrayView2<'_, f64>,
        names: Option<&[&str]>,
        labels: impl Into<Values>,
    ) -> Result<Dataset, DataError> {
        let features = Table::from_array(features, names)?;
        Dataset::from_columns(features, Column::new(TARGET, labels)?, None)
    }
}
