//! The covering loss: the amount by which votes for a sample fall short of one is its error.

use super::loss::{Budget, Duals, LinearLoss, SampleRow};
use super::partition::{Cluster, Partition};
use crate::Column;
use crate::fairness::FairnessRows;
use rulegen_boxed::{BoxedProgram, BoxedSolution};

/// The loss of RUG and of Boolean rules (docs/MATH.md 2, 4 and 7), primal and dual:
///
/// ```text
/// min  sum_k cost_k w_k + sum_i omega_i v_i      max  sum_i beta_i - sum_j limit_j p_j
/// s.t. sum_k a_ik w_k + v_i >= 1      (beta_i)   s.t. sum_i a_ik beta_i - sum_j usage_kj p_j
///      sum_k usage_kj w_k <= limit_j  (p_j)                                   <= cost_k  (w_k)
///      v, w >= 0                                      0 <= beta_i <= omega_i,  p >= 0
/// ```
///
/// With fairness rows the boxes `omega_i` stretch, some at the expense of others.
#[derive(Clone, Debug)]
pub struct CoveringLoss {
    /// The class of each sample that is to be covered. `None` for a sample that costs nothing here.
    pub(crate) classes: Vec<Option<u32>>,
    /// `omega_i`, the cost of missing a sample.
    pub(crate) weights: Vec<f64>,
    /// `a` of a covered sample, by the tag of the rule and the class of the sample.
    pub(crate) coefficients: Vec<Vec<f64>>,
    /// Constraints on all rules.
    pub(crate) budgets: Vec<Budget>,
    /// The fairness cell of each sample, or an empty list without fairness. Samples of different
    /// cells are never merged.
    pub(crate) cells: Vec<Option<u32>>,
    /// Constraints on errors.
    pub(crate) fairness: Option<FairnessRows>,
}

impl CoveringLoss {
    /// Returns the entry `a_ik` of a covered sample.
    pub(crate) fn coefficient(&self, tag: u32, class: u32) -> f64 {
        self.coefficients[tag as usize][class as usize]
    }

    /// Clamps the prices of the budgets to their boxes.
    fn prices(&self, mut prices: Vec<f64>) -> Vec<f64> {
        let most = self.budgets.iter().map(|budget| budget.largest_price);
        prices.iter_mut().zip(most).for_each(|(price, most)| *price = price.clamp(0.0, most));
        prices
    }
}

impl LinearLoss for CoveringLoss {
    fn partition(&self) -> Partition {
        Partition::new(&self.classes, &self.cells, &self.weights)
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }

    fn fairness(&self) -> Option<&FairnessRows> {
        self.fairness.as_ref()
    }

    fn missed(&self, columns: &[Column], weights: &[f64], cluster: &Cluster) -> f64 {
        let vote = |&k: &u32| self.coefficient(columns[k as usize].tag, cluster.class) * weights[k as usize];
        cluster.weight * (1.0 - cluster.columns.iter().map(vote).sum::<f64>()).max(0.0)
    }

    fn first_duals(&self) -> Duals {
        let box_of = |(class, &weight): (&Option<u32>, &f64)| class.map_or(0.0, |_| weight);
        let samples = self.classes.iter().zip(&self.weights).map(box_of).collect();
        Duals { samples, prices: vec![0.0; self.budgets.len()] }
    }

    fn program(&self, columns: &[Column], members: &[usize], partition: &Partition) -> BoxedProgram {
        let mut program = BoxedProgram::with_rows(members.iter().map(|&k| columns[k].cost).collect());
        let mut row_of = vec![None; columns.len()];
        members.iter().enumerate().for_each(|(row, &k)| row_of[k] = Some(row as u32));
        for cluster in &partition.clusters {
            let term = |&k: &u32| {
                let k = k as usize;
                Some((row_of[k]?, self.coefficient(columns[k].tag, cluster.class)))
            };
            program.add_variable(-1.0, cluster.weight, cluster.columns.iter().filter_map(term));
        }
        for (j, budget) in self.budgets.iter().enumerate() {
            let terms = members.iter().enumerate().map(|(row, &k)| (row as u32, -columns[k].usage[j]));
            program.add_variable(budget.limit, budget.largest_price, terms.filter(|t| t.1 != 0.0));
        }
        if let Some(rows) = &self.fairness {
            let cells = partition.clusters.iter().map(|cluster| cluster.cell);
            program.cells = rows.cells(cells.chain(self.budgets.iter().map(|_| None)).collect());
        }
        program
    }

    fn duals(
        &self,
        program: &BoxedProgram,
        solution: &BoxedSolution,
        columns: &[Column],
        partition: &Partition,
    ) -> Duals {
        let values = self.values(program, solution);
        let mut samples = self.by_sample(&values, columns, partition);
        let prices = samples.split_off(self.classes.len());
        if self.fairness.is_some() {
            return Duals { samples, prices };
        }
        samples.iter_mut().zip(&self.weights).for_each(|(beta, omega)| *beta = beta.clamp(0.0, *omega));
        Duals { samples, prices: self.prices(prices) }
    }

    fn by_sample(&self, values: &[f64], _: &[Column], partition: &Partition) -> Vec<f64> {
        let (clusters, prices) = values.split_at(partition.clusters.len());
        let mut samples = partition.spread(clusters, &self.weights);
        samples.extend(prices);
        samples
    }

    fn by_cluster(&self, values: &[f64], _: &[Column], partition: &Partition) -> Vec<f64> {
        let (samples, prices) = values.split_at(self.classes.len());
        let mut clusters = partition.gather(samples);
        clusters.extend(prices);
        clusters
    }

    fn sample_boxes(&self) -> Vec<(f64, f64)> {
        let samples = self.first_duals().samples.into_iter().map(|upper| (-1.0, upper));
        samples.chain(self.budgets.iter().map(|budget| (budget.limit, budget.largest_price))).collect()
    }

    fn sample_row(&self, column: &Column) -> SampleRow {
        let term = |i: usize| Some((i, self.coefficient(column.tag, self.classes[i]?)));
        SampleRow {
            terms: column.cover.iter().filter_map(term).collect(),
            usage: column.usage.clone(),
            rhs: column.cost,
        }
    }

    fn sample_duals(&self, mut values: Vec<f64>) -> Duals {
        let prices = self.prices(values.split_off(values.len() - self.budgets.len()));
        values.iter_mut().zip(&self.weights).for_each(|(beta, omega)| *beta = beta.clamp(0.0, *omega));
        Duals { samples: values, prices }
    }

    fn income(&self, duals: &Duals, column: &Column) -> f64 {
        let earned = |i: usize| duals.samples[i] * self.coefficient(column.tag, self.classes[i].unwrap_or(0));
        column.cover.iter().map(earned).sum()
    }

    /// Scales weights down where they overspend a budget.
    fn feasible(&self, columns: &[Column], mut weights: Vec<f64>) -> Vec<f64> {
        for (j, budget) in self.budgets.iter().enumerate() {
            let used: f64 = weights.iter().zip(columns).map(|(w, c)| w * c.usage[j]).sum();
            if used > budget.limit {
                weights.iter_mut().for_each(|w| *w *= budget.limit / used);
            }
        }
        weights
    }
}
