//! A rule set in the making.

use super::select::{RuleSet, Selection};
use super::settings::OVERSPENT;

/// What unfairness costs in drafts, in parts of what all errors of the samples that are compared cost together.
const PENALTIES: [f64; 4] = [0.0, 0.1, 1.0, 10.0];

/// A rule set in the making.
///
/// With fairness it may be unfair for a while, at a price; the best fair one that it was on the way is kept.
pub(super) struct Draft<'a> {
    selection: &'a Selection<'a>,
    chosen: Vec<usize>,
    /// How many of the chosen rules cover each sample.
    covering: Vec<u32>,
    left: f64,
    /// The level of each cell; empty without fairness.
    levels: Vec<f64>,
    /// What a unit of unfairness costs.
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

    /// The prices of unfairness to try; without fairness one, which nothing is charged by.
    pub(super) fn penalties(selection: &Selection<'_>) -> Vec<f64> {
        let all = |parity: &super::fair::Parity| parity.total(0..parity.weights.len());
        let parity = selection.master().parity();
        parity.map_or(vec![0.0], |parity| PENALTIES.iter().map(|part| part * all(parity)).collect())
    }

    /// Begins with the rules of `order` that improve, then fills up, prunes and exchanges until nothing changes any more.
    /// None of these makes the objective worse, and what is pruned at no loss is never put back.
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

    fn fits(&self, k: usize) -> bool {
        self.selection.items[k].size <= self.left + OVERSPENT
    }

    /// By how much a further rule lowers the objective, and what unfairness costs.
    fn improvement(&self, k: usize) -> f64 {
        let item = &self.selection.items[k];
        let new = item.covers.iter().filter(|&&i| self.covering[i as usize] == 0);
        let gained = new.map(|&i| self.selection.master().weights[i as usize]).sum::<f64>() - item.cost;
        gained - self.penalty_of_change(k, 0, 1.0)
    }

    /// What a change of unfairness costs: rule k comes (`sign` 1) or goes (-1), where `covering` others cover
    /// the samples that it changes.
    fn penalty_of_change(&self, k: usize, covering: u32, sign: f64) -> f64 {
        let Some(parity) = self.selection.master().parity().filter(|_| self.penalty > 0.0) else { return 0.0 };
        self.penalty * (parity.excess(&self.changed(k, covering, sign)) - parity.excess(&self.levels))
    }

    /// The levels when rule k comes or goes.
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

    /// Keeps what is fair and better than what was before. Without fairness the last is the best.
    fn keep(&mut self) {
        if self.selection.master().parity().is_some() && self.selection.is_fair(&self.chosen) {
            let set = self.selection.rule_set(&self.chosen);
            if self.best.as_ref().is_none_or(|best| set.objective < best.objective) {
                self.best = Some(set);
            }
        }
    }

    /// An improvement of less is rounding, also of what unfairness costs: no rule may come and go for that.
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

    /// Puts the rule that improves most, of equals the first, in the place of one that is chosen; whether one improves.
    /// (Greed alone leaves ionosphere at 57 errors where its rules admit 9.)
    fn exchange(&mut self) -> bool {
        let mut best: Option<(f64, usize, usize)> = None;
        for place in 0..self.chosen.len() {
            // Each goes from the front and comes back at the end, so that in the end all stand as before.
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

    /// Drops rules that the others have made useless; whether there were any.
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
