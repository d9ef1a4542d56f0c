use rulegen_limits::Limits;

use crate::{Basis, LpError, LpProblem, LpSolution};

/// A solver of linear programs, used through [`LpModel`](crate::LpModel).
///
/// A solver has to provide [`solve`](Self::solve) and [`name`](Self::name). The other methods
/// concern the state that it keeps from one solve to the next, and default to none.
///
/// Only [`LpModel`](crate::LpModel) calls a solver. Therefore it sees only programs with at least
/// one variable, no NaN and no empty interval, and options in their ranges. It need not check its
/// own answers: an optimal one that [`verify`](crate::verify()) refuses never leaves the model.
///
/// # Example
///
/// A solver for programs without rows, where every variable lies at its better bound:
///
/// ```
/// use rulegen_lp::{
///     LpError, LpFactory, LpModel, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions,
/// };
///
/// #[derive(Debug)]
/// struct Bounds;
///
/// impl LpSolver for Bounds {
///     fn name(&self) -> &str {
///         "bounds"
///     }
///
///     fn solve(&mut self, problem: &LpProblem, _: &SolveOptions) -> Result<LpSolution, LpError> {
///         if problem.num_rows() > 0 {
///             let (lower, upper) = (problem.row_lower()[0], problem.row_upper()[0]);
///             let row = RowId::new(0);
///             return Err(LpError::UnsupportedRow { name: "bounds".into(), row, lower, upper });
///         }
///         let (lower, upper) = (problem.lower(), problem.upper());
///         let best = |j: usize| if problem.costs()[j] < 0.0 { upper[j] } else { lower[j] };
///         let values: Vec<f64> = (0..problem.num_variables()).map(best).collect();
///         if values.iter().any(|value| value.is_infinite()) {
///             return Ok(LpSolution::without_point(LpStatus::Unbounded));
///         }
///         let objective = problem.objective(&values);
///         let (status, row_duals) = (LpStatus::Optimal, Vec::new());
///         Ok(LpSolution { status, objective, values, row_duals, iterations: None })
///     }
/// }
///
/// #[derive(Debug)]
/// struct BoundsFactory;
///
/// impl LpFactory for BoundsFactory {
///     fn name(&self) -> &str {
///         "bounds"
///     }
///
///     fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
///         Ok(Box::new(Bounds))
///     }
/// }
///
/// let mut lp = LpModel::new(&BoundsFactory)?;
/// lp.add_variable(-2.0, 0.0, 3.0);
/// assert_eq!(lp.solve(&SolveOptions::default())?.objective, -6.0);
/// # Ok::<(), LpError>(())
/// ```
pub trait LpSolver: Send {
    /// Returns the name of the solver, for messages.
    fn name(&self) -> &str;

    /// Solves `problem`, which may have grown since the last call. An optimal answer has values
    /// and, if the options ask for them, row duals (signs: see the crate). The solver may use or
    /// drop its state from the last call.
    ///
    /// # Errors
    /// [`LpError::UnsupportedRow`] and [`LpError::UnsupportedVariable`] if the program does not
    /// have the shape that the solver takes; [`LpError::Backend`] if the solver fails. Infeasible,
    /// unbounded and limits are statuses.
    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError>;

    /// True if the next call would start from an earlier answer.
    fn is_warm(&self) -> bool {
        false
    }

    /// Forgets all earlier calls.
    fn reset(&mut self) {}

    /// Returns the basis of the last call, if the solver has one.
    fn basis(&self) -> Option<Basis> {
        None
    }

    /// Sets the basis from which the next call starts. Its lengths fit the program.
    ///
    /// # Errors
    /// [`LpError::NoStartingBasis`] if the solver cannot start from a basis,
    /// [`LpError::InvalidBasis`] if it refuses this one.
    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        let _ = (problem, basis);
        Err(LpError::NoStartingBasis { name: self.name().to_owned() })
    }
}

/// The tolerance and the limits of a solve.
///
/// | field | default | range |
/// |---|---|---|
/// | `tolerance` | 1e-9 | (0, 1) |
/// | `limits` | none | any |
/// | `row_duals` | true | |
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The tolerance on primal and dual feasibility, relative to the numbers of the program.
    /// Solvers follow it as far as they can: HiGHS and microlp accept nothing below 1e-10, minilp
    /// always works to 1e-8.
    pub tolerance: f64,
    /// The limits of time and patience. The status is
    /// [`LpStatus::TimeLimit`](crate::LpStatus::TimeLimit) whichever of them is reached. Backends
    /// in C check the deadline only.
    pub limits: Limits,
    /// True if [`LpSolution::row_duals`] are wanted. The pure-Rust backends compute them after the
    /// solve. Without them an answer is checked for primal feasibility only.
    pub row_duals: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self { tolerance: 1e-9, limits: Limits::default(), row_duals: true }
    }
}
