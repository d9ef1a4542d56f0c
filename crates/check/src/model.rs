//! The model of a proof: its rules, and the samples that they cover alike.

use crate::Fault;
use crate::fields::Field;
use crate::fraction::{Fraction, sum};
use crate::samples::Samples;
use crate::scope::{Condition, Test, covering};
use std::collections::{BTreeMap, HashMap};

/// A rule that votes for a class.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) class: usize,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) weight: Fraction,
}

#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) rules: Vec<Rule>,
    /// A number for each class, or nothing.
    pub(crate) intercepts: Vec<Fraction>,
}

impl Model {
    pub(crate) fn read(field: &Field<'_>, samples: &Samples) -> Result<Model, Fault> {
        let fields = field.object(&["rules", "intercepts"])?;
        let rule = |field: &Field<'_>| {
            let fields = field.object(&["class", "if", "weight"])?;
            Ok(Rule {
                class: fields.get("class").below(samples.classes.len())?,
                conditions: fields.get("if").each(|test| Test::read(test, &samples.columns))?,
                weight: fields.get("weight").not_negative()?,
            })
        };
        let intercepts = fields.get("intercepts");
        let model = Model { rules: fields.get("rules").each(rule)?, intercepts: intercepts.each(Field::fraction)? };
        let fits = [0, samples.classes.len()].contains(&model.intercepts.len());
        intercepts.ensure(fits, "not one for each class")?;
        Ok(model)
    }

    /// Returns the sum over the rules of `cost` of their number of conditions, times their weight.
    pub(crate) fn cost(&self, cost: impl Fn(usize) -> Fraction) -> Fraction {
        sum(self.rules.iter().map(|rule| &rule.weight * &cost(rule.conditions.len())))
    }
}

/// The samples by the rules that cover them.
#[derive(Debug)]
pub(crate) struct Patterns {
    /// The places of the covering rules, of each pattern.
    pub(crate) covering: Vec<Vec<usize>>,
    /// The pattern of each sample.
    pub(crate) of: Vec<usize>,
}

impl Patterns {
    pub(crate) fn new(model: &Model, samples: &Samples) -> Patterns {
        let mut places: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut patterns = Patterns { covering: Vec::new(), of: Vec::new() };
        let rules: Vec<_> = model.rules.iter().map(|rule| covering(&rule.conditions, samples)).collect();
        for i in 0..samples.len() {
            let covering: Vec<usize> = (0..rules.len()).filter(|&k| rules[k](i)).collect();
            let next = places.len();
            let place = *places.entry(covering.clone()).or_insert(next);
            if place == next {
                patterns.covering.push(covering);
            }
            patterns.of.push(place);
        }
        patterns
    }

    /// Returns the votes of each pattern: intercepts and weights of covering rules, by class.
    pub(crate) fn votes(&self, model: &Model, classes: usize) -> Vec<Vec<Fraction>> {
        let mut intercepts = model.intercepts.clone();
        intercepts.resize(classes, Fraction::zero());
        let votes = |covering: &Vec<usize>| {
            let mut votes = intercepts.clone();
            for Rule { class, weight, .. } in covering.iter().map(|&k| &model.rules[k]) {
                votes[*class] = &votes[*class] + weight;
            }
            votes
        };
        self.covering.iter().map(votes).collect()
    }

    /// Returns the weight of some samples by pattern and label.
    pub(crate) fn weights(&self, of: &[usize], samples: &Samples) -> BTreeMap<(usize, usize), Fraction> {
        let mut weights: BTreeMap<(usize, usize), Fraction> = BTreeMap::new();
        for &i in of {
            let total = weights.entry((self.of[i], samples.labels[i])).or_insert_with(Fraction::zero);
            *total = &*total + &samples.weights[i];
        }
        weights
    }
}
