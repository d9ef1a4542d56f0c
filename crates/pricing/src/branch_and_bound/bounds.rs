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
//! `p_j >= t` take part, one from each chain, and of k others the k largest removals leave least,
//! so the best S is bounded by a sweep over t and over k.

/// The numbers of a priced literal from which bounds are computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) positive: f64,
    pub(super) negative: f64,
    /// The negative gain that the literal removes.
    pub(super) removed: f64,
    pub(super) chain: u32,
    /// The literal's position in the order of the children.
    pub(super) rank: u32,
}

/// The largest amounts of negative gain that literals remove, one for each chain, in descending
/// order: up to a given number of them, and no more than remove all that there is.
#[derive(Debug, Default)]
pub(super) struct LargestRemovals {
    most: usize,
    /// The negative gain that there is.
    negative: f64,
    /// Pairs of chain and removed gain, the largest first.
    largest: Vec<(u32, f64)>,
    /// True if these remove all.
    enough: bool,
}

impl LargestRemovals {
    /// Starts over, for at most `most` literals that remove some of `negative`.
    pub(super) fn reset(&mut self, most: Option<usize>, negative: f64) {
        self.most = most.unwrap_or(usize::MAX);
        self.negative = negative;
        self.largest.clear();
        self.enough = false;
    }

    /// Adds a literal. Returns true if that changes the removals.
    pub(super) fn add(&mut self, chain: u32, removed: f64) -> bool {
        let full = self.enough || self.largest.len() == self.most;
        if full && self.largest.last().is_none_or(|last| removed <= last.1) {
            return false;
        }
        if let Some(at) = self.largest.iter().position(|entry| entry.0 == chain) {
            if self.largest[at].1 >= removed {
                return false;
            }
            self.largest.remove(at);
        }
        let at = self.largest.iter().position(|entry| entry.1 < removed).unwrap_or(self.largest.len());
        self.largest.insert(at, (chain, removed));
        self.largest.truncate(self.most);
        true
    }

    /// Returns the least sum of the negative gain that some literals leave, at least one of them,
    /// and of their cost. Forgets removals beyond those that leave nothing.
    pub(super) fn least(&mut self, per_literal: f64) -> f64 {
        let (mut left, mut cost, mut least) = (self.negative, 0.0, f64::INFINITY);
        for at in 0..self.largest.len() {
            left -= self.largest[at].1;
            cost += per_literal;
            least = least.min(cost + left.max(0.0));
            if left <= 0.0 {
                self.enough = true;
                self.largest.truncate(at + 1);
                break;
            }
        }
        least
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
    removals: &mut LargestRemovals,
) -> f64 {
    let mut best = floor;
    for partner in partners {
        let positive = item.positive.min(partner.positive);
        if positive - per_literal <= best {
            break;
        }
        if partner.chain == item.chain || !admit(partner) {
            continue;
        }
        if removals.add(partner.chain, partner.removed) {
            best = best.max(positive - removals.least(per_literal));
        }
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
                Item { positive, negative, removed: all.1 - negative, chain: chains[j as usize], rank: j }
            }).collect();
            let mut partners = items.clone();
            partners.sort_by(|a, b| b.positive.total_cmp(&a.positive));
            for item in &items {
                let mut removals = LargestRemovals::default();
                removals.reset(more, item.negative);
                let bound = extension_bound(item, &partners, |p| p.rank > item.rank, per_literal, -1e9, &mut removals);
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
    fn largest_removals_count_a_chain_once_and_no_more_than_the_limit() {
        let mut removals = LargestRemovals::default();
        for (most, left) in [(Some(1), 5.0), (Some(2), 2.0), (Some(9), 1.0), (None, 1.0)] {
            removals.reset(most, 10.0);
            for (chain, removed) in [(0, 2.0), (1, 3.0), (0, 5.0), (2, 1.0), (1, 2.5)] {
                removals.add(chain, removed);
            }
            assert_eq!(removals.least(0.0), left, "{most:?}");
        }
        // Two remove all, so that more of them change nothing.
        removals.reset(None, 7.0);
        assert!([(0, 5.0), (1, 3.0), (2, 2.0)].iter().all(|&(chain, removed)| removals.add(chain, removed)));
        assert_eq!(removals.least(1.0), 2.0);
        assert!(!removals.add(3, 1.0) && removals.add(4, 6.0));
        assert_eq!(removals.least(1.0), 2.0);
        assert_eq!(removals.least(3.0), 4.0);
    }
}
