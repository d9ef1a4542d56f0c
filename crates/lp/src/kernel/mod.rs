//! A dual simplex for boxed programs that grow by rows, on a dense kernel.

mod inverse;
mod ratio;

use crate::{BoxedSolution, LpStatus};
use inverse::Inverse;
use ratio::{Blocking, ratio_test};
use std::time::Instant;

/// How far bounds may be missed, in units of the larger of 1 and the bound.
const FEASIBLE: f64 = 1e-9;

/// How far rows may be missed, and objective and bound be apart beside what moved costs do, in units of the larger
/// of 1 and themselves: rounding.
const PROVED: f64 = 1e-7;

/// Costs are moved by up to this part of themselves while many multipliers tie, and moved back at the end.
const PERTURBATION: f64 = 1e-7;

/// Pivots below this are not trusted to a kernel that was updated.
const SMALL_PIVOT: f64 = 1e-6;

/// How far the two ways to compute a pivot may be apart, relative to it.
const PIVOT_ERROR: f64 = 1e-6;

/// Updates of the kernel's inverse before it is computed anew.
const UPDATES: usize = 200;

/// Iterations for each row and variable after which a solve is given up.
const MOST_ITERATIONS: usize = 50;

/// Iterations for the costs as they are, besides one for each row of the kernel.
const MOST_FOR_TRUE_COSTS: usize = 50;

/// Iterations between two looks at the clock.
const LOOK: usize = 16;

/// Where a variable stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Lower,
    Upper,
    /// In the kernel, at this place.
    Basic(usize),
}

/// A dual simplex for `min costs·x, A x <= rhs, 0 <= x <= upper`, all boxes finite, that is solved
/// again and again as rows come and go.
///
/// A basis is a set of tight rows and as many basic variables; the **kernel** is the square matrix of the one
/// on the other. In the programs of column generation for rules it is small (hundreds) and dense, while a
/// general simplex factorises it as a sparse one of the size of all rows. Here its inverse is kept as it
/// is, and one iteration costs its size squared and the terms of the tight rows.
///
/// Since every variable has a finite box, any multipliers `y >= 0` are dual feasible: rows can be added
/// and slack rows taken out at any time. The ratio test goes past boxed variables, flipping them, as long
/// as the dual objective grows. Ties are broken by slightly moved costs, which are moved back before the
/// end.
#[derive(Clone, Debug, Default)]
pub struct KernelSimplex {
    costs: Vec<f64>,
    upper: Vec<f64>,
    rows: Vec<Row>,
    /// The rows of each variable, with coefficients.
    columns: Vec<Vec<(u32, f64)>>,
    places: Vec<Place>,
    /// The rows and variables of the kernel, in its order.
    tight: Vec<usize>,
    basic: Vec<usize>,
    inverse: Inverse,
    updates: usize,
    /// Of the tight rows.
    multipliers: Vec<f64>,
    /// `costs + A' multipliers`; 0 for basic variables.
    reduced: Vec<f64>,
    /// `rhs - sum of the columns at their upper bounds`, per row.
    left: Vec<f64>,
    /// Of the basic variables.
    values: Vec<f64>,
    /// The squared norms of their rows of the inverse of the basis.
    weights: Vec<f64>,
    /// `rhs - A x`, per row; of tight rows 0.
    slacks: Vec<f64>,
    /// The costs in use.
    moved: Vec<f64>,
    iterations: u64,
}

#[derive(Clone, Debug)]
struct Row {
    indices: Vec<u32>,
    coefficients: Vec<f64>,
    rhs: f64,
    /// Its place in the kernel.
    tight: Option<usize>,
    /// The squared norm of its row of the inverse of the basis, while it is slack.
    weight: f64,
}

/// What is to leave the basis: the largest violation.
#[derive(Clone, Copy, Debug)]
enum Leaving {
    /// A row that is violated becomes tight.
    Row(usize),
    /// The basic variable at this place goes to its lower or upper bound.
    Variable { place: usize, to_upper: bool },
}

/// All that an exchange needs to be done.
struct Exchange {
    leaving: Leaving,
    blocking: Blocking,
    /// The dual step.
    step: f64,
    /// The reduced cost of a variable that leaves.
    reduced: f64,
    /// The value of a variable that enters.
    value: f64,
    /// The inverse of the kernel times the entering column.
    g: Vec<f64>,
    /// The leaving row times the inverse of the kernel.
    h: Vec<f64>,
    pivot: f64,
    /// The squared norm for what enters.
    weight: f64,
}

/// What an exchange does, beside what its dual step does.
struct Changes {
    /// The inverse of the basis times the leaving row of it, on the basic variables.
    tau: Vec<f64>,
    /// What the flips change the basic variables by.
    flips: Vec<f64>,
    on_rows: Vec<OnRow>,
}

/// The same on a row.
#[derive(Clone, Copy, Default)]
struct OnRow {
    /// The entering column times the inverse of the basis.
    entering: f64,
    tau: f64,
    /// What the flips change the slack by.
    flips: f64,
}

/// Why a run of iterations ended.
enum End {
    Feasible,
    Stopped(LpStatus),
    /// The inverse has become too inaccurate.
    Inaccurate,
}

impl KernelSimplex {
    /// No rows, and variables with these costs and finite upper bounds, each at its better bound.
    pub fn new(costs: Vec<f64>, upper: Vec<f64>) -> Self {
        let places = costs.iter().map(|&c| if c < 0.0 { Place::Upper } else { Place::Lower }).collect();
        KernelSimplex {
            reduced: costs.clone(),
            moved: costs.clone(),
            columns: vec![Vec::new(); costs.len()],
            costs,
            upper,
            places,
            ..KernelSimplex::default()
        }
    }

    /// The number of variables.
    pub fn num_variables(&self) -> usize {
        self.costs.len()
    }

    /// The number of tight rows, and of basic variables.
    pub fn kernel_size(&self) -> usize {
        self.tight.len()
    }

    /// Iterations so far, over all solves.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Adds a row `sum coefficient x <= rhs`, slack for now.
    pub fn add_row(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, rhs: f64) {
        let (indices, coefficients): (Vec<u32>, Vec<f64>) = terms.into_iter().map(|(j, a)| (j as u32, a)).unzip();
        let at = self.rows.len() as u32;
        indices.iter().zip(&coefficients).for_each(|(&j, &a)| self.columns[j as usize].push((at, a)));
        self.rows.push(Row { indices, coefficients, rhs, tight: None, weight: 1.0 });
        let h = self.inverse.left_times(&self.on_basic(at as usize));
        self.rows[at as usize].weight += squared(&h);
    }

    /// Takes out the rows that are not `kept`; tight ones stay. Says for each old row whether it is still there.
    pub fn retain_rows(&mut self, kept: impl Fn(usize) -> bool) -> Vec<bool> {
        let stays: Vec<bool> = (0..self.rows.len()).map(|r| self.rows[r].tight.is_some() || kept(r)).collect();
        let mut new: Vec<u32> = Vec::with_capacity(stays.len());
        let mut next = 0;
        for &stays in &stays {
            new.push(next);
            next += u32::from(stays);
        }
        for column in &mut self.columns {
            column.retain(|&(r, _)| stays[r as usize]);
            column.iter_mut().for_each(|(r, _)| *r = new[*r as usize]);
        }
        self.tight.iter_mut().for_each(|r| *r = new[*r] as usize);
        let mut answers = stays.iter();
        self.rows.retain(|_| *answers.next().expect("one answer per row"));
        stays
    }

    /// Solves the program as it is now, from the last basis; no solution unless optimal.
    ///
    /// The values are feasible, and optimal for costs moved by at most 1e-7 of themselves; the multipliers are not
    /// negative. With `exact`, some iterations more are spent on a vertex that is optimal for the costs as they
    /// are; where they do not suffice, the first answer stands.
    pub fn solve(&mut self, exact: bool, deadline: Option<Instant>) -> (LpStatus, Option<BoxedSolution>) {
        self.moved = self.costs.iter().enumerate().map(|(j, c)| c * (1.0 + PERTURBATION * spread(j))).collect();
        let most = (self.rows.len() + self.costs.len()) * MOST_ITERATIONS;
        for last in [false, true] {
            match self.run(deadline, most) {
                LpStatus::Optimal => {}
                status => return (status, None),
            }
            let solution = self.solution();
            if self.proves(&solution) {
                let exact = if exact { self.for_true_costs(deadline) } else { None };
                return (LpStatus::Optimal, Some(exact.unwrap_or(solution)));
            }
            // Once more, with an inverse that no update has blurred.
            if last || !self.factorise() {
                break;
            }
        }
        (LpStatus::Unknown, None)
    }

    /// Whether the values are feasible, and no better ones are possible by what the multipliers prove: an
    /// ill-conditioned kernel may call a basis optimal whose multipliers have the wrong sign.
    fn proves(&self, solution: &BoxedSolution) -> bool {
        let BoxedSolution { values, multipliers, .. } = solution;
        let mut reduced = self.costs.clone();
        let (mut bound, mut feasible) = (0.0, true);
        for (row, &y) in self.rows.iter().zip(multipliers) {
            row.add_to(&mut reduced, y);
            bound -= y * row.rhs;
            let activity: f64 = row.indices.iter().zip(&row.coefficients).map(|(&j, a)| a * values[j as usize]).sum();
            feasible &= activity - row.rhs <= PROVED * row.rhs.abs().max(1.0);
        }
        bound += reduced.iter().zip(&self.upper).map(|(d, u)| d.min(0.0) * u).sum::<f64>();
        let objective: f64 = self.costs.iter().zip(values).map(|(c, x)| c * x).sum();
        // What is optimal for moved costs costs so much more at most.
        let moved: f64 = self.costs.iter().zip(&self.upper).map(|(c, u)| 2.0 * PERTURBATION * c.abs() * u).sum();
        // Phrased as acceptance, so that NaN fails.
        feasible && objective - bound <= moved + PROVED * (1.0 + objective.abs())
    }

    /// An optimal vertex for the costs as they are, from the one for the moved costs. The next solve starts
    /// from the latter: moved costs tell its ties apart in the same way again.
    fn for_true_costs(&mut self, deadline: Option<Instant>) -> Option<BoxedSolution> {
        let mut exact = self.clone();
        exact.moved.clone_from(&self.costs);
        let status = exact.run(deadline, MOST_FOR_TRUE_COSTS + self.tight.len());
        self.iterations = exact.iterations;
        (status == LpStatus::Optimal).then(|| exact.solution()).filter(|solution| self.proves(solution))
    }

    /// Iterates from the last basis to the optimum for the costs in use.
    fn run(&mut self, deadline: Option<Instant>, most: usize) -> LpStatus {
        let most = self.iterations + most as u64;
        self.refresh();
        loop {
            match self.iterate(deadline, most) {
                End::Feasible => return LpStatus::Optimal,
                End::Stopped(status) => return status,
                End::Inaccurate => {
                    if !self.factorise() {
                        return LpStatus::Unknown;
                    }
                    self.refresh();
                }
            }
        }
    }

    fn iterate(&mut self, deadline: Option<Instant>, most: u64) -> End {
        // Whether values and slacks are said from the basis, with nothing added to them since.
        let mut fresh = true;
        loop {
            if self.iterations.is_multiple_of(LOOK as u64) && deadline.is_some_and(|d| Instant::now() >= d) {
                return End::Stopped(LpStatus::TimeLimit);
            }
            if self.iterations >= most {
                return End::Stopped(LpStatus::IterationLimit);
            }
            let Some(leaving) = self.leaving() else {
                if fresh {
                    return End::Feasible;
                }
                self.primal();
                fresh = true;
                continue;
            };
            if let Err(end) = self.pivot(leaving) {
                return end;
            }
            self.iterations += 1;
            fresh = false;
            if self.updates >= UPDATES {
                return End::Inaccurate;
            }
        }
    }

    /// The largest violation, in units of the norm of its row of the inverse of the basis (dual steepest edge).
    fn leaving(&self) -> Option<Leaving> {
        let mut largest = 0.0;
        let mut leaving = None;
        for (r, row) in self.rows.iter().enumerate().filter(|(_, row)| row.tight.is_none()) {
            let violation = -self.slacks[r];
            if violation > FEASIBLE * row.rhs.abs().max(1.0) && violation * violation / row.weight > largest {
                largest = violation * violation / row.weight;
                leaving = Some(Leaving::Row(r));
            }
        }
        for (place, (&x, &j)) in self.values.iter().zip(&self.basic).enumerate() {
            let (violation, to_upper) = if x < 0.0 { (-x, false) } else { (x - self.upper[j], true) };
            let weight = self.weights[place];
            if violation > FEASIBLE * self.upper[j].max(1.0) && violation * violation / weight > largest {
                largest = violation * violation / weight;
                leaving = Some(Leaving::Variable { place, to_upper });
            }
        }
        leaving
    }

    /// One exchange.
    fn pivot(&mut self, leaving: Leaving) -> Result<(), End> {
        // How the multipliers of tight rows and the reduced costs change by a unit of the dual step.
        let sign = match leaving {
            Leaving::Variable { to_upper: true, .. } => -1.0,
            _ => 1.0,
        };
        let (slope, h) = match leaving {
            Leaving::Row(r) => (-self.slacks[r], self.inverse.left_times(&self.on_basic(r))),
            Leaving::Variable { place, to_upper } => {
                let x = self.values[place];
                let violation = if to_upper { x - self.upper[self.basic[place]] } else { -x };
                (violation, self.inverse.row(place).to_vec())
            }
        };
        let by: Vec<f64> = match leaving {
            Leaving::Row(_) => h.iter().map(|h| -h).collect(),
            Leaving::Variable { .. } => h.iter().map(|h| sign * h).collect(),
        };
        let mut change = vec![0.0; self.costs.len()];
        if let Leaving::Row(r) = leaving {
            self.rows[r].add_to(&mut change, 1.0);
        }
        for (&r, &by) in self.tight.iter().zip(&by).filter(|(_, by)| **by != 0.0) {
            self.rows[r].add_to(&mut change, by);
        }
        let Some((step, blocking, flips)) = ratio_test(self, slope, &by, &change) else {
            return Err(End::Stopped(LpStatus::Infeasible));
        };
        // The exchange, checked before anything is changed: the pivot by its row and by its column.
        let (g, by_row) = match blocking {
            Blocking::Variable(q) => (self.inverse.times(&self.on_tight(q)), sign * change[q]),
            Blocking::Row(i) => (self.inverse.column(i), sign * by[i]),
        };
        let by_column = match leaving {
            Leaving::Row(r) => {
                let corner = if let Blocking::Variable(q) = blocking { self.rows[r].at(q) } else { 0.0 };
                corner - self.rows[r].dot(&g, &self.places)
            }
            Leaving::Variable { place, .. } => g[place],
        };
        let off = (by_row - by_column).abs() > PIVOT_ERROR * by_row.abs().max(by_column.abs());
        if (off || by_row.abs() < SMALL_PIVOT) && self.updates > 0 {
            return Err(End::Inaccurate);
        }
        let changes = self.changes(leaving, blocking, &flips, &g, &h);
        let weight = self.update_weights(leaving, &changes, &g, &h, by_row);
        let value = self.primal_step(leaving, blocking, &changes, &g);
        // The dual step.
        self.multipliers.iter_mut().zip(&by).for_each(|(y, by)| *y += step * by);
        self.reduced.iter_mut().zip(&change).for_each(|(d, change)| *d += step * change);
        self.basic.iter().for_each(|&j| self.reduced[j] = 0.0);
        for j in flips {
            self.flip(j);
        }
        self.exchange(Exchange { leaving, blocking, step, reduced: sign * step, value, g, h, pivot: by_row, weight });
        self.updates += 1;
        Ok(())
    }

    /// What an exchange does, in one pass over the basic columns: that is most of the work of an iteration.
    fn changes(&self, leaving: Leaving, blocking: Blocking, flips: &[usize], g: &[f64], h: &[f64]) -> Changes {
        let sign = match leaving {
            Leaving::Row(_) => -1.0,
            Leaving::Variable { .. } => 1.0,
        };
        let tau: Vec<f64> = self.inverse.times(h).into_iter().map(|t| sign * t).collect();
        let mut on_rows = vec![OnRow::default(); self.rows.len()];
        for &j in flips {
            let amount = self.sign_of_flip(j) * self.upper[j];
            self.columns[j].iter().for_each(|&(r, a)| on_rows[r as usize].flips += a * amount);
        }
        let freed: Vec<f64> = self.tight.iter().map(|&r| on_rows[r].flips).collect();
        let flips = if flips.is_empty() { freed } else { self.inverse.times(&freed) };
        for (((&j, &g), &tau), &x) in self.basic.iter().zip(g).zip(&tau).zip(&flips) {
            for &(r, a) in &self.columns[j] {
                let on = &mut on_rows[r as usize];
                on.entering -= a * g;
                on.tau -= a * tau;
                on.flips -= a * x;
            }
        }
        if let Blocking::Variable(q) = blocking {
            self.columns[q].iter().for_each(|&(r, a)| on_rows[r as usize].entering += a);
        }
        Changes { tau, flips, on_rows }
    }

    /// Brings the squared norms up to date (Forrest and Goldfarb); gives that of what enters.
    fn update_weights(&mut self, leaving: Leaving, changes: &Changes, g: &[f64], h: &[f64], pivot: f64) -> f64 {
        let old = match leaving {
            Leaving::Row(_) => 1.0 + squared(h),
            Leaving::Variable { .. } => squared(h),
        };
        let update = |weight: &mut f64, column: f64, tau: f64, least: f64| {
            let ratio = column / pivot;
            *weight = (*weight - 2.0 * ratio * tau + ratio * ratio * old).max(least + ratio * ratio);
        };
        for (row, on) in self.rows.iter_mut().zip(&changes.on_rows) {
            update(&mut row.weight, on.entering, on.tau, 1.0);
        }
        for ((weight, &g), &tau) in self.weights.iter_mut().zip(g).zip(&changes.tau) {
            update(weight, g, tau, 1e-4);
        }
        (old / (pivot * pivot)).max(1e-4)
    }

    /// Values and slacks after the flips, and after what enters has gone as far as what leaves asks; gives the value of
    /// a variable that enters.
    fn primal_step(&mut self, leaving: Leaving, blocking: Blocking, changes: &Changes, g: &[f64]) -> f64 {
        let Changes { flips, on_rows, .. } = changes;
        self.values.iter_mut().zip(flips).for_each(|(x, by)| *x += by);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack += on.flips);
        let length = match leaving {
            Leaving::Row(r) => self.slacks[r] / on_rows[r].entering,
            Leaving::Variable { place, to_upper } => {
                let bound = if to_upper { self.upper[self.basic[place]] } else { 0.0 };
                (self.values[place] - bound) / g[place]
            }
        };
        self.values.iter_mut().zip(g).for_each(|(x, g)| *x -= length * g);
        self.slacks.iter_mut().zip(on_rows).for_each(|(slack, on)| *slack -= length * on.entering);
        match blocking {
            Blocking::Variable(q) if self.places[q] == Place::Upper => self.upper[q] + length,
            _ => length,
        }
    }

    /// Brings the basis and the inverse of its kernel up to date.
    fn exchange(&mut self, exchange: Exchange) {
        let Exchange { leaving, blocking, step, reduced, value, g, h, pivot, weight } = exchange;
        match (leaving, blocking) {
            (Leaving::Row(r), Blocking::Variable(q)) => {
                self.inverse.border(&g, &h, pivot);
                self.rows[r].tight = Some(self.tight.len());
                self.tight.push(r);
                self.multipliers.push(step);
                self.enter(q, self.basic.len());
                self.values.push(value);
                self.weights.push(weight);
            }
            (Leaving::Row(r), Blocking::Row(i)) => {
                self.inverse.replace_row(i, h);
                self.rows[self.tight[i]].tight = None;
                self.rows[self.tight[i]].weight = weight;
                self.rows[r].tight = Some(i);
                self.tight[i] = r;
                self.multipliers[i] = step;
            }
            (Leaving::Variable { place, to_upper }, Blocking::Variable(q)) => {
                self.inverse.replace_column(place, &g);
                self.leave(place, to_upper, reduced);
                self.enter(q, place);
                self.values[place] = value;
                self.weights[place] = weight;
            }
            (Leaving::Variable { place, to_upper }, Blocking::Row(i)) => {
                self.inverse.remove(place, i);
                self.leave(place, to_upper, reduced);
                self.basic.swap_remove(place);
                self.values.swap_remove(place);
                self.weights.swap_remove(place);
                if let Some(&moved) = self.basic.get(place) {
                    self.places[moved] = Place::Basic(place);
                }
                let row = self.tight.swap_remove(i);
                self.rows[row].tight = None;
                self.rows[row].weight = weight;
                self.multipliers.swap_remove(i);
                if let Some(&moved) = self.tight.get(i) {
                    self.rows[moved].tight = Some(i);
                }
            }
        }
    }

    /// The variable `q` takes `place` in the kernel; what it had at its bound is given back to the rows.
    fn enter(&mut self, q: usize, place: usize) {
        if self.places[q] == Place::Upper {
            self.give_back(q, 1.0);
        }
        self.places[q] = Place::Basic(place);
        self.reduced[q] = 0.0;
        if place == self.basic.len() { self.basic.push(q) } else { self.basic[place] = q }
    }

    /// The basic variable at `place` goes to a bound, its place is free.
    fn leave(&mut self, place: usize, to_upper: bool, reduced: f64) {
        let j = self.basic[place];
        self.places[j] = if to_upper { Place::Upper } else { Place::Lower };
        self.reduced[j] = reduced;
        if to_upper {
            self.give_back(j, -1.0);
        }
    }

    fn flip(&mut self, j: usize) {
        let factor = self.sign_of_flip(j);
        self.places[j] = if factor < 0.0 { Place::Upper } else { Place::Lower };
        self.give_back(j, factor);
    }

    /// Whether a flip gives its column back to the rows (1) or takes it (-1).
    fn sign_of_flip(&self, j: usize) -> f64 {
        if self.places[j] == Place::Lower { -1.0 } else { 1.0 }
    }

    /// Adds `factor` times the column of a variable at its upper bound to what the rows have left.
    fn give_back(&mut self, j: usize, factor: f64) {
        let amount = factor * self.upper[j];
        self.columns[j].iter().for_each(|&(r, a)| self.left[r as usize] += a * amount);
    }

    /// A row on the basic variables.
    fn on_basic(&self, r: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.basic.len()];
        let row = &self.rows[r];
        for (&j, &a) in row.indices.iter().zip(&row.coefficients) {
            if let Place::Basic(place) = self.places[j as usize] {
                on[place] = a;
            }
        }
        on
    }

    /// A column on the tight rows.
    fn on_tight(&self, j: usize) -> Vec<f64> {
        let mut on = vec![0.0; self.tight.len()];
        for &(r, a) in &self.columns[j] {
            if let Some(place) = self.rows[r as usize].tight {
                on[place] = a;
            }
        }
        on
    }

    /// Computes the inverse anew; false if the kernel is singular.
    fn factorise(&mut self) -> bool {
        let entries = self.basic.iter().enumerate().flat_map(|(place, &j)| {
            let tight = self.columns[j].iter().filter_map(|&(r, a)| Some((self.rows[r as usize].tight?, a)));
            tight.map(move |(i, a)| (i, place, a))
        });
        self.updates = 0;
        match Inverse::of(self.basic.len(), entries) {
            Some(inverse) => self.inverse = inverse,
            None => return false,
        }
        true
    }

    /// Computes multipliers, reduced costs, bounds and values anew from the basis and the costs in use.
    fn refresh(&mut self) {
        let costs: Vec<f64> = self.basic.iter().map(|&j| -self.moved[j]).collect();
        self.multipliers = self.inverse.left_times(&costs);
        self.reduced.clone_from(&self.moved);
        for (&r, &y) in self.tight.iter().zip(&self.multipliers) {
            self.rows[r].add_to(&mut self.reduced, y);
        }
        self.left = self.rows.iter().map(|row| row.rhs).collect();
        for j in 0..self.costs.len() {
            match self.places[j] {
                Place::Basic(_) => self.reduced[j] = 0.0,
                Place::Lower if self.reduced[j] < 0.0 => self.places[j] = Place::Upper,
                Place::Upper if self.reduced[j] > 0.0 => self.places[j] = Place::Lower,
                _ => {}
            }
            if self.places[j] == Place::Upper {
                self.give_back(j, -1.0);
            }
        }
        self.primal();
    }

    /// Values of the basic variables, and slacks, from what the rows have left.
    fn primal(&mut self) {
        let left: Vec<f64> = self.tight.iter().map(|&r| self.left[r]).collect();
        self.values = self.inverse.times(&left);
        self.slacks.clone_from(&self.left);
        for (&j, &x) in self.basic.iter().zip(&self.values) {
            self.columns[j].iter().for_each(|&(r, a)| self.slacks[r as usize] -= a * x);
        }
    }

    fn solution(&self) -> BoxedSolution {
        let value = |(j, place): (usize, &Place)| match *place {
            Place::Lower => 0.0,
            Place::Upper => self.upper[j],
            Place::Basic(place) => self.values[place].clamp(0.0, self.upper[j]),
        };
        let mut multipliers = vec![0.0; self.rows.len()];
        self.tight.iter().zip(&self.multipliers).for_each(|(&r, y)| multipliers[r] = y.max(0.0));
        let values = self.places.iter().enumerate().map(value).collect();
        BoxedSolution { values, multipliers, ratios: Vec::new() }
    }
}

impl Row {
    /// Adds `factor` times the row to a vector over the variables.
    fn add_to(&self, to: &mut [f64], factor: f64) {
        self.indices.iter().zip(&self.coefficients).for_each(|(&j, a)| to[j as usize] += factor * a);
    }

    /// The coefficient of a variable.
    fn at(&self, j: usize) -> f64 {
        self.indices.iter().position(|&i| i as usize == j).map_or(0.0, |at| self.coefficients[at])
    }

    /// The product with a vector over the basic variables.
    fn dot(&self, v: &[f64], places: &[Place]) -> f64 {
        let term = |(&j, a): (&u32, &f64)| match places[j as usize] {
            Place::Basic(place) => a * v[place],
            _ => 0.0,
        };
        self.indices.iter().zip(&self.coefficients).map(term).sum()
    }
}

fn squared(v: &[f64]) -> f64 {
    v.iter().map(|a| a * a).sum()
}

/// A number from 0 up to 1 for each index, without a pattern.
fn spread(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoxedProgram;
    use crate::interior::tests::program;
    use proptest::prelude::*;

    /// The program's rows, as terms and right-hand side.
    fn rows(program: &BoxedProgram) -> Vec<(Vec<(usize, f64)>, f64)> {
        let mut rows: Vec<_> = program.rhs.iter().map(|&rhs| (Vec::new(), rhs)).collect();
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            indices.iter().zip(coefficients).for_each(|(&r, &a)| rows[r as usize].0.push((j, a)));
        }
        rows
    }

    /// The program of the rows that `simplex` holds, from those of `program`.
    fn of_rows(program: &BoxedProgram, held: &[usize]) -> BoxedProgram {
        let mut part = BoxedProgram::with_rows(held.iter().map(|&r| program.rhs[r]).collect());
        for j in 0..program.num_variables() {
            let (indices, coefficients) = program.column(j);
            let place = |r: u32| held.iter().position(|&h| h == r as usize);
            let mut terms: Vec<(u32, f64)> =
                indices.iter().zip(coefficients).filter_map(|(&r, &a)| Some((place(r)? as u32, a))).collect();
            terms.sort_by_key(|t| t.0);
            part.add_variable(program.costs[j], program.upper[j], terms);
        }
        part
    }

    /// Feasible, and no better than the multipliers prove possible.
    fn is_optimal(program: &BoxedProgram, solution: &BoxedSolution) -> Result<(), TestCaseError> {
        let objective = program.objective(&solution.values);
        let bound = program.lagrangian_bound(&solution.multipliers);
        prop_assert!((objective - bound).abs() <= 1e-8 * (1.0 + bound.abs()), "{} against {}", objective, bound);
        prop_assert!(solution.multipliers.iter().all(|y| *y >= 0.0));
        prop_assert!(solution.values.iter().zip(&program.upper).all(|(x, u)| (0.0..=*u).contains(x)));
        let activities = program.activities(&solution.values);
        prop_assert!(activities.iter().zip(&program.rhs).all(|(a, r)| *a <= r + 1e-8));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Rows come one after the other, and some that are slack go.
        #[test]
        fn every_solution_is_optimal(program in program(), goes in prop::collection::vec(any::<bool>(), 8)) {
            let mut simplex = KernelSimplex::new(program.costs.clone(), program.upper.clone());
            let mut held: Vec<usize> = Vec::new();
            for (at, (terms, rhs)) in rows(&program).into_iter().enumerate() {
                simplex.add_row(terms, rhs);
                held.push(at);
                let (status, solution) = simplex.solve(true, None);
                prop_assert_eq!(status, LpStatus::Optimal);
                let solution = solution.expect("it is optimal");
                is_optimal(&of_rows(&program, &held), &solution)?;
                if goes[at] {
                    let stays = simplex.retain_rows(|r| r % 2 == 0);
                    let mut stays = stays.into_iter();
                    held.retain(|_| stays.next().expect("one answer per row"));
                }
            }
        }

        /// Any costs and right-hand sides that leave 0 feasible; a cold start over all rows.
        #[test]
        fn a_cold_start_finds_an_optimum(
            columns in prop::collection::vec((-4i8..=4, 1u8..4, prop::collection::vec(-2i8..=2, 6)), 1..12),
            rhs in prop::collection::vec(0u8..5, 6),
        ) {
            let mut program = BoxedProgram::with_rows(rhs.iter().map(|&r| f64::from(r)).collect());
            for (cost, upper, terms) in &columns {
                let terms = (0u32..).zip(terms).filter(|(_, a)| **a != 0).map(|(r, a)| (r, f64::from(*a)));
                program.add_variable(f64::from(*cost), f64::from(*upper), terms);
            }
            let mut simplex = KernelSimplex::new(program.costs.clone(), program.upper.clone());
            rows(&program).into_iter().for_each(|(terms, rhs)| simplex.add_row(terms, rhs));
            let (status, solution) = simplex.solve(true, None);
            prop_assert_eq!(status, LpStatus::Optimal);
            is_optimal(&program, &solution.expect("it is optimal"))?;
        }
    }

    #[test]
    fn a_claim_is_checked_against_its_own_multipliers() {
        let mut simplex = KernelSimplex::new(vec![-1.0, -1.0], vec![1.0, 1.0]);
        simplex.add_row([(0, 1.0), (1, 1.0)], 1.0);
        let right = BoxedSolution { values: vec![1.0, 0.0], multipliers: vec![1.0], ratios: Vec::new() };
        assert!(simplex.proves(&right));
        // Multipliers that prove less, values that are too much, and no numbers.
        for (values, multipliers) in [([1.0, 0.0], 0.9), ([1.0, 0.1], 1.0), ([f64::NAN, 0.0], 1.0)] {
            let wrong = BoxedSolution { values: values.to_vec(), multipliers: vec![multipliers], ratios: Vec::new() };
            assert!(!simplex.proves(&wrong), "{wrong:?}");
        }
    }

    #[test]
    fn no_time_no_solution() {
        let mut simplex = KernelSimplex::new(vec![-1.0], vec![1.0]);
        simplex.add_row([(0, 2.0)], 1.0);
        assert_eq!(simplex.solve(true, Some(Instant::now())), (LpStatus::TimeLimit, None));
    }
}
