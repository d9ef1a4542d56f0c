//! Boxes that stretch at the expense of others.

/// Cells of variables of a [`BoxedProgram`](crate::BoxedProgram) whose boxes stretch together.
///
/// A cell `c` has the width `W_c`, the sum of the upper bounds of its variables. Capacity may be
/// transferred between the cells of a block at a price per unit. The program becomes
///
/// ```text
/// minimise costs·x + price sum_c W_c max(0, r_c - 1)
/// subject to A x <= rhs,   0 <= x_j <= upper_j r_c  (c the cell of j),
///            sum_{c in block} W_c (r_c - 1) = 0  for every block,   r >= 0
/// ```
///
/// With `v_j >= 0` the multiplier of the upper bound of `x_j`, this is the dual of a program where
/// the means of `v` over the cells of a block, weighted by `upper`, may differ by `price` at most
/// (docs/MATH.md 3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// The cell of each variable whose box stretches, and `None` for the others. The upper bound is
    /// finite where there is a cell. Empty if no box stretches.
    pub of_variable: Vec<Option<u32>>,
    /// The blocks of cells between which capacity may be transferred. A cell is in one block at
    /// most.
    pub blocks: Vec<Vec<u32>>,
    /// The price of transferring a unit of capacity, not negative.
    pub price: f64,
}

impl Cells {
    /// Returns the number of cells: one more than the largest index.
    pub(crate) fn count(&self) -> usize {
        let named = self.of_variable.iter().flatten().chain(self.blocks.iter().flatten());
        named.map(|&c| c as usize + 1).max().unwrap_or(0)
    }

    /// Returns the least means that are nowhere below `means` and differ by at most `price` within
    /// a block.
    ///
    /// None of them can be below the largest minus `price`, and that is enough.
    pub fn raised(&self, means: &[f64]) -> Vec<f64> {
        let mut raised = means.to_vec();
        for block in &self.blocks {
            let largest = block.iter().map(|&c| means[c as usize]).fold(f64::NEG_INFINITY, f64::max);
            block.iter().for_each(|&c| raised[c as usize] = means[c as usize].max(largest - self.price));
        }
        raised
    }

    /// Sums a value per variable over each cell.
    pub(crate) fn sums(&self, value: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.count()];
        for (j, cell) in self.of_variable.iter().enumerate() {
            if let Some(cell) = *cell {
                sums[cell as usize] += value(j);
            }
        }
        sums
    }
}
