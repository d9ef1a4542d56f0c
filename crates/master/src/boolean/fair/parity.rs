//! Comparisons of errors between groups.

use super::group_fairness::GroupFairness;
use std::collections::BTreeMap;
use std::ops::Range;

/// The slack beyond epsilon up to which means still count as fair, for rounding. It is part of
/// epsilon in the check and in every bound, but not in the LP, because solvers do not see such
/// small costs.
const SLACK: f64 = 1e-10;

/// The cells of a training set: the samples of the class, and the others, each by group. The means
/// of the cells of a block must be alike; groups without samples are left out.
///
/// With `level_c` the mean error of cell c, a block asks for a number `t` with
///
/// ```text
/// t <= level_c <= t + epsilon   for every cell c of the block
/// ```
///
/// which is equivalent to a pair of rows for each pair of groups, in fewer rows.
#[derive(Clone, Debug)]
pub(in crate::boolean) struct Parity {
    /// The cell of each sample. `None` where nothing is compared.
    pub(in crate::boolean) cell_of: Vec<Option<u32>>,
    /// `W_c`: the cost of all errors of a cell together.
    pub(in crate::boolean) weights: Vec<f64>,
    /// The cells of false negatives; empty, or at least two.
    pub(in crate::boolean) false_negative_cells: Range<usize>,
    /// The cells of false positives, after them.
    pub(in crate::boolean) false_positive_cells: Range<usize>,
    /// The epsilon asked for.
    pub(in crate::boolean) asked: f64,
    /// The epsilon that is applied: a little more.
    pub(in crate::boolean) epsilon: f64,
    /// The most rules of a rule set: the M of `M xi_i + sum_{k covers i} w_k <= M`.
    pub(in crate::boolean) most_rules: f64,
}

impl Parity {
    /// Makes the cells of samples of these groups and weights. `is_other` says whether a sample is
    /// of another class.
    pub(in crate::boolean) fn new(
        fairness: &GroupFairness,
        is_other: impl Fn(usize) -> bool,
        groups: &[u32],
        weights: &[f64],
        most_rules: f64,
    ) -> Self {
        let mut parity = Parity {
            cell_of: vec![None; groups.len()],
            weights: Vec::new(),
            false_negative_cells: 0..0,
            false_positive_cells: 0..0,
            asked: fairness.epsilon,
            epsilon: fairness.epsilon + SLACK,
            most_rules,
        };
        let mut block = |others: bool| {
            let mut totals: BTreeMap<u32, f64> = BTreeMap::new();
            let members = || (0..groups.len()).filter(|&i| is_other(i) == others);
            members().for_each(|i| *totals.entry(groups[i]).or_default() += weights[i]);
            let first = parity.weights.len();
            if totals.len() > 1 {
                let cells: BTreeMap<u32, u32> = totals.keys().copied().zip(first as u32..).collect();
                members().for_each(|i| parity.cell_of[i] = Some(cells[&groups[i]]));
                parity.weights.extend(totals.values());
            }
            first..parity.weights.len()
        };
        let false_negative_cells = if fairness.false_negatives { block(false) } else { 0..0 };
        let end = false_negative_cells.end;
        let false_positive_cells = if fairness.false_positives { block(true) } else { end..end };
        Parity { false_negative_cells, false_positive_cells, ..parity }
    }

    /// Returns the blocks of cells whose means must be alike.
    pub(in crate::boolean) fn blocks(&self) -> [Range<usize>; 2] {
        [self.false_negative_cells.clone(), self.false_positive_cells.clone()]
    }

    /// Returns the cell whose mean of false negatives includes the sample.
    pub(in crate::boolean) fn false_negative_cell(&self, i: usize) -> Option<usize> {
        self.cell_of[i].map(|c| c as usize).filter(|c| self.false_negative_cells.contains(c))
    }

    /// Returns the part of each cell of false positives that is in `cover`, and 0 for the other
    /// cells.
    pub(in crate::boolean) fn false_positives(&self, cover: impl Iterator<Item = usize>, weights: &[f64]) -> Vec<f64> {
        let mut parts = vec![0.0; self.weights.len()];
        for i in cover {
            if let Some(c) = self.cell_of[i].map(|c| c as usize).filter(|c| self.false_positive_cells.contains(c)) {
                parts[c] += weights[i] / self.weights[c];
            }
        }
        parts
    }

    /// Returns the levels of the rule set without rules: every sample of the class is missed, and
    /// there are no false positives.
    pub(in crate::boolean) fn nothing(&self) -> Vec<f64> {
        (0..self.weights.len()).map(|c| f64::from(self.false_negative_cells.contains(&c))).collect()
    }

    /// Returns the amount by which levels differ more than they may.
    pub(in crate::boolean) fn excess(&self, levels: &[f64]) -> f64 {
        let over = |block: Range<usize>| {
            let levels = || levels[block.clone()].iter().copied();
            let range = levels().fold(f64::NEG_INFINITY, f64::max) - levels().fold(f64::INFINITY, f64::min);
            (range - self.epsilon).max(0.0)
        };
        self.blocks().into_iter().filter(|block| !block.is_empty()).map(over).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parity(false_negatives: bool, false_positives: bool) -> Parity {
        let fairness = GroupFairness { false_negatives, false_positives, epsilon: 0.25 };
        // Group 2 has none of the class.
        let (other, groups) = ([false, false, true, true, true], [4, 0, 0, 4, 2]);
        Parity::new(&fairness, |i| other[i], &groups, &[1.0, 2.0, 3.0, 4.0, 5.0], 7.0)
    }

    #[test]
    fn cells_are_those_that_are_compared() {
        let both = parity(true, true);
        assert_eq!(both.cell_of, [Some(1), Some(0), Some(2), Some(4), Some(3)]);
        assert_eq!((both.false_negative_cells, both.false_positive_cells), (0..2, 2..5));
        assert_eq!(both.weights, [2.0, 1.0, 3.0, 5.0, 4.0]);
        let negatives = parity(true, false);
        assert_eq!(negatives.cell_of, [Some(1), Some(0), None, None, None]);
        assert!(negatives.false_positive_cells.is_empty());
        let positives = parity(false, true);
        assert_eq!(positives.cell_of, [None, None, Some(0), Some(2), Some(1)]);
        assert_eq!(positives.false_positive_cells, 0..3);
    }

    #[test]
    fn levels_may_differ_by_epsilon() {
        let both = parity(true, true);
        assert_eq!(both.excess(&both.nothing()), 0.0);
        let excess = both.excess(&[0.5, 0.25, 0.5, 1.5, 0.75]);
        assert!((excess - 0.75).abs() < 1e-9, "{excess}");
        assert_eq!(both.false_positives([2, 3, 4].into_iter(), &[1.0, 2.0, 3.0, 4.0, 5.0])[2..], [1.0, 1.0, 1.0]);
    }
}
