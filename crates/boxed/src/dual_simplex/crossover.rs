//! Crossover: from multipliers inside the optimal face to those of a vertex.

use super::constants::{FEASIBLE, LARGEST_INVERSE, SMALL_PIVOT, UPDATES};
use super::pivot::{Exchange, LeavingVariable};
use super::ratio::{EnteringVariable, ratio_test};
use super::state::DualSimplex;
use crate::{BoxedProgram, BoxedSolution};
use rulegen_limits::Limits;

/// The number of moves between two checks of the limits. A move takes milliseconds at most.
const LOOK: usize = 64;

/// The largest working basis. Its inverse fills 128 MB, and takes ten seconds to compute.
const LARGEST: usize = 4096;

/// The most pivots that are not trusted, each of which costs an inverse.
const MOST_UNTRUSTED: usize = 100;

/// Finds the multipliers of a vertex near those of `inside`, with a Lagrangian bound
/// ([`BoxedProgram::lagrangian_bound`]) that is no worse. The values stay.
///
/// Multipliers of an interior point are positive in all rows. One after the other, the largest
/// first so that small ones go to 0 at their expense, is moved in the direction in which the bound
/// does not fall, to 0 or until a reduced cost becomes 0 and the row joins the basis (Megiddo 1991;
/// Bixby and Saltzman 1994). There is one move a row, and none needs the values: a simplex, which
/// ends at a vertex of these too, takes many times as many iterations where the program is
/// degenerate (`docs/measurements/lp.md`).
///
/// Returns `None` if boxes are infinite or stretch, if there are separate rows, if a limit is
/// reached, or if the working basis becomes singular or too large.
pub fn cross_over(program: &BoxedProgram, inside: &BoxedSolution, limits: &Limits) -> Option<BoxedSolution> {
    let plain = program.separate == 0 && program.cells.of_variable.is_empty();
    if !plain || program.upper.iter().any(|upper| upper.is_infinite()) {
        return None;
    }
    let mut simplex = DualSimplex::of(program);
    simplex.push_all(&inside.multipliers, limits)?;
    let multipliers = simplex.solution().multipliers;
    let (before, after) = (program.lagrangian_bound(&inside.multipliers), program.lagrangian_bound(&multipliers));
    log::debug!("crossover: {} of {} rows tight, bound {before} to {after}", simplex.tight.len(), simplex.rows.len());
    // Phrased as acceptance, so that NaN fails.
    let is_no_worse = after >= before - FEASIBLE * before.abs().max(1.0);
    is_no_worse.then(|| BoxedSolution { multipliers, ..inside.clone() })
}

impl DualSimplex {
    /// Takes a program of plain boxes.
    fn of(program: &BoxedProgram) -> Self {
        let mut simplex = DualSimplex::new(program.costs.clone(), program.upper.clone());
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); program.num_rows()];
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            indices.iter().zip(coefficients).for_each(|(&r, &a)| rows[r as usize].push((j, a)));
        }
        rows.into_iter().zip(&program.rhs).for_each(|(terms, &rhs)| simplex.add_row(terms, rhs));
        simplex
    }

    /// Moves the multipliers of all rows to 0 or into the basis. Returns `None` if a limit is
    /// reached, or if the working basis becomes singular or too large.
    ///
    /// The part of the costs that multipliers yet to be moved pay stands in the perturbed costs.
    fn push_all(&mut self, multipliers: &[f64], limits: &Limits) -> Option<()> {
        for (row, &y) in self.rows.iter().zip(multipliers) {
            row.add_to(&mut self.perturbed, y);
        }
        self.refresh();
        let mut order: Vec<usize> = (0..multipliers.len()).collect();
        order.sort_by(|&a, &b| multipliers[b].total_cmp(&multipliers[a]).then(a.cmp(&b)));
        let mut untrusted = 0;
        for (at, r) in order.into_iter().enumerate() {
            if self.tight.len() > LARGEST || untrusted > MOST_UNTRUSTED {
                return None;
            }
            if at % LOOK == 0 && limits.reached().is_some() {
                return None;
            }
            let trusted = self.push(r, multipliers[r])?;
            let DualSimplex { rows, perturbed, .. } = self;
            rows[r].add_to(perturbed, -multipliers[r]);
            untrusted += usize::from(!trusted);
            if !trusted || self.updates >= UPDATES {
                self.restart(limits)?;
            }
        }
        self.perturbed.clone_from(&self.costs);
        self.restart(limits)
    }

    /// Computes everything anew from the basis. Returns `None` if that is nearly singular, or a
    /// limit is reached.
    fn restart(&mut self, limits: &Limits) -> Option<()> {
        if limits.reached().is_some() {
            return None;
        }
        let regular = self.factorise() && self.inverse.largest() <= LARGEST_INVERSE;
        regular.then(|| self.refresh())
    }

    /// Moves the multiplier `y` of a slack row to 0 or into the basis. Returns false if the pivot
    /// is too small to be trusted, and `None` if nothing ends the move.
    fn push(&mut self, r: usize, y: f64) -> Option<bool> {
        let h = self.inverse.left_times(&self.on_basic(r));
        let slack = self.left[r] - self.tight.iter().zip(&h).map(|(&t, h)| h * self.left[t]).sum::<f64>();
        // The bound grows with the multiplier of a row that is violated.
        let (sign, most) = if slack < 0.0 { (1.0, f64::INFINITY) } else { (-1.0, y) };
        let by: Vec<f64> = h.iter().map(|h| -sign * h).collect();
        let change = self.change(Some((r, sign)), &by);
        let (step, entering, flips) = ratio_test(self, slack.abs(), &by, &change, most);
        if step.is_infinite() {
            return None;
        }
        self.dual_step(step, &by, &change);
        flips.into_iter().for_each(|j| self.flip(j));
        let Some(entering) = entering else { return Some(true) };
        let (g, pivot) = match entering {
            EnteringVariable::Structural(q) => (self.inverse.times(&self.on_tight(q)), sign * change[q]),
            EnteringVariable::Slack(i) => (self.inverse.column(i), h[i]),
        };
        // Values and norms are those of no vertex before the end, so nothing reads them.
        let (leaving, value, weight) = (LeavingVariable::Slack(r), 0.0, 1.0);
        let multiplier = y + sign * step;
        self.exchange(Exchange { leaving, entering, step: multiplier, reduced: 0.0, value, g, h, pivot, weight });
        self.updates += 1;
        Some(pivot.abs() >= SMALL_PIVOT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::program;
    use crate::{InteriorOptions, interior_point};
    use proptest::prelude::*;
    use rulegen_lp::{Backend, LpFactory, SolveOptions};

    proptest! {
        /// Crossover does not lower the bound, and from a fine solution it ends at the optimum, at
        /// no more rows than variables whose reduced cost is 0.
        #[test]
        fn crossover_ends_at_a_vertex(program in program(), fine in any::<bool>()) {
            let options = InteriorOptions { tolerance: if fine { 1e-9 } else { 0.3 }, ..Default::default() };
            let inside = interior_point(&program, &options).unwrap().solution;
            let vertex = cross_over(&program, &inside, &Limits::default()).unwrap();
            let bound = program.lagrangian_bound(&vertex.multipliers);
            prop_assert!(bound >= program.lagrangian_bound(&inside.multipliers) - 1e-9);
            if fine {
                let lp = program.to_lp().unwrap();
                let found = Backend::Microlp.create().unwrap().solve(&lp, &SolveOptions::default()).unwrap();
                prop_assert!((found.objective - bound).abs() < 1e-7, "{} against {bound}", found.objective);
            }
            let tight = vertex.multipliers.iter().filter(|y| **y > 0.0).count();
            let kinks = program.reduced_costs(&vertex.multipliers).iter().filter(|d| d.abs() < 1e-9).count();
            prop_assert!(tight <= kinks, "{tight} rows, {kinks} variables");
        }
    }

    /// Maximise x + y with x + y <= 1, by two equal rows: any shares of 1 are multipliers.
    #[test]
    fn ties_end_at_one_row() {
        let mut program = BoxedProgram::with_rows(vec![1.0, 1.0]);
        (0..2).for_each(|_| program.add_variable(-1.0, 1.0, [(0, 1.0), (1, 1.0)]));
        let inside = BoxedSolution { values: vec![0.5; 2], multipliers: vec![0.25, 0.75], ..Default::default() };
        let vertex = cross_over(&program, &inside, &Limits::default()).unwrap();
        assert_eq!((vertex.multipliers, vertex.values), (vec![0.0, 1.0], vec![0.5; 2]));
    }

    #[test]
    fn boxes_that_are_not_plain_are_left_to_others() {
        let mut program = BoxedProgram::with_rows(vec![1.0]);
        program.add_variable(-1.0, f64::INFINITY, [(0, 1.0)]);
        let inside = BoxedSolution { values: vec![1.0], multipliers: vec![1.0], ..Default::default() };
        assert_eq!(cross_over(&program, &inside, &Limits::default()), None);
    }
}
