//! Stretching boxes as a solver has them: one variable for each move of room between two cells.

use crate::{BoxedProgram, LpError, LpProblem, VariableId};
use std::borrow::Cow;

/// A move of room between two cells, in units of the width of the narrower.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lever {
    to: usize,
    from: usize,
    unit: f64,
}

/// The levers of a program: `r_c = 1 + sum_f S_cf g_f`, with `g >= 0`. Two that undo each other are neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levers {
    levers: Vec<Lever>,
    widths: Vec<f64>,
    price: f64,
}

impl Levers {
    /// Two levers for every pair of cells of a block.
    pub(crate) fn of(program: &BoxedProgram) -> Self {
        let widths = program.cells.sums(|j| program.upper[j]);
        let mut levers = Vec::new();
        for block in &program.cells.blocks {
            let cells: Vec<usize> = block.iter().map(|&c| c as usize).filter(|&c| widths[c] > 0.0).collect();
            for (at, &a) in cells.iter().enumerate() {
                for &b in &cells[..at] {
                    let unit = widths[a].min(widths[b]);
                    levers.extend([Lever { to: a, from: b, unit }, Lever { to: b, from: a, unit }]);
                }
            }
        }
        Levers { levers, widths, price: program.cells.price }
    }

    pub(crate) fn len(&self) -> usize {
        self.levers.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.levers.is_empty()
    }

    /// The width that a unit of each lever moves.
    pub(crate) fn units(&self) -> Vec<f64> {
        self.levers.iter().map(|lever| lever.unit).collect()
    }

    /// What a unit of each lever costs.
    pub(crate) fn costs(&self) -> Vec<f64> {
        self.levers.iter().map(|lever| self.price * lever.unit).collect()
    }

    /// Lets each pair of levers undo each other as far as both move more than `most`: where moving room
    /// costs next to nothing both may grow until their difference is lost.
    pub(crate) fn settle(&self, moved: &mut [f64], most: f64) {
        for pair in moved.chunks_exact_mut(2) {
            let both = (pair[0].min(pair[1]) - most).max(0.0);
            pair.iter_mut().for_each(|m| *m -= both);
        }
    }

    /// What the levers cost, all together.
    pub(crate) fn cost(&self, moved: &[f64]) -> f64 {
        self.levers.iter().zip(moved).map(|(lever, g)| self.price * lever.unit * g).sum()
    }

    /// `S g`, by cell.
    pub(crate) fn stretch(&self, moved: &[f64]) -> Vec<f64> {
        let mut stretch = vec![0.0; self.widths.len()];
        for (lever, g) in self.levers.iter().zip(moved) {
            stretch[lever.to] += lever.unit * g / self.widths[lever.to];
            stretch[lever.from] -= lever.unit * g / self.widths[lever.from];
        }
        stretch
    }

    /// `S' q` of a value per cell.
    pub(crate) fn transposed(&self, by_cell: &[f64]) -> Vec<f64> {
        let per_unit = |c: usize| by_cell[c] / self.widths[c];
        self.levers.iter().map(|lever| lever.unit * (per_unit(lever.to) - per_unit(lever.from))).collect()
    }

    /// `r`, by cell.
    pub(crate) fn ratios(&self, moved: &[f64]) -> Vec<f64> {
        self.stretch(moved).into_iter().map(|s| 1.0 + s).collect()
    }

    /// The upper bounds of all variables at these moves.
    pub(crate) fn upper<'a>(&self, program: &'a BoxedProgram, moved: &[f64]) -> Cow<'a, [f64]> {
        program.stretched(&self.ratios(moved))
    }

    /// Adds the levers to an LP as variables, where stretching a cell to twice its width costs `worth` of it.
    pub(crate) fn add_to(&self, lp: &mut LpProblem, worth: &[f64]) -> Result<Vec<VariableId>, LpError> {
        let costs = self.costs().into_iter().zip(self.transposed(worth)).map(|(own, cells)| own + cells);
        costs.map(|cost| lp.add_variable(cost, 0.0, f64::INFINITY)).collect()
    }

    /// The terms of `factor (S g)_c` over such variables.
    pub(crate) fn terms(&self, variables: &[VariableId], cell: usize, factor: f64) -> Vec<(VariableId, f64)> {
        let share = factor / self.widths[cell];
        let term = |(lever, &variable): (&Lever, &VariableId)| match cell {
            c if c == lever.to => Some((variable, share * lever.unit)),
            c if c == lever.from => Some((variable, -share * lever.unit)),
            _ => None,
        };
        self.levers.iter().zip(variables).filter_map(term).collect()
    }

    /// The cells that have levers.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.widths.len()).filter(|&c| self.levers.iter().any(|lever| lever.to == c || lever.from == c))
    }
}
