//! Starting from a basis.

use super::constants::{FEASIBLE, LARGEST_INVERSE};
use super::place::Place;
use super::state::{KernelSimplex, squared};
use rulegen_lp::{Basis, BasisStatus};

impl KernelSimplex {
    /// The basis as it is.
    pub(super) fn basis(&self) -> Basis {
        let variable = |place: &Place| match place {
            Place::Lower => BasisStatus::Lower,
            Place::Upper => BasisStatus::Upper,
            Place::Basic(_) => BasisStatus::Basic,
        };
        let row = |tight: Option<usize>| if tight.is_some() { BasisStatus::Upper } else { BasisStatus::Basic };
        let rows = self.rows.iter().map(|r| row(r.tight)).collect();
        Basis { variables: self.places.iter().map(variable).collect(), rows }
    }

    /// Takes the place of all that was solved before by a basis of as many tight rows as basic variables; false if its
    /// kernel is all but singular, and then nothing is left of either.
    ///
    /// A dual simplex needs multipliers that are not negative. As long as one is, its row becomes slack, and the basic
    /// variable whose pivot is largest goes to a bound.
    pub(super) fn start_from(&mut self, basis: &Basis) -> bool {
        self.clear_basis();
        for (j, status) in basis.variables.iter().enumerate() {
            self.places[j] = match status {
                BasisStatus::Basic => {
                    self.basic.push(j);
                    Place::Basic(self.basic.len() - 1)
                }
                BasisStatus::Upper => Place::Upper,
                BasisStatus::Lower | BasisStatus::Free => Place::Lower,
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
        self.move_costs();
        self.drop_negative_multipliers();
        self.compute_weights();
        true
    }

    /// No row is tight.
    fn clear_basis(&mut self) {
        self.rows.iter_mut().for_each(|row| (row.tight, row.weight) = (None, 1.0));
        self.places.fill(Place::Lower);
        (self.tight, self.basic) = (Vec::new(), Vec::new());
        (self.values, self.weights, self.multipliers) = (Vec::new(), Vec::new(), Vec::new());
        self.inverse = Default::default();
        self.updates = 0;
    }

    fn drop_negative_multipliers(&mut self) {
        loop {
            let costs: Vec<f64> = self.basic.iter().map(|&j| -self.moved[j]).collect();
            self.multipliers = self.inverse.left_times(&costs);
            let least = (0..self.tight.len()).min_by(|&a, &b| self.multipliers[a].total_cmp(&self.multipliers[b]));
            let Some(i) = least.filter(|&i| self.multipliers[i] < -FEASIBLE) else { return };
            let pivots = self.inverse.column(i);
            let largest = (0..pivots.len()).max_by(|&a, &b| pivots[a].abs().total_cmp(&pivots[b].abs()));
            let place = largest.expect("a kernel with a row has a column");
            self.inverse.remove(place, i);
            self.places[self.basic.swap_remove(place)] = Place::Lower;
            if let Some(&moved) = self.basic.get(place) {
                self.places[moved] = Place::Basic(place);
            }
            self.rows[self.tight.swap_remove(i)].tight = None;
            if let Some(&moved) = self.tight.get(i) {
                self.rows[moved].tight = Some(i);
            }
        }
    }

    /// The squared norms of the rows of the inverse of the basis.
    fn compute_weights(&mut self) {
        self.weights = (0..self.basic.len()).map(|place| squared(self.inverse.row(place))).collect();
        for r in (0..self.rows.len()).filter(|&r| self.rows[r].tight.is_none()).collect::<Vec<_>>() {
            self.rows[r].weight = 1.0 + squared(&self.inverse.left_times(&self.on_basic(r)));
        }
    }
}
