//! Computes multipliers, reduced costs and values from the basis.

use super::inverse::Inverse;
use super::state::DualSimplex;
use super::status::VariableStatus;
use crate::BoxedSolution;

impl DualSimplex {
    /// Recomputes the inverse of the working basis. Returns false if the working basis is singular.
    pub(super) fn factorise(&mut self) -> bool {
        let entries = self.basic.iter().enumerate().flat_map(|(position, &j)| {
            let tight = self.columns[j].iter().filter_map(|&(r, a)| Some((self.rows[r as usize].tight?, a)));
            tight.map(move |(i, a)| (i, position, a))
        });
        self.updates = 0;
        match Inverse::of(self.basic.len(), entries) {
            Some(inverse) => self.inverse = inverse,
            None => return false,
        }
        true
    }

    /// Recomputes multipliers, reduced costs, the bounds at which variables lie, and values from
    /// the basis and the costs in use.
    pub(super) fn refresh(&mut self) {
        let costs: Vec<f64> = self.basic.iter().map(|&j| -self.perturbed[j]).collect();
        self.multipliers = self.inverse.left_times(&costs);
        self.reduced.clone_from(&self.perturbed);
        for (&r, &y) in self.tight.iter().zip(&self.multipliers) {
            self.rows[r].add_to(&mut self.reduced, y);
        }
        self.left = self.rows.iter().map(|row| row.rhs).collect();
        for j in 0..self.costs.len() {
            match self.statuses[j] {
                VariableStatus::Basic(_) => self.reduced[j] = 0.0,
                VariableStatus::Lower if self.reduced[j] < 0.0 => self.statuses[j] = VariableStatus::Upper,
                VariableStatus::Upper if self.reduced[j] > 0.0 => self.statuses[j] = VariableStatus::Lower,
                _ => {}
            }
            if self.statuses[j] == VariableStatus::Upper {
                self.give_back(j, -1.0);
            }
        }
        self.primal();
    }

    /// Computes the values of the basic variables, and the slacks, from the residual right-hand
    /// sides.
    pub(super) fn primal(&mut self) {
        let left: Vec<f64> = self.tight.iter().map(|&r| self.left[r]).collect();
        self.values = self.inverse.times(&left);
        self.slacks.clone_from(&self.left);
        for (&j, &x) in self.basic.iter().zip(&self.values) {
            self.columns[j].iter().for_each(|&(r, a)| self.slacks[r as usize] -= a * x);
        }
    }

    pub(super) fn solution(&self) -> BoxedSolution {
        let value = |(j, position): (usize, &VariableStatus)| match *position {
            VariableStatus::Lower => 0.0,
            VariableStatus::Upper => self.upper[j],
            VariableStatus::Basic(position) => self.values[position].clamp(0.0, self.upper[j]),
        };
        let mut multipliers = vec![0.0; self.rows.len()];
        self.tight.iter().zip(&self.multipliers).for_each(|(&r, y)| multipliers[r] = y.max(0.0));
        let values = self.statuses.iter().enumerate().map(value).collect();
        BoxedSolution { values, multipliers, ratios: Vec::new() }
    }

    /// Adds `factor` times the contribution of a variable at its upper bound to the residual
    /// right-hand sides.
    pub(super) fn give_back(&mut self, j: usize, factor: f64) {
        let amount = factor * self.upper[j];
        self.columns[j].iter().for_each(|&(r, a)| self.left[r as usize] += a * amount);
    }
}
