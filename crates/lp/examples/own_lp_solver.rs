//! An LP solver of one's own, run through the suite that the built-in solvers pass: a dense tableau
//! with Bland's rule.
//!     cargo run -p rulegen-lp --features conformance --example own_lp_solver

use rulegen_lp::{LpError, LpFactory, LpProblem, LpSolution, LpSolver, LpStatus, SolveOptions};
use rulegen_lp::{RowId, VariableId, conformance};

#[derive(Debug)]
struct Bland;

impl LpFactory for Bland {
    fn name(&self) -> &str {
        "bland"
    }
    fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
        Ok(Box::new(Bland))
    }
}

impl LpSolver for Bland {
    fn name(&self) -> &str {
        "bland"
    }

    /// Solves programs with `x >= 0` and `a x <= b` with `b >= 0`, which are feasible at 0, and
    /// declines others.
    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (n, m, name) = (problem.num_variables(), problem.num_rows(), "bland".to_owned());
        if let Some(j) = (0..n).find(|&j| problem.lower()[j] != 0.0 || problem.upper()[j] < f64::INFINITY) {
            let (variable, lower, upper) = (VariableId::new(j), problem.lower()[j], problem.upper()[j]);
            return Err(LpError::UnsupportedVariable { name, variable, lower, upper });
        }
        let right = |i: usize| problem.row_upper()[i];
        let taken =
            |i: usize| problem.row_lower()[i] == f64::NEG_INFINITY && right(i) >= 0.0 && right(i) < f64::INFINITY;
        if let Some(i) = (0..m).find(|&i| !taken(i)) {
            let (row, lower, upper) = (RowId::new(i), problem.row_lower()[i], right(i));
            return Err(LpError::UnsupportedRow { name, row, lower, upper });
        }
        // Builds the tableau: the rows with a slack for each, then the costs, with right-hand sides
        // in the last column.
        let rhs = n + m;
        let mut table = vec![vec![0.0; rhs + 1]; m + 1];
        for i in 0..m {
            problem.row(RowId::new(i)).for_each(|(variable, a)| table[i][variable.index()] = a);
            (table[i][n + i], table[i][rhs]) = (1.0, right(i));
        }
        table[m][..n].copy_from_slice(problem.costs());
        let mut basis: Vec<usize> = (n..rhs).collect();
        while let Some(enters) = (0..rhs).find(|&j| table[m][j] < -1e-10) {
            if options.limits.reached().is_some() {
                return Ok(LpSolution::without_point(LpStatus::TimeLimit));
            }
            let (ratio, leaves) = (|i: usize| table[i][rhs] / table[i][enters], 0..m);
            let leaves = leaves.filter(|&i| table[i][enters] > 1e-10);
            let first = |&a: &usize, &b: &usize| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b]));
            let Some(leaves) = leaves.min_by(first) else { return Ok(LpSolution::without_point(LpStatus::Unbounded)) };
            let pivot: Vec<f64> = table[leaves].iter().map(|a| a / table[leaves][enters]).collect();
            for row in &mut table {
                let factor = row[enters];
                row.iter_mut().zip(&pivot).for_each(|(a, p)| *a -= factor * p);
            }
            (table[leaves], basis[leaves]) = (pivot, enters);
        }
        let mut values = vec![0.0; n];
        basis.iter().enumerate().filter(|(_, j)| **j < n).for_each(|(i, &j)| values[j] = table[i][rhs]);
        let row_duals = table[m][n..rhs].iter().map(|z| -z).collect();
        let objective = problem.objective(&values);
        Ok(LpSolution { status: LpStatus::Optimal, objective, values, row_duals, iterations: None })
    }
}

fn main() {
    println!("{:#?}", conformance::run(&Bland));
}

#[test]
fn it_passes_what_it_takes() {
    let passed = conformance::run(&Bland).passed;
    assert!(["beale_cycling", "kuhn_cycling"].iter().all(|case| passed.contains(case)), "{passed:?}");
}
