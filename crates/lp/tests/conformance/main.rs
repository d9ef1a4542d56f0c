//! One suite for every backend that is built in.

mod agreement;
mod cases;
mod enumerate;
mod generate;
mod growth;
mod integers;
mod judge;
mod limits;
mod random_integers;
mod stretching;

/// Instantiates cases, functions of one [`rulegen_lp::Backend`], for each backend that is built in.
macro_rules! conformance {
    ($($module:ident: $($case:ident)*;)*) => {
        mod conformance {
            $($(#[test]
            fn $case() {
                for backend in rulegen_lp::Backend::built() {
                    println!("{backend}");
                    crate::$module::$case(backend);
                }
            })*)*
        }
    };
}

conformance! {
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
