//! From an interior point to an optimal vertex: simplex over what the interior point leaves open.

use std::time::Instant;

use crate::levers::Levers;
use crate::{
    Backend, Basis, BasisStatus, BoxedProgram, BoxedSolution, LpError, LpProblem, LpSolution, LpStatus, SolveOptions,
    VariableId,
};

/// A variable is held at a bound when it is this much closer to it, in units of its box, than its
/// reduced cost is to zero, in units of the largest cost. Wrong guesses cost a round, never the answer.
const CLEAR: f64 = 1e-3;

/// The same where boxes stretch, whatever the reduced cost: few rules are in use then, most reduced costs are 0,
/// and an open variable costs a row.
const NEAR: f64 = 0.2;

/// Where none stretch, so many that are not wrong are opened with those that are, in units of the number of rows:
/// they cost next to nothing, and the last ones came one in a round (phoneme, 6 s each).
const ALSO_OPENED: f64 = 0.1;

/// The most variables that are opened at once where boxes stretch, in units of the number of rows.
const MOST_OPENED: usize = 2;

/// What exceeding a row costs at first, where it is allowed, in units of the largest cost: more than
/// the multiplier of any row is at an optimum, or else it is raised by this factor.
const EXCESS_COST: f64 = 8.0;

/// From this cost on nothing is held instead.
const MOST_EXCESS_COST: f64 = 1e5;

/// Rows with less slack than this are all as tight.
const SMALLEST_SLACK: f64 = 1e-12;

/// Where a variable stands while others are solved for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    AtZero,
    AtUpper,
    Open,
}

/// An optimal vertex of `program`, found by simplex (`backend`) near `guess`.
///
/// Variables that the guess puts clearly at a bound are held there, the small program that remains is
/// solved, the whole is checked, and what the check finds wrong is opened, until nothing is: the answer
/// is optimal for the whole program whatever the guess was. All rows stay: they are few, and in a
/// degenerate program each one left out cost a round. The returned duals are multipliers, not negative.
///
/// Where too much is held for the rows to be met, they may be exceeded at a price meanwhile. Where boxes stretch, a
/// variable held at its upper bound goes with it, and an open one has a row of its own. So fewer are left open there, rows
/// may be exceeded from the start, and the worst are opened first.
///
/// # Errors
/// Those of the backend. Limits are statuses.
pub fn sift(
    program: &BoxedProgram,
    guess: &BoxedSolution,
    backend: Backend,
    options: &SolveOptions,
) -> Result<(LpStatus, BoxedSolution), LpError> {
    let mut sifting = Sifting::new(program, guess);
    loop {
        let start = Instant::now();
        let found = sifting.solve_open(backend, options)?;
        log::debug!(
            "sifting: {backend} over {} rows, {} of {} variables: {}, {} iterations, {:.3} s",
            program.num_rows(),
            sifting.places.iter().filter(|p| **p == Place::Open).count(),
            program.num_variables(),
            found.status,
            found.iterations.unwrap_or(0),
            start.elapsed().as_secs_f64()
        );
        match found.status {
            LpStatus::Optimal => {
                let solution = sifting.complete(&found);
                let opened = sifting.open_violations(&solution, options.tolerance.max(1e-9));
                if !opened && sifting.exceeds(&found) {
                    sifting.forbid_excess();
                } else if !opened {
                    return Ok((LpStatus::Optimal, solution));
                }
            }
            // Too much is held for the rows to be met: some may be exceeded until that is opened.
            LpStatus::Infeasible if !sifting.elastic => {
                sifting.elastic = true;
                sifting.last = None;
            }
            LpStatus::Infeasible if sifting.holds_any() => sifting.open_all(),
            status => return Ok((status, BoxedSolution::default())),
        }
    }
}

struct Sifting<'a> {
    program: &'a BoxedProgram,
    /// The largest cost.
    scale: f64,
    levers: Levers,
    places: Vec<Place>,
    /// Whether rows may be exceeded as long as variables are held.
    elastic: bool,
    /// What that costs, in units of the largest cost.
    excess_cost: f64,
    /// Where to begin, if boxes do not stretch.
    corner: Option<Basis>,
    last: Option<Ended>,
}

/// A corner near `guess`: rows whose multiplier is larger than their slack are tight, and as many of the open variables, those
/// furthest from their bounds, are basic. From there simplex takes a quarter of its iterations (magic: 238 instead of
/// 936).
fn corner(program: &BoxedProgram, guess: &BoxedSolution, places: &[Place]) -> Basis {
    let slacks = program.activities(&guess.values).into_iter().zip(&program.rhs).map(|(a, rhs)| (rhs - a).max(0.0));
    let tightness: Vec<f64> = guess.multipliers.iter().zip(slacks).map(|(y, s)| y / s.max(SMALLEST_SLACK)).collect();
    let mut tight: Vec<usize> = (0..tightness.len()).filter(|&i| tightness[i] > 1.0).collect();
    tight.sort_by(|&a, &b| tightness[b].total_cmp(&tightness[a]).then(a.cmp(&b)));
    let open: Vec<usize> = (0..places.len()).filter(|&j| places[j] == Place::Open).collect();
    let inside = |at: usize| {
        let (x, u) = (guess.values[open[at]], program.upper[open[at]]);
        if u.is_finite() { x.min(u - x) / u.max(1e-300) } else { x }
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

/// How the last program of open variables ended.
struct Ended {
    places: Vec<Place>,
    basis: Basis,
}

impl<'a> Sifting<'a> {
    fn new(program: &'a BoxedProgram, guess: &BoxedSolution) -> Self {
        let scale = program.costs.iter().map(|c| c.abs()).fold(0.0, f64::max).max(1e-12);
        let reduced = program.reduced_costs(&guess.multipliers);
        let upper = if guess.ratios.is_empty() { program.upper[..].into() } else { program.stretched(&guess.ratios) };
        let levers = Levers::of(program);
        let near = if levers.is_empty() { 0.0 } else { NEAR };
        let place = |j: usize| {
            let (x, u, d) = (guess.values[j], upper[j], reduced[j] / scale);
            // Of a box that has all but vanished both ends are near.
            let unit = if u.is_finite() { program.upper[j].max(1e-300) } else { 1.0 };
            if d > 0.0 && x / unit < near.max(CLEAR * d) {
                Place::AtZero
            } else if d < 0.0 && u.is_finite() && (u - x) / unit < near.max(-CLEAR * d) {
                Place::AtUpper
            } else {
                Place::Open
            }
        };
        let places: Vec<Place> = (0..program.num_variables()).map(place).collect();
        let elastic = !levers.is_empty();
        let corner = levers.is_empty().then(|| corner(program, guess, &places));
        Sifting { program, scale, levers, places, elastic, excess_cost: EXCESS_COST, corner, last: None }
    }

    fn holds_any(&self) -> bool {
        self.places.iter().any(|&p| p != Place::Open)
    }

    /// Whether a row is exceeded at a price.
    fn exceeds(&self, found: &LpSolution) -> bool {
        let open = self.places.iter().filter(|p| **p == Place::Open).count();
        found.values[open + self.levers.len()..].iter().any(|&excess| excess > 1e-9)
    }

    /// Makes exceeding rows dearer, in the end impossible.
    fn forbid_excess(&mut self) {
        self.excess_cost *= EXCESS_COST;
        if self.excess_cost > MOST_EXCESS_COST {
            self.open_all();
        }
    }

    fn open_all(&mut self) {
        self.places.fill(Place::Open);
    }

    /// Solves for the open variables, the others where they are held.
    fn solve_open(&mut self, backend: Backend, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let lp = self.open_program()?;
        let mut solver = backend.create()?;
        lp.load_into(&mut *solver);
        let shape = (lp.num_variables(), lp.num_rows());
        let start = match self.last.take() {
            Some(last) => Some(self.basis_after(&last)),
            None => self.corner.clone().map(|corner| self.with_excess(corner)),
        };
        // Where nothing is held any more, no row can be exceeded: another program.
        if let Some(start) = start.filter(|start| (start.variables.len(), start.rows.len()) == shape) {
            match solver.set_basis(&start) {
                Err(LpError::NoStartingBasis { .. }) => {}
                set => set?,
            }
        }
        let found = solver.solve(options)?;
        self.last = solver.basis().map(|basis| Ended { places: self.places.clone(), basis });
        Ok(found)
    }

    /// A corner of the open program where no row is exceeded.
    fn with_excess(&self, mut corner: Basis) -> Basis {
        if self.elastic && self.holds_any() {
            corner.variables.extend(vec![BasisStatus::Lower; self.program.num_rows()]);
        }
        corner
    }

    /// The program of the open variables: they come first, then the levers, then what rows are exceeded by. Its rows are
    /// those of the whole, then the boxes of open variables that stretch, then the cells.
    fn open_program(&self) -> Result<LpProblem, LpError> {
        let program = self.program;
        let mut rhs = program.rhs.clone();
        let mut rows: Vec<Vec<(VariableId, f64)>> = vec![Vec::new(); program.num_rows()];
        // What the variables held at the upper bounds of a cell add up to, by row, and what they are worth.
        let mut held = vec![(vec![0.0; program.num_rows()], 0.0); program.cells.count()];
        let mut boxes = Vec::new();
        let mut lp = LpProblem::new();
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let terms = indices.iter().map(|&i| i as usize).zip(coefficients);
            let (upper, cell) = (program.upper[j], self.cell(j));
            match self.places[j] {
                Place::AtZero => {}
                Place::AtUpper => {
                    terms.clone().for_each(|(i, a)| rhs[i] -= a * upper);
                    if let Some(cell) = cell {
                        let (rows, worth) = &mut held[cell];
                        terms.for_each(|(i, a)| rows[i] += a * upper);
                        *worth += program.costs[j] * upper;
                    }
                }
                Place::Open => {
                    let most = if cell.is_some() { f64::INFINITY } else { upper };
                    let variable = lp.add_variable(program.costs[j], 0.0, most)?;
                    terms.for_each(|(i, &a)| rows[i].push((variable, a)));
                    boxes.extend(cell.map(|cell| (variable, cell, upper)));
                }
            }
        }
        let moves = self.levers.add_to(&mut lp, &held.iter().map(|(_, worth)| *worth).collect::<Vec<_>>())?;
        for cell in self.levers.cells() {
            for (row, &sum) in rows.iter_mut().zip(&held[cell].0).filter(|(_, sum)| **sum != 0.0) {
                row.extend(self.levers.terms(&moves, cell, sum));
            }
        }
        if self.holds_any() && self.elastic {
            for row in &mut rows {
                row.push((lp.add_variable(self.scale * self.excess_cost, 0.0, f64::INFINITY)?, -1.0));
            }
        }
        for i in 0..program.num_rows() {
            lp.add_row(f64::NEG_INFINITY, &rows[i], rhs[i])?;
        }
        for (variable, cell, upper) in boxes {
            let mut terms = self.levers.terms(&moves, cell, -upper);
            terms.push((variable, 1.0));
            lp.add_row(f64::NEG_INFINITY, &terms, upper)?;
        }
        // Boxes that no open variable keeps from turning inside out.
        for cell in self.levers.cells() {
            lp.add_row(-1.0, &self.levers.terms(&moves, cell, 1.0), f64::INFINITY)?;
        }
        Ok(lp)
    }

    /// The same corner for the program with more variables open: each stands where it was held.
    fn basis_after(&self, last: &Ended) -> Basis {
        let Basis { variables, rows } = &last.basis;
        let rows_of_whole = self.program.num_rows();
        let (mut open, mut boxes) = (variables.iter(), rows[rows_of_whole..].iter());
        let mut next = Basis { variables: Vec::new(), rows: rows[..rows_of_whole].to_vec() };
        for (j, place) in self.places.iter().enumerate() {
            let stretches = self.cell(j).is_some();
            let (own, of_box) = match last.places[j] {
                Place::Open => (open.next().copied(), stretches.then(|| boxes.next().copied()).flatten()),
                Place::AtZero => (Some(BasisStatus::Lower), stretches.then_some(BasisStatus::Basic)),
                Place::AtUpper if stretches => (Some(BasisStatus::Basic), Some(BasisStatus::Upper)),
                Place::AtUpper => (Some(BasisStatus::Upper), None),
            };
            if *place == Place::Open {
                next.variables.extend(own);
                next.rows.extend(of_box);
            }
        }
        next.variables.extend(open);
        next.rows.extend(boxes);
        next
    }

    fn cell(&self, j: usize) -> Option<usize> {
        self.program.cells.of_variable.get(j).copied().flatten().map(|c| c as usize)
    }

    /// The solution of the whole program, held variables at their bounds.
    fn complete(&self, found: &LpSolution) -> BoxedSolution {
        let open = self.places.iter().filter(|p| **p == Place::Open).count();
        let (open, rest) = found.values.split_at(open);
        let moved = &rest[..self.levers.len()];
        let ratios: Vec<f64> = self.levers.ratios(moved).into_iter().map(|r| r.max(0.0)).collect();
        let upper = self.program.stretched(&ratios);
        let mut open = open.iter();
        let value = |(j, place): (usize, &Place)| match place {
            Place::AtZero => 0.0,
            Place::AtUpper => upper[j],
            Place::Open => *open.next().expect("one value per open variable"),
        };
        let values = self.places.iter().enumerate().map(value).collect();
        let multipliers = found.row_duals[..self.program.num_rows()].iter().map(|y| (-y).max(0.0)).collect();
        BoxedSolution { values, multipliers, ratios }
    }

    /// Opens what the solution shows to be held wrongly; whether there was any.
    fn open_violations(&mut self, solution: &BoxedSolution, tolerance: f64) -> bool {
        let program = self.program;
        let reduced = program.reduced_costs(&solution.multipliers);
        let wrong = |j: &usize| match self.places[*j] {
            Place::AtZero => reduced[*j] < -tolerance,
            Place::AtUpper => reduced[*j] > tolerance,
            Place::Open => false,
        };
        let mut wrong: Vec<usize> = (0..program.num_variables()).filter(wrong).collect();
        if wrong.is_empty() {
            return false;
        }
        if self.levers.is_empty() {
            let mut held: Vec<usize> =
                (0..program.num_variables()).filter(|&j| self.places[j] != Place::Open).collect();
            held.sort_by(|&a, &b| reduced[a].abs().total_cmp(&reduced[b].abs()).then(a.cmp(&b)));
            held.truncate((ALSO_OPENED * program.num_rows() as f64) as usize);
            wrong.extend(held);
        } else {
            // Those that cost most first: each is another row, and many are wrong only because others are.
            let loss = |j: usize| (reduced[j] * program.upper[j]).abs();
            wrong.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)).then(a.cmp(&b)));
            wrong.truncate(MOST_OPENED * program.num_rows());
        }
        wrong.into_iter().for_each(|j| self.places[j] = Place::Open);
        true
    }
}

#[cfg(all(test, feature = "microlp"))]
mod tests {
    use super::*;
    use crate::interior::tests::program;
    use crate::{InteriorOptions, interior_point, verify};
    use proptest::prelude::*;

    proptest! {
        /// Whatever the guess, the answer is optimal for the whole program.
        #[test]
        fn sifting_ends_at_an_optimum(program in program(), tolerance in prop::sample::select(vec![0.9, 1e-2, 1e-6])) {
            let options = InteriorOptions { tolerance, ..InteriorOptions::default() };
            let guess = interior_point(&program, &options).unwrap().solution;
            let (status, found) = sift(&program, &guess, Backend::Microlp, &SolveOptions::default()).unwrap();
            prop_assert_eq!(status, LpStatus::Optimal);
            let whole = LpSolution {
                status,
                objective: program.objective(&found.values),
                values: found.values,
                row_duals: found.multipliers.iter().map(|y| -y).collect(),
                iterations: None,
            };
            prop_assert_eq!(verify(&program.to_lp().unwrap(), &whole, 1e-7), Ok(()));
        }
    }
}
