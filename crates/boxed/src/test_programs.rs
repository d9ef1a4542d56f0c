//! Random programs for tests.

use crate::BoxedProgram;
use proptest::prelude::*;

/// `max sum x` over random rows of 1 and -1, as a master's dual has them.
pub(crate) fn program() -> impl Strategy<Value = BoxedProgram> {
    (1usize..8, 1usize..30).prop_flat_map(|(rows, columns)| {
        let column = (prop::collection::vec(-1i8..=1, rows), 1u8..5);
        (prop::collection::vec(1u8..6, rows), prop::collection::vec(column, columns)).prop_map(|(rhs, columns)| {
            let mut program = BoxedProgram::with_rows(rhs.into_iter().map(|r| f64::from(r) / 2.0).collect());
            for (signs, upper) in columns {
                let terms = (0u32..).zip(signs).filter(|(_, s)| *s != 0).map(|(r, s)| (r, f64::from(s)));
                program.add_variable(-1.0, upper.into(), terms);
            }
            program
        })
    })
}
