//! The rows of a model by the rules that they meet.

use rulegen_rule::{Fallback, Model, RowSet};
use std::collections::BTreeMap;

/// The most patterns of which changes of a model are measured in the page.
const MOST_PATTERNS: usize = 5_000;

/// The rows that meet the same rules. Whatever the points of the rules are, they have one sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The indices of the rules.
    pub rules: Vec<u32>,
    /// The number of the rows in each class.
    pub rows: Vec<usize>,
}

/// Returns the patterns of a model of two classes with points, in the order of their rules. Returns
/// `None` for other models, for those whose answer without rules depends on the row, and if there
/// are more than 5,000 patterns.
pub(super) fn patterns(model: &Model, covers: &[RowSet], labels: &[u32]) -> Option<Vec<Pattern>> {
    model.towards()?;
    if model.intercepts.is_empty() && !matches!(model.fallback, Fallback::Class(_)) {
        return None;
    }
    let mut met: Vec<Vec<u32>> = vec![Vec::new(); labels.len()];
    for (rule, cover) in (0..).zip(covers) {
        cover.iter().for_each(|row| met[row].push(rule));
    }
    let mut rows: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for (rules, &label) in met.into_iter().zip(labels) {
        rows.entry(rules).or_insert_with(|| vec![0; model.classes.len()])[label as usize] += 1;
        if rows.len() > MOST_PATTERNS {
            return None;
        }
    }
    Some(rows.into_iter().map(|(rules, rows)| Pattern { rules, rows }).collect())
}
