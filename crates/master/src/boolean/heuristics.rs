//! Rule sets found without a search: by rounding the LP, and by greedy choice.

use super::draft::Draft;
use super::select::{RuleSet, Selection};
use rulegen_rule::Rule;

impl Selection<'_> {
    /// Takes rules in the order of `weights` (their LP weights) while each still improves, then
    /// goes on greedily.
    pub fn round(&self, weight: impl Fn(&Rule) -> f64) -> RuleSet {
        let weights: Vec<f64> = self.items.iter().map(|item| weight(&item.rule)).collect();
        let mut order: Vec<usize> = (0..self.items.len()).filter(|&k| weights[k] > 0.0).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then_with(|| self.by_rule(a, b)));
        self.best_draft(&order)
    }

    /// Takes rules one by one, always that of largest improvement for its size.
    pub fn greedy(&self) -> RuleSet {
        self.best_draft(&[])
    }

    /// Returns the best of the drafts that begin with `order`, over several prices of unfairness.
    fn best_draft(&self, order: &[usize]) -> RuleSet {
        let drafts = Draft::penalties(self).into_iter().map(|penalty| Draft::new(self, penalty).finish(order));
        let better = |a: RuleSet, b: RuleSet| if b.objective < a.objective { b } else { a };
        drafts.reduce(better).unwrap_or_else(|| self.nothing())
    }
}
