//! Choosing a rule set among given rules.

use super::BooleanMaster;
use super::settings::OVERSPENT;
use rulegen_rule::Rule;
use std::collections::HashSet;

/// Among some rules, those that may go into a rule set.
#[derive(Debug)]
pub struct Selection<'a> {
    master: &'a BooleanMaster,
    pub(super) items: Vec<Item>,
}

/// A rule to choose or not.
#[derive(Debug)]
pub(super) struct Item {
    rule: Rule,
    /// The samples that take part and that it covers.
    pub(super) covers: Vec<u32>,
    pub(super) cost: f64,
    pub(super) size: f64,
}

/// Rules chosen, beside those that must be in, and the objective of them all.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleSet {
    /// The rules chosen, ascending.
    pub rules: Vec<Rule>,
    /// Their Hamming loss and the price of their size, with those of the rules that must be in.
    pub objective: f64,
}

impl BooleanMaster {
    /// The choice among `rules`; a rule that is there twice counts once, and those that no rule set may have
    /// are left out.
    pub fn selection<'a>(&'a self, rules: impl IntoIterator<Item = &'a Rule>) -> Selection<'a> {
        let mut seen = HashSet::new();
        let wanted = rules.into_iter().filter(|rule| self.admits(rule) && seen.insert(*rule));
        let item = |rule: &Rule| {
            let cover = self.samples.cover(rule);
            Item {
                covers: cover.iter().filter(|&i| self.takes_part(i)).map(|i| i as u32).collect(),
                cost: self.cost(&cover, rule.len()),
                size: self.settings.rule_size.of(rule.len()),
                rule: rule.clone(),
            }
        };
        let items: Vec<Item> = wanted.map(item).filter(|item| !item.covers.is_empty()).collect();
        Selection { master: self, items }
    }
}

impl Selection<'_> {
    /// The number of rules to choose among.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The rule set made of the rules that must be in alone.
    pub fn nothing(&self) -> RuleSet {
        self.rule_set(&[])
    }

    /// Rules in the order of `weights` (those of the LP), where each still improves, then greedily.
    pub fn round(&self, weight: impl Fn(&Rule) -> f64) -> RuleSet {
        let weights: Vec<f64> = self.items.iter().map(|item| weight(&item.rule)).collect();
        let mut order: Vec<usize> = (0..self.items.len()).filter(|&k| weights[k] > 0.0).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then_with(|| self.by_rule(a, b)));
        let mut draft = Draft::new(self);
        for k in order {
            if draft.fits(k) && draft.improvement(k) > 0.0 {
                draft.choose(k);
            }
        }
        draft.finish()
    }

    /// Rules one by one, that of largest improvement for its size first.
    pub fn greedy(&self) -> RuleSet {
        Draft::new(self).finish()
    }

    /// Whether the rules at these places fit into the complexity together.
    pub(super) fn fits(&self, chosen: &[usize]) -> bool {
        let size: f64 = chosen.iter().map(|&k| self.items[k].size).sum();
        self.master.settings.usable_budget().is_none_or(|budget| size <= budget + OVERSPENT)
    }

    /// The places of the rules of a rule set, as far as they are here.
    pub(super) fn places(&self, set: &RuleSet) -> Vec<usize> {
        (0..self.items.len()).filter(|&k| set.rules.contains(&self.items[k].rule)).collect()
    }

    pub(super) fn rule_set(&self, chosen: &[usize]) -> RuleSet {
        let mut covered = vec![false; self.master.samples.len()];
        chosen.iter().flat_map(|&k| &self.items[k].covers).for_each(|&i| covered[i as usize] = true);
        let missed = self.master.participants().filter(|&i| !covered[i]).map(|i| self.master.weights[i]);
        let costs = chosen.iter().map(|&k| self.items[k].cost);
        let objective = self.master.fixed + missed.sum::<f64>() + costs.sum::<f64>();
        let mut rules: Vec<Rule> = chosen.iter().map(|&k| self.items[k].rule.clone()).collect();
        rules.sort_unstable();
        RuleSet { rules, objective }
    }

    pub(super) fn master(&self) -> &BooleanMaster {
        self.master
    }

    fn by_rule(&self, a: usize, b: usize) -> std::cmp::Ordering {
        self.items[a].rule.cmp(&self.items[b].rule)
    }
}

/// A rule set in the making.
struct Draft<'a> {
    selection: &'a Selection<'a>,
    chosen: Vec<usize>,
    /// How many of the chosen rules cover each sample.
    covering: Vec<u32>,
    left: f64,
}

impl<'a> Draft<'a> {
    fn new(selection: &'a Selection<'a>) -> Self {
        let master = selection.master;
        let left = master.settings.usable_budget().unwrap_or(f64::INFINITY);
        Draft { selection, chosen: Vec::new(), covering: vec![0; master.samples.len()], left }
    }

    fn fits(&self, k: usize) -> bool {
        self.selection.items[k].size <= self.left + OVERSPENT
    }

    /// By how much a further rule lowers the objective.
    fn improvement(&self, k: usize) -> f64 {
        let item = &self.selection.items[k];
        let new = item.covers.iter().filter(|&&i| self.covering[i as usize] == 0);
        new.map(|&i| self.selection.master.weights[i as usize]).sum::<f64>() - item.cost
    }

    fn choose(&mut self, k: usize) {
        self.chosen.push(k);
        self.left -= self.selection.items[k].size;
        self.selection.items[k].covers.iter().for_each(|&i| self.covering[i as usize] += 1);
    }

    fn drop(&mut self, place: usize) {
        let k = self.chosen.remove(place);
        self.left += self.selection.items[k].size;
        self.selection.items[k].covers.iter().for_each(|&i| self.covering[i as usize] -= 1);
    }

    /// Adds the best rule for its size as long as one improves.
    fn fill(&mut self) {
        // Less than this is no improvement, and would be pruned and put back for ever.
        let rounding = 1e-12 * self.selection.master.weights.iter().copied().fold(0.0, f64::max);
        loop {
            let worth = |k: usize| self.improvement(k) / self.selection.items[k].size;
            let wanted = (0..self.selection.items.len()).filter(|&k| self.fits(k)).map(|k| (k, worth(k)));
            let best = wanted
                .filter(|w| w.1 * self.selection.items[w.0].size > rounding)
                .max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| self.selection.by_rule(b.0, a.0)));
            match best {
                Some((k, _)) => self.choose(k),
                None => return,
            }
        }
    }

    /// Drops rules that the others have made useless; whether there were any.
    fn prune(&mut self) -> bool {
        let before = self.chosen.len();
        for place in (0..self.chosen.len()).rev() {
            let item = &self.selection.items[self.chosen[place]];
            let alone = item.covers.iter().filter(|&&i| self.covering[i as usize] == 1);
            let lost: f64 = alone.map(|&i| self.selection.master.weights[i as usize]).sum();
            if lost <= item.cost {
                self.drop(place);
            }
        }
        self.chosen.len() < before
    }

    /// Fills up and prunes until neither changes anything. Neither makes the objective worse, and what is
    /// pruned at no loss is never put back.
    fn finish(mut self) -> RuleSet {
        loop {
            self.fill();
            if !self.prune() {
                return self.selection.rule_set(&self.chosen);
            }
        }
    }
}
