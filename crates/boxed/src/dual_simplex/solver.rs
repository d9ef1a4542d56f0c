//! The dual simplex behind the common trait of LP solvers.

use super::constants::MOST_IN_SIFTING;
use super::state::DualSimplex;
use rulegen_lp::{
    Basis, LpError, LpFactory, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions, VariableId,
};

const NAME: &str = "dual-simplex";

/// Creates solvers over a [`DualSimplex`], for programs of its shape: rows `<= rhs`, variables in
/// `[0, u]` with `u` finite.
///
/// A solver continues from its last basis as long as only rows are added. It refuses any other
/// program with [`LpError::UnsupportedRow`] or [`LpError::UnsupportedVariable`].
///
/// ```
/// use rulegen_boxed::DualSimplexBackend;
/// use rulegen_lp::{LpModel, SolveOptions};
///
/// let mut lp = LpModel::new(&DualSimplexBackend)?;
/// let (x, y) = (lp.add_variable(-1.0, 0.0, 1.0), lp.add_variable(-2.0, 0.0, 1.0));
/// lp.add_row(f64::NEG_INFINITY, &[(x, 1.0), (y, 1.0)], 1.5);
/// let solution = lp.solve(&SolveOptions::default())?;
/// assert_eq!(solution.values, [0.5, 1.0]);
/// # Ok::<(), rulegen_lp::LpError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DualSimplexBackend;

impl LpFactory for DualSimplexBackend {
    fn name(&self) -> &str {
        NAME
    }

    fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
        Ok(Box::new(DualSimplexSolver::default()))
    }
}

/// The simplex of the last solve, with its number of rows.
#[derive(Debug, Default)]
struct DualSimplexSolver {
    last: Option<(DualSimplex, usize)>,
}

impl LpSolver for DualSimplexSolver {
    fn name(&self) -> &str {
        NAME
    }

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        check_shape(problem)?;
        let mut simplex = self.loaded(problem);
        let before = simplex.iterations();
        let most = MOST_IN_SIFTING * (1 + problem.num_rows());
        let (status, solution) = simplex.solve_exactly(most, &options.limits);
        let iterations = Some(simplex.iterations() - before);
        self.last = Some((simplex, problem.num_rows()));
        let Some(found) = solution else {
            return Ok(LpSolution { iterations, ..LpSolution::without_point(status) });
        };
        let objective = problem.objective(&found.values);
        let row_duals = found.multipliers.iter().map(|y| -y).collect();
        Ok(LpSolution { status: LpStatus::Optimal, objective, values: found.values, row_duals, iterations })
    }

    fn is_warm(&self) -> bool {
        self.last.is_some()
    }

    fn reset(&mut self) {
        self.last = None;
    }

    fn basis(&self) -> Option<Basis> {
        self.last.as_ref().map(|(simplex, _)| simplex.basis())
    }

    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        check_shape(problem)?;
        let mut simplex = self.loaded(problem);
        let started = simplex.start_from(basis);
        self.last = started.then_some((simplex, problem.num_rows()));
        if started { Ok(()) } else { Err(LpError::InvalidBasis) }
    }
}

impl DualSimplexSolver {
    /// Takes the simplex of the last solve and adds the new rows, or loads a new one.
    fn loaded(&mut self, problem: &LpProblem) -> DualSimplex {
        let known = self.last.take().filter(|(simplex, _)| simplex.num_variables() == problem.num_variables());
        let new = || (DualSimplex::new(problem.costs().to_vec(), problem.upper().to_vec()), 0);
        let (mut simplex, rows) = known.unwrap_or_else(new);
        for row in rows..problem.num_rows() {
            let terms = problem.row(RowId::new(row)).map(|(variable, coefficient)| (variable.index(), coefficient));
            simplex.add_row(terms, problem.row_upper()[row]);
        }
        simplex
    }
}

/// Checks that a program has the shape that the dual simplex takes.
fn check_shape(problem: &LpProblem) -> Result<(), LpError> {
    for (j, (&lower, &upper)) in problem.lower().iter().zip(problem.upper()).enumerate() {
        if lower != 0.0 || upper.is_infinite() {
            let (name, variable) = (NAME.to_owned(), VariableId::new(j));
            return Err(LpError::UnsupportedVariable { name, variable, lower, upper });
        }
    }
    for (i, (&lower, &upper)) in problem.row_lower().iter().zip(problem.row_upper()).enumerate() {
        if lower != f64::NEG_INFINITY || upper.is_infinite() {
            let (name, row) = (NAME.to_owned(), RowId::new(i));
            return Err(LpError::UnsupportedRow { name, row, lower, upper });
        }
    }
    Ok(())
}
