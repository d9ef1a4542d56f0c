//! The search, length by length.

use super::histogram::{Share, price, restrict};
use super::settings::GreedySettings;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, Limits, PricingProblem};
use rulegen_rule::{Literal, Rule};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Columns between two looks at the limits. A look takes less than a microsecond, a column a pass over the samples. Not measured; a wish to
/// end waits for so many passes.
const COLUMNS_PER_LOOK: usize = 16;

/// Keys of sets of samples are random as they are: there is nothing to hash.
type RandomKeys = BuildHasherDefault<Keep>;

#[derive(Default)]
struct Keep(u64);

impl Hasher for Keep {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }
}

/// One pricing problem under search.
pub(super) struct Search<'a> {
    samples: &'a Samples,
    problem: &'a PricingProblem,
    settings: &'a GreedySettings,
    /// By sample.
    shares: Vec<Share>,
}

/// A rule to be extended.
struct Node {
    rule: Rule,
    /// The covered samples of nonzero gain, ascending; all of them where rows are counted.
    rows: Vec<u32>,
}

/// An extension of a node by one literal.
struct Child {
    node: usize,
    literal: Literal,
    share: Share,
    gain: f64,
}

impl<'a> Search<'a> {
    pub(super) fn new(samples: &'a Samples, problem: &'a PricingProblem, settings: &'a GreedySettings) -> Self {
        let share = |(i, &gain): (usize, &f64)| Share::of(i as u32, gain, samples.counts[i]);
        let shares = problem.gains.iter().enumerate().map(share).collect();
        Search { samples, problem, settings, shares }
    }

    /// The rules found, and the number of rules extended.
    pub(super) fn run(&self, limits: &Limits) -> (Vec<Candidate>, u64) {
        // Rows without gain matter only where they are counted.
        let matters = |&i: &u32| self.problem.counts_rows() || self.problem.gains[i as usize] != 0.0;
        let active = (0..self.samples.len() as u32).filter(matters);
        let mut beam = vec![Node { rule: Rule::default(), rows: active.collect() }];
        let mut covers = HashSet::with_hasher(RandomKeys::default());
        let mut candidates = Vec::new();
        let mut nodes = 0;
        let longest = self.settings.max_length.get().min(self.problem.max_length.unwrap_or(usize::MAX));
        for length in 1..=longest {
            if beam.is_empty() || limits.reached().is_some() {
                break;
            }
            nodes += beam.len() as u64;
            let extend = |(node, parent): (usize, &Node)| self.extend(node, parent, length, limits);
            let children: Vec<Child> = beam.par_iter().enumerate().flat_map_iter(extend).collect();
            // Millions of extensions take a while to be put in order. Short rules are there already.
            if length > 1 && limits.reached().is_some() {
                break;
            }
            // Of equals the extension of the better rule comes first, then the first literal: as they were made.
            let mut order: Vec<(f64, u32)> = children.iter().zip(0..).map(|(child, at)| (child.gain, at)).collect();
            order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut is_new = |at: u32| covers.insert(children[at as usize].share.key);
            let children: Vec<&Child> =
                order.iter().filter(|(_, at)| is_new(*at)).map(|(_, at)| &children[*at as usize]).collect();
            candidates.extend(self.best(&beam, &children));
            beam = self.next(&beam, &children, length);
        }
        (candidates, nodes)
    }

    /// All extensions to a canonical rule of `length` literals that could matter, themselves or as a
    /// part of longer ones.
    fn extend(&self, node: usize, parent: &Node, length: usize, limits: &Limits) -> Vec<Child> {
        let mut children = Vec::new();
        let cost = self.problem.cost(length);
        for (column, (feature, codes)) in
            self.samples.schema.features.iter().zip(self.samples.table.columns()).enumerate()
        {
            if column.is_multiple_of(COLUMNS_PER_LOOK) && limits.reached().is_some() {
                break;
            }
            price(feature, codes, &parent.rows, &self.shares, |test, share| {
                let small = self.problem.counts_rows() && !self.problem.admits_cover(share.rows);
                if small || share.positive - cost <= self.problem.threshold {
                    return;
                }
                let literal = Literal::new(column as u32, test);
                let nested = |&other: &Literal| literal.implies(other) || other.implies(literal);
                if !parent.rule.literals().iter().any(nested) {
                    let gain = share.positive + share.negative - cost;
                    children.push(Child { node, literal, share, gain });
                }
            });
        }
        children
    }

    /// The best of `children`, with their true gains.
    fn best(&self, beam: &[Node], children: &[&Child]) -> impl Iterator<Item = Candidate> {
        let wanted = children.iter().filter(|child| child.gain > self.problem.threshold);
        wanted.take(self.settings.columns.get()).filter_map(|child| {
            let rule = beam[child.node].rule.and(child.literal);
            let gain = self.problem.gain(self.samples.cover(&rule).iter(), rule.len());
            // The running sums round in another order.
            (gain > self.problem.threshold).then_some(Candidate { tag: self.problem.tag, rule, gain })
        })
    }

    /// The rules to extend next.
    fn next(&self, beam: &[Node], children: &[&Child], length: usize) -> Vec<Node> {
        let longer = self.problem.cost(length + 1);
        let promising = |child: &&&Child| child.share.positive - longer > self.problem.threshold.max(child.gain);
        let chosen: Vec<&Child> = children.iter().filter(promising).take(self.settings.beam.get()).copied().collect();
        let node = |child: &Child| {
            let column = child.literal.column as usize;
            let (feature, codes) = (&self.samples.schema.features[column], &self.samples.table.columns()[column]);
            let rows = restrict(feature, codes, child.literal.test, &beam[child.node].rows);
            Node { rule: beam[child.node].rule.and(child.literal), rows }
        };
        chosen.into_par_iter().map(node).collect()
    }
}
