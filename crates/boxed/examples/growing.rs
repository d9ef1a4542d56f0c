//! A program that grows: the dual simplex goes on from its last basis when rows are added.
//!
//!     cargo run -p rulegen-boxed --example growing

use rulegen_boxed::DualSimplex;
use rulegen_limits::Limits;
use rulegen_lp::LpStatus;

fn main() {
    // maximise 3x + 2y + z in the box [0, 1] x [0, 1] x [0, 1]
    let mut program = DualSimplex::new(vec![-3.0, -2.0, -1.0], vec![1.0; 3]);
    let rows: [(&[(usize, f64)], f64); 3] =
        [(&[(0, 1.0), (1, 1.0), (2, 1.0)], 2.0), (&[(0, 2.0), (1, 1.0)], 2.0), (&[(0, 4.0)], 1.0)];
    let mut objectives = Vec::new();
    for (terms, rhs) in rows {
        program.add_row(terms.iter().copied(), rhs);
        let (status, solution) = program.solve(true, &Limits::default());
        assert_eq!(status, LpStatus::Optimal);
        let solution = solution.expect("an optimal program has a solution");
        let [x, y, z] = solution.values[..] else { unreachable!("three variables") };
        objectives.push(3.0 * x + 2.0 * y + z);
        println!(
            "x {x:.3}, y {y:.3}, z {z:.3}; multipliers {:.3?}; working basis {}",
            solution.multipliers,
            program.working_basis_size()
        );
    }
    // Each row cuts something off.
    let expected = [5.0, 4.0, 3.5];
    assert!(objectives.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6), "{objectives:?}");
}

#[test]
fn it_runs() {
    main();
}
