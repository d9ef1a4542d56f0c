//! Rules that no best rule set needs, because another rule takes their place at no more cost.

use super::select::{Item, RuleSet, Selection};

/// The covers of rules as bits, by place, with a signature of one word: the union of the words.
struct Covers {
    words: usize,
    bits: Vec<u64>,
    signatures: Vec<u64>,
}

impl Covers {
    fn new(items: &[Item], samples: usize) -> Self {
        let words = samples.div_ceil(64);
        let mut bits = vec![0; words * items.len()];
        for (item, bits) in items.iter().zip(bits.chunks_mut(words)) {
            item.covers.iter().for_each(|&i| bits[i as usize / 64] |= 1 << (i % 64));
        }
        let signatures = bits.chunks(words).map(|bits| bits.iter().fold(0, |all, word| all | word)).collect();
        Covers { words, bits, signatures }
    }

    fn of(&self, k: usize) -> &[u64] {
        &self.bits[k * self.words..][..self.words]
    }

    /// True if rule `k` covers no sample that rule `other` does not.
    fn is_within(&self, k: usize, other: usize) -> bool {
        self.signatures[k] & !self.signatures[other] == 0
            && self.of(k).iter().zip(self.of(other)).all(|(a, b)| a & !b == 0)
    }
}

impl Selection<'_> {
    /// Drops the rules that another one dominates, which covers all their samples, costs no more
    /// and is no larger, but none of `kept`: in any rule set it takes their place at no more cost,
    /// and if it is there already, they may go. Of rules that dominate each other the first stays,
    /// in the order of rules. With fairness, where it matters which samples a rule covers by
    /// mistake, all stay.
    pub fn drop_dominated(&mut self, kept: &RuleSet) {
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
        let mut stays = vec![false; self.items.len()];
        for k in order {
            let dominates = |&other: &usize| self.items[other].size <= self.items[k].size && covers.is_within(k, other);
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
