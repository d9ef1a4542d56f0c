//! Columns that are left out, and why.

use crate::names::Naming;

/// The most categories of a column: with the codes of unseen and missing they fill two bytes.
pub(crate) const MOST_CATEGORIES: usize = u16::MAX as usize - 1;

/// A column that cannot serve as a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dropped {
    /// The same in every training row.
    Constant(String),
    /// Not constant, but most rows have its largest value, and no quantile lies below that.
    NoCut(String),
    /// More categories than two bytes can tell apart: an identifier, not a feature.
    TooManyCategories(String, usize),
    /// Its values name rows.
    NamesRows(String, Naming),
    /// No category has so many rows.
    Rare(String, u64),
}

impl Dropped {
    /// The name of the column.
    pub fn column(&self) -> &str {
        match self {
            Dropped::Constant(name)
            | Dropped::NoCut(name)
            | Dropped::TooManyCategories(name, _)
            | Dropped::NamesRows(name, _)
            | Dropped::Rare(name, _) => name,
        }
    }

    /// One line on all columns that name rows, if there are any: which they are, and how to keep them.
    pub fn names_rows(dropped: &[Dropped]) -> Option<String> {
        let named = |dropped: &Dropped| match dropped {
            Dropped::NamesRows(name, naming) => Some(format!("'{name}' ({naming})")),
            _ => None,
        };
        let columns: Vec<String> = dropped.iter().filter_map(named).collect();
        let (what, them) = if columns.len() == 1 { ("column that names", "it") } else { ("columns that name", "them") };
        let listed = columns.join(", ");
        (!columns.is_empty()).then(|| format!("{what} rows: {listed}: left out (name {them} in 'keep' to keep {them})"))
    }
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dropped::Constant(name) => write!(f, "column '{name}' is constant on the training rows: left out"),
            Dropped::NoCut(name) => write!(
                f,
                "column '{name}' has its largest value in most training rows, so that these bins have no cut point: left out \
                 (more bins, or naming it categorical, keep it)"
            ),
            Dropped::TooManyCategories(name, n) => {
                write!(f, "column '{name}' has {n} categories, more than {MOST_CATEGORIES}: left out")
            }
            Dropped::NamesRows(name, naming) => write!(f, "column '{name}' names rows ({naming}): left out"),
            Dropped::Rare(name, least) => {
                write!(f, "no category of column '{name}' has {least} training rows: left out")
            }
        }
    }
}
