//! The restricted integer program: the best rule set among given rules.

use super::select::{RuleSet, Selection};
use crate::MasterError;
use rulegen_driver::Limits;
use rulegen_lp::{Interrupt, LpProblem, LpStatus, MipBackend, MipOptions, MipProblem, VariableId};
use std::collections::BTreeMap;

/// What came of the integer program.
#[derive(Clone, Debug, PartialEq)]
pub struct MipOutcome {
    /// The best rule set known, at least as good as the one it began with.
    pub best: RuleSet,
    /// No rule set of the rules to choose among has a smaller objective.
    pub bound: f64,
    /// Whether there is none better.
    pub optimal: bool,
}

impl Selection<'_> {
    /// The best rule set of these rules, by
    ///
    /// ```text
    /// min  sum_i omega_i xi_i + sum_k cost_k w_k
    /// s.t. xi_i + sum_{k covers i} w_k >= 1,  sum_k size_k w_k <= C,  w in {0, 1},  0 <= xi <= 1
    /// ```
    ///
    /// where samples that the same rules cover share one `xi`. It begins with `start`; if that has rules that
    /// are not among these, it is only what the outcome is no worse than.
    ///
    /// # Errors
    /// A solver that is not built in, or that fails.
    pub fn solve(&self, start: &RuleSet, backend: MipBackend, limits: &Limits) -> Result<MipOutcome, MasterError> {
        let solver = backend.create()?;
        let Program { problem, constant, groups } = self.program()?;
        let places = self.places(start);
        let stop = limits.stop.clone();
        let options = MipOptions {
            deadline: limits.deadline,
            interrupted: Some(Interrupt::new(move || stop.is_raised())),
            objective_step: self.master().step,
            start: (places.len() == start.rules.len()).then(|| self.point(&places, &groups)),
            ..MipOptions::default()
        };
        let solution = solver.solve(&problem, &options)?;
        let found = solution.best().and_then(|point| {
            let chosen: Vec<usize> = (0..self.items.len()).filter(|&k| point.values[k] > 0.5).collect();
            // Within a solver's tolerance it may be a little too much.
            self.fits(&chosen).then(|| self.rule_set(&chosen))
        });
        let best = found.into_iter().fold(start.clone(), |a, b| if b.objective < a.objective { b } else { a });
        let optimal = solution.status == LpStatus::Optimal;
        // Where the solver is content, its bound may be below its point by the gap that a step allows.
        let bound = solution.bound.map_or(self.master().fixed, |bound| self.master().round_up(bound + constant));
        Ok(MipOutcome { bound: bound.min(best.objective), optimal, best })
    }

    fn program(&self) -> Result<Program, MasterError> {
        let master = self.master();
        let mut lp = LpProblem::new();
        for item in &self.items {
            lp.add_variable(item.cost, 0.0, 1.0)?;
        }
        let mut covering: Vec<Vec<u32>> = vec![Vec::new(); master.samples.len()];
        for (k, item) in self.items.iter().enumerate() {
            item.covers.iter().for_each(|&i| covering[i as usize].push(k as u32));
        }
        let mut weight_of: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
        for i in master.participants() {
            *weight_of.entry(std::mem::take(&mut covering[i])).or_default() += master.weights[i];
        }
        // What no rule covers is missed by every rule set.
        let constant = master.fixed + weight_of.remove(&Vec::new()).unwrap_or(0.0);
        let groups: Vec<Vec<u32>> = weight_of.keys().cloned().collect();
        for (group, weight) in weight_of {
            let missed = lp.add_variable(weight, 0.0, 1.0)?;
            let rules = group.iter().map(|&k| (VariableId::new(k as usize), 1.0));
            lp.add_row(1.0, &rules.chain([(missed, 1.0)]).collect::<Vec<_>>(), f64::INFINITY)?;
        }
        if let Some(budget) = master.settings.usable_budget() {
            let sizes = self.items.iter().enumerate().map(|(k, item)| (VariableId::new(k), item.size));
            lp.add_row(f64::NEG_INFINITY, &sizes.collect::<Vec<_>>(), budget)?;
        }
        let integer = (0..lp.num_variables()).map(|variable| variable < self.items.len()).collect();
        Ok(Program { problem: MipProblem { lp, integer }, constant, groups })
    }

    /// The values of all variables for the rules at these places.
    fn point(&self, places: &[usize], groups: &[Vec<u32>]) -> Vec<f64> {
        let mut chosen = vec![0.0; self.items.len()];
        places.iter().for_each(|&k| chosen[k] = 1.0);
        let missed = groups.iter().map(|group| f64::from(group.iter().all(|&k| chosen[k as usize] == 0.0)));
        chosen.iter().copied().chain(missed).collect()
    }
}

struct Program {
    problem: MipProblem,
    /// What is added to its objective.
    constant: f64,
    /// The rules that cover the samples of each group.
    groups: Vec<Vec<u32>>,
}
