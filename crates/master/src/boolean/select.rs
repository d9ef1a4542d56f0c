//! The choice of a rule set among given rules.

use super::BooleanMaster;
use super::settings::OVERSPENT;
use rulegen_rule::{RowSet, Rule};
use std::collections::{HashMap, HashSet};

/// The rules among some given ones that may go into a rule set.
#[derive(Debug)]
pub struct Selection<'a> {
    master: &'a BooleanMaster,
    pub(super) items: Vec<Item>,
}

/// A rule that can be chosen.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) rule: Rule,
    /// The samples that take part and that it covers.
    pub(super) covers: Vec<u32>,
    /// The number of all samples that it covers.
    pub(super) covered: usize,
    pub(super) cost: f64,
    pub(super) size: f64,
    /// The part of each cell of false positives that it covers, empty without fairness.
    pub(super) false_positives: Vec<f64>,
}

/// Chosen rules, beside those that must be in, with the objective of all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// The rules chosen, ascending.
    pub rules: Vec<Rule>,
    /// Their Hamming loss and the price of their size, including those of the rules that must be
    /// in.
    pub objective: f64,
}

impl BooleanMaster {
    /// Prepares the choice among `rules`. A rule that is given twice counts once, and rules that no
    /// rule set may have are left out. With fairness, only the shortest of the rules that cover the
    /// same samples is kept.
    pub fn selection<'a>(&'a self, rules: impl IntoIterator<Item = &'a Rule>) -> Selection<'a> {
        let mut seen = HashSet::new();
        let wanted = rules.into_iter().filter(|rule| self.admits(rule) && seen.insert(*rule));
        let item = |rule: &Rule| {
            let cover = self.samples.cover(rule);
            Item {
                covers: cover.iter().filter(|&i| self.takes_part(i)).map(|i| i as u32).collect(),
                covered: cover.count(),
                cost: self.cost(&cover, rule.len()),
                size: self.settings.rule_size.of(rule.len()),
                false_positives: self
                    .parity()
                    .map_or(Vec::new(), |parity| parity.false_positives(cover.iter(), &self.weights)),
                rule: rule.clone(),
            }
        };
        // A rule that covers only others may serve to make false positives alike.
        let useful = |item: &Item| !item.covers.is_empty() || item.false_positives.iter().any(|part| *part > 0.0);
        let items: Vec<Item> = match self.parity() {
            Some(_) => self.shortest(wanted).into_iter().map(item).filter(useful).collect(),
            None => wanted.map(item).filter(useful).collect(),
        };
        Selection { master: self, items }
    }

    /// Returns the first rule, in the order of rules, of those that cover the same samples. The
    /// result is in the order in which covers came.
    fn shortest<'a>(&self, rules: impl Iterator<Item = &'a Rule>) -> Vec<&'a Rule> {
        let mut places: HashMap<RowSet, usize> = HashMap::new();
        let mut shortest: Vec<&Rule> = Vec::new();
        for rule in rules {
            let place = *places.entry(self.samples.cover(rule)).or_insert(shortest.len());
            match shortest.get_mut(place) {
                Some(known) => *known = (*known).min(rule),
                None => shortest.push(rule),
            }
        }
        shortest
    }
}

impl Selection<'_> {
    /// Returns the rules, in the order in which they came.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.items.iter().map(|item| &item.rule)
    }

    /// Returns the number of rules to choose among.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there are no rules to choose among.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the rule set of the rules that must be in alone.
    pub fn nothing(&self) -> RuleSet {
        self.rule_set(&[])
    }

    /// Returns the level of each cell: the part of it that is missed, or the mean number of chosen
    /// rules that cover its samples.
    pub(super) fn levels(&self, chosen: &[usize]) -> Vec<f64> {
        let Some(parity) = self.master.parity() else { return Vec::new() };
        let mut levels = parity.nothing();
        let mut covered = vec![false; self.master.samples.len()];
        for &k in chosen {
            levels.iter_mut().zip(&self.items[k].false_positives).for_each(|(level, part)| *level += part);
            self.items[k].covers.iter().for_each(|&i| covered[i as usize] = true);
        }
        for i in (0..covered.len()).filter(|&i| covered[i]) {
            parity
                .false_negative_cell(i)
                .into_iter()
                .for_each(|c| levels[c] -= self.master.weights[i] / parity.weights[c]);
        }
        levels
    }

    /// True if errors are as alike as required.
    pub(super) fn is_fair(&self, chosen: &[usize]) -> bool {
        self.master.parity().is_none_or(|parity| parity.excess(&self.levels(chosen)) == 0.0)
    }

    /// True if the rules at these places fit into the complexity together.
    pub(super) fn fits(&self, chosen: &[usize]) -> bool {
        let size: f64 = chosen.iter().map(|&k| self.items[k].size).sum();
        self.master.settings.usable_budget().is_none_or(|budget| size <= budget + OVERSPENT)
    }

    /// Returns the places of those rules of a rule set that are here.
    pub(super) fn places(&self, set: &RuleSet) -> Vec<usize> {
        (0..self.items.len()).filter(|&k| set.rules.contains(&self.items[k].rule)).collect()
    }

    pub(super) fn rule_set(&self, chosen: &[usize]) -> RuleSet {
        let mut rules: Vec<Rule> = chosen.iter().map(|&k| self.items[k].rule.clone()).collect();
        rules.sort_unstable();
        RuleSet { rules, objective: self.objective(chosen) }
    }

    /// Returns the objective of the rules at these places and those that must be in.
    pub(super) fn objective(&self, chosen: &[usize]) -> f64 {
        let mut covered = vec![false; self.master.samples.len()];
        chosen.iter().flat_map(|&k| &self.items[k].covers).for_each(|&i| covered[i as usize] = true);
        let missed = self.master.participants().filter(|&i| !covered[i]).map(|i| self.master.weights[i]);
        let costs = chosen.iter().map(|&k| self.items[k].cost);
        self.master.fixed + missed.sum::<f64>() + costs.sum::<f64>()
    }

    pub(super) fn master(&self) -> &BooleanMaster {
        self.master
    }

    pub(super) fn by_rule(&self, a: usize, b: usize) -> std::cmp::Ordering {
        self.items[a].rule.cmp(&self.items[b].rule)
    }
}
