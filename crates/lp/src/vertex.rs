//! From a nearly optimal point to the vertex next to it, and to the row duals that prove it optimal.
//!
//! For libraries that give no duals.
//!
//! At an optimal point `x` the duals have support on the tight rows `T` only, and every direction of the cone of the
//! bounds and rows that are tight at `x` has cost >= 0. So the program "minimise `c·z` over that cone" has optimum 0, at
//! `z = 0`, and its duals are the ones looked for. It has `|T|` rows and is solved by a primal simplex with a dense
//! inverse. All its right-hand sides are 0, so every step would be degenerate; therefore each basic variable at a bound
//! gets a random distance from it, which leaves the duals as they are and makes cycling (almost surely) impossible. The
//! random numbers are the same in every run.
//!
//! The last basis also says which bounds and rows meet in the vertex: solving for it gives the values anew.

use std::time::Instant;

use crate::model::CHECK_TOLERANCE;
use crate::{LpError, LpProblem, LpSolution, LpStatus, RowId, verify};

/// Reduced costs above minus this are taken for non-negative (relative to `max(1, |c_j|)`).
const REDUCED_COST: f64 = 1e-10;

/// Entries of a transformed column below this are taken for zero.
const PIVOT: f64 = 1e-9;

/// What is lost in solving with the basis.
const ROUNDING: f64 = 1e-9;

/// Pivots between two computations of the duals from scratch.
const REFRESH: usize = 64;

/// What came of the search.
#[derive(Debug)]
pub(crate) enum Search {
    /// The vertex, and row duals that prove it optimal, up to rounding.
    Found { values: Vec<f64>, row_duals: Vec<f64> },
    /// The deadline passed.
    TimeLimit,
    /// The point is not next to an optimal vertex, or rounding won.
    Failed(&'static str),
}

/// The vertex next to a nearly optimal point, and its row duals.
fn optimal_vertex(problem: &LpProblem, values: &[f64], at_bound: f64, deadline: Option<Instant>) -> Search {
    let mut cone = Cone::at(problem, values, at_bound);
    cone.enter_interior();
    if let Err(end) = cone.minimise(deadline) {
        return end;
    }
    let mut row_duals = vec![0.0; problem.num_rows()];
    for (&row, &dual) in cone.tight_rows.iter().zip(&cone.duals) {
        row_duals[row] = dual;
    }
    Search::Found { values: cone.vertex(problem, values), row_duals }
}

/// Makes an answer of a nearly optimal point.
///
/// `at_bound` says how near, relative to `max(1, |bound|)`, a value counts as being at its bound; several are tried one
/// after the other. The values are computed anew from what is at its bound, so taking a value for nearer than it is costs
/// no accuracy; where it leads to another vertex, the check refuses it.
pub(crate) fn complete(
    name: &'static str,
    problem: &LpProblem,
    values: &[f64],
    at_bound: &[f64],
    deadline: Option<Instant>,
) -> Result<LpSolution, LpError> {
    let mut failure = String::new();
    for &at_bound in at_bound {
        let (values, row_duals) = match optimal_vertex(problem, values, at_bound, deadline) {
            Search::Found { values, row_duals } => (values, row_duals),
            Search::TimeLimit => return Ok(LpSolution::without_point(LpStatus::TimeLimit)),
            Search::Failed(why) => {
                failure = why.to_owned();
                continue;
            }
        };
        let status = LpStatus::Optimal;
        let solution =
            LpSolution { status, objective: problem.objective(&values), values, row_duals, iterations: None };
        match verify(problem, &solution, CHECK_TOLERANCE) {
            Ok(()) => return Ok(solution),
            Err(violation) => failure = violation.to_string(),
        }
    }
    Err(LpError::Backend { name: name.to_owned(), message: format!("its answer is near no optimal vertex: {failure}") })
}

/// Where a variable may go from the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// Both ways, without end.
    Free,
    /// Up only: it is at its lower bound.
    Up,
    /// Down only: it is at its upper bound.
    Down,
    /// Nowhere: its bounds meet.
    None,
}

impl Room {
    fn of(value: f64, lower: f64, upper: f64, at_bound: f64) -> Self {
        let near = |bound: f64| bound.is_finite() && (value - bound).abs() <= at_bound * bound.abs().max(1.0);
        let beyond_lower = value < lower;
        let beyond_upper = value > upper;
        match (near(lower) || beyond_lower, near(upper) || beyond_upper) {
            (true, true) => Self::None,
            (true, false) => Self::Up,
            (false, true) => Self::Down,
            (false, false) => Self::Free,
        }
    }

    /// Whether a non-basic variable with this reduced cost should move, and which way.
    fn improving(self, reduced_cost: f64, small: f64) -> Option<f64> {
        match self {
            Self::Up | Self::Free if reduced_cost < -small => Some(1.0),
            Self::Down | Self::Free if reduced_cost > small => Some(-1.0),
            _ => None,
        }
    }
}

/// A basic variable and how far it may move.
#[derive(Clone, Copy, Debug)]
struct Basic {
    variable: usize,
    down: f64,
    up: f64,
}

/// Minimise `c·z` with `A_T z = s` over the cone of `Room`s. Variables are the columns of the program,
/// then one logical variable per tight row, whose column is minus a unit vector and whose reduced cost is
/// therefore the dual of the row.
struct Cone<'a> {
    costs: &'a [f64],
    tight_rows: Vec<usize>,
    /// The tight rows by columns.
    starts: Vec<usize>,
    rows: Vec<u32>,
    coefficients: Vec<f64>,
    room: Vec<Room>,
    is_basic: Vec<bool>,
    basis: Vec<Basic>,
    /// Row-major inverse of the basis: one line per basic variable.
    inverse: Vec<f64>,
    duals: Vec<f64>,
    random: u64,
}

impl<'a> Cone<'a> {
    fn at(problem: &'a LpProblem, values: &[f64], at_bound: f64) -> Self {
        let columns = problem.num_variables();
        let mut room: Vec<Room> =
            (0..columns).map(|j| Room::of(values[j], problem.lower()[j], problem.upper()[j], at_bound)).collect();
        let mut tight_rows = Vec::new();
        for (row, activity) in problem.activities(values).into_iter().enumerate() {
            let side = Room::of(activity, problem.row_lower()[row], problem.row_upper()[row], at_bound);
            if side != Room::Free {
                tight_rows.push(row);
                room.push(side);
            }
        }
        let size = tight_rows.len();
        let mut is_basic = vec![false; columns + size];
        is_basic[columns..].fill(true);
        let (starts, rows, coefficients) = by_columns(problem, &tight_rows);
        let mut inverse = vec![0.0; size * size];
        for i in 0..size {
            inverse[i * size + i] = -1.0;
        }
        let mut cone = Self {
            costs: problem.costs(),
            tight_rows,
            starts,
            rows,
            coefficients,
            room,
            is_basic,
            basis: Vec::new(),
            inverse,
            duals: vec![0.0; size],
            random: 0x9e37_79b9_7f4a_7c15,
        };
        cone.basis = (columns..columns + size).map(|logical| cone.basic(logical)).collect();
        cone
    }

    fn size(&self) -> usize {
        self.tight_rows.len()
    }

    fn columns(&self) -> usize {
        self.costs.len()
    }

    /// Uniform in [0.5, 1): xorshift64*, enough to break ties.
    fn random_distance(&mut self) -> f64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        let bits = self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        0.5 + bits as f64 / (1u64 << 54) as f64
    }

    fn basic(&mut self, variable: usize) -> Basic {
        let (down, up) = match self.room[variable] {
            Room::Free => (f64::INFINITY, f64::INFINITY),
            Room::Up => (self.random_distance(), f64::INFINITY),
            Room::Down => (f64::INFINITY, self.random_distance()),
            Room::None => (self.random_distance(), self.random_distance()),
        };
        Basic { variable, down, up }
    }

    /// Brings the columns strictly between their bounds into the basis, as far as they are independent: at
    /// a vertex all are.
    fn enter_interior(&mut self) {
        for column in 0..self.columns() {
            if self.room[column] != Room::Free {
                continue;
            }
            let direction = self.transformed(column);
            // An equality that leaves the basis never comes back, so it goes first.
            let pivot = (0..self.size())
                .filter(|&i| self.basis[i].variable >= self.columns())
                .filter(|&i| direction[i].abs() > PIVOT)
                .max_by(|&a, &b| {
                    let weight = |i: usize| {
                        let fixed = self.room[self.basis[i].variable] == Room::None;
                        direction[i].abs() * if fixed { 10.0 } else { 1.0 }
                    };
                    weight(a).total_cmp(&weight(b))
                });
            if let Some(pivot) = pivot {
                let entering = self.basic(column);
                self.replace(pivot, entering, &direction);
            }
        }
    }

    /// `B⁻¹ a_j`.
    fn transformed(&self, variable: usize) -> Vec<f64> {
        let size = self.size();
        let mut result = vec![0.0; size];
        let mut add = |row: usize, coefficient: f64| {
            for i in 0..size {
                result[i] += coefficient * self.inverse[i * size + row];
            }
        };
        if variable >= self.columns() {
            add(variable - self.columns(), -1.0);
        } else {
            for at in self.starts[variable]..self.starts[variable + 1] {
                add(self.rows[at] as usize, self.coefficients[at]);
            }
        }
        result
    }

    fn replace(&mut self, pivot: usize, entering: Basic, direction: &[f64]) {
        let size = self.size();
        self.is_basic[self.basis[pivot].variable] = false;
        self.is_basic[entering.variable] = true;
        self.basis[pivot] = entering;
        let scale = 1.0 / direction[pivot];
        let mut line = self.inverse[pivot * size..(pivot + 1) * size].to_vec();
        line.iter_mut().for_each(|x| *x *= scale);
        for (i, target) in self.inverse.chunks_exact_mut(size).enumerate() {
            if i == pivot {
                target.copy_from_slice(&line);
            } else if direction[i] != 0.0 {
                for (x, l) in target.iter_mut().zip(&line) {
                    *x -= direction[i] * l;
                }
            }
        }
    }

    fn cost(&self, variable: usize) -> f64 {
        self.costs.get(variable).copied().unwrap_or(0.0)
    }

    fn reduced_cost(&self, variable: usize) -> f64 {
        if variable >= self.columns() {
            return self.duals[variable - self.columns()];
        }
        let terms = self.starts[variable]..self.starts[variable + 1];
        let paid: f64 = self.rows[terms.clone()]
            .iter()
            .zip(&self.coefficients[terms])
            .map(|(&row, coefficient)| coefficient * self.duals[row as usize])
            .sum();
        self.costs[variable] - paid
    }

    /// `y = B⁻ᵀ c_B`, then twice corrected by its own residual.
    fn refresh_duals(&mut self) {
        self.duals.fill(0.0);
        for _ in 0..3 {
            let residuals: Vec<f64> = self.basis.iter().map(|basic| self.reduced_cost(basic.variable)).collect();
            for (residual, line) in residuals.iter().zip(self.inverse.chunks_exact(self.tight_rows.len().max(1))) {
                if *residual != 0.0 {
                    for (dual, x) in self.duals.iter_mut().zip(line) {
                        *dual += residual * x;
                    }
                }
            }
        }
    }

    fn minimise(&mut self, deadline: Option<Instant>) -> Result<(), Search> {
        self.refresh_duals();
        let mut since_refresh = 0;
        let limit = 1_000 + 50 * (self.size() + self.columns().min(self.size() * 20));
        for _ in 0..limit {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Search::TimeLimit);
            }
            if since_refresh >= REFRESH {
                self.refresh_duals();
                since_refresh = 0;
            }
            let Some((entering, sign)) = self.most_improving() else {
                if since_refresh == 0 {
                    return Ok(());
                }
                self.refresh_duals();
                since_refresh = 0;
                continue;
            };
            self.step(entering, sign)?;
            since_refresh += 1;
        }
        Err(Search::Failed("too many steps"))
    }

    fn most_improving(&self) -> Option<(usize, f64)> {
        let mut best = None;
        let mut best_merit = 0.0;
        for variable in 0..self.room.len() {
            if self.is_basic[variable] || self.room[variable] == Room::None {
                continue;
            }
            let reduced_cost = self.reduced_cost(variable);
            let small = REDUCED_COST * self.cost(variable).abs().max(1.0);
            if let Some(sign) = self.room[variable].improving(reduced_cost, small)
                && reduced_cost.abs() > best_merit
            {
                best_merit = reduced_cost.abs();
                best = Some((variable, sign));
            }
        }
        best
    }

    fn step(&mut self, entering: usize, sign: f64) -> Result<(), Search> {
        let direction = self.transformed(entering);
        let Some((pivot, step)) = self.leaving(&direction, sign) else {
            return Err(Search::Failed("the point can be improved"));
        };
        let reduced_cost = self.reduced_cost(entering);
        for (basic, d) in self.basis.iter_mut().zip(&direction) {
            let rise = -sign * d * step;
            // The distances are arbitrary, so one that was overstepped a little may be mended.
            basic.up = (basic.up - rise).max(1e-6);
            basic.down = (basic.down + rise).max(1e-6);
        }
        let (down, up) = match self.room[entering] {
            Room::Up => (step.max(1e-6), f64::INFINITY),
            Room::Down => (f64::INFINITY, step.max(1e-6)),
            _ => (f64::INFINITY, f64::INFINITY),
        };
        self.replace(pivot, Basic { variable: entering, down, up }, &direction);
        let size = self.size();
        let line = &self.inverse[pivot * size..(pivot + 1) * size];
        for (dual, x) in self.duals.iter_mut().zip(line) {
            *dual += reduced_cost * x;
        }
        Ok(())
    }

    /// Harris' ratio test: first how far the step may go if every distance is stretched a little, then, of
    /// the variables that stop it before, the one with the largest pivot.
    fn leaving(&self, direction: &[f64], sign: f64) -> Option<(usize, f64)> {
        const STRETCH: f64 = 1e-3;
        let room = |i: usize| {
            if -sign * direction[i] > 0.0 { self.basis[i].up } else { self.basis[i].down }
        };
        let blocking = || (0..direction.len()).filter(|&i| direction[i].abs() > PIVOT);
        let longest = blocking().map(|i| (room(i) + STRETCH) / direction[i].abs()).fold(f64::INFINITY, f64::min);
        if longest == f64::INFINITY {
            return None;
        }
        blocking()
            .filter(|&i| room(i) / direction[i].abs() <= longest)
            .max_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs()))
            .map(|i| (i, room(i) / direction[i].abs()))
    }

    /// The point where the bounds and rows outside the basis hold exactly: one solve with the basis, then one more on what
    /// rounding left.
    fn vertex(&self, problem: &LpProblem, near: &[f64]) -> Vec<f64> {
        let columns = self.columns();
        let mut values = near.to_vec();
        for column in (0..columns).filter(|&column| !self.is_basic[column]) {
            values[column] = self.snapped(column, near[column], problem.lower()[column], problem.upper()[column]);
        }
        let activities = problem.activities(near);
        let mut sides: Vec<f64> = self
            .tight_rows
            .iter()
            .enumerate()
            .map(|(at, &row)| {
                let (lower, upper) = (problem.row_lower()[row], problem.row_upper()[row]);
                self.snapped(columns + at, activities[row], lower, upper)
            })
            .collect();
        let size = self.size();
        for _ in 0..2 {
            let mut residuals: Vec<f64> = sides.iter().map(|side| -side).collect();
            for (at, &row) in self.tight_rows.iter().enumerate() {
                let terms = problem.row(RowId::new(row));
                residuals[at] += terms.map(|(v, coefficient)| coefficient * values[v.index()]).sum::<f64>();
            }
            for (basic, line) in self.basis.iter().zip(self.inverse.chunks_exact(size.max(1))) {
                let correction: f64 = line.iter().zip(&residuals).map(|(x, residual)| x * residual).sum();
                match basic.variable.checked_sub(columns) {
                    Some(at) => sides[at] -= correction,
                    None => values[basic.variable] -= correction,
                }
            }
        }
        // A value inside its interval but for rounding belongs inside.
        for column in 0..columns {
            let (lower, upper) = (problem.lower()[column], problem.upper()[column]);
            if values[column] < lower && values[column] >= lower - ROUNDING * lower.abs().max(1.0) {
                values[column] = lower;
            } else if values[column] > upper && values[column] <= upper + ROUNDING * upper.abs().max(1.0) {
                values[column] = upper;
            }
        }
        values
    }

    /// The bound at which a variable outside the basis stands.
    fn snapped(&self, variable: usize, value: f64, lower: f64, upper: f64) -> f64 {
        match self.room[variable] {
            Room::Free => value,
            Room::Up => lower,
            Room::Down => upper,
            Room::None if (value - lower).abs() <= (value - upper).abs() => lower,
            Room::None => upper,
        }
    }
}

fn by_columns(problem: &LpProblem, tight_rows: &[usize]) -> (Vec<usize>, Vec<u32>, Vec<f64>) {
    let mut starts = vec![0usize; problem.num_variables() + 1];
    let terms = |row: usize| problem.row(RowId::new(row));
    for &row in tight_rows {
        for (variable, _) in terms(row) {
            starts[variable.index() + 1] += 1;
        }
    }
    for column in 0..problem.num_variables() {
        starts[column + 1] += starts[column];
    }
    let mut next = starts.clone();
    let count = starts[problem.num_variables()];
    let mut rows = vec![0u32; count];
    let mut coefficients = vec![0.0; count];
    for (at, &row) in tight_rows.iter().enumerate() {
        for (variable, coefficient) in terms(row) {
            let place = &mut next[variable.index()];
            rows[*place] = at as u32;
            coefficients[*place] = coefficient;
            *place += 1;
        }
    }
    (starts, rows, coefficients)
}
