//! Bounds on the gain of further literals, from the prices of single ones (docs/MATH.md 5,
//! reduction 4).
//!
//! Let a cover have the positive gain P and the negative gain N, and let literal j leave `p_j` and
//! `n_j` of them. A set S of literals leaves at most `min p_j` and at least `N - sum (N - n_j)`, so
//!
//! ```text
//! gain(S) <= min over S of p_j  -  max(0, N - sum over S of (N - n_j))
//!            - fixed - per_literal * length
//! ```
//!
//! For the literal i with at most `more` others, let t be the least p in S. Only literals with
//! `p_j >= t` take part, one from each chain, so the best S is bounded by a sweep over t.

/// The numbers of a priced literal from which bounds are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) positive: f64,
    pub(super) negative: f64,
    /// The negative gain that the literal removes, less its cost.
    pub(super) profit: f64,
    pub(super) chain: u32,
    /// The literal's position in the order of the children.
    pub(super) rank: u32,
}

/// Adds up the largest profits, one per chain, up to a given number of them.
#[derive(Debug, Default)]
pub(super) struct TopProfits {
    most: usize,
    /// Pairs of chain and profit, the largest first.
    top: Vec<(u32, f64)>,
    sum: f64,
    /// Used without a limit: the profit of each chain, and the epoch in which it was entered.
    of_chain: Vec<(u32, f64)>,
    epoch: u32,
}

/// From this number of literals on, the sum is taken over all chains. That bound is valid too,
/// weaker and cheaper.
const MANY: usize = 6;

impl TopProfits {
    /// Starts over, for at most `most` literals of `chains` chains.
    pub(super) fn reset(&mut self, most: Option<usize>, chains: usize) {
        self.most = most.filter(|&m| m < MANY).unwrap_or(usize::MAX);
        self.top.clear();
        self.sum = 0.0;
        if self.of_chain.len() < chains {
            self.of_chain.resize(chains, (0, 0.0));
        }
        self.epoch += 1;
    }

    pub(super) fn add(&mut self, chain: u32, profit: f64) {
        if profit <= 0.0 {
            return;
        }
        if self.most == usize::MAX {
            let entry = &mut self.of_chain[chain as usize];
            let before = if entry.0 == self.epoch { entry.1 } else { 0.0 };
            if profit > before {
                self.sum += profit - before;
                *entry = (self.epoch, profit);
            }
            return;
        }
        if self.top.len() == self.most && self.top.last().is_none_or(|last| profit <= last.1) {
            return;
        }
        if let Some(at) = self.top.iter().position(|entry| entry.0 == chain) {
            if self.top[at].1 >= profit {
                return;
            }
            self.top.remove(at);
        }
        let at = self.top.iter().position(|entry| entry.1 < profit).unwrap_or(self.top.len());
        self.top.insert(at, (chain, profit));
        self.top.truncate(self.most);
        self.sum = self.top.iter().map(|entry| entry.1).sum();
    }

    pub(super) fn sum(&self) -> f64 {
        self.sum
    }
}

/// Returns a bound on the gain of every rule that extends literal `item` by at least one and at
/// most `more` of `partners` that `admit` allows, before the cost of the literals up to `item`.
///
/// `partners` are in descending order of `positive`. Values at or below `floor` are not told apart.
pub(super) fn extension_bound(
    item: &Item,
    partners: &[Item],
    admit: impl Fn(&Item) -> bool,
    per_literal: f64,
    floor: f64,
    top: &mut TopProfits,
) -> f64 {
    let mut best = floor;
    for partner in partners {
        let positive = item.positive.min(partner.positive) - per_literal;
        if positive <= best {
            break;
        }
        if partner.chain == item.chain || !admit(partner) {
            continue;
        }
        top.add(partner.chain, partner.profit);
        best = best.max(positive.min(positive + per_literal - item.negative + top.sum()));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// On random covers and literals the bound holds for every set of literals.
        #[test]
        fn extension_bound_holds_for_every_set(
            rows in prop::collection::vec((-4i32..5, 0u32..64), 1..10),
            chains in prop::collection::vec(0u32..4, 6),
            per_literal in 0u32..3,
            more in prop::option::of(1usize..4),
        ) {
            let per_literal = f64::from(per_literal) / 2.0;
            let sums = |set: u32| {
                let covered = rows.iter().filter(|r| r.1 & set == set).map(|r| f64::from(r.0));
                let (p, n): (Vec<f64>, Vec<f64>) = covered.map(|g| (g.max(0.0), (-g).max(0.0))).unzip();
                (p.iter().sum::<f64>(), n.iter().sum::<f64>())
            };
            let all = sums(0);
            let items: Vec<Item> = (0..6).map(|j| {
                let (positive, negative) = sums(1 << j);
                let profit = all.1 - negative - per_literal;
                Item { positive, negative, profit, chain: chains[j as usize], rank: j }
            }).collect();
            let mut partners = items.clone();
            partners.sort_by(|a, b| b.positive.total_cmp(&a.positive));
            for item in &items {
                let mut top = TopProfits::default();
                top.reset(more, 4);
                let bound = extension_bound(item, &partners, |p| p.rank > item.rank, per_literal, -1e9, &mut top);
                for set in 1u32..64 {
                    let others: Vec<u32> = (0..6).filter(|j| set >> j & 1 == 1).collect();
                    let mut used: Vec<u32> = others.iter().map(|&j| chains[j as usize]).collect();
                    used.push(item.chain);
                    used.sort_unstable();
                    let distinct = used.windows(2).all(|w| w[0] != w[1]);
                    if distinct && others.iter().all(|&j| j > item.rank) && more.is_none_or(|m| others.len() <= m) {
                        let (p, n) = sums(set | 1 << item.rank);
                        prop_assert!(p - n - per_literal * others.len() as f64 <= bound + 1e-9);
                    }
                }
            }
        }
    }

    #[test]
    fn top_profits_counts_a_chain_once_and_no_more_than_the_limit() {
        let mut top = TopProfits::default();
        for (most, sum) in [(Some(0), 0.0), (Some(1), 5.0), (Some(2), 8.0), (Some(9), 9.0), (None, 9.0)] {
            top.reset(most, 4);
            for (chain, profit) in [(0, 2.0), (1, 3.0), (0, 5.0), (2, 1.0), (1, 2.5), (3, -1.0)] {
                top.add(chain, profit);
            }
            assert_eq!(top.sum(), sum, "{most:?}");
        }
    }
}
