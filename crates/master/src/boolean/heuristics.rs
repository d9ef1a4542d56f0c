//! Rule sets found without a search: by rounding the LP, and greedily.

use super::draft::Draft;
use super::select::{RuleSet, Selection};
use rulegen_rule::Rule;

impl Selection<'_> {
    /// Rules in the order of `weights` (those of the LP), where each still improves, then greedily.
    pub fn round(&self, weight: impl Fn(&Rule) -> f64) -> RuleSet {
        let weights: Vec<f64> = self.items.iter().map(|item| weight(&item.rule)).collect();
        let mut order: Vec<usize> = (0..self.items.len()).filter(|&k| weights[k] > 0.0).collect();
        order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then_with(|| self.by_rule(a, b)));
        self.best_draft(&order)
    }

    /// Rules one by one, that of largest improvement for its size first.
    pub fn greedy(&self) -> RuleSet {
        self.best_draft(&[])
    }

    /// The best of the drafts that begin with `order`, at several prices of unfairness.
    fn best_draft(&self, order: &[usize]) -> RuleSet {
        let drafts = Draft::penalties(self).into_iter().map(|penalty| Draft::new(self, penalty).finish(order));
        let better = |a: RuleSet, b: RuleSet| if b.objective < a.objective { b } else { a };
        drafts.reduce(better).unwrap_or_else(|| self.nothing())
    }
}
