//! Random programs with the shape of a restricted master, from fixed seeds.

use super::check::INF;
use super::random::Random;
use crate::{LpProblem, VariableId};

/// The terms of a row and its upper side.
pub(super) type NewRow = (Vec<(VariableId, f64)>, f64);

/// The shape of RUG's restricted master in dual form: maximise `Σ weight_i β_i`, `0 <= β <=
/// weight`, one row per rule with entries +1 (its class) and -1 (the other) on the samples it
/// covers, at most `penalty * length`.
pub(super) struct RugShape {
    pub(super) samples: usize,
    pub(super) rules: usize,
    pub(super) rules_per_sample: f64,
    pub(super) penalty: f64,
    /// Merged samples have whole weights above 1.
    pub(super) largest_weight: usize,
    pub(super) seed: u64,
}

impl RugShape {
    /// Returns the variables, and the rows to add to them: terms and right-hand side.
    pub(super) fn parts(&self) -> (LpProblem, Vec<NewRow>) {
        let mut random = Random(self.seed);
        let mut problem = LpProblem::new();
        for _ in 0..self.samples {
            let weight = 1 + random.below(self.largest_weight);
            problem.add_variable(-1.0, 0.0, weight as f64).unwrap();
        }
        let coverage = self.rules_per_sample / self.rules as f64;
        let rows = (0..self.rules)
            .map(|_| {
                // Rules differ in coverage and purity.
                let share = 2.0 * coverage * random.unit();
                let purity = 0.5 + 0.5 * random.unit();
                let terms: Vec<_> = (0..self.samples)
                    .filter_map(|sample| {
                        let covered = random.unit() < share;
                        let sign = if random.unit() < purity { 1.0 } else { -1.0 };
                        covered.then_some((VariableId::new(sample), sign))
                    })
                    .collect();
                (terms, self.penalty * (1 + random.below(5)) as f64)
            })
            .collect();
        (problem, rows)
    }

    pub(super) fn problem(&self) -> LpProblem {
        let (mut problem, rows) = self.parts();
        for (terms, side) in rows {
            problem.add_row(-INF, &terms, side).unwrap();
        }
        problem
    }
}
