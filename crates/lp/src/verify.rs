//! A verifier of answers that shares no code with any solver.

use crate::{LpProblem, LpSolution, LpStatus, RowId, VariableId, Violation};

/// Proves that an answer is optimal from nothing but the program and the answer: recomputes
/// activities, reduced costs and both objectives, and checks bounds, signs and complementary
/// slackness.
///
/// The tolerance on a bound `b` is `tolerance * max(1, |b|)`, on a reduced cost `d_j`
/// `tolerance * max(1, |c_j|)`, on a row dual `tolerance`, and on an objective
/// `tolerance * (1 + Σ |terms|)`.
///
/// # Errors
/// The first fault that is found.
pub fn verify(problem: &LpProblem, solution: &LpSolution, tolerance: f64) -> Result<(), Violation> {
    let activities = verify_primal(problem, solution, tolerance)?;
    expect_length("row duals", problem.num_rows(), solution.row_duals.len())?;
    let reduced_costs = problem.reduced_costs(&solution.row_duals);

    for column in 0..problem.num_variables() {
        let (value, reduced_cost) = (solution.values[column], reduced_costs[column]);
        let range = Range::new(problem.lower()[column], problem.upper()[column], tolerance);
        let small = tolerance * problem.costs()[column].abs().max(1.0);
        if !range.allows_sign(value, reduced_cost, small) {
            return Err(Violation::ReducedCost { variable: VariableId::new(column), value, reduced_cost });
        }
    }
    for row in 0..problem.num_rows() {
        let (activity, dual) = (activities[row], solution.row_duals[row]);
        let range = Range::new(problem.row_lower()[row], problem.row_upper()[row], tolerance);
        if !range.allows_sign(activity, dual, tolerance) {
            return Err(Violation::RowDual { row: RowId::new(row), activity, dual });
        }
    }
    verify_gap(problem, solution, &reduced_costs, tolerance)
}

/// Checks the parts of [`verify`] that need no duals, and returns the activities.
pub(crate) fn verify_primal(problem: &LpProblem, solution: &LpSolution, tolerance: f64) -> Result<Vec<f64>, Violation> {
    let status = solution.status;
    if status != LpStatus::Optimal {
        return Err(Violation::NotOptimal { status });
    }
    let activities = verify_point(problem, &solution.values, tolerance)?;
    let terms = problem.costs().iter().zip(&solution.values);
    let scale: f64 = 1.0 + terms.map(|(c, x)| (c * x).abs()).sum::<f64>();
    let actual = problem.objective(&solution.values);
    let reported = solution.objective;
    if !agree(reported, actual, tolerance * scale) {
        return Err(Violation::Objective { reported, actual });
    }
    Ok(activities)
}

/// Checks that a point meets all bounds within the tolerance of [`verify`], and returns the
/// activities.
pub(crate) fn verify_point(problem: &LpProblem, values: &[f64], tolerance: f64) -> Result<Vec<f64>, Violation> {
    expect_length("values", problem.num_variables(), values.len())?;
    for column in 0..problem.num_variables() {
        let (lower, upper) = (problem.lower()[column], problem.upper()[column]);
        let value = values[column];
        if !Range::new(lower, upper, tolerance).contains(value) {
            return Err(Violation::VariableBounds { variable: VariableId::new(column), value, lower, upper });
        }
    }
    let activities = problem.activities(values);
    for row in 0..problem.num_rows() {
        let (lower, upper) = (problem.row_lower()[row], problem.row_upper()[row]);
        let activity = activities[row];
        if !Range::new(lower, upper, tolerance).contains(activity) {
            return Err(Violation::RowBounds { row: RowId::new(row), activity, lower, upper });
        }
    }
    Ok(activities)
}

fn verify_gap(
    problem: &LpProblem,
    solution: &LpSolution,
    reduced_costs: &[f64],
    tolerance: f64,
) -> Result<(), Violation> {
    let rows = (0..problem.num_rows()).map(|row| {
        let dual = solution.row_duals[row];
        (dual, problem.row_lower()[row], problem.row_upper()[row])
    });
    let columns = (0..problem.num_variables()).map(|column| {
        let (lower, upper) = (problem.lower()[column], problem.upper()[column]);
        (reduced_costs[column], lower, upper)
    });
    let mut dual_objective = 0.0;
    let mut scale = 1.0;
    for (multiplier, lower, upper) in rows.chain(columns) {
        let bound = if multiplier > 0.0 { lower } else { upper };
        // The sign checks have passed, so a multiplier of an infinite bound is zero up to rounding.
        if bound.is_finite() {
            dual_objective += multiplier * bound;
            scale += (multiplier * bound).abs();
        }
    }
    let primal = problem.objective(&solution.values);
    if !agree(primal, dual_objective, tolerance * scale) {
        return Err(Violation::DualityGap { primal, dual: dual_objective });
    }
    Ok(())
}

/// Phrased as acceptance, so that NaN fails.
fn agree(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() <= within
}

fn expect_length(what: &'static str, expected: usize, found: usize) -> Result<(), Violation> {
    if expected == found {
        return Ok(());
    }
    Err(Violation::Length { what, expected, found })
}

/// Two bounds, and the tolerance on each. Checks are phrased as acceptance, so that NaN fails.
struct Range {
    lower: f64,
    upper: f64,
    lower_slack: f64,
    upper_slack: f64,
}

impl Range {
    fn new(lower: f64, upper: f64, tolerance: f64) -> Self {
        // No value is near an infinite bound.
        let slack = |bound: f64| {
            if bound.is_finite() { tolerance * bound.abs().max(1.0) } else { 0.0 }
        };
        Self { lower, upper, lower_slack: slack(lower), upper_slack: slack(upper) }
    }

    fn contains(&self, value: f64) -> bool {
        value.is_finite() && value >= self.lower - self.lower_slack && value <= self.upper + self.upper_slack
    }

    /// Positive multipliers belong to the lower bound, negative ones to the upper bound.
    fn allows_sign(&self, value: f64, multiplier: f64, small: f64) -> bool {
        multiplier.abs() <= small
            || (multiplier > 0.0 && value <= self.lower + self.lower_slack)
            || (multiplier < 0.0 && value >= self.upper - self.upper_slack)
    }
}
