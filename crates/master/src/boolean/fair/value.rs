//! The dual value of gains at the best multipliers of fairness.

use super::Parity;
use std::ops::Range;

/// The dual value of the gains of a pricing problem, and the least gains that have it.
pub(in crate::boolean) struct DualValue {
    /// The dual objective, without what is paid for complexity.
    pub(in crate::boolean) value: f64,
    /// Gains of the same value, none above those given.
    pub(in crate::boolean) gains: Vec<f64>,
}

impl Parity {
    /// Returns the largest dual objective for the gains of a pricing problem.
    ///
    /// A sample of the class that gains `a = mu - alpha` when it is covered adds `mu - M alpha` to
    /// the dual objective, where `mu <= omega rho_c + M alpha`. At the best `mu` and `alpha` that
    /// is
    ///
    /// ```text
    /// min(omega rho_c, a, M a),   with rho_c = 1 - y_c / W_c
    /// ```
    ///
    /// for the multipliers `y_c` of the cells, which sum up to 0 and cost `epsilon max(0, -y_c)`
    /// each. It remains to find the ratios `rho` of one block with
    ///
    /// ```text
    /// max  sum_i min(omega_i rho_c, a_i, M a_i) - epsilon sum_c W_c max(0, rho_c - 1),
    /// s.t. sum_c W_c rho_c = sum_c W_c
    /// ```
    ///
    /// a sum of concave functions of one variable each, so the steepest parts are taken first. A
    /// gain above `omega rho_c` (its M-th part, where that is negative) is of no use, because more
    /// would be paid for nothing.
    ///
    /// The multipliers of false positives are part of the gains: `-omega (1 - y_c / W_c)`.
    pub(in crate::boolean) fn dual_value(
        &self,
        gains: &[f64],
        participants: impl Iterator<Item = usize>,
        weights: &[f64],
    ) -> DualValue {
        let mut gains = gains.to_vec();
        let mut value =
            -self.epsilon * self.false_positive_multipliers(&gains, weights).iter().map(|y| (-y).max(0.0)).sum::<f64>();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); self.weights.len()];
        // The ratio of samples that are not compared is 1.
        let uncompared = self.weights.len();
        members.push(Vec::new());
        for i in participants {
            members[self.false_negative_cell(i).unwrap_or(uncompared)].push(i as u32);
        }
        let mut ratios = self.best_ratios(&gains, &members, weights);
        value -= self
            .false_negative_cells
            .clone()
            .map(|c| self.epsilon * self.weights[c] * (ratios[c] - 1.0).max(0.0))
            .sum::<f64>();
        ratios.push(1.0);
        for c in self.false_negative_cells.clone().chain([uncompared]) {
            for &i in &members[c] {
                let i = i as usize;
                gains[i] = gains[i].min(self.useful_gain(weights[i] * ratios[c]));
                value += self.value(gains[i]);
            }
        }
        DualValue { value, gains }
    }

    /// Returns the largest useful gain of a sample whose error may be paid with `most`.
    pub(super) fn useful_gain(&self, most: f64) -> f64 {
        if most >= 0.0 { most } else { most / self.most_rules }
    }

    /// Returns `min(a, M a)`.
    fn value(&self, gain: f64) -> f64 {
        if gain >= 0.0 { gain } else { self.most_rules * gain }
    }

    /// Returns `y_c` of the cells of false positives, from the gain of a sample of each.
    fn false_positive_multipliers(&self, gains: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.weights.len()];
        for (i, cell) in self.cell_of.iter().enumerate() {
            if let Some(c) = cell.map(|c| c as usize).filter(|c| self.false_positive_cells.contains(c)) {
                multipliers[c] = self.weights[c] * (1.0 + gains[i] / weights[i]);
            }
        }
        multipliers
    }

    /// Returns the ratios of largest value.
    fn best_ratios(&self, gains: &[f64], members: &[Vec<u32>], weights: &[f64]) -> Vec<f64> {
        let breakpoint = |&i: &u32| (self.value(gains[i as usize]) / weights[i as usize], weights[i as usize]);
        let breakpoints: Vec<Vec<(f64, f64)>> = members.iter().map(|m| m.iter().map(breakpoint).collect()).collect();
        // Up to here every sample is limited by the ratio of its cell.
        let least = breakpoints.iter().flatten().map(|b| b.0).fold(1.0, f64::min);
        let mut parts: Vec<Part> =
            self.false_negative_cells.clone().flat_map(|c| self.parts(c, least, breakpoints[c].clone())).collect();
        parts.sort_by(|a, b| b.slope.total_cmp(&a.slope));
        let mut ratios = vec![least; self.weights.len()];
        let mut left: f64 = self.total(self.false_negative_cells.clone()) * (1.0 - least);
        for part in parts {
            let taken = part.amount.min(left);
            ratios[part.cell] += taken / self.weights[part.cell];
            left -= taken;
        }
        ratios
    }

    /// Returns the linear parts of the value of a cell's ratio, from `least` on.
    fn parts(&self, cell: usize, least: f64, mut breakpoints: Vec<(f64, f64)>) -> Vec<Part> {
        let weight = self.weights[cell];
        breakpoints.push((1.0, 0.0));
        breakpoints.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut at, mut gaining) = (least, weight);
        let mut parts = Vec::new();
        for (next, lost) in breakpoints {
            let cost = if at >= 1.0 { self.epsilon } else { 0.0 };
            parts.push(Part { cell, slope: gaining / weight - cost, amount: weight * (next - at).max(0.0) });
            at = at.max(next);
            gaining -= lost;
        }
        parts.push(Part { cell, slope: -self.epsilon, amount: f64::INFINITY });
        parts
    }

    /// Returns the cost of all errors of a block.
    pub(in crate::boolean) fn total(&self, block: Range<usize>) -> f64 {
        self.weights[block].iter().sum()
    }
}

/// A part of a concave function on which it is linear.
struct Part {
    cell: usize,
    slope: f64,
    /// `W_c` times its length.
    amount: f64,
}
