//! Bases to start the simplex from.

use super::constants::SMALLEST_SLACK;
use super::fixing::Fixing;
use crate::lanes::TINY;
use crate::{BoxedProgram, BoxedSolution};
use rulegen_lp::{Basis, BasisStatus};

/// Guesses a basis near `guess`. Rows whose multiplier is larger than their slack are tight, and as
/// many of the open variables, those furthest from their bounds, are basic. From there simplex
/// takes a quarter of its iterations (magic: 238 instead of 936).
pub(super) fn corner(program: &BoxedProgram, guess: &BoxedSolution, fixings: &[Fixing]) -> Basis {
    let slacks = program.activities(&guess.values).into_iter().zip(&program.rhs).map(|(a, rhs)| (rhs - a).max(0.0));
    let tightness: Vec<f64> = guess.multipliers.iter().zip(slacks).map(|(y, s)| y / s.max(SMALLEST_SLACK)).collect();
    let mut tight: Vec<usize> = (0..tightness.len()).filter(|&i| tightness[i] > 1.0).collect();
    tight.sort_by(|&a, &b| tightness[b].total_cmp(&tightness[a]).then(a.cmp(&b)));
    let open: Vec<usize> = (0..fixings.len()).filter(|&j| fixings[j] == Fixing::Open).collect();
    let inside = |at: usize| {
        let (x, u) = (guess.values[open[at]], program.upper[open[at]]);
        if u.is_finite() { x.min(u - x) / u.max(TINY) } else { x }
    };
    let mut order: Vec<usize> = (0..open.len()).collect();
    order.sort_by(|&a, &b| inside(b).total_cmp(&inside(a)).then(a.cmp(&b)));
    let size = tight.len().min(open.len());
    let nearest = |&j: &usize| {
        if guess.values[j] > program.upper[j] / 2.0 { BasisStatus::Upper } else { BasisStatus::Lower }
    };
    let mut variables: Vec<BasisStatus> = open.iter().map(nearest).collect();
    order[..size].iter().for_each(|&at| variables[at] = BasisStatus::Basic);
    let mut rows = vec![BasisStatus::Basic; tightness.len()];
    tight[..size].iter().for_each(|&i| rows[i] = BasisStatus::Upper);
    Basis { variables, rows }
}

/// The basis at which the last program of open variables ended, with the fixings that it belongs
/// to.
pub(super) struct LastBasis {
    pub(super) fixings: Vec<Fixing>,
    pub(super) basis: Basis,
}

impl LastBasis {
    /// Translates the basis to the program with more variables open. A newly opened variable lies
    /// where it was fixed.
    pub(super) fn basis_for(&self, program: &BoxedProgram, fixings: &[Fixing]) -> Basis {
        let Basis { variables, rows } = &self.basis;
        let rows_of_whole = program.num_rows();
        let (mut open, mut boxes) = (variables.iter(), rows[rows_of_whole..].iter());
        let mut next = Basis { variables: Vec::new(), rows: rows[..rows_of_whole].to_vec() };
        for (j, fixing) in fixings.iter().enumerate() {
            let stretches = program.cell(j).is_some();
            let (own, of_box) = match self.fixings[j] {
                Fixing::Open => (open.next().copied(), stretches.then(|| boxes.next().copied()).flatten()),
                Fixing::AtZero => (Some(BasisStatus::Lower), stretches.then_some(BasisStatus::Basic)),
                Fixing::AtUpper if stretches => (Some(BasisStatus::Basic), Some(BasisStatus::Upper)),
                Fixing::AtUpper => (Some(BasisStatus::Upper), None),
            };
            if *fixing == Fixing::Open {
                next.variables.extend(own);
                next.rows.extend(of_box);
            }
        }
        next.variables.extend(open);
        next.rows.extend(boxes);
        next
    }
}
