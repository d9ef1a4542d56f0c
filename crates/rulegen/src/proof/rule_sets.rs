//! The proof of Boolean rule sets: the leaves of the search for each class, with a dual point in
//! whole numbers.

use super::claim::{rounded_down, rounded_up};
use super::exact::ExactPricers;
use super::format::{Claims, Evidence, Leaf, ProofLoss, WrittenModel};
use super::model::{ModelProof, ProvedData, written_rules};
use super::scope::{OF_CUBES, Scope, longest};
use super::share::{Most, Scale, Tolerance};
use crate::FitError;
use crate::parameters::Parameters;
use crate::training::Training;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;
use rulegen_master::{Decision, RuleSize};
use rulegen_rule::{Model, RowSet};
use std::sync::Arc;

/// The difference from a whole number below which a bound is not rounded up: rounding errors.
const ROUNDING: f64 = 1e-6;

/// The part of the numbers behind a bound by which it may be wrong, because their sums are rounded.
const SLACK: f64 = 1e-12;

/// Dual values: those of each sample that rules are to cover, and of each other sample that is
/// decided as covered. Others have 0.
pub(crate) type DualValues = Arc<[f64]>;

/// The rule sets that keep some decisions, and dual points that prove a bound for them.
#[derive(Clone, Debug)]
pub(crate) struct DualLeaf {
    pub(crate) decisions: Vec<Decision>,
    /// The points, of which the best is taken.
    pub(crate) points: Vec<DualValues>,
}

/// The search for the rule set of a class.
#[derive(Clone, Debug)]
pub(crate) struct RuleSetDuals {
    pub(crate) class: u32,
    /// The cost of a sample of the class that no rule covers, as a factor on its weight.
    pub(crate) false_negative: f64,
    /// The cost of another sample for each rule that covers it.
    pub(crate) false_positive: f64,
    /// The leaves. Every rule set keeps the decisions of one of them.
    pub(crate) leaves: Vec<DualLeaf>,
    /// True if a pricer proved a bound over rules of all lengths.
    pub(crate) has_long_rules: bool,
}

/// Rule sets, and the searches that found them.
pub(crate) struct ProvedRuleSets<'a> {
    pub(crate) p: &'a Parameters,
    pub(crate) training: &'a Training<'a>,
    /// The most size of a rule set.
    pub(crate) complexity: f64,
    pub(crate) duals: Vec<&'a RuleSetDuals>,
    pub(crate) model: &'a Model,
}

impl ProvedRuleSets<'_> {
    /// Makes the proof at the points of the leaves. No clock ends it.
    ///
    /// # Errors
    /// [`FitError::NoProof`] if nothing can be proved, or a failing pricer.
    pub(crate) fn prove(&self, limits: &Limits) -> Result<ModelProof, FitError> {
        let no_proof = |reason: &str| FitError::NoProof { reason: reason.into() };
        let Some(first) = self.duals.first() else { return Err(no_proof("no class has rules")) };
        let RuleSize { per_rule, per_literal } = self.p.rule_size();
        let fits = ((self.complexity - per_rule) / per_literal + OVERSPENT).max(1.0) as usize;
        let most = if self.duals.iter().all(|duals| duals.has_long_rules) { fits } else { fits.min(OF_CUBES) };
        let longest = longest(self.training, self.p.max_length.map_or(most, |length| length.min(most)));
        for max_length in (1..=longest).rev().filter(|length| *length <= OF_CUBES || *length == longest) {
            let searches = self.searches(max_length, limits)?;
            // A bound over short rules says more than none over long ones.
            let Some((evidence, bound)) = searches.filter(|(_, bound)| max_length <= OF_CUBES || *bound > 0.0) else {
                continue;
            };
            let classes: Vec<u32> = self.duals.iter().map(|duals| duals.class).collect();
            let scope = Scope { training: self.training, max_length, min_cover: self.p.least_cover() };
            let proof = ModelProof {
                data: ProvedData::of(self.training),
                rules: scope.written(&classes),
                loss: ProofLoss::Boolean {
                    complexity: self.complexity,
                    size_per_rule: per_rule,
                    size_per_condition: per_literal,
                    price: self.p.complexity_price,
                    false_negative: first.false_negative,
                    false_positive: first.false_positive,
                },
                model: WrittenModel { rules: Vec::new(), intercepts: Vec::new() },
                evidence,
                claims: Claims {
                    objective: 0.0,
                    bounds: vec![(max_length, bound)],
                    further_gain: None,
                    in_scope: true,
                },
            };
            return Ok(proof.about(self.model, self.training));
        }
        Err(no_proof("no bound was proved over short rules"))
    }

    /// Writes the searches of all classes, with the sum of their bounds. Returns `None` if cubes do
    /// not hold the rules of this length.
    fn searches(&self, max_length: usize, limits: &Limits) -> Result<Option<(Vec<Evidence>, f64)>, FitError> {
        let (mut evidence, mut sum) = (Vec::new(), 0.0);
        for duals in &self.duals {
            let mut exact = ExactPricers::new(max_length, self.training, self.p, limits)?;
            let (mut proved, mut least) = (Vec::new(), f64::INFINITY);
            for leaf in &duals.leaves {
                let Some((written, values, bound)) = self.best_point(duals, leaf, max_length, &mut exact)? else {
                    return Ok(None);
                };
                proved.push((written, values));
                least = least.min(bound);
            }
            let mut leaves = Vec::with_capacity(proved.len());
            for (fine, leaf) in proved.into_iter().zip(&duals.leaves) {
                leaves.push(self.shortened(duals, &leaf.decisions, fine, max_length, least, &mut exact)?);
            }
            evidence.push(Evidence::Search { class: duals.class, leaves });
            sum += least;
        }
        Ok(Some((evidence, if self.is_whole() { sum } else { rounded_down(sum) })))
    }

    /// Returns a leaf at that of its points which proves most, or at no values at all, with the
    /// values before they are rounded and the bound, or `None` if cubes do not hold the rules of
    /// this length.
    fn best_point(
        &self,
        duals: &RuleSetDuals,
        leaf: &DualLeaf,
        max_length: usize,
        exact: &mut ExactPricers<'_>,
    ) -> Result<Option<(Leaf, DualValues, f64)>, FitError> {
        let nothing: DualValues = vec![0.0; self.training.samples.len()].into();
        let mut best: Option<(Leaf, DualValues, f64)> = None;
        for values in leaf.points.iter().chain([&nothing]) {
            let point = LeafPoint::of(self, duals, &leaf.decisions, values, None)?;
            // No values at all prove the errors that the decisions imply, and no more.
            if Arc::ptr_eq(values, &nothing) && best.as_ref().is_some_and(|(.., bound)| *bound >= point.missed) {
                continue;
            }
            let Some(bound) = point.bound(self, max_length, f64::NEG_INFINITY, exact)? else { return Ok(None) };
            if best.as_ref().is_none_or(|(.., known)| bound > *known) {
                best = Some((point.leaf, Arc::clone(values), bound));
            }
        }
        Ok(best)
    }

    /// Returns a leaf at the first of a few small scales at which its values still prove `least`,
    /// the bound of the class, or the leaf that is given, at a fine one.
    fn shortened(
        &self,
        duals: &RuleSetDuals,
        decisions: &[Decision],
        (fine, values): (Leaf, DualValues),
        max_length: usize,
        least: f64,
        exact: &mut ExactPricers<'_>,
    ) -> Result<Leaf, FitError> {
        let may_be_short = self.is_whole() && max_length <= OF_CUBES;
        let is_smaller = |scale: &Scale| may_be_short && scale.whole() < fine.scale;
        for scale in Scale::OF_VERTICES.into_iter().filter(is_smaller) {
            let shorter = LeafPoint::of(self, duals, decisions, &values, Some(scale))?;
            if shorter.bound(self, max_length, least, exact)?.is_some() {
                return Ok(shorter.leaf);
            }
        }
        Ok(fine)
    }

    /// True if the objectives of all rule sets are whole numbers, without any rounding.
    fn is_whole(&self) -> bool {
        let RuleSize { per_rule, per_literal } = self.p.rule_size();
        let price = self.p.complexity_price;
        let factors = self.duals.iter().flat_map(|duals| [duals.false_negative, duals.false_positive]);
        let numbers = factors.chain([price * per_rule, price * per_literal]);
        self.training.weighing.is_exact && numbers.into_iter().all(|number| number.fract() == 0.0)
    }
}

/// The part of the complexity by which sizes may seem to exceed it.
const OVERSPENT: f64 = 1e-9;

/// The size of rules of a length, and the most that one of at most this length gains.
type SizeAndGain = (f64, f64);

/// Returns the largest sum of gains over lists of lengths whose sizes are at most `left` together.
fn most(lengths: &[SizeAndGain], left: f64) -> f64 {
    let Some((&(size, gain), shorter)) = lengths.split_last() else { return 0.0 };
    let most_rules = (left / size + OVERSPENT).floor().max(0.0);
    if shorter.is_empty() {
        return most_rules * gain;
    }
    (0..=most_rules as usize)
        .map(|number| number as f64)
        .map(|number| number * gain + most(shorter, left - number * size))
        .fold(0.0, f64::max)
}

/// A leaf at one of its points.
struct LeafPoint {
    leaf: Leaf,
    /// The errors that every rule set of the leaf makes.
    missed: f64,
    /// The sum of the values that are no fines.
    sum: f64,
    /// The pricing problem at the point, without a length.
    problem: PricingProblem,
}

impl LeafPoint {
    /// Writes a leaf with values in units of `scale`, or of a fine one without it.
    fn of(
        sets: &ProvedRuleSets<'_>,
        duals: &RuleSetDuals,
        decisions: &[Decision],
        values: &[f64],
        scale: Option<Scale>,
    ) -> Result<LeafPoint, FitError> {
        let (p, samples, is_exact) = (sets.p, &sets.training.samples, sets.training.weighing.is_exact);
        let is_own = |i: usize| samples.labels[i] == duals.class;
        let factor = |i: usize| if is_own(i) { duals.false_negative } else { duals.false_positive };
        let weight = |i: usize| factor(i) * samples.weights[i];
        let mut decided: Vec<Option<bool>> = vec![None; samples.len()];
        decisions.iter().for_each(|decision| decided[decision.sample] = Some(decision.covered));
        let has_value = |i: usize| match decided[i] {
            None => is_own(i),
            Some(covered) => covered,
        };
        let paid: Vec<f64> = (0..samples.len()).map(|i| if has_value(i) { values[i].max(0.0) } else { 0.0 }).collect();
        let (sum, all): (f64, f64) = (paid.iter().sum(), (0..samples.len()).map(weight).sum());
        let most = all + sum * (1 + decisions.len()) as f64;
        let fine = || Scale::of(Tolerance::Fine, samples.len(), sum, 1.0, most);
        let scale = scale.or_else(fine).ok_or_else(|| FitError::NoProof {
            reason: format!("weights of rows that sum to {all} leave no room for whole numbers"),
        })?;
        let most = |i: usize| match decided[i] {
            None => Most { weight: weight(i), is_exact: is_exact && factor(i).fract() == 0.0 }.units(scale),
            Some(_) => u64::MAX,
        };
        let units: Vec<u64> = (0..samples.len()).map(|i| scale.units(paid[i]).min(most(i))).collect();
        let sum: u64 = units.iter().sum();
        // A fine that no rule can pay.
        let fine = |i: usize| if decided[i] == Some(false) { sum } else { 0 };
        let cost = |i: usize| if is_own(i) { 0.0 } else { weight(i) };
        let gain = |i: usize| scale.value(units[i]) - cost(i) - scale.value(fine(i));
        let RuleSize { per_rule, per_literal } = p.rule_size();
        let is_missed = |i: &usize| is_own(*i) && decided[*i] == Some(false);
        let value = |i: usize| Some((i, units[i] + fine(i))).filter(|(_, value)| *value > 0);
        Ok(LeafPoint {
            missed: (0..samples.len()).filter(is_missed).map(weight).sum(),
            sum: scale.value(sum),
            problem: PricingProblem {
                tag: duals.class,
                gains: (0..samples.len()).map(gain).collect(),
                fixed: p.complexity_price * per_rule,
                per_literal: p.complexity_price * per_literal,
                max_length: None,
                min_cover: p.least_cover(),
                threshold: 0.0,
            },
            leaf: Leaf {
                decisions: decisions.iter().map(|decision| (decision.sample, decision.covered)).collect(),
                scale: scale.whole(),
                values: (0..samples.len()).filter_map(value).collect(),
            },
        })
    }

    /// Returns the bound of the leaf, or `None` if it is below `least`, cubes do not hold the rules
    /// of this length, or the clock ends the search for long ones.
    fn bound(
        &self,
        sets: &ProvedRuleSets<'_>,
        max_length: usize,
        least: f64,
        exact: &mut ExactPricers<'_>,
    ) -> Result<Option<f64>, FitError> {
        let (size, mut lengths, mut bound) = (sets.p.rule_size(), Vec::new(), f64::INFINITY);
        for length in 1..=max_length {
            // Long rules matter if they gain more than shorter ones in their place.
            let threshold = if length > OF_CUBES { most(&lengths, size.of(length)) } else { 0.0 };
            let problem = PricingProblem { threshold, ..self.problem.clone() };
            let gain = exact.gain_bounds(length, &[problem])?.into_iter().fold(0.0, f64::max);
            if gain.is_infinite() {
                return Ok(None);
            }
            if length <= OF_CUBES || gain > threshold {
                lengths.push((size.of(length), gain));
            }
            // Longer rules only lower it.
            bound = self.bound_of(sets, most(&lengths, sets.complexity));
            if bound < least {
                return Ok(None);
            }
        }
        Ok(Some(bound))
    }

    /// Returns the bound if rules gain at most `most` together.
    fn bound_of(&self, sets: &ProvedRuleSets<'_>, most: f64) -> f64 {
        let bound = self.missed + (self.sum - most);
        let safe = bound - SLACK * (self.missed + self.sum + most);
        let bound = if sets.is_whole() { (bound - ROUNDING).ceil() } else { safe };
        // Adding +0 makes -0 the same.
        bound + 0.0
    }
}

impl ModelProof {
    /// Returns this proof of rule sets with the rules of `model`, of the same problem.
    pub(crate) fn about(self, model: &Model, training: &Training<'_>) -> ModelProof {
        let ProofLoss::Boolean { size_per_rule, size_per_condition, price, false_negative, false_positive, .. } =
            self.loss
        else {
            return self;
        };
        let samples = &training.samples;
        let mut objective = 0.0;
        for search in &self.evidence {
            let Evidence::Search { class, .. } = search else { continue };
            let mut covered = RowSet::empty(samples.len());
            for rule in model.rules.iter().filter(|rule| rule.class == *class) {
                let cover = samples.cover(&rule.rule);
                let others = cover.iter().filter(|&i| samples.labels[i] != *class).map(|i| samples.weights[i]);
                objective += false_positive * others.sum::<f64>();
                objective += price * (size_per_rule + size_per_condition * rule.rule.len() as f64);
                covered.insert_all(&cover);
            }
            let is_missed = |i: &usize| samples.labels[*i] == *class && !covered.contains(*i);
            let missed = (0..samples.len()).filter(is_missed).map(|i| samples.weights[i]);
            objective += false_negative * missed.sum::<f64>();
        }
        let (max_length, min_cover) = (self.rules.max_length, self.rules.min_cover);
        let scope = Scope { training, max_length, min_cover };
        ModelProof {
            model: WrittenModel { rules: written_rules(model, |_, _| 1.0), intercepts: Vec::new() },
            claims: Claims {
                objective: if objective.fract() == 0.0 && training.weighing.is_exact {
                    objective
                } else {
                    rounded_up(objective)
                },
                in_scope: model.rules.iter().all(|rule| scope.has(&rule.rule, rule.class)),
                ..self.claims
            },
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_rules_as_fit_gain_together() {
        let gains = |gains: &[f64]| (2..).map(f64::from).zip(gains.iter().copied()).collect::<Vec<SizeAndGain>>();
        assert_eq!(most(&gains(&[1.0, 1.0, 5.0]), 15.0), 16.0);
        assert_eq!(most(&gains(&[2.0, 2.0, 2.0]), 15.0), 14.0);
        assert_eq!(most(&gains(&[0.0, 3.0, 3.0]), 15.0), 15.0);
        assert_eq!((most(&gains(&[1.0]), 1.5), most(&[], 9.0)), (0.0, 0.0));
        // Sizes that are rounded fill the complexity too.
        assert_eq!(most(&[(0.1, 1.0)], 0.3), 3.0);
    }
}
