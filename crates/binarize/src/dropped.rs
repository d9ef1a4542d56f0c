//! Columns that are left out, with the reasons.

use crate::names::Naming;

/// The most categories of a column. With the codes of unseen and missing cells they fill two bytes.
pub(crate) const MOST_CATEGORIES: usize = u16::MAX as usize - 1;

/// The most columns with the same reason that have a line of their own.
const TOLD: usize = 5;

/// The reasons why columns are left out, except that they name rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Constant,
    Empty,
    NoCut,
    TooManyCategories,
    Rare,
}

impl Reason {
    const ALL: [Reason; 5] = [Reason::Constant, Reason::Empty, Reason::NoCut, Reason::TooManyCategories, Reason::Rare];

    /// Returns the reason in words for several columns.
    fn of_many(self) -> &'static str {
        match self {
            Reason::Constant => "are constant on the training rows",
            Reason::Empty => "are missing in every training row",
            Reason::NoCut => {
                "have their largest values in most training rows, so that these bins have no cut point \
                 (more `bins`, or naming them in `categorical`, keep them)"
            }
            Reason::TooManyCategories => "have too many categories",
            Reason::Rare => "have no category of enough training rows",
        }
    }
}

/// A column that cannot be a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DroppedColumn {
    /// It has the same value in every training row.
    Constant(String),
    /// It is missing in every training row.
    Empty(String),
    /// It is not constant, but most rows have its largest value, and no quantile lies below that.
    NoCut(String),
    /// It has more categories than two bytes can number: it is an identifier, not a feature.
    TooManyCategories(String, usize),
    /// Its values name rows.
    NamesRows(String, Naming),
    /// No category has this many rows.
    Rare(String, u64),
}

impl DroppedColumn {
    /// Returns the name of the column.
    pub fn column(&self) -> &str {
        match self {
            DroppedColumn::Constant(name)
            | DroppedColumn::Empty(name)
            | DroppedColumn::NoCut(name)
            | DroppedColumn::TooManyCategories(name, _)
            | DroppedColumn::NamesRows(name, _)
            | DroppedColumn::Rare(name, _) => name,
        }
    }

    /// Returns one line on all columns that name rows, if there are any, with advice on how to keep
    /// them.
    pub fn names_rows(dropped: &[DroppedColumn]) -> Option<String> {
        let named = |dropped: &DroppedColumn| match dropped {
            DroppedColumn::NamesRows(name, naming) => Some(format!("'{name}' ({naming})")),
            _ => None,
        };
        let columns: Vec<String> = dropped.iter().filter_map(named).collect();
        let (what, them) = if columns.len() == 1 { ("column that names", "it") } else { ("columns that name", "them") };
        let listed = columns.join(", ");
        (!columns.is_empty()).then(|| format!("{what} rows: {listed}: left out (name {them} in `keep` to keep {them})"))
    }

    /// Returns notes for the user on columns that were left out: a line for each, or one line for
    /// many with the same reason, and one line on those that name rows. Backquotes are around names
    /// of parameters, which the command line turns into flags.
    pub fn notes(dropped: &[DroppedColumn]) -> Vec<String> {
        let mut notes = Vec::new();
        for reason in Reason::ALL {
            let of_reason: Vec<&DroppedColumn> =
                dropped.iter().filter(|dropped| dropped.reason() == Some(reason)).collect();
            if of_reason.len() <= TOLD {
                notes.extend(of_reason.iter().map(ToString::to_string));
                continue;
            }
            let first: Vec<String> =
                of_reason[..TOLD].iter().map(|dropped| format!("'{}'", dropped.column())).collect();
            let (n, rest) = (of_reason.len(), of_reason.len() - TOLD);
            notes.push(format!("{n} columns {}: left out: {} and {rest} more", reason.of_many(), first.join(", ")));
        }
        notes.extend(DroppedColumn::names_rows(dropped));
        notes
    }

    fn reason(&self) -> Option<Reason> {
        match self {
            DroppedColumn::Constant(_) => Some(Reason::Constant),
            DroppedColumn::Empty(_) => Some(Reason::Empty),
            DroppedColumn::NoCut(_) => Some(Reason::NoCut),
            DroppedColumn::TooManyCategories(..) => Some(Reason::TooManyCategories),
            DroppedColumn::Rare(..) => Some(Reason::Rare),
            DroppedColumn::NamesRows(..) => None,
        }
    }

    /// Returns the reasons why none of some columns can be a feature, on one line. Of many columns
    /// only the first are named.
    pub(crate) fn all(dropped: &[DroppedColumn]) -> String {
        if dropped.iter().all(|dropped| matches!(dropped, DroppedColumn::Constant(_))) {
            return "all are constant on the training rows".into();
        }
        if dropped.iter().all(|dropped| matches!(dropped, DroppedColumn::Empty(_))) {
            return "every cell of the training rows is missing".into();
        }
        let mut told: Vec<String> = dropped.iter().take(TOLD).map(DroppedColumn::why).collect();
        if dropped.len() > TOLD {
            told.push(format!("and {} more", dropped.len() - TOLD));
        }
        told.join("; ")
    }

    fn why(&self) -> String {
        match self {
            DroppedColumn::Constant(name) => format!("column '{name}' is constant on the training rows"),
            DroppedColumn::Empty(name) => format!("column '{name}' is missing in every training row"),
            DroppedColumn::NoCut(name) => format!(
                "column '{name}' has its largest value in most training rows, so that these bins have no cut point"
            ),
            DroppedColumn::TooManyCategories(name, n) => {
                format!("column '{name}' has {n} categories, more than {MOST_CATEGORIES}")
            }
            DroppedColumn::NamesRows(name, naming) => format!("column '{name}' names rows ({naming})"),
            DroppedColumn::Rare(name, least) => format!("no category of column '{name}' has {least} training rows"),
        }
    }
}

impl std::fmt::Display for DroppedColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let keep = match self {
            DroppedColumn::NoCut(_) => " (more `bins`, or naming it in `categorical`, keep it)",
            _ => "",
        };
        write!(f, "{}: left out{keep}", self.why())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_columns_of_one_reason_are_one_line() {
        let constant = |n: usize| (0..n).map(|i| DroppedColumn::Constant(format!("x{i}"))).collect::<Vec<_>>();
        let mut dropped = constant(5);
        dropped.push(DroppedColumn::NoCut("y".into()));
        assert_eq!(DroppedColumn::notes(&dropped), dropped.iter().map(ToString::to_string).collect::<Vec<_>>());
        let dropped = [constant(600), vec![DroppedColumn::Empty("y".into())]].concat();
        let expected = [
            "600 columns are constant on the training rows: left out: 'x0', 'x1', 'x2', 'x3', 'x4' and 595 more",
            "column 'y' is missing in every training row: left out",
        ];
        assert_eq!(DroppedColumn::notes(&dropped), expected);
    }
}
