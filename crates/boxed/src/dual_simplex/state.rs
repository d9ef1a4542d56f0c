//! The program, the basis, and the quantities derived from them.

use super::inverse::Inverse;
use super::row::Row;
use super::status::VariableStatus;
use std::sync::Arc;

/// A dual simplex for `min costs·x, A x <= rhs, 0 <= x <= upper` with finite upper bounds, for
/// programs that are solved again and again as rows come and go.
///
/// A basis is a set of tight rows and as many basic variables. Their coefficients form a square
/// matrix, the **working basis**. In column generation for rules it is small (hundreds) and dense,
/// while a general simplex factorises a sparse basis with all rows. Here the inverse of the working
/// basis is stored explicitly, and an iteration costs its size squared plus the terms of the tight
/// rows.
///
/// Since every variable has a finite box, any multipliers `y >= 0` are dual feasible, so rows can
/// be added and slack rows removed at any time. The ratio test passes boxed variables and flips
/// them as long as the dual objective grows. Ties are broken by slightly perturbed costs, which are
/// restored before the end.
#[derive(Clone, Debug, Default)]
pub struct DualSimplex {
    pub(super) costs: Vec<f64>,
    pub(super) upper: Vec<f64>,
    pub(super) rows: Vec<Row>,
    /// The rows in which each variable occurs, with coefficients.
    pub(super) columns: Arc<Vec<Vec<(u32, f64)>>>,
    pub(super) statuses: Vec<VariableStatus>,
    /// The tight rows, in the order of the rows of the working basis.
    pub(super) tight: Vec<usize>,
    pub(super) basic: Vec<usize>,
    pub(super) inverse: Inverse,
    pub(super) updates: usize,
    /// One multiplier per tight row.
    pub(super) multipliers: Vec<f64>,
    /// `costs + A' multipliers`; 0 for basic variables.
    pub(super) reduced: Vec<f64>,
    /// The residual right-hand sides, one per row: `rhs` minus the columns of the variables at
    /// their upper bounds.
    pub(super) left: Vec<f64>,
    /// One value per basic variable.
    pub(super) values: Vec<f64>,
    /// The squared norms of the rows of the inverse of the basis, one per basic variable.
    pub(super) weights: Vec<f64>,
    /// `rhs - A x`, one per row; 0 for tight rows.
    pub(super) slacks: Vec<f64>,
    /// The costs in use, perturbed or not.
    pub(super) perturbed: Vec<f64>,
    pub(super) iterations: u64,
}

impl DualSimplex {
    /// Creates a program without rows, whose variables have these costs and finite upper bounds.
    /// Each starts at its better bound.
    pub fn new(costs: Vec<f64>, upper: Vec<f64>) -> Self {
        let statuses =
            costs.iter().map(|&c| if c < 0.0 { VariableStatus::Upper } else { VariableStatus::Lower }).collect();
        DualSimplex {
            reduced: costs.clone(),
            perturbed: costs.clone(),
            columns: Arc::new(vec![Vec::new(); costs.len()]),
            costs,
            upper,
            statuses,
            ..DualSimplex::default()
        }
    }

    /// Returns the number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// Returns the size of the working basis: the number of tight rows, and of basic variables.
    pub fn working_basis_size(&self) -> usize {
        self.tight.len()
    }

    /// Returns the number of iterations so far, over all solves.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Returns the coefficients of a row on the basic variables.
    pub(super) fn on_basic(&self, r: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.basic.len()];
        let row = &self.rows[r];
        for (&j, &a) in row.indices.iter().zip(&*row.coefficients) {
            if let VariableStatus::Basic(position) = self.statuses[j as usize] {
                on[position] = a;
            }
        }
        on
    }

    /// Returns the coefficients of a column on the tight rows.
    pub(super) fn on_tight(&self, j: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.tight.len()];
        for &(r, a) in &self.columns[j] {
            if let Some(position) = self.rows[r as usize].tight {
                on[position] = a;
            }
        }
        on
    }

    /// Adds a row `sum coefficient x <= rhs`, whose slack is basic at first.
    pub fn add_row(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, rhs: f64) {
        let (indices, coefficients): (Vec<u32>, Vec<f64>) = terms.into_iter().map(|(j, a)| (j as u32, a)).unzip();
        let at = self.rows.len() as u32;
        let columns = Arc::make_mut(&mut self.columns);
        indices.iter().zip(&coefficients).for_each(|(&j, &a)| columns[j as usize].push((at, a)));
        let (indices, coefficients) = (indices.into(), coefficients.into());
        self.rows.push(Row { indices, coefficients, rhs, tight: None, weight: 1.0 });
        let h = self.inverse.left_times(&self.on_basic(at as usize));
        self.rows[at as usize].weight += squared(&h);
    }

    /// Adds variables of a cost, each with a finite upper bound and entries in rows. They lie at
    /// their better bounds, so the basis stays.
    pub fn add_variables(&mut self, cost: f64, variables: impl IntoIterator<Item = (f64, Vec<(u32, f64)>)>) {
        let mut more: Vec<Vec<(u32, f64)>> = vec![Vec::new(); self.rows.len()];
        let columns = Arc::make_mut(&mut self.columns);
        for (upper, entries) in variables {
            let j = self.costs.len() as u32;
            entries.iter().for_each(|&(r, a)| more[r as usize].push((j, a)));
            self.costs.push(cost);
            self.upper.push(upper);
            // Reduced costs are computed when the next solve begins, and with them the bound.
            self.reduced.push(cost);
            self.statuses.push(VariableStatus::Lower);
            columns.push(entries);
        }
        for (row, more) in self.rows.iter_mut().zip(more).filter(|(_, more)| !more.is_empty()) {
            row.indices = row.indices.iter().copied().chain(more.iter().map(|term| term.0)).collect();
            row.coefficients = row.coefficients.iter().copied().chain(more.iter().map(|term| term.1)).collect();
        }
    }

    /// Returns the rows in which a variable occurs, with coefficients.
    pub fn entries(&self, j: usize) -> &[(u32, f64)] {
        &self.columns[j]
    }

    /// Returns the upper bound of a variable.
    pub fn upper(&self, j: usize) -> f64 {
        self.upper[j]
    }

    /// Changes the upper bound of a variable. The basis stays.
    pub fn set_upper(&mut self, j: usize, upper: f64) {
        self.upper[j] = upper;
    }

    /// Changes the right-hand side of a row. The basis stays.
    pub fn set_rhs(&mut self, r: usize, rhs: f64) {
        self.rows[r].rhs = rhs;
    }

    /// Removes the slack rows that `kept` rejects; tight rows stay. Returns, for each old row,
    /// whether it is still there.
    pub fn retain_rows(&mut self, kept: impl Fn(usize) -> bool) -> Vec<bool> {
        let stays: Vec<bool> = (0..self.rows.len()).map(|r| self.rows[r].tight.is_some() || kept(r)).collect();
        let mut new: Vec<u32> = Vec::with_capacity(stays.len());
        let mut next = 0;
        for &stays in &stays {
            new.push(next);
            next += u32::from(stays);
        }
        for column in Arc::make_mut(&mut self.columns) {
            column.retain(|&(r, _)| stays[r as usize]);
            column.iter_mut().for_each(|(r, _)| *r = new[*r as usize]);
        }
        self.tight.iter_mut().for_each(|r| *r = new[*r] as usize);
        let mut answers = stays.iter();
        self.rows.retain(|_| *answers.next().expect("one answer per row"));
        stays
    }
}

/// Returns the square of the Euclidean norm.
pub(super) fn squared(v: &[f64]) -> f64 {
    v.iter().map(|a| a * a).sum()
}
