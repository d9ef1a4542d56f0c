//! The integer program, for any solver.

use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_lp::{LpError, LpProblem, MipProblem, VariableId};
use rulegen_rule::{Literal, Rule};

/// The largest gain is scaled by a power of two to lie between half of this and this. At this size
/// the absolute tolerances at which solvers cut off, 1e-6 and 1e-5, are below 2.5e-9 of the largest
/// gain.
const SCALED_GAIN: f64 = 8192.0;

/// An integer program. The literals come first and are integers; the samples follow. All variables
/// lie between 0 and 1.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) mip: MipProblem,
    literals: Vec<Literal>,
    scale: f64,
}

impl Program {
    /// Makes the program for `problem`, whose gains over `samples` are `gains`. At least one gain
    /// must not be 0.
    ///
    /// # Errors
    /// A gain or a cost that is not finite.
    pub(super) fn new(samples: &Samples, gains: &[f64], problem: &PricingProblem) -> Result<Self, LpError> {
        let literals = samples.schema.literals();
        let counts_rows = problem.counts_rows();
        let active: Vec<usize> = (0..samples.len()).filter(|&i| counts_rows || gains[i] != 0.0).collect();
        let mut violated = vec![Vec::new(); samples.len()];
        for (l, &literal) in literals.iter().enumerate() {
            let cover = samples.cover(&Rule::new([literal]));
            active.iter().filter(|&&i| !cover.contains(i)).for_each(|&i| violated[i].push(l));
        }
        let largest = gains.iter().fold(0.0f64, |largest, g| largest.max(g.abs()));
        let scale = (SCALED_GAIN / largest).log2().floor().exp2();
        let mut lp = LpProblem::new();
        for _ in &literals {
            lp.add_variable(scale * problem.per_literal, 0.0, 1.0)?;
        }
        for &i in &active {
            lp.add_variable(-scale * gains[i], 0.0, 1.0)?;
        }
        let term = |variable: usize| (VariableId::new(variable), 1.0);
        // A limit above the number of literals limits nothing.
        let longest = problem.max_length.unwrap_or(literals.len()).min(literals.len()) as f64;
        let all: Vec<_> = (0..literals.len()).map(term).collect();
        lp.add_row(1.0, &all, longest)?;
        for (at, &i) in active.iter().enumerate() {
            let sample = term(literals.len() + at);
            if gains[i] < 0.0 {
                let terms: Vec<_> = violated[i].iter().copied().map(term).chain([sample]).collect();
                lp.add_row(1.0, &terms, 1.0 + violated[i].len() as f64)?;
            }
            if gains[i] >= 0.0 || counts_rows {
                for &l in &violated[i] {
                    lp.add_row(0.0, &[term(l), sample], 1.0)?;
                }
            }
        }
        if counts_rows {
            // In units of the least cover, and half a row below it, so that no solver's tolerance
            // is worth a row.
            let least = problem.min_cover as f64;
            let rows = |i: usize| samples.counts[i].min(problem.min_cover) as f64 / least;
            let terms: Vec<_> = (literals.len()..).zip(&active).map(|(d, &i)| (VariableId::new(d), rows(i))).collect();
            let all = terms.iter().map(|term| term.1).sum::<f64>();
            lp.add_row((least - 0.5) / least, &terms, all.max(1.0))?;
        }
        let integer = (0..lp.num_variables()).map(|variable| variable < literals.len()).collect();
        Ok(Program { mip: MipProblem { lp, integer }, literals, scale })
    }

    /// Returns the gain, before the fixed cost, of a solution with this objective.
    pub(super) fn gain(&self, objective: f64) -> f64 {
        -objective / self.scale
    }

    /// Returns the rule of a solution.
    pub(super) fn rule(&self, solution: &[f64]) -> Rule {
        Rule::new(self.literals.iter().zip(solution).filter(|(_, z)| **z > 0.5).map(|(literal, _)| *literal))
    }
}
