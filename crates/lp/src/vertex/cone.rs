use super::active::Active;
use super::constants::{EQUALITY_FIRST, PIVOT};
use crate::{LpProblem, RowId};

/// A basic variable and the distances that it may move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Basic {
    pub(super) variable: usize,
    pub(super) down: f64,
    pub(super) up: f64,
}

/// The program "minimise `c·z` with `A_T z = s` over the cone of active bounds". Its variables are
/// the columns of the program, then one logical variable per tight row. The column of a logical
/// variable is minus a unit vector, so its reduced cost is the dual of the row.
pub(super) struct Cone<'a> {
    pub(super) costs: &'a [f64],
    pub(super) tight_rows: Vec<usize>,
    /// The terms of each column in the tight rows, by their index in `T`.
    pub(super) columns: Vec<Vec<(u32, f64)>>,
    pub(super) active: Vec<Active>,
    pub(super) is_basic: Vec<bool>,
    pub(super) basis: Vec<Basic>,
    /// The inverse of the basis, row-major: one line per basic variable.
    pub(super) inverse: Vec<f64>,
    pub(super) duals: Vec<f64>,
    random: u64,
}

impl<'a> Cone<'a> {
    pub(super) fn at(problem: &'a LpProblem, values: &[f64], at_bound: f64) -> Self {
        let of = |j: usize| Active::of(values[j], (problem.lower()[j], problem.upper()[j]), at_bound);
        let mut active: Vec<Active> = (0..problem.num_variables()).map(of).collect();
        let (mut tight_rows, mut columns) = (Vec::new(), vec![Vec::new(); problem.num_variables()]);
        for (row, activity) in problem.activities(values).into_iter().enumerate() {
            let side = Active::of(activity, (problem.row_lower()[row], problem.row_upper()[row]), at_bound);
            if side != Active::Neither {
                let terms = problem.row(RowId::new(row));
                terms.for_each(|(v, coefficient)| columns[v.index()].push((tight_rows.len() as u32, coefficient)));
                tight_rows.push(row);
                active.push(side);
            }
        }
        let size = tight_rows.len();
        let mut inverse = vec![0.0; size * size];
        (0..size).for_each(|i| inverse[i * size + i] = -1.0);
        let is_basic = (0..active.len()).map(|variable| variable >= columns.len()).collect();
        let (costs, duals, random) = (problem.costs(), vec![0.0; size], 0x9e37_79b9_7f4a_7c15);
        let mut cone = Self { costs, tight_rows, columns, active, is_basic, basis: Vec::new(), inverse, duals, random };
        cone.basis = (cone.columns.len()..cone.active.len()).map(|logical| cone.basic(logical)).collect();
        cone
    }

    pub(super) fn size(&self) -> usize {
        self.tight_rows.len()
    }

    /// Returns a random number in [0.5, 1) by xorshift64*, which suffices to break ties.
    fn random_distance(&mut self) -> f64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let bits = self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        0.5 + bits as f64 / (1u64 << 54) as f64
    }

    fn basic(&mut self, variable: usize) -> Basic {
        let (down, up) = match self.active[variable] {
            Active::Neither => (f64::INFINITY, f64::INFINITY),
            Active::Lower => (self.random_distance(), f64::INFINITY),
            Active::Upper => (f64::INFINITY, self.random_distance()),
            Active::Both => (self.random_distance(), self.random_distance()),
        };
        Basic { variable, down, up }
    }

    /// Brings the columns strictly between their bounds into the basis, as far as they are
    /// independent. At a vertex all are.
    pub(super) fn enter_interior(&mut self) {
        let columns = self.columns.len();
        for column in (0..columns).filter(|&column| self.active[column] == Active::Neither).collect::<Vec<_>>() {
            let direction = self.transformed(column);
            let weight = |i: usize| {
                let equality = self.active[self.basis[i].variable] == Active::Both;
                direction[i].abs() * if equality { EQUALITY_FIRST } else { 1.0 }
            };
            let logical = (0..self.size()).filter(|&i| self.basis[i].variable >= columns);
            let pivot =
                logical.filter(|&i| direction[i].abs() > PIVOT).max_by(|&a, &b| weight(a).total_cmp(&weight(b)));
            if let Some(pivot) = pivot {
                let entering = self.basic(column);
                self.replace(pivot, entering, &direction);
            }
        }
    }

    /// Returns `B⁻¹ a_j`.
    pub(super) fn transformed(&self, variable: usize) -> Vec<f64> {
        let size = self.size();
        let mut result = vec![0.0; size];
        let mut add = |row: usize, coefficient: f64| {
            for i in 0..size {
                result[i] += coefficient * self.inverse[i * size + row];
            }
        };
        match self.columns.get(variable) {
            Some(terms) => terms.iter().for_each(|&(row, coefficient)| add(row as usize, coefficient)),
            None => add(variable - self.columns.len(), -1.0),
        }
        result
    }

    pub(super) fn replace(&mut self, pivot: usize, entering: Basic, direction: &[f64]) {
        let size = self.size();
        self.is_basic[self.basis[pivot].variable] = false;
        self.is_basic[entering.variable] = true;
        self.basis[pivot] = entering;
        let scale = 1.0 / direction[pivot];
        let mut line = self.inverse[pivot * size..(pivot + 1) * size].to_vec();
        line.iter_mut().for_each(|x| *x *= scale);
        for (i, target) in self.inverse.chunks_exact_mut(size).enumerate() {
            if i == pivot {
                target.copy_from_slice(&line);
            } else if direction[i] != 0.0 {
                target.iter_mut().zip(&line).for_each(|(x, l)| *x -= direction[i] * l);
            }
        }
    }
}
