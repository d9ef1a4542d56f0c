//! An interior point method for boxed programs.

mod constants;
mod direction;
mod elimination;
mod iterate;
mod normal;
mod residuals;
mod separate;
mod step;
mod transfer_system;
mod warm_start;

pub use warm_start::InteriorPoint;

use crate::{BoxedProgram, BoxedSolution};
use constants::{MOST_STEPS, PATIENCE, PROGRESS};
use iterate::Iterate;
use normal::NormalMatrix;
use rulegen_limits::Limits;
use rulegen_lp::LpError;
use step::Workspace;

/// The tolerance and the limits of an interior point solve.
///
/// | field | default | range |
/// |---|---|---|
/// | `tolerance` | 1e-8 | (0, 1): relative gap and relative infeasibility |
/// | `limits` | none | any |
#[derive(Clone, Debug)]
pub struct InteriorOptions {
    /// The relative gap between the objective and its Lagrangian bound, and the relative
    /// infeasibility.
    pub tolerance: f64,
    /// The limits of time and patience.
    pub limits: Limits,
}

impl Default for InteriorOptions {
    fn default() -> Self {
        InteriorOptions { tolerance: 1e-8, limits: Limits::default() }
    }
}

/// The way in which an interior point solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InteriorStatus {
    /// The tolerance was reached.
    Converged,
    /// A limit was reached, rounding ended progress, or there were 100 steps.
    Stopped,
}

/// A point near the central path, close to optimal.
#[derive(Clone, Debug)]
pub struct InteriorSolution {
    /// The way in which the solve ended.
    pub status: InteriorStatus,
    /// Values strictly inside the box, rows that hold to the tolerance, and positive multipliers.
    pub solution: BoxedSolution,
    /// The number of Newton steps taken.
    pub iterations: usize,
    /// The points on the way, the last one last: warm-start points for similar programs. Empty if
    /// the solve began without [`interior_point_from`].
    pub warm_starts: Vec<InteriorPoint>,
}

/// Solves a boxed program by Mehrotra's predictor-corrector method.
///
/// The program has few rows and many variables, so the Newton system is reduced to the rows: a
/// dense symmetric matrix with one row for each of them, assembled from the short columns. A step
/// costs the sum of the squares of the column lengths, and a third of the cube of the number of
/// rows. A general interior point code factorises a sparse matrix of the whole program instead.
///
/// The answer is no vertex. Column generation wants well-centred multipliers and values for every
/// LP but the last; [`sift`](crate::sift) makes a vertex of an interior point.
///
/// # Errors
/// [`LpError::Backend`] if the Newton matrix cannot be factorised even when regularised.
pub fn interior_point(program: &BoxedProgram, options: &InteriorOptions) -> Result<InteriorSolution, LpError> {
    follow(program, Iterate::start(program), options, None)
}

/// Solves a boxed program by the method of [`interior_point`], from a warm-start point.
///
/// `warm_starts` are the points of a program that differs by a few rows, with a value for each
/// variable, and a slack and a multiplier for each row of this program. The solve takes the last of
/// them that is central enough for the infeasibility of the rows. It starts in the middle of the
/// boxes if there is no such point, if the point does not lead to the tolerance, and where boxes
/// stretch or are infinite.
///
/// Column generation saves most of its steps this way, see `docs/measurements/lp.md`.
///
/// # Errors
/// The errors of [`interior_point`].
pub fn interior_point_from(
    program: &BoxedProgram,
    warm_starts: &[InteriorPoint],
    options: &InteriorOptions,
) -> Result<InteriorSolution, LpError> {
    if let Some(near) = warm_starts.iter().rev().find_map(|point| point.start(program)) {
        let found = follow(program, near, options, Some(Vec::new()))?;
        let late = options.limits.reached().is_some();
        if found.status == InteriorStatus::Converged || late {
            return Ok(found);
        }
    }
    follow(program, Iterate::start(program), options, Some(Vec::new()))
}

/// Takes steps from a point until the tolerance or a limit is reached. Stores the points on the way
/// if `points` is given.
fn follow(
    program: &BoxedProgram,
    mut point: Iterate,
    options: &InteriorOptions,
    mut passed: Option<Vec<InteriorPoint>>,
) -> Result<InteriorSolution, LpError> {
    let mut matrix = NormalMatrix::new(program);
    let (mut workspace, mut best) = (Workspace::default(), f64::INFINITY);
    let (mut stalled, mut iterations) = (0, 0);
    let status = loop {
        passed.iter_mut().for_each(|passed| passed.push(InteriorPoint::of(&point, program)));
        let error = point.error(program);
        if error <= options.tolerance {
            break InteriorStatus::Converged;
        }
        stalled = if error < PROGRESS * best { 0 } else { stalled + 1 };
        best = best.min(error);
        let late = options.limits.reached().is_some();
        if stalled > PATIENCE || late || iterations == MOST_STEPS {
            break InteriorStatus::Stopped;
        }
        point.step(program, &mut matrix, &mut workspace, options.tolerance)?;
        iterations += 1;
    };
    Ok(InteriorSolution {
        status,
        iterations,
        solution: point.into_solution(),
        warm_starts: passed.unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::{program, separate_program};
    use proptest::prelude::*;

    #[test]
    fn a_wish_ends_it_before_the_next_step() {
        let mut program = BoxedProgram::with_rows(vec![3.0]);
        program.add_variable(-1.0, 2.0, [(0, 1.0)]);
        let limits = Limits::default();
        limits.stop.raise();
        let found = interior_point(&program, &InteriorOptions { limits, ..Default::default() }).unwrap();
        assert_eq!((found.status, found.iterations), (InteriorStatus::Stopped, 0));
    }

    proptest! {
        #[test]
        fn the_gap_closes(program in prop_oneof![program(), separate_program()]) {
            let found = interior_point(&program, &InteriorOptions::default()).unwrap();
            prop_assert_eq!(found.status, InteriorStatus::Converged);
            let objective = program.objective(&found.solution.values);
            let bound = program.lagrangian_bound(&found.solution.multipliers);
            prop_assert!(objective - bound <= 1e-6 * (1.0 + objective.abs()), "{} against {}", objective, bound);
            let activities = program.activities(&found.solution.values);
            prop_assert!(activities.iter().zip(&program.rhs).all(|(a, r)| *a <= r + 1e-6));
        }
    }

    /// Returns the warm-start points of the program without the last rows before its separate ones.
    /// The multipliers of the separate rows are kept if `keep`.
    fn points_without(program: &BoxedProgram, rows: usize, keep: bool) -> Vec<InteriorPoint> {
        let (shared, separate) = (program.num_rows() - program.separate, program.separate);
        let kept = shared - rows;
        let rhs = [&program.rhs[..kept], &program.rhs[shared..]].concat();
        let mut part = BoxedProgram { separate, ..BoxedProgram::with_rows(rhs) };
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let terms = indices.iter().map(|&r| r as usize).zip(coefficients.iter().copied());
            let terms = terms.filter(|t| t.0 < kept || t.0 >= shared);
            let terms = terms.map(|(r, a)| ((if r < kept { r } else { r - rows }) as u32, a)).collect::<Vec<_>>();
            part.add_variable(program.costs[j], program.upper[j], terms);
        }
        let loose = InteriorOptions { tolerance: 1e-2, ..Default::default() };
        let mut points = interior_point_from(&part, &[], &loose).unwrap().warm_starts;
        for point in &mut points {
            for numbers in [&mut point.slacks, &mut point.multipliers] {
                let own = numbers.split_off(kept);
                numbers.resize(shared, 0.0);
                numbers.extend(own.into_iter().map(|number| if keep { number } else { 0.0 }));
            }
        }
        points
    }

    proptest! {
        #[test]
        fn from_a_warm_start_it_comes_to_the_same(
            program in prop_oneof![program(), separate_program()],
            new in 0usize..4,
            keep in any::<bool>(),
        ) {
            let points = points_without(&program, new.min(program.num_rows() - program.separate), keep);
            let found = interior_point_from(&program, &points, &InteriorOptions::default()).unwrap();
            let cold = interior_point(&program, &InteriorOptions::default()).unwrap();
            prop_assert_eq!(found.status, InteriorStatus::Converged);
            let bound = program.lagrangian_bound(&found.solution.multipliers);
            let optimum = program.objective(&cold.solution.values);
            prop_assert!((optimum - bound).abs() <= 1e-6 * (1.0 + optimum.abs()), "{} against {}", optimum, bound);
            let activities = program.activities(&found.solution.values);
            prop_assert!(activities.iter().zip(&program.rhs).all(|(a, r)| *a <= r + 1e-6));
        }
    }

    #[test]
    fn the_points_of_a_program_lead_to_its_own_end_in_a_step_or_two() {
        let mut program = BoxedProgram::with_rows(vec![1.5, 0.75, 2.0]);
        for j in 0..40u32 {
            program.add_variable(
                -1.0,
                1.0,
                [(j % 3, 1.0), ((j + 1) % 3, if j % 4 == 0 { -1.0 } else { 1.0 })]
                    .into_iter()
                    .collect::<std::collections::BTreeMap<_, _>>(),
            );
        }
        let options = InteriorOptions { tolerance: 1e-3, ..Default::default() };
        let cold = interior_point_from(&program, &[], &options).unwrap();
        let again = interior_point_from(&program, &cold.warm_starts, &options).unwrap();
        assert!(cold.iterations > 4 && again.iterations <= 2, "{} and {} steps", cold.iterations, again.iterations);
    }

    #[test]
    fn a_point_of_another_shape_is_of_no_use() {
        let mut program = BoxedProgram::with_rows(vec![1.0]);
        program.add_variable(-1.0, 3.0, [(0, 1.0)]);
        let point =
            InteriorPoint { values: vec![1.0; 2], slacks: vec![0.5], multipliers: vec![0.5], complementarity: 0.1 };
        assert!(point.start(&program).is_none());
        let found = interior_point_from(&program, &[point], &InteriorOptions::default()).unwrap();
        assert!((program.objective(&found.solution.values) + 1.0).abs() < 1e-6);
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
