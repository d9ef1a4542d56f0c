//! Separate rows, which share no variable, and their effect on the Newton matrix of the other rows.

use crate::BoxedProgram;
use faer::Mat;

/// The separate rows of a program and their variables, eliminated from the Newton system.
///
/// With `E` the separate rows and `A` the others, `C = E D E' + diag(s / y)` is diagonal, and
///
/// ```text
/// | A D A' + diag(s/y)  A D E' |          A H A' + diag(s/y),   H = D - D E' C^-1 E D
/// | E D A'              C      |
/// ```
///
/// is the matrix that is left. `H` has a block for each separate row, a diagonal matrix plus one of
/// rank one. Each entry of a block is a product of positive numbers, so nothing cancels, however
/// small the slack of the row.
pub(super) struct SeparateRows {
    rows: Vec<SeparateRow>,
    /// The variables that are in no separate row, and their program over the other rows.
    others: Vec<usize>,
    rest: BoxedProgram,
}

/// One separate row.
struct SeparateRow {
    variables: Vec<usize>,
    /// The coefficients `e`.
    coefficients: Vec<f64>,
    /// The terms of its variables in the other rows, by row.
    terms: Vec<Term>,
    /// `D e`.
    pulls: Vec<f64>,
    /// The row's entry of `diag(s / y)`, and of `C`.
    slack: f64,
    pivot: f64,
}

#[derive(Clone, Copy)]
struct Term {
    row: u32,
    /// The position of the variable in the separate row.
    variable: u32,
    coefficient: f64,
}

impl SeparateRows {
    pub(super) fn of(program: &BoxedProgram) -> Self {
        let shared = program.num_rows() - program.separate;
        let empty = || SeparateRow {
            variables: Vec::new(),
            coefficients: Vec::new(),
            terms: Vec::new(),
            pulls: Vec::new(),
            slack: 0.0,
            pivot: 0.0,
        };
        let mut rows: Vec<SeparateRow> = (0..program.separate).map(|_| empty()).collect();
        let mut others = Vec::new();
        let mut rest = BoxedProgram::with_rows(program.rhs[..shared].to_vec());
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let terms = indices.iter().copied().zip(coefficients.iter().copied());
            match terms.clone().next_back() {
                Some((last, e)) if last as usize >= shared => {
                    let row = &mut rows[last as usize - shared];
                    let variable = row.variables.len() as u32;
                    row.variables.push(j);
                    row.coefficients.push(e);
                    let own = terms.take(indices.len() - 1);
                    row.terms.extend(own.map(|(row, coefficient)| Term { row, variable, coefficient }));
                }
                _ => {
                    others.push(j);
                    rest.add_variable(program.costs[j], program.upper[j], terms);
                }
            }
        }
        rows.iter_mut().for_each(|row| row.terms.sort_by_key(|term| term.row));
        SeparateRows { rows, others, rest }
    }

    /// Returns the variables in no separate row, as a program of their own with their scales.
    pub(super) fn others(&self, variable_scales: &[f64]) -> (&BoxedProgram, Vec<f64>) {
        (&self.rest, self.others.iter().map(|&j| variable_scales[j]).collect())
    }

    /// Sets the diagonals `D` and `diag(s / y)`.
    pub(super) fn put_at(&mut self, variable_scales: &[f64], row_scales: &[f64]) {
        let own = &row_scales[row_scales.len() - self.rows.len()..];
        for (row, &slack) in self.rows.iter_mut().zip(own) {
            row.pulls.clear();
            row.pulls.extend(row.variables.iter().zip(&row.coefficients).map(|(&j, e)| variable_scales[j] * e));
            row.slack = slack;
            row.pivot = slack + row.pulls.iter().zip(&row.coefficients).map(|(pull, e)| pull * e).sum::<f64>();
        }
    }

    /// Adds the part of `A H A'` that comes from variables of separate rows to the lower triangle.
    pub(super) fn add_to(&self, matrix: &mut Mat<f64>) {
        let mut block = Vec::new();
        for row in &self.rows {
            let size = row.variables.len();
            row.put_block(&mut block);
            for (at, term) in row.terms.iter().enumerate() {
                let h = &block[term.variable as usize * size..][..size];
                let target = matrix.col_as_slice_mut(term.row as usize);
                for other in &row.terms[at..] {
                    target[other.row as usize] += term.coefficient * h[other.variable as usize] * other.coefficient;
                }
                // Two variables in one row: both halves fall on the diagonal.
                for other in row.terms[at + 1..].iter().take_while(|other| other.row == term.row) {
                    target[other.row as usize] += term.coefficient * h[other.variable as usize] * other.coefficient;
                }
            }
        }
    }

    /// Subtracts `A D E' C^-1 own` from the right-hand side of the other rows.
    pub(super) fn take_off(&self, own: &[f64], rhs: &mut [f64]) {
        for (row, own) in self.rows.iter().zip(own) {
            row.add_coupled(-own / row.pivot, rhs);
        }
    }

    /// Returns the solution of the separate rows, `C^-1 (own - E D A' shared)`.
    pub(super) fn back(&self, own: Vec<f64>, shared: &[f64]) -> Vec<f64> {
        self.rows.iter().zip(own).map(|(row, own)| (own - row.coupled(shared)) / row.pivot).collect()
    }

    /// Returns `E D A' shared + C own`.
    pub(super) fn times(&self, shared: &[f64], own: &[f64]) -> Vec<f64> {
        self.rows.iter().zip(own).map(|(row, own)| row.coupled(shared) + row.pivot * own).collect()
    }

    /// Adds the part that the elimination took from the other rows, `A D E' (own + C^-1 E D A'
    /// shared)`.
    pub(super) fn add_product(&self, shared: &[f64], own: &[f64], to: &mut [f64]) {
        for (row, own) in self.rows.iter().zip(own) {
            row.add_coupled(own + row.coupled(shared) / row.pivot, to);
        }
    }
}

impl SeparateRow {
    /// Computes the row's block of `H`.
    fn put_block(&self, block: &mut Vec<f64>) {
        let size = self.variables.len();
        block.clear();
        block.resize(size * size, 0.0);
        for v in 0..size {
            for w in (0..size).filter(|&w| w != v) {
                block[v * size + w] = -self.pulls[v] * self.pulls[w] / self.pivot;
            }
            let others = (0..size).filter(|&w| w != v).map(|w| self.pulls[w] * self.coefficients[w]).sum::<f64>();
            block[v * size + v] = self.pulls[v] / self.coefficients[v] * ((others + self.slack) / self.pivot);
        }
    }

    /// Returns the row's entry of `E D A' x`.
    fn coupled(&self, x: &[f64]) -> f64 {
        let term = |t: &Term| self.pulls[t.variable as usize] * t.coefficient * x[t.row as usize];
        self.terms.iter().map(term).sum()
    }

    /// Adds `factor` times the row's column of `A D E'`.
    fn add_coupled(&self, factor: f64, to: &mut [f64]) {
        for t in &self.terms {
            to[t.row as usize] += factor * self.pulls[t.variable as usize] * t.coefficient;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::interior::normal::NormalMatrix;
    use crate::test_programs::separate_program;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eliminated_or_not_the_newton_system_has_one_solution(
            program in separate_program(),
            exponents in prop::collection::vec(-3.0..3.0f64, 80),
        ) {
            let scales: Vec<f64> = exponents.iter().cycle().take(program.num_variables()).map(|e| 10f64.powf(*e)).collect();
            let slacks: Vec<f64> = exponents.iter().rev().cycle().take(program.num_rows()).map(|e| 10f64.powf(*e)).collect();
            let mut whole = program.clone();
            whole.separate = 0;
            let (mut eliminated, mut plain) = (NormalMatrix::new(&program), NormalMatrix::new(&whole));
            let eliminated = eliminated.factorise(&program, &scales, &slacks).unwrap();
            let plain = plain.factorise(&whole, &scales, &slacks).unwrap();
            let rhs: Vec<f64> = (0..program.num_rows()).map(|i| (i as f64).sin()).collect();
            let found = eliminated.solve(rhs.clone());
            for (a, b) in found.iter().zip(plain.solve(rhs.clone())) {
                prop_assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{} against {}", a, b);
            }
            for (a, b) in eliminated.times(&found).iter().zip(rhs) {
                prop_assert!((a - b).abs() <= 1e-6, "{} against {}", a, b);
            }
        }
    }
}
