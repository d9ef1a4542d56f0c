//! An interior point method for boxed programs.

mod iterate;
mod moves;
mod normal;

use crate::{BoxedProgram, BoxedSolution, LpError};
use iterate::Iterate;
use normal::NormalMatrix;
use std::time::Instant;

/// How finely to solve, and until when.
///
/// | field | default | range |
/// |---|---|---|
/// | `tolerance` | 1e-8 | (0, 1): relative gap and relative infeasibility |
/// | `max_iterations` | 100 | at least 1 |
/// | `deadline` | none | any |
#[derive(Clone, Copy, Debug)]
pub struct InteriorOptions {
    /// Relative gap between the objective and its Lagrangian bound, and relative infeasibility.
    pub tolerance: f64,
    /// The most Newton steps.
    pub max_iterations: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl Default for InteriorOptions {
    fn default() -> Self {
        InteriorOptions { tolerance: 1e-8, max_iterations: 100, deadline: None }
    }
}

/// How an interior solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InteriorStatus {
    /// The tolerance was reached.
    Converged,
    /// The deadline, or the limit on iterations, came first; or rounding ended progress.
    Stopped,
}

/// A point near the central path, close to optimal.
#[derive(Clone, Debug)]
pub struct InteriorSolution {
    /// How it ended.
    pub status: InteriorStatus,
    /// Strictly inside the box; rows hold to the tolerance. Multipliers are positive.
    pub solution: BoxedSolution,
    /// Newton steps taken.
    pub iterations: usize,
}

/// Solves a boxed program by Mehrotra's predictor-corrector method.
///
/// The program has few rows and many variables, so the Newton system is reduced to the rows: a dense
/// symmetric matrix of their number, put together from the short columns. One step costs the sum of
/// the squares of the column lengths, and a third of the cube of the number of rows. That is why it
/// beats general interior point codes here, which factorise a sparse matrix of the whole.
///
/// The answer is no vertex: well-centred multipliers and values are what column generation wants of
/// all but its last LP. [`sift`](crate::sift) makes a vertex of it.
///
/// # Errors
/// [`LpError::Backend`] if the Newton matrix cannot be factorised even when regularised.
pub fn interior_point(program: &BoxedProgram, options: &InteriorOptions) -> Result<InteriorSolution, LpError> {
    let mut point = Iterate::start(program);
    let mut matrix = NormalMatrix::new(program);
    let mut best = f64::INFINITY;
    let mut stalled = 0;
    for iteration in 0..options.max_iterations {
        let error = point.error(program);
        if error <= options.tolerance {
            return Ok(point.into_solution(InteriorStatus::Converged, iteration));
        }
        stalled = if error < 0.9 * best { 0 } else { stalled + 1 };
        best = best.min(error);
        if stalled > 15 || options.deadline.is_some_and(|d| Instant::now() >= d) {
            return Ok(point.into_solution(InteriorStatus::Stopped, iteration));
        }
        point.step(program, &mut matrix, options.tolerance)?;
    }
    Ok(point.into_solution(InteriorStatus::Stopped, options.max_iterations))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `max sum x` over random rows of 1 and -1, as a master's dual has them.
    pub(crate) fn program() -> impl Strategy<Value = BoxedProgram> {
        (1usize..8, 1usize..30).prop_flat_map(|(rows, columns)| {
            let column = (prop::collection::vec(-1i8..=1, rows), 1u8..5);
            (prop::collection::vec(1u8..6, rows), prop::collection::vec(column, columns)).prop_map(|(rhs, columns)| {
                let mut program = BoxedProgram::with_rows(rhs.into_iter().map(|r| f64::from(r) / 2.0).collect());
                for (signs, upper) in columns {
                    let terms = (0u32..).zip(signs).filter(|(_, s)| *s != 0).map(|(r, s)| (r, f64::from(s)));
                    program.add_variable(-1.0, upper.into(), terms);
                }
                program
            })
        })
    }

    proptest! {
        #[test]
        fn the_gap_closes(program in program()) {
            let found = interior_point(&program, &InteriorOptions::default()).unwrap();
            prop_assert_eq!(found.status, InteriorStatus::Converged);
            let objective = program.objective(&found.solution.values);
            let bound = program.lagrangian_bound(&found.solution.multipliers);
            prop_assert!(objective - bound <= 1e-6 * (1.0 + objective.abs()), "{} against {}", objective, bound);
            let activities = program.activities(&found.solution.values);
            prop_assert!(activities.iter().zip(&program.rhs).all(|(a, r)| *a <= r + 1e-6));
        }
    }

    #[test]
    fn a_program_without_rows_goes_to_its_bounds() {
        let mut program = BoxedProgram::with_rows(vec![]);
        program.add_variable(-1.0, 3.0, []);
        program.add_variable(2.0, 1.0, []);
        let found = interior_point(&program, &InteriorOptions::default()).unwrap();
        assert!((program.objective(&found.solution.values) + 3.0).abs() < 1e-6);
    }
}
