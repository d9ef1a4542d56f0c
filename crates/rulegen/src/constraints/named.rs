//! The column that a text begins with.

use rulegen_data::{Column, Table};
use rulegen_rule::name_text;

/// Returns the column of `table` that `text` begins with, as it is called or as models write its
/// name, and the rest of the text. The longest name counts: a column may be called as the beginning
/// of another.
pub(crate) fn named<'t>(text: &'t str, table: &'t Table) -> Option<(&'t Column, &'t str)> {
    let rest = |column: &Column| {
        let written = text.strip_prefix(&*name_text(column.name()));
        written.or_else(|| text.strip_prefix(column.name()))
    };
    let named = table.columns().iter().filter_map(|column| Some((column, rest(column)?)));
    named.min_by_key(|(_, rest)| rest.len())
}
