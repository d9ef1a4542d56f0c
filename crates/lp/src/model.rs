use crate::verify::verify_primal;
use crate::{
    Basis, BasisStatus, LpError, LpFactory, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions, VariableId,
    Violation, verify,
};
use std::fmt;

/// The tolerance that an answer must meet, relative as in [`verify`]: to the larger of 1 and a
/// bound, a cost or the sum of the terms. In programs whose numbers are about 1 it is the seventh
/// digit of the data. It is a hundred times the default of [`SolveOptions::tolerance`], because
/// solvers work in scaled units, and a row misses its side by the sum of what its values miss
/// theirs. It is a tenth of the gap at which a run counts as optimal (1e-6).
pub(crate) const CHECK_TOLERANCE: f64 = 1e-7;

/// A linear program that grows and is solved again. Its solver is trusted only as far as [`verify`]
/// confirms its answers.
///
/// [`add_variable`](Self::add_variable) and [`add_row`](Self::add_row) never fail. Input that no
/// solver can take (NaN, a variable that does not exist) is stored, and every later
/// [`solve`](Self::solve) returns it as an error. A lower bound above its upper bound is no bad
/// input but a program without a solution, and the status is [`LpStatus::Infeasible`].
pub struct LpModel {
    solver: Box<dyn LpSolver>,
    problem: LpProblem,
    /// Counts refused variables and rows too, so that ids stay distinct.
    variables: usize,
    rows: usize,
    /// The first bad input.
    fault: Option<LpError>,
}

impl fmt::Debug for LpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, variables, rows) = (self.name(), self.variables, self.rows);
        let mut shown = f.debug_struct("LpModel");
        shown.field("solver", &name).field("variables", &variables).field("rows", &rows).finish_non_exhaustive()
    }
}

impl LpModel {
    /// Creates an empty program with a solver of `factory`.
    ///
    /// # Errors
    /// The errors of the factory.
    pub fn new(factory: &dyn LpFactory) -> Result<Self, LpError> {
        Self::of(factory, LpProblem::new())
    }

    /// Takes a complete program, with a solver of `factory`.
    ///
    /// # Errors
    /// The errors of the factory.
    pub fn of(factory: &dyn LpFactory, problem: LpProblem) -> Result<Self, LpError> {
        let (solver, variables, rows) = (factory.create()?, problem.num_variables(), problem.num_rows());
        Ok(Self { solver, problem, variables, rows, fault: None })
    }

    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        self.solver.name()
    }

    /// Adds a variable that occurs in no row yet.
    pub fn add_variable(&mut self, cost: f64, lower: f64, upper: f64) -> VariableId {
        let variable = VariableId::new(self.variables);
        self.variables += 1;
        if self.fault.is_none() {
            self.fault = self.problem.add_variable(cost, lower, upper).err();
        }
        variable
    }

    /// Adds `lower <= Σ coefficient * variable <= upper`. Repeated variables are summed.
    pub fn add_row(&mut self, lower: f64, terms: &[(VariableId, f64)], upper: f64) -> RowId {
        let row = RowId::new(self.rows);
        self.rows += 1;
        if self.fault.is_none() {
            self.fault = self.problem.add_row(lower, terms, upper).err();
        }
        row
    }

    /// Solves the program as it is now, from the last solution if the solver can.
    ///
    /// # Errors
    /// The first bad input; [`LpError::InvalidTolerance`]; the errors of the solver;
    /// [`LpError::Unverified`] if the solver calls an answer optimal that [`verify`] refuses, even
    /// from scratch.
    pub fn solve(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        self.faultless()?;
        let tolerance = options.tolerance;
        if !(tolerance > 0.0 && tolerance < 1.0) {
            return Err(LpError::InvalidTolerance { tolerance });
        }
        if options.limits.reached().is_some() {
            return Ok(LpSolution::without_point(LpStatus::TimeLimit));
        }
        if self.problem.is_trivially_infeasible() {
            return Ok(LpSolution::without_point(LpStatus::Infeasible));
        }
        if self.variables == 0 {
            return Ok(self.solve_empty(options));
        }
        let mut solution = self.solve_twice(options)?;
        if !options.row_duals {
            solution.row_duals.clear();
        }
        Ok(solution)
    }

    /// Returns the basis at which the last solve ended. `None` if something was added since, or if
    /// the solver has no basis.
    pub fn basis(&self) -> Option<Basis> {
        let fits = |b: &Basis| b.variables.len() == self.variables && b.rows.len() == self.rows;
        self.solver.basis().filter(fits)
    }

    /// Sets the basis from which the next solve starts.
    ///
    /// # Errors
    /// [`LpError::NoStartingBasis`] if the solver cannot start from a basis;
    /// [`LpError::InvalidBasis`] if lengths or the number of basic variables do not fit the
    /// program, or the solver refuses the basis.
    pub fn set_basis(&mut self, basis: &Basis) -> Result<(), LpError> {
        self.faultless()?;
        let statuses = basis.variables.iter().chain(&basis.rows);
        let basic = statuses.filter(|&&status| status == BasisStatus::Basic).count();
        // HiGHS would repair the number silently.
        if basis.variables.len() != self.variables || basis.rows.len() != self.rows || basic != self.rows {
            return Err(LpError::InvalidBasis);
        }
        self.solver.set_basis(&self.problem, basis)
    }

    fn faultless(&self) -> Result<(), LpError> {
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// Solves again from scratch if a warm start ended in a claim that no check covers: drift in a
    /// factorisation with many updates can appear as a false "infeasible".
    fn solve_twice(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let was_warm = self.solver.is_warm();
        let first = self.attempt(options);
        let conclusive = match &first {
            Ok(solution) => !matches!(
                solution.status,
                LpStatus::Infeasible | LpStatus::Unbounded | LpStatus::UnboundedOrInfeasible | LpStatus::Unknown
            ),
            Err(_) => false,
        };
        if conclusive || !was_warm {
            return first;
        }
        if let Err(error) = &first {
            log::debug!("{}: {error}; solving again from scratch", self.name());
        }
        self.solver.reset();
        self.attempt(options)
    }

    fn attempt(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let solution = self.solver.solve(&self.problem, options)?;
        if solution.status == LpStatus::Optimal {
            let name = || self.name().to_owned();
            self.check(&solution, options).map_err(|violation| LpError::Unverified { name: name(), violation })?;
        }
        Ok(solution)
    }

    fn check(&self, solution: &LpSolution, options: &SolveOptions) -> Result<(), Violation> {
        let tolerance = CHECK_TOLERANCE.max(options.tolerance);
        if options.row_duals {
            verify(&self.problem, solution, tolerance)
        } else {
            verify_primal(&self.problem, solution, tolerance).map(drop)
        }
    }

    /// Returns the answer to a program without variables, all of whose rows are known to contain 0.
    fn solve_empty(&self, options: &SolveOptions) -> LpSolution {
        LpSolution {
            status: LpStatus::Optimal,
            objective: 0.0,
            values: Vec::new(),
            row_duals: vec![0.0; if options.row_duals { self.rows } else { 0 }],
            iterations: Some(0),
        }
    }
}
