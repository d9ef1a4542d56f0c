//! Starting again from a solution, for libraries that take new rows one by one.

use std::ops::Range;

use crate::LpProblem;

/// Each row that is added to a solution of microlp or minilp copies the whole matrix, factorizes anew and is pivoted in by
/// itself: at 300 rows and 15,000 columns one row takes 20 to 200 ms and a solve from scratch 4 s. Past this share of new
/// rows a solve from scratch is cheaper.
const WARM_SHARE: f64 = 0.05;

/// The last solution, and how much of the program it covers.
///
/// A solution takes rows; a new variable means a solve from scratch.
#[derive(Debug)]
pub(crate) struct Covered<S, V> {
    pub(crate) solution: S,
    /// What each variable of the program is in the library.
    pub(crate) variables: Vec<V>,
    pub(crate) rows: usize,
}

impl<S, V> Covered<S, V> {
    /// Whether it is a good place to start from.
    pub(crate) fn is_near(&self, problem: &LpProblem) -> bool {
        let new_rows = self.new_rows(problem).len();
        self.variables.len() == problem.num_variables()
            && new_rows as f64 <= (WARM_SHARE * problem.num_rows() as f64).max(1.0)
    }

    /// The rows that it does not cover.
    pub(crate) fn new_rows(&self, problem: &LpProblem) -> Range<usize> {
        self.rows..problem.num_rows()
    }
}
