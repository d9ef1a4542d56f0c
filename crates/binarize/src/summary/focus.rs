//! Where summaries are to look closer.

use serde::{Deserialize, Serialize};

/// Between which numbers of which columns quantiles lie that a [`Summary`](super::Summary) does not know exactly. Partitions are asked
/// again, for what they have there ([`Summary::closer`](super::Summary::closer)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Focus {
    /// Whether weights are numbers of rows.
    pub(super) whole: bool,
    /// Columns of numbers, by name.
    pub(super) columns: Vec<(String, Edges)>,
}

/// Numbers of a column, ascending. Between some of them partitions look closer; elsewhere they count rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(f64, bool)>")]
pub(super) struct Edges(Vec<(f64, bool)>);

impl Edges {
    /// Of the first and the last number of the column and some between, each with whether to look closer from there to the next.
    pub(super) fn new(edges: Vec<(f64, bool)>) -> Self {
        Edges(edges)
    }

    /// None, where all of the column is looked at.
    pub(super) fn none() -> Self {
        Edges(Vec::new())
    }

    /// The numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|edge| edge.0)
    }

    /// In how many places to look closer.
    pub(super) fn asked(&self) -> usize {
        self.0.iter().filter(|edge| edge.1).count()
    }

    /// Which edge a number is.
    pub(super) fn place(&self, x: f64) -> Option<usize> {
        let place = self.at_most(x).checked_sub(1)?;
        (self.0[place].0 == x).then_some(place)
    }

    /// The edge below a number that is not looked at: a row that has it is only counted.
    pub(super) fn below_unasked(&self, x: f64) -> Option<usize> {
        let place = self.at_most(x).checked_sub(1)?;
        (self.0[place].0 < x && !self.0[place].1).then_some(place)
    }

    fn at_most(&self, x: f64) -> usize {
        self.0.partition_point(|edge| edge.0 <= x)
    }
}

impl TryFrom<Vec<(f64, bool)>> for Edges {
    type Error = &'static str;

    fn try_from(edges: Vec<(f64, bool)>) -> Result<Self, Self::Error> {
        if ascend(edges.iter().map(|edge| edge.0)) { Ok(Edges(edges)) } else { Err("edges that do not ascend") }
    }
}

/// Whether numbers ascend and are all different.
pub(super) fn ascend(numbers: impl Iterator<Item = f64> + Clone) -> bool {
    numbers.clone().all(|x| !x.is_nan()) && numbers.clone().zip(numbers.skip(1)).all(|(a, b)| a < b)
}
