//! The program, the basis, and all that is kept about them.

use super::inverse::Inverse;
use super::place::Place;
use super::row::Row;

/// A dual simplex for `min costs·x, A x <= rhs, 0 <= x <= upper`, all boxes finite, that is solved
/// again and again as rows come and go.
///
/// A basis is a set of tight rows and as many basic variables; the **kernel** is the square matrix of the one
/// on the other. In the programs of column generation for rules it is small (hundreds) and dense, while a
/// general simplex factorises it as a sparse one of the size of all rows. Here its inverse is kept as it
/// is, and one iteration costs its size squared and the terms of the tight rows.
///
/// Since every variable has a finite box, any multipliers `y >= 0` are dual feasible: rows can be added
/// and slack rows taken out at any time. The ratio test goes past boxed variables, flipping them, as long
/// as the dual objective grows. Ties are broken by slightly moved costs, which are moved back before the
/// end.
#[derive(Clone, Debug, Default)]
pub struct KernelSimplex {
    pub(super) costs: Vec<f64>,
    pub(super) upper: Vec<f64>,
    pub(super) rows: Vec<Row>,
    /// The rows of each variable, with coefficients.
    pub(super) columns: Vec<Vec<(u32, f64)>>,
    pub(super) places: Vec<Place>,
    /// The rows and variables of the kernel, in its order.
    pub(super) tight: Vec<usize>,
    pub(super) basic: Vec<usize>,
    pub(super) inverse: Inverse,
    pub(super) updates: usize,
    /// Of the tight rows.
    pub(super) multipliers: Vec<f64>,
    /// `costs + A' multipliers`; 0 for basic variables.
    pub(super) reduced: Vec<f64>,
    /// `rhs - sum of the columns at their upper bounds`, per row.
    pub(super) left: Vec<f64>,
    /// Of the basic variables.
    pub(super) values: Vec<f64>,
    /// The squared norms of their rows of the inverse of the basis.
    pub(super) weights: Vec<f64>,
    /// `rhs - A x`, per row; of tight rows 0.
    pub(super) slacks: Vec<f64>,
    /// The costs in use.
    pub(super) moved: Vec<f64>,
    pub(super) iterations: u64,
}

impl KernelSimplex {
    /// No rows, and variables with these costs and finite upper bounds, each at its better bound.
    pub fn new(costs: Vec<f64>, upper: Vec<f64>) -> Self {
        let places = costs.iter().map(|&c| if c < 0.0 { Place::Upper } else { Place::Lower }).collect();
        KernelSimplex {
            reduced: costs.clone(),
            moved: costs.clone(),
            columns: vec![Vec::new(); costs.len()],
            costs,
            upper,
            places,
            ..KernelSimplex::default()
        }
    }

    /// The number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// The number of tight rows, and of basic variables.
    pub fn kernel_size(&self) -> usize {
        self.tight.len()
    }

    /// Iterations so far, over all solves.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// A row on the basic variables.
    pub(super) fn on_basic(&self, r: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.basic.len()];
        let row = &self.rows[r];
        for (&j, &a) in row.indices.iter().zip(&row.coefficients) {
            if let Place::Basic(place) = self.places[j as usize] {
                on[place] = a;
            }
        }
        on
    }

    /// A column on the tight rows.
    pub(super) fn on_tight(&self, j: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.tight.len()];
        for &(r, a) in &self.columns[j] {
            if let Some(place) = self.rows[r as usize].tight {
                on[place] = a;
            }
        }
        on
    }

    /// Adds a row `sum coefficient x <= rhs`, slack for now.
    pub fn add_row(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, rhs: f64) {
        let (indices, coefficients): (Vec<u32>, Vec<f64>) = terms.into_iter().map(|(j, a)| (j as u32, a)).unzip();
        let at = self.rows.len() as u32;
        indices.iter().zip(&coefficients).for_each(|(&j, &a)| self.columns[j as usize].push((at, a)));
        self.rows.push(Row { indices, coefficients, rhs, tight: None, weight: 1.0 });
        let h = self.inverse.left_times(&self.on_basic(at as usize));
        self.rows[at as usize].weight += squared(&h);
    }

    /// Takes out the rows that are not `kept`; tight ones stay. Says for each old row whether it is still there.
    pub fn retain_rows(&mut self, kept: impl Fn(usize) -> bool) -> Vec<bool> {
        let stays: Vec<bool> = (0..self.rows.len()).map(|r| self.rows[r].tight.is_some() || kept(r)).collect();
        let mut new: Vec<u32> = Vec::with_capacity(stays.len());
        let mut next = 0;
        for &stays in &stays {
            new.push(next);
            next += u32::from(stays);
        }
        for column in &mut self.columns {
            column.retain(|&(r, _)| stays[r as usize]);
            column.iter_mut().for_each(|(r, _)| *r = new[*r as usize]);
        }
        self.tight.iter_mut().for_each(|r| *r = new[*r] as usize);
        let mut answers = stays.iter();
        self.rows.retain(|_| *answers.next().expect("one answer per row"));
        stays
    }
}

/// The square of the Euclidean norm.
pub(super) fn squared(v: &[f64]) -> f64 {
    v.iter().map(|a| a * a).sum()
}
