//! Random programs for tests.

use crate::BoxedProgram;
use proptest::prelude::*;

/// Generates programs `max sum x` over random rows of 1 and -1, as in a master's dual.
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

/// Generates programs in which some variables are wholes and others are parts of them. The parts
/// cost nothing, relax rows, and add up to at most the whole, in a separate row each.
pub(crate) fn separate_program() -> impl Strategy<Value = BoxedProgram> {
    (program(), prop::collection::vec((0usize..4, prop::collection::vec(any::<bool>(), 32)), 30)).prop_map(
        |(plain, parts)| {
            let (shared, n) = (plain.num_rows(), plain.num_variables());
            let wholes: Vec<usize> = (0..n).filter(|&j| parts[j].0 > 0).collect();
            let mut program = BoxedProgram::with_rows(plain.rhs.clone());
            program.rhs.extend(vec![0.0; wholes.len()]);
            program.separate = wholes.len();
            for j in 0..n {
                let (rows, coefficients) = plain.column(j);
                let own = wholes.iter().position(|&whole| whole == j).map(|at| (shared + at) as u32);
                let terms = rows.iter().copied().zip(coefficients.iter().copied());
                program.add_variable(-1.0, plain.upper[j], terms.chain(own.map(|row| (row, -1.0))));
                for part in 0..parts[j].0 {
                    let frees = |r: &u32| parts[j].1[*r as usize * 4 + part];
                    let terms = (0..shared as u32).filter(frees).map(|r| (r, -1.0));
                    program.add_variable(0.0, plain.upper[j], terms.chain(own.map(|row| (row, 1.0))));
                }
            }
            program
        },
    )
}
