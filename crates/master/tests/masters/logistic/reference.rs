//! Accelerated projected gradients (FISTA) on the problem as it is written down, with a proof of
//! the accuracy of its answer.

use crate::logistic::rules::cover;
use rulegen_binarize::Samples;
use rulegen_rule::Rule;

/// A rule in the reference problem.
pub(crate) struct Term {
    class: usize,
    cover: Vec<bool>,
    cost: f64,
}

/// The problem: samples, terms, and the box of intercepts.
pub(crate) struct PlainProblem<'a> {
    samples: &'a Samples,
    terms: Vec<Term>,
    most: f64,
}

impl<'a> PlainProblem<'a> {
    /// Makes the problem over `rules` with their classes and costs. Of rules that cover the same
    /// samples for a class only the cheapest is kept.
    pub(crate) fn new(samples: &'a Samples, rules: &[(Rule, u32, f64)], most: f64) -> Self {
        let mut terms: Vec<Term> = Vec::new();
        for (rule, class, cost) in rules {
            let (cover, class) = (cover(samples, rule), *class as usize);
            match terms.iter_mut().find(|t| t.class == class && t.cover == cover) {
                Some(term) => term.cost = term.cost.min(*cost),
                None => terms.push(Term { class, cover, cost: *cost }),
            }
        }
        PlainProblem { samples, terms, most }
    }

    fn probabilities(&self, point: &[f64]) -> (f64, Vec<Vec<f64>>) {
        let (weights, intercepts) = point.split_at(self.terms.len());
        let mut objective: f64 = weights.iter().zip(&self.terms).map(|(w, t)| w * t.cost).sum();
        let of_sample = |i: usize| {
            let mut scores: Vec<f64> = [0.0].iter().chain(intercepts).copied().collect();
            for (w, term) in weights.iter().zip(&self.terms).filter(|(_, t)| t.cover[i]) {
                scores[term.class] += w;
            }
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let total: f64 = scores.iter().map(|f| (f - largest).exp()).sum();
            let loss = largest + total.ln() - scores[self.samples.labels[i] as usize];
            (loss, scores.iter().map(|f| (f - largest).exp() / total).collect::<Vec<f64>>())
        };
        let mut all = Vec::new();
        for i in 0..self.samples.len() {
            let (loss, p) = of_sample(i);
            objective += self.samples.weights[i] * loss;
            all.push(p);
        }
        (objective, all)
    }

    /// Returns `sum omega (1[y = c] - p_c)` over the samples for which `covers` is true.
    fn earned(&self, p: &[Vec<f64>], class: usize, covers: impl Fn(usize) -> bool) -> f64 {
        let gain = |i: usize| {
            let own = if self.samples.labels[i] as usize == class { 1.0 } else { 0.0 };
            self.samples.weights[i] * (own - p[i][class])
        };
        (0..self.samples.len()).filter(|&i| covers(i)).map(gain).sum()
    }

    /// Returns an upper and a lower bound on the optimum, `gap` apart relatively.
    pub(crate) fn optimum(&self, gap: f64) -> (f64, f64) {
        let classes = self.samples.classes;
        let total: f64 = self.samples.weights.iter().sum();
        // Half of the sum of squares of all columns bounds the curvature.
        let squares: f64 = (0..self.samples.len())
            .map(|i| {
                let covering = self.terms.iter().filter(|t| t.cover[i]).count() + classes - 1;
                self.samples.weights[i] * covering as f64
            })
            .sum();
        let step = 1.0 / (0.5 * squares).max(1e-9);
        let size = self.terms.len() + classes - 1;
        let (mut x, mut y, mut momentum) = (vec![0.0; size], vec![0.0; size], 1.0f64);
        let (mut best, mut bound) = (f64::INFINITY, 0.0f64);
        for round in 0..2_000_000 {
            let (_, p) = self.probabilities(&y);
            let mut next = y.clone();
            for (j, term) in self.terms.iter().enumerate() {
                let slope = term.cost - self.earned(&p, term.class, |i| term.cover[i]);
                next[j] = (y[j] - step * slope).max(0.0);
            }
            for class in 1..classes {
                let j = self.terms.len() + class - 1;
                next[j] = (y[j] + step * self.earned(&p, class, |_| true)).clamp(-self.most, self.most);
            }
            // Restarts where the momentum points uphill.
            let uphill: f64 = (0..size).map(|j| (y[j] - next[j]) * (next[j] - x[j])).sum();
            let following = (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0;
            let push = if uphill > 0.0 { 0.0 } else { (momentum - 1.0) / following };
            momentum = if uphill > 0.0 { 1.0 } else { following };
            y = (0..size).map(|j| next[j] + push * (next[j] - x[j])).collect();
            for (j, y) in y.iter_mut().enumerate() {
                let (low, high) = if j < self.terms.len() { (0.0, f64::INFINITY) } else { (-self.most, self.most) };
                *y = y.clamp(low, high);
            }
            x = next;
            if round % 50 == 0 {
                let (objective, p) = self.probabilities(&x);
                best = best.min(objective);
                bound = bound.max(self.dual(&p));
                if best - bound <= gap * best.max(1e-3 * total) {
                    return (best, bound);
                }
            }
        }
        panic!("the reference does not converge: {best} {bound}");
    }

    /// Returns the dual value at `e_y + t (p - e_y)`, with the largest `t` that pays no term too
    /// much.
    fn dual(&self, p: &[Vec<f64>]) -> f64 {
        let scale = |term: &Term| {
            let earned = self.earned(p, term.class, |i| term.cover[i]);
            if earned > term.cost { term.cost / earned } else { 1.0 }
        };
        let t = self.terms.iter().map(scale).fold(1.0, f64::min);
        let mut value = 0.0;
        for (i, p) in p.iter().enumerate() {
            for (class, p) in p.iter().enumerate() {
                let own = if self.samples.labels[i] as usize == class { 1.0 } else { 0.0 };
                let q = own + t * (p - own);
                value -= if q > 0.0 { self.samples.weights[i] * q * q.ln() } else { 0.0 };
            }
        }
        let unbalanced: f64 = (1..self.samples.classes).map(|c| t * self.earned(p, c, |_| true).abs()).sum();
        value - self.most * unbalanced
    }
}
