//! The program of the open variables, and its solution.

use super::corner::Ended;
use super::partial::Partial;
use super::place::Place;
use rulegen_lp::{Basis, BasisStatus, LpError, LpFactory, LpModel, LpProblem, LpSolution, SolveOptions, VariableId};

impl Partial<'_> {
    /// Solves for the open variables, the others where they are held.
    pub(super) fn solve_open(
        &mut self,
        factory: &dyn LpFactory,
        options: &SolveOptions,
    ) -> Result<LpSolution, LpError> {
        let lp = self.open_program()?;
        let shape = (lp.num_variables(), lp.num_rows());
        let mut lp = LpModel::of(factory, lp)?;
        let start = match self.last.take() {
            Some(last) => Some(last.basis_for(self.program, &self.places)),
            None => self.corner.clone().map(|corner| self.with_excess(corner)),
        };
        // Where nothing is held any more, no row can be exceeded: another program.
        if let Some(start) = start.filter(|start| (start.variables.len(), start.rows.len()) == shape) {
            match lp.set_basis(&start) {
                // It starts from nothing then.
                Err(LpError::NoStartingBasis { .. } | LpError::InvalidBasis) => {}
                set => set?,
            }
        }
        let found = lp.solve(options)?;
        self.last = lp.basis().map(|basis| Ended { places: self.places.clone(), basis });
        Ok(found)
    }

    /// A corner of the open program where no row is exceeded.
    fn with_excess(&self, mut corner: Basis) -> Basis {
        if self.elastic && self.holds_any() {
            corner.variables.extend(vec![BasisStatus::Lower; self.program.num_rows()]);
        }
        corner
    }

    /// The program of the open variables: they come first, then the transfers, then what rows are exceeded by. Its rows are
    /// those of the whole, then the boxes of open variables that stretch, then the cells.
    fn open_program(&self) -> Result<LpProblem, LpError> {
        let program = self.program;
        let mut rhs = program.rhs.clone();
        let mut rows: Vec<Vec<(VariableId, f64)>> = vec![Vec::new(); program.num_rows()];
        // What the variables held at the upper bounds of a cell add up to, by row and in the objective.
        let mut held = vec![(vec![0.0; program.num_rows()], 0.0); program.cells.count()];
        let mut boxes = Vec::new();
        let mut lp = LpProblem::new();
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let terms = indices.iter().map(|&i| i as usize).zip(coefficients);
            let (upper, cell) = (program.upper[j], program.cell(j));
            match self.places[j] {
                Place::AtZero => {}
                Place::AtUpper => {
                    terms.clone().for_each(|(i, a)| rhs[i] -= a * upper);
                    if let Some(cell) = cell {
                        let (rows, value) = &mut held[cell];
                        terms.for_each(|(i, a)| rows[i] += a * upper);
                        *value += program.costs[j] * upper;
                    }
                }
                Place::Open => {
                    let most = if cell.is_some() { f64::INFINITY } else { upper };
                    let variable = lp.add_variable(program.costs[j], 0.0, most)?;
                    terms.for_each(|(i, &a)| rows[i].push((variable, a)));
                    boxes.extend(cell.map(|cell| (variable, cell, upper)));
                }
            }
        }
        let amounts = self.transfers.add_to(&mut lp, &held.iter().map(|(_, value)| *value).collect::<Vec<_>>())?;
        for cell in self.transfers.cells() {
            for (row, &sum) in rows.iter_mut().zip(&held[cell].0).filter(|(_, sum)| **sum != 0.0) {
                row.extend(self.transfers.terms(&amounts, cell, sum));
            }
        }
        if self.holds_any() && self.elastic {
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
        // Boxes that no open variable keeps from turning inside out.
        for cell in self.transfers.cells() {
            lp.add_row(-1.0, &self.transfers.terms(&amounts, cell, 1.0), f64::INFINITY)?;
        }
        Ok(lp)
    }
}

/// The most that a row can exceed its right-hand side by: a bound that never binds, for solvers that take only boxes.
fn most_excess(lp: &LpProblem, row: &[(VariableId, f64)], rhs: f64) -> f64 {
    let largest: f64 = row.iter().map(|&(variable, a)| (a * lp.upper()[variable.index()]).max(0.0)).sum();
    (largest - rhs).max(0.0)
}
