//! The restricted LP of a linear master: its columns, its solution, and the ways to solve it.

mod active;
mod backend;
mod columns;
mod constants;
mod covering;
mod dual_simplex;
mod incumbent;
mod interior;
mod loss;
mod partition;
mod simplex;
mod solver;
mod strategy;
mod warm_start;

pub(crate) use columns::Columns;
pub use columns::verified_cover;
pub(crate) use covering::CoveringLoss;
pub(crate) use loss::Budget;
pub use loss::{Duals, LinearLoss, SampleRow};
pub use partition::{Cluster, Partition};
pub(crate) use solver::{RestrictedSolution, RestrictedView, Solver};
pub use strategy::LpStrategy;

use crate::{Column, MasterError};
use active::ActiveSet;
use constants::LOOSE;
use incumbent::Incumbent;
use interior::InteriorSolver;
use loss::charge;
use rulegen_boxed::BoxedProgram;
use rulegen_driver::{AddCounts, DriverError, MasterSolution};
use rulegen_limits::Limits;
use rulegen_lp::{LpError, LpFactory};
use rulegen_rule::Rule;
use solver::is_final;
use std::sync::Arc;

/// The LP over the columns at hand, for a linear loss.
#[derive(Debug)]
pub(crate) struct RestrictedLp<L> {
    loss: L,
    backend: Arc<dyn LpFactory>,
    columns: Columns,
    partition: Partition,
    active: ActiveSet,
    solver: Box<dyn Solver>,
    duals: Duals,
    incumbent: Incumbent,
}

impl<L: LinearLoss> RestrictedLp<L> {
    /// Makes an LP without columns.
    ///
    /// # Errors
    /// An LP backend that is not built in.
    pub(crate) fn new(loss: L, strategy: LpStrategy, backend: Arc<dyn LpFactory>) -> Result<Self, MasterError> {
        let solver = strategy.solver(&loss, &backend)?;
        Ok(RestrictedLp::with_solver(loss, solver, backend))
    }

    /// Makes an LP without columns, with a solver of the master's own.
    pub(crate) fn with_solver(loss: L, solver: Box<dyn Solver>, backend: Arc<dyn LpFactory>) -> Self {
        let partition = loss.partition();
        let (_, objective) = loss.evaluate(&[], Vec::new(), &partition);
        RestrictedLp {
            duals: loss.first_duals(),
            incumbent: Incumbent::nothing(objective),
            columns: Columns::default(),
            active: ActiveSet::default(),
            partition,
            solver,
            backend,
            loss,
        }
    }

    /// Returns the loss.
    pub(crate) fn loss(&self) -> &L {
        &self.loss
    }

    /// Changes the loss in a way that keeps its partition. The columns and the best weights stay.
    pub(crate) fn change_loss(&mut self, change: impl FnOnce(&mut L)) {
        change(&mut self.loss);
        self.reevaluate();
    }

    /// Changes the costs of columns. They and the best weights stay. A solver may keep the old
    /// costs, so it is made anew.
    ///
    /// # Errors
    /// As [`RestrictedLp::new`].
    pub(crate) fn change_costs(
        &mut self,
        strategy: LpStrategy,
        cost: impl Fn(&Column) -> f64,
    ) -> Result<(), MasterError> {
        self.solver = strategy.solver(&self.loss, &self.backend)?;
        self.columns.set_costs(cost);
        self.reevaluate();
        Ok(())
    }

    /// Computes the objective of the best weights again.
    fn reevaluate(&mut self) {
        let (weights, objective) = self.loss.evaluate(&self.columns, self.weights().collect(), &self.partition);
        self.incumbent.set(weights, objective);
    }

    /// Returns the columns, in the order in which they came.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// True if the rule is a column already.
    pub(crate) fn knows(&self, tag: u32, rule: &Rule) -> bool {
        self.columns.knows(tag, rule)
    }

    /// Returns the partition into samples that the columns cannot tell apart.
    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }

    /// Returns the weight of each column in the best solution found.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        self.incumbent.weights(self.columns.len())
    }

    /// Returns the objective of [`RestrictedLp::weights`].
    pub(crate) fn objective(&self) -> f64 {
        self.incumbent.objective()
    }

    /// Returns the duals of the last solve that no limit ended.
    pub(crate) fn duals(&self) -> &Duals {
        &self.duals
    }

    /// Keeps weights of the first columns, if they are no worse than the best known.
    pub(crate) fn offer(&mut self, weights: &[f64]) {
        let mut weights = weights.to_vec();
        weights.resize(self.columns.len(), 0.0);
        let (weights, objective) = self.loss.evaluate(&self.columns, weights, &self.partition);
        self.incumbent.offer(weights, objective, false);
    }

    /// Returns the LP over all columns with samples merged, in a form that any backend can solve.
    pub(crate) fn program(&self) -> BoxedProgram {
        self.loss.program(&self.columns, &(0..self.columns.len()).collect::<Vec<_>>(), &self.partition)
    }

    /// Adds a column.
    pub(crate) fn push(&mut self, column: Column) {
        self.partition.add_column(self.columns.len() as u32, &column.cover, self.loss.weights());
        self.columns.push(column);
    }

    /// Adds a column if its reduced cost at the [duals](RestrictedLp::duals) is below `-threshold`.
    pub(crate) fn push_if_improving(&mut self, column: Column, threshold: f64, added: &mut AddCounts) {
        if self.improvement(&column) > threshold {
            self.push(column);
            added.new += 1;
        } else {
            added.rejected += 1;
        }
    }

    /// Returns minus the reduced cost of a column at the [duals](RestrictedLp::duals).
    fn improvement(&self, column: &Column) -> f64 {
        self.loss.income(&self.duals, column) - charge(&self.duals, column)
    }

    /// Solves to a relative gap of `tolerance`, or to a vertex if it is 0. A column is worth
    /// activating when it improves by more than `zero`.
    ///
    /// # Errors
    /// [`DriverError::Master`] when every solver fails.
    pub(crate) fn solve(&mut self, tolerance: f64, limits: &Limits, zero: f64) -> Result<MasterSolution, DriverError> {
        let warm = self.solver.is_warm();
        let solved = match self.solve_active(tolerance, limits, zero) {
            Err(error) if warm && !is_final(&error, &*self.backend) => {
                log::warn!("{error}: solving by interior point from now on");
                self.solver = Box::new(InteriorSolver::with_warm_starts(self.backend.clone()));
                self.solve_active(0.0, limits, zero)
            }
            solved => solved,
        };
        let converged = solved.map_err(|error| DriverError::Master(Box::new(error)))?;
        if self.solver.is_outgrown() {
            self.solver = Box::new(InteriorSolver::with_warm_starts(self.backend.clone()));
        }
        Ok(MasterSolution { objective: self.objective(), converged, warm: self.solver.is_warm() })
    }

    /// Solves over the active columns, activates those that the solution violates, and solves again
    /// until there are none. Returns true if the tolerance was reached.
    ///
    /// An inactive column that would improve at a loose solution waits for the next solve, and
    /// until then the tolerance is that of the others. Where limits end a solve its weights count
    /// if they are better, but its duals may be far from any optimum, so those before it stay.
    fn solve_active(&mut self, tolerance: f64, limits: &Limits, zero: f64) -> Result<bool, LpError> {
        let mut first = true;
        loop {
            let members = self.active.members(self.columns.len());
            let lp = RestrictedView { loss: &self.loss, columns: &self.columns, partition: &self.partition };
            let Some(solved) = self.solver.solve(lp, &members, tolerance, limits)? else { return Ok(false) };
            let (weights, objective) = match solved.objective {
                Some(objective) => (solved.weights, objective),
                None => self.loss.evaluate(&self.columns, solved.weights, &self.partition),
            };
            if !solved.converged && limits.reached().is_some() {
                self.incumbent.offer(weights, objective, false);
                return Ok(false);
            }
            self.duals = solved.duals;
            let activated = self.update_active(first, zero, solved.tolerance);
            let is_vertex = solved.converged && solved.tolerance == 0.0 && !activated;
            self.incumbent.offer(weights, objective, is_vertex);
            if !solved.converged || !activated || solved.tolerance > LOOSE {
                return Ok(solved.converged && !activated);
            }
            first = false;
        }
    }

    /// Deactivates columns that have been far from use, and activates columns that improve at the
    /// new duals by more than `tolerance` of their charge. Returns true if any were activated.
    fn update_active(&mut self, count: bool, zero: f64, tolerance: f64) -> bool {
        let mut active = std::mem::take(&mut self.active);
        if count {
            active.count(|k| {
                let column = &self.columns[k];
                let charge = charge(&self.duals, column);
                (charge - self.loss.income(&self.duals, column)) / if charge > 0.0 { charge } else { 1.0 }
            });
        }
        let improves = |k: usize| {
            let column = &self.columns[k];
            self.improvement(column) > (tolerance * charge(&self.duals, column)).max(zero)
        };
        let activated = active.activate(improves);
        self.active = active;
        activated
    }
}
