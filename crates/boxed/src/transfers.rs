//! Stretching boxes in the form that solvers take: one variable for each transfer of capacity
//! between two cells.

use crate::BoxedProgram;
use rulegen_lp::{LpError, LpProblem, VariableId};
use std::borrow::Cow;

/// A transfer of capacity between two cells, in units of the width of the narrower cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer {
    to: usize,
    from: usize,
    unit: f64,
}

/// The transfers of a program: `r_c = 1 + sum_f S_cf g_f`, with `g >= 0`. Opposite transfers are
/// neighbours in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transfers {
    transfers: Vec<Transfer>,
    widths: Vec<f64>,
    price: f64,
}

impl Transfers {
    /// Creates two opposite transfers for every pair of cells of a block.
    pub(crate) fn of(program: &BoxedProgram) -> Self {
        let widths = program.cells.sums(|j| program.upper[j]);
        let mut transfers = Vec::new();
        for block in &program.cells.blocks {
            let cells: Vec<usize> = block.iter().map(|&c| c as usize).filter(|&c| widths[c] > 0.0).collect();
            for (at, &a) in cells.iter().enumerate() {
                for &b in &cells[..at] {
                    let unit = widths[a].min(widths[b]);
                    transfers.extend([Transfer { to: a, from: b, unit }, Transfer { to: b, from: a, unit }]);
                }
            }
        }
        Transfers { transfers, widths, price: program.cells.price }
    }

    pub(crate) fn len(&self) -> usize {
        self.transfers.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.transfers.is_empty()
    }

    /// Returns the width that a unit of each transfer moves.
    pub(crate) fn units(&self) -> Vec<f64> {
        self.transfers.iter().map(|transfer| transfer.unit).collect()
    }

    /// Returns the cost of a unit of each transfer.
    pub(crate) fn costs(&self) -> Vec<f64> {
        self.transfers.iter().map(|transfer| self.price * transfer.unit).collect()
    }

    /// Reduces each pair of opposite transfers until the smaller is at most `most`. Where a
    /// transfer costs next to nothing, both may otherwise grow until their difference is lost.
    pub(crate) fn cancel_opposites(&self, amounts: &mut [f64], most: f64) {
        for pair in amounts.chunks_exact_mut(2) {
            let both = (pair[0].min(pair[1]) - most).max(0.0);
            pair.iter_mut().for_each(|m| *m -= both);
        }
    }

    /// Returns the total cost of the transfers.
    pub(crate) fn cost(&self, amounts: &[f64]) -> f64 {
        self.transfers.iter().zip(amounts).map(|(transfer, g)| self.price * transfer.unit * g).sum()
    }

    /// Returns `S g`, one number per cell.
    pub(crate) fn stretch(&self, amounts: &[f64]) -> Vec<f64> {
        let mut stretch = vec![0.0; self.widths.len()];
        for (transfer, g) in self.transfers.iter().zip(amounts) {
            stretch[transfer.to] += transfer.unit * g / self.widths[transfer.to];
            stretch[transfer.from] -= transfer.unit * g / self.widths[transfer.from];
        }
        stretch
    }

    /// Returns `S' q` for one value per cell.
    pub(crate) fn transposed(&self, by_cell: &[f64]) -> Vec<f64> {
        let per_unit = |c: usize| by_cell[c] / self.widths[c];
        self.transfers
            .iter()
            .map(|transfer| transfer.unit * (per_unit(transfer.to) - per_unit(transfer.from)))
            .collect()
    }

    /// Returns `r`, one number per cell.
    pub(crate) fn ratios(&self, amounts: &[f64]) -> Vec<f64> {
        self.stretch(amounts).into_iter().map(|s| 1.0 + s).collect()
    }

    /// Returns the upper bounds of all variables at these transfers.
    pub(crate) fn upper<'a>(&self, program: &'a BoxedProgram, amounts: &[f64]) -> Cow<'a, [f64]> {
        program.stretched(&self.ratios(amounts))
    }

    /// Adds the transfers to an LP as variables. `values` holds, for each cell, the cost of
    /// stretching it to twice its width.
    pub(crate) fn add_to(&self, lp: &mut LpProblem, values: &[f64]) -> Result<Vec<VariableId>, LpError> {
        let costs = self.costs().into_iter().zip(self.transposed(values)).map(|(own, cells)| own + cells);
        costs.map(|cost| lp.add_variable(cost, 0.0, f64::INFINITY)).collect()
    }

    /// Returns the terms of `factor (S g)_c` over the variables that [`add_to`](Self::add_to) made.
    pub(crate) fn terms(&self, variables: &[VariableId], cell: usize, factor: f64) -> Vec<(VariableId, f64)> {
        let share = factor / self.widths[cell];
        let term = |(transfer, &variable): (&Transfer, &VariableId)| match cell {
            c if c == transfer.to => Some((variable, share * transfer.unit)),
            c if c == transfer.from => Some((variable, -share * transfer.unit)),
            _ => None,
        };
        self.transfers.iter().zip(variables).filter_map(term).collect()
    }

    /// Returns the cells that have transfers.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.widths.len()).filter(|&c| self.transfers.iter().any(|transfer| transfer.to == c || transfer.from == c))
    }
}
