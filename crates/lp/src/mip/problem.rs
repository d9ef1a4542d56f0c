use super::constants::{LARGEST_WHOLE_COST, NEAR_WHOLE_BOUND, POINT_TOLERANCE};
use crate::verify::verify_point;
use crate::{LpError, LpProblem, VariableId, Violation};

/// Minimise the objective of a linear program over its points at which the marked variables are
/// integers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MipProblem {
    /// The linear program.
    pub lp: LpProblem,
    /// One mark per variable: true if it must be an integer.
    pub integer: Vec<bool>,
}

impl MipProblem {
    /// Returns the indices of the integers.
    pub(super) fn integers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.integer.len()).filter(|&column| self.integer[column])
    }

    pub(super) fn check(&self) -> Result<(), LpError> {
        let (marks, variables) = (self.integer.len(), self.lp.num_variables());
        if marks == variables { Ok(()) } else { Err(LpError::IntegerMarks { marks, variables }) }
    }

    /// Returns the program with the bounds of its integers moved inwards to integers.
    pub(super) fn with_whole_bounds(&self) -> Self {
        let mut problem = self.clone();
        for column in self.integers() {
            let (lower, upper) = (self.lp.lower()[column], self.lp.upper()[column]);
            let near = |bound: f64| if bound.is_finite() { NEAR_WHOLE_BOUND * bound.abs().max(1.0) } else { 0.0 };
            let (lower, upper) = ((lower - near(lower)).ceil(), (upper + near(upper)).floor());
            problem
                .lp
                .set_variable_bounds(VariableId::new(column), lower, upper)
                .expect("rounding keeps bounds numbers");
        }
        problem
    }

    /// Rounds the integers of a point that are near to whole. Returns an error if they are not, or
    /// if the rounded point is no solution.
    pub(in crate::mip) fn rounded(&self, values: &[f64]) -> Result<Vec<f64>, Violation> {
        for column in self.integers().take_while(|&column| column < values.len()) {
            let value = values[column];
            // Phrased as acceptance, so NaN fails.
            let whole = (value - value.round()).abs() <= POINT_TOLERANCE;
            if !whole {
                return Err(Violation::Fractional { variable: VariableId::new(column), value });
            }
        }
        self.rounded_to_nearest(values)
    }

    /// Rounds the integers of a point, however far they move. Returns an error if the rounded point
    /// is no solution.
    pub(in crate::mip) fn rounded_to_nearest(&self, values: &[f64]) -> Result<Vec<f64>, Violation> {
        let mut rounded = values.to_vec();
        for column in self.integers().take_while(|&column| column < values.len()) {
            rounded[column] = values[column].round();
        }
        verify_point(&self.lp, &rounded, POINT_TOLERANCE).map(|_| rounded)
    }

    /// Returns a number of which all objectives are multiples, if only integers have costs and
    /// their costs are integers.
    pub(super) fn objective_step(&self) -> Option<f64> {
        let mut step = 0u64;
        for (&cost, &integer) in self.lp.costs().iter().zip(&self.integer).filter(|(cost, _)| **cost != 0.0) {
            if !integer || cost.fract() != 0.0 || cost.abs() > LARGEST_WHOLE_COST {
                return None;
            }
            step = common_divisor(step, cost.abs() as u64);
        }
        (step > 0).then_some(step as f64)
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
