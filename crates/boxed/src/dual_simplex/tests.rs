use super::DualSimplex;
use crate::test_programs::program;
use crate::{BoxedProgram, BoxedSolution};
use proptest::prelude::*;
use rulegen_limits::Limits;
use rulegen_lp::{Basis, BasisStatus, LpStatus};
use std::time::Instant;

/// Returns the rows of a program, each as terms and right-hand side.
fn rows(program: &BoxedProgram) -> Vec<(Vec<(usize, f64)>, f64)> {
    let mut rows: Vec<_> = program.rhs.iter().map(|&rhs| (Vec::new(), rhs)).collect();
    for j in 0..program.num_variables() {
        let (indices, coefficients) = program.column(j);
        indices.iter().zip(coefficients).for_each(|(&r, &a)| rows[r as usize].0.push((j, a)));
    }
    rows
}

/// Restricts a program to the rows `kept`.
fn of_rows(program: &BoxedProgram, kept: &[usize]) -> BoxedProgram {
    let mut part = BoxedProgram::with_rows(kept.iter().map(|&r| program.rhs[r]).collect());
    for j in 0..program.num_variables() {
        let (indices, coefficients) = program.column(j);
        let position = |r: u32| kept.iter().position(|&h| h == r as usize);
        let mut terms: Vec<(u32, f64)> =
            indices.iter().zip(coefficients).filter_map(|(&r, &a)| Some((position(r)? as u32, a))).collect();
        terms.sort_by_key(|t| t.0);
        part.add_variable(program.costs[j], program.upper[j], terms);
    }
    part
}

/// Checks that a solution is feasible and as good as its multipliers prove possible.
fn is_optimal(program: &BoxedProgram, solution: &BoxedSolution) -> Result<(), TestCaseError> {
    let objective = program.objective(&solution.values);
    let bound = program.lagrangian_bound(&solution.multipliers);
    prop_assert!((objective - bound).abs() <= 1e-8 * (1.0 + bound.abs()), "{} against {}", objective, bound);
    prop_assert!(solution.multipliers.iter().all(|y| *y >= 0.0));
    prop_assert!(solution.values.iter().zip(&program.upper).all(|(x, u)| (0.0..=*u).contains(x)));
    let activities = program.activities(&solution.values);
    prop_assert!(activities.iter().zip(&program.rhs).all(|(a, r)| *a <= r + 1e-8));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Rows are added one by one, and some slack rows are removed.
    #[test]
    fn every_solution_is_optimal(program in program(), removed in prop::collection::vec(any::<bool>(), 8)) {
        let mut simplex = DualSimplex::new(program.costs.clone(), program.upper.clone());
        let mut kept: Vec<usize> = Vec::new();
        for (at, (terms, rhs)) in rows(&program).into_iter().enumerate() {
            simplex.add_row(terms, rhs);
            kept.push(at);
            let (status, solution) = simplex.solve(true, &Limits::default());
            prop_assert_eq!(status, LpStatus::Optimal);
            let solution = solution.expect("it is optimal");
            is_optimal(&of_rows(&program, &kept), &solution)?;
            if removed[at] {
                let stays = simplex.retain_rows(|r| r % 2 == 0);
                let mut stays = stays.into_iter();
                kept.retain(|_| stays.next().expect("one answer per row"));
            }
        }
    }

    /// Programs with any costs, and right-hand sides at which 0 is feasible, are solved from
    /// scratch.
    #[test]
    fn a_cold_start_finds_an_optimum(
        columns in prop::collection::vec((-4i8..=4, 1u8..4, prop::collection::vec(-2i8..=2, 6)), 1..12),
        rhs in prop::collection::vec(0u8..5, 6),
    ) {
        let mut program = BoxedProgram::with_rows(rhs.iter().map(|&r| f64::from(r)).collect());
        for (cost, upper, terms) in &columns {
            let terms = (0u32..).zip(terms).filter(|(_, a)| **a != 0).map(|(r, a)| (r, f64::from(*a)));
            program.add_variable(f64::from(*cost), f64::from(*upper), terms);
        }
        let mut simplex = DualSimplex::new(program.costs.clone(), program.upper.clone());
        rows(&program).into_iter().for_each(|(terms, rhs)| simplex.add_row(terms, rhs));
        let (status, solution) = simplex.solve(true, &Limits::default());
        prop_assert_eq!(status, LpStatus::Optimal);
        is_optimal(&program, &solution.expect("it is optimal"))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The answer is optimal from any basis, even one with negative multipliers, and from the
    /// optimal basis.
    #[test]
    fn any_basis_is_a_start(program in program(), statuses in prop::collection::vec((any::<bool>(), any::<bool>()), 40)) {
        let mut simplex = DualSimplex::new(program.costs.clone(), program.upper.clone());
        rows(&program).into_iter().for_each(|(terms, rhs)| simplex.add_row(terms, rhs));
        let (n, m) = (program.num_variables(), program.num_rows());
        let basic = statuses[..n].iter().filter(|s| s.0).count().min(statuses[n..n + m].iter().filter(|s| s.0).count());
        let mut left = basic;
        let mut variable = |&(basic, upper): &(bool, bool)| match (basic && left > 0, upper) {
            (true, _) => { left -= 1; BasisStatus::Basic }
            (false, true) => BasisStatus::Upper,
            (false, false) => BasisStatus::Lower,
        };
        let variables = statuses[..n].iter().map(&mut variable).collect();
        let mut left = basic;
        let mut row = |&(tight, _): &(bool, bool)| match tight && left > 0 {
            true => { left -= 1; BasisStatus::Upper }
            false => BasisStatus::Basic,
        };
        let rows = statuses[n..n + m].iter().map(&mut row).collect();
        simplex.start_from(&Basis { variables, rows });
        let (status, solution) = simplex.solve(true, &Limits::default());
        prop_assert_eq!(status, LpStatus::Optimal);
        is_optimal(&program, &solution.expect("it is optimal"))?;

        let mut again = simplex.clone();
        prop_assert!(again.start_from(&simplex.basis()));
        let (status, solution) = again.solve(true, &Limits::default());
        prop_assert_eq!(status, LpStatus::Optimal);
        is_optimal(&program, &solution.expect("it is optimal"))?;
    }
}

#[test]
fn a_claim_is_checked_against_its_own_multipliers() {
    let mut simplex = DualSimplex::new(vec![-1.0, -1.0], vec![1.0, 1.0]);
    simplex.add_row([(0, 1.0), (1, 1.0)], 1.0);
    let right = BoxedSolution { values: vec![1.0, 0.0], multipliers: vec![1.0], ratios: Vec::new() };
    assert!(simplex.proves(&right));
    // Multipliers that prove less, values above their limit, and NaN.
    for (values, multipliers) in [([1.0, 0.0], 0.9), ([1.0, 0.1], 1.0), ([f64::NAN, 0.0], 1.0)] {
        let wrong = BoxedSolution { values: values.to_vec(), multipliers: vec![multipliers], ratios: Vec::new() };
        assert!(!simplex.proves(&wrong), "{wrong:?}");
    }
}

#[test]
fn no_time_no_solution() {
    let mut simplex = DualSimplex::new(vec![-1.0], vec![1.0]);
    simplex.add_row([(0, 2.0)], 1.0);
    let late = Limits::default().until(Some(Instant::now()));
    let unwanted = Limits::default();
    unwanted.stop.raise();
    assert_eq!(simplex.clone().solve(true, &late), (LpStatus::TimeLimit, None));
    assert_eq!(simplex.solve(true, &unwanted), (LpStatus::TimeLimit, None));
}
