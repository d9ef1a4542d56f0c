//! Rows with labels, for an existing model.

use crate::args::{GroupArgs, ReadArgs};
use crate::groups::{group_columns, groups};
use crate::input::{limits, named, read_for_model, read_options, warn_of_unseen};
use crate::target::{self, FileRows};
use anyhow::Result;
use rulegen::data::{Groups, Table};
use rulegen::rule::{Model, Schema};
use std::path::Path;

/// The columns that a model needs, with labels and groups of rows.
pub(crate) struct LabelledRows {
    pub(crate) table: Table,
    /// Indices of the model's classes.
    pub(crate) labels: Vec<u32>,
    pub(crate) groups: Option<Groups>,
    pub(crate) rows: FileRows,
}

/// Reads the columns of `schema`, the model's target and the columns to group by.
pub(crate) fn read_labelled(
    model: &Model,
    schema: &Schema,
    data: &Path,
    read: &ReadArgs,
    group: &GroupArgs,
) -> Result<LabelledRows> {
    let mut options = read_options(read)?;
    let cuts = model.target_cuts();
    target::declare(&mut options, &model.target, &cuts);
    let columns = group_columns(group, &[(&model.target, "target")])?;
    let others = columns.iter().map(|column| column.name.clone()).chain([model.target.clone()]);
    options.only.get_or_insert_default().extend(others);
    let bad = |e| named(data, e);
    let table = read_for_model(model, schema, data, options, &limits(read)?)?;
    let (mut table, rows) = target::with_labels(table, &model.target).map_err(bad)?;
    warn_of_unseen(&model.schema, &table);
    let column = table.take_column(&model.target).map_err(bad)?;
    let labels = target::labels(column, &cuts, &model.classes).map_err(|e| bad(rows.error_in_file(e)))?;
    let groups = groups(&table, &columns, data)?;
    Ok(LabelledRows { table, labels, groups, rows })
}
