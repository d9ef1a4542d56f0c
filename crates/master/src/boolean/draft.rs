//! Rule sets built by adding, dropping and exchanging rules.

use super::select::{RuleSet, Selection};
use super::settings::OVERSPENT;

/// Prices of unfairness in drafts, as parts of the cost of all errors of the compared samples.
const PENALTIES: [f64; 4] = [0.0, 0.1, 1.0, 10.0];

/// A rule set under construction.
///
/// With fairness it may be unfair for a while, at a price. The best fair rule set on the way is
/// kept.
pub(super) struct Draft<'a> {
    selection: &'a Selection<'a>,
    chosen: Vec<usize>,
    /// The number of chosen rules that cover each sample.
    covering: Vec<u32>,
    left: f64,
    /// The level of each cell; empty without fairness.
    levels: Vec<f64>,
    /// The price of a unit of unfairness.
    penalty: f64,
    /// The best fair rule set so far.
    best: Option<RuleSet>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(selection: &'a Selection<'a>, penalty: f64) -> Self {
        let master = selection.master();
        let left = master.settings.usable_budget().unwrap_or(f64::INFINITY);
        let levels = selection.levels(&[]);
        let covering = vec![0; master.samples.len()];
        Draft { selection, chosen: Vec::new(), covering, left, levels, penalty, best: None }
    }

    /// Returns the prices of unfairness to try. Without fairness this is a single price that is
    /// never charged.
    pub(super) fn penalties(selection: &Selection<'_>) -> Vec<f64> {
        let all = |parity: &super::fair::Parity| parity.total(0..parity.weights.len());
        let parity = selection.master().parity();
        parity.map_or(vec![0.0], |parity| PENALTIES.iter().map(|part| part * all(parity)).collect())
    }

    /// Begins with the rules of `order` that improve, then fills up, prunes and exchanges until
    /// nothing changes any more. None of these steps makes the objective worse, and a rule that is
    /// pruned at no loss is never put back.
    pub(super) fn finish(mut self, order: &[usize]) -> RuleSet {
        self.keep();
        for &k in order {
            if self.fits(k) && self.improvement(k) > 0.0 {
                self.choose(k);
            }
        }
        loop {
            self.fill();
            if !self.prune() && !self.exchange() {
                return self.best.unwrap_or_else(|| self.selection.rule_set(&self.chosen));
            }
        }
    }

    /// True if rule k may be added. Fairness could be served by the errors of the same rule twice,
    /// but a rule set has it once.
    fn fits(&self, k: usize) -> bool {
        self.selection.items[k].size <= self.left + OVERSPENT && !self.chosen.contains(&k)
    }

    /// Returns the decrease of the objective and of the price of unfairness when rule k is added.
    fn improvement(&self, k: usize) -> f64 {
        let item = &self.selection.items[k];
        let new = item.covers.iter().filter(|&&i| self.covering[i as usize] == 0);
        let gained = new.map(|&i| self.selection.master().weights[i as usize]).sum::<f64>() - item.cost;
        gained - self.penalty_of_change(k, 0, 1.0)
    }

    /// Returns the change of the price of unfairness when rule k is added (`sign` 1) or dropped
    /// (-1). Its changed samples are those that `covering` other rules cover.
    fn penalty_of_change(&self, k: usize, covering: u32, sign: f64) -> f64 {
        let Some(parity) = self.selection.master().parity().filter(|_| self.penalty > 0.0) else { return 0.0 };
        self.penalty * (parity.excess(&self.changed(k, covering, sign)) - parity.excess(&self.levels))
    }

    /// Returns the levels after rule k is added or dropped.
    fn changed(&self, k: usize, covering: u32, sign: f64) -> Vec<f64> {
        let Some(parity) = self.selection.master().parity() else { return Vec::new() };
        let item = &self.selection.items[k];
        let mut levels: Vec<f64> =
            self.levels.iter().zip(&item.false_positives).map(|(l, part)| l + sign * part).collect();
        for i in item.covers.iter().map(|&i| i as usize).filter(|&i| self.covering[i] == covering) {
            if let Some(c) = parity.false_negative_cell(i) {
                levels[c] -= sign * self.selection.master().weights[i] / parity.weights[c];
            }
        }
        levels
    }

    fn choose(&mut self, k: usize) {
        self.levels = self.changed(k, 0, 1.0);
        self.chosen.push(k);
        self.left -= self.selection.items[k].size;
        self.selection.items[k].covers.iter().for_each(|&i| self.covering[i as usize] += 1);
        self.keep();
    }

    fn drop(&mut self, place: usize) {
        let k = self.chosen[place];
        self.levels = self.changed(k, 1, -1.0);
        self.chosen.remove(place);
        self.left += self.selection.items[k].size;
        self.selection.items[k].covers.iter().for_each(|&i| self.covering[i as usize] -= 1);
        self.keep();
    }

    /// Keeps the draft if it is fair and better than the best so far. Without fairness the last
    /// draft is the best.
    fn keep(&mut self) {
        if self.selection.master().parity().is_some() && self.selection.is_fair(&self.chosen) {
            let set = self.selection.rule_set(&self.chosen);
            if self.best.as_ref().is_none_or(|best| set.objective < best.objective) {
                self.best = Some(set);
            }
        }
    }

    /// Returns the least improvement that counts. Less is rounding, also of the price of
    /// unfairness, and must not make rules come and go.
    fn least_improvement(&self) -> f64 {
        let heaviest = self.selection.master().weights.iter().copied().fold(0.0, f64::max);
        1e-12 * heaviest + 1e-9 * self.penalty
    }

    /// Adds the best rule for its size as long as one improves.
    fn fill(&mut self) {
        let least = self.least_improvement();
        loop {
            let worth = |k: usize| self.improvement(k) / self.selection.items[k].size;
            let wanted = (0..self.selection.items.len()).filter(|&k| self.fits(k)).map(|k| (k, worth(k)));
            let best = wanted
                .filter(|w| w.1 * self.selection.items[w.0].size > least)
                .max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| self.selection.by_rule(b.0, a.0)));
            match best {
                Some((k, _)) => self.choose(k),
                None => return,
            }
        }
    }

    /// Exchanges a chosen rule for the rule that improves most, and among equals for the first.
    /// Returns true if one improved. (Greedy choice alone leaves ionosphere at 57 errors where its
    /// rules admit 9.)
    fn exchange(&mut self) -> bool {
        let mut best: Option<(f64, usize, usize)> = None;
        for place in 0..self.chosen.len() {
            // Each rule is taken from the front and put back at the end, so the order is the same
            // in the end.
            let out = self.chosen[0];
            self.drop(0);
            let known = self.improvement(out) + self.least_improvement();
            for k in (0..self.selection.items.len()).filter(|&k| self.fits(k)) {
                let more = self.improvement(k) - known;
                if more > best.map_or(0.0, |best| best.0) {
                    best = Some((more, place, k));
                }
            }
            self.choose(out);
        }
        let Some((_, place, k)) = best else { return false };
        self.drop(place);
        self.choose(k);
        true
    }

    /// Drops rules that the others have made useless. Returns true if there were any.
    fn prune(&mut self) -> bool {
        let before = self.chosen.len();
        for place in (0..self.chosen.len()).rev() {
            let k = self.chosen[place];
            let item = &self.selection.items[k];
            let alone = item.covers.iter().filter(|&&i| self.covering[i as usize] == 1);
            let lost: f64 = alone.map(|&i| self.selection.master().weights[i as usize]).sum();
            if lost + self.penalty_of_change(k, 1, -1.0) <= item.cost {
                self.drop(place);
            }
        }
        self.chosen.len() < before
    }
}
