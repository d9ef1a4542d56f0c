//! A local search among rule sets, in which errors weigh more the longer they stay.

use super::select::{RuleSet, Selection};
use super::settings::OVERSPENT;
use rulegen_limits::Limits;

/// The part of its own weight by which an error weighs more after each local optimum, and the part
/// of what was added that is left at the next one (docs/measurements/boolean.md).
const ADDED: f64 = 0.5;
const KEPT: f64 = 0.9;

/// A rule that was added or dropped may be added again after this many steps.
const REST: usize = 3;

/// The number of steps for each rule without a better rule set after which the search ends.
const PATIENCE: usize = 25;

/// The fewest steps that the work must be enough for. It bounds the memory of the search too.
const FEWEST: usize = 100;

/// The least improvement that counts, relative to the largest weight. Less is rounding.
const LEAST: f64 = 1e-9;

impl Selection<'_> {
    /// Returns the best of `start` and the rule sets that a local search from there meets. Its
    /// steps add a rule, drop one, or exchange one for another, whichever improves most. Where no
    /// step improves, the present errors weigh more from then on (the breakout method of Morris,
    /// 1993), so that the search leaves the local optimum towards rule sets with other errors.
    ///
    /// Among equal steps, the one whose rules have rested longest wins, then the first. The search
    /// ends at an objective of `bound`, which no rule set is below, or after many steps that find
    /// nothing better. The number of steps times that of the samples that all rules cover is at
    /// most `work`; the result is `start` if that is too little for a search, and with fairness.
    /// Rules of `start` that are not among these are left out on the way.
    pub fn local_search(&self, start: &RuleSet, bound: f64, work: f64, limits: &Limits) -> RuleSet {
        let master = self.master();
        let least = LEAST * master.weights.iter().copied().fold(0.0, f64::max);
        let mut best = start.clone();
        let is_over = |best: &RuleSet| best.objective <= bound + least || limits.reached().is_some();
        if master.parity().is_some() || is_over(&best) {
            return best;
        }
        let covered: usize = self.items.iter().map(|item| item.covered).sum();
        let of_step = covered + self.len() + master.samples.len();
        let steps = (work / of_step as f64) as usize;
        if steps < FEWEST {
            return best;
        }
        let mut search = LocalSearch::new(self);
        self.places(start).into_iter().for_each(|k| search.add(k));
        let mut improved = 0;
        for step in 1..=steps {
            if step - improved > PATIENCE * self.len() || is_over(&best) {
                break;
            }
            let Some(found) = search.best_move(step).filter(|found| found.gain > least) else {
                search.weigh_errors();
                continue;
            };
            search.take(found, step);
            let objective = self.objective(&search.chosen);
            if objective < best.objective - least && self.fits(&search.chosen) {
                (best, improved) = (self.rule_set(&search.chosen), step);
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
    is_chosen: Vec<bool>,
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
    /// The step from which its rules count as rested.
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
            is_chosen: vec![false; items.len()],
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
        let may_add =
            |k: usize, room: f64| !self.is_chosen[k] && self.rested[k] <= step && items[k].size <= room + OVERSPENT;
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
        self.is_chosen[k] = true;
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
        self.is_chosen[k] = false;
        self.left += self.selection.items[k].size;
        for i in self.selection.items[k].covers.iter().map(|&i| i as usize) {
            self.covering[i] -= 1;
            if self.covering[i] == 0 {
                self.covered_by[i].iter().for_each(|&j| self.gains[j as usize] += self.weights[i]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BooleanMaster, BooleanSettings};
    use rulegen_binarize::Samples;
    use rulegen_numeric::Random;
    use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Rule, Schema, Test};
    use std::sync::Arc;

    /// Thirty random rows of three numbers, some of class 1, errors of different costs, a price of
    /// size, a rule that must be in; with and without a bound on the complexity.
    fn master(random: &mut Random, complexity: Option<f64>) -> BooleanMaster {
        let feature = |name: &str| Feature::new(name, Domain::Numeric { cuts: vec![0.5, 1.5] });
        let schema = Schema { features: ["x", "y", "z"].map(feature).into() };
        let columns = (0..3).map(|_| Codes::Narrow((0..30).map(|_| random.below(3) as u8).collect()));
        let table = CodedTable::new(30, columns.collect()).unwrap();
        let labels: Vec<u32> = (0..30).map(|_| random.below(2) as u32).collect();
        let weights: Vec<f64> = (0..30).map(|_| 1.0 + random.below(3) as f64 / 2.0).collect();
        let samples = Arc::new(Samples::merge(schema, &table, &labels, &weights, 2).unwrap());
        let settings = BooleanSettings {
            class: 1,
            complexity,
            complexity_price: 0.25,
            false_negative_weight: 2.0,
            false_positive_weight: 0.75,
            must_have: vec![rule(&[(0, Test::Above(1)), (1, Test::Above(1))])],
            ..BooleanSettings::default()
        };
        BooleanMaster::new(samples, settings).unwrap()
    }

    fn rule(conditions: &[(u32, Test)]) -> Rule {
        Rule::new(conditions.iter().map(|&(column, test)| Literal { column, test }))
    }

    /// All rules of one or two conditions.
    fn rules() -> Vec<Rule> {
        let tests = [Test::AtMost(0), Test::AtMost(1), Test::Above(0), Test::Above(1)];
        let all: Vec<(u32, Test)> = (0..3).flat_map(|column| tests.map(|test| (column, test))).collect();
        let pairs = all.iter().flat_map(|&a| all.iter().filter(move |b| b.0 > a.0).map(move |&b| rule(&[a, b])));
        all.iter().map(|&one| rule(&[one])).chain(pairs).collect()
    }

    /// Returns the objective of the chosen rules at the present weights.
    fn weighed(search: &LocalSearch<'_>) -> f64 {
        let (master, items) = (search.selection.master(), &search.selection.items);
        let covers = |k: usize, i: usize| master.samples.cover(&items[k].rule).contains(i);
        let missed = master.participants().filter(|&i| !search.chosen.iter().any(|&k| covers(k, i)));
        let price = |k: usize| master.price(items[k].rule.len());
        let others = |k: usize| (0..master.samples.len()).filter(move |&i| master.is_other(i) && covers(k, i));
        let cost = |k: usize| price(k) + others(k).map(|i| search.weights[i]).sum::<f64>();
        missed.map(|i| search.weights[i]).sum::<f64>() + search.chosen.iter().map(|&k| cost(k)).sum::<f64>()
    }

    #[test]
    fn the_gain_of_a_move_is_the_decrease_of_the_objective_at_the_present_weights() {
        let (rules, mut moves, mut weighings) = (rules(), 0, 0);
        for (seed, complexity) in (0..10).flat_map(|seed| [(seed, None), (seed, Some(12.0))]) {
            let mut random = Random::new(seed, 0);
            let master = master(&mut random, complexity);
            let selection = master.selection(&rules);
            let mut search = LocalSearch::new(&selection);
            for step in 1..=200 {
                let before = weighed(&search);
                match search.best_move(step).filter(|found| found.gain > 1e-9) {
                    Some(found) => {
                        search.take(found, step);
                        assert!((before - weighed(&search) - found.gain).abs() < 1e-9, "{found:?}");
                        assert!(selection.fits(&search.chosen), "{found:?}");
                        assert!(found.added.is_none_or(|k| search.rested[k] == step + REST));
                        moves += 1;
                    }
                    None => {
                        search.weigh_errors();
                        assert!(weighed(&search) > 0.0);
                        weighings += 1;
                    }
                }
                let own = &master.weights;
                assert!(search.weights.iter().zip(own).all(|(weight, own)| weight >= own));
            }
        }
        assert!(moves > 500 && weighings > 500, "{moves} moves, {weighings} weighings");
    }
}
