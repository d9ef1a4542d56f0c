//! Rules that no best rule set needs, because another rule takes their place at no more cost.

use super::select::{Item, RuleSet, Selection};
use rulegen_limits::Limits;

/// The number of rules between two looks at the clock.
const RULES_PER_LOOK: usize = 256;

/// The covers of rules as bits, by place.
struct Covers {
    words: usize,
    bits: Vec<u64>,
}

impl Covers {
    fn new(items: &[Item], samples: usize) -> Self {
        let words = samples.div_ceil(64);
        let mut bits = vec![0; words * items.len()];
        for (item, bits) in items.iter().zip(bits.chunks_mut(words)) {
            item.covers.iter().for_each(|&i| bits[i as usize / 64] |= 1 << (i % 64));
        }
        Covers { words, bits }
    }

    fn of(&self, k: usize) -> &[u64] {
        &self.bits[k * self.words..][..self.words]
    }

    /// True if rule `k` covers no sample that rule `other` does not.
    fn is_within(&self, k: usize, other: usize) -> bool {
        self.of(k).iter().zip(self.of(other)).all(|(a, b)| a & !b == 0)
    }
}

impl Selection<'_> {
    /// Drops the rules that another one dominates, which covers all their samples, costs no more
    /// and is no larger, but none of `kept`: in any rule set it takes their place at no more cost,
    /// and if it is there already, they may go. Of rules that dominate each other the first stays,
    /// in the order of rules. With fairness, where it matters which samples a rule covers by
    /// mistake, all stay. Where limits end it, those that were not compared stay.
    pub fn drop_dominated(&mut self, kept: &RuleSet, limits: &Limits) {
        if self.master().parity().is_some() || self.items.is_empty() {
            return;
        }
        let covers = Covers::new(&self.items, self.master().samples.len());
        // A rule comes after all that dominate it.
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by(|&a, &b| {
            let (left, right) = (&self.items[a], &self.items[b]);
            let by_cost = left.cost.total_cmp(&right.cost).then(left.size.total_cmp(&right.size));
            by_cost.then(right.covers.len().cmp(&left.covers.len())).then_with(|| self.by_rule(a, b))
        });
        let mut undominated: Vec<usize> = Vec::new();
        let mut stays = vec![true; self.items.len()];
        for (at, k) in order.into_iter().enumerate() {
            if at % RULES_PER_LOOK == 0 && limits.reached().is_some() {
                break;
            }
            let item = &self.items[k];
            let dominates = |&other: &usize| {
                let other_item = &self.items[other];
                let may = other_item.size <= item.size && other_item.covers.len() >= item.covers.len();
                may && covers.is_within(k, other)
            };
            let dominated = undominated.iter().any(dominates);
            stays[k] = !dominated || kept.rules.contains(&self.items[k].rule);
            if !dominated {
                undominated.push(k);
            }
        }
        let mut stays = stays.into_iter();
        self.items.retain(|_| stays.next().expect("one flag a rule"));
    }
}
