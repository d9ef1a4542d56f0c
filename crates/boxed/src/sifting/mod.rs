//! Sifting, from an interior point to an optimal vertex: a simplex solver works on the variables
//! that the interior point does not fix.

mod constants;
mod corner;
mod fixing;
mod open_program;
mod partial_program;
mod separate;

use std::time::Instant;

use crate::{BoxedProgram, BoxedSolution};
use constants::ROUNDING;
use partial_program::PartialProgram;
use rulegen_lp::{LpError, LpFactory, LpStatus, SolveOptions};

/// Finds an optimal vertex of `program` near `guess` with a simplex solver of `factory`.
///
/// Variables that the guess puts clearly at a bound are fixed there. The small program that remains
/// is solved, the solution is checked on the whole program, and variables that are fixed wrongly
/// are opened. This repeats until there are none, so the answer is optimal for the whole program
/// whatever the guess was. All rows stay: they are few, and in a degenerate program each row left
/// out cost a round. The returned multipliers are not negative.
///
/// If too many variables are fixed for the rows to be met, rows may be violated at a price for a
/// while. Where boxes stretch, a variable fixed at its upper bound moves with that bound, and an
/// open one has a row of its own. Therefore fewer variables are left open there, rows may be
/// violated from the start, and the variables that cost most are opened first.
///
/// # Errors
/// The errors of the solver. Limits are statuses.
pub fn sift(
    program: &BoxedProgram,
    guess: &BoxedSolution,
    factory: &dyn LpFactory,
    options: &SolveOptions,
) -> Result<(LpStatus, BoxedSolution), LpError> {
    let mut partial = PartialProgram::new(program, guess);
    loop {
        let start = Instant::now();
        let found = partial.solve_open(factory, options)?;
        log::debug!(
            "sifting: {} over {} rows, {} of {} variables: {}, {} iterations, {:.3} s",
            factory.name(),
            program.num_rows(),
            partial.num_open(),
            program.num_variables(),
            found.status,
            found.iterations.unwrap_or(0),
            start.elapsed().as_secs_f64()
        );
        match found.status {
            LpStatus::Optimal => {
                let mut solution = partial.complete(&found);
                let opened = partial.open_violations(&mut solution, options.tolerance.max(ROUNDING));
                if !opened && partial.exceeds(&found) {
                    partial.forbid_excess();
                } else if !opened {
                    return Ok((LpStatus::Optimal, solution));
                }
            }
            // Too many variables are fixed for the rows to be met: rows may be violated from now
            // on.
            LpStatus::Infeasible if !partial.elastic => {
                partial.elastic = true;
                partial.last = None;
            }
            LpStatus::Infeasible if partial.fixes_any() => partial.open_all(),
            status => return Ok((status, BoxedSolution::default())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::{program, separate_program};
    use crate::{DualSimplexBackend, InteriorOptions, interior_point};
    use proptest::prelude::*;
    use rulegen_lp::{Backend, LpSolution, verify};

    proptest! {
        /// The answer is optimal for the whole program whatever the guess.
        #[test]
        fn sifting_ends_at_an_optimum(
            program in prop_oneof![program(), separate_program()],
            tolerance in prop::sample::select(vec![0.9, 1e-2, 1e-6]),
        ) {
            let options = InteriorOptions { tolerance, ..InteriorOptions::default() };
            let guess = interior_point(&program, &options).unwrap().solution;
            for factory in [&Backend::Microlp as &dyn LpFactory, &DualSimplexBackend] {
                let (status, found) = sift(&program, &guess, factory, &SolveOptions::default()).unwrap();
                prop_assert_eq!(status, LpStatus::Optimal);
                let whole = LpSolution {
                    status,
                    objective: program.objective(&found.values),
                    values: found.values,
                    row_duals: found.multipliers.iter().map(|y| -y).collect(),
                    iterations: None,
                };
                prop_assert_eq!(verify(&program.to_lp().unwrap(), &whole, 1e-7), Ok(()));
            }
        }
    }
}
