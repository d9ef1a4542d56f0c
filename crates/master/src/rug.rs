//! The RUG master: weighted rules for any number of classes.

use crate::active::ActiveSet;
use crate::partition::Partition;
use crate::restricted::{BEFORE_VERTEX, HotLp, LpStrategy, solve_inside, solve_vertex};
use crate::{MasterError, RuleCost};
use rulegen_binarize::Samples;
use rulegen_driver::{Added, Candidate, DriverError, Limits, Master, MasterSolution, PricingProblem};
use rulegen_lp::{Backend, BoxedProgram, BoxedSolution, LpError};
use rulegen_rule::{RowSet, Rule};
use std::collections::HashSet;
use std::sync::Arc;

/// A rule is wanted when its gain is above this part of the least cost of a rule: so small that what is
/// left out cannot keep a run from being optimal.
const ZERO_GAIN: f64 = 1e-8;

/// How far a claimed gain may be from the true one, relative to the sum of the gains' sizes.
const CLAIM_ERROR: f64 = 1e-9;

/// What the RUG master is about.
///
/// | field | default | range |
/// |---|---|---|
/// | `penalty` | 1 | positive, finite: lambda |
/// | `cost` | length | |
/// | `cost_scale` | 1 | positive, finite: multiplies every cost |
/// | `max_length` | none | at least 1 |
/// | `strategy` | interior | |
/// | `backend` | HiGHS where built in, else microlp | |
#[derive(Clone, Debug)]
pub struct RugSettings {
    /// The weight lambda of rule costs against errors.
    pub penalty: f64,
    /// The cost of a rule.
    pub cost: RuleCost,
    /// A factor on every cost: the published code's is 1 over the largest cost in the first tree.
    pub cost_scale: f64,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// How the LP is solved.
    pub strategy: LpStrategy,
    /// The simplex solver.
    pub backend: Backend,
}

impl Default for RugSettings {
    fn default() -> Self {
        RugSettings {
            penalty: 1.0,
            cost: RuleCost::Length,
            cost_scale: 1.0,
            max_length: None,
            strategy: LpStrategy::Interior,
            backend: Backend::auto(),
        }
    }
}

impl RugSettings {
    fn check(&self) -> Result<(), MasterError> {
        let positive = |name, value: f64| match value > 0.0 && value.is_finite() {
            true => Ok(()),
            false => Err(MasterError::NotPositive { name, value }),
        };
        positive("penalty", self.penalty)?;
        positive("cost scale", self.cost_scale)?;
        let (fixed, per_literal) = self.cost.lower_bound();
        for value in [fixed, per_literal] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(MasterError::CostBound { value });
            }
        }
        positive("maximum length", self.max_length.unwrap_or(1) as f64)
    }
}

/// A rule inside the master.
#[derive(Clone, Debug)]
pub struct Column {
    /// The class that it predicts.
    pub class: u32,
    /// The conjunction.
    pub rule: Rule,
    /// `lambda c_k`, scaled.
    pub cost: f64,
    /// The samples that it covers.
    pub cover: RowSet,
}

/// The restricted master of RUG (paper, section 3; MATH.md 2), solved in its dual form:
///
/// ```text
/// min  sum_k lambda c_k w_k + sum_i omega_i v_i      max  sum_i beta_i
/// s.t. sum_k a_ik w_k + v_i >= 1   (beta_i)          s.t. sum_i a_ik beta_i <= lambda c_k   (w_k)
///      v, w >= 0                                          0 <= beta_i <= omega_i
/// ```
///
/// where a covered sample has `a = 1` if the rule predicts its class and `a = -1/(K-1)` if not.
#[derive(Debug)]
pub struct RugMaster {
    samples: Arc<Samples>,
    settings: RugSettings,
    columns: Vec<Column>,
    known: HashSet<(u32, Rule)>,
    partition: Partition,
    active: ActiveSet,
    hot: Option<HotLp>,
    /// The duals `beta_i` of the last solve.
    duals: Vec<f64>,
    /// The best rule weights known, and their objective. New columns have weight 0.
    weights: Vec<f64>,
    objective: f64,
}

impl RugMaster {
    /// A master without columns: every sample is an error, and every dual at its bound.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: RugSettings) -> Result<Self, MasterError> {
        settings.check()?;
        let hot = match settings.strategy {
            LpStrategy::HotStart => Some(HotLp::new(settings.backend, &samples.weights)?),
            LpStrategy::Interior => None,
        };
        settings.backend.create()?;
        Ok(RugMaster {
            partition: Partition::new(&samples.labels, &samples.weights, samples.classes),
            duals: samples.weights.clone(),
            objective: samples.weights.iter().sum(),
            columns: Vec::new(),
            active: ActiveSet::default(),
            known: HashSet::new(),
            weights: Vec::new(),
            hot,
            samples,
            settings,
        })
    }

    /// The columns, in the order in which they came.
    pub fn rules(&self) -> &[Column] {
        &self.columns
    }

    /// The weight of each column in the best solution found.
    pub fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        self.weights.iter().copied().chain(std::iter::repeat(0.0)).take(self.columns.len())
    }

    /// The objective of [`RugMaster::weights`].
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// The duals of the last solve, one per sample.
    pub fn duals(&self) -> &[f64] {
        &self.duals
    }

    /// Takes in rules whatever they would gain, as a start; those that are known already are left out.
    pub fn add_rules(&mut self, rules: impl IntoIterator<Item = (Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.known.contains(&(class, rule.clone())) {
                let cover = self.samples.cover(&rule);
                self.push(class, rule, cover);
            }
        }
    }

    /// The LP over all columns at hand, samples merged: what any backend can be given.
    pub fn program(&self) -> BoxedProgram {
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
        program
    }

    /// The entry `a_ik` of a covered sample (MATH.md 2).
    pub fn coefficient(&self, predicted: u32, class: u32) -> f64 {
        if predicted == class { 1.0 } else { -1.0 / (self.samples.classes as f64 - 1.0) }
    }

    /// The gain that counts as none.
    fn zero_gain(&self) -> f64 {
        match self.least_cost() {
            least if least > 0.0 => ZERO_GAIN * least.min(1.0),
            _ => ZERO_GAIN,
        }
    }

    /// `(fixed, per_literal)`, scaled: no rule costs less than `fixed + per_literal * len`.
    fn cost_bound(&self) -> (f64, f64) {
        let scale = self.settings.penalty * self.settings.cost_scale;
        let (fixed, per_literal) = self.settings.cost.lower_bound();
        (scale * fixed, scale * per_literal)
    }

    /// No rule costs less.
    fn least_cost(&self) -> f64 {
        let (fixed, per_literal) = self.cost_bound();
        fixed + per_literal
    }

    /// The scaled cost. One below its own lower bound would make proofs false: then the bound holds.
    fn cost(&self, rule: &Rule, cover: &RowSet) -> f64 {
        let (fixed, per_literal) = self.cost_bound();
        let own = self.settings.penalty * self.settings.cost_scale * self.settings.cost.of(rule, cover, &self.samples);
        own.max(fixed + per_literal * rule.len() as f64)
    }

    fn push(&mut self, class: u32, rule: Rule, cover: RowSet) {
        let cost = self.cost(&rule, &cover);
        let coefficient = |i: usize| (i, self.coefficient(class, self.samples.labels[i]));
        let terms: Option<Vec<_>> = self.hot.is_some().then(|| cover.iter().map(coefficient).collect());
        self.partition.add_column(self.columns.len() as u32, &cover, &self.samples.weights);
        if let (Some(hot), Some(terms)) = (&mut self.hot, terms) {
            hot.add_row(terms.into_iter(), cost);
        }
        self.known.insert((class, rule.clone()));
        self.columns.push(Column { class, rule, cost, cover });
    }

    /// An optimal vertex by simplex from the last basis; whether there was time for it.
    fn solve_hot(&mut self, limits: &Limits) -> Result<bool, LpError> {
        let Some(hot) = &mut self.hot else { return Ok(false) };
        let Some(solution) = hot.solve(limits.deadline)? else { return Ok(false) };
        let objective = -self.program().lagrangian_bound(&solution.multipliers);
        self.keep(solution.multipliers, objective);
        self.duals = solution.values;
        Ok(true)
    }

    /// Solves by interior point, to a vertex where `tolerance` is 0; whether that was reached.
    ///
    /// A resting column that would improve at a loose solution waits for the next round. A vertex is one
    /// of the LP over all columns.
    fn solve_interior(&mut self, tolerance: f64, limits: &Limits) -> Result<bool, LpError> {
        let members = self.active.members(self.columns.len());
        let inside = if tolerance > 0.0 { tolerance } else { BEFORE_VERTEX };
        let program = self.program_of(&members);
        let mut solved = solve_inside(&program, inside, limits.deadline)?;
        let mut objective = -program.lagrangian_bound(&solved.solution.multipliers);
        let mut weights = vec![0.0; self.columns.len()];
        members.iter().zip(&solved.solution.multipliers).for_each(|(&k, w)| weights[k] = *w);
        if tolerance == 0.0 && limits.reached().is_none() {
            let program = self.program();
            let guess = BoxedSolution { multipliers: weights, values: solved.solution.values };
            solved = solve_vertex(&program, guess, self.settings.backend, limits.deadline)?;
            objective = -program.lagrangian_bound(&solved.solution.multipliers);
            weights = solved.solution.multipliers;
        } else if tolerance == 0.0 {
            // There was no time for the vertex that was asked for.
            solved.converged = false;
        }
        // A vertex has few rules: it replaces an interior solution of the same objective.
        if tolerance == 0.0 && solved.converged {
            (self.weights, self.objective) = (weights, objective);
        } else {
            self.keep(weights, objective);
        }
        self.duals = self.partition.spread(&solved.solution.values, &self.samples.weights);
        let mut active = std::mem::take(&mut self.active);
        let gain = |k: usize| self.income(self.columns[k].class, &self.columns[k].cover) - self.columns[k].cost;
        active.count(|k| -gain(k) / self.columns[k].cost);
        active.wake(|k| gain(k) > (tolerance * self.columns[k].cost).max(self.zero_gain()));
        self.active = active;
        Ok(solved.converged)
    }

    /// What covering samples for a class earns at the current duals.
    fn income(&self, class: u32, cover: &RowSet) -> f64 {
        cover.iter().map(|i| self.duals[i] * self.coefficient(class, self.samples.labels[i])).sum()
    }

    /// Keeps rule weights if they are better than the best known.
    fn keep(&mut self, weights: Vec<f64>, objective: f64) {
        if objective <= self.objective {
            (self.weights, self.objective) = (weights, objective);
        }
    }
}

impl Master for RugMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let converged = match self.settings.strategy {
            LpStrategy::HotStart => self.solve_hot(limits).or_else(|error| {
                log::warn!("{error}: solving by interior point instead");
                self.solve_interior(0.0, limits)
            }),
            LpStrategy::Interior => self.solve_interior(tolerance, limits),
        };
        let converged = converged.map_err(|e| DriverError::Master(Box::new(e)))?;
        Ok(MasterSolution { objective: self.objective, converged })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let (fixed, per_literal) = self.cost_bound();
        let problem = |class: u32| PricingProblem {
            class,
            gains: (self.duals.iter().zip(&self.samples.labels))
                .map(|(beta, &label)| self.coefficient(class, label) * beta)
                .collect(),
            fixed,
            per_literal,
            max_length: self.settings.max_length,
            threshold: self.zero_gain(),
        };
        (0..self.samples.classes as u32).map(problem).collect()
    }

    fn add(&mut self, candidates: &[Candidate]) -> Result<Added, DriverError> {
        let mut added = Added::default();
        let size: f64 = self.duals.iter().sum();
        let (fixed, per_literal) = self.cost_bound();
        for Candidate { class, rule, gain } in candidates {
            if self.known.contains(&(*class, rule.clone())) {
                added.known += 1;
                continue;
            }
            let cover = self.samples.cover(rule);
            let income = self.income(*class, &cover);
            let actual = income - (fixed + per_literal * rule.len() as f64);
            // Phrased as acceptance, so that NaN fails.
            let true_claim = (gain - actual).abs() <= CLAIM_ERROR * (1.0 + size);
            if !true_claim {
                return Err(DriverError::FalseGain { claimed: *gain, actual });
            }
            if income - self.cost(rule, &cover) > self.zero_gain() {
                self.push(*class, rule.clone(), cover);
                added.new += 1;
            } else {
                added.rejected += 1;
            }
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Farley's bound (MATH.md 6): with `p` the best price over all rules and classes and `c` the least
    /// cost of a rule, `theta beta` is dual feasible for `theta = c / (c + p)`, and `theta sum beta`
    /// bounds the objective from below.
    fn lower_bound(&self, best_gains: &[f64]) -> Option<f64> {
        let least = self.least_cost();
        let best = best_gains.iter().copied().fold(0.0, f64::max);
        let theta = least / (least + best);
        (least > 0.0).then(|| (theta * self.duals.iter().sum::<f64>()).max(0.0))
    }
}
