//! The linear program of a node, in its dual form.

use super::profiles::Profiles;
use crate::Column;
use crate::boolean::RuleSize;
use rulegen_boxed::{BoxedSolution, DualSimplex};
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;
use std::collections::BTreeMap;

/// A boxed program with a variable for the price of a place of each length, of which the last is
/// that of longer rules too, one for the cost of all places, one for the price of a unit of size,
/// and one for each cluster of samples that columns and decisions do not tell apart. Its rows are
/// those of the profiles and of the lengths, and one for each column.
///
/// A column or a decision that tells the samples of a cluster apart splits its variable in two of
/// the same entries, which leaves the basis of the simplex as it is.
#[derive(Clone, Debug)]
pub(super) struct Program {
    simplex: DualSimplex,
    lengths: usize,
    /// The bound on the complexity where places alone do not keep it, else nothing.
    limit: Option<SizeLimit>,
    /// The number of rows before those of columns.
    first: usize,
    /// The cluster of each sample. `None` for samples that cost nothing when they are missed.
    cluster_of: Vec<Option<u32>>,
    /// The samples of each cluster.
    members: Vec<Vec<u32>>,
    /// The cost of missing each sample.
    missing: Vec<f64>,
}

impl Program {
    /// Makes a program without columns. `missing` is the cost of each sample that no rule covers.
    pub(super) fn new(missing: &[f64], lengths: usize, profiles: &Profiles, limit: Option<SizeLimit>) -> Self {
        let costs = [vec![0.0; lengths], vec![1.0, limit.map_or(0.0, |limit| limit.budget)]].concat();
        let mut simplex = DualSimplex::new(costs, vec![0.0; lengths + PRICES]);
        for places in &profiles.places {
            let terms = places.iter().copied().enumerate().filter(|term| term.1 > 0.0);
            simplex.add_row(terms.chain([(lengths, -1.0)]), 0.0);
        }
        // A place costs no less than that of a shorter rule.
        for length in 1..lengths {
            simplex.add_row([(length - 1, 1.0), (length, -1.0)], 0.0);
        }
        let first = profiles.places.len() + lengths - 1;
        let mut program = Program {
            simplex,
            lengths,
            limit,
            first,
            cluster_of: vec![None; missing.len()],
            members: Vec::new(),
            missing: missing.to_vec(),
        };
        bound_prices(&mut program.simplex, lengths, limit, missing.iter().sum());
        let all: Vec<u32> = (0..missing.len() as u32).filter(|&i| missing[i as usize] > 0.0).collect();
        if !all.is_empty() {
            program.add_clusters(vec![(all, Vec::new())]);
        }
        program
    }

    /// Adds a column of a cost.
    pub(super) fn add(&mut self, column: &Column, cost: f64) {
        let mut covered: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for i in column.cover.iter() {
            if let Some(cluster) = self.cluster_of[i] {
                covered.entry(cluster).or_default().push(i as u32);
            }
        }
        let (mut clusters, mut new) = (Vec::with_capacity(covered.len()), Vec::new());
        for (cluster, samples) in covered {
            if samples.len() == self.members[cluster as usize].len() {
                clusters.push(cluster);
            } else {
                clusters.push((self.members.len() + new.len()) as u32);
                new.push(self.split(cluster, samples));
            }
        }
        self.add_clusters(new);
        let length = column.rule.len();
        let place = [(length.min(self.lengths) - 1, -1.0)];
        let size = self.limit.map(|limit| (self.lengths + 1, -limit.size.of(length)));
        let terms: Vec<_> = clusters.into_iter().map(|cluster| (self.variable(cluster), 1.0)).collect();
        self.simplex.add_row(terms.into_iter().chain(place).chain(size), cost);
    }

    /// Makes a cluster of a sample alone, which the given columns cover.
    pub(super) fn isolate(&mut self, sample: usize, columns: impl Iterator<Item = usize>) {
        match self.cluster_of[sample] {
            Some(cluster) if self.members[cluster as usize].len() > 1 => {
                let new = self.split(cluster, vec![sample as u32]);
                self.add_clusters(vec![new]);
            }
            Some(_) => {}
            None => {
                let entries = columns.map(|k| ((self.first + k) as u32, 1.0)).collect();
                self.add_clusters(vec![(vec![sample as u32], entries)]);
            }
        }
    }

    /// Changes the costs of missing samples. Samples of a positive cost are in clusters.
    pub(super) fn set_missing(&mut self, missing: &[f64]) {
        self.missing = missing.to_vec();
        bound_prices(&mut self.simplex, self.lengths, self.limit, missing.iter().sum());
        for cluster in 0..self.members.len() {
            let upper = self.weight(&self.members[cluster]);
            self.simplex.set_upper(self.variable(cluster as u32), upper);
        }
    }

    /// Changes the cost of a column.
    pub(super) fn set_cost(&mut self, column: usize, cost: f64) {
        self.simplex.set_rhs(self.first + column, cost);
    }

    /// Takes out columns that are slack unless `keeps` says otherwise. Returns true for each that
    /// is still there.
    pub(super) fn retain(&mut self, keeps: &[bool]) -> Vec<bool> {
        let first = self.first;
        self.simplex.retain_rows(|r| r < first || keeps[r - first]).split_off(first)
    }

    /// Solves to a vertex, or returns the status if there is no solution.
    pub(super) fn solve(&mut self, exact: bool, limits: &Limits) -> Result<Vertex, LpStatus> {
        match self.simplex.solve(exact, limits) {
            (LpStatus::Optimal, Some(BoxedSolution { mut values, mut multipliers, .. })) => {
                let objective = -self.simplex.bound(&multipliers);
                let of_clusters = values.split_off(self.lengths + PRICES);
                let unit = values[self.lengths + 1].max(0.0);
                values.truncate(self.lengths);
                let paid = |(i, cluster): (usize, &Option<u32>)| {
                    let cluster = cluster.filter(|_| self.missing[i] > 0.0)?;
                    let upper = self.simplex.upper(self.variable(cluster));
                    Some((of_clusters[cluster as usize] * (self.missing[i] / upper)).clamp(0.0, self.missing[i]))
                };
                Ok(Vertex {
                    values: self.cluster_of.iter().enumerate().map(|of| paid(of).unwrap_or(0.0)).collect(),
                    prices: values,
                    unit,
                    weights: multipliers.split_off(self.first),
                    objective,
                })
            }
            (status, _) => Err(status),
        }
    }

    /// Returns an upper bound on the optimum, after some iterations of the simplex, if a sample
    /// were missed at another cost, and the columns that cover it had other costs.
    pub(super) fn probe(
        &self,
        sample: usize,
        missing: f64,
        covering: &[(usize, f64)],
        iterations: usize,
        limits: &Limits,
    ) -> f64 {
        let mut simplex = self.simplex.clone();
        let entries = match self.cluster_of[sample] {
            Some(cluster) => {
                let variable = self.variable(cluster);
                let others = self.members[cluster as usize].iter().filter(|&&i| i as usize != sample);
                simplex.set_upper(variable, others.map(|&i| self.missing[i as usize]).sum());
                simplex.entries(variable).to_vec()
            }
            None => covering.iter().map(|&(k, _)| ((self.first + k) as u32, 1.0)).collect(),
        };
        let all = self.missing.iter().sum::<f64>() - self.missing[sample] + missing;
        bound_prices(&mut simplex, self.lengths, self.limit, all);
        if missing > 0.0 {
            simplex.add_variables(-1.0, [(missing, entries)]);
        }
        covering.iter().for_each(|&(k, cost)| simplex.set_rhs(self.first + k, cost));
        -simplex.bound_within(iterations, limits)
    }

    /// Takes some samples out of a cluster, and returns them with the entries of its variable.
    fn split(&mut self, cluster: u32, samples: Vec<u32>) -> NewCluster {
        let variable = self.variable(cluster);
        let mut moved = samples.iter().peekable();
        self.members[cluster as usize].retain(|i| moved.next_if_eq(&i).is_none());
        let left = self.weight(&self.members[cluster as usize]);
        self.simplex.set_upper(variable, left);
        (samples, self.simplex.entries(variable).to_vec())
    }

    fn add_clusters(&mut self, new: Vec<NewCluster>) {
        for (at, (samples, _)) in new.iter().enumerate() {
            let cluster = (self.members.len() + at) as u32;
            samples.iter().for_each(|&i| self.cluster_of[i as usize] = Some(cluster));
        }
        let variables: Vec<_> = new.iter().map(|(samples, _)| self.weight(samples)).collect();
        let (samples, entries): (Vec<_>, Vec<_>) = new.into_iter().unzip();
        self.simplex.add_variables(-1.0, variables.into_iter().zip(entries));
        self.members.extend(samples);
    }

    fn weight(&self, samples: &[u32]) -> f64 {
        samples.iter().map(|&i| self.missing[i as usize]).sum()
    }

    /// Returns the variable of a cluster. The first variables are prices.
    fn variable(&self, cluster: u32) -> usize {
        self.lengths + PRICES + cluster as usize
    }
}

/// Bounds every price, and the cost of all places, by the cost of missing all samples, and the
/// price of a unit of size by that for the smallest rule. No rule is worth more, so the optimum
/// stays as it is.
fn bound_prices(simplex: &mut DualSimplex, lengths: usize, limit: Option<SizeLimit>, most: f64) {
    (0..=lengths).for_each(|price| simplex.set_upper(price, most));
    simplex.set_upper(lengths + 1, limit.map_or(0.0, |limit| most / limit.size.least()));
}

/// The variables beside the prices of places and those of clusters: the cost of all places, and the
/// price of a unit of size.
const PRICES: usize = 2;

/// A bound on the summed size of rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeLimit {
    pub(super) size: RuleSize,
    pub(super) budget: f64,
}

/// Samples, ascending, and the entries of their variable.
type NewCluster = (Vec<u32>, Vec<(u32, f64)>);

/// An optimal vertex of a program.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    /// The payment for missing each sample.
    pub(super) values: Vec<f64>,
    /// The price of a place of each length, from 1 on.
    pub(super) prices: Vec<f64>,
    /// The price of a unit of size.
    pub(super) unit: f64,
    /// The weight of each column.
    pub(super) weights: Vec<f64>,
    /// The objective of the weights, which the optimum is not above.
    pub(super) objective: f64,
}
