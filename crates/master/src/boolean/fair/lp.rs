//! The LP of a fair Boolean master.

use super::Parity;
use crate::restricted::ActiveSet;
use crate::{Column, MasterError};
use rulegen_driver::Limits;
use rulegen_lp::{Backend, LpError, LpSolution, LpSolver, LpStatus, SolveOptions, VariableId};
use rulegen_rule::RowSet;
use std::collections::HashMap;

/// A point to price at.
#[derive(Clone, Debug)]
pub(in crate::boolean) struct Point {
    /// The gain of covering each sample.
    pub(in crate::boolean) gains: Vec<f64>,
    /// What a unit of complexity is paid.
    pub(in crate::boolean) price: f64,
}

impl Point {
    fn towards(&self, other: &Point, share: f64) -> Point {
        let mix = |a: f64, b: f64| a + share * (b - a);
        let gains = self.gains.iter().zip(&other.gains).map(|(&a, &b)| mix(a, b)).collect();
        Point { gains, price: mix(self.price, other.price) }
    }
}

/// The LP of a fair Boolean master, in its dual form:
///
/// ```text
/// max  sum_i (mu_i - M alpha_i) - C lam - epsilon sum_c p_c
/// s.t. sum_{i in P covered} (mu_i - alpha_i) + sum_{c of Z} y_c Z_kc / W_c - size_k lam <= cost_k   (w_k)
///      mu_i - M alpha_i + (omega_i / W_c) y_c <= omega_i                                            (xi_i)
///      sum_{c of a block} y_c = 0,   y_c = q_c - p_c,   mu, alpha, lam, q, p >= 0
/// ```
///
/// Samples of P of one cell that the same rules cover are one. Those that no rule covers are paid all that
/// they may be, and have no variable. It is written down anew for every solve: covers split groups of samples,
/// and rules that have been far from use for a while rest.
#[derive(Debug)]
pub(in crate::boolean) struct FairLp {
    pub(in crate::boolean) parity: Parity,
    backend: Backend,
    /// What a rule set may use of the complexity.
    budget: Option<f64>,
    /// What each sample costs.
    costs: Vec<f64>,
    /// P.
    participants: RowSet,
    pub(in crate::boolean) weights: Vec<f64>,
    pub(in crate::boolean) objective: f64,
    duals: Point,
    centre: Option<Point>,
    smoothed: Option<Point>,
    active: ActiveSet,
}

/// Samples of P that are one in the program.
struct Group {
    cell: Option<usize>,
    weight: f64,
    /// `mu` and, with a cell, `alpha`; none where no rule of the program covers it.
    variables: Option<(VariableId, Option<VariableId>)>,
}

/// The variables of the multipliers `y = q - p`.
type Multipliers = Vec<(VariableId, VariableId)>;

impl FairLp {
    pub(in crate::boolean) fn new(
        parity: Parity,
        costs: Vec<f64>,
        participants: RowSet,
        budget: Option<f64>,
        backend: Backend,
    ) -> Result<Self, MasterError> {
        backend.create()?;
        let missed = participants.iter().map(|i| costs[i]).sum();
        let gains = (0..costs.len()).map(|i| if participants.contains(i) { 0.0 } else { -costs[i] }).collect();
        Ok(FairLp {
            parity,
            backend,
            budget,
            costs,
            participants,
            weights: Vec::new(),
            objective: missed,
            duals: Point { gains, price: 0.0 },
            centre: None,
            smoothed: None,
            active: ActiveSet::default(),
        })
    }

    /// Where rules are priced.
    pub(in crate::boolean) fn priced(&self) -> &Point {
        self.smoothed.as_ref().unwrap_or(&self.duals)
    }

    /// Prices rules `share` of the way from the duals to the centre; whether that is another point.
    pub(in crate::boolean) fn smooth(&mut self, share: f64) -> bool {
        let centre = self.centre.as_ref().filter(|_| share > 0.0);
        self.smoothed = centre.map(|centre| self.duals.towards(centre, share));
        self.smoothed.is_some()
    }

    pub(in crate::boolean) fn centre(&mut self) {
        self.centre = Some(self.priced().clone());
    }

    /// Minus the reduced cost of a column at the duals of the last solve.
    pub(in crate::boolean) fn improvement(&self, column: &Column) -> f64 {
        let earned: f64 = column.cover.iter().map(|i| self.duals.gains[i]).sum();
        // The gains of the others have what false alarms cost in them; what is left of the cost is the price of
        // the size.
        let alarms: f64 = column.cover.iter().filter(|&i| !self.participants.contains(i)).map(|i| self.costs[i]).sum();
        let used: f64 = column.usage.iter().map(|u| u * self.duals.price).sum();
        earned - (column.cost - alarms) - used
    }

    /// Solves to an optimal vertex; whether there was time, and a solver that could.
    pub(in crate::boolean) fn solve(
        &mut self,
        columns: &[Column],
        limits: &Limits,
        zero: f64,
    ) -> Result<bool, LpError> {
        self.smoothed = None;
        self.weights.resize(columns.len(), 0.0);
        let mut first = true;
        loop {
            let members = self.active.members(columns.len());
            if limits.reached().is_some() || !self.solve_once(columns, &members, limits)? {
                return Ok(false);
            }
            let mut active = std::mem::take(&mut self.active);
            if first {
                active.count(|k| -self.improvement(&columns[k]) / columns[k].cost.max(1.0));
            }
            let woken = active.wake(|k| self.improvement(&columns[k]) > zero);
            self.active = active;
            if !woken {
                return Ok(true);
            }
            first = false;
        }
    }

    fn solve_once(&mut self, columns: &[Column], members: &[usize], limits: &Limits) -> Result<bool, LpError> {
        let mut solver = self.backend.create()?;
        let (group_of, mut groups) = self.groups(columns, members);
        let (multipliers, lam) = self.load(&mut *solver, columns, members, &group_of, &mut groups);
        let options = SolveOptions { deadline: limits.deadline, ..SolveOptions::default() };
        let solution = match solver.solve(&options) {
            Ok(solution) => solution,
            Err(error) => {
                log::warn!("{error}: the last duals stay");
                return Ok(false);
            }
        };
        if solution.status != LpStatus::Optimal {
            log::debug!("the fair LP ended with {}", solution.status);
            return Ok(false);
        }
        self.take(&solution, members, &group_of, &groups, &multipliers, lam);
        Ok(true)
    }

    /// The group of each sample of P: those of one cell that the same members cover.
    fn groups(&self, columns: &[Column], members: &[usize]) -> (Vec<u32>, Vec<Group>) {
        let mut group_of: Vec<u32> = vec![0; self.costs.len()];
        for i in self.participants.iter() {
            group_of[i] = self.parity.missing_cell(i).map_or(0, |c| c as u32 + 1);
        }
        let uncovered = self.parity.weights.len() as u32 + 1;
        let mut next = uncovered;
        let mut split: HashMap<u32, u32> = HashMap::new();
        for &k in members {
            split.clear();
            for i in columns[k].cover.iter().filter(|&i| self.participants.contains(i)) {
                group_of[i] = *split.entry(group_of[i]).or_insert_with(|| {
                    next += 1;
                    next - 1
                });
            }
        }
        // Numbered by their first samples; those that were split up are gone.
        let mut number: Vec<Option<u32>> = vec![None; next as usize];
        let mut groups: Vec<Group> = Vec::new();
        for i in self.participants.iter() {
            let covered = group_of[i] >= uncovered;
            let place = *number[group_of[i] as usize].get_or_insert_with(|| {
                let variables = covered.then_some((VariableId::new(0), None));
                groups.push(Group { cell: self.parity.missing_cell(i), weight: 0.0, variables });
                groups.len() as u32 - 1
            });
            groups[place as usize].weight += self.costs[i];
            group_of[i] = place;
        }
        (group_of, groups)
    }

    /// Writes the program down.
    fn load(
        &self,
        solver: &mut dyn LpSolver,
        columns: &[Column],
        members: &[usize],
        group_of: &[u32],
        groups: &mut [Group],
    ) -> (Multipliers, Option<VariableId>) {
        const FREE: f64 = f64::INFINITY;
        let parity = &self.parity;
        // What is missed for certain pays `omega (1 - y_c / W_c)`.
        let mut certain = vec![0.0; parity.weights.len()];
        for group in groups.iter().filter(|group| group.variables.is_none()) {
            if let Some(c) = group.cell {
                certain[c] += group.weight / parity.weights[c];
            }
        }
        let multipliers: Multipliers = certain
            .iter()
            .map(|paid| (solver.add_variable(*paid, 0.0, FREE), solver.add_variable(parity.asked - paid, 0.0, FREE)))
            .collect();
        for block in parity.blocks().into_iter().filter(|block| !block.is_empty()) {
            let terms: Vec<_> = multipliers[block].iter().flat_map(|&(q, p)| [(q, 1.0), (p, -1.0)]).collect();
            solver.add_row(0.0, &terms, 0.0);
        }
        let lam = self.budget.map(|budget| solver.add_variable(budget, 0.0, FREE));
        for group in groups.iter_mut() {
            let Some(variables) = &mut group.variables else { continue };
            *variables = match group.cell {
                None => (solver.add_variable(-1.0, 0.0, group.weight), None),
                Some(c) => {
                    let (mu, alpha) =
                        (solver.add_variable(-1.0, 0.0, FREE), solver.add_variable(parity.most_rules, 0.0, FREE));
                    let ((q, p), share) = (multipliers[c], group.weight / parity.weights[c]);
                    let terms = [(mu, 1.0), (alpha, -parity.most_rules), (q, share), (p, -share)];
                    solver.add_row(-FREE, &terms, group.weight);
                    (mu, Some(alpha))
                }
            };
        }
        let mut seen = vec![usize::MAX; groups.len()];
        for &k in members {
            let column = &columns[k];
            let mut terms = Vec::new();
            for i in column.cover.iter().filter(|&i| self.participants.contains(i)) {
                let place = group_of[i] as usize;
                if std::mem::replace(&mut seen[place], k) != k {
                    let (mu, alpha) = groups[place].variables.expect("a rule covers it");
                    terms.push((mu, 1.0));
                    terms.extend(alpha.map(|alpha| (alpha, -1.0)));
                }
            }
            let alarms = parity.alarms(column.cover.iter(), &self.costs);
            for c in parity.alarming.clone().filter(|&c| alarms[c] > 0.0) {
                let (q, p) = multipliers[c];
                terms.extend([(q, alarms[c]), (p, -alarms[c])]);
            }
            terms.extend(lam.into_iter().zip(&column.usage).map(|(lam, usage)| (lam, -usage)));
            solver.add_row(-FREE, &terms, column.cost);
        }
        (multipliers, lam)
    }

    /// Takes over a solution. What it says is clamped to what is feasible, so that a proof holds whatever the
    /// solver did.
    fn take(
        &mut self,
        solution: &LpSolution,
        members: &[usize],
        group_of: &[u32],
        groups: &[Group],
        multipliers: &Multipliers,
        lam: Option<VariableId>,
    ) {
        let value = |variable: VariableId| solution.values[variable.index()].max(0.0);
        let mut y: Vec<f64> = multipliers.iter().map(|&(q, p)| value(q) - value(p)).collect();
        for block in self.parity.blocks().into_iter().filter(|block| !block.is_empty()) {
            let mean = y[block.clone()].iter().sum::<f64>() / block.len() as f64;
            y[block].iter_mut().for_each(|y| *y -= mean);
        }
        let ratio = |c: Option<usize>| c.map_or(1.0, |c| 1.0 - y[c] / self.parity.weights[c]);
        let gain = |group: &Group| {
            let room = group.weight * ratio(group.cell);
            let most = self.parity.useful_gain(room);
            match group.variables {
                Some((mu, alpha)) => (value(mu) - alpha.map_or(0.0, value)).min(most),
                None => most,
            }
        };
        let rates: Vec<f64> = groups.iter().map(|group| gain(group) / group.weight).collect();
        let gain = |i: usize| match self.participants.contains(i) {
            true => rates[group_of[i] as usize] * self.costs[i],
            false => -ratio(self.parity.cell_of[i].map(|c| c as usize)) * self.costs[i],
        };
        let gains = (0..self.costs.len()).map(gain).collect();
        self.duals = Point { gains, price: lam.map_or(0.0, value) };
        let uncovered: f64 = groups.iter().filter(|g| g.variables.is_none()).map(|g| g.weight).sum();
        self.objective = uncovered - solution.objective;
        // The rules are the last rows of the program.
        let first = solution.row_duals.len() - members.len();
        self.weights.fill(0.0);
        for (&k, dual) in members.iter().zip(&solution.row_duals[first..]) {
            self.weights[k] = (-dual).max(0.0);
        }
    }
}
