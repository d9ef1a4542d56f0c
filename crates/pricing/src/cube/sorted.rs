//! Rows in the order of their cells.

use super::sets::AxisSet;

/// The rows of a set of axes in the order of their outer cells, with a value of each. The rows of a
/// cell are one after the other, so that a sum over them stays in registers.
#[derive(Default)]
pub(super) struct SortedRows<T> {
    /// The axes whose cells these are.
    outer: Vec<usize>,
    /// The place of the first row of each cell, and the number of rows.
    pub(super) starts: Vec<u32>,
    pub(super) rows: Vec<u32>,
    pub(super) values: Vec<T>,
}

impl<T: Copy + Default> SortedRows<T> {
    /// Sorts the rows of `set`, unless they are known from a set with the same outer axes.
    pub(super) fn sort(&mut self, set: AxisSet<'_>, values: &[T]) {
        let outer = &set.axes[..set.axes.len() - 1];
        if self.outer == outer && self.rows.len() == values.len() && !self.starts.is_empty() {
            return;
        }
        self.outer.clear();
        self.outer.extend(outer);
        self.starts.clear();
        self.starts.resize(set.cells + 2, 0);
        // Two places on, so that each start is the end of the cell before once all are placed.
        set.cell.iter().for_each(|&cell| self.starts[cell as usize + 2] += 1);
        (2..self.starts.len()).for_each(|at| self.starts[at] += self.starts[at - 1]);
        self.rows.resize(values.len(), 0);
        self.values.resize(values.len(), T::default());
        for ((&cell, &value), row) in set.cell.iter().zip(values).zip(0..) {
            let place = &mut self.starts[cell as usize + 1];
            self.rows[*place as usize] = row;
            self.values[*place as usize] = value;
            *place += 1;
        }
        self.starts.pop();
    }
}
