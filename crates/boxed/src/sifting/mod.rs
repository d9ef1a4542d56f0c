//! From an interior point to an optimal vertex: simplex over what the interior point leaves open.

mod constants;
mod corner;
mod open_program;
mod partial;
mod place;
mod separate;

use std::time::Instant;

use crate::{BoxedProgram, BoxedSolution};
use constants::ROUNDING;
use partial::Partial;
use rulegen_lp::{LpError, LpFactory, LpStatus, SolveOptions};

/// An optimal vertex of `program`, found near `guess` by a simplex solver of `factory`.
///
/// Variables that the guess puts clearly at a bound are held there, the small program that remains is
/// solved, the whole is checked, and what the check finds wrong is opened, until nothing is: the answer
/// is optimal for the whole program whatever the guess was. All rows stay: they are few, and in a
/// degenerate program each one left out cost a round. The returned duals are multipliers, not negative.
///
/// Where too much is held for the rows to be met, they may be exceeded at a price meanwhile. Where boxes stretch, a
/// variable held at its upper bound goes with it, and an open one has a row of its own. So fewer are left open there, rows
/// may be exceeded from the start, and the worst are opened first.
///
/// # Errors
/// Those of the solver. Limits are statuses.
pub fn sift(
    program: &BoxedProgram,
    guess: &BoxedSolution,
    factory: &dyn LpFactory,
    options: &SolveOptions,
) -> Result<(LpStatus, BoxedSolution), LpError> {
    let mut partial = Partial::new(program, guess);
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
            // Too much is held for the rows to be met: some may be exceeded until that is opened.
            LpStatus::Infeasible if !partial.elastic => {
                partial.elastic = true;
                partial.last = None;
            }
            LpStatus::Infeasible if partial.holds_any() => partial.open_all(),
            status => return Ok((status, BoxedSolution::default())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::{program, separate_program};
    use crate::{InteriorOptions, KernelBackend, interior_point};
    use proptest::prelude::*;
    use rulegen_lp::{Backend, LpSolution, verify};

    proptest! {
        /// Whatever the guess, the answer is optimal for the whole program.
        #[test]
        fn sifting_ends_at_an_optimum(
            program in prop_oneof![program(), separate_program()],
            tolerance in prop::sample::select(vec![0.9, 1e-2, 1e-6]),
        ) {
            let options = InteriorOptions { tolerance, ..InteriorOptions::default() };
            let guess = interior_point(&program, &options).unwrap().solution;
            for factory in [&Backend::Microlp as &dyn LpFactory, &KernelBackend] {
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
