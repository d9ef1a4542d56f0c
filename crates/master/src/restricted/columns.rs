//! The columns of a restricted master.

use crate::Column;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, PricingProblem};
use rulegen_rule::{RowSet, Rule};
use std::collections::HashSet;
use std::ops::Deref;

/// The columns of a restricted master, in the order in which they came, each once.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    list: Vec<Column>,
    known: HashSet<(u32, Rule)>,
}

impl Columns {
    /// True if the rule is a column already.
    pub(crate) fn knows(&self, tag: u32, rule: &Rule) -> bool {
        self.known.contains(&(tag, rule.clone()))
    }

    pub(crate) fn push(&mut self, column: Column) {
        self.known.insert((column.tag, column.rule.clone()));
        self.list.push(column);
    }

    /// Sets the cost of every column.
    pub(crate) fn set_costs(&mut self, cost: impl Fn(&Column) -> f64) {
        self.list.iter_mut().for_each(|column| column.cost = cost(column));
    }

    /// Sets the cover of every column, computed from its rule.
    pub(crate) fn set_covers(&mut self, cover: impl Fn(&Rule) -> RowSet) {
        self.list.iter_mut().for_each(|column| column.cover = cover(&column.rule));
    }
}

impl Deref for Columns {
    type Target = [Column];

    fn deref(&self) -> &[Column] {
        &self.list
    }
}

/// Returns the samples that the rule of a candidate covers, after checking all claims of the
/// candidate. A master's [`add`](rulegen_driver::Master::add) begins with this.
///
/// # Errors
/// [`DriverError::NotAsked`], [`DriverError::ForeignRule`], [`DriverError::FalseGain`] and
/// [`DriverError::TooFewRows`].
pub fn verified_cover(
    samples: &Samples,
    problems: &[PricingProblem],
    candidate: &Candidate,
) -> Result<RowSet, DriverError> {
    let Candidate { tag, rule, .. } = candidate;
    let asked = || DriverError::NotAsked { tag: *tag, length: rule.len() };
    let problem = problems.iter().find(|problem| problem.tag == *tag).ok_or_else(asked)?;
    let features = &samples.schema.features;
    let is_foreign = |column: u32, test| features.get(column as usize).is_none_or(|f| !f.admits(test));
    if let Some(foreign) = rule.literals().iter().find(|l| is_foreign(l.column, l.test)) {
        return Err(DriverError::ForeignRule { column: foreign.column });
    }
    let cover = samples.cover(rule);
    problem.verify(candidate, cover.iter(), samples.rows_of(&cover))?;
    Ok(cover)
}
