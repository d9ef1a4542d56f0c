use crate::LpStatus;

/// A solution of a mixed-integer program, not necessarily a best one.
#[derive(Clone, Debug, PartialEq)]
pub struct MipPoint {
    /// `c·x`, computed from the values.
    pub objective: f64,
    /// The value of every variable. Integers are whole; rows and bounds may be missed by `1e-5 * max(1, |bound|)`.
    pub values: Vec<f64>,
}

/// What is known at the end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct MipSolution {
    /// How the search ended. [`LpStatus::Optimal`]: the first of the points is as good as any, up to the gaps asked for.
    pub status: LpStatus,
    /// Every improving solution known, **best first**: those of the search and the one it started from.
    pub points: Vec<MipPoint>,
    /// No solution has a smaller objective, up to the tolerances of the solver. None if nothing is known, as after an
    /// early stop, or if there is no solution.
    pub bound: Option<f64>,
    /// Nodes of the search tree that were looked at, 0 where the solver does not tell (CBC).
    pub nodes: u64,
}

impl MipSolution {
    /// The best point.
    pub fn best(&self) -> Option<&MipPoint> {
        self.points.first()
    }
}
