//! A row of the program.

use super::status::VariableStatus;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) indices: Arc<[u32]>,
    pub(super) coefficients: Arc<[f64]>,
    pub(super) rhs: f64,
    /// The position in the working basis if the row is tight.
    pub(super) tight: Option<usize>,
    /// The squared norm of the row of the inverse of the basis that belongs to the slack, while the
    /// slack is basic.
    pub(super) weight: f64,
}

impl Row {
    /// Adds `factor` times the row to a vector over the variables.
    pub(super) fn add_to(&self, to: &mut [f64], factor: f64) {
        self.indices.iter().zip(&*self.coefficients).for_each(|(&j, a)| to[j as usize] += factor * a);
    }

    /// Returns the coefficient of a variable.
    pub(super) fn at(&self, j: usize) -> f64 {
        self.indices.iter().position(|&i| i as usize == j).map_or(0.0, |at| self.coefficients[at])
    }

    /// Multiplies the row by a vector over the basic variables.
    pub(super) fn dot(&self, v: &[f64], statuses: &[VariableStatus]) -> f64 {
        let term = |(&j, a): (&u32, &f64)| match statuses[j as usize] {
            VariableStatus::Basic(position) => a * v[position],
            _ => 0.0,
        };
        self.indices.iter().zip(&*self.coefficients).map(term).sum()
    }
}
