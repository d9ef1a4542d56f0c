//! The parts of columns that partitions examine more closely.

use serde::{Deserialize, Serialize};

/// The intervals of columns in which quantiles lie that a [`Summary`](super::Summary) does not know
/// exactly. Partitions are asked for their numbers there
/// ([`Summary::closer`](super::Summary::closer)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Focus {
    /// True if weights are numbers of rows.
    pub(super) whole: bool,
    /// Columns of numbers, by name.
    pub(super) columns: Vec<(String, Edges)>,
}

/// Numbers of a column, ascending. Between some of them partitions examine their numbers, and
/// elsewhere they count rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(f64, bool)>")]
pub(super) struct Edges(Vec<(f64, bool)>);

impl Edges {
    /// Makes edges of the first and the last number of the column and some between, each with true
    /// if the interval up to the next one is examined.
    pub(super) fn new(edges: Vec<(f64, bool)>) -> Self {
        Edges(edges)
    }

    /// Makes no edges: the whole column is examined.
    pub(super) fn none() -> Self {
        Edges(Vec::new())
    }

    /// Returns the numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|edge| edge.0)
    }

    /// Returns the number of intervals that are examined.
    pub(super) fn asked(&self) -> usize {
        self.0.iter().filter(|edge| edge.1).count()
    }

    /// Returns the index of the edge that equals a number.
    pub(super) fn place(&self, x: f64) -> Option<usize> {
        let place = self.at_most(x).checked_sub(1)?;
        (self.0[place].0 == x).then_some(place)
    }

    /// Returns the edge below a number whose interval is not examined. A row with that number is
    /// only counted.
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

/// True if numbers ascend and are all different.
pub(super) fn ascend(numbers: impl Iterator<Item = f64> + Clone) -> bool {
    numbers.clone().all(|x| !x.is_nan()) && numbers.clone().zip(numbers.skip(1)).all(|(a, b)| a < b)
}
