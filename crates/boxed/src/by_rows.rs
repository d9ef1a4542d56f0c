//! Boxed programs as general linear programs.

use crate::BoxedProgram;
use crate::transfers::Transfers;
use rulegen_lp::{LpError, LpProblem, RowId, VariableId};

impl BoxedProgram {
    /// Returns the program by rows, for any backend and for [`verify`](rulegen_lp::verify()). Where
    /// boxes stretch, the transfers of capacity between cells follow the other variables, and a row
    /// for every box that stretches follows the other rows.
    ///
    /// # Errors
    /// A cost, bound, coefficient or row index that is invalid.
    pub fn to_lp(&self) -> Result<LpProblem, LpError> {
        let mut lp = LpProblem::new();
        for (j, (cost, upper)) in self.costs.iter().zip(&self.upper).enumerate() {
            lp.add_variable(*cost, 0.0, if self.cell(j).is_some() { f64::INFINITY } else { *upper })?;
        }
        let transfers = Transfers::of(self);
        let amounts = transfers.add_to(&mut lp, &vec![0.0; self.cells.count()])?;
        let mut rows: Vec<Vec<(VariableId, f64)>> = vec![Vec::new(); self.num_rows()];
        for j in 0..self.num_variables() {
            let (indices, coefficients) = self.column(j);
            indices.iter().zip(coefficients).for_each(|(&r, &a)| rows[r as usize].push((VariableId::new(j), a)));
        }
        for (terms, rhs) in rows.iter().zip(&self.rhs) {
            let _: RowId = lp.add_row(f64::NEG_INFINITY, terms, *rhs)?;
        }
        for (j, &upper) in self.upper.iter().enumerate() {
            if let Some(cell) = self.cell(j) {
                let mut terms = transfers.terms(&amounts, cell, -upper);
                terms.push((VariableId::new(j), 1.0));
                lp.add_row(f64::NEG_INFINITY, &terms, upper)?;
            }
        }
        Ok(lp)
    }
}
