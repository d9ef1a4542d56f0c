//! The dual simplex behind the common trait: the conformance suite, as far as its programs are
//! boxed.

use rulegen_boxed::DualSimplexBackend;
use rulegen_lp::{Basis, BasisStatus, LpError, LpModel, LpProblem, LpStatus, SolveOptions, VariableId, conformance};

#[test]
fn the_dual_simplex_passes_the_cases_of_its_shape() {
    let report = conformance::run(&DualSimplexBackend);
    for case in [
        "rug_shaped_growth",
        "rug_shaped_agreement",
        "solving_again",
        "values_without_duals",
        "deadline_already_past",
        "deadline_far_away",
        "deadline_in_the_middle",
        "no_variables",
    ] {
        assert!(report.passed.contains(&case), "{case} is declined");
    }
}

/// Maximises x + 2.5y + z with x + y <= 1.5, y + z <= 1.25, all in [0, 1]; the optimum is (0.5, 1,
/// 0.25).
fn problem() -> LpProblem {
    let mut problem = LpProblem::new();
    let [x, y, z] = [-1.0, -2.5, -1.0].map(|cost| problem.add_variable(cost, 0.0, 1.0).unwrap());
    problem.add_row(f64::NEG_INFINITY, &[(x, 1.0), (y, 1.0)], 1.5).unwrap();
    problem.add_row(f64::NEG_INFINITY, &[(y, 1.0), (z, 1.0)], 1.25).unwrap();
    problem
}

#[test]
fn from_the_optimal_basis_there_is_nothing_to_do() {
    let options = SolveOptions::default();
    let mut cold = LpModel::of(&DualSimplexBackend, problem()).unwrap();
    let first = cold.solve(&options).unwrap();
    assert_eq!((first.status, &first.values[..]), (LpStatus::Optimal, &[0.5, 1.0, 0.25][..]));
    let basis = cold.basis().unwrap();
    let (basic, upper) = (BasisStatus::Basic, BasisStatus::Upper);
    assert_eq!(basis, Basis { variables: vec![basic, upper, basic], rows: vec![upper; 2] });
    let mut warm = LpModel::of(&DualSimplexBackend, problem()).unwrap();
    warm.set_basis(&basis).unwrap();
    let second = warm.solve(&options).unwrap();
    assert_eq!((second.iterations, second.values), (Some(0), first.values));
}

#[test]
fn a_singular_basis_is_refused() {
    let mut lp = LpModel::of(&DualSimplexBackend, problem()).unwrap();
    let (basic, upper) = (BasisStatus::Basic, BasisStatus::Upper);
    // The tight row has no term in x.
    let singular = Basis { variables: vec![basic, upper, upper], rows: vec![basic, upper] };
    assert_eq!(lp.set_basis(&singular), Err(LpError::InvalidBasis));
    assert_eq!(lp.solve(&SolveOptions::default()).unwrap().values, [0.5, 1.0, 0.25]);
}

#[test]
fn programs_of_another_shape_are_named() {
    let (name, infinity) = ("dual-simplex".to_owned(), f64::INFINITY);
    let solve = |problem: LpProblem| LpModel::of(&DualSimplexBackend, problem).unwrap().solve(&SolveOptions::default());
    let mut free = problem();
    let variable = free.add_variable(1.0, 0.0, infinity).unwrap();
    let error = LpError::UnsupportedVariable { name: name.clone(), variable, lower: 0.0, upper: infinity };
    assert_eq!(solve(free), Err(error));
    let mut two_sided = problem();
    let row = two_sided.add_row(0.0, &[(VariableId::new(0), 1.0)], 1.0).unwrap();
    assert_eq!(solve(two_sided), Err(LpError::UnsupportedRow { name, row, lower: 0.0, upper: 1.0 }));
}
