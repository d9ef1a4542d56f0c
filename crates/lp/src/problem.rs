use crate::{LpError, RowId, VariableId};

/// A linear program as plain data. Rows are compressed; the terms of a row are ascending, distinct
/// and not zero.
///
/// Input is checked when it is added, so an `LpProblem` contains no NaN and no reference to a
/// missing variable. A lower bound may lie above its upper bound, which makes the program
/// infeasible.
#[derive(Clone, Debug, PartialEq)]
pub struct LpProblem {
    costs: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    row_starts: Vec<usize>,
    columns: Vec<VariableId>,
    coefficients: Vec<f64>,
    row_lower: Vec<f64>,
    row_upper: Vec<f64>,
}

impl Default for LpProblem {
    fn default() -> Self {
        Self::new()
    }
}

impl LpProblem {
    /// Creates an empty program.
    pub fn new() -> Self {
        Self {
            costs: Vec::new(),
            lower: Vec::new(),
            upper: Vec::new(),
            row_starts: vec![0],
            columns: Vec::new(),
            coefficients: Vec::new(),
            row_lower: Vec::new(),
            row_upper: Vec::new(),
        }
    }

    /// Adds a variable that occurs in no row yet.
    pub fn add_variable(&mut self, cost: f64, lower: f64, upper: f64) -> Result<VariableId, LpError> {
        let variable = VariableId::new(self.costs.len());
        if !cost.is_finite() {
            return Err(LpError::InvalidCost { variable, cost });
        }
        if !admits_a_number(lower, upper) {
            return Err(LpError::InvalidVariableBounds { variable, lower, upper });
        }
        self.costs.push(cost);
        self.lower.push(lower);
        self.upper.push(upper);
        Ok(variable)
    }

    /// Changes the bounds of a variable.
    ///
    /// # Errors
    /// [`LpError::NoSuchVariable`], [`LpError::InvalidVariableBounds`].
    pub fn set_variable_bounds(&mut self, variable: VariableId, lower: f64, upper: f64) -> Result<(), LpError> {
        let variables = self.costs.len();
        if variable.index() >= variables {
            return Err(LpError::NoSuchVariable { variable, variables });
        }
        if !admits_a_number(lower, upper) {
            return Err(LpError::InvalidVariableBounds { variable, lower, upper });
        }
        self.lower[variable.index()] = lower;
        self.upper[variable.index()] = upper;
        Ok(())
    }

    /// Adds a row. Repeated variables are summed.
    pub fn add_row(&mut self, lower: f64, terms: &[(VariableId, f64)], upper: f64) -> Result<RowId, LpError> {
        let row = RowId::new(self.row_lower.len());
        if !admits_a_number(lower, upper) {
            return Err(LpError::InvalidRowBounds { row, lower, upper });
        }
        let variables = self.costs.len();
        if let Some(&(variable, _)) = terms.iter().find(|(v, _)| v.index() >= variables) {
            return Err(LpError::UnknownVariable { row, variable, variables });
        }
        let start = self.columns.len();
        self.append_summed(terms);
        let bad = (start..self.columns.len()).find(|&at| !self.coefficients[at].is_finite());
        if let Some(at) = bad {
            let error =
                LpError::InvalidCoefficient { row, variable: self.columns[at], coefficient: self.coefficients[at] };
            self.columns.truncate(start);
            self.coefficients.truncate(start);
            return Err(error);
        }
        self.row_starts.push(self.columns.len());
        self.row_lower.push(lower);
        self.row_upper.push(upper);
        Ok(row)
    }

    fn append_summed(&mut self, terms: &[(VariableId, f64)]) {
        let start = self.columns.len();
        let ascending = terms.is_sorted_by(|a, b| a.0 < b.0);
        let mut sorted;
        let terms = if ascending {
            terms
        } else {
            sorted = terms.to_vec();
            // The sort is stable, so that repeated terms are summed in the given order.
            sorted.sort_by_key(|&(variable, _)| variable);
            &sorted
        };
        for &(variable, coefficient) in terms {
            if self.columns.len() > start && self.columns.last() == Some(&variable) {
                *self.coefficients.last_mut().expect("as long as columns") += coefficient;
            } else {
                self.drop_zero_after(start);
                self.columns.push(variable);
                self.coefficients.push(coefficient);
            }
        }
        self.drop_zero_after(start);
    }

    fn drop_zero_after(&mut self, start: usize) {
        if self.columns.len() > start && self.coefficients.last() == Some(&0.0) {
            self.columns.pop();
            self.coefficients.pop();
        }
    }

    /// Returns the number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// Returns the number of rows.
    pub fn num_rows(&self) -> usize {
        self.row_lower.len()
    }

    /// Returns one cost per variable.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// Returns one lower bound per variable.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// Returns one upper bound per variable.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    /// Returns one lower side per row.
    pub fn row_lower(&self) -> &[f64] {
        &self.row_lower
    }

    /// Returns one upper side per row.
    pub fn row_upper(&self) -> &[f64] {
        &self.row_upper
    }

    /// Returns the index in [`columns`](Self::columns) at which the terms of each row begin, and
    /// the end of the last.
    pub fn row_starts(&self) -> &[usize] {
        &self.row_starts
    }

    /// Returns one variable per term, row by row, ascending within a row.
    pub fn columns(&self) -> &[VariableId] {
        &self.columns
    }

    /// Returns one coefficient per term.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// Returns the terms of one row.
    ///
    /// # Panics
    ///
    /// If the row does not exist.
    pub fn row(&self, row: RowId) -> impl ExactSizeIterator<Item = (VariableId, f64)> + '_ {
        let terms = self.row_starts[row.index()]..self.row_starts[row.index() + 1];
        self.columns[terms.clone()].iter().copied().zip(self.coefficients[terms].iter().copied())
    }

    /// Returns `A x`, one number per row.
    ///
    /// # Panics
    ///
    /// If `values` is shorter than the number of variables.
    pub fn activities(&self, values: &[f64]) -> Vec<f64> {
        (0..self.num_rows())
            .map(|row| {
                self.row(RowId::new(row)).map(|(variable, coefficient)| coefficient * values[variable.index()]).sum()
            })
            .collect()
    }

    /// Returns `c - Aᵀ y`, one number per variable.
    ///
    /// # Panics
    ///
    /// If `row_duals` is shorter than the number of rows.
    pub fn reduced_costs(&self, row_duals: &[f64]) -> Vec<f64> {
        let mut reduced = self.costs.clone();
        for row in 0..self.num_rows() {
            let dual = row_duals[row];
            if dual != 0.0 {
                for (variable, coefficient) in self.row(RowId::new(row)) {
                    reduced[variable.index()] -= coefficient * dual;
                }
            }
        }
        reduced
    }

    /// Returns `c·x`.
    pub fn objective(&self, values: &[f64]) -> f64 {
        self.costs.iter().zip(values).map(|(c, x)| c * x).sum()
    }
}

impl LpProblem {
    /// True if an interval is empty, or a row without terms excludes 0, so that no solver is needed
    /// to call the program infeasible.
    pub(crate) fn is_trivially_infeasible(&self) -> bool {
        let empty = |(lower, upper): (&f64, &f64)| lower > upper;
        self.lower.iter().zip(&self.upper).any(empty)
            || self.row_lower.iter().zip(&self.row_upper).any(empty)
            || (0..self.num_rows()).any(|row| {
                self.row_starts[row] == self.row_starts[row + 1]
                    && (self.row_lower[row] > 0.0 || self.row_upper[row] < 0.0)
            })
    }
}

fn admits_a_number(lower: f64, upper: f64) -> bool {
    lower < f64::INFINITY && upper > f64::NEG_INFINITY
}
