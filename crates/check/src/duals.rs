//! The dual point of a loss of weights: its gains, and the largest ratio of gain to cost.

use crate::Fault;
use crate::fairness::{Fairness, Stretches};
use crate::fields::Field;
use crate::fraction::Fraction;
use crate::largest::largest_sums;
use crate::samples::{Samples, over};
use crate::scope::Scope;
use crate::whole::Whole;
use std::cmp::Ordering;

/// The costs of a unit of a rule's weight.
#[derive(Debug)]
pub(crate) struct Cost {
    pub(crate) per_rule: Fraction,
    pub(crate) per_condition: Fraction,
}

impl Cost {
    /// Reads two members of an object. Every rule costs something.
    pub(crate) fn read(field: &Field<'_>, per_rule: &Field<'_>, per_condition: &Field<'_>) -> Result<Cost, Fault> {
        let cost = Cost { per_rule: per_rule.not_negative()?, per_condition: per_condition.not_negative()? };
        field.ensure(cost.of(1).is_positive(), "rules cost nothing")?;
        Ok(cost)
    }

    /// Returns the costs of rules of 1, 2 and more conditions, each times a number, rounded down.
    pub(crate) fn in_units(&self, units: impl Iterator<Item = Fraction>) -> Vec<i64> {
        // A cost that is too large for a number of 64 bits may as well be less.
        (1..).zip(units).map(|(length, unit)| (&self.of(length) * &unit).rounded_down().small().unwrap_or(0)).collect()
    }

    /// Returns the cost of a rule of this number of conditions.
    pub(crate) fn of(&self, conditions: usize) -> Fraction {
        &self.per_rule + &(&self.per_condition * &Fraction::from(conditions as i64))
    }
}

/// Numbers theta for each sample and each other class, in units of one over `scale`.
#[derive(Debug)]
pub(crate) struct Duals {
    pub(crate) scale: Whole,
    /// The values of the other classes in order, sample by sample.
    pub(crate) values: Vec<i64>,
    others: usize,
    /// The largest parts of their weights that samples are paid.
    pub(crate) stretches: Stretches,
}

impl Duals {
    /// Reads the evidence. Under the mean hinge a sample has one value, `beta`, for all classes,
    /// and theta has the scale times the number of other classes.
    ///
    /// # Errors
    /// Values that are too large for their samples.
    pub(crate) fn read(
        field: &Field<'_>,
        samples: &Samples,
        has_one: bool,
        fairness: &Fairness,
    ) -> Result<Duals, Fault> {
        let [field] = field.items()?;
        let fields = field.object(&["scale", "values"])?;
        let (scale, list, others) = (fields.get("scale").positive_whole()?, fields.get("values"), samples.others());
        let own = if has_one { 1 } else { others };
        let given = list.each(Field::count)?;
        list.ensure(given.len() == own * samples.len(), format!("not {} values", own * samples.len()))?;
        let paid = |i: usize| over(&total(&given[i * own..][..own]), &scale);
        let stretches = fairness.stretches(&list, paid, samples)?;
        Ok(match has_one {
            false => Duals { scale, values: given, others, stretches },
            true => Duals {
                scale: &scale * &Whole::from(others as i64),
                values: given.iter().flat_map(|&value| std::iter::repeat_n(value, others)).collect(),
                others,
                stretches,
            },
        })
    }

    /// Returns the value of each other class than that of a sample.
    pub(crate) fn of(&self, sample: usize) -> &[i64] {
        &self.values[sample * self.others..][..self.others]
    }

    /// Returns the sum of all theta.
    pub(crate) fn sum(&self) -> Fraction {
        over(&total(&self.values), &self.scale)
    }

    /// Returns the gain of each sample under a rule for a class, times the scale.
    pub(crate) fn gains(&self, class: usize, samples: &Samples) -> Result<Vec<i64>, Fault> {
        let gain = |(i, label): (usize, &usize)| match class.cmp(label) {
            Ordering::Equal => self.of(i).iter().try_fold(0_i64, |sum, value| sum.checked_add(*value)),
            Ordering::Less => Some(-self.of(i)[class]),
            Ordering::Greater => Some(-self.of(i)[class - 1]),
        };
        let gains = samples.labels.iter().enumerate().map(gain).collect::<Option<Vec<i64>>>();
        gains.ok_or_else(|| Fault::refused("evidence[0].values", "sums do not fit into 64 bits"))
    }

    /// Returns, for each number of conditions, the largest ratio of gain to cost over all rules in
    /// scope of at most so many conditions, and at least 1.
    pub(crate) fn ratios(&self, cost: &Cost, scope: &Scope, samples: &Samples) -> Result<Vec<Fraction>, Fault> {
        let mut ratios = vec![Fraction::from(1); scope.max_length];
        let ratio = |(place, gain): (usize, &i64)| &over(&Whole::from(*gain), &self.scale) / &cost.of(place + 1);
        for direction in samples.directions() {
            // Only rules with a larger ratio than those known matter.
            let least = |known: &[i64]| {
                let most = known.iter().enumerate().map(ratio).fold(Fraction::zero(), Fraction::max);
                let ratios = ratios.iter().map(|ratio| ratio.clone().max(most.clone()));
                cost.in_units(ratios.map(|ratio| &ratio * &Fraction::from(self.scale.clone())))
            };
            let largest = largest_sums(&self.gains(direction.0, samples)?, direction, scope, samples, &least)?;
            let mut most = Fraction::zero();
            for (known, found) in ratios.iter_mut().zip(largest.iter().enumerate().map(ratio)) {
                most = most.max(found);
                *known = known.clone().max(most.clone());
            }
        }
        Ok(ratios)
    }
}

fn total(values: &[i64]) -> Whole {
    values.iter().fold(Whole::default(), |sum, &value| &sum + &Whole::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::json::parse;
    use crate::scope::{Condition, Test, covering};

    #[test]
    fn ratios_are_those_of_an_enumeration() {
        // Four columns of two codes, and all their rows.
        let column = Column::for_test(Domain::Numeric(vec![0.5]), false);
        let samples = Samples {
            columns: vec![column; 4],
            classes: ["a", "b", "c"].map(String::from).into(),
            codes: (0..4).map(|column| (0..16).map(|row| row >> column & 1).collect()).collect(),
            labels: (0..16).map(|row| row * row % 7 % 3).collect(),
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: vec![Fraction::from(2); 16],
            counts: vec![1; 16],
            rows: 16,
        };
        let text = r#"{"max_length": 4, "min_cover": 1, "parts": [{"classes": [0, 1, 2], "columns": [0, 1, 2, 3], "without": []}]}"#;
        let scope = Scope::read(&Field::root(&parse(text).unwrap()), &samples).unwrap();
        for (per_rule, per_condition) in [("1", "0"), ("0.1", "0.3"), ("0", "0.7"), ("0", "99")] {
            let values: Vec<usize> = (0..32).map(|place| place * place % 11).collect();
            let document = parse(&format!(r#"[{{"scale": 11, "values": {values:?}}}]"#)).unwrap();
            let duals = Duals::read(&Field::root(&document), &samples, false, &Fairness::none(&samples)).unwrap();
            let [per_rule, per_condition] = [per_rule, per_condition].map(|text| Fraction::of_decimal(text).unwrap());
            let cost = Cost { per_rule, per_condition };
            let mut expected = vec![Fraction::from(1); 4];
            // Each column has no test, or one of two.
            for (class, rule) in (0..3).flat_map(|class| (1..81).map(move |rule: usize| (class, rule))) {
                let test = |column: usize| match rule / 3_usize.pow(column as u32) % 3 {
                    0 => None,
                    1 => Some((column, Test::AtMost(0))),
                    _ => Some((column, Test::Above(0))),
                };
                let conditions: Vec<Condition> = (0..4).filter_map(test).collect();
                // The other classes of a sample come in order.
                let gain = |i: usize| match (samples.labels[i], class) {
                    (0, 1) | (1, 0) | (2, 0) => -(values[2 * i] as i64),
                    (0, 2) | (1, 2) | (2, 1) => -(values[2 * i + 1] as i64),
                    _ => (values[2 * i] + values[2 * i + 1]) as i64,
                };
                let gain: i64 = (0..16).filter(|&i| covering(&conditions, &samples)(i)).map(gain).sum();
                let ratio = &(&Fraction::from(gain) / &Fraction::from(11)) / &cost.of(conditions.len());
                for known in &mut expected[conditions.len() - 1..] {
                    *known = known.clone().max(ratio.clone());
                }
            }
            assert_eq!(duals.ratios(&cost, &scope, &samples).unwrap(), expected);
        }
    }
}
