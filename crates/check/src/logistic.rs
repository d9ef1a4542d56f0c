//! The logistic loss, whose entropies, logarithms and exponentials are rounded outward.

use crate::Fault;
use crate::duals::{Cost, Duals};
use crate::fault::ensure;
use crate::fields::Field;
use crate::fraction::{Fraction, sum};
use crate::interval::Interval;
use crate::largest::largest_sums;
use crate::model::{Model, Patterns};
use crate::samples::{Samples, over};
use crate::scope::Scope;
use crate::whole::Whole;

/// The bits of sums of gains at a model, in the units in which they are whole numbers.
const BITS: usize = 60;

/// The largest size of a gain in units: differences of two are within 64 bits.
const LARGEST_GAIN: f64 = 1e18;

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
    pub(crate) fn read(fields: &Field<'_>) -> Result<Logistic, Fault> {
        let (ridge, largest) = (fields.get("ridge").not_negative()?, fields.get("largest_intercept").not_negative()?);
        Ok(Logistic { ridge, largest_intercept: largest })
    }

    /// Checks that there are intercepts, within their box.
    pub(crate) fn check(&self, model: &Model) -> Result<(), Fault> {
        let Some(first) = model.intercepts.first() else {
            return Err(Fault::refused("model.intercepts", "not one for each class"));
        };
        let most = &self.largest_intercept;
        let is_near = |intercept: &Fraction| intercept <= &(first + most) && first <= &(intercept + most);
        let near = model.intercepts.iter().all(is_near);
        ensure(near, "model.intercepts", "they differ by more than the largest intercept")
    }

    /// Returns a number that the objective of a model is not above.
    pub(crate) fn objective(&self, model: &Model, cost: &Cost, samples: &Samples) -> Result<Fraction, Fault> {
        let scored = Scored::new(model, samples);
        let mut loss = Interval::ZERO;
        for ((pattern, label), weight) in scored.patterns.weights(&(0..samples.len()).collect::<Vec<_>>(), samples) {
            let (total, _) = scored.relative(pattern, label);
            loss = loss + Interval::from(&weight) * total.ln().not_negative();
        }
        let squares = sum(model.rules.iter().map(|rule| &rule.weight * &rule.weight));
        let ridge = &(&self.ridge * &squares) / &Fraction::from(2);
        Ok(&(&exact(loss.high)? + &model.cost(|conditions| cost.of(conditions))) + &ridge)
    }

    /// Returns the bound for each number of conditions: the entropy of the classes at the dual
    /// point over the largest ratio of gain to cost, less what intercepts could gain.
    pub(crate) fn bounds(&self, duals: &Duals, ratios: &[Fraction], samples: &Samples) -> Result<Vec<Fraction>, Fault> {
        let mut bounds: Vec<(&Fraction, Fraction)> = Vec::new();
        for ratio in ratios {
            // Longer rules often leave the ratio as it is.
            let known = bounds.iter().find(|(known, _)| *known == ratio).map(|(_, bound)| bound.clone());
            bounds.push((ratio, known.map_or_else(|| self.bound(duals, ratio, samples), Ok)?));
        }
        Ok(bounds.into_iter().map(|(_, bound)| bound).collect())
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
            // The search for the ratio has checked that no sum of gains needs 63 bits.
            let total: i64 = duals.gains(class, samples)?.iter().sum();
            unbalanced = &unbalanced + &(&over(&Whole::from(total.abs()), &duals.scale) / ratio);
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
        let scored = Scored::new(model, samples);
        let bits = BITS.saturating_sub(sum(&samples.weights).rounded_up().bits());
        let (units, mut most) = (Fraction::from(Whole::power(2, bits)), Fraction::zero());
        for direction in samples.directions() {
            let (gains, wrong) = scored.gains(direction.0, 2_f64.powi(bits as i32))?;
            let gained = |gain: i64| &Fraction::from(&Whole::from(gain) + &Whole::from(wrong)) / &units;
            let beyond_cost = |(place, gain): (usize, &i64)| &gained(*gain) - &cost.of(place + 1);
            // Only rules that gain more beyond their cost than those known matter.
            let least = |known: &[i64]| {
                let most = known.iter().enumerate().map(beyond_cost).fold(most.clone(), Fraction::max);
                let wanted = |length| &(&(&cost.of(length) + &most) * &units) - &Fraction::from(wrong);
                // Rules over samples that gain less than a unit sum up to 0.
                let in_units = |length| wanted(length).rounded_down().small().unwrap_or(0).max(0);
                (1..=scope.max_length).map(in_units).collect()
            };
            let largest = largest_sums(&gains, direction, scope, samples, &least)?;
            most = largest.iter().enumerate().map(beyond_cost).fold(most, Fraction::max);
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
    /// up: `omega (1[y = c] - p_c)`; and the most by which a sum of them is too large.
    fn gains(&self, class: usize, units: f64) -> Result<(Vec<i64>, i64), Fault> {
        let gain = |(i, &label): (usize, &usize)| {
            let (total, terms) = self.relative(self.patterns.of[i], label);
            let rest = terms.iter().enumerate().filter(|(class, _)| *class != label);
            let paid = match class == label {
                true => rest.fold(Interval::ZERO, |sum, (_, term)| sum + *term) / total,
                false => Interval::ZERO - terms[class] / total,
            };
            let Interval { low, high } = Interval::from(&self.samples.weights[i]) * paid;
            let ends = [(low * units).floor(), (high * units).ceil()];
            ends.iter().all(|end| end.abs() < LARGEST_GAIN).then(|| ends.map(|end| end as i64))
        };
        let ends = self.samples.labels.iter().enumerate().map(gain).collect::<Option<Vec<[i64; 2]>>>();
        let ends = ends.ok_or_else(|| Fault::refused("model", "gains are too large"))?;
        let wrong = ends.iter().try_fold(0_i64, |sum, [low, high]| sum.checked_add(high - low));
        let wrong = wrong.ok_or_else(|| Fault::refused("model", "gains are too large"))?;
        Ok((ends.iter().map(|[_, high]| *high).collect(), wrong))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::fairness::Fairness;
    use crate::fields::Field;
    use crate::json::parse;
    use crate::model::Rule;
    use crate::scope::{Condition, Test, covering};

    /// Three samples of three classes, in no columns.
    fn samples() -> Samples {
        Samples {
            columns: Vec::new(),
            classes: ["a", "b", "c"].map(String::from).into(),
            codes: Vec::new(),
            labels: vec![0, 1, 2],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: ["1", "2", "1.5"].map(|text| Fraction::of_decimal(text).unwrap()).into(),
            counts: vec![1; 3],
            rows: 3,
        }
    }

    fn near(found: &Fraction, expected: f64) {
        let apart = found - &Fraction::of_double(expected);
        let close = Fraction::of_decimal("1e-12").unwrap();
        assert!(apart < close && &Fraction::zero() - &apart < close, "{found} {expected}");
    }

    fn terms(ridge: &str, largest_intercept: &str) -> Logistic {
        let [ridge, largest_intercept] = [ridge, largest_intercept].map(|text| Fraction::of_decimal(text).unwrap());
        Logistic { ridge, largest_intercept }
    }

    #[test]
    fn bounds_are_entropies_less_what_intercepts_gain() {
        let (samples, document) = (samples(), parse(r#"[{"scale": 4, "values": [1, 2, 4, 0, 1, 1]}]"#).unwrap());
        let duals = Duals::read(&Field::root(&document), &samples, false, &Fairness::none(&samples)).unwrap();
        let ratios = ["1", "1.5", "1.5", "4", "1"].map(|text| Fraction::of_decimal(text).unwrap());
        let bounds = terms("0", "0.25").bounds(&duals, &ratios, &samples).unwrap();
        let entropy = |q: &[f64]| q.iter().filter(|q| **q > 0.0).map(|q| -q * q.ln()).sum::<f64>();
        for (bound, ratio) in bounds.iter().zip([1.0, 1.5, 1.5, 4.0, 1.0]) {
            // Times the scale, rules for the second class gain 4 - 1 - 1, for the third 2 - 2.
            let of = |weight: f64, [a, b]: [f64; 2]| {
                let [a, b] = [a, b].map(|value| value / (4.0 * weight * ratio));
                weight * entropy(&[a, b, 1.0 - a - b])
            };
            let expected = of(1.0, [1.0, 2.0]) + of(2.0, [4.0, 0.0]) + of(1.5, [1.0, 1.0]) - 0.25 * 2.0 / 4.0 / ratio;
            near(bound, expected);
            assert!(*bound <= Fraction::of_double(expected + 1e-15), "{bound}");
        }
    }

    #[test]
    fn objectives_and_gains_at_a_model() {
        let samples = samples();
        let intercepts = ["0.5", "0", "-0.25"].map(|text| Fraction::of_decimal(text).unwrap());
        // A rule without conditions covers everything.
        let rule = Rule { class: 1, conditions: Vec::new(), weight: Fraction::from(3) };
        let model = Model { rules: vec![rule], intercepts: intercepts.into() };
        let (scores, weights) = ([0.5_f64, 3.0, -0.25], [1.0, 2.0, 1.5]);
        let total: f64 = scores.iter().map(|score| score.exp()).sum();
        let loss: f64 = scores.iter().zip(weights).map(|(score, weight)| weight * (total.ln() - score)).sum();
        let cost = Cost { per_rule: Fraction::from(2), per_condition: Fraction::from(1) };
        // Cost 2 times 3, and half of the ridge times the square of 3.
        let objective = terms("0.5", "1").objective(&model, &cost, &samples).unwrap();
        near(&objective, loss + 6.0 + 2.25);
        assert!(objective >= Fraction::of_double(loss + 8.25 - 1e-14));
        let scored = Scored::new(&model, &samples);
        for class in 0..3 {
            let units = 2_f64.powi(40);
            let (gains, wrong) = scored.gains(class, units).unwrap();
            for (label, gain) in gains.into_iter().enumerate() {
                let expected = weights[label] * (f64::from(u8::from(label == class)) - scores[class].exp() / total);
                // Rounded up.
                assert!((-0.1..4.0).contains(&(gain as f64 - expected * units)), "{class} {label}: {gain} {expected}");
            }
            assert!((3..9).contains(&wrong), "{wrong}");
        }
    }

    #[test]
    fn further_gains_are_those_of_an_enumeration() {
        // Four columns of two codes, and all their rows. Those that pass all tests are of class 1,
        // or all that pass the first one.
        let labels = [|row: usize| usize::from(row == 15), |row: usize| row % 2];
        for (label, part_of_one) in labels.into_iter().flat_map(|label| [(label, 1), (label, 8)]) {
            let column = Column::for_test(Domain::Numeric(vec![0.5]), false);
            let samples = Samples {
                columns: vec![column; 4],
                classes: vec!["no".into(), "yes".into()],
                codes: (0..4).map(|column| (0..16).map(|row| row >> column & 1).collect()).collect(),
                labels: (0..16).map(label).collect(),
                groups: Vec::new(),
                grouped_by: Vec::new(),
                weights: (0..16)
                    .map(|row| &Fraction::from(1 + label(row) as i64) / &Fraction::from(part_of_one))
                    .collect(),
                counts: vec![1; 16],
                rows: 16,
            };
            let part = r#"{"classes": [0, 1], "columns": [0, 1, 2, 3], "without": []}"#;
            let document = parse(&format!(r#"{{"max_length": 4, "min_cover": 1, "parts": [{part}]}}"#)).unwrap();
            let scope = Scope::read(&Field::root(&document), &samples).unwrap();
            let model = Model { rules: Vec::new(), intercepts: vec![Fraction::from(1), Fraction::zero()] };
            let p = 1.0 / (1.0 + 1_f64.exp());
            let gain = |class: usize, row: usize| {
                let part = (1 + label(row)) as f64 / part_of_one as f64;
                part * (f64::from(u8::from(label(row) == class)) - if class == 1 { p } else { 1.0 - p })
            };
            for per_condition in ["0.03", "0.3", "70"] {
                let number = |text: &str| Fraction::of_decimal(text).unwrap();
                let cost = Cost { per_rule: number("0.01"), per_condition: number(per_condition) };
                let mut most = 0.0_f64;
                // Each column has no test, or one of two.
                for (class, rule) in (0..2).flat_map(|class| (1..81).map(move |rule: usize| (class, rule))) {
                    let test = |column: usize| match rule / 3_usize.pow(column as u32) % 3 {
                        0 => None,
                        1 => Some((column, Test::AtMost(0))),
                        _ => Some((column, Test::Above(0))),
                    };
                    let conditions: Vec<Condition> = (0..4).filter_map(test).collect();
                    let covered = (0..16).filter(|&i| covering(&conditions, &samples)(i));
                    let gained: f64 = covered.map(|i| gain(class, i)).sum();
                    most = most.max(gained - Interval::from(&cost.of(conditions.len())).high);
                }
                let found = terms("0", "1").further_gain(&model, &cost, &scope, &samples).unwrap();
                near(&found, most);
                // Nothing is said of rules that are not worth their cost.
                assert!(found >= Fraction::of_double(most - 1e-15) && (most > 0.0 || !found.is_positive()), "{found}");
                assert!(most == 0.0 || per_condition != "70");
            }
        }
    }

    #[test]
    fn intercepts_differ_from_the_first_by_at_most_the_largest() {
        let check = |numbers: &[&str]| {
            let intercepts = numbers.iter().map(|text| Fraction::of_decimal(text).unwrap()).collect();
            terms("0", "1.5").check(&Model { rules: Vec::new(), intercepts }).is_ok()
        };
        assert!(check(&["1", "2.5", "-0.5"]) && check(&["0", "0", "0"]));
        for others in [&["1", "2.6", "1"][..], &["1", "1", "-0.6"], &["1.1", "2.6", "-0.5"], &[]] {
            assert!(!check(others), "{others:?}");
        }
    }
}
