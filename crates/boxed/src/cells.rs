//! Boxes that stretch at the expense of others.

/// Cells of variables of a [`BoxedProgram`](crate::BoxedProgram) whose boxes stretch together.
///
/// A cell `c` has the width `W_c`, the sum of the upper bounds of its variables. Capacity may be transferred between
/// the cells of a block, at a price a unit: the program becomes
///
/// ```text
/// minimise costs·x + price sum_c W_c max(0, r_c - 1)
/// subject to A x <= rhs,   0 <= x_j <= upper_j r_c  (c the cell of j),
///            sum_{c in block} W_c (r_c - 1) = 0  for every block,   r >= 0
/// ```
///
/// With `v_j >= 0` the multiplier of the upper bound of `x_j`, this is the dual of a program where the
/// means of `v` over the cells of a block, weighted by `upper`, may differ by `price` at most (docs/MATH.md 3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// One per variable, or empty if no box stretches: its cell, where its box does. The upper bound is
    /// finite then.
    pub of_variable: Vec<Option<u32>>,
    /// The cells between which capacity may be transferred; a cell is in one block at most.
    pub blocks: Vec<Vec<u32>>,
    /// What transferring a unit of capacity costs, not negative.
    pub price: f64,
}

impl Cells {
    /// The number of cells: one more than the largest named.
    pub fn count(&self) -> usize {
        let named = self.of_variable.iter().flatten().chain(self.blocks.iter().flatten());
        named.map(|&c| c as usize + 1).max().unwrap_or(0)
    }

    /// The least means that are nowhere below `means` and differ by `price` at most within a block.
    ///
    /// None of them can be below the largest less `price`, and that is enough.
    pub fn raised(&self, means: &[f64]) -> Vec<f64> {
        let mut raised = means.to_vec();
        for block in &self.blocks {
            let largest = block.iter().map(|&c| means[c as usize]).fold(f64::NEG_INFINITY, f64::max);
            block.iter().for_each(|&c| raised[c as usize] = means[c as usize].max(largest - self.price));
        }
        raised
    }

    /// The sum over each cell of a value per variable.
    pub fn sums(&self, value: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.count()];
        for (j, cell) in self.of_variable.iter().enumerate() {
            if let Some(cell) = *cell {
                sums[cell as usize] += value(j);
            }
        }
        sums
    }
}
