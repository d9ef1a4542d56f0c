//! Groups of rows, from the flags.

use crate::args::GroupArgs;
use crate::failure::BadInput;
use crate::input::named;
use crate::words::count;
use anyhow::Result;
use rulegen::data::{DataError, GroupColumn, Groups, Table};
use rulegen::rule::name_text;
use std::path::Path;

/// With fewer rows of a class in a group than this, rates of errors are hardly known: the interval
/// of a rate of one half is wider than from a third to two thirds.
const FEW_ROWS: usize = 30;

/// The most small cells that a warning lists.
const MOST_LISTED: usize = 4;

/// The columns to group by. Columns of `taken`, which have another use, are refused.
pub(crate) fn group_columns(args: &GroupArgs, taken: &[(&str, &str)]) -> Result<Vec<GroupColumn>> {
    for (name, what) in taken {
        if args.group.iter().any(|column| column == name) {
            return Err(BadInput(format!("--group: {} is the {what}", name_text(name))).into());
        }
    }
    let mut columns: Vec<GroupColumn> =
        args.group.iter().map(|name| GroupColumn { name: name.clone(), cuts: Vec::new() }).collect();
    for text in &args.group_cuts {
        let bad = |why: String| BadInput(format!("--group-cuts {text}: {why}"));
        // The name of a column may hold an equals sign; cut points do not.
        let (name, cuts) = text.rsplit_once('=').ok_or_else(|| bad("not of the form COL=CUT,CUT".into()))?;
        let column = columns.iter_mut().find(|column| column.name == name);
        let column = column.ok_or_else(|| bad(format!("{} is not in --group", name_text(name))))?;
        if !column.cuts.is_empty() {
            return Err(bad(format!("{} has its cut points already", name_text(name))).into());
        }
        let number = |cut: &str| cut.trim().parse().map_err(|_| bad(format!("'{cut}' is not a number")));
        column.cuts = cuts.split(',').map(number).collect::<Result<_, _>>()?;
    }
    Ok(columns)
}

/// The groups of a table's rows; none if no column is named. `path` is the table's file.
pub(crate) fn groups(table: &Table, columns: &[GroupColumn], path: &Path) -> Result<Option<Groups>> {
    if columns.is_empty() {
        return Ok(None);
    }
    match Groups::from_table(table, columns) {
        Ok(groups) => Ok(Some(groups)),
        Err(error @ DataError::ManyGroupNumbers { .. }) => {
            let DataError::ManyGroupNumbers { column, .. } = &error else { unreachable!("matched above") };
            let how = format!("{}: {error}, as in --group-cuts {column}=CUT,CUT", path.display());
            Err(BadInput(how).into())
        }
        Err(error) => Err(named(path, error)),
    }
}

/// Warns of groups with too few rows to compare.
pub(crate) fn warn_of_few(groups: &Groups, labels: &[u32], classes: &[String]) {
    if let [only] = groups.names.as_slice() {
        return log::warn!("every row is in the group '{only}': there is nothing to compare");
    }
    let counts = groups.class_counts(labels, classes.len());
    let cells = groups.names.iter().zip(&counts).flat_map(|(group, counts)| {
        let few = classes.iter().zip(counts).filter(|&(_, &n)| n < FEW_ROWS);
        few.map(move |(class, n)| format!("{n} of {} in '{group}'", name_text(class)))
    });
    let cells: Vec<String> = cells.collect();
    if cells.is_empty() {
        return;
    }
    let more = match cells.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {}", count(more, "more such cell")),
    };
    let listed = cells[..cells.len().min(MOST_LISTED)].join(", ");
    log::warn!("fewer than {FEW_ROWS} rows, so gaps between groups may be chance: {listed}{more}");
}
