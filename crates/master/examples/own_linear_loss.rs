//! A linear loss of one's own: a hinge whose errors cost more, and whose margin is wider, for some
//! classes. `LinearRules` makes a master of it, with every LP solver and strategy.
//!
//!     min  sum_k c_k w_k + sum_i u_i v_i             max  sum_i m_i beta_i
//!     s.t. sum_k a_ik w_k + v_i >= m_i  (beta_i)     s.t. sum_i a_ik beta_i <= c_k  (w_k)
//!          v, w >= 0                                      0 <= beta_i <= u_i
//!
//! where `a` is 1 if a covering rule is for the class of the sample, and -1 if not; `m` is the
//! margin of the class, and `u` the weight of the sample times the cost of its class.
//!
//!     cargo run -p rulegen-master --example own_linear_loss

use rulegen_binarize::{Bins, Samples};
use rulegen_boxed::{BoxedProgram, BoxedSolution};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::{Pricer, PricingProblem, RunSettings, run};
use rulegen_master::conformance::{Promise, check_master};
use rulegen_master::{
    Cluster, Column, DualPoint, Duals, LinearLoss, LinearRules, LinearSettings, LpStrategy, MasterError, Partition,
    RuleLoss, RuleMaster, RuleTerms, SampleRow,
};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_rule::Status;
use std::error::Error;
use std::sync::Arc;

/// The cost of an error and the margin of each class.
const COSTS: [f64; 3] = [1.0, 4.0, 2.0];
const MARGINS: [f64; 3] = [1.0, 1.5, 1.0];

#[derive(Debug)]
struct CostSensitiveHinge {
    labels: Vec<u32>,
    /// `u_i`.
    bounds: Vec<f64>,
}

impl CostSensitiveHinge {
    fn master(samples: Arc<Samples>, settings: LinearSettings) -> Result<LinearRules<Self>, MasterError> {
        let bound = |(&label, weight): (&u32, &f64)| COSTS[label as usize] * weight;
        let bounds = samples.labels.iter().zip(&samples.weights).map(bound).collect();
        let loss = CostSensitiveHinge { labels: samples.labels.clone(), bounds };
        LinearRules::with_loss(loss, samples, settings)
    }

    fn margin(&self, sample: usize) -> f64 {
        MARGINS[self.labels[sample] as usize]
    }

    fn clamped(&self, mut samples: Vec<f64>) -> Duals {
        samples.iter_mut().zip(&self.bounds).for_each(|(beta, most)| *beta = beta.clamp(0.0, *most));
        Duals { samples, prices: Vec::new() }
    }
}

/// `a` of a covered sample.
fn sign(tag: u32, class: u32) -> f64 {
    if tag == class { 1.0 } else { -1.0 }
}

impl LinearLoss for CostSensitiveHinge {
    fn partition(&self) -> Partition {
        let classes: Vec<Option<u32>> = self.labels.iter().copied().map(Some).collect();
        Partition::new(&classes, &[], &self.bounds)
    }

    fn weights(&self) -> &[f64] {
        &self.bounds
    }

    fn missed(&self, columns: &[Column], weights: &[f64], cluster: &Cluster) -> f64 {
        let vote = |&k: &u32| sign(columns[k as usize].tag, cluster.class) * weights[k as usize];
        let votes: f64 = cluster.columns.iter().map(vote).sum();
        cluster.weight * (MARGINS[cluster.class as usize] - votes).max(0.0)
    }

    fn first_duals(&self) -> Duals {
        self.clamped(self.bounds.clone())
    }

    fn program(&self, columns: &[Column], members: &[usize], partition: &Partition) -> BoxedProgram {
        let mut program = BoxedProgram::with_rows(members.iter().map(|&k| columns[k].cost).collect());
        let row_of = |k: usize| members.binary_search(&k).ok().map(|row| row as u32);
        for Cluster { class, weight, columns: covering, .. } in &partition.clusters {
            let term = |&k: &u32| Some((row_of(k as usize)?, sign(columns[k as usize].tag, *class)));
            program.add_variable(-MARGINS[*class as usize], *weight, covering.iter().filter_map(term));
        }
        program
    }

    fn duals(&self, _: &BoxedProgram, solution: &BoxedSolution, columns: &[Column], partition: &Partition) -> Duals {
        self.clamped(self.by_sample(&solution.values, columns, partition))
    }

    fn by_sample(&self, values: &[f64], _: &[Column], partition: &Partition) -> Vec<f64> {
        partition.spread(values, &self.bounds)
    }

    fn by_cluster(&self, values: &[f64], _: &[Column], partition: &Partition) -> Vec<f64> {
        partition.gather(values)
    }

    fn sample_boxes(&self) -> Vec<(f64, f64)> {
        (0..self.bounds.len()).map(|i| (-self.margin(i), self.bounds[i])).collect()
    }

    fn sample_row(&self, column: &Column) -> SampleRow {
        let terms = column.cover.iter().map(|i| (i, sign(column.tag, self.labels[i]))).collect();
        SampleRow { terms, usage: Vec::new(), rhs: column.cost }
    }

    fn sample_duals(&self, values: Vec<f64>) -> Duals {
        self.clamped(values)
    }

    fn income(&self, duals: &Duals, column: &Column) -> f64 {
        column.cover.iter().map(|i| sign(column.tag, self.labels[i]) * duals.samples[i]).sum()
    }
}

impl RuleLoss for CostSensitiveHinge {
    fn gains(&self, duals: &Duals, class: u32) -> Vec<f64> {
        self.labels.iter().zip(&duals.samples).map(|(&label, beta)| sign(class, label) * beta).collect()
    }

    /// Takes the gain of a sample for its own class as its dual.
    fn dual_point(&self, of_class: &[&PricingProblem]) -> Option<DualPoint> {
        let own = |(i, &label): (usize, &u32)| self.margin(i) * of_class[label as usize].gains[i];
        Some(DualPoint { samples: self.labels.iter().enumerate().map(own).collect(), excess: 0.0, scale: 1.0 })
    }

    fn shortfalls(&self, columns: &[Column], weights: &[f64]) -> Vec<f64> {
        let mut short: Vec<f64> = (0..self.labels.len()).map(|i| self.margin(i)).collect();
        for (column, weight) in columns.iter().zip(weights) {
            column.cover.iter().for_each(|i| short[i] -= sign(column.tag, self.labels[i]) * weight);
        }
        short.iter().zip(&self.labels).map(|(short, &label)| COSTS[label as usize] * short.max(0.0)).collect()
    }
}

/// Learns rules for monks1 to the proof. Returns the share of each class that is right.
fn shares(data: &Dataset) -> Result<[f64; 2], Box<dyn Error>> {
    let samples = Arc::new(Samples::learn(&data.features, &data.target.labels, None, 2, Bins::Values)?.0);
    let terms = RuleTerms { penalty: 4.0, max_length: Some(1), ..RuleTerms::default() };
    let mut master = CostSensitiveHinge::master(samples.clone(), LinearSettings { terms, ..Default::default() })?;
    let exact: Box<dyn Pricer> = Box::new(BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default()));
    let summary = run(&mut master, &mut [exact], &RunSettings::default(), &mut ())?;
    assert_eq!(summary.status, Status::Optimal, "{summary:?}");
    let mut votes = vec![0.0; samples.len()];
    for (column, weight) in master.rules().iter().zip(master.weights()) {
        column.cover.iter().for_each(|i| votes[i] += sign(column.tag, 1) * weight);
    }
    let mut right = [0.0; 2];
    for (i, &label) in samples.labels.iter().enumerate() {
        right[label as usize] += if (votes[i] > 0.0) == (label == 1) { samples.weights[i] } else { 0.0 };
    }
    let all = samples.class_weights();
    Ok([right[0] / all[0], right[1] / all[1]])
}

fn main() -> Result<(), Box<dyn Error>> {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let settings = LinearSettings { strategy, ..LinearSettings::default() };
        let make = |samples| -> Box<dyn rulegen_driver::Master> {
            Box::new(CostSensitiveHinge::master(samples, settings.clone()).expect("the settings are in range"))
        };
        check_master(make, Promise::Tight { tolerance: 1e-5 }, 0..50)?;
    }
    let table = read_bytes(include_bytes!("monks1.csv"), &ReadOptions::default())?;
    let [negative, positive] = shares(&Dataset::from_table(table, "class", None)?)?;
    println!("right: {:.1}% of the negative rows, {:.1}% of the positive rows", 100.0 * negative, 100.0 * positive);
    // An error on a positive row costs four times as much.
    assert!(positive > negative, "{positive} {negative}");
    Ok(())
}

#[test]
fn it_keeps_its_promises_and_finds_the_costly_class() {
    main().unwrap();
}
