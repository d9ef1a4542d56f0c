//! A rule inside a master.

use rulegen_rule::{RowSet, Rule};

/// A rule inside a master.
#[derive(Clone, Debug)]
pub struct Column {
    /// The tag of the pricing problem that it answers. For weighted rules it is the class that they
    /// predict.
    pub tag: u32,
    /// The conjunction.
    pub rule: Rule,
    /// The cost of a unit of its weight in the objective.
    pub cost: f64,
    /// The use of each budget by a unit of its weight.
    pub usage: Vec<f64>,
    /// The samples that it covers.
    pub cover: RowSet,
}
