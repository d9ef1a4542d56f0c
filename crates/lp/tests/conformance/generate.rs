//! Random programs from fixed seeds.

use rulegen_lp::{LpProblem, VariableId};

use crate::cases::INF;

/// SplitMix64: the suite must make the same programs everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The terms of a row and its upper side.
pub(crate) type NewRow = (Vec<(VariableId, f64)>, f64);

/// The shape of RUG's restricted master in dual form: maximise `Σ weight_i β_i`, `0 <= β <= weight`, one row per rule with
/// entries +1 (its class) and -1 (the other) on the samples it covers, at most `penalty * length`.
pub(crate) struct RugShape {
    pub(crate) samples: usize,
    pub(crate) rules: usize,
    pub(crate) rules_per_sample: f64,
    pub(crate) penalty: f64,
    /// Merged samples have whole weights above 1.
    pub(crate) largest_weight: usize,
    pub(crate) seed: u64,
}

impl RugShape {
    /// The variables, and the rows to add to them: terms and right-hand side.
    pub(crate) fn parts(&self) -> (LpProblem, Vec<NewRow>) {
        let mut random = Random(self.seed);
        let mut problem = LpProblem::new();
        for _ in 0..self.samples {
            let weight = 1 + random.below(self.largest_weight);
            problem.add_variable(-1.0, 0.0, weight as f64).unwrap();
        }
        let coverage = self.rules_per_sample / self.rules as f64;
        let rows = (0..self.rules)
            .map(|_| {
                // Rules differ in how much they cover and how pure they are.
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

    pub(crate) fn problem(&self) -> LpProblem {
        let (mut problem, rows) = self.parts();
        for (terms, side) in rows {
            problem.add_row(-INF, &terms, side).unwrap();
        }
        problem
    }
}
