//! Builds and solves the program of the open variables.

use super::corner::LastBasis;
use super::fixing::Fixing;
use super::partial_program::PartialProgram;
use rulegen_lp::{Basis, BasisStatus, LpError, LpFactory, LpModel, LpProblem, LpSolution, SolveOptions, VariableId};

impl PartialProgram<'_> {
    /// Solves for the open variables, with all others fixed.
    pub(super) fn solve_open(
        &mut self,
        factory: &dyn LpFactory,
        options: &SolveOptions,
    ) -> Result<LpSolution, LpError> {
        let lp = self.open_program()?;
        let shape = (lp.num_variables(), lp.num_rows());
        let mut lp = LpModel::of(factory, lp)?;
        let start = match self.last.take() {
            Some(last) => Some(last.basis_for(self.program, &self.fixings)),
            None => self.corner.clone().map(|corner| self.with_excess(corner)),
        };
        // Once nothing is fixed, no row can be violated: the program has another shape.
        if let Some(start) = start.filter(|start| (start.variables.len(), start.rows.len()) == shape) {
            match lp.set_basis(&start) {
                // The solver starts from scratch then.
                Err(LpError::NoStartingBasis { .. } | LpError::InvalidBasis) => {}
                set => set?,
            }
        }
        let found = lp.solve(options)?;
        self.last = lp.basis().map(|basis| LastBasis { fixings: self.fixings.clone(), basis });
        Ok(found)
    }

    /// Extends a basis of the open program by rows that are not violated.
    fn with_excess(&self, mut corner: Basis) -> Basis {
        if self.elastic && self.fixes_any() {
            corner.variables.extend(vec![BasisStatus::Lower; self.program.num_rows()]);
        }
        corner
    }

    /// Builds the program of the open variables. Its variables are the open ones, the transfers,
    /// and the violations of rows. Its rows are those of the whole program, the boxes of open
    /// variables that stretch, and the cells.
    fn open_program(&self) -> Result<LpProblem, LpError> {
        let program = self.program;
        let mut rhs = program.rhs.clone();
        let mut rows: Vec<Vec<(VariableId, f64)>> = vec![Vec::new(); program.num_rows()];
        // The contribution of the variables fixed at the upper bounds of each cell, by row and in
        // the objective.
        let mut fixed = vec![(vec![0.0; program.num_rows()], 0.0); program.cells.count()];
        let mut boxes = Vec::new();
        let mut lp = LpProblem::new();
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let terms = indices.iter().map(|&i| i as usize).zip(coefficients);
            let (upper, cell) = (program.upper[j], program.cell(j));
            match self.fixings[j] {
                Fixing::AtZero => {}
                Fixing::AtUpper => {
                    terms.clone().for_each(|(i, a)| rhs[i] -= a * upper);
                    if let Some(cell) = cell {
                        let (rows, value) = &mut fixed[cell];
                        terms.for_each(|(i, a)| rows[i] += a * upper);
                        *value += program.costs[j] * upper;
                    }
                }
                Fixing::Open => {
                    let most = if cell.is_some() { f64::INFINITY } else { upper };
                    let variable = lp.add_variable(program.costs[j], 0.0, most)?;
                    terms.for_each(|(i, &a)| rows[i].push((variable, a)));
                    boxes.extend(cell.map(|cell| (variable, cell, upper)));
                }
            }
        }
        let amounts = self.transfers.add_to(&mut lp, &fixed.iter().map(|(_, value)| *value).collect::<Vec<_>>())?;
        for cell in self.transfers.cells() {
            for (row, &sum) in rows.iter_mut().zip(&fixed[cell].0).filter(|(_, sum)| **sum != 0.0) {
                row.extend(self.transfers.terms(&amounts, cell, sum));
            }
        }
        if self.fixes_any() && self.elastic {
            for (row, rhs) in rows.iter_mut().zip(&rhs) {
                let most = if self.transfers.is_empty() { most_excess(&lp, row, *rhs) } else { f64::INFINITY };
                row.push((lp.add_variable(self.scale * self.excess_cost, 0.0, most)?, -1.0));
            }
        }
        for i in 0..program.num_rows() {
            lp.add_row(f64::NEG_INFINITY, &rows[i], rhs[i])?;
        }
        for (variable, cell, upper) in boxes {
            let mut terms = self.transfers.terms(&amounts, cell, -upper);
            terms.push((variable, 1.0));
            lp.add_row(f64::NEG_INFINITY, &terms, upper)?;
        }
        // Keeps boxes of cells without open variables from becoming negative.
        for cell in self.transfers.cells() {
            lp.add_row(-1.0, &self.transfers.terms(&amounts, cell, 1.0), f64::INFINITY)?;
        }
        Ok(lp)
    }
}

/// Returns the most by which a row can be violated. This bound never binds; it serves solvers that
/// take only boxes.
fn most_excess(lp: &LpProblem, row: &[(VariableId, f64)], rhs: f64) -> f64 {
    let largest: f64 = row.iter().map(|&(variable, a)| (a * lp.upper()[variable.index()]).max(0.0)).sum();
    (largest - rhs).max(0.0)
}
