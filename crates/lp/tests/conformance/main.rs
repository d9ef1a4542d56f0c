//! One suite for every backend that is built in.

mod agreement;
mod enumerate;
mod integers;
mod judge;
#[path = "../../src/conformance/random.rs"]
mod random;
mod random_integers;
mod support;

use rulegen_lp::{Backend, conformance};

/// Instantiates the cases of the suite, each over all backends that are built in.
macro_rules! conformance {
    ($($case:ident)*) => {
        mod cases {
            $(#[test]
            fn $case() {
                crate::every_backend_passes(stringify!($case));
            })*
        }

        const TESTED: &[&str] = &[$(stringify!($case)),*];
    };
}

conformance! {
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
    growing_into_infeasibility
    rug_shaped_growth
    rug_shaped_agreement
    solving_again
    values_without_duals
    deadline_already_past
    deadline_far_away
    deadline_in_the_middle
    bad_input
    bad_tolerance
    starting_basis
}

fn every_backend_passes(case: &str) {
    for backend in Backend::built() {
        println!("{backend}");
        assert!(conformance::run_case(case, &backend), "{backend} declines {case}");
    }
}

#[test]
fn no_case_is_left_out() {
    assert_eq!(conformance::names().collect::<Vec<_>>(), TESTED);
}
