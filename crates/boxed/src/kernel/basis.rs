//! Computing from the basis what is kept.

use super::inverse::Inverse;
use super::place::Place;
use super::state::KernelSimplex;
use crate::BoxedSolution;

impl KernelSimplex {
    /// Computes the inverse anew; false if the kernel is singular.
    pub(super) fn factorise(&mut self) -> bool {
        let entries = self.basic.iter().enumerate().flat_map(|(place, &j)| {
            let tight = self.columns[j].iter().filter_map(|&(r, a)| Some((self.rows[r as usize].tight?, a)));
            tight.map(move |(i, a)| (i, place, a))
        });
        self.updates = 0;
        match Inverse::of(self.basic.len(), entries) {
            Some(inverse) => self.inverse = inverse,
            None => return false,
        }
        true
    }

    /// Computes multipliers, reduced costs, bounds and values anew from the basis and the costs in use.
    pub(super) fn refresh(&mut self) {
        let costs: Vec<f64> = self.basic.iter().map(|&j| -self.moved[j]).collect();
        self.multipliers = self.inverse.left_times(&costs);
        self.reduced.clone_from(&self.moved);
        for (&r, &y) in self.tight.iter().zip(&self.multipliers) {
            self.rows[r].add_to(&mut self.reduced, y);
        }
        self.left = self.rows.iter().map(|row| row.rhs).collect();
        for j in 0..self.costs.len() {
            match self.places[j] {
                Place::Basic(_) => self.reduced[j] = 0.0,
                Place::Lower if self.reduced[j] < 0.0 => self.places[j] = Place::Upper,
                Place::Upper if self.reduced[j] > 0.0 => self.places[j] = Place::Lower,
                _ => {}
            }
            if self.places[j] == Place::Upper {
                self.give_back(j, -1.0);
            }
        }
        self.primal();
    }

    /// Values of the basic variables, and slacks, from what the rows have left.
    pub(super) fn primal(&mut self) {
        let left: Vec<f64> = self.tight.iter().map(|&r| self.left[r]).collect();
        self.values = self.inverse.times(&left);
        self.slacks.clone_from(&self.left);
        for (&j, &x) in self.basic.iter().zip(&self.values) {
            self.columns[j].iter().for_each(|&(r, a)| self.slacks[r as usize] -= a * x);
        }
    }

    pub(super) fn solution(&self) -> BoxedSolution {
        let value = |(j, place): (usize, &Place)| match *place {
            Place::Lower => 0.0,
            Place::Upper => self.upper[j],
            Place::Basic(place) => self.values[place].clamp(0.0, self.upper[j]),
        };
        let mut multipliers = vec![0.0; self.rows.len()];
        self.tight.iter().zip(&self.multipliers).for_each(|(&r, y)| multipliers[r] = y.max(0.0));
        let values = self.places.iter().enumerate().map(value).collect();
        BoxedSolution { values, multipliers, ratios: Vec::new() }
    }

    /// Adds `factor` times the column of a variable at its upper bound to what the rows have left.
    pub(super) fn give_back(&mut self, j: usize, factor: f64) {
        let amount = factor * self.upper[j];
        self.columns[j].iter().for_each(|&(r, a)| self.left[r as usize] += a * amount);
    }
}
