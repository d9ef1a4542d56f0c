//! Proofs from a pricing problem and a bound on its gains.

use super::fair::Parity;
use super::{BooleanMaster, BooleanSettings};
use crate::MasterError;
use rulegen_driver::PricingProblem;
use rulegen_rule::RowSet;

/// The part of a step, and of the bound, that is subtracted before a bound is rounded up: it covers
/// rounding errors.
const SLACK: f64 = 1e-6;
const RELATIVE: f64 = 1e-9;

/// Duals that are feasible over **all** rules, with the bound that they prove.
///
/// The objective of any rule set is at least `bound` plus the sum of its rules' reduced costs, each
/// the negative of the rule's [`gain`](DualProof::gain). None of these is negative.
#[derive(Clone, Debug, PartialEq)]
pub struct DualProof {
    /// The pricing problems at these duals, in which no rule gains more than 0: one, or one for
    /// rules of at most each length, of prices that do not fall with the length.
    pub problems: Vec<PricingProblem>,
    /// A number that the objective of no rule set is below.
    pub bound: f64,
}

impl DualProof {
    /// Returns the gain of a rule of `length` literals that covers the samples `cover`, in the
    /// first problem that admits its length. No problem admits a rule that is too long for all.
    pub fn gain(&self, cover: &RowSet, length: usize) -> Option<f64> {
        let problem = self.problems.iter().find(|problem| problem.admits_length(length))?;
        Some(problem.gain(cover.iter(), length))
    }

    /// Returns the gain below which a rule cannot be in a rule set of objective at most
    /// `objective`.
    pub fn least_gain(&self, objective: f64) -> f64 {
        self.bound - objective
    }
}

impl BooleanMaster {
    /// Makes the proof of docs/MATH.md 6 from a problem that this master gave out, given that no
    /// rule gains more than `best_gain` in it.
    ///
    /// Duals that pay a rule too much, by `p` at most, are repaired in one of two ways, whichever
    /// proves more. With `s` the size of the smallest rule, and `lam` and `price` the costs of a
    /// unit of size:
    ///
    /// ```text
    /// increase lam by p / s          bound  sum mu - C (lam + p / s)
    /// multiply mu and lam by theta   bound  theta (sum mu - C lam)
    ///                                with   theta = price s / (price s + p)
    /// ```
    ///
    /// The first needs a bound on complexity, the second a price. Duals that are all 0 are always
    /// feasible. The cost of the rules that must be in is added to the bound.
    ///
    /// With fairness `mu_i` is the gain of a sample, and `sum mu` is replaced by the dual value of
    /// the gains at the best multipliers of the fairness rows. Duals are repaired in the first way.
    pub fn proof(&self, problem: &PricingProblem, best_gain: f64) -> DualProof {
        let size = self.settings.rule_size;
        let excess = best_gain.max(0.0);
        let price = self.settings.complexity_price;
        let unit =
            if size.per_rule > 0.0 { problem.fixed / size.per_rule } else { problem.per_literal / size.per_literal };
        let lam = (unit - price).max(0.0);
        if let Some(parity) = self.parity() {
            return self.fair_proof(parity, problem, lam, excess);
        }
        let paid: f64 = self.participants().map(|i| problem.gains[i]).sum();
        let at = |theta: f64, lam: f64| {
            let scaled = |i: usize| if self.takes_part(i) { theta * problem.gains[i] } else { problem.gains[i] };
            let problem = PricingProblem {
                gains: (0..problem.gains.len()).map(scaled).collect(),
                fixed: (price + lam) * size.per_rule,
                per_literal: (price + lam) * size.per_literal,
                ..problem.clone()
            };
            let spent = self.settings.budget().map_or(0.0, |budget| budget * lam);
            DualProof { problems: vec![problem], bound: theta * paid - spent + self.fixed }
        };
        let shifted = self.settings.budget().map(|_| at(1.0, lam + excess / size.least()));
        let least_price = price * size.least();
        let theta = least_price / (least_price + excess);
        let scaled = (least_price > 0.0).then(|| at(theta, theta * lam));
        let proofs = [Some(at(0.0, 0.0)), shifted, scaled].into_iter().flatten();
        proofs.reduce(|best, other| if other.bound > best.bound { other } else { best }).expect("nothing is feasible")
    }

    fn fair_proof(&self, parity: &Parity, problem: &PricingProblem, lam: f64, excess: f64) -> DualProof {
        let size = self.settings.rule_size;
        let price = self.settings.complexity_price;
        let at = |gains: &[f64], lam: f64| {
            let value = parity.dual_value(gains, self.participants(), &self.weights);
            let spent = self.settings.budget().map_or(0.0, |budget| budget * lam);
            let problem = PricingProblem {
                gains: value.gains,
                fixed: (price + lam) * size.per_rule,
                per_literal: (price + lam) * size.per_literal,
                ..problem.clone()
            };
            DualProof { problems: vec![problem], bound: value.value - spent }
        };
        let nothing: Vec<f64> =
            self.weights.iter().enumerate().map(|(i, w)| if self.is_other(i) { -w } else { 0.0 }).collect();
        let least = at(&nothing, 0.0);
        let shifted = self.settings.budget().map(|_| at(&problem.gains, lam + excess / size.least()));
        shifted.filter(|shifted| shifted.bound > least.bound).unwrap_or(least)
    }

    /// Returns a master of the same problem and columns where a unit of size costs `extra` more. A
    /// statement of its duals about a rule is true here with `lam + extra` for `lam`. Rules earn
    /// less there, so it is easier to prove that none gains; [`BooleanMaster::without_price`]
    /// converts that proof.
    ///
    /// # Errors
    /// As [`BooleanMaster::new`].
    pub fn with_price(&self, extra: f64) -> Result<BooleanMaster, MasterError> {
        let price = self.settings.complexity_price + extra;
        let settings = BooleanSettings { complexity_price: price, ..self.settings.clone() };
        let mut master = BooleanMaster::new(self.samples.clone(), settings)?;
        master.add_rules(self.rules().iter().map(|column| column.rule.clone()));
        Ok(master)
    }

    /// Converts a proof for [`BooleanMaster::with_price`] into one for this master, where there is
    /// a bound C on complexity:
    ///
    /// ```text
    /// objective here = objective there - extra * size >= bound there - extra * C
    /// ```
    pub fn without_price(&self, proof: DualProof, extra: f64) -> Option<DualProof> {
        let most = self.settings.complexity?;
        Some(DualProof { bound: proof.bound - extra * most, ..proof })
    }

    /// Returns the least value not below `bound` that the objective of a rule set can have, if all
    /// weights are multiples of one step, and else `bound`.
    pub fn round_up(&self, bound: f64) -> f64 {
        match self.step {
            Some(step) => {
                let steps = bound / step;
                bound.max((steps - SLACK - RELATIVE * steps.abs()).ceil() * step)
            }
            None => bound,
        }
    }

    /// Returns a bound that [`BooleanMaster::round_up`] raises to `objective`, hardly above the
    /// least such bound. Without a step it is `objective`.
    pub fn rounds_up_to(&self, objective: f64) -> f64 {
        match self.step {
            Some(step) => {
                let below = (objective / step).round() - 1.0;
                // Doubles what is subtracted, because the result is rounded too.
                let least = (below + 2.0 * SLACK) / (1.0 - 2.0 * RELATIVE);
                objective.min(least * step)
            }
            None => objective,
        }
    }

    /// Returns the largest rounding error of a rule set's objective: a small part of the weight of
    /// all samples.
    pub fn rounding(&self) -> f64 {
        1e-12 * self.weights.iter().sum::<f64>()
    }

    /// Returns the step of which all objectives of rule sets are multiples, if there is one.
    pub fn objective_step(&self) -> Option<f64> {
        self.step
    }
}
