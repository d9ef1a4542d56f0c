//! Columns that are left out, and why.

use crate::learn::MOST_CATEGORIES;
use crate::names::Naming;

/// A column that cannot serve as a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dropped {
    /// The same in every training row.
    Constant(String),
    /// Missing in every training row.
    Empty(String),
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
            | Dropped::Empty(name)
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

    /// Why none of some columns can serve, on one line. Of many only the first are told.
    pub(crate) fn all(dropped: &[Dropped]) -> String {
        const TOLD: usize = 5;
        if dropped.iter().all(|dropped| matches!(dropped, Dropped::Constant(_))) {
            return "all are constant on the training rows".into();
        }
        if dropped.iter().all(|dropped| matches!(dropped, Dropped::Empty(_))) {
            return "every cell of the training rows is missing".into();
        }
        let mut told: Vec<String> = dropped.iter().take(TOLD).map(Dropped::why).collect();
        if dropped.len() > TOLD {
            told.push(format!("and {} more", dropped.len() - TOLD));
        }
        told.join("; ")
    }

    fn why(&self) -> String {
        match self {
            Dropped::Constant(name) => format!("column '{name}' is constant on the training rows"),
            Dropped::Empty(name) => format!("column '{name}' is missing in every training row"),
            Dropped::NoCut(name) => format!(
                "column '{name}' has its largest value in most training rows, so that these bins have no cut point"
            ),
            Dropped::TooManyCategories(name, n) => {
                format!("column '{name}' has {n} categories, more than {MOST_CATEGORIES}")
            }
            Dropped::NamesRows(name, naming) => format!("column '{name}' names rows ({naming})"),
            Dropped::Rare(name, least) => format!("no category of column '{name}' has {least} training rows"),
        }
    }
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let keep = match self {
            Dropped::NoCut(_) => " (more bins, or naming it categorical, keep it)",
            _ => "",
        };
        write!(f, "{}: left out{keep}", self.why())
    }
}
