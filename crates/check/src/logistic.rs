//! The logistic loss, whose entropies, logarithms and exponentials are rounded outward.

use crate::Fault;
use crate::duals::{Cost, Duals};
use crate::fields::Fields;
use crate::fraction::{Fraction, sum};
use crate::interval::Interval;
use crate::largest::largest_sums;
use crate::model::{Model, Patterns};
use crate::samples::{Samples, over};
use crate::scope::Scope;
use crate::whole::Whole;

/// The number of units into which gains at a model are rounded up.
const UNITS: f64 = 1_099_511_627_776.0;

/// The terms of the loss beside the costs of rules.
#[derive(Debug)]
pub(crate) struct Logistic {
    ridge: Fraction,
    largest_intercept: Fraction,
}

/// A model with the probabilities of its classes.
#[derive(Debug)]
struct Scored<'a> {
    samples: &'a Samples,
    patterns: Patterns,
    /// The scores of each pattern, by class.
    scores: Vec<Vec<Interval>>,
}

impl Logistic {
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Logistic, Fault> {
        let (ridge, largest) = (fields.get("ridge").not_negative()?, fields.get("largest_intercept").not_negative()?);
        Ok(Logistic { ridge, largest_intercept: largest })
    }

    /// Checks that there are intercepts, within their box.
    pub(crate) fn check(&self, model: &Model) -> Result<(), Fault> {
        let Some(first) = model.intercepts.first() else {
            return Err(Fault::refused("model.intercepts", "not one for each class"));
        };
        let outside = |intercept: &Fraction| {
            let apart = intercept - first;
            apart > self.largest_intercept || &Fraction::zero() - &apart > self.largest_intercept
        };
        match model.intercepts.iter().any(outside) {
            true => Err(Fault::refused("model.intercepts", "they differ by more than the largest intercept")),
            false => Ok(()),
        }
    }

    /// Returns a number that the objective of a model is not above.
    pub(crate) fn objective(&self, model: &Model, cost: &Cost, samples: &Samples) -> Result<Fraction, Fault> {
        let scored = Scored::new(model, samples);
        let mut loss = Interval::ZERO;
        for ((pattern, label), weight) in scored.patterns.weights(samples) {
            let (total, _) = scored.relative(pattern, label);
            loss = loss + Interval::from(&weight) * total.ln().not_negative();
        }
        let squares: Vec<Fraction> = model.rules.iter().map(|rule| &rule.weight * &rule.weight).collect();
        let ridge = &(&self.ridge * &sum(&squares)) / &Fraction::from(2);
        Ok(&(&exact(loss.high)? + &model.cost(|conditions| cost.of(conditions))) + &ridge)
    }

    /// Returns the bound for each number of conditions: the entropy of the classes at the dual
    /// point over the largest ratio of gain to cost, less what intercepts could gain.
    pub(crate) fn bounds(&self, duals: &Duals, ratios: &[Fraction], samples: &Samples) -> Result<Vec<Fraction>, Fault> {
        let mut bounds: Vec<Fraction> = Vec::with_capacity(ratios.len());
        for (place, ratio) in ratios.iter().enumerate() {
            // Longer rules often leave the ratio as it is.
            let known = ratios[..place].iter().position(|known| known == ratio).map(|known| bounds[known].clone());
            bounds.push(known.map_or_else(|| self.bound(duals, ratio, samples), Ok)?);
        }
        Ok(bounds)
    }

    fn bound(&self, duals: &Duals, ratio: &Fraction, samples: &Samples) -> Result<Fraction, Fault> {
        let mut entropy = 0.0_f64;
        for (i, weight) in samples.weights.iter().enumerate() {
            let unit = &(&Fraction::from(duals.scale.clone()) * weight) * ratio;
            let others: Vec<Interval> = duals.of(i).iter().map(|&value| share(value, &unit)).collect();
            let own = others.iter().fold(Interval::ONE, |left, other| left - *other);
            let of_sample = others.iter().chain([&own]).fold(0.0_f64, |sum, q| (sum + q.least_entropy()).next_down());
            let part = Interval::from(weight) * Interval { low: of_sample.max(0.0), high: of_sample.max(0.0) };
            entropy = (entropy + part.low.max(0.0)).next_down();
        }
        let mut unbalanced = Fraction::zero();
        for class in 1..samples.classes.len() {
            let gains = duals.gains(class, samples)?;
            let total = gains.iter().fold(Whole::default(), |sum, &gain| &sum + &Whole::from(gain));
            unbalanced = &unbalanced + &(&over(&total.size(), &duals.scale) / ratio);
        }
        Ok(&exact(entropy)? - &(&self.largest_intercept * &unbalanced))
    }

    /// Returns a number that no rule in scope exceeds with its gain at the model less its cost, and
    /// at least 0.
    pub(crate) fn further_gain(
        &self,
        model: &Model,
        cost: &Cost,
        scope: &Scope,
        samples: &Samples,
    ) -> Result<Fraction, Fault> {
        let (scored, units) = (Scored::new(model, samples), exact(UNITS)?);
        let mut most = Fraction::zero();
        for class in 0..samples.classes.len() {
            let gains = scored.gains(class)?;
            // Only rules that gain more beyond their cost than those known matter.
            let least = |known: &[i64]| {
                let costs = cost.in_units(std::iter::repeat_n(units.clone(), scope.max_length));
                let most = known.iter().zip(&costs).map(|(gain, cost)| gain - cost - 1).max().unwrap_or(0).max(0);
                costs.into_iter().map(|cost| cost.saturating_add(most)).collect()
            };
            for (place, gain) in largest_sums(&gains, class, scope, samples, &least)?.into_iter().enumerate() {
                let gain = &Fraction::from(gain) / &units;
                most = most.max(&gain - &cost.of(place + 1));
            }
        }
        Ok(most)
    }
}

impl Scored<'_> {
    fn new<'a>(model: &Model, samples: &'a Samples) -> Scored<'a> {
        let patterns = Patterns::new(model, samples);
        let votes = patterns.votes(model, samples.classes.len());
        let scores = votes.iter().map(|votes| votes.iter().map(Interval::from).collect()).collect();
        Scored { samples, patterns, scores }
    }

    /// Returns the sum over the classes of `exp (f_c - f_label)`, and its terms.
    fn relative(&self, pattern: usize, label: usize) -> (Interval, Vec<Interval>) {
        let scores = &self.scores[pattern];
        let term = |(class, score): (usize, &Interval)| match class == label {
            true => Interval::ONE,
            false => (*score - scores[label]).exp(),
        };
        let terms: Vec<Interval> = scores.iter().enumerate().map(term).collect();
        (terms.iter().fold(Interval::ZERO, |sum, term| sum + *term).not_negative(), terms)
    }

    /// Returns the gain of each sample under a rule for a class at the model, in units and rounded
    /// up: `omega (1[y = c] - p_c)`.
    fn gains(&self, class: usize) -> Result<Vec<i64>, Fault> {
        let gain = |(i, &label): (usize, &usize)| {
            let (total, terms) = self.relative(self.patterns.of[i], label);
            let rest = terms.iter().enumerate().filter(|(class, _)| *class != label);
            let paid = match class == label {
                true => rest.fold(Interval::ZERO, |sum, (_, term)| sum + *term) / total,
                false => Interval::ZERO - terms[class] / total,
            };
            let gain = (Interval::from(&self.samples.weights[i]) * paid).high * UNITS;
            (gain.abs() < 1e18).then(|| gain.ceil() as i64)
        };
        let gains = self.samples.labels.iter().enumerate().map(gain).collect::<Option<Vec<i64>>>();
        gains.ok_or_else(|| Fault::refused("model", "gains are too large"))
    }
}

/// Returns a value over a unit, within 0 and 1.
fn share(value: i64, unit: &Fraction) -> Interval {
    match value {
        0 => Interval::ZERO,
        value => Interval::from(&(&Fraction::from(value) / unit)).not_negative(),
    }
}

/// Returns a double as a fraction.
fn exact(number: f64) -> Result<Fraction, Fault> {
    let fraction = number.is_finite().then(|| Fraction::of_double(number));
    fraction.ok_or_else(|| Fault::refused("model", "numbers are too large for doubles"))
}
