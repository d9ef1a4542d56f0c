use crate::LpStatus;

/// A solution of a mixed-integer program, not necessarily a best one.
#[derive(Clone, Debug, PartialEq)]
pub struct MipPoint {
    /// `c·x`, computed from the values.
    pub objective: f64,
    /// One value per variable. Integers are whole; rows and bounds may be missed by `1e-5 * max(1,
    /// |bound|)`.
    pub values: Vec<f64>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct MipSolution {
    /// The way in which the search ended. With [`LpStatus::Optimal`], no solution is better than
    /// the first point by more than the gaps.
    pub status: LpStatus,
    /// All improving solutions that are known, **best first**: those of the search and the start.
    pub points: Vec<MipPoint>,
    /// A lower bound on all objectives, up to the tolerances of the solver. `None` if nothing is
    /// known, as after an early stop, or if there is no solution.
    pub bound: Option<f64>,
    /// The number of nodes searched; 0 if the solver does not report it (CBC).
    pub nodes: u64,
}

impl MipSolution {
    /// Returns the best point.
    pub fn best(&self) -> Option<&MipPoint> {
        self.points.first()
    }
}
