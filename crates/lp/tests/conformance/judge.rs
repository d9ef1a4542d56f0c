//! The verifier refuses each kind of wrong answer. Also names, errors and types of the interface.

use rulegen_lp::{
    Backend, LpError, LpFactory, LpModel, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions, VariableId,
    Violation, verify,
};

use crate::support::{INF, program};

/// Minimise x + 2y with x + y >= 2, 0 <= x <= 1: x = y = 1, dual 2, reduced costs -1 and 0.
fn right() -> (LpProblem, LpSolution) {
    let problem = program(&[(1.0, 0.0, 1.0), (2.0, 0.0, INF)], &[(2.0, &[1.0, 1.0], INF)]);
    let solution = LpSolution {
        status: LpStatus::Optimal,
        objective: 3.0,
        values: vec![1.0, 1.0],
        row_duals: vec![2.0],
        iterations: None,
    };
    (problem, solution)
}

#[test]
fn the_right_answer_passes() {
    let (problem, solution) = right();
    assert_eq!(verify(&problem, &solution, 1e-12), Ok(()));
}

#[test]
fn wrong_answers_are_named() {
    let refused = |spoil: fn(&mut LpSolution)| {
        let (problem, mut solution) = right();
        spoil(&mut solution);
        verify(&problem, &solution, 1e-9).unwrap_err()
    };
    assert!(matches!(refused(|s| s.status = LpStatus::TimeLimit), Violation::NotOptimal { .. }));
    assert!(matches!(refused(|s| s.values.clear()), Violation::Length { what: "values", .. }));
    assert!(matches!(refused(|s| s.row_duals.push(0.0)), Violation::Length { what: "row duals", .. }));
    assert!(matches!(refused(|s| s.values[0] = f64::NAN), Violation::VariableBounds { .. }));
    assert!(matches!(refused(|s| s.values[0] = 1.1), Violation::VariableBounds { .. }));
    assert!(matches!(refused(|s| s.values[1] = INF), Violation::VariableBounds { .. }));
    assert!(matches!(refused(|s| s.values[1] = 0.9), Violation::RowBounds { .. }));
    assert!(matches!(refused(|s| s.objective = f64::NAN), Violation::Objective { .. }));
    assert!(matches!(refused(|s| s.objective = 3.1), Violation::Objective { .. }));
    assert!(matches!(refused(|s| s.row_duals[0] = 2.5), Violation::ReducedCost { .. }));
    assert!(matches!(refused(|s| s.row_duals[0] = f64::NAN), Violation::ReducedCost { .. }));
    // Feasible, but not optimal.
    let dearer = refused(|s| {
        s.values = vec![0.0, 2.0];
        s.objective = 4.0;
    });
    assert!(matches!(dearer, Violation::ReducedCost { variable, .. } if variable == VariableId::new(0)));
    let slack = refused(|s| {
        s.values = vec![1.0, 2.0];
        s.objective = 5.0;
    });
    assert!(matches!(slack, Violation::RowDual { row, .. } if row == RowId::new(0)));
}

#[test]
fn small_errors_that_add_up_are_a_gap() {
    let mut problem = LpProblem::new();
    for _ in 0..1000 {
        problem.add_variable(1e-7, -1.0, 1.0).unwrap();
    }
    let solution = LpSolution {
        status: LpStatus::Optimal,
        objective: 1e-4,
        values: vec![1.0; 1000],
        row_duals: vec![],
        iterations: None,
    };
    assert!(matches!(verify(&problem, &solution, 1e-6), Err(Violation::DualityGap { .. })));
}

#[test]
fn backends_have_names() {
    for backend in Backend::ALL {
        assert_eq!(backend.to_string().parse(), Ok(backend));
        match backend.create() {
            Ok(solver) => assert_eq!(solver.name(), backend.name()),
            Err(error) => {
                assert!(!backend.is_built());
                assert_eq!(error, LpError::NotBuilt { backend, feature: backend.name() });
            }
        }
    }
    let auto = if Backend::Highs.is_built() { Backend::Highs } else { Backend::Microlp };
    assert_eq!("auto".parse(), Ok(auto));
    assert_eq!("HiGHS".parse::<Backend>(), Err(LpError::UnknownBackend { name: "HiGHS".into() }));
}

/// The smallest implementation of the traits: a solver that always gives one answer.
#[derive(Clone, Debug)]
struct Fixed(LpSolution);

impl LpSolver for Fixed {
    fn name(&self) -> &str {
        "fixed"
    }

    fn solve(&mut self, _: &LpProblem, _: &SolveOptions) -> Result<LpSolution, LpError> {
        Ok(self.0.clone())
    }
}

impl LpFactory for Fixed {
    fn name(&self) -> &str {
        "fixed"
    }

    fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
        Ok(Box::new(self.clone()))
    }
}

#[test]
fn a_solver_of_ones_own_is_believed_when_it_is_right() {
    let (problem, solution) = right();
    let mut model = LpModel::of(&Fixed(solution.clone()), problem).unwrap();
    assert_eq!(model.solve(&SolveOptions::default()), Ok(solution));
}

#[test]
fn a_solver_that_lies_is_found_out() {
    let lies: [fn(&mut LpSolution); 5] = [
        |s| s.values[0] = 0.5,
        |s| s.values = vec![f64::NAN; 2],
        |s| s.row_duals[0] = 1.0,
        |s| s.row_duals.clear(),
        |s| s.objective = 2.0,
    ];
    for spoil in lies {
        let (problem, mut solution) = right();
        spoil(&mut solution);
        let mut model = LpModel::of(&Fixed(solution), problem).unwrap();
        let error = model.solve(&SolveOptions::default()).unwrap_err();
        assert!(matches!(&error, LpError::Unverified { name, .. } if name == "fixed"), "{error}");
    }
}

#[test]
fn a_solver_need_not_take_a_basis() {
    let mut model = LpModel::new(&Fixed(right().1)).unwrap();
    let basis = rulegen_lp::Basis { variables: vec![], rows: vec![] };
    assert_eq!(model.set_basis(&basis), Err(LpError::NoStartingBasis { name: "fixed".into() }));
    assert_eq!(model.basis(), None);
}

#[test]
fn public_types_cross_threads() {
    fn sent<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    sent::<Box<dyn LpSolver>>();
    sent::<LpModel>();
    shared::<Box<dyn LpFactory>>();
    shared::<LpProblem>();
    shared::<LpSolution>();
    shared::<LpError>();
    shared::<SolveOptions>();
}
