//! Fairness rows (RUG paper, section 3.4; docs/MATH.md 3).

use crate::MasterError;
use crate::error::check_not_negative;
use rulegen_binarize::Samples;
use rulegen_boxed::Cells;
use std::collections::BTreeMap;

/// A kind of fairness rows of weighted rules: the rows of the data whose mean errors in the linear
/// program must be alike in all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MistreatmentCriterion {
    /// The rows of each class: disparate mistreatment.
    Dmc,
    /// All rows: overall disparate mistreatment.
    Odm,
    /// The rows of the positive class: equal opportunity.
    Eop,
}

impl MistreatmentCriterion {
    /// All criteria.
    pub const ALL: [MistreatmentCriterion; 3] =
        [MistreatmentCriterion::Dmc, MistreatmentCriterion::Odm, MistreatmentCriterion::Eop];
}

/// Fairness of a [`RugMaster`](crate::RugMaster) or a
/// [`MarginHingeMaster`](crate::MarginHingeMaster).
///
/// | field | range |
/// |---|---|
/// | `epsilon` | not negative, finite |
/// | `positive` | a class of the samples; only [`MistreatmentCriterion::Eop`] reads it |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fairness {
    /// The rows whose mean errors must be alike in all groups.
    pub criterion: MistreatmentCriterion,
    /// The most that mean errors may differ.
    pub epsilon: f64,
    /// The index of the positive class.
    pub positive: u32,
}

impl Fairness {
    /// Returns the sets of classes whose rows are compared together, for so many classes.
    pub fn blocks(&self, classes: usize) -> Vec<Vec<u32>> {
        let all = 0..classes as u32;
        match self.criterion {
            MistreatmentCriterion::Dmc => all.map(|class| vec![class]).collect(),
            MistreatmentCriterion::Odm => vec![all.collect()],
            MistreatmentCriterion::Eop => vec![vec![self.positive]],
        }
    }

    /// Returns the upper bound on the payment of each sample at a dual point that pays about
    /// `paid`: its weight, or its part of the stretched bounds that these payments need. No margin
    /// is left for rounding.
    ///
    /// # Panics
    /// If there is not one payment for each sample.
    pub fn most_paid(&self, paid: &[f64], samples: &Samples) -> Vec<f64> {
        let rows = FairnessRows::new(self, &samples.labels, &samples.groups, &samples.weights);
        let ratios = rows.ratios(paid, &samples.weights);
        let fits =
            |cell: u32| rows.blocks.iter().find(|block| block.contains(&cell)).map_or(1.0, |b| rows.fits(b, &ratios));
        let stretches: Vec<f64> = (0..).zip(&ratios).map(|(cell, ratio)| ratio * fits(cell).min(1.0)).collect();
        let most = |(cell, weight): (&Option<u32>, &f64)| weight * cell.map_or(1.0, |cell| stretches[cell as usize]);
        assert_eq!(paid.len(), samples.len(), "a payment for each sample");
        rows.cell_of.iter().zip(&samples.weights).map(most).collect()
    }

    pub(crate) fn check(&self, classes: usize) -> Result<(), MasterError> {
        let class = self.positive;
        if class as usize >= classes && self.criterion == MistreatmentCriterion::Eop {
            return Err(MasterError::NoSuchClass { class, classes });
        }
        check_not_negative("epsilon", self.epsilon)
    }
}

/// The fairness rows of a training set.
///
/// A cell is a set of samples of one group, and of one class where the criterion distinguishes
/// classes. A block is a set of cells, one for each group, that must be alike. With `W_c` the
/// weight of cell c, the rows are
///
/// ```text
/// sum_{i in c} omega_i v_i / W_c - sum_{i in d} omega_i v_i / W_d <= epsilon   (gamma_cd >= 0)
/// ```
///
/// for every ordered pair of cells c, d of a block. Cells without samples have no row. In the dual,
/// the bound of a sample of cell c is stretched:
///
/// ```text
/// 0 <= beta_i <= omega_i r_c,   r_c = 1 + (sum_d gamma_cd - sum_d gamma_dc) / W_c
/// ```
///
/// at the cost of `epsilon sum gamma`. The least cost of given ratios `r` is
/// `epsilon sum_c W_c max(0, r_c - 1)`, and any `r >= 0` with `sum W_c r_c = sum W_c` in every
/// block is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct FairnessRows {
    /// The cell of each sample. `None` where the sample is in no row.
    pub(crate) cell_of: Vec<Option<u32>>,
    /// `W_c`.
    pub(crate) weights: Vec<f64>,
    /// The blocks, each of at least two cells.
    blocks: Vec<Vec<u32>>,
    epsilon: f64,
}

impl FairnessRows {
    /// Makes the rows for samples of these classes, groups and weights, all weights positive.
    pub(crate) fn new(fairness: &Fairness, labels: &[u32], groups: &[u32], weights: &[f64]) -> Self {
        let classes = labels.iter().max().map_or(0, |label| *label as usize + 1);
        let together = fairness.blocks(classes);
        let block_of = |label: u32| together.iter().position(|block| block.contains(&label));
        let mut members: BTreeMap<usize, BTreeMap<u32, f64>> = BTreeMap::new();
        for ((&label, &group), weight) in labels.iter().zip(groups).zip(weights) {
            if let Some(block) = block_of(label) {
                *members.entry(block).or_default().entry(group).or_default() += weight;
            }
        }
        members.retain(|_, groups| groups.len() > 1);
        let mut cells: BTreeMap<(usize, u32), u32> = BTreeMap::new();
        let (mut blocks, mut totals) = (Vec::new(), Vec::new());
        for (&block, groups) in &members {
            blocks.push((totals.len() as u32..(totals.len() + groups.len()) as u32).collect());
            for (&group, &weight) in groups {
                cells.insert((block, group), totals.len() as u32);
                totals.push(weight);
            }
        }
        let cell = |(&label, &group): (&u32, &u32)| cells.get(&(block_of(label)?, group)).copied();
        FairnessRows {
            cell_of: labels.iter().zip(groups).map(cell).collect(),
            weights: totals,
            blocks,
            epsilon: fairness.epsilon,
        }
    }

    pub(crate) fn set_epsilon(&mut self, epsilon: f64) {
        self.epsilon = epsilon;
    }

    /// Returns these cells as cells of a program, where `of_variable` is the cell of each variable.
    pub(crate) fn cells(&self, of_variable: Vec<Option<u32>>) -> Cells {
        Cells { of_variable, blocks: self.blocks.clone(), price: self.epsilon }
    }

    /// Returns the largest ratio by which the boxes of a cell can be stretched: its block's total
    /// weight over its own.
    pub(crate) fn largest_ratio(&self, cell: u32) -> f64 {
        let block = self.blocks.iter().find(|block| block.contains(&cell));
        let all = block.map_or(0.0, |block| block.iter().map(|&c| self.weights[c as usize]).sum());
        (all / self.weights[cell as usize]).max(1.0)
    }

    /// Raises the errors `v` of samples of these weights until the rows are satisfied, at least
    /// cost.
    pub(crate) fn raise(&self, errors: &mut [f64], weights: &[f64]) {
        let mut totals = vec![0.0; self.weights.len()];
        for ((cell, v), weight) in self.cell_of.iter().zip(&*errors).zip(weights) {
            cell.iter().for_each(|&cell| totals[cell as usize] += weight * v);
        }
        let raises = self.raises(&totals);
        let of_cell = |cell: &Option<u32>| cell.map_or(0.0, |cell| raises[cell as usize]);
        errors.iter_mut().zip(&self.cell_of).for_each(|(v, cell)| *v += of_cell(cell));
    }

    /// Returns the cost of raising errors until the rows are satisfied, for errors by cell and
    /// weight.
    pub(crate) fn cost_of_raising(&self, errors: impl Iterator<Item = (u32, f64)>) -> f64 {
        let mut totals = vec![0.0; self.weights.len()];
        errors.for_each(|(cell, weighted)| totals[cell as usize] += weighted);
        self.raises(&totals).iter().zip(&self.weights).map(|(raise, weight)| raise * weight).sum()
    }

    /// Returns the least amount by which every `v` of each cell has to be raised so that the rows
    /// are satisfied, where `totals` are the weighted sums of `v`.
    ///
    /// In a block no mean may be below the largest by more than epsilon, and none need be above
    /// that.
    fn raises(&self, totals: &[f64]) -> Vec<f64> {
        let means: Vec<f64> = totals.iter().zip(&self.weights).map(|(total, weight)| total / weight).collect();
        self.cells(Vec::new()).raised(&means).iter().zip(&means).map(|(to, from)| to - from).collect()
    }

    /// Returns the dual value of `theta beta`, which is feasible over the rules:
    /// `theta sum beta - epsilon sum gamma` at the best `gamma`.
    ///
    /// `ratio_c` is the largest `beta_i / omega_i` of the cell. The boxes need only be stretched to
    /// `r_c >= theta ratio_c`, so the cost is `epsilon sum_c W_c max(0, theta ratio_c - 1)`, if the
    /// block is wide enough. Up to rounding it is for `theta = 1`, and therefore for every smaller
    /// one. Where rounding made it too narrow, a smaller `theta` is used.
    fn dual_value_at(&self, theta: f64, ratios: &[f64], total: f64) -> f64 {
        let theta = self.blocks.iter().map(|block| self.fits(block, ratios)).fold(theta, f64::min);
        let needed = self.weights.iter().zip(ratios).map(|(w, r)| w * (theta * r - 1.0).max(0.0)).sum::<f64>();
        theta * total - self.epsilon * needed
    }

    /// Returns the largest factor at which stretched bounds of a block contain duals of these
    /// ratios.
    fn fits(&self, block: &[u32], ratios: &[f64]) -> f64 {
        let sum = |f: &dyn Fn(usize) -> f64| block.iter().map(|&c| f(c as usize)).sum::<f64>();
        sum(&|c| self.weights[c]) / sum(&|c| self.weights[c] * ratios[c].max(0.0)).max(f64::MIN_POSITIVE)
    }

    /// Returns the largest `beta_i / omega_i` of each cell.
    fn ratios(&self, beta: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut ratios = vec![0.0; self.weights.len()];
        for ((cell, beta), weight) in self.cell_of.iter().zip(beta).zip(weights) {
            if let Some(cell) = *cell {
                ratios[cell as usize] = f64::max(ratios[cell as usize], beta / weight);
            }
        }
        ratios
    }

    /// Returns the dual value of `theta beta` for duals `beta` of samples of these weights.
    pub(crate) fn dual_value(&self, theta: f64, beta: &[f64], weights: &[f64]) -> f64 {
        self.dual_value_at(theta, &self.ratios(beta, weights), beta.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(criterion: MistreatmentCriterion) -> FairnessRows {
        let fairness = Fairness { criterion, epsilon: 0.25, positive: 1 };
        // Class 2 has one group only.
        FairnessRows::new(&fairness, &[0, 0, 1, 1, 1, 2], &[0, 4, 0, 4, 4, 0], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    }

    #[test]
    fn cells_are_those_that_have_something_to_be_compared_with() {
        let dmc = rows(MistreatmentCriterion::Dmc);
        assert_eq!(dmc.cell_of, [Some(0), Some(1), Some(2), Some(3), Some(3), None]);
        assert_eq!((dmc.weights, dmc.blocks), (vec![1.0, 2.0, 3.0, 9.0], vec![vec![0, 1], vec![2, 3]]));
        let odm = rows(MistreatmentCriterion::Odm);
        assert_eq!(odm.cell_of, [Some(0), Some(1), Some(0), Some(1), Some(1), Some(0)]);
        assert_eq!((odm.weights, odm.blocks), (vec![10.0, 11.0], vec![vec![0, 1]]));
        let eop = rows(MistreatmentCriterion::Eop);
        assert_eq!(eop.cell_of, [None, None, Some(0), Some(1), Some(1), None]);
        assert_eq!((eop.weights, eop.blocks), (vec![3.0, 9.0], vec![vec![0, 1]]));
    }

    #[test]
    fn means_are_raised_to_the_largest_less_epsilon() {
        // Means 0.5 and 0.5; 0 and 1.
        assert_eq!(rows(MistreatmentCriterion::Dmc).raises(&[0.5, 1.0, 0.0, 9.0]), [0.0, 0.0, 0.75, 0.0]);
    }

    #[test]
    fn stretched_boxes_are_paid_for() {
        let eop = rows(MistreatmentCriterion::Eop);
        // The first cell needs 1.5 units more, which the second can spare.
        assert_eq!(eop.dual_value_at(1.0, &[1.5, 0.5], 10.0), 10.0 - 0.25 * 1.5);
        assert_eq!(eop.dual_value_at(0.5, &[1.5, 0.5], 10.0), 5.0);
        // Twice too much for the block.
        assert_eq!(eop.dual_value_at(1.0, &[2.0, 2.0], 24.0), 12.0);
    }
}
