//! The restricted LP of a master: its columns, its solution, and how it is solved.

mod active;
mod duals;
mod hot;
mod interior;
mod kernel;
mod partition;
mod simplex;
mod trail;

use hot::HotLp;

use crate::fairness::FairnessRows;
use crate::{Column, MasterError};
pub(crate) use active::ActiveSet;
use duals::Duals;
use interior::{BEFORE_VERTEX, solve_inside, solve_vertex};
use kernel::{KernelLp, MOST_SAMPLES};
use partition::Partition;
use rulegen_binarize::Samples;
use rulegen_driver::{Added, Candidate, DriverError, Limits, PricingProblem};
use rulegen_lp::{Backend, BoxedProgram, LpError};
use rulegen_rule::{RowSet, Rule};
use simplex::{HotRow, Simplex};
use std::collections::HashSet;
use trail::{Trail, spread};

/// How the restricted LP is solved.
///
/// With fairness rows always by interior point: in the dual every sample's bound moves, so a simplex
/// solver would need a row for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LpStrategy {
    /// Interior point over merged samples, to a tolerance that the driver tightens; for a vertex, a simplex
    /// backend over what the interior point leaves open.
    #[default]
    Interior,
    /// A simplex backend over all samples, started again from the last basis as rows are added; every
    /// solution is an optimal vertex.
    HotStart,
    /// Our own dual simplex on a dense kernel, likewise; where there are too many samples or the kernel has
    /// outgrown it, by interior points, each from the trail of the last.
    Kernel,
}

/// A vertex of so many columns is looked for over all of them at once. Resting ones come back in turns
/// otherwise, which takes longer where there are few (default: 18 s instead of 3) and saves time where there are
/// many (phoneme: 4 s instead of 20).
const MOST_AT_ONCE: usize = 1000;

/// A relative gap above which a solution is loose.
const LOOSE: f64 = 1e-4;

/// Duals are smoothed from this number of columns on. An LP of fewer costs less than the pricing that smoothing asks
/// for: mushroom, 46 rounds and 1.6 s instead of 13 and 0.6; heart's Boolean rules (C = 15), 45 s instead of 9.
const FEWEST_SMOOTHED: usize = 1000;

/// How far a claimed gain may be from the true one, relative to the sum of the gains' sizes.
const CLAIM_ERROR: f64 = 1e-9;

/// A linear constraint on the weights of all rules: `sum_k usage_k w_k <= limit`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// What there is, not negative.
    pub(crate) limit: f64,
    /// The most that its multiplier can be at an optimum, finite.
    pub(crate) largest_price: f64,
}

/// What a master is about, for its LP.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The class of each sample that is to be covered rightly; none for a sample that costs nothing.
    pub(crate) classes: Vec<Option<u32>>,
    /// `omega_i`: what it costs to miss a sample.
    pub(crate) weights: Vec<f64>,
    /// `a` of a covered sample, by the class that the rule predicts and the class of the sample.
    pub(crate) coefficients: Vec<Vec<f64>>,
    /// Constraints on all rules.
    pub(crate) budgets: Vec<Budget>,
}

/// The LP over the columns at hand, solved in its dual form (MATH.md 2, 4 and 7):
///
/// ```text
/// min  sum_k cost_k w_k + sum_i omega_i v_i        max  sum_i beta_i - sum_j limit_j p_j
/// s.t. sum_k a_ik w_k + v_i >= 1      (beta_i)     s.t. sum_i a_ik beta_i - sum_j usage_kj p_j <= cost_k  (w_k)
///      sum_k usage_kj w_k <= limit_j  (p_j)             0 <= beta_i <= omega_i,  p >= 0
///      v, w >= 0
/// ```
///
/// Few rows, one per rule, over many boxed variables. Samples of the same class that the same columns
/// cover are one variable.
#[derive(Debug)]
pub(crate) struct RestrictedLp {
    shape: Shape,
    backend: Backend,
    columns: Vec<Column>,
    known: HashSet<(u32, Rule)>,
    partition: Partition,
    fairness: Option<FairnessRows>,
    active: ActiveSet,
    /// What keeps a basis, under the strategies that have one.
    simplex: Option<Box<dyn Simplex>>,
    /// `beta` and `p` of the last solve.
    duals: Duals,
    /// Where rules are priced, if not there.
    point: Option<Duals>,
    /// The point of the best bound.
    centre: Option<Duals>,
    /// Where the next interior point may start. Not under [`LpStrategy::Interior`]: the few LPs of the proxy
    /// differ too much for it to save time.
    trail: Option<Trail>,
    /// The best weights known, and their objective. New columns have weight 0.
    weights: Vec<f64>,
    objective: f64,
}

impl RestrictedLp {
    /// Without columns: every sample is missed, and every dual at its bound.
    ///
    /// # Errors
    /// An LP backend that is not built in.
    pub(crate) fn new(shape: Shape, strategy: LpStrategy, backend: Backend) -> Result<Self, MasterError> {
        backend.create()?;
        let upper: Vec<f64> = shape.classes.iter().zip(&shape.weights).map(|(c, &w)| c.map_or(0.0, |_| w)).collect();
        let simplex: Option<Box<dyn Simplex>> = match strategy {
            LpStrategy::HotStart => Some(Box::new(HotLp::new(backend, &upper, &shape.budgets)?)),
            LpStrategy::Kernel if upper.len() > MOST_SAMPLES => None,
            LpStrategy::Kernel => Some(Box::new(KernelLp::new(&upper, &shape.budgets))),
            LpStrategy::Interior => None,
        };
        Ok(RestrictedLp {
            partition: Partition::new(&shape.classes, &shape.weights),
            fairness: None,
            objective: upper.iter().sum(),
            duals: Duals { samples: upper, prices: vec![0.0; shape.budgets.len()] },
            point: None,
            centre: None,
            trail: (strategy == LpStrategy::Kernel).then(Trail::default),
            columns: Vec::new(),
            known: HashSet::new(),
            active: ActiveSet::default(),
            weights: Vec::new(),
            simplex,
            shape,
            backend,
        })
    }

    /// The same with fairness rows, by interior point; before any column. All samples are errors, which is
    /// fair.
    pub(crate) fn with_fairness(mut self, rows: FairnessRows) -> Self {
        // Its steps are more, not fewer, from a trail.
        self.trail = None;
        if self.simplex.take().is_some() {
            log::debug!("solving by interior point: with fairness rows every bound of the dual moves");
        }
        self.partition = Partition::of_cells(&self.shape.classes, &rows.cell_of, &self.shape.weights);
        self.fairness = Some(rows);
        self
    }

    /// Asks for another fairness; the columns and the best weights stay. Nothing where no fairness was asked for.
    pub(crate) fn set_epsilon(&mut self, epsilon: f64) {
        if let Some(rows) = &mut self.fairness {
            rows.set_epsilon(epsilon);
            let weights = self.weights().collect();
            (self.weights, self.objective) = self.feasible(weights);
        }
    }

    /// Keeps weights of the first columns, if they are better than the best known.
    pub(crate) fn offer(&mut self, weights: &[f64]) {
        let mut weights = weights.to_vec();
        weights.resize(self.columns.len(), 0.0);
        let (weights, objective) = self.feasible(weights);
        self.keep(weights, objective);
    }

    /// The columns, in the order in which they came.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The weight of each column in the best solution found.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        self.weights.iter().copied().chain(std::iter::repeat(0.0)).take(self.columns.len())
    }

    /// The objective of [`RestrictedLp::weights`].
    pub(crate) fn objective(&self) -> f64 {
        self.objective
    }

    /// `beta_i` of the last solve, one per sample.
    pub(crate) fn duals(&self) -> &[f64] {
        &self.duals.samples
    }

    /// `beta_i` where rules are priced.
    pub(crate) fn priced_duals(&self) -> &[f64] {
        &self.priced().samples
    }

    /// `p_j` where rules are priced, one per budget.
    pub(crate) fn prices(&self) -> &[f64] {
        &self.priced().prices
    }

    /// `sum beta - sum limit p`, what the point where rules are priced is worth.
    pub(crate) fn dual_objective(&self) -> f64 {
        let Duals { samples, prices } = self.priced();
        let paid: f64 = prices.iter().zip(&self.shape.budgets).map(|(p, b)| p * b.limit).sum();
        samples.iter().sum::<f64>() - paid
    }

    fn priced(&self) -> &Duals {
        self.point.as_ref().unwrap_or(&self.duals)
    }

    /// Prices rules `share` of the way from the duals of the last solve to the centre; whether that is
    /// another point.
    ///
    /// Not with few columns, nor while a simplex goes on from its basis: such LPs cost less than pricing, and smoothing,
    /// which asks more often and takes fewer columns, took up to twice the time (ionosphere, mammography). The
    /// large LPs of interior points are what it saves (phoneme: a third of the work).
    pub(crate) fn smooth(&mut self, share: f64) -> bool {
        let pays = self.columns.len() >= FEWEST_SMOOTHED && self.simplex.is_none();
        let centre = self.centre.as_ref().filter(|_| share > 0.0 && pays);
        self.point = centre.map(|centre| self.duals.towards(centre, share));
        self.point.is_some()
    }

    /// Makes the point where rules are priced the centre.
    pub(crate) fn centre(&mut self) {
        self.centre = Some(self.priced().clone());
    }

    /// What `theta` times the point where rules are priced is worth, for `theta` from 0 to 1.
    pub(crate) fn scaled_dual_objective(&self, theta: f64) -> f64 {
        let Some(rows) = &self.fairness else { return theta * self.dual_objective() };
        let mut room = vec![0.0; rows.weights.len()];
        for ((cell, beta), weight) in rows.cell_of.iter().zip(&self.priced().samples).zip(&self.shape.weights) {
            if let Some(cell) = *cell {
                room[cell as usize] = f64::max(room[cell as usize], beta / weight);
            }
        }
        rows.worth(theta, &room, self.dual_objective())
    }

    /// `v_i`, one per sample, at given rule weights: how far the votes are from 1, and raised where the
    /// fairness rows ask for it.
    pub(crate) fn errors(&self, weights: &[f64]) -> Vec<f64> {
        let mut votes = vec![0.0; self.duals.samples.len()];
        for (column, &weight) in self.columns.iter().zip(weights).filter(|(_, w)| **w != 0.0) {
            let vote = |i: usize| self.shape.classes[i].map_or(0.0, |class| self.coefficient(column.class, class));
            column.cover.iter().for_each(|i| votes[i] += vote(i) * weight);
        }
        let mut errors: Vec<f64> = votes.iter().map(|vote| (1.0 - vote).max(0.0)).collect();
        if let Some(rows) = &self.fairness {
            let mut totals = vec![0.0; rows.weights.len()];
            for ((cell, v), weight) in rows.cell_of.iter().zip(&errors).zip(&self.shape.weights) {
                cell.iter().for_each(|&cell| totals[cell as usize] += weight * v);
            }
            let raises = rows.raises(&totals);
            let raised = errors.iter_mut().zip(&rows.cell_of);
            raised.for_each(|(v, cell)| *v += cell.map_or(0.0, |cell| raises[cell as usize]));
        }
        errors
    }

    /// The entry `a_ik` of a covered sample, by the class that the rule predicts.
    pub(crate) fn coefficient(&self, predicted: u32, class: u32) -> f64 {
        self.shape.coefficients[predicted as usize][class as usize]
    }

    /// Whether the rule is a column already.
    pub(crate) fn knows(&self, class: u32, rule: &Rule) -> bool {
        self.known.contains(&(class, rule.clone()))
    }

    /// The LP over all columns at hand, samples merged: what any backend can be given.
    pub(crate) fn program(&self) -> BoxedProgram {
        self.program_of(&(0..self.columns.len()).collect::<Vec<_>>())
    }

    /// The LP over some of the columns, ascending.
    fn program_of(&self, columns: &[usize]) -> BoxedProgram {
        let mut program = BoxedProgram::with_rows(columns.iter().map(|&k| self.columns[k].cost).collect());
        let mut row_of = vec![None; self.columns.len()];
        columns.iter().enumerate().for_each(|(row, &k)| row_of[k] = Some(row as u32));
        for group in &self.partition.groups {
            let term = |&k: &u32| {
                let k = k as usize;
                Some((row_of[k]?, self.coefficient(self.columns[k].class, group.class)))
            };
            program.add_variable(-1.0, group.weight, group.columns.iter().filter_map(term));
        }
        for (j, budget) in self.shape.budgets.iter().enumerate() {
            let terms = columns.iter().enumerate().map(|(row, &k)| (row as u32, -self.columns[k].usage[j]));
            program.add_variable(budget.limit, budget.largest_price, terms.filter(|t| t.1 != 0.0));
        }
        if let Some(rows) = &self.fairness {
            let cells = self.partition.groups.iter().map(|group| group.cell);
            program.cells = rows.cells(cells.chain(self.shape.budgets.iter().map(|_| None)).collect());
        }
        program
    }

    /// Takes in a column.
    pub(crate) fn push(&mut self, column: Column) {
        self.partition.add_column(self.columns.len() as u32, &column.cover, &self.shape.weights);
        self.known.insert((column.class, column.rule.clone()));
        self.columns.push(column);
    }

    /// What a candidate covers, unless it is a column already.
    ///
    /// # Errors
    /// [`DriverError::FalseGain`] if its gain in `problem` is not what it claims.
    pub(crate) fn check(
        &self,
        candidate: &Candidate,
        problem: &PricingProblem,
        samples: &Samples,
        added: &mut Added,
    ) -> Result<Option<RowSet>, DriverError> {
        let Candidate { class, rule, gain } = candidate;
        if self.knows(*class, rule) {
            added.known += 1;
            return Ok(None);
        }
        let cover = samples.cover(rule);
        let actual = problem.gain(cover.iter(), rule.len());
        let size: f64 = problem.gains.iter().map(|g| g.abs()).sum();
        // Phrased as acceptance, so that NaN fails.
        let true_claim = (gain - actual).abs() <= CLAIM_ERROR * (1.0 + size);
        if true_claim { Ok(Some(cover)) } else { Err(DriverError::FalseGain { claimed: *gain, actual }) }
    }

    /// Takes in a column if its reduced cost is below `-threshold`.
    pub(crate) fn push_if_improving(&mut self, column: Column, threshold: f64, added: &mut Added) {
        if self.improvement(&column) > threshold {
            self.push(column);
            added.new += 1;
        } else {
            added.rejected += 1;
        }
    }

    /// Minus the reduced cost of a column at the duals of the last solve.
    fn improvement(&self, column: &Column) -> f64 {
        self.income(column) - self.charge(column)
    }

    /// What covering its samples earns.
    fn income(&self, column: &Column) -> f64 {
        let earned = |i: usize| Some(self.duals.samples[i] * self.coefficient(column.class, self.shape.classes[i]?));
        column.cover.iter().filter_map(earned).sum()
    }

    /// What it costs, its use of the budgets included.
    fn charge(&self, column: &Column) -> f64 {
        column.cost + column.usage.iter().zip(&self.duals.prices).map(|(u, p)| u * p).sum::<f64>()
    }

    /// Solves to a relative gap of `tolerance`, to a vertex where it is 0; whether that was reached.
    pub(crate) fn solve(&mut self, tolerance: f64, limits: &Limits, zero: f64) -> Result<bool, LpError> {
        self.point = None;
        if self.simplex.is_none() {
            return self.solve_interior(tolerance, limits, zero);
        }
        self.solve_hot(tolerance == 0.0, limits, zero).or_else(|error| {
            log::warn!("{error}: solving by interior point from now on");
            self.solve_interior(0.0, limits, zero)
        })
    }

    /// An optimal vertex by simplex from the last basis; whether there was time for it.
    ///
    /// Resting columns are left out, and those that the vertex violates come back until there are none.
    fn solve_hot(&mut self, exact: bool, limits: &Limits, zero: f64) -> Result<bool, LpError> {
        let Some(mut simplex) = self.simplex.take() else { return Ok(false) };
        let mut first = true;
        let solved = loop {
            let members = self.active.members(self.columns.len());
            simplex.hold(&members, &|k| self.hot_row(k))?;
            let Some(solution) = simplex.solve(self.columns.len(), exact, limits.deadline)? else { break false };
            let (weights, objective) = self.feasible(solution.multipliers);
            self.keep(weights, objective);
            self.take_duals(solution.values);
            if !self.update_active(first, zero, 0.0) {
                break true;
            }
            first = false;
        };
        if !simplex.is_outgrown() {
            self.simplex = Some(simplex);
        }
        Ok(solved)
    }

    /// A column as the simplex solver holds it: a sample is a variable.
    fn hot_row(&self, k: usize) -> HotRow {
        let column = &self.columns[k];
        let term = |i: usize| Some((i, self.coefficient(column.class, self.shape.classes[i]?)));
        HotRow { terms: column.cover.iter().filter_map(term).collect(), usage: column.usage.clone(), rhs: column.cost }
    }

    /// Takes over values of the samples and, after them, of the budgets.
    fn take_duals(&mut self, mut values: Vec<f64>) {
        let prices = values.split_off(values.len() - self.shape.budgets.len());
        self.set_duals(values, prices);
    }

    /// Takes over duals. A solver may be a little outside of the boxes, and a proof may not; with fairness rows boxes
    /// stretch, and the solution is inside of them already.
    fn set_duals(&mut self, mut samples: Vec<f64>, mut prices: Vec<f64>) {
        if self.fairness.is_none() {
            samples.iter_mut().zip(&self.shape.weights).for_each(|(beta, omega)| *beta = beta.clamp(0.0, *omega));
            let most = self.shape.budgets.iter().map(|budget| budget.largest_price);
            prices.iter_mut().zip(most).for_each(|(price, most)| *price = price.clamp(0.0, most));
        }
        self.duals = Duals { samples, prices };
    }

    /// Sends to rest what has been far from use, and wakes what improves at the new duals by more than
    /// `tolerance` of its charge; whether any woke.
    fn update_active(&mut self, count: bool, zero: f64, tolerance: f64) -> bool {
        let mut active = std::mem::take(&mut self.active);
        if count {
            active.count(|k| {
                let charge = self.charge(&self.columns[k]);
                (charge - self.income(&self.columns[k])) / if charge > 0.0 { charge } else { 1.0 }
            });
        }
        let wake =
            |k: usize| self.improvement(&self.columns[k]) > (tolerance * self.charge(&self.columns[k])).max(zero);
        let woken = active.wake(wake);
        self.active = active;
        woken
    }

    /// Solves by interior point; whether the tolerance was reached.
    ///
    /// A resting column that would improve at a loose solution waits for the next round. A fine solution is one
    /// of the LP over all columns: resting ones that it violates come back until there are none.
    fn solve_interior(&mut self, tolerance: f64, limits: &Limits, zero: f64) -> Result<bool, LpError> {
        let mut first = true;
        loop {
            let (converged, values, weights) = self.solve_members(tolerance, limits)?;
            self.take_values(values);
            let (weights, objective) = self.feasible(weights);
            let woken = self.update_active(first, zero, tolerance);
            if tolerance > 0.0 || !converged {
                self.keep(weights, objective);
            } else if !woken {
                // A vertex has few rules: it replaces an interior solution of the same objective.
                (self.weights, self.objective) = (weights, objective);
            }
            if tolerance > LOOSE || !converged || !woken {
                return Ok(converged);
            }
            first = false;
        }
    }

    /// Solves over the columns that take part, a vertex of few columns over all: whether the tolerance was
    /// reached, the values of all variables, and a weight of each column.
    fn solve_members(&mut self, tolerance: f64, limits: &Limits) -> Result<(bool, Vec<f64>, Vec<f64>), LpError> {
        let mut members = self.active.members(self.columns.len());
        let mut program = self.program_of(&members);
        let inside = if tolerance > 0.0 { tolerance } else { BEFORE_VERTEX };
        let trail = self.trail.as_ref().map(|trail| trail.on(&members, &self.partition));
        let mut solved = solve_inside(&program, inside, trail.as_deref(), limits.deadline)?;
        if self.trail.is_some() {
            let points = std::mem::take(&mut solved.trail);
            let trail = Trail::of(points, &members, self.columns.len(), &self.partition, &self.shape.weights);
            self.trail = Some(trail);
        }
        if tolerance == 0.0 && limits.reached().is_none() {
            if self.columns.len() <= MOST_AT_ONCE {
                solved.solution.multipliers = spread(&solved.solution.multipliers, &members, self.columns.len());
                members = (0..self.columns.len()).collect();
                program = self.program();
            }
            solved = solve_vertex(&program, solved.solution, self.backend, limits.deadline)?;
        } else if tolerance == 0.0 {
            // There was no time for the vertex that was asked for.
            solved.converged = false;
        }
        let weights = spread(&solved.solution.multipliers, &members, self.columns.len());
        let mut values = solved.solution.values;
        if self.fairness.is_some() {
            // What a solver leaves outside of the stretched boxes by rounding would have to be paid for by all.
            let upper = program.stretched(&solved.solution.ratios);
            values.iter_mut().zip(upper.iter()).for_each(|(x, u)| *x = x.clamp(0.0, u.max(0.0)));
        }
        Ok((solved.converged, values, weights))
    }

    /// Takes over values of the groups and, after them, of the budgets.
    fn take_values(&mut self, mut values: Vec<f64>) {
        let prices = values.split_off(self.partition.groups.len());
        self.set_duals(self.partition.spread(&values, &self.shape.weights), prices);
    }

    /// The weights, scaled down where they overspend a budget, and their objective: that of a feasible solution.
    fn feasible(&self, mut weights: Vec<f64>) -> (Vec<f64>, f64) {
        for (j, budget) in self.shape.budgets.iter().enumerate() {
            let used: f64 = weights.iter().zip(&self.columns).map(|(w, c)| w * c.usage[j]).sum();
            if used > budget.limit {
                weights.iter_mut().for_each(|w| *w *= budget.limit / used);
            }
        }
        let cost: f64 = weights.iter().zip(&self.columns).map(|(w, c)| w * c.cost).sum();
        let missed: f64 = self.partition.groups.iter().map(|group| self.missed(group, &weights)).sum();
        let raised = self.raised(&weights);
        (weights, cost + missed + raised)
    }

    /// The errors of a group, by its weight: how far its votes are from 1.
    fn missed(&self, group: &partition::Group, weights: &[f64]) -> f64 {
        let vote = |&k: &u32| self.coefficient(self.columns[k as usize].class, group.class) * weights[k as usize];
        group.weight * (1.0 - group.columns.iter().map(vote).sum::<f64>()).max(0.0)
    }

    /// What raising errors costs until the fairness rows hold, at given rule weights.
    pub(crate) fn raised(&self, weights: &[f64]) -> f64 {
        let Some(rows) = &self.fairness else { return 0.0 };
        let mut totals = vec![0.0; rows.weights.len()];
        for group in &self.partition.groups {
            group.cell.iter().for_each(|&cell| totals[cell as usize] += self.missed(group, weights));
        }
        rows.raises(&totals).iter().zip(&rows.weights).map(|(raise, weight)| raise * weight).sum()
    }

    /// Keeps rule weights if they are better than the best known.
    fn keep(&mut self, weights: Vec<f64>, objective: f64) {
        if objective <= self.objective {
            (self.weights, self.objective) = (weights, objective);
        }
    }
}
