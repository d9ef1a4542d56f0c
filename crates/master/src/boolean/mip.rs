//! The restricted integer program: the best rule set among given rules.

use super::fair::Parity;
use super::select::{RuleSet, Selection};
use crate::MasterError;
use rulegen_limits::Limits;
use rulegen_lp::{LpProblem, LpStatus, MipBackend, MipOptions, MipProblem, VariableId};
use std::collections::BTreeMap;

/// The result of the integer program.
#[derive(Clone, Debug, PartialEq)]
pub struct MipOutcome {
    /// The best rule set known, at least as good as the one it began with.
    pub best: RuleSet,
    /// A number that the objective of no rule set of the given rules is below.
    pub bound: f64,
    /// True if the best rule set is proved to be optimal.
    pub optimal: bool,
}

impl Selection<'_> {
    /// Solves for the best rule set of these rules:
    ///
    /// ```text
    /// min  sum_i omega_i xi_i + sum_k cost_k w_k
    /// s.t. xi_i + sum_{k covers i} w_k >= 1,  sum_k size_k w_k <= C,  w in {0, 1},  0 <= xi <= 1
    /// ```
    ///
    /// Samples that the same rules cover share one `xi`. With fairness, `xi` is an integer, samples
    /// of different groups share none, and there are the rows of
    /// [`BooleanMaster`](crate::BooleanMaster). The search begins with `start`. If that has rules
    /// that are not among these, it serves only as a fallback for the outcome. With `work`, nodes
    /// times the square of the program's entries are at most that; without a node, nothing is
    /// solved. The result then depends on no clock.
    ///
    /// # Errors
    /// A solver that is not built in, or that fails.
    pub fn solve(
        &self,
        start: &RuleSet,
        backend: MipBackend,
        work: Option<f64>,
        limits: &Limits,
    ) -> Result<MipOutcome, MasterError> {
        let solver = backend.create()?;
        let Program { problem, constant, clusters } = self.program()?;
        let entries: usize = clusters.iter().map(|cluster| cluster.rules.len() + 1).sum();
        let node_limit = work.map(|work| (work / (entries as f64).powi(2)) as u64);
        if node_limit == Some(0) {
            let bound = self.master().fixed.min(start.objective);
            return Ok(MipOutcome { best: start.clone(), bound, optimal: false });
        }
        let places = self.places(start);
        let options = MipOptions {
            limits: limits.clone(),
            node_limit,
            objective_step: self.master().step.map(|step| step / self.unit()),
            start: (places.len() == start.rules.len()).then(|| self.point(&places, &clusters)),
            ..MipOptions::default()
        };
        let solution = solver.solve(&problem, &options)?;
        let found = solution.best().and_then(|point| {
            let chosen: Vec<usize> = (0..self.items.len()).filter(|&k| point.values[k] > 0.5).collect();
            // A point that only a solver's tolerance admits is no answer.
            (self.fits(&chosen) && self.is_fair(&chosen)).then(|| self.rule_set(&chosen))
        });
        let best = found.into_iter().fold(start.clone(), |a, b| if b.objective < a.objective { b } else { a });
        let optimal = solution.status == LpStatus::Optimal;
        // Where the solver stops early, its bound may be below its point by the gap that a step
        // allows.
        let bound =
            solution.bound.map_or(self.master().fixed, |bound| self.master().round_up(bound * self.unit() + constant));
        Ok(MipOutcome { bound: bound.min(best.objective), optimal, best })
    }

    /// Returns the unit of the program's objective: the common step of the weights, else the
    /// largest weight. A solver's tolerances are then as fine as the weights.
    fn unit(&self) -> f64 {
        let largest = || self.master().weights.iter().copied().fold(0.0, f64::max);
        self.master().step.unwrap_or_else(largest)
    }

    fn program(&self) -> Result<Program, MasterError> {
        let (master, unit) = (self.master(), self.unit());
        let mut lp = LpProblem::new();
        for item in &self.items {
            lp.add_variable(item.cost / unit, 0.0, 1.0)?;
        }
        let mut covering: Vec<Vec<u32>> = vec![Vec::new(); master.samples.len()];
        for (k, item) in self.items.iter().enumerate() {
            item.covers.iter().for_each(|&i| covering[i as usize].push(k as u32));
        }
        let mut weight_of: BTreeMap<Cluster, f64> = BTreeMap::new();
        for i in master.participants() {
            let cell = master.parity().and_then(|parity| parity.false_negative_cell(i));
            let rules = std::mem::take(&mut covering[i]);
            *weight_of.entry(Cluster { rules, cell }).or_default() += master.weights[i];
        }
        // Samples that no rule covers are missed by every rule set.
        let mut certain = Vec::new();
        let mut constant = master.fixed;
        weight_of.retain(|cluster, weight| {
            if cluster.rules.is_empty() {
                constant += *weight;
                certain.push((cluster.cell, *weight));
            }
            !cluster.rules.is_empty()
        });
        let clusters: Vec<Cluster> = weight_of.keys().cloned().collect();
        let mut integer = vec![true; self.items.len()];
        for (cluster, weight) in &weight_of {
            let missed = lp.add_variable(*weight / unit, 0.0, 1.0)?;
            integer.push(cluster.cell.is_some());
            let rules = cluster.rules.iter().map(|&k| (VariableId::new(k as usize), 1.0));
            lp.add_row(1.0, &rules.clone().chain([(missed, 1.0)]).collect::<Vec<_>>(), f64::INFINITY)?;
            if let Some(parity) = master.parity().filter(|_| cluster.cell.is_some()) {
                let most = parity.most_rules.min(cluster.rules.len() as f64);
                lp.add_row(f64::NEG_INFINITY, &rules.chain([(missed, most)]).collect::<Vec<_>>(), most)?;
            }
        }
        if let Some(parity) = master.parity() {
            integer.extend(self.add_parity(&mut lp, parity, &weight_of, &certain)?);
        }
        if let Some(budget) = master.settings.usable_budget() {
            let sizes = self.items.iter().enumerate().map(|(k, item)| (VariableId::new(k), item.size));
            lp.add_row(f64::NEG_INFINITY, &sizes.collect::<Vec<_>>(), budget)?;
        }
        Ok(Program { problem: MipProblem { lp, integer }, constant, clusters })
    }

    /// Adds the rows of the blocks, and a variable `t` for each, which is no integer. Rows and `t`
    /// are in the units of the objective, so that a solver's tolerance is as fine as its errors.
    /// Returns one flag per variable.
    fn add_parity(
        &self,
        lp: &mut LpProblem,
        parity: &Parity,
        weight_of: &BTreeMap<Cluster, f64>,
        certain: &[(Option<usize>, f64)],
    ) -> Result<Vec<bool>, MasterError> {
        let mut terms: Vec<Vec<(VariableId, f64)>> = vec![Vec::new(); parity.weights.len()];
        let mut constants = vec![0.0; parity.weights.len()];
        for (place, (cluster, weight)) in weight_of.iter().enumerate() {
            if let Some(c) = cluster.cell {
                terms[c].push((VariableId::new(self.items.len() + place), weight / parity.weights[c]));
            }
        }
        for (cell, weight) in certain {
            cell.iter().for_each(|&c| constants[c] += weight / parity.weights[c]);
        }
        for (k, item) in self.items.iter().enumerate() {
            for c in parity.false_positive_cells.clone().filter(|&c| item.false_positives[c] > 0.0) {
                terms[c].push((VariableId::new(k), item.false_positives[c]));
            }
        }
        let mut integer = Vec::new();
        for block in parity.blocks().into_iter().filter(|block| !block.is_empty()) {
            let unit = parity.total(block.clone()) / self.unit();
            let t = lp.add_variable(0.0, 0.0, f64::INFINITY)?;
            integer.push(false);
            for c in block {
                let scaled = terms[c].iter().map(|&(variable, share)| (variable, unit * share));
                let row: Vec<_> = scaled.chain([(t, -1.0)]).collect();
                let known = unit * constants[c];
                lp.add_row(-known, &row, unit * parity.epsilon - known)?;
            }
        }
        Ok(integer)
    }

    /// Returns the values of all variables for the rules at these places.
    fn point(&self, places: &[usize], clusters: &[Cluster]) -> Vec<f64> {
        let mut chosen = vec![0.0; self.items.len()];
        places.iter().for_each(|&k| chosen[k] = 1.0);
        let missed = clusters.iter().map(|cluster| f64::from(cluster.rules.iter().all(|&k| chosen[k as usize] == 0.0)));
        let levels = self.levels(places);
        let parity = self.master().parity().into_iter();
        let blocks =
            parity.flat_map(|parity| parity.blocks().map(|block| (parity.total(block.clone()) / self.unit(), block)));
        let least = blocks
            .filter(|(_, block)| !block.is_empty())
            .map(|(unit, block)| unit * levels[block].iter().copied().fold(f64::INFINITY, f64::min));
        chosen.iter().copied().chain(missed).chain(least).collect()
    }
}

struct Program {
    problem: MipProblem,
    /// A constant to add to the program's objective, in units of weight.
    constant: f64,
    clusters: Vec<Cluster>,
}

/// Samples that share one `xi`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cluster {
    /// The rules that cover them.
    rules: Vec<u32>,
    /// The cell of the samples, if false negatives of groups must be alike.
    cell: Option<usize>,
}
