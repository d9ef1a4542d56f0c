//! The proxy of RUG: a decision tree on dual weights, whose leaves are rules.

mod grow;
mod settings;
mod split;
mod weighted;

pub use settings::{Criterion, TreeSettings};

use crate::PricingError;
use crate::check::check_problems;
use grow::{Node, grow};
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::Rule;
use std::sync::Arc;
use weighted::WeightedSamples;

/// Prices by growing one tree for all problems of a round.
///
/// Each sample counts for the problem in which covering it pays most, with that gain as its weight;
/// a sample that pays nowhere counts against all of them. For RUG this is the tree on the duals
/// with the samples' own classes. A node becomes a rule of the problem in which its gain is
/// largest.
///
/// Splits are literals of the schema: `x <= t` against `x > t`, `x = v` against `x != v`, and where
/// cells are missing a third branch `x is missing`, so that every branch is a conjunction. Where
/// rules have a least cover, both sides of a split have it.
#[derive(Clone, Debug)]
pub struct WeightedTree {
    samples: Arc<Samples>,
    settings: TreeSettings,
}

impl WeightedTree {
    /// Makes a pricer over `samples`.
    ///
    /// # Errors
    /// [`PricingError::InvalidTree`] for the first setting out of its range.
    pub fn new(samples: Arc<Samples>, settings: TreeSettings) -> Result<Self, PricingError> {
        settings.check()?;
        Ok(WeightedTree { samples, settings })
    }

    /// Returns the leaves of the tree on given weights: conjunctions that partition the samples,
    /// each with the class of most weight. Leaves with a forbidden condition and those that have
    /// fewer than `min_cover` rows are left out. `weights` has one entry per sample, not negative.
    pub fn leaves(&self, weights: &[f64], min_cover: u64) -> Vec<(Rule, u32)> {
        let active: Vec<u32> =
            (0..self.samples.len() as u32).filter(|&i| min_cover > 1 || weights[i as usize] > 0.0).collect();
        let weighted = WeightedSamples {
            labels: active.iter().map(|&i| self.samples.labels[i as usize]).collect(),
            weights: active.iter().map(|&i| weights[i as usize]).collect(),
            rows: active,
            classes: self.samples.classes,
        };
        let class = |node: &Node| {
            let largest = |best: usize, k: usize| if node.weights[k] > node.weights[best] { k } else { best };
            (0..node.weights.len()).fold(0, largest) as u32
        };
        let nodes = grow(&self.samples, weighted, &self.settings, min_cover, &Limits::default());
        let wanted =
            nodes.into_iter().filter(|node| node.leaf && self.is_rule(node) && self.rows_of(node) >= min_cover);
        wanted.map(|node| (node.rule.clone(), class(&node))).collect()
    }

    /// Returns the number of rows in a node: all that its rule covers, where rows are counted.
    fn rows_of(&self, node: &Node) -> u64 {
        node.rows.iter().map(|&i| self.samples.counts[i as usize]).sum()
    }

    /// Returns the node's rule for the problem where its gain is largest, if it is wanted there.
    fn best_use(&self, problems: &[PricingProblem], node: &Node) -> Option<Candidate> {
        let length = node.rule.len();
        let rows = self.rows_of(node);
        let use_in = |p: &PricingProblem| {
            let gain = p.gain(node.rows.iter().map(|&i| i as usize), length);
            let wanted = gain > p.threshold && (!p.counts_rows() || p.admits_cover(rows));
            wanted.then(|| Candidate { tag: p.tag, rule: node.rule.clone(), gain })
        };
        problems.iter().filter_map(use_in).min_by(Candidate::best_first)
    }

    /// True if a node has conditions, none of them forbidden or absent from the schema. A schema
    /// may offer only one branch of a split.
    fn is_rule(&self, node: &Node) -> bool {
        !node.rule.is_empty() && self.samples.schema.offers(&node.rule)
    }
}

impl Pricer for WeightedTree {
    fn name(&self) -> &str {
        "tree"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let shortest = problems.iter().filter_map(|p| p.max_length).min().unwrap_or(usize::MAX);
        let settings = TreeSettings { max_depth: self.settings.max_depth.min(shortest), ..self.settings };
        let min_cover = problems.iter().map(|p| p.min_cover).min().unwrap_or(0);
        let nodes = grow(&self.samples, weigh(problems, self.samples.len()), &settings, min_cover, limits);
        let mut candidates: Vec<Candidate> = nodes
            .iter()
            .filter(|node| (node.leaf || settings.all_nodes) && self.is_rule(node))
            .map_while(|node| limits.reached().is_none().then(|| self.best_use(problems, node)))
            .flatten()
            .collect();
        candidates.sort_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes: nodes.len() as u64 })
    }
}

/// Returns the weighted, labelled samples of the tree for `problems`. Samples without gain anywhere
/// are left out, unless rows are counted.
fn weigh(problems: &[PricingProblem], samples: usize) -> WeightedSamples {
    let mut weighted = WeightedSamples { rows: vec![], labels: vec![], weights: vec![], classes: problems.len() + 1 };
    let counts_rows = problems.iter().any(PricingProblem::counts_rows);
    for i in 0..samples {
        let (mut label, mut best, mut largest) = (problems.len(), 0.0, 0.0f64);
        for (p, problem) in problems.iter().enumerate() {
            let gain = problem.gains[i];
            largest = largest.max(gain.abs());
            if gain > best {
                (label, best) = (p, gain);
            }
        }
        let weight = if best > 0.0 { best } else { largest };
        if weight > 0.0 || counts_rows {
            weighted.rows.push(i as u32);
            weighted.labels.push(label as u32);
            weighted.weights.push(weight);
        }
    }
    weighted
}
