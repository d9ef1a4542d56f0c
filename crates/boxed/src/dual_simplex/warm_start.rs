//! Warm starts from a given basis.

use super::constants::{FEASIBLE, LARGEST_INVERSE};
use super::state::{DualSimplex, squared};
use super::status::VariableStatus;
use rulegen_lp::{Basis, BasisStatus};

impl DualSimplex {
    /// Returns the present basis.
    pub(super) fn basis(&self) -> Basis {
        let variable = |position: &VariableStatus| match position {
            VariableStatus::Lower => BasisStatus::Lower,
            VariableStatus::Upper => BasisStatus::Upper,
            VariableStatus::Basic(_) => BasisStatus::Basic,
        };
        let row = |tight: Option<usize>| if tight.is_some() { BasisStatus::Upper } else { BasisStatus::Basic };
        let rows = self.rows.iter().map(|r| row(r.tight)).collect();
        Basis { variables: self.statuses.iter().map(variable).collect(), rows }
    }

    /// Replaces the present basis by a given one with as many tight rows as basic variables.
    /// Returns false, and clears the basis, if the given working basis is nearly singular.
    ///
    /// A dual simplex needs non-negative multipliers. As long as one is negative, its row becomes
    /// slack, and the basic variable with the largest pivot goes to a bound.
    pub(super) fn start_from(&mut self, basis: &Basis) -> bool {
        self.clear_basis();
        for (j, status) in basis.variables.iter().enumerate() {
            self.statuses[j] = match status {
                BasisStatus::Basic => {
                    self.basic.push(j);
                    VariableStatus::Basic(self.basic.len() - 1)
                }
                BasisStatus::Upper => VariableStatus::Upper,
                BasisStatus::Lower | BasisStatus::Free => VariableStatus::Lower,
            };
        }
        for (r, _) in basis.rows.iter().enumerate().filter(|(_, status)| **status != BasisStatus::Basic) {
            self.rows[r].tight = Some(self.tight.len());
            self.tight.push(r);
        }
        if !self.factorise() || self.inverse.largest() > LARGEST_INVERSE {
            self.clear_basis();
            return false;
        }
        self.perturb_costs();
        self.drop_negative_multipliers();
        self.compute_weights();
        true
    }

    /// Clears the basis, so that all rows are slack.
    fn clear_basis(&mut self) {
        self.rows.iter_mut().for_each(|row| (row.tight, row.weight) = (None, 1.0));
        self.statuses.fill(VariableStatus::Lower);
        (self.tight, self.basic) = (Vec::new(), Vec::new());
        (self.values, self.weights, self.multipliers) = (Vec::new(), Vec::new(), Vec::new());
        self.inverse = Default::default();
        self.updates = 0;
    }

    fn drop_negative_multipliers(&mut self) {
        loop {
            let costs: Vec<f64> = self.basic.iter().map(|&j| -self.perturbed[j]).collect();
            self.multipliers = self.inverse.left_times(&costs);
            let least = (0..self.tight.len()).min_by(|&a, &b| self.multipliers[a].total_cmp(&self.multipliers[b]));
            let Some(i) = least.filter(|&i| self.multipliers[i] < -FEASIBLE) else { return };
            let pivots = self.inverse.column(i);
            let largest = (0..pivots.len()).max_by(|&a, &b| pivots[a].abs().total_cmp(&pivots[b].abs()));
            let position = largest.expect("a working basis with a row has a column");
            self.inverse.remove(position, i);
            self.statuses[self.basic.swap_remove(position)] = VariableStatus::Lower;
            if let Some(&moved) = self.basic.get(position) {
                self.statuses[moved] = VariableStatus::Basic(position);
            }
            self.rows[self.tight.swap_remove(i)].tight = None;
            if let Some(&moved) = self.tight.get(i) {
                self.rows[moved].tight = Some(i);
            }
        }
    }

    /// Computes the squared norms of the rows of the inverse of the basis.
    fn compute_weights(&mut self) {
        self.weights = (0..self.basic.len()).map(|position| squared(self.inverse.row(position))).collect();
        for r in (0..self.rows.len()).filter(|&r| self.rows[r].tight.is_none()).collect::<Vec<_>>() {
            self.rows[r].weight = 1.0 + squared(&self.inverse.left_times(&self.on_basic(r)));
        }
    }
}
