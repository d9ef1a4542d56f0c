use rulegen_limits::Limits;

use crate::{Basis, LpError, LpProblem, LpSolution, VariableId};

/// A solver of linear programs. [`LpModel`](crate::LpModel) puts it to work.
///
/// A solver has one method to provide, [`solve`](Self::solve). The others tell what it keeps from one solve to the
/// next, and default to "nothing".
///
/// A solver is called through [`LpModel`](crate::LpModel) only. Therefore it sees only programs with at least one
/// variable, no NaN and no empty interval, and options in their ranges. Its answers need no checks of its own: an
/// optimal one that [`verify`](crate::verify()) refuses never leaves the model.
///
/// # Example
///
/// A solver for programs without rows, where every variable goes to its better bound:
///
/// ```
/// use rulegen_lp::{LpError, LpFactory, LpModel, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions};
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
///             let (row, lower, upper) = (RowId::new(0), problem.row_lower()[0], problem.row_upper()[0]);
///             return Err(LpError::UnsupportedRow { name: "bounds".into(), row, lower, upper });
///         }
///         let best = |j: usize| if problem.costs()[j] < 0.0 { problem.upper()[j] } else { problem.lower()[j] };
///         let values: Vec<f64> = (0..problem.num_variables()).map(best).collect();
///         if values.iter().any(|value| value.is_infinite()) {
///             return Ok(LpSolution::without_point(LpStatus::Unbounded));
///         }
///         let objective = problem.objective(&values);
///         Ok(LpSolution { status: LpStatus::Optimal, objective, values, row_duals: Vec::new(), iterations: None })
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
    /// The name of the solver, for messages.
    fn name(&self) -> &str;

    /// Solves `problem`, which has grown (or not) since the last call. An optimal answer comes with values and, if the
    /// options ask for them, row duals (signs: see the crate). What the solver holds from the last call it may use, or
    /// drop.
    ///
    /// # Errors
    /// [`LpError::UnsupportedRow`] and [`LpError::UnsupportedVariable`] where the program is not of the shape that the
    /// solver takes; [`LpError::Backend`] where it fails. Infeasible, unbounded and limits are statuses.
    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError>;

    /// Whether the next call would start from an earlier answer.
    fn is_warm(&self) -> bool {
        false
    }

    /// Forgets every earlier call.
    fn reset(&mut self) {}

    /// The basis of the last call, where the solver keeps one.
    fn basis(&self) -> Option<Basis> {
        None
    }

    /// Hears that a variable has other bounds by the next call. By default the next call starts from scratch.
    fn bounds_changed(&mut self, variable: VariableId) {
        let _ = variable;
        self.reset();
    }

    /// Starts the next call from a basis, whose lengths fit the program.
    ///
    /// # Errors
    /// [`LpError::NoStartingBasis`] where the solver takes none, [`LpError::InvalidBasis`] where it refuses this one.
    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        let _ = (problem, basis);
        Err(LpError::NoStartingBasis { name: self.name().to_owned() })
    }
}

/// How to solve.
///
/// | field | default | range |
/// |---|---|---|
/// | `tolerance` | 1e-9 | (0, 1) |
/// | `limits` | none | any |
/// | `row_duals` | true | |
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// How far, relative to the numbers of the program, primal and dual feasibility may be missed.
    /// Solvers follow it as far as they can: HiGHS and microlp accept nothing below 1e-10, minilp always works to 1e-8.
    pub tolerance: f64,
    /// The limits of time and patience. The status is [`LpStatus::TimeLimit`](crate::LpStatus::TimeLimit)
    /// whichever is reached. Backends in C look at the deadline only.
    pub limits: Limits,
    /// Whether [`LpSolution::row_duals`] are wanted. The pure-Rust backends compute them after the
    /// solve. Without them an answer is checked for primal feasibility only.
    pub row_duals: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self { tolerance: 1e-9, limits: Limits::default(), row_duals: true }
    }
}
