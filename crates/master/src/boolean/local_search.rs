//! A local search among rule sets, in which errors weigh more the longer they stay.

use super::select::{RuleSet, Selection};
use super::settings::OVERSPENT;
use rulegen_limits::Limits;

/// The part of its own weight by which an error weighs more after each local optimum, and the part
/// of what was added that is left at the next one (docs/measurements/boolean.md).
const ADDED: f64 = 0.5;
const KEPT: f64 = 0.9;

/// The number of steps in which a rule that was added or dropped is not added again.
const REST: usize = 3;

/// The steps for each rule, and the most samples of rules that all steps look at.
const STEPS: usize = 100;
const MOST_WORK: usize = 500_000_000;

/// The least improvement that counts, relative to the largest weight. Less is rounding.
const LEAST: f64 = 1e-9;

impl Selection<'_> {
    /// Returns the best of `start` and the rule sets that a local search from there meets. Its
    /// steps add a rule, drop one, or exchange two, whichever improves most. Where no step
    /// improves, the present errors weigh more from then on (the breakout method of Morris, 1993),
    /// so that the search leaves the local optimum towards rule sets with other errors.
    ///
    /// Among equal steps that of the rules that were moved longest ago is taken, then the first.
    /// The number of steps depends on the rules alone, unless a limit ends the search. With
    /// fairness, and where the rules are too many for a step, the result is `start`.
    pub fn local_search(&self, start: &RuleSet, limits: &Limits) -> RuleSet {
        let work = self.items.iter().map(|item| item.covers.len()).sum::<usize>().max(1);
        let (mut best, steps) = (start.clone(), (STEPS * self.len()).min(MOST_WORK / work));
        if self.master().parity().is_some() || steps == 0 {
            return best;
        }
        let mut search = LocalSearch::new(self);
        self.places(start).into_iter().for_each(|k| search.add(k));
        let least = LEAST * self.master().weights.iter().copied().fold(0.0, f64::max);
        for step in 1..=steps {
            if limits.reached().is_some() {
                break;
            }
            match search.best_move(step).filter(|found| found.gain > least) {
                Some(found) => search.take(found, step),
                None => search.weigh_errors(),
            }
            let objective = self.objective(&search.chosen);
            if objective < best.objective - least {
                best = self.rule_set(&search.chosen);
            }
        }
        best
    }
}

/// A rule set on the way.
struct LocalSearch<'a> {
    selection: &'a Selection<'a>,
    /// The rules that cover each sample that takes part.
    covered_by: Vec<Vec<u32>>,
    /// The others that each rule covers.
    others: Vec<Vec<u32>>,
    /// The present weight of each sample.
    weights: Vec<f64>,
    /// The cost of each rule, and the weight of the samples that take part which it alone would
    /// cover, at the present weights.
    costs: Vec<f64>,
    gains: Vec<f64>,
    chosen: Vec<usize>,
    /// The number of chosen rules that cover each sample.
    covering: Vec<u32>,
    left: f64,
    /// The first step in which each rule may be added.
    rested: Vec<usize>,
}

/// A change of the rule set.
#[derive(Clone, Copy, Debug)]
struct Move {
    dropped: Option<usize>,
    added: Option<usize>,
    /// The decrease of the objective at the present weights.
    gain: f64,
    /// The step from which on its rules are rested.
    rested: usize,
}

impl<'a> LocalSearch<'a> {
    fn new(selection: &'a Selection<'a>) -> Self {
        let (master, items) = (selection.master(), &selection.items);
        let mut covered_by = vec![Vec::new(); master.samples.len()];
        for (k, item) in items.iter().enumerate() {
            item.covers.iter().for_each(|&i| covered_by[i as usize].push(k as u32));
        }
        let others = items.iter().map(|item| {
            let cover = master.samples.cover(&item.rule);
            cover.iter().filter(|&i| master.is_other(i)).map(|i| i as u32).collect()
        });
        let mut search = LocalSearch {
            selection,
            covered_by,
            others: others.collect(),
            weights: master.weights.clone(),
            costs: Vec::new(),
            gains: Vec::new(),
            chosen: Vec::new(),
            covering: vec![0; master.samples.len()],
            left: master.settings.usable_budget().unwrap_or(f64::INFINITY),
            rested: vec![0; items.len()],
        };
        search.sum_weights();
        search
    }

    /// Adds up costs and gains of all rules.
    fn sum_weights(&mut self) {
        let (selection, weights) = (self.selection, &self.weights);
        let own = &selection.master().weights;
        let more = |others: &Vec<u32>| others.iter().map(|&i| weights[i as usize] - own[i as usize]).sum::<f64>();
        self.costs = selection.items.iter().zip(&self.others).map(|(item, others)| item.cost + more(others)).collect();
        let missed = |i: &u32| self.covering[*i as usize] == 0;
        let gain = |covers: &Vec<u32>| covers.iter().filter(|i| missed(i)).map(|&i| weights[i as usize]).sum();
        self.gains = selection.items.iter().map(|item| gain(&item.covers)).collect();
    }

    /// Makes each error weigh more: samples that take part and are missed, and others once for each
    /// rule that covers them.
    fn weigh_errors(&mut self) {
        let master = self.selection.master();
        let mut errors: Vec<f64> = vec![0.0; self.weights.len()];
        master.participants().filter(|&i| self.covering[i] == 0).for_each(|i| errors[i] = 1.0);
        for &k in &self.chosen {
            self.others[k].iter().for_each(|&i| errors[i as usize] += 1.0);
        }
        for ((weight, own), errors) in self.weights.iter_mut().zip(&master.weights).zip(errors) {
            *weight = own + KEPT * (*weight - own) + ADDED * own * errors;
        }
        self.sum_weights();
    }

    /// Returns the move that improves most.
    fn best_move(&self, step: usize) -> Option<Move> {
        let items = &self.selection.items;
        let mut best: Option<Move> = None;
        let mut offer = |found: Move| {
            let is_better =
                |best: Move| found.gain > best.gain || (found.gain == best.gain && found.rested < best.rested);
            if best.is_none_or(is_better) {
                best = Some(found);
            }
        };
        let may_add = |k: usize, room: f64| {
            items[k].size <= room + OVERSPENT && self.rested[k] <= step && !self.chosen.contains(&k)
        };
        for k in (0..items.len()).filter(|&k| may_add(k, self.left)) {
            offer(Move { dropped: None, added: Some(k), gain: self.gains[k] - self.costs[k], rested: self.rested[k] });
        }
        let mut freed = vec![0.0; items.len()];
        for &out in &self.chosen {
            // The weight that each rule would gain more, if this one were dropped.
            freed.fill(0.0);
            let mut lost = 0.0;
            for i in items[out].covers.iter().map(|&i| i as usize).filter(|&i| self.covering[i] == 1) {
                lost += self.weights[i];
                self.covered_by[i].iter().for_each(|&k| freed[k as usize] += self.weights[i]);
            }
            let (saved, rested) = (self.costs[out] - lost, self.rested[out]);
            offer(Move { dropped: Some(out), added: None, gain: saved, rested });
            for k in (0..items.len()).filter(|&k| may_add(k, self.left + items[out].size)) {
                let gain = saved + self.gains[k] + freed[k] - self.costs[k];
                offer(Move { dropped: Some(out), added: Some(k), gain, rested: rested.max(self.rested[k]) });
            }
        }
        best
    }

    fn take(&mut self, found: Move, step: usize) {
        found.dropped.into_iter().for_each(|k| self.drop(k));
        found.added.into_iter().for_each(|k| self.add(k));
        found.dropped.into_iter().chain(found.added).for_each(|k| self.rested[k] = step + REST);
    }

    fn add(&mut self, k: usize) {
        self.chosen.push(k);
        self.left -= self.selection.items[k].size;
        for i in self.selection.items[k].covers.iter().map(|&i| i as usize) {
            if self.covering[i] == 0 {
                self.covered_by[i].iter().for_each(|&j| self.gains[j as usize] -= self.weights[i]);
            }
            self.covering[i] += 1;
        }
    }

    fn drop(&mut self, k: usize) {
        self.chosen.retain(|&j| j != k);
        self.left += self.selection.items[k].size;
        for i in self.selection.items[k].covers.iter().map(|&i| i as usize) {
            self.covering[i] -= 1;
            if self.covering[i] == 0 {
                self.covered_by[i].iter().for_each(|&j| self.gains[j as usize] += self.weights[i]);
            }
        }
    }
}
