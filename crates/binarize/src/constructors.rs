//! Samples from tables, coded tables and arrays. What comes in is checked.

use crate::error::one_per_row;
use crate::learn::check_weights;
use crate::merge::merge;
use crate::samples::Samples;
use crate::{BinarizeError, Bins, Dropped, learn};
use ndarray::ArrayView2;
use rulegen_data::Table;
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Feature, RuleError, Schema};

impl Samples {
    /// Learns a schema from `table`, codes it, and merges identical rows.
    ///
    /// `labels` are class indices below `classes`, `weights` are not negative; both are one per row. Every row
    /// counts once in quantiles.
    ///
    /// # Errors
    /// [`BinarizeError::NoFeature`] when no column can serve, and as [`learn`] and [`Samples::merge`].
    pub fn learn(
        table: &Table,
        labels: &[u32],
        weights: Option<&[f64]>,
        classes: usize,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        Samples::learn_grouped(table, labels, None, weights, classes, bins)
    }

    /// As [`Samples::learn`], without labels: all rows are of one class.
    ///
    /// # Errors
    /// As [`Samples::learn`].
    pub fn learn_unlabelled(
        table: &Table,
        weights: Option<&[f64]>,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        Samples::learn(table, &vec![0; table.rows()], weights, 1, bins)
    }

    /// As [`Samples::learn_unlabelled`], from an array with a row per sample; NaN is a missing cell. Without `names` the
    /// columns are called `x1`, `x2` and so on.
    ///
    /// # Errors
    /// As [`Table::from_array`] and [`Samples::learn`].
    ///
    /// ```
    /// use ndarray::array;
    /// use rulegen_binarize::{Bins, Samples};
    ///
    /// let x = array![[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]];
    /// let (samples, dropped) = Samples::from_array(x.view(), Some(&["age", "constant"]), Bins::Values)?;
    /// assert_eq!((samples.len(), dropped.len()), (3, 1));
    /// # Ok::<(), rulegen_binarize::BinarizeError>(())
    /// ```
    pub fn from_array(
        array: ArrayView2<'_, f64>,
        names: Option<&[&str]>,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        Samples::learn_unlabelled(&Table::from_array(array, names)?, None, bins)
    }

    /// As [`Samples::learn`], with the group of each row.
    ///
    /// # Errors
    /// As [`Samples::learn`].
    pub fn learn_grouped(
        table: &Table,
        labels: &[u32],
        groups: Option<&[u32]>,
        weights: Option<&[f64]>,
        classes: usize,
        bins: Bins,
    ) -> Result<(Self, Vec<Dropped>), BinarizeError> {
        let (schema, dropped) = learn(table, None, bins)?;
        if schema.features.is_empty() {
            return Err(BinarizeError::no_feature(&dropped));
        }
        let coded = schema.encode(table)?;
        let ones;
        let weights = match weights {
            Some(weights) => weights,
            None => {
                ones = vec![1.0; table.rows()];
                &ones
            }
        };
        Ok((Samples::merge_grouped(schema, &coded, labels, groups, weights, classes)?, dropped))
    }

    /// Merges the identical rows of a coded table. Samples stand in the order of labels, groups and codes, so that
    /// nothing that is learned of them depends on the order of rows.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`], [`BinarizeError::BadLabel`], [`BinarizeError::BadWeight`],
    /// [`BinarizeError::TooManyRows`]; [`BinarizeError::ColumnsOfSchema`] and [`BinarizeError::BadCode`] for a table of
    /// another schema; [`RuleError::Schema`] within [`BinarizeError::Rule`] for a schema that contradicts itself.
    pub fn merge(
        schema: Schema,
        table: &CodedTable,
        labels: &[u32],
        weights: &[f64],
        classes: usize,
    ) -> Result<Self, BinarizeError> {
        Samples::merge_grouped(schema, table, labels, None, weights, classes)
    }

    /// As [`Samples::merge`], without labels and weights: all rows are of one class and weigh 1.
    ///
    /// # Errors
    /// As [`Samples::merge`].
    pub fn merge_unlabelled(schema: Schema, table: &CodedTable) -> Result<Self, BinarizeError> {
        Samples::merge(schema, table, &vec![0; table.rows()], &vec![1.0; table.rows()], 1)
    }

    /// The samples merged once more, without regard to labels, groups and weights: each counts once, and the rows of the
    /// result are these samples, with the rows that these have. So many sets of samples can a rule tell apart.
    pub fn without_labels(&self) -> Samples {
        let n = self.len();
        let rows: (&[u32], _, &[f64]) = (&vec![0; n], None, &vec![1.0; n]);
        let merged = merge(self.schema.clone(), &self.table, rows, 1, &Limits::default()).expect("there is no limit");
        merged.counting(&self.counts).expect("each sample has a count")
    }

    /// As [`Samples::merge`], with the group of each row: rows of different groups stay apart.
    ///
    /// # Errors
    /// As [`Samples::merge`].
    pub fn merge_grouped(
        schema: Schema,
        table: &CodedTable,
        labels: &[u32],
        groups: Option<&[u32]>,
        weights: &[f64],
        classes: usize,
    ) -> Result<Self, BinarizeError> {
        Samples::merge_until(schema, table, (labels, groups, weights), classes, &Limits::default())
    }

    /// The same within limits, of rows with a label, a group and a weight each.
    ///
    /// # Errors
    /// [`BinarizeError::Stopped`] where a limit is reached before; and as [`Samples::merge`].
    pub fn merge_until(
        schema: Schema,
        table: &CodedTable,
        (labels, groups, weights): (&[u32], Option<&[u32]>, &[f64]),
        classes: usize,
        limits: &Limits,
    ) -> Result<Self, BinarizeError> {
        let rows = table.rows();
        if rows > u32::MAX as usize {
            return Err(BinarizeError::TooManyRows(rows));
        }
        one_per_row("labels", labels.len(), rows)?;
        one_per_row("groups", groups.map_or(rows, <[u32]>::len), rows)?;
        if let Some(row) = labels.iter().position(|&label| label as usize >= classes) {
            return Err(BinarizeError::BadLabel { row: row + 1, label: labels[row], classes });
        }
        check_weights(weights, rows)?;
        check_codes(&schema, table)?;
        Ok(merge(schema, table, (labels, groups, weights), classes, limits)?)
    }
}

/// Checks that every code is one of its feature.
fn check_codes(schema: &Schema, table: &CodedTable) -> Result<(), BinarizeError> {
    schema.check().map_err(RuleError::from)?;
    let (columns, features) = (table.columns().len(), schema.features.len());
    if columns != features {
        return Err(BinarizeError::ColumnsOfSchema { columns, features });
    }
    let check = |(feature, codes): (&Feature, &rulegen_rule::Codes)| match codes.first_above(feature.missing_code()) {
        Some(row) => Err(BinarizeError::BadCode {
            feature: feature.name.clone(),
            row: row + 1,
            code: codes.get(row),
            codes: feature.codes(),
        }),
        None => Ok(()),
    };
    schema.features.iter().zip(table.columns()).try_for_each(check)
}
