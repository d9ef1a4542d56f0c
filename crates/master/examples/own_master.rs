//! A master of one's own: rules for two classes under the squared loss, by column generation to the proof.
//!
//!     min  1/2 sum_i omega_i (y_i - f_i)^2 + sum_k c_k w_k,   f_i = sum of +-w_k over the rules that cover i,  w >= 0
//!
//!     cargo run -p rulegen-master --example own_master

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::{
    Added, Candidate, DriverError, Limits, Master, MasterSolution, PricingProblem, RunSettings, RunSummary, run,
};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_rule::{RowSet, Rule};
use std::{error::Error, sync::Arc};

const PENALTY: f64 = 2.0;

struct Squared {
    samples: Arc<Samples>,
    residuals: Vec<f64>,
    columns: Vec<(Rule, u32, RowSet, f64)>,
}

/// What a class says of `y`: -1 or 1.
fn sign(class: u32) -> f64 {
    2.0 * f64::from(class) - 1.0
}

impl Master for Squared {
    fn solve(&mut self, _: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let (weights, mut moved) = (&self.samples.weights, f64::INFINITY);
        while moved > 1e-10 && limits.reached().is_none() {
            moved = 0.0;
            for (rule, class, cover, w) in &mut self.columns {
                let pull: f64 = cover.iter().map(|i| sign(*class) * weights[i] * self.residuals[i]).sum();
                let step = (pull - PENALTY * rule.len() as f64) / cover.iter().map(|i| weights[i]).sum::<f64>();
                let step = step.max(-*w);
                *w += step;
                cover.iter().for_each(|i| self.residuals[i] -= sign(*class) * step);
                moved = step.abs().max(moved);
            }
        }
        let loss: f64 = self.residuals.iter().zip(weights).map(|(r, omega)| 0.5 * omega * r * r).sum();
        let costs: f64 = self.columns.iter().map(|(rule, _, _, w)| PENALTY * rule.len() as f64 * w).sum();
        Ok(MasterSolution { objective: loss + costs, converged: moved <= 1e-10, warm: false })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gain = |tag: u32, i: usize| sign(tag) * self.samples.weights[i] * self.residuals[i];
        let gains = |tag| (0..self.samples.len()).map(|i| gain(tag, i)).collect();
        let (fixed, per_literal, max_length, threshold) = (0.0, PENALTY, Some(3), 1e-7);
        (0..2).map(|tag| PricingProblem { tag, gains: gains(tag), fixed, per_literal, max_length, threshold }).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError> {
        let mut added = Added::default();
        for candidate in candidates {
            let Candidate { tag, rule, .. } = candidate;
            let cover = self.samples.cover(rule);
            problems[*tag as usize].verify(candidate, cover.iter())?;
            if self.columns.iter().any(|(known, class, ..)| (known, class) == (rule, tag)) {
                added.known += 1;
            } else {
                self.columns.push((rule.clone(), *tag, cover, 0.0));
                added.new += 1;
            }
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The dual value `sum_i u_i y_i - u_i^2 / (2 omega_i)` where `u` is so small that no rule earns more than it costs.
    fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let shrink = PENALTY / (PENALTY + best_gains.iter().copied().fold(0.0, f64::max));
        let of_sample = |(i, gain): (usize, &f64)| {
            let (u, omega) = (shrink * gain, self.samples.weights[i]);
            u * sign(self.samples.labels[i]) - u * u / (2.0 * omega)
        };
        Some(problems[1].gains.iter().enumerate().map(of_sample).sum())
    }
}

fn learn() -> Result<(Squared, RunSummary), Box<dyn Error>> {
    let text = include_bytes!("../../../fixtures/monks1.csv");
    let table = read_bytes(text, &ReadOptions { text: vec!["class".into()], ..Default::default() })?;
    let data = Dataset::from_table(table, "class", None)?;
    let (samples, _) = Samples::learn(&data.features, &data.target.labels, None, 2, Bins::Values)?;
    let samples = Arc::new(samples);
    let residuals = samples.labels.iter().map(|&class| sign(class)).collect();
    let pricer = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
    let mut master = Squared { samples, residuals, columns: Vec::new() };
    let summary = run(&mut master, &mut [Box::new(pricer)], &RunSettings::default(), &mut ())?;
    Ok((master, summary))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (master, summary) = learn()?;
    let used = master.columns.iter().filter(|(.., w)| *w > 0.0).count();
    println!("{used} rules of {}, objective {}, {:?}", master.columns.len(), summary.objective, summary.status);
    Ok(())
}

#[test]
fn it_is_proved_optimal() {
    let (_, summary) = learn().unwrap();
    let bound = summary.lower_bound.unwrap();
    assert!(summary.objective - bound <= 2e-6 * summary.objective, "{summary:?}");
}
