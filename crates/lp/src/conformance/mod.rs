//! The suite that every built-in solver passes, for other solvers too.
//!
//! ```
//! # #[cfg(feature = "microlp")] {
//! let report = rulegen_lp::conformance::run(&rulegen_lp::Backend::Microlp);
//! assert!(report.declined.is_empty());
//! # }
//! ```

mod cases;
mod check;
mod generate;
mod growth;
mod limits;
mod random;

use crate::{LpError, LpFactory};

/// The result of a case, which an error of the solver ends.
type Outcome = Result<(), LpError>;

/// The cases that a solver passed or declined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The cases that the solver passed.
    pub passed: Vec<&'static str>,
    /// The cases whose programs the solver declined, with [`LpError::UnsupportedRow`] or
    /// [`LpError::UnsupportedVariable`].
    pub declined: Vec<&'static str>,
}

macro_rules! cases {
    ($($module:ident: $($case:ident)*;)*) => {
        /// All cases, each with name and function.
        const CASES: &[(&str, fn(&dyn LpFactory) -> Outcome)] = &[$($((stringify!($case), $module::$case)),*),*];
    };
}

cases! {
    cases:
        textbook
        beale_cycling
        kuhn_cycling
        marshall_suurballe_cycling
        duplicate_rows_and_columns
        infeasible
        infeasible_by_bounds
        unbounded
        infeasible_and_unbounded_dual
        no_rows
        no_rows_unbounded
        no_variables
        fixed_variables
        free_variables
        range_and_equality_rows
        free_and_empty_rows
        row_of_zero_coefficients
        growing_by_rows_and_variables
        growing_into_infeasibility;
    growth:
        rug_shaped_growth
        rug_shaped_agreement
        solving_again
        values_without_duals;
    limits:
        deadline_already_past
        deadline_far_away
        deadline_in_the_middle
        bad_input
        bad_tolerance
        starting_basis;
}

/// Returns the names of all cases, for [`run_case`].
pub fn names() -> impl Iterator<Item = &'static str> {
    CASES.iter().map(|(name, _)| *name)
}

/// Runs one case. Returns false if the solver declined its program.
///
/// # Panics
/// If the solver gives a wrong answer or another error, or if the case does not exist.
pub fn run_case(name: &str, factory: &dyn LpFactory) -> bool {
    let case = CASES.iter().find(|case| case.0 == name).unwrap_or_else(|| panic!("no case is called {name}")).1;
    match case(factory) {
        Ok(()) => true,
        Err(LpError::UnsupportedRow { .. } | LpError::UnsupportedVariable { .. }) => false,
        Err(error) => panic!("{} fails {name}: {error}", factory.name()),
    }
}

/// Runs all cases.
///
/// # Panics
/// If the solver gives a wrong answer or another error.
pub fn run(factory: &dyn LpFactory) -> Report {
    let (passed, declined) = names().partition(|name| run_case(name, factory));
    Report { passed, declined }
}
