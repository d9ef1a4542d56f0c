use super::node::{Bounds, Node};
use super::settings::BranchAndBound;
use crate::mip::engine::Task;
use crate::mip::problem::MipProblem;
use crate::{LpError, LpModel, LpSolution, SolveOptions, VariableId};

/// The linear program of the node looked at.
#[derive(Debug)]
pub(super) struct NodeLp {
    lp: LpModel,
    /// The bounds at the root.
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// The variables whose bounds in the solver may differ from the root's.
    changed: Vec<Bounds>,
}

impl NodeLp {
    pub(super) fn new(engine: &BranchAndBound, problem: &MipProblem) -> Result<Self, LpError> {
        let lp = LpModel::of(&engine.backend, problem.lp.clone())?;
        let (lower, upper) = (problem.lp.lower().to_vec(), problem.lp.upper().to_vec());
        Ok(Self { lp, lower, upper, changed: Vec::new() })
    }

    pub(super) fn bounds_in(&self, node: &Node, column: usize) -> (f64, f64) {
        let changed = node.bounds.iter().find(|bounds| bounds.column == column);
        changed.map_or((self.lower[column], self.upper[column]), |bounds| (bounds.lower, bounds.upper))
    }

    pub(super) fn solve(&mut self, bounds: &[Bounds], task: &Task) -> Result<LpSolution, LpError> {
        for old in std::mem::take(&mut self.changed) {
            if bounds.iter().all(|new| new.column != old.column) {
                let (lower, upper) = (self.lower[old.column], self.upper[old.column]);
                self.lp.set_variable_bounds(VariableId::new(old.column), lower, upper)?;
            }
        }
        for new in bounds {
            self.lp.set_variable_bounds(VariableId::new(new.column), new.lower, new.upper)?;
        }
        self.changed = bounds.to_vec();
        self.lp.solve(&SolveOptions { limits: task.options.limits.clone(), ..SolveOptions::default() })
    }
}
