//! Makes samples from tables, coded tables and arrays, and checks all arguments.

use crate::error::one_per_row;
use crate::learn::check_weights;
use crate::merge::merge;
use crate::rows::LabelledRows;
use crate::samples::Samples;
use crate::{BinarizeError, Bins, DroppedColumn, learn};
use ndarray::ArrayView2;
use rulegen_data::Table;
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Feature, RuleError, Schema};

impl Samples {
    /// Learns a schema from `table`, codes it, and merges identical rows.
    ///
    /// `labels` are class indices below `classes`, and `weights` are not negative. Both have one
    /// entry per row. Every row counts once in quantiles.
    ///
    /// # Errors
    /// [`BinarizeError::NoFeature`] if no column can be a feature, and as [`learn`] and
    /// [`Samples::merge`].
    pub fn learn(
        table: &Table,
        labels: &[u32],
        weights: Option<&[f64]>,
        classes: usize,
        bins: Bins,
    ) -> Result<(Self, Vec<DroppedColumn>), BinarizeError> {
        Samples::learn_grouped(table, labels, None, weights, classes, bins)
    }

    /// Makes samples as [`Samples::learn`] does, without labels: all rows are of one class.
    ///
    /// # Errors
    /// As [`Samples::learn`].
    pub fn learn_unlabelled(
        table: &Table,
        weights: Option<&[f64]>,
        bins: Bins,
    ) -> Result<(Self, Vec<DroppedColumn>), BinarizeError> {
        Samples::learn(table, &vec![0; table.rows()], weights, 1, bins)
    }

    /// Makes samples as [`Samples::learn_unlabelled`] does, from an array with a row per sample.
    /// NaN is a missing cell. Without `names` the columns are called `x1`, `x2` and so on.
    ///
    /// # Errors
    /// As [`Table::from_array`] and [`Samples::learn`].
    ///
    /// ```
    /// use ndarray::array;
    /// use rulegen_binarize::{Bins, Samples};
    ///
    /// let x = array![[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]];
    /// let names = Some(&["age", "constant"][..]);
    /// let (samples, dropped) = Samples::from_array(x.view(), names, Bins::Values)?;
    /// assert_eq!((samples.len(), dropped.len()), (3, 1));
    /// # Ok::<(), rulegen_binarize::BinarizeError>(())
    /// ```
    pub fn from_array(
        array: ArrayView2<'_, f64>,
        names: Option<&[&str]>,
        bins: Bins,
    ) -> Result<(Self, Vec<DroppedColumn>), BinarizeError> {
        Samples::learn_unlabelled(&Table::from_array(array, names)?, None, bins)
    }

    /// Makes samples as [`Samples::learn`] does, with the group of each row.
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
    ) -> Result<(Self, Vec<DroppedColumn>), BinarizeError> {
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

    /// Merges the identical rows of a coded table. Samples are in the order of labels, groups and
    /// codes, so that no model depends on the order of rows.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`], [`BinarizeError::BadLabel`], [`BinarizeError::BadWeight`],
    /// [`BinarizeError::TooManyRows`]; [`BinarizeError::ColumnsOfSchema`] and
    /// [`BinarizeError::BadCode`] for a table of another schema; [`RuleError::Schema`] within
    /// [`BinarizeError::Rule`] for a schema that contradicts itself.
    pub fn merge(
        schema: Schema,
        table: &CodedTable,
        labels: &[u32],
        weights: &[f64],
        classes: usize,
    ) -> Result<Self, BinarizeError> {
        Samples::merge_grouped(schema, table, labels, None, weights, classes)
    }

    /// Merges rows as [`Samples::merge`] does, without labels and weights: all rows are of one
    /// class and weigh 1.
    ///
    /// # Errors
    /// As [`Samples::merge`].
    pub fn merge_unlabelled(schema: Schema, table: &CodedTable) -> Result<Self, BinarizeError> {
        Samples::merge(schema, table, &vec![0; table.rows()], &vec![1.0; table.rows()], 1)
    }

    /// Merges the samples once more, regardless of labels, groups and weights. Each counts once,
    /// and the rows of the result are these samples with their rows. The result has one sample for
    /// each set of samples that rules can distinguish.
    pub fn without_labels(&self) -> Samples {
        let n = self.len();
        let rows = LabelledRows { labels: &vec![0; n], groups: None, weights: &vec![1.0; n] };
        let merged = merge(self.schema.clone(), &self.table, rows, 1, &Limits::default()).expect("there is no limit");
        merged.counting(&self.counts).expect("each sample has a count")
    }

    /// Merges rows as [`Samples::merge`] does, with the group of each row. Rows of different groups
    /// are not merged.
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
        Samples::merge_until(schema, table, LabelledRows { labels, groups, weights }, classes, &Limits::default())
    }

    /// Merges rows as [`Samples::merge_grouped`] does, within limits.
    ///
    /// # Errors
    /// [`BinarizeError::Stopped`] if a limit is reached first, and as [`Samples::merge`].
    pub fn merge_until(
        schema: Schema,
        table: &CodedTable,
        rows: LabelledRows<'_>,
        classes: usize,
        limits: &Limits,
    ) -> Result<Self, BinarizeError> {
        let (n, LabelledRows { labels, groups, weights }) = (table.rows(), rows);
        if n > u32::MAX as usize {
            return Err(BinarizeError::TooManyRows(n));
        }
        one_per_row("labels", labels.len(), n)?;
        one_per_row("groups", groups.map_or(n, <[u32]>::len), n)?;
        if let Some(row) = labels.iter().position(|&label| label as usize >= classes) {
            return Err(BinarizeError::BadLabel { row, label: labels[row], classes });
        }
        check_weights(weights, n)?;
        check_codes(&schema, table)?;
        Ok(merge(schema, table, rows, classes, limits)?)
    }
}

/// Checks that every code belongs to its feature.
fn check_codes(schema: &Schema, table: &CodedTable) -> Result<(), BinarizeError> {
    schema.check().map_err(RuleError::from)?;
    let (columns, features) = (table.columns().len(), schema.features.len());
    if columns != features {
        return Err(BinarizeError::ColumnsOfSchema { columns, features });
    }
    let check = |(feature, codes): (&Feature, &rulegen_rule::Codes)| match codes.first_above(feature.missing_code()) {
        Some(row) => Err(BinarizeError::BadCode {
            feature: feature.name.clone(),
            row,
            code: codes.get(row),
            codes: feature.codes(),
        }),
        None => Ok(()),
    };
    schema.features.iter().zip(table.columns()).try_for_each(check)
}
