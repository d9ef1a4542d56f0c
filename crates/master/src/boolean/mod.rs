//! The Boolean master: rule sets of bounded complexity that predict one class.

mod branched;
mod dominance;
mod draft;
mod fair;
mod heuristics;
mod local_search;
mod mip;
mod proof;
mod select;
mod settings;
mod step;

pub use branched::{BranchedMaster, Decision};
pub use fair::GroupFairness;
pub use mip::MipOutcome;
pub use proof::DualProof;
pub use select::{RuleSet, Selection};
pub use settings::{BooleanSettings, RuleSize};

use crate::restricted::{Budget, CoveringLoss, RestrictedLp, verified_cover};
use crate::weighted::column_weights;
use crate::{Column, MasterError};
use fair::{FairSolver, Parity};
use rulegen_binarize::Samples;
use rulegen_driver::{AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule};
use std::sync::Arc;
use step::common_step;

/// A rule is wanted when its gain is above this part of the least weight of a sample. It is so
/// small that rules left out cannot keep a run from being optimal.
const ZERO_GAIN: f64 = 1e-8;

/// The largest total weight of all samples: sums and products of more overflow.
const LARGEST_WEIGHT: f64 = 1e100;

/// The restricted LP of Boolean decision rules (Dash, Günlük, Wei 2018; docs/MATH.md 4), solved in
/// its dual form. P are the samples of the class, Z all others:
///
/// ```text
/// min  sum_{i in P} omega_i xi_i + sum_k cost_k w_k        max  sum_{i in P} mu_i - C lam
/// s.t. sum_{k covers i} w_k + xi_i >= 1  (mu_i, i in P)    s.t. sum_{i in P covered} mu_i
///      sum_k size_k w_k <= C             (lam)                         - size_k lam <= cost_k
///      w, xi >= 0                                               0 <= mu_i <= omega_i,  lam >= 0
/// ```
///
/// where `cost_k` is the weight of Z that rule k covers, plus the price of its size. In a rule set
/// every `w` is 0 or 1, and the objective is the Hamming loss: a sample of Z counts once for every
/// rule that covers it. Rules that alone are larger than C are left out.
///
/// Rules that must be in are in every rule set. The samples of P that they cover take no part, and
/// their cost is part of every objective.
///
/// Errors may be required to be alike in groups of samples ([`GroupFairness`]), here with two
/// groups g and h (Lawless, Dash, Günlük, Wei 2023):
///
/// ```text
/// false negatives:  | mean of xi over P_g - mean of xi over P_h | <= epsilon
/// false positives:  | mean over Z_g of the rules that cover a sample - mean over Z_h | <= epsilon
/// M xi_i + sum_{k covers i} w_k <= M     (alpha_i >= 0, i in P)
/// ```
///
/// where M is the most rules that C allows: a covered sample cannot count as missed to make groups
/// alike. Then a sample of P earns `mu_i - alpha_i`, which may be negative, and one of Z may earn
/// something.
#[derive(Debug)]
pub struct BooleanMaster {
    samples: Arc<Samples>,
    settings: BooleanSettings,
    /// The cost of missing or covering each sample.
    weights: Vec<f64>,
    /// The samples P that the rules that must be in do not cover.
    takes_part: RowSet,
    /// The cost of the rules that must be in.
    fixed: f64,
    step: Option<f64>,
    /// The comparisons of errors between groups.
    parity: Option<Arc<Parity>>,
    lp: RestrictedLp<CoveringLoss>,
}

impl BooleanMaster {
    /// Makes a master without columns, in which every sample of the class is missed.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: BooleanSettings) -> Result<Self, MasterError> {
        settings.check(samples.classes)?;
        let of_class = |i: usize| samples.labels[i] == settings.class;
        let factor =
            |i: usize| if of_class(i) { settings.false_negative_weight } else { settings.false_positive_weight };
        let weights: Vec<f64> = samples.weights.iter().enumerate().map(|(i, w)| factor(i) * w).collect();
        let total: f64 = weights.iter().sum();
        if total.is_nan() || total > LARGEST_WEIGHT {
            return Err(MasterError::TooHeavy { total });
        }
        let covers: Vec<RowSet> = settings.must_have.iter().map(|rule| samples.cover(rule)).collect();
        let open = |i: &usize| of_class(*i) && !covers.iter().any(|cover| cover.contains(*i));
        let takes_part = RowSet::of(samples.len(), (0..samples.len()).filter(open));
        let false_positives = |cover: &RowSet| cover.iter().filter(|&i| !of_class(i)).map(|i| weights[i]).sum::<f64>();
        let priced = settings.complexity_price * settings.must_have_size();
        let fixed = priced + covers.iter().map(false_positives).sum::<f64>();
        let part = |i: usize| takes_part.contains(i).then_some(0);
        let most = takes_part.sum(&weights);
        // No rule earns more than all samples, and none is smaller than the smallest.
        let largest_price = most / settings.rule_size.least();
        let parity = settings.fairness.as_ref().map(|fairness| {
            let most_rules = settings.most_rules();
            Arc::new(Parity::new(fairness, |i| !of_class(i), &samples.groups, &weights, most_rules))
        });
        let cell = |parity: &Arc<Parity>| {
            (0..samples.len()).map(|i| parity.false_negative_cell(i).map(|c| c as u32)).collect()
        };
        let loss = CoveringLoss {
            classes: (0..samples.len()).map(part).collect(),
            weights: weights.clone(),
            coefficients: vec![vec![1.0]],
            budgets: settings.budget().map(|limit| Budget { limit, largest_price }).into_iter().collect(),
            cells: parity.as_ref().map_or(Vec::new(), cell),
            fairness: None,
        };
        let size = settings.rule_size;
        let prices = [size.per_rule, size.per_literal].map(|part| settings.complexity_price * part);
        let step = common_step(weights.iter().copied().chain(prices.into_iter().filter(|p| *p > 0.0)));
        let lp = match &parity {
            Some(parity) => {
                let (parity, costs) = (parity.clone(), weights.clone());
                let solver =
                    FairSolver::new(parity, costs, takes_part.clone(), settings.budget(), settings.backend.clone())?;
                RestrictedLp::with_solver(loss, Box::new(solver), settings.backend.clone())
            }
            None => RestrictedLp::new(loss, settings.strategy, settings.backend.clone())?,
        };
        Ok(BooleanMaster { samples, settings, weights, takes_part, fixed, step, parity, lp })
    }

    /// Returns the settings.
    pub fn settings(&self) -> &BooleanSettings {
        &self.settings
    }

    /// Returns the number of samples.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Returns the most literals of a rule that fits the complexity, if there is a limit.
    pub fn longest_rule(&self) -> Option<usize> {
        self.settings.longest()
    }

    /// Returns the columns, in the order in which they came.
    pub fn rules(&self) -> &[Column] {
        self.lp.columns()
    }

    /// Returns the weight of each column in the best solution found of the LP.
    pub fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        self.lp.weights()
    }

    /// Returns the objective of [`BooleanMaster::weights`].
    pub fn objective(&self) -> f64 {
        self.fixed + self.lp.objective()
    }

    /// Returns the dual value of a unit of complexity at the last solution of the LP.
    pub fn complexity_dual(&self) -> f64 {
        self.lp.duals().prices.first().map_or(0.0, |lam| lam.max(0.0))
    }

    /// Adds rules whatever they would gain, as a start. Rules that are known already, too long, of
    /// too small a cover or with a forbidden condition are left out.
    pub fn add_rules(&mut self, rules: impl IntoIterator<Item = Rule>) {
        for rule in rules {
            if self.admits(&rule)
                && !self.lp.knows(0, &rule)
                && let Some(cover) = wide_cover(&self.samples, &rule, self.settings.min_cover)
            {
                self.lp.push(self.column(&rule, cover));
            }
        }
    }

    /// Returns the comparisons of errors between groups, if there are any.
    fn parity(&self) -> Option<&Parity> {
        self.parity.as_deref()
    }

    /// True if a rule set may have this rule.
    fn admits(&self, rule: &Rule) -> bool {
        let longest = self.settings.longest().unwrap_or(usize::MAX);
        !rule.is_empty() && rule.len() <= longest && self.samples.schema.permits(rule)
    }

    /// True if missing the sample is an error that a new rule can mend.
    fn takes_part(&self, i: usize) -> bool {
        self.takes_part.contains(i)
    }

    /// Returns the samples of the class that the rules that must be in do not cover.
    fn participants(&self) -> impl Iterator<Item = usize> + '_ {
        self.takes_part.iter()
    }

    /// True if covering the sample is an error.
    fn is_other(&self, i: usize) -> bool {
        self.samples.labels[i] != self.settings.class
    }

    /// Returns the cost of a rule: the weight of the others that it covers, and the price of its
    /// size.
    fn cost(&self, cover: &RowSet, length: usize) -> f64 {
        let false_positives: f64 = cover.iter().map(|i| self.covering_cost(i)).sum();
        false_positives + self.price(length)
    }

    /// Returns the cost of a sample for each rule that covers it.
    fn covering_cost(&self, i: usize) -> f64 {
        if self.is_other(i) { self.weights[i] } else { 0.0 }
    }

    /// Returns the price of the size of a rule of this length.
    fn price(&self, length: usize) -> f64 {
        self.settings.complexity_price * self.settings.rule_size.of(length)
    }

    fn column(&self, rule: &Rule, cover: RowSet) -> Column {
        let usage = self.settings.complexity.map(|_| self.settings.rule_size.of(rule.len()));
        let cost = self.cost(&cover, rule.len());
        // The LP knows one class: that of the samples that take part.
        Column { tag: 0, rule: rule.clone(), cost, usage: usage.into_iter().collect(), cover }
    }

    /// Returns the gain above which a rule improves.
    fn zero_gain(&self) -> f64 {
        ZERO_GAIN * self.weights.iter().copied().fold(1.0, f64::min)
    }

    /// Returns the pricing problem at the last duals. The gain of a sample is `mu_i` on P; on Z it
    /// is the dual of fairness (0 without) less `omega_i`. Costs are those of a rule's size.
    fn pricing_problem(&self) -> PricingProblem {
        let price = self.settings.complexity_price + self.complexity_dual();
        let size = self.settings.rule_size;
        let paid = &self.lp.duals().samples;
        let gain = |i: usize| if self.is_other(i) { paid[i] - self.weights[i] } else { paid[i] };
        let gains = (0..self.samples.len()).map(gain).collect();
        PricingProblem {
            tag: self.settings.class,
            gains,
            fixed: price * size.per_rule,
            per_literal: price * size.per_literal,
            max_length: self.settings.longest(),
            min_cover: self.settings.min_cover,
            threshold: self.zero_gain(),
        }
    }
}

/// Returns the samples that a rule covers, unless it covers fewer than `least` rows.
fn wide_cover(samples: &Samples, rule: &Rule, least: u64) -> Option<RowSet> {
    let cover = samples.cover(rule);
    (samples.rows_of(&cover) >= least).then_some(cover)
}

impl Master for BooleanMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let solution = self.lp.solve(tolerance, limits, self.zero_gain())?;
        Ok(MasterSolution { objective: self.objective(), ..solution })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        vec![self.pricing_problem()]
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut added = AddCounts::default();
        for candidate in candidates {
            // The LP knows one class only.
            if candidate.tag == self.settings.class && self.lp.knows(0, &candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            // A pricer of one's own may return what is forbidden.
            if self.admits(&candidate.rule) {
                let column = self.column(&candidate.rule, cover);
                self.lp.push_if_improving(column, self.zero_gain(), &mut added);
            } else {
                added.rejected += 1;
            }
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.lp.columns().len()
    }

    /// Returns the rules, whose tag is the class, with their weights in the linear program.
    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        let mut shown = column_weights(self.lp.columns(), self.lp.weights());
        shown.iter_mut().for_each(|column| column.tag = self.settings.class);
        shown
    }

    /// Returns the bound of [`BooleanMaster::proof`]: docs/MATH.md 6, not rounded up.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let problem = problems.first().filter(|problem| problem.gains.len() == self.samples.len())?;
        gain_bounds.first().map(|&best| self.proof(problem, best).bound)
    }
}
