//! Codes and predicts the rows of arrays of `ndarray`.

use crate::{CodedTable, Predictor, RowSet, RuleError, Schema};
use ndarray::{Array1, Array2, ArrayView2};
use rulegen_data::{Column, DataError, Table, TableError};
use std::collections::HashMap;

impl Schema {
    /// Codes an array with a row per sample. NaN is a missing cell. Columns are found by their
    /// `names`. Without these they are `x1`, `x2` and so on, as in [`Table::from_array`]. Columns
    /// that are no features are ignored.
    ///
    /// # Errors
    /// [`RuleError::MissingColumn`] if a feature has no column; within [`RuleError::Data`]
    /// [`DataError::Infinity`] and, if there are not as many names as columns,
    /// [`TableError::NamesOfColumns`].
    ///
    /// ```
    /// use ndarray::{Array1, array};
    /// use rulegen_rule::{Domain, Feature, Rule, Schema};
    ///
    /// let domain = Domain::Numeric { cuts: vec![2.0] };
    /// let schema = Schema { features: vec![Feature::new("x2", domain)] };
    /// let x = array![[7.0, 1.0], [8.0, 3.0], [9.0, f64::NAN]];
    /// let rule = Rule::new([schema.at_most("x2", 2.0)?]);
    /// let cover = schema.encode_array(x.view(), None)?.cover(&schema, &rule);
    /// assert_eq!(Array1::from(&cover), array![true, false, false]);
    /// assert_eq!(cover.iter().collect::<Vec<_>>(), [0]);
    /// # Ok::<(), rulegen_rule::RuleError>(())
    /// ```
    pub fn encode_array(&self, array: ArrayView2<'_, f64>, names: Option<&[&str]>) -> Result<CodedTable, RuleError> {
        let columns = array.ncols();
        if let Some(names) = names.filter(|names| names.len() != columns) {
            return Err(DataError::from(TableError::NamesOfColumns { names: names.len(), columns }).into());
        }
        let name = |index: usize| names.map_or_else(|| format!("x{}", index + 1), |names| names[index].to_owned());
        // The first of several columns with the same name counts.
        let places: HashMap<String, usize> = (0..columns).rev().map(|index| (name(index), index)).collect();
        let used = self.features.iter().filter_map(|feature| places.get_key_value(&feature.name));
        let used = used.map(|(name, &index)| Column::new(name, array.column(index)));
        self.encode(&Table::with_rows(array.nrows(), used.collect::<Result<_, _>>()?)?)
    }
}

impl Predictor {
    /// Returns the class index of every row of an array, whose columns are found as by
    /// [`Schema::encode_array`].
    ///
    /// # Errors
    /// As [`Schema::encode_array`]; only columns that the rules use have to be there.
    ///
    /// ```
    /// use ndarray::array;
    /// use rulegen_rule::{Model, Predictor};
    ///
    /// let file = r#"{"format": "rulegen-model", "version": 1, "method": "rug",
    ///     "target": "y", "classes": ["no", "yes"], "positive": null,
    ///     "features": [{"kind": "numeric", "name": "age", "cuts": [40.5], "missing_seen": false}],
    ///     "rules": [{"if": [{"column": "age", "is": ">", "value": 40.5}], "then": "yes",
    ///         "weight": 2, "covered": 9, "correct": 8}],
    ///     "default": {"otherwise": "no"}, "settings": {},
    ///     "certificate": {"status": "no_column", "objective": 1, "lp_objective": 1,
    ///         "lower_bound": null}}"#;
    /// let predictor = Predictor::new(&Model::from_json(file)?);
    ///
    /// let (x, names) = (array![[1.0, 52.0], [1.0, 30.0]], ["sex", "age"]);
    /// assert_eq!(predictor.predict_array(x.view(), Some(&names))?, array![1, 0]);
    /// assert_eq!(predictor.scores_array(x.view(), Some(&names))?, array![[0.0, 2.0], [0.0, 0.0]]);
    /// # Ok::<(), rulegen_rule::RuleError>(())
    /// ```
    pub fn predict_array(&self, array: ArrayView2<'_, f64>, names: Option<&[&str]>) -> Result<Array1<u32>, RuleError> {
        Ok(self.predict_coded(&self.schema().encode_array(array, names)?).into())
    }

    /// Returns the sums of weights for every row of an array, rows x classes: zeros if no rule
    /// covers the row.
    ///
    /// # Errors
    /// As [`Predictor::predict_array`].
    pub fn scores_array(&self, array: ArrayView2<'_, f64>, names: Option<&[&str]>) -> Result<Array2<f64>, RuleError> {
        Ok(self.by_class(self.scores_coded(&self.schema().encode_array(array, names)?)))
    }

    /// Returns the probabilities of every row of an array, or its shares of the votes, rows x
    /// classes ([`Predictor::probabilities`]).
    ///
    /// # Errors
    /// As [`Predictor::predict_array`].
    pub fn probabilities_array(
        &self,
        array: ArrayView2<'_, f64>,
        names: Option<&[&str]>,
    ) -> Result<Array2<f64>, RuleError> {
        Ok(self.by_class(self.probabilities_coded(&self.schema().encode_array(array, names)?)))
    }

    fn by_class(&self, numbers: Vec<f64>) -> Array2<f64> {
        let shape = (numbers.len() / self.classes(), self.classes());
        Array2::from_shape_vec(shape, numbers).expect("a number for each row and class")
    }
}

/// Tells for each row if it is in the set.
impl From<&RowSet> for Array1<bool> {
    fn from(set: &RowSet) -> Self {
        (0..set.rows()).map(|row| set.contains(row)).collect()
    }
}
