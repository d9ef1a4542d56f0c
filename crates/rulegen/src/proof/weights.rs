//! The proof of a model of weighted rules: its dual point in whole numbers, and the bounds that
//! this point proves.

use super::claim::{rounded_down, rounded_up};
use super::exact::ExactPricers;
use super::format::{Claims, Evidence, ProofFairness, ProofLoss, WrittenModel};
use super::model::{ModelProof, ProvedData, written_rules};
use super::point::Point;
use super::scope::{OF_CUBES, Scope, longest};
use super::share::Tolerance;
use crate::FitError;
use crate::parameters::{Method, Parameters};
use crate::ratio::Ratio;
use crate::training::Training;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;
use rulegen_master::{Fairness, LogisticSettings, RuleMaster};
use rulegen_numeric::softmax;
use rulegen_rule::{Model, OPTIMAL_GAP, Rule};
use std::collections::HashMap;

/// The part of the sum of all gains by which the gain of a rule may be wrong, because the scores of
/// the model are rounded.
const ROUNDED_GAIN: f64 = 1e-10;

/// The part of the sum of all weights by which it may be wrong too, because gains are differences
/// of probabilities from 1, which may be close to 1.
const ROUNDED_PROBABILITY: f64 = 4.0 * f64::EPSILON;

/// A model of weighted rules, and the master that has its weights.
pub(crate) struct WeighedModel<'a> {
    pub(crate) p: &'a Parameters,
    pub(crate) training: &'a Training<'a>,
    pub(crate) master: &'a dyn RuleMaster,
    /// Pricing problems at other dual points, of which one may prove more.
    pub(crate) others: Vec<Vec<PricingProblem>>,
    /// True if the run searched for rules of any length.
    pub(crate) has_searched: bool,
    /// The unit of penalty and ridge.
    pub(crate) unit: f64,
    /// The most conditions of a rule, if there is a limit.
    pub(crate) longest: Option<usize>,
    pub(crate) model: &'a Model,
}

impl WeighedModel<'_> {
    /// Makes the proof at the dual point of the master's last solution, or at the one that proves
    /// most. The clock ends the search for long rules alone.
    ///
    /// # Errors
    /// [`FitError::NoProof`] if nothing can be proved, or a failing pricer.
    pub(crate) fn prove(&self, limits: &Limits) -> Result<ModelProof, FitError> {
        let solved = self.master.pricing_problems();
        // A search for long rules that the run did without may take very long.
        let most = if self.has_searched { usize::MAX } else { OF_CUBES };
        let longest = longest(self.training, self.longest.map_or(most, |length| length.min(most)));
        let mut exact = ExactPricers::new(longest, self.training, self.p, limits)?;
        let mut rounded = |problems: &[PricingProblem], tolerance| {
            let point = Point::of(self.is_mean_hinge(), problems, self.training, tolerance)?;
            let bounds = self.bounds(&point.problems(&solved, self.training), longest, &mut exact)?;
            Ok::<_, FitError>((point, bounds))
        };
        let (mut best, mut proved) = (&solved, rounded(&solved, Tolerance::Fine)?);
        for problems in &self.others {
            let other = rounded(problems, Tolerance::Fine)?;
            if other.1.last() > proved.1.last() {
                (best, proved) = (problems, other);
            }
        }
        let (fine, mut shortest) = (proved.1.clone(), proved);
        // A shorter file is not worth another search for long rules.
        if longest <= OF_CUBES {
            for tolerance in Tolerance::COARSER {
                let shorter = rounded(best, tolerance)?;
                if !proves_as_much(&shorter.1, &fine) {
                    break;
                }
                shortest = shorter;
            }
        }
        let (point, bounds) = shortest;
        let nothing = || FitError::NoProof { reason: "no bound was proved over short rules".into() };
        let &(max_length, _) = bounds.last().ok_or_else(nothing)?;
        let weights = self.weights();
        let scope = Scope { training: self.training, max_length, min_cover: solved[0].min_cover };
        let further_gain = match self.loss(&solved[0]) {
            ProofLoss::Logistic { .. } => Some(self.further_gain(&solved, max_length, &mut exact)?),
            _ => None,
        };
        let classes: Vec<u32> = (0..self.model.classes.len() as u32).collect();
        Ok(ModelProof {
            data: ProvedData::of(self.training),
            rules: scope.written(&classes),
            loss: self.loss(&solved[0]),
            model: WrittenModel {
                rules: written_rules(self.model, |rule, class| weights[&(rule, class)]),
                intercepts: if further_gain.is_some() { self.intercepts() } else { Vec::new() },
            },
            evidence: vec![Evidence::Point { scale: point.scale.whole(), values: point.values }],
            claims: Claims {
                objective: rounded_up(self.master.objective_of(&self.kept_weights())),
                bounds,
                further_gain,
                in_scope: self.model.rules.iter().all(|rule| scope.has(&rule.rule, rule.class)),
            },
        })
    }

    /// True if the loss is the mean hinge of RUG.
    fn is_mean_hinge(&self) -> bool {
        self.p.method == Method::Rug
    }

    fn loss(&self, problem: &PricingProblem) -> ProofLoss {
        let (per_rule, per_condition) = (problem.fixed, problem.per_literal);
        let blocks = |fairness: &Fairness| fairness.blocks(self.training.target.classes.len());
        let fairness = self.training.fairness.as_ref();
        let fairness = fairness.map(|of| ProofFairness { epsilon: of.epsilon, blocks: blocks(of) });
        match self.p.loss().usual_ridge() {
            _ if self.is_mean_hinge() => ProofLoss::Hinge { per_rule, per_condition, fairness },
            None => ProofLoss::Margin { per_rule, per_condition, fairness },
            Some(_) => ProofLoss::Logistic {
                per_rule,
                per_condition,
                ridge: self.unit * self.p.ridge(),
                largest_intercept: LogisticSettings::default().largest_intercept,
            },
        }
    }

    /// Returns the bounds that a point proves over rules of at most one condition, of two and of
    /// three, as far as cubes hold these rules, and over the longest ones.
    ///
    /// With `G_n` the most that a rule of at most `n` conditions is paid, no rule of at most `L` is
    /// paid more than `max G_n / cost_n` times its cost, over `n` from 1 to `L`. If no rule is paid
    /// more than `e` beyond `r` times its cost, the ratio is at most `r + e / cost_1`.
    fn bounds(
        &self,
        problems: &[PricingProblem],
        longest: usize,
        exact: &mut ExactPricers<'_>,
    ) -> Result<Vec<(usize, f64)>, FitError> {
        let costing = |factor: f64| -> Vec<PricingProblem> {
            let of = |problem: &PricingProblem| PricingProblem {
                fixed: factor * problem.fixed,
                per_literal: factor * problem.per_literal,
                ..problem.clone()
            };
            problems.iter().map(of).collect()
        };
        let (mut bounds, mut ratio) = (Vec::new(), Ratio::default());
        for length in (1..=longest).filter(|length| *length <= OF_CUBES || *length == longest) {
            // Long rules are paid at most as much for their cost as short ones, or little more.
            let is_long = length > OF_CUBES;
            let (factor, least) =
                if is_long { (ratio.value, problems[0].cost(1)) } else { (0.0, problems[0].cost(length)) };
            let paid = exact.gain_bounds(length, &costing(factor))?.into_iter().fold(0.0, f64::max);
            ratio.value = ratio.value.max(factor + paid / least);
            let bound = ratio.bound(self.master, problems);
            // A bound of 0 may stand for a negative one.
            match bound.filter(|bound| *bound > 0.0 || self.p.loss().is_linear()) {
                Some(bound) => bounds.push((length, rounded_down(bound))),
                None => break,
            }
        }
        Ok(bounds)
    }

    /// Returns the weight of each rule of the master.
    fn weights(&self) -> HashMap<(&Rule, u32), f64> {
        let rules = self.master.rules().iter().map(|column| (&column.rule, column.tag));
        rules.zip(self.master.weights()).collect()
    }

    /// Returns the weight of each column: 0 if the model does not have its rule.
    fn kept_weights(&self) -> Vec<f64> {
        let kept: std::collections::HashSet<(&Rule, u32)> =
            self.model.rules.iter().map(|rule| (&rule.rule, rule.class)).collect();
        let columns = self.master.rules().iter().zip(self.master.weights());
        columns.map(|(column, weight)| if kept.contains(&(&column.rule, column.tag)) { weight } else { 0.0 }).collect()
    }

    /// Returns the intercepts relative to that of the first class.
    fn intercepts(&self) -> Vec<f64> {
        let (all, most) = (self.master.intercepts(), LogisticSettings::default().largest_intercept);
        all.iter().map(|votes| (votes - all[0]).clamp(-most, most)).collect()
    }

    /// Returns a number that no rule's gain exceeds at the probabilities of the model.
    fn further_gain(
        &self,
        solved: &[PricingProblem],
        max_length: usize,
        exact: &mut ExactPricers<'_>,
    ) -> Result<f64, FitError> {
        let samples = &self.training.samples;
        let intercepts = self.intercepts();
        let mut scores: Vec<Vec<f64>> = vec![intercepts; samples.len()];
        for (column, weight) in self.master.rules().iter().zip(self.kept_weights()) {
            column.cover.iter().for_each(|i| scores[i][column.tag as usize] += weight);
        }
        scores.iter_mut().for_each(|scores| softmax(scores));
        let gain = |i: usize, class: u32| {
            let own = f64::from(u8::from(samples.labels[i] == class));
            samples.weights[i] * (own - scores[i][class as usize])
        };
        let at_model = |problem: &PricingProblem| PricingProblem {
            gains: (0..samples.len()).map(|i| gain(i, problem.tag)).collect(),
            ..problem.clone()
        };
        let problems: Vec<PricingProblem> = solved.iter().map(at_model).collect();
        let of_probabilities = ROUNDED_PROBABILITY * samples.weights.iter().sum::<f64>();
        let rounding = |problem: &PricingProblem| {
            ROUNDED_GAIN * problem.gains.iter().map(|gain| gain.abs()).sum::<f64>() + of_probabilities
        };
        let best = exact.gain_bounds(max_length, &problems)?;
        let gains = best.iter().zip(&problems).map(|(best, problem)| best + rounding(problem));
        Ok(rounded_up(gains.fold(0.0, f64::max)))
    }
}

/// True if bounds are over rules of the same lengths as others, and none is lower by more than an
/// optimal model may be off.
fn proves_as_much(bounds: &[(usize, f64)], others: &[(usize, f64)]) -> bool {
    let is_as_high = |(bound, other): (&(usize, f64), &(usize, f64))| bound.1 >= other.1 * (1.0 - OPTIMAL_GAP);
    bounds.len() == others.len() && bounds.iter().zip(others).all(is_as_high)
}

/// Returns a proof, or says in the log why there is none: the model is not lost.
///
/// # Errors
/// Any other error than [`FitError::NoProof`].
pub(crate) fn proof_or_warning(proof: Result<ModelProof, FitError>) -> Result<Option<ModelProof>, FitError> {
    match proof {
        Err(error @ FitError::NoProof { .. }) => {
            log::warn!("{error}");
            Ok(None)
        }
        proof => proof.map(Some),
    }
}
