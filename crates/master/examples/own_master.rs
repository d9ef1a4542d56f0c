//! A master of one's own: rules for two classes under the squared loss, by column generation to the
//! proof.
//!
//!     min  1/2 sum_i omega_i (y_i - f_i)^2 + sum_k c_k w_k,   w >= 0
//!          f_i = sum of +-w_k over the rules that cover i
//!     cargo run -p rulegen-master --example own_master

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::*;
use rulegen_limits::Limits;
use rulegen_master::{conformance::*, verified_cover};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_rule::{RowSet, Status};
use std::{error::Error, sync::Arc};

const PENALTY: f64 = 2.0;
/// The value of `y` for a class: -1 or 1.
const SIGN: fn(u32) -> f64 = |class| 2.0 * f64::from(class) - 1.0;

/// The samples, `y - f` of each, and the columns: rules with their covers and their weights.
struct SquaredLossMaster(Arc<Samples>, Vec<f64>, Vec<(Candidate, RowSet, f64)>);

impl Master for SquaredLossMaster {
    fn solve(&mut self, _: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let (SquaredLossMaster(samples, residuals, columns), mut moved) = (self, f64::INFINITY);
        while moved > 1e-10 && limits.reached().is_none() {
            moved = 0.0;
            for (Candidate { tag, rule, .. }, cover, w) in columns.iter_mut() {
                let pull: f64 = cover.iter().map(|i| SIGN(*tag) * samples.weights[i] * residuals[i]).sum();
                let curvature = cover.iter().map(|i| samples.weights[i]).sum::<f64>().max(f64::MIN_POSITIVE);
                let step = ((pull - PENALTY * rule.len() as f64) / curvature).max(-*w);
                cover.iter().for_each(|i| residuals[i] -= SIGN(*tag) * step);
                (*w, moved) = (*w + step, step.abs().max(moved));
            }
        }
        let loss: f64 = residuals.iter().zip(&samples.weights).map(|(r, omega)| 0.5 * omega * r * r).sum();
        let costs: f64 = columns.iter().map(|(c, _, w)| PENALTY * c.rule.len() as f64 * w).sum();
        Ok(MasterSolution { objective: loss + costs, converged: moved <= 1e-10, warm: false })
    }
    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains = |tag: u32| self.1.iter().zip(&self.0.weights).map(|(r, omega)| SIGN(tag) * omega * r).collect();
        let (fixed, per_literal, max_length, min_cover, threshold) = (0.0, PENALTY, Some(3), 0, 1e-7);
        let problem =
            |tag| PricingProblem { tag, gains: gains(tag), fixed, per_literal, max_length, min_cover, threshold };
        (0..2).map(problem).collect()
    }
    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let before = self.2.len();
        for candidate in candidates {
            let cover = verified_cover(&self.0, problems, candidate)?;
            let known = self.2.iter().any(|(c, ..)| (&c.rule, c.tag) == (&candidate.rule, candidate.tag));
            self.2.extend((!known).then(|| (candidate.clone(), cover, 0.0)));
        }
        Ok(AddCounts { new: self.2.len() - before, known: candidates.len() + before - self.2.len(), rejected: 0 })
    }
    fn columns(&self) -> usize {
        self.2.len()
    }
    /// The dual value `sum_i u_i y_i - u_i^2 / (2 omega_i)` where `u` is so small that no rule
    /// earns more than it costs.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let shrink = PENALTY / (PENALTY + gain_bounds.iter().copied().fold(0.0, f64::max));
        let u = problems[1].gains.iter().map(|gain| shrink * gain).enumerate();
        Some(u.map(|(i, u)| u * SIGN(self.0.labels[i]) - u * u / (2.0 * self.0.weights[i])).sum())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let signs = |samples: &Samples| samples.labels.iter().map(|&class| SIGN(class)).collect();
    let master = |samples: Arc<Samples>| SquaredLossMaster(samples.clone(), signs(&samples), Vec::new());
    check_master(|samples| Box::new(master(samples)), Promise::Tight { tolerance: 1e-6 }, 0..50)?;
    let table = read_bytes(include_bytes!("monks1.csv"), &ReadOptions::default())?;
    let data = Dataset::from_table(table, "class", None)?;
    let samples = Arc::new(Samples::learn(&data.features, &data.target.labels, None, 2, Bins::Values)?.0);
    let exact: Box<dyn Pricer> = Box::new(BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default()));
    let summary = run(&mut master(samples), &mut [exact], &RunSettings::default(), &mut ())?;
    assert_eq!(summary.status, Status::Optimal, "{summary:?}");
    Ok(())
}

#[test]
fn it_keeps_its_promises_and_is_proved_optimal() {
    main().unwrap();
}
