//! A master of one's own: rules for two classes under the squared loss, by column generation to the proof.
//!
//!     min  1/2 sum_i omega_i (y_i - f_i)^2 + sum_k c_k w_k,   f_i = sum of +-w_k over the rules that cover i,  w >= 0
//!
//!     cargo run -p rulegen-master --example own_master

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::*;
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_rule::RowSet;
use std::{error::Error, sync::Arc};

const PENALTY: f64 = 2.0;

struct Squared {
    samples: Arc<Samples>,
    residuals: Vec<f64>,
    columns: Vec<(Candidate, RowSet, f64)>,
}

/// What a class says of `y`: -1 or 1.
fn sign(class: u32) -> f64 {
    2.0 * f64::from(class) - 1.0
}

impl Master for Squared {
    fn solve(&mut self, _: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let (weights, mut moved, mut costs) = (&self.samples.weights, f64::INFINITY, 0.0);
        while moved > 1e-10 && limits.reached().is_none() {
            (moved, costs) = (0.0, 0.0);
            for (Candidate { tag, rule, .. }, cover, w) in &mut self.columns {
                let (sign, cost) = (sign(*tag), PENALTY * rule.len() as f64);
                let pull: f64 = cover.iter().map(|i| sign * weights[i] * self.residuals[i]).sum();
                let step = ((pull - cost) / cover.iter().map(|i| weights[i]).sum::<f64>()).max(-*w);
                cover.iter().for_each(|i| self.residuals[i] -= sign * step);
                (*w, moved, costs) = (*w + step, step.abs().max(moved), costs + cost * (*w + step));
            }
        }
        let loss: f64 = self.residuals.iter().zip(weights).map(|(r, omega)| 0.5 * omega * r * r).sum();
        Ok(MasterSolution { objective: loss + costs, converged: moved <= 1e-10, warm: false })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gain = |tag: u32, i: usize| sign(tag) * self.samples.weights[i] * self.residuals[i];
        let gains = |tag| (0..self.samples.len()).map(|i| gain(tag, i)).collect();
        let (fixed, per_literal, max_length, threshold) = (0.0, PENALTY, Some(3), 1e-7);
        (0..2).map(|tag| PricingProblem { tag, gains: gains(tag), fixed, per_literal, max_length, threshold }).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError> {
        let before = self.columns.len();
        for candidate in candidates {
            let cover = self.samples.cover(&candidate.rule);
            problems[candidate.tag as usize].verify(candidate, cover.iter())?;
            if !self.columns.iter().any(|(c, ..)| (&c.rule, c.tag) == (&candidate.rule, candidate.tag)) {
                self.columns.push((candidate.clone(), cover, 0.0));
            }
        }
        let new = self.columns.len() - before;
        Ok(Added { new, known: candidates.len() - new, rejected: 0 })
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The dual value `sum_i u_i y_i - u_i^2 / (2 omega_i)` where `u` is so small that no rule earns more than it costs.
    fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let shrink = PENALTY / (PENALTY + best_gains.iter().copied().fold(0.0, f64::max));
        let u = problems[1].gains.iter().map(|gain| shrink * gain).enumerate();
        Some(u.map(|(i, u)| u * sign(self.samples.labels[i]) - u * u / (2.0 * self.samples.weights[i])).sum())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = include_bytes!("../../../fixtures/monks1.csv");
    let table = read_bytes(text, &ReadOptions { text: vec!["class".into()], ..Default::default() })?;
    let data = Dataset::from_table(table, "class", None)?;
    let samples = Arc::new(Samples::learn(&data.features, &data.target.labels, None, 2, Bins::Values)?.0);
    let residuals = samples.labels.iter().map(|&class| sign(class)).collect();
    let mut stages: [Box<dyn Pricer>; 1] =
        [Box::new(BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default()))];
    let mut master = Squared { samples, residuals, columns: Vec::new() };
    let summary = run(&mut master, &mut stages, &RunSettings::default(), &mut ())?;
    println!("{} columns, {summary:?}", master.columns());
    assert_eq!(summary.status, rulegen_rule::Status::Optimal);
    Ok(())
}

#[test]
fn it_is_proved_optimal() {
    main().unwrap();
}
