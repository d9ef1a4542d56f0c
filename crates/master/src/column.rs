//! A rule inside a master.

use rulegen_rule::{RowSet, Rule};

/// A rule inside a master.
#[derive(Clone, Debug)]
pub struct Column {
    /// The tag of the pricing problem that it answers: of weighted rules the class that it predicts.
    pub tag: u32,
    /// The conjunction.
    pub rule: Rule,
    /// What a unit of its weight costs in the objective.
    pub cost: f64,
    /// What a unit of its weight uses of each budget.
    pub usage: Vec<f64>,
    /// The samples that it covers.
    pub cover: RowSet,
}
