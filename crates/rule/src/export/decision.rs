//! The decision of a model in steps that every language has.

use super::names::identifiers;
use crate::condition::Condition;
use crate::threshold::Cut;
use crate::{Domain, Fallback, Feature, Model, Rule, WeightedRule};
use std::collections::{BTreeMap, BTreeSet};

/// The steps of a decision.
///
/// The class with the most votes wins if it has any votes. Of classes that tie, it is the first in
/// `tallies`. Without votes, it is the class of the first of `hits` that covers the row, and else
/// `otherwise`. If there is a `cut`, it decides alone, and `otherwise` is the class below it.
pub(crate) struct Decision<'a> {
    /// The classes that rules vote for or that have votes before any rule, ascending. Empty if
    /// rules vote for one class only, there are no votes before them, and votes are not log-odds.
    pub(crate) tallies: Vec<Tally<'a>>,
    /// Rules that decide alone, each with its class.
    pub(crate) hits: Vec<(&'a Rule, u32)>,
    /// The class if nothing else decides.
    pub(crate) otherwise: u32,
    /// The threshold on the votes of two classes.
    pub(crate) cut: Option<Cut>,
}

/// The votes for a class.
pub(crate) struct Tally<'a> {
    /// The index of the class.
    pub(crate) class: u32,
    /// The votes of the class before any rule.
    pub(crate) intercept: f64,
    /// The rules for the class that have a positive weight, each with its number in the model (from
    /// 1), in the order of the model.
    pub(crate) rules: Vec<(usize, &'a WeightedRule)>,
}

impl<'a> Decision<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        let mut by_class: BTreeMap<u32, Tally<'a>> = BTreeMap::new();
        let tally = |class: u32, intercept: f64| Tally { class, intercept, rules: Vec::new() };
        for (class, &intercept) in (0..).zip(&model.intercepts).filter(|(_, intercept)| **intercept > 0.0) {
            by_class.insert(class, tally(class, intercept));
        }
        for (number, rule) in (1..).zip(&model.rules).filter(|(_, rule)| rule.weight > 0.0) {
            by_class.entry(rule.class).or_insert_with(|| tally(rule.class, 0.0)).rules.push((number, rule));
        }
        let mut tallies: Vec<Tally<'a>> = by_class.into_values().collect();
        if let Some(cut) = model.cut() {
            return Decision { tallies, hits: Vec::new(), otherwise: cut.other(), cut: Some(cut) };
        }
        let mut hits = Vec::new();
        if tallies.len() < 2 && model.intercepts.is_empty() && !model.has_probabilities() {
            let alone = tallies.drain(..).flat_map(|tally| tally.rules);
            hits.extend(alone.map(|(_, rule)| (&rule.rule, rule.class)));
        }
        // If only rules without weight cover a row, all classes tie at 0 and the first one wins.
        hits.extend(model.rules.iter().filter(|rule| rule.weight == 0.0).map(|rule| (&rule.rule, 0)));
        let otherwise = match &model.fallback {
            Fallback::Class(class) => *class,
            Fallback::Rules { rules, otherwise } => {
                hits.extend(rules.iter().map(|(rule, class)| (rule, *class)));
                *otherwise
            }
        };
        Decision { tallies, hits, otherwise, cut: None }
    }
}

impl Decision<'_> {
    /// True if votes are log-odds and decide everything except `otherwise`. Then an export has
    /// probabilities, too.
    pub(crate) fn gives_probabilities(&self, model: &Model) -> bool {
        model.has_probabilities() && self.hits.is_empty()
    }

    /// Returns the name of the tally of each class, or `none`.
    pub(crate) fn by_class<'n>(&self, names: &'n [String], classes: usize, none: &'n str) -> Vec<&'n str> {
        let tally = |k: usize| self.tallies.binary_search_by_key(&k, |tally| tally.class as usize);
        let name = |k| tally(k).map_or(none, |i| &names[i]);
        (0..classes).map(name).collect()
    }

    /// Returns the indices of the classes that have tallies, in the order of these.
    pub(crate) fn classes(&self) -> String {
        self.tallies.iter().map(|tally| tally.class.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the conditions of a rule, joined by `and`, or `always` without conditions.
pub(crate) fn all_of(
    model: &Model,
    rule: &Rule,
    and: &str,
    always: &str,
    say: impl Fn(usize, Condition<'_>) -> String,
) -> String {
    let said: Vec<String> =
        model.schema.conditions_of(rule).map(|(column, condition)| say(column, condition)).collect();
    if said.is_empty() { always.to_owned() } else { said.join(and) }
}

/// A column that the rules use.
pub(crate) struct UsedColumn<'a> {
    /// Its index in the schema of the model.
    pub(crate) index: usize,
    pub(crate) feature: &'a Feature,
    /// Its name as an identifier.
    pub(crate) identifier: String,
}

impl UsedColumn<'_> {
    /// True for numbers that are no dates.
    pub(crate) fn is_numeric(&self) -> bool {
        matches!(self.feature.domain, Domain::Numeric { .. }) && !self.is_dates()
    }

    pub(crate) fn is_dates(&self) -> bool {
        self.feature.dates.is_some()
    }
}

/// Returns the columns that the rules use, in the order of the schema. No identifier is `reserved`.
pub(crate) fn used_columns<'a>(model: &'a Model, reserved: &[&str]) -> Vec<UsedColumn<'a>> {
    let literals = all_rules(model).flat_map(|rule| rule.literals());
    let used: BTreeSet<usize> = literals.map(|literal| literal.column as usize).collect();
    let feature = |index: usize| &model.schema.features[index];
    let names = identifiers(used.iter().map(|&index| feature(index).name.as_str()), reserved);
    let column = |(index, identifier)| UsedColumn { index, feature: feature(index), identifier };
    used.iter().copied().zip(names).map(column).collect()
}

/// Returns the used column with this index in the schema.
pub(crate) fn column_at<'c, 'a>(columns: &'c [UsedColumn<'a>], index: usize) -> &'c UsedColumn<'a> {
    let position = columns.binary_search_by_key(&index, |column| column.index);
    &columns[position.expect("the columns of all rules are used")]
}

/// Returns all names that an export writes: those of the target, the classes, and the columns and
/// categories in rules.
pub(crate) fn written_names(model: &Model) -> Vec<&str> {
    let mut names = vec![model.target.as_str()];
    names.extend(model.classes.iter().map(String::as_str));
    for rule in all_rules(model) {
        for (column, condition) in model.schema.conditions_of(rule) {
            names.push(&model.schema.features[column].name);
            match condition {
                Condition::Is(word) | Condition::IsNot(word) => names.push(word),
                _ => {}
            }
        }
    }
    names
}

/// Returns the rules that vote, then those of the fallback.
fn all_rules(model: &Model) -> impl Iterator<Item = &Rule> {
    let leaves = match &model.fallback {
        Fallback::Class(_) => &[][..],
        Fallback::Rules { rules, .. } => rules,
    };
    model.rules.iter().map(|rule| &rule.rule).chain(leaves.iter().map(|(rule, _)| rule))
}
