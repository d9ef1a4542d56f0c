//! What every backend has in common: bad input, trivial programs, the deadline that is already
//! past, and the rule that no answer leaves unchecked.

use std::time::Instant;

use crate::verify::verify_primal;
use crate::{
    Basis, BasisStatus, LpError, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions, VariableId, Violation,
    verify,
};

/// What an answer must meet, relative as in [`verify`]: minilp works to 1e-8 on scaled rows, and
/// summing a long row costs a little more.
pub(crate) const CHECK_TOLERANCE: f64 = 1e-7;

/// A library behind [`Supervised`]. It sees only programs that have at least one variable, no NaN and
/// no empty interval.
pub(crate) trait Engine: Send {
    const NAME: &'static str;

    /// Solves `problem`, which has grown (or not) since the last call; an optimal answer comes with
    /// values and, if the options ask for them, row duals. Whatever the engine holds from the last
    /// call it may use, or drop.
    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError>;

    /// Whether the next call would start from an earlier answer.
    fn is_warm(&self) -> bool;

    /// Forgets every earlier call.
    fn reset(&mut self);

    /// The basis of the last call, where the engine keeps one.
    fn basis(&self) -> Option<Basis> {
        None
    }

    /// Hears that a variable has other bounds by the next call. By default the next call starts from scratch.
    fn bounds_changed(&mut self, variable: VariableId) {
        let _ = variable;
        self.reset();
    }

    /// Starts the next call from a basis, whose lengths fit the program.
    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        let _ = (problem, basis);
        Err(LpError::NoStartingBasis { name: Self::NAME })
    }
}

/// A backend that trusts its library only as far as [`verify`] does.
#[derive(Debug)]
pub(crate) struct Supervised<E> {
    engine: E,
    problem: LpProblem,
    /// Also counts what was refused, so that ids stay distinct.
    variables: usize,
    rows: usize,
    /// The first bad input.
    fault: Option<LpError>,
}

impl<E: Engine> Supervised<E> {
    pub(crate) fn new(engine: E) -> Self {
        Self { engine, problem: LpProblem::new(), variables: 0, rows: 0, fault: None }
    }

    fn solve_checked(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let was_warm = self.engine.is_warm();
        let first = self.attempt(options);
        // A claim that a warm start made and no check covers is worth a second solve: drift in a
        // factorization that lived through many edits shows up as a false "infeasible".
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
            log::debug!("{}: {error}; solving again from scratch", E::NAME);
        }
        self.engine.reset();
        self.attempt(options)
    }

    fn attempt(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let solution = self.engine.solve(&self.problem, options)?;
        if solution.status == LpStatus::Optimal {
            self.check(&solution, options).map_err(|violation| LpError::Unverified { name: E::NAME, violation })?;
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

    /// The answer to a program without variables and, as that is known by now, with 0 inside all its rows.
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

impl<E: Engine> LpSolver for Supervised<E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn add_variable(&mut self, cost: f64, lower: f64, upper: f64) -> VariableId {
        let variable = VariableId::new(self.variables);
        self.variables += 1;
        if self.fault.is_none() {
            self.fault = self.problem.add_variable(cost, lower, upper).err();
        }
        variable
    }

    fn add_row(&mut self, lower: f64, terms: &[(VariableId, f64)], upper: f64) -> RowId {
        let row = RowId::new(self.rows);
        self.rows += 1;
        if self.fault.is_none() {
            self.fault = self.problem.add_row(lower, terms, upper).err();
        }
        row
    }

    fn solve(&mut self, options: &SolveOptions) -> Result<LpSolution, LpError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let tolerance = options.tolerance;
        if !(tolerance > 0.0 && tolerance < 1.0) {
            return Err(LpError::InvalidTolerance { tolerance });
        }
        if options.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return Ok(LpSolution::without_point(LpStatus::TimeLimit));
        }
        if self.problem.is_trivially_infeasible() {
            return Ok(LpSolution::without_point(LpStatus::Infeasible));
        }
        if self.variables == 0 {
            return Ok(self.solve_empty(options));
        }
        let mut solution = self.solve_checked(options)?;
        if !options.row_duals {
            solution.row_duals.clear();
        }
        Ok(solution)
    }

    fn basis(&self) -> Option<Basis> {
        let fits = |b: &Basis| b.variables.len() == self.variables && b.rows.len() == self.rows;
        self.engine.basis().filter(fits)
    }

    fn set_variable_bounds(&mut self, variable: VariableId, lower: f64, upper: f64) -> Result<(), LpError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.problem.set_variable_bounds(variable, lower, upper)?;
        self.engine.bounds_changed(variable);
        Ok(())
    }

    fn set_basis(&mut self, basis: &Basis) -> Result<(), LpError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let statuses = basis.variables.iter().chain(&basis.rows);
        let basic = statuses.filter(|&&status| status == BasisStatus::Basic).count();
        // HiGHS itself would repair the count in silence.
        if basis.variables.len() != self.variables || basis.rows.len() != self.rows || basic != self.rows {
            return Err(LpError::InvalidBasis);
        }
        self.engine.set_basis(&self.problem, basis)
    }
}
