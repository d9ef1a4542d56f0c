//! A row of the program.

use super::place::Place;

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) indices: Vec<u32>,
    pub(super) coefficients: Vec<f64>,
    pub(super) rhs: f64,
    /// Its place in the kernel.
    pub(super) tight: Option<usize>,
    /// The squared norm of its row of the inverse of the basis, while it is slack.
    pub(super) weight: f64,
}

impl Row {
    /// Adds `factor` times the row to a vector over the variables.
    pub(super) fn add_to(&self, to: &mut [f64], factor: f64) {
        self.indices.iter().zip(&self.coefficients).for_each(|(&j, a)| to[j as usize] += factor * a);
    }

    /// The coefficient of a variable.
    pub(super) fn at(&self, j: usize) -> f64 {
        self.indices.iter().position(|&i| i as usize == j).map_or(0.0, |at| self.coefficients[at])
    }

    /// The product with a vector over the basic variables.
    pub(super) fn dot(&self, v: &[f64], places: &[Place]) -> f64 {
        let term = |(&j, a): (&u32, &f64)| match places[j as usize] {
            Place::Basic(place) => a * v[place],
            _ => 0.0,
        };
        self.indices.iter().zip(&self.coefficients).map(term).sum()
    }
}
