//! Reduction of a solution to fewer rules with the same scores.

use super::constants::{DEPENDENT, NO_RISE};
use super::state::{Problem, State};
use rulegen_limits::Limits;

/// Returns an optimal point with the same scores as `state`, at no more cost, whose columns in use
/// are linearly independent. It is a vertex of the set of optima, where a second-order method ends
/// inside. A rule and its negation for two classes are then one column, not two.
///
/// Scores count up to a shift of all classes at a sample. With `S_k` the samples that column k
/// covers, `c_k` its class and K the number of classes, the effects of two columns have the inner
/// product
///
/// ```text
/// Omega(S_k and S_l) ([c_k = c_l] - 1/K)
/// ```
///
/// and a direction that this matrix maps to 0 changes no loss. Intercepts inside their box are
/// columns that cover everything. The heaviest columns are kept first, and those of equal weight in
/// the order in which they came.
///
/// Locked columns keep their weight. When a limit is reached, the remaining columns are kept.
pub(super) fn sparse(problem: Problem<'_>, state: &State, limits: &Limits) -> State {
    let mut order: Vec<usize> =
        (0..state.weights.len()).filter(|&k| state.weights[k] > 0.0 && !problem.locked[k]).collect();
    order.sort_by(|&a, &b| state.weights[b].total_cmp(&state.weights[a]).then(a.cmp(&b)));
    let products = products(problem, &order);
    let free = problem.classes - 1;
    let size = order.len() + free;
    let product = |a: usize, b: usize| products[a * size + b];
    let cost = |at: usize| if at < free { 0.0 } else { problem.columns[order[at - free]].cost };
    // Intercepts but the first, then the columns in use.
    let mut values: Vec<f64> = state.intercepts[1..].to_vec();
    values.extend(order.iter().map(|&k| state.weights[k]));
    let mut basis = Basis::default();
    for at in (0..size).take_while(|_| limits.reached().is_none()) {
        if at < free && values[at].abs() >= problem.box_of_intercepts {
            continue;
        }
        let row: Vec<f64> = basis.members.iter().map(|&other| product(at, other)).collect();
        let (half, left) = basis.project(&row, product(at, at));
        if at < free || left > DEPENDENT * product(at, at) {
            basis.push(at, half, left);
            continue;
        }
        // The column is `sum of share * member`. It can be dropped and its weight moved to the
        // members, or grow in their place.
        let shares = basis.solve(half);
        let saved =
            cost(at) - basis.members.iter().zip(&shares).map(|(&member, share)| share * cost(member)).sum::<f64>();
        let by = if saved >= -NO_RISE * cost(at) { -1.0 } else { 1.0 };
        let mut room = if by < 0.0 { (values[at], at) } else { (f64::INFINITY, at) };
        for (&member, share) in basis.members.iter().zip(&shares) {
            let slope = -by * share;
            let reach = match member < free {
                true => (problem.box_of_intercepts - slope.signum() * values[member]) / slope.abs(),
                false if slope < 0.0 => values[member] / -slope,
                false => f64::INFINITY,
            };
            if reach < room.0 {
                room = (reach, member);
            }
        }
        let (step, blocking) = room;
        if !step.is_finite() {
            continue;
        }
        values[at] += by * step;
        for (&member, share) in basis.members.iter().zip(&shares) {
            values[member] -= by * step * share;
        }
        values[blocking] = match blocking < free {
            true => problem.box_of_intercepts.copysign(values[blocking]),
            false => 0.0,
        };
        if blocking != at {
            let kept = basis.members.iter().map(|&member| if member == blocking { at } else { member }).collect();
            basis = Basis::of(kept, product);
        }
    }
    let mut found = state.clone();
    found.intercepts[1..].copy_from_slice(&values[..free]);
    order.iter().zip(&values[free..]).for_each(|(&k, value)| found.weights[k] = value.max(0.0));
    found
}

/// Returns the inner products of the intercepts but the first and of the columns in `order`, row by
/// row.
fn products(problem: Problem<'_>, order: &[usize]) -> Vec<f64> {
    let (classes, free) = (problem.classes, problem.classes - 1);
    let size = order.len() + free;
    let mut slot = vec![usize::MAX; problem.columns.len()];
    order.iter().enumerate().for_each(|(at, &k)| slot[k] = free + at);
    let mut products = vec![0.0; size * size];
    let mut inside: Vec<(usize, usize)> = Vec::new();
    for cluster in &problem.partition.clusters {
        inside.clear();
        inside.extend((1..classes).map(|class| (class - 1, class)));
        let columns = cluster.columns.iter().map(|&k| k as usize).filter(|&k| slot[k] != usize::MAX);
        inside.extend(columns.map(|k| (slot[k], problem.columns[k].tag as usize)));
        for &(a, c) in &inside {
            for &(b, d) in &inside {
                let same = if c == d { 1.0 } else { 0.0 };
                products[a * size + b] += cluster.weight * (same - 1.0 / classes as f64);
            }
        }
    }
    products
}

/// Linearly independent columns, and the Cholesky factor of their inner products, which grows by
/// rows.
#[derive(Default)]
struct Basis {
    members: Vec<usize>,
    factor: Vec<Vec<f64>>,
}

impl Basis {
    /// Makes a basis of columns that are known to be independent. A column that rounding makes
    /// dependent is left out.
    fn of(members: Vec<usize>, product: impl Fn(usize, usize) -> f64) -> Self {
        let mut basis = Basis::default();
        for at in members {
            let row: Vec<f64> = basis.members.iter().map(|&other| product(at, other)).collect();
            let (half, left) = basis.project(&row, product(at, at));
            if left > 0.0 {
                basis.push(at, half, left);
            }
        }
        basis
    }

    /// Returns `L⁻¹ row`, and the remainder of the column's square beside its projection on the
    /// members.
    fn project(&self, row: &[f64], square: f64) -> (Vec<f64>, f64) {
        let mut half: Vec<f64> = Vec::with_capacity(row.len());
        for (line, entry) in self.factor.iter().zip(row) {
            let known: f64 = line.iter().zip(&half).map(|(l, h)| l * h).sum();
            half.push((entry - known) / line[half.len()]);
        }
        let left = square - half.iter().map(|h| h * h).sum::<f64>();
        (half, left)
    }

    fn push(&mut self, at: usize, mut half: Vec<f64>, left: f64) {
        half.push(left.sqrt());
        self.members.push(at);
        self.factor.push(half);
    }

    /// Returns `L⁻ᵀ half`.
    fn solve(&self, mut half: Vec<f64>) -> Vec<f64> {
        for i in (0..half.len()).rev() {
            half[i] /= self.factor[i][i];
            let value = half[i];
            half[..i].iter_mut().zip(&self.factor[i]).for_each(|(h, l)| *h -= l * value);
        }
        half
    }
}
