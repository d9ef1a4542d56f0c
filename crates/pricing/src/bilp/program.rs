//! The integer program, for any solver.

use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{Literal, Rule};

/// The largest gain is scaled, by a power of two, to between half of this and this. At this size the
/// absolute tolerances at which solvers cut off, 1e-6 and 1e-5, are below 2.5e-9 of the largest gain.
const SCALED_GAIN: f64 = 8192.0;

/// Minimise `cost x` over `row_lower <= A x <= row_upper`, `0 <= x <= 1`. The literals come first, and are
/// integers; the samples follow. Columns are stored, their rows ascending.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) cost: Vec<f64>,
    /// The columns below this are integers.
    #[cfg_attr(not(any(feature = "cbc", feature = "highs")), expect(dead_code, reason = "only solvers read it"))]
    pub(super) integers: usize,
    /// Where each column begins in `rows` and `values`, and where the last ends.
    pub(super) starts: Vec<i32>,
    pub(super) rows: Vec<i32>,
    pub(super) values: Vec<f64>,
    pub(super) row_lower: Vec<f64>,
    pub(super) row_upper: Vec<f64>,
    literals: Vec<Literal>,
    scale: f64,
}

impl Program {
    /// The program for `problem`, whose gains over `samples` are `gains`; one of them at least is not 0.
    pub(super) fn new(samples: &Samples, gains: &[f64], problem: &PricingProblem) -> Self {
        let literals = samples.schema.literals();
        let active: Vec<usize> = (0..samples.len()).filter(|&i| gains[i] != 0.0).collect();
        let mut violated = vec![Vec::new(); samples.len()];
        for (l, &literal) in literals.iter().enumerate() {
            let cover = samples.cover(&Rule::new([literal]));
            active.iter().filter(|&&i| !cover.contains(i)).for_each(|&i| violated[i].push(l));
        }
        let largest = gains.iter().fold(0.0f64, |largest, g| largest.max(g.abs()));
        let scale = (SCALED_GAIN / largest).log2().floor().exp2();
        let mut columns: Vec<Vec<(i32, f64)>> = vec![Vec::new(); literals.len() + active.len()];
        let mut program = Program { integers: literals.len(), scale, ..Program::default() };
        // More literals than there are: no limit.
        let longest = problem.max_length.unwrap_or(literals.len()).min(literals.len()) as f64;
        let row = program.row(1.0, longest);
        columns[..literals.len()].iter_mut().for_each(|column| column.push((row, 1.0)));
        for (at, &i) in active.iter().enumerate() {
            let sample = literals.len() + at;
            if gains[i] < 0.0 {
                let row = program.row(1.0, 1.0 + violated[i].len() as f64);
                violated[i].iter().for_each(|&l| columns[l].push((row, 1.0)));
                columns[sample].push((row, 1.0));
            } else {
                for &l in &violated[i] {
                    let row = program.row(0.0, 1.0);
                    columns[l].push((row, 1.0));
                    columns[sample].push((row, 1.0));
                }
            }
        }
        program.cost = vec![scale * problem.per_literal; literals.len()];
        program.cost.extend(active.iter().map(|&i| -scale * gains[i]));
        program.starts.push(0);
        for column in columns {
            program.rows.extend(column.iter().map(|entry| entry.0));
            program.values.extend(column.iter().map(|entry| entry.1));
            program.starts.push(program.rows.len() as i32);
        }
        program.literals = literals;
        program
    }

    fn row(&mut self, lower: f64, upper: f64) -> i32 {
        self.row_lower.push(lower);
        self.row_upper.push(upper);
        self.row_lower.len() as i32 - 1
    }

    /// The gain, before the fixed cost, of a solution with this objective.
    pub(super) fn gain(&self, objective: f64) -> f64 {
        -objective / self.scale
    }

    /// The rule of a solution.
    pub(super) fn rule(&self, solution: &[f64]) -> Rule {
        Rule::new(self.literals.iter().zip(solution).filter(|(_, z)| **z > 0.5).map(|(literal, _)| *literal))
    }
}
