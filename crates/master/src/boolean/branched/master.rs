//! The master of a node, which goes from node to node.

use super::Decision;
use super::profiles::Profiles;
use super::program::{Program, SizeLimit, Vertex};
use crate::boolean::settings::OVERSPENT;
use crate::boolean::{BooleanMaster, DualProof, wide_cover};
use crate::restricted::verified_cover;
use crate::{Column, MasterError};
use rulegen_driver::{AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, PricingProblem};
use rulegen_limits::Limits;
use rulegen_lp::{LpError, LpStatus};
use rulegen_rule::{RowSet, Rule};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The cost of a decision that is not kept, as a multiple of the objective of the best rule set
/// known.
const PENALTY: f64 = 4.0;

/// The factor by which [`BranchedMaster::raise_penalty`] raises that cost.
const RAISE: f64 = 10.0;

/// The difference from 0 or 1 within which rules keep the decision about a sample.
const KEEPS: f64 = 1e-6;

/// The columns that stay when a node is left, beside those in use.
const KEPT: usize = 150;

/// The columns from which on some are dropped when a node is left.
const MANY: usize = 250;

/// The iterations of the simplex by which a decision is judged.
const PROBE: usize = 100;

/// The linear program of a node of a branch and bound over Boolean rule sets (docs/MATH.md 6).
///
/// It differs from that of [`BooleanMaster`] in two ways. Samples are decided: a rule has to cover
/// them, or none may. And rules share places for rules of their lengths, of which there are as many
/// as a whole rule set within the complexity can have:
///
/// ```text
/// min  sum_i missing_i xi_i + sum_k cost_k w_k       max  sum_i mu_i - q - C lam
/// s.t. sum_{k covers i} w_k + xi_i >= 1     (mu_i)   s.t. sum_{i covered by k} mu_i - size_k lam
///      sum_{k of length >= l} w_k                               - p_{length of k} <= cost_k
///        <= sum_v t_v places_v,>=l          (p_l)         sum_l places_vl p_l <= q for all v
///      sum_v t_v <= 1                       (q)           p_1 <= p_2 <= ...
///      sum_k size_k w_k <= C                (lam)         0 <= mu_i <= missing_i
///      w, xi, t >= 0
/// ```
///
/// Undecided samples have the costs of [`BooleanMaster`]. A decision that is not kept costs more
/// than the best rule set known. So every node has a solution, and a rule set that is better than
/// the best known one keeps all decisions.
///
/// There is a pricing problem for each length, whose tag it is: rules of at most that length at the
/// price of its place. Longer rules share the places of the last length, which take less of the
/// complexity than they do. So the bound holds for them too. Only where there are such rules is the
/// row of the complexity `C` needed: the places keep to it.
#[derive(Clone, Debug)]
pub struct BranchedMaster {
    base: Arc<Base>,
    profiles: Profiles,
    program: Program,
    columns: Vec<Column>,
    known: HashSet<Rule>,
    /// The cost of a decision that is not kept.
    penalty: f64,
    /// The cost of each sample that no rule covers, and its cost for each rule that covers it.
    missing: Vec<f64>,
    covering: Vec<f64>,
    decisions: Vec<Decision>,
    /// The samples that may be decided at the node.
    open: RowSet,
    /// The cost that every rule set of the node has.
    fixed: f64,
    vertex: Vertex,
    objective: f64,
}

/// The problem without decisions.
#[derive(Debug)]
struct Base {
    samples: Arc<rulegen_binarize::Samples>,
    missing: Vec<f64>,
    covering: Vec<f64>,
    fixed: f64,
    /// The price of the size of a rule of each length, from 1 on.
    prices: Vec<f64>,
    /// The bound on the complexity, if places do not keep it.
    limit: Option<SizeLimit>,
    /// The most literals of a rule, if there is a limit.
    longest: Option<usize>,
    min_cover: u64,
    threshold: f64,
    /// The samples that may be decided.
    open: RowSet,
    /// The first cost of a decision that is not kept.
    penalty: f64,
}

impl Base {
    /// Returns the position of a rule's place among the lengths.
    fn place(&self, rule: &Rule) -> usize {
        rule.len().min(self.prices.len()) - 1
    }
}

impl BooleanMaster {
    /// Returns the master of the root of a branch and bound for rule sets that are better than one
    /// of the objective `known`, over some rules as columns. Rules of up to `lengths` literals have
    /// places of their own, longer ones share the last. Returns `None` with fairness, where a rule
    /// set may have very many rules, or where rules of one place have different prices.
    pub fn branched<'a>(
        &self,
        known: f64,
        lengths: NonZeroUsize,
        rules: impl IntoIterator<Item = &'a Rule>,
    ) -> Option<BranchedMaster> {
        let settings = &self.settings;
        let longest = settings.longest();
        let lengths = longest.unwrap_or(usize::MAX).min(lengths.get());
        let shares = longest.is_none_or(|longest| longest > lengths);
        if self.parity().is_some() || (shares && settings.complexity_price > 0.0) {
            return None;
        }
        let size = settings.rule_size;
        let sizes: Vec<f64> = (1..=lengths).map(|length| size.of(length)).collect();
        // The price of a better rule set's size is below the objective.
        let affordable = (settings.complexity_price > 0.0).then(|| (known - self.fixed) / settings.complexity_price);
        let budget = [settings.usable_budget(), affordable].into_iter().flatten().reduce(f64::min)?;
        let budget = budget.max(0.0);
        let profiles = Profiles::new(&sizes, budget)?;
        let limit = (shares && size.per_literal > 0.0).then_some(SizeLimit { size, budget: budget + OVERSPENT });
        let samples = self.samples.len();
        let of_missed = |i: usize| if self.takes_part(i) { self.weights[i] } else { 0.0 };
        let required: Vec<RowSet> = settings.must_have.iter().map(|rule| self.samples.cover(rule)).collect();
        let open = |i: &usize| !required.iter().any(|cover| cover.contains(*i));
        let base = Base {
            samples: self.samples.clone(),
            missing: (0..samples).map(of_missed).collect(),
            covering: (0..samples).map(|i| self.covering_cost(i)).collect(),
            fixed: self.fixed,
            prices: (1..=lengths).map(|length| self.price(length)).collect(),
            limit,
            longest,
            min_cover: settings.min_cover,
            threshold: self.zero_gain(),
            open: RowSet::of(samples, (0..samples).filter(open)),
            penalty: PENALTY * (known.abs() + self.step.unwrap_or(0.0)),
        };
        let mut master = BranchedMaster {
            program: Program::new(&base.missing, lengths, &profiles, limit),
            vertex: Vertex {
                values: base.missing.clone(),
                prices: vec![0.0; lengths],
                unit: 0.0,
                weights: Vec::new(),
                objective: 0.0,
            },
            objective: 0.0,
            columns: Vec::new(),
            known: HashSet::new(),
            missing: Vec::new(),
            covering: Vec::new(),
            decisions: Vec::new(),
            open: RowSet::empty(samples),
            fixed: base.fixed,
            base: Arc::new(base),
            profiles,
            penalty: 0.0,
        };
        master.decide(&[]);
        master.add_rules(rules.into_iter().filter(|rule| self.admits(rule)));
        Some(master)
    }
}

impl BranchedMaster {
    /// Goes to the node of these decisions. The columns stay.
    pub fn decide(&mut self, decisions: &[Decision]) {
        let open = |i: &usize| decisions.iter().all(|decision| decision.sample != *i);
        self.open = RowSet::of(self.base.missing.len(), self.base.open.iter().filter(open));
        self.decisions = decisions.to_vec();
        self.penalize(self.base.penalty);
    }

    /// Raises the cost of decisions that are not kept tenfold. A linear program that keeps some of
    /// them in part may keep all of them then.
    pub fn raise_penalty(&mut self) {
        self.penalize(RAISE * self.penalty);
    }

    /// Gives the program the costs of the node, with a penalty for decisions that are not kept.
    fn penalize(&mut self, penalty: f64) {
        let base = self.base.clone();
        let decisions = &self.decisions;
        self.penalty = penalty;
        (self.missing, self.covering, self.fixed) = (base.missing.clone(), base.covering.clone(), base.fixed);
        for &Decision { sample, covered } in decisions {
            match covered {
                true => self.missing[sample] = self.penalty,
                false => {
                    self.fixed += std::mem::take(&mut self.missing[sample]);
                    self.covering[sample] = self.penalty;
                }
            }
        }
        for &Decision { sample, .. } in decisions.iter().filter(|decision| decision.covered) {
            self.program.isolate(sample, covering(&self.columns, sample));
        }
        self.program.set_missing(&self.missing);
        for k in 0..self.columns.len() {
            self.program.set_cost(k, self.cost(&self.columns[k]));
        }
        // The objective of no rules at all stands until the program is solved.
        self.objective = self.fixed + self.missing.iter().sum::<f64>();
    }

    /// Returns the number of lengths with places of their own. There is a pricing problem for each.
    pub fn lengths(&self) -> usize {
        self.base.prices.len()
    }

    /// True if rules may be longer than those that have places of their own.
    pub fn has_long_rules(&self) -> bool {
        self.base.longest.is_none_or(|longest| longest > self.lengths())
    }

    /// Adds rules as columns, whatever they would gain. Rules that are known already or too long
    /// are left out.
    pub fn add_rules<'a>(&mut self, rules: impl IntoIterator<Item = &'a Rule>) {
        for rule in rules {
            if self.base.longest.is_none_or(|longest| rule.len() <= longest)
                && !self.known.contains(rule)
                && let Some(cover) = wide_cover(&self.base.samples, rule, self.base.min_cover)
            {
                self.push(rule.clone(), cover);
            }
        }
    }

    /// Returns the columns with their weights at the last vertex.
    pub fn weights(&self) -> impl Iterator<Item = (&Rule, f64)> {
        let weights = self.vertex.weights.iter().copied().chain(std::iter::repeat(0.0));
        self.columns.iter().map(|column| &column.rule).zip(weights)
    }

    /// Returns the summed weight of the rules that cover each sample at the last vertex.
    pub fn coverage(&self) -> Vec<f64> {
        let mut coverage = vec![0.0; self.missing.len()];
        let used = self.columns.iter().zip(&self.vertex.weights).filter(|(_, weight)| **weight > 0.0);
        for (column, weight) in used {
            column.cover.iter().for_each(|i| coverage[i] += weight);
        }
        coverage
    }

    /// True if the sample may be decided: no decision is about it, and no required rule covers it.
    pub fn is_open(&self, sample: usize) -> bool {
        self.open.contains(sample)
    }

    /// True if the rules at the last vertex keep every decision.
    pub fn keeps_decisions(&self) -> bool {
        let coverage = self.coverage();
        self.decisions.iter().all(|decision| match decision.covered {
            true => coverage[decision.sample] >= 1.0 - KEEPS,
            false => coverage[decision.sample] <= KEEPS,
        })
    }

    /// Returns the columns in use at the last vertex that cover each sample, ascending.
    pub fn patterns(&self) -> Vec<Vec<u32>> {
        let mut patterns = vec![Vec::new(); self.missing.len()];
        let used = (0..).zip(&self.columns).zip(&self.vertex.weights).filter(|(_, weight)| **weight > 0.0);
        for ((k, column), _) in used {
            column.cover.iter().for_each(|i| patterns[i].push(k));
        }
        patterns
    }

    /// Returns the objective over the columns at the last vertex.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Returns the weight of each sample's error: of missing it, or of covering it.
    pub fn error(&self, sample: usize) -> f64 {
        self.base.missing[sample].max(self.base.covering[sample])
    }

    /// Returns the objective over the columns after one decision more, from the vertex at hand.
    pub fn probe(&self, decision: Decision, limits: &Limits) -> f64 {
        let Decision { sample, covered } = decision;
        let (missing, fixed) = match covered {
            true => (self.penalty, self.fixed),
            false => (0.0, self.fixed + self.missing[sample]),
        };
        let more = if covered { 0.0 } else { self.penalty - self.covering[sample] };
        let cost = |k: usize| (k, self.cost(&self.columns[k]) + more);
        let costs: Vec<(usize, f64)> = covering(&self.columns, sample).map(cost).collect();
        fixed + self.program.probe(sample, missing, &costs, PROBE, limits)
    }

    /// Drops all columns but those nearest to use at the last vertex, if there are many.
    pub fn forget(&mut self) {
        if self.columns.len() < MANY {
            return;
        }
        let slack = |column: &Column| {
            let price = self.vertex.prices[self.base.place(&column.rule)];
            let size = self.base.limit.map_or(0.0, |limit| limit.size.of(column.rule.len()));
            self.cost(column) + price + self.vertex.unit * size - column.cover.sum(&self.vertex.values)
        };
        let mut order: Vec<(f64, usize)> = self.columns.iter().map(slack).zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut keeps = vec![false; self.columns.len()];
        order.iter().take(KEPT).for_each(|&(_, k)| keeps[k] = true);
        let kept = self.program.retain(&keeps);
        self.vertex.weights.resize(kept.len(), 0.0);
        let mut stays = kept.iter();
        self.columns.retain(|_| *stays.next().expect("one for each column"));
        let mut stays = kept.iter();
        self.vertex.weights.retain(|_| *stays.next().expect("one for each column"));
        self.known = self.columns.iter().map(|column| column.rule.clone()).collect();
    }

    fn push(&mut self, rule: Rule, cover: RowSet) {
        let column = Column { tag: 0, rule, cost: 0.0, usage: Vec::new(), cover };
        self.program.add(&column, self.cost(&column));
        self.known.insert(column.rule.clone());
        self.columns.push(column);
    }

    /// Returns the cost of a column at the node.
    fn cost(&self, column: &Column) -> f64 {
        self.base.prices[self.base.place(&column.rule)] + column.cover.sum(&self.covering)
    }

    /// Returns the dual value of each sample, from the gains of a pricing problem of the node: the
    /// worth of covering it, without its cost. A sample that no rule may cover has 0.
    pub fn dual_values(&self, gains: &[f64]) -> Vec<f64> {
        let value = |(i, gain): (usize, &f64)| (gain + self.covering[i]).clamp(0.0, self.missing[i]);
        gains.iter().enumerate().map(value).collect()
    }

    /// Makes a proof for the root from the pricing problems that this master gave out there, given
    /// that no rule gains more than `gain_bounds` in them. `None` if they are not those problems.
    ///
    /// Its bound is that of [`lower_bound`](Master::lower_bound). The places of a rule set within
    /// the complexity cost `q` at most, and its size `C lam`, so that its objective is
    ///
    /// ```text
    /// sum_i missing_i xi_i + sum_k cost_k
    ///     >= sum_i mu_i - q - C lam
    ///          + sum_k (cost_k + size_k lam + p_{length of k} - sum_{i covered by k} mu_i)
    /// ```
    pub fn proof(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<DualProof> {
        let point = self.feasible(problems, gain_bounds)?;
        let bound = self.fixed + self.value(&point);
        let at = |((problem, price), place): ((&PricingProblem, &f64), &f64)| PricingProblem {
            fixed: price + place + self.of_rule(point.unit),
            ..problem.clone()
        };
        let problems = problems.iter().zip(&self.base.prices).zip(&point.prices).map(at).collect();
        Some(DualProof { problems, bound })
    }

    /// Returns the duals of pricing problems, with the price of a place of each length raised by
    /// the most that a rule gains at it, which makes them feasible over all rules.
    fn feasible(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<DualPoint> {
        let first = problems.first()?;
        if problems.iter().any(|problem| problem.gains.len() != self.covering.len())
            || problems.len() != self.base.prices.len()
        {
            return None;
        }
        let unit = self.base.limit.map_or(0.0, |limit| first.per_literal / limit.size.per_literal);
        let priced = problems.iter().zip(&self.base.prices);
        let priced = priced.map(|(problem, price)| (problem.fixed - price - self.of_rule(unit)).max(0.0));
        let raised: Vec<f64> = priced.zip(gain_bounds).map(|(price, gain)| price + gain.max(0.0)).collect();
        Some(DualPoint { values: self.dual_values(&first.gains), prices: rising(&raised), unit })
    }

    /// Returns what a rule without literals costs at a price for a unit of size.
    fn of_rule(&self, unit: f64) -> f64 {
        self.base.limit.map_or(0.0, |limit| unit * limit.size.per_rule)
    }

    /// Returns the value of a dual point, without what every rule set of the node costs.
    fn value(&self, point: &DualPoint) -> f64 {
        let spent = self.base.limit.map_or(0.0, |limit| point.unit * limit.budget);
        point.values.iter().sum::<f64>() - self.profiles.cost(&point.prices) - spent
    }
}

/// A point of the dual program.
struct DualPoint {
    /// The payment for missing each sample.
    values: Vec<f64>,
    /// The price of a place of each length, which does not fall with the length.
    prices: Vec<f64>,
    /// The price of a unit of size.
    unit: f64,
}

/// Returns the places of the columns that cover a sample.
fn covering(columns: &[Column], sample: usize) -> impl Iterator<Item = usize> {
    (0..columns.len()).filter(move |&k| columns[k].cover.contains(sample))
}

/// Returns prices that do not fall with the length. They cost no more: a rule fits into the place
/// of a longer one.
fn rising(prices: &[f64]) -> Vec<f64> {
    let mut most = 0.0;
    let rise = |price: &f64| {
        most = f64::max(most, *price);
        most
    };
    prices.iter().map(rise).collect()
}

impl Master for BranchedMaster {
    /// Solves to a vertex of very nearly the same costs, whatever the tolerance.
    fn solve(&mut self, _: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let converged = match self.program.solve(false, limits) {
            Ok(vertex) => {
                let inside = |(value, most): (&f64, &f64)| value.clamp(0.0, *most);
                let values: Vec<f64> = vertex.values.iter().zip(&self.missing).map(inside).collect();
                let mut prices = rising(&vertex.prices);
                if self.has_long_rules() {
                    self.profiles.raise(&mut prices);
                }
                self.objective = self.fixed + vertex.objective;
                self.vertex = Vertex { values, prices, ..vertex };
                true
            }
            Err(LpStatus::TimeLimit) => false,
            Err(status) => {
                let error = LpError::Backend { name: "the dual simplex".into(), message: format!("it ended {status}") };
                return Err(DriverError::Master(Box::new(MasterError::from(error))));
            }
        };
        Ok(MasterSolution { objective: self.objective, converged, warm: true })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains: Vec<f64> = self.vertex.values.iter().zip(&self.covering).map(|(mu, cost)| mu - cost).collect();
        let of_length = |length: usize| PricingProblem {
            tag: length as u32,
            gains: gains.clone(),
            fixed: self.base.prices[length - 1] + self.vertex.prices[length - 1] + self.of_rule(self.vertex.unit),
            per_literal: self.base.limit.map_or(0.0, |limit| self.vertex.unit * limit.size.per_literal),
            max_length: if length == self.base.prices.len() { self.base.longest } else { Some(length) },
            min_cover: self.base.min_cover,
            threshold: self.base.threshold,
        };
        (1..=self.base.prices.len()).map(of_length).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut added = AddCounts::default();
        for candidate in candidates {
            if self.known.contains(&candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.base.samples, problems, candidate)?;
            self.push(candidate.rule.clone(), cover);
            added.new += 1;
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        let tag = |rule: &Rule| self.base.place(rule) as u32 + 1;
        self.weights().map(|(rule, weight)| ColumnWeight { tag: tag(rule), rule, weight }).collect()
    }

    /// Returns the value of the duals at prices of places that make them feasible over all rules.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let point = self.feasible(problems, gain_bounds)?;
        // Without rules nothing is spent, and every sample is missed.
        Some(self.fixed + self.value(&point).max(0.0))
    }
}
