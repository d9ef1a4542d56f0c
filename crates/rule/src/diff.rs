//! The differences between two models.

use crate::condition::Condition;
use crate::{Fallback, Model, Rule, conditions};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The differences between the rules of one model and those of another.
///
/// Rules are the same if they have the same conditions on raw values and vote for a class of the
/// same name. Weights are the same if they differ by no more than linear programs leave open, 1e-9
/// or that part of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelDiff {
    /// The columns that they predict, if they differ.
    pub target: Option<(String, String)>,
    /// Rules that only the second model has, in its order.
    pub came: Vec<DiffRule>,
    /// Rules that only the first model has, in its order.
    pub went: Vec<DiffRule>,
    /// Rules of both whose weights differ, in the order of the second.
    pub changed: Vec<ChangedWeight>,
    /// The class that points speak for, as the second model has it ([`Model::towards`]).
    pub towards: Option<String>,
    /// The number of rules that are the same in both, including their weights.
    pub same: usize,
    /// The votes before any rule, in words, if they differ.
    pub before_any_rule: Option<(String, String)>,
    /// The losses that the weights minimise, if they differ: then weights are in different units.
    pub loss: Option<(String, String)>,
    /// The classes of both models for rows that no rule and no leaf of a first tree covers, if they
    /// differ.
    pub default: Option<(String, String)>,
    /// The thresholds of both models ([`Model::threshold`]), if they differ.
    pub threshold: Option<(Option<f64>, Option<f64>)>,
    /// True if the leaves of a first tree that answer for rows without a rule differ.
    pub first_tree_differs: bool,
}

/// A rule of one model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiffRule {
    /// Its conditions in words.
    pub conditions: Vec<String>,
    /// The class that it votes for.
    pub class: String,
    /// The weight of its vote. It is the sum if the model has the rule more than once.
    pub weight: f64,
    /// The weight with a minus if the rule votes against the class of [`ModelDiff::towards`].
    pub points: f64,
}

/// A rule of two models with a weight in each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangedWeight {
    /// The rule as the second model has it.
    #[serde(flatten)]
    pub rule: DiffRule,
    /// Its weight in the first model.
    pub weight_before: f64,
}

impl ModelDiff {
    /// Compares the model `after` with the model `before`.
    pub fn new(before: &Model, after: &Model) -> Self {
        // A rule for one class is one against another only between the same two classes.
        let same_classes = before.classes.iter().all(|class| after.classes.contains(class));
        let towards = after.towards().filter(|_| same_classes).map(|class| after.classes[class as usize].clone());
        let (old, new) = (rules(before, towards.as_ref()), rules(after, towards.as_ref()));
        let only_in = |these: &BTreeMap<Key, NumberedRule>, others: &BTreeMap<Key, NumberedRule>| {
            let mut only: Vec<&NumberedRule> =
                these.iter().filter(|(key, _)| !others.contains_key(*key)).map(|(_, rule)| rule).collect();
            only.sort_by_key(|(number, _)| *number);
            only.into_iter().map(|(_, rule)| rule.clone()).collect()
        };
        let mut both: Vec<(&NumberedRule, f64)> =
            new.iter().filter_map(|(key, rule)| Some((rule, old.get(key)?.1.weight))).collect();
        both.sort_by_key(|((number, _), _)| *number);
        let (same, changed): (Vec<_>, Vec<_>) =
            both.into_iter().partition(|((_, rule), was)| is_same(rule.weight, *was));
        let changed =
            changed.into_iter().map(|((_, rule), was)| ChangedWeight { rule: rule.clone(), weight_before: was });
        let ((was, old_leaves), (is, new_leaves)) = (fallback(before), fallback(after));
        ModelDiff {
            target: (before.target != after.target).then(|| (before.target.clone(), after.target.clone())),
            came: only_in(&new, &old),
            went: only_in(&old, &new),
            changed: changed.collect(),
            towards,
            same: same.len(),
            first_tree_differs: old_leaves != new_leaves,
            // With a threshold no row is left to the default.
            default: (was != is && [before, after].iter().all(|model| model.threshold.is_none())).then_some((was, is)),
            before_any_rule: (!same_intercepts(before, after))
                .then(|| (votes_before_any_rule(before), votes_before_any_rule(after))),
            threshold: (before.threshold != after.threshold).then_some((before.threshold, after.threshold)),
            loss: (before.loss != after.loss).then(|| (loss(before), loss(after))),
        }
    }

    /// True if nothing differs.
    pub fn is_empty(&self) -> bool {
        let rules = self.came.is_empty() && self.went.is_empty() && self.changed.is_empty();
        let alike = self.target.is_none() && self.loss.is_none() && self.before_any_rule.is_none();
        rules && alike && self.threshold.is_none() && self.default.is_none() && !self.first_tree_differs
    }
}

fn is_same(weight: f64, other: f64) -> bool {
    (weight - other).abs() <= 1e-9 * weight.max(other).max(1.0)
}

fn same_intercepts(model: &Model, other: &Model) -> bool {
    fn by_class(model: &Model) -> HashMap<&String, f64> {
        model.classes.iter().zip(model.intercepts.iter().copied()).collect()
    }
    let (own, theirs) = (by_class(model), by_class(other));
    let of = |intercepts: &HashMap<&String, f64>, class| intercepts.get(class).copied().unwrap_or(0.0);
    model.classes.iter().chain(&other.classes).all(|class| is_same(of(&own, class), of(&theirs, class)))
}

/// Writes the votes before any rule, in the same unit as the weights of rules: those that whole
/// points stand for.
fn votes_before_any_rule(model: &Model) -> String {
    Model { points_per_doubling: None, ..model.clone() }.before_any_rule()
}

/// Returns the loss in words.
fn loss(model: &Model) -> String {
    model.loss.clone().unwrap_or_else(|| model.method.clone())
}

/// The column, operator and value of every condition, sorted, and the class.
type Key = (Vec<(String, &'static str, String)>, String);

/// A rule and its place in the model.
type NumberedRule = (usize, DiffRule);

fn rules(model: &Model, towards: Option<&String>) -> BTreeMap<Key, NumberedRule> {
    let mut rules: BTreeMap<Key, NumberedRule> = BTreeMap::new();
    for (number, rule) in model.rules.iter().enumerate() {
        let class = model.classes[rule.class as usize].clone();
        let words = DiffRule {
            conditions: conditions(&model.schema, &rule.rule),
            class: class.clone(),
            weight: 0.0,
            points: 0.0,
        };
        let against = towards.is_some_and(|towards| *towards != class);
        let (_, sum) = rules.entry((raw(model, &rule.rule), class)).or_insert((number, words));
        sum.weight += rule.weight;
        sum.points += if against { -rule.weight } else { rule.weight };
    }
    rules
}

/// Returns the class if nothing applies, and the leaves that come before it.
fn fallback(model: &Model) -> (String, Vec<Key>) {
    let class = |k: u32| model.classes[k as usize].clone();
    match &model.fallback {
        Fallback::Class(k) => (class(*k), Vec::new()),
        Fallback::Rules { rules, otherwise } => {
            (class(*otherwise), rules.iter().map(|(rule, k)| (raw(model, rule), class(*k))).collect())
        }
    }
}

fn raw(model: &Model, rule: &Rule) -> Vec<(String, &'static str, String)> {
    let entry = |(column, condition): (usize, Condition<'_>)| {
        let (question, value) = match condition {
            Condition::AtMost(cut) => ("<=", cut.to_string()),
            Condition::Above(cut) => (">", cut.to_string()),
            Condition::Is(word) => ("=", word.to_owned()),
            Condition::IsNot(word) => ("!=", word.to_owned()),
            Condition::Missing => ("missing", String::new()),
            Condition::Present => ("present", String::new()),
        };
        (model.schema.features[column].name.clone(), question, value)
    };
    let mut raw: Vec<_> = model.schema.conditions_of(rule).map(entry).collect();
    raw.sort();
    raw
}
