//! The rows that rules share.

use rulegen::measure::Rate;
use rulegen_rule::{Model, RowSet};

/// The most rules that are compared pair by pair.
const MOST_COMPARED: usize = 300;

/// The most pairs that are kept.
const MOST_PAIRS: usize = 5;

/// Two rules that cover many of the same rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapPair {
    /// The index of the one with more weight.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// The share of the rows that either covers which both cover.
    pub shared: Rate,
    /// True if they vote for one class.
    pub agree: bool,
}

/// The rows that rules share.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// `rows[k]` rows meet exactly `k` rules.
    pub rows: Vec<usize>,
    /// The share of rows that no rule covers.
    pub uncovered: Rate,
    /// The share of rows that rules of two classes or more cover.
    pub disputed: Rate,
    /// The pairs that overlap most, of the first 300 rules.
    pub pairs: Vec<OverlapPair>,
    /// The number of rules that were compared pair by pair.
    pub compared: usize,
}

impl Overlap {
    pub(super) fn new(model: &Model, covers: &[RowSet], n: usize) -> Overlap {
        let mut met = vec![0_usize; n];
        let mut class = vec![None; n];
        let mut disputed = vec![false; n];
        for (rule, cover) in model.rules.iter().zip(covers) {
            for row in cover.iter() {
                met[row] += 1;
                disputed[row] |= *class[row].get_or_insert(rule.class) != rule.class;
            }
        }
        let mut rows = vec![0; met.iter().max().map_or(1, |most| most + 1)];
        met.iter().for_each(|&rules| rows[rules] += 1);
        let compared = covers.len().min(MOST_COMPARED);
        Overlap {
            uncovered: Rate::new(rows[0], n),
            disputed: Rate::new(disputed.iter().filter(|&&d| d).count(), n),
            rows,
            pairs: pairs(model, &covers[..compared]),
            compared,
        }
    }
}

/// The pairs that share the largest part of their rows.
fn pairs(model: &Model, covers: &[RowSet]) -> Vec<OverlapPair> {
    let counts: Vec<usize> = covers.iter().map(RowSet::count).collect();
    let mut pairs = Vec::new();
    for first in 0..covers.len() {
        for second in first + 1..covers.len() {
            let both = covers[first].count_common(&covers[second]);
            let shared = Rate::new(both, counts[first] + counts[second] - both);
            let agree = model.rules[first].class == model.rules[second].class;
            if both > 0 {
                pairs.push(OverlapPair { first, second, shared, agree });
            }
        }
    }
    // The sort is stable: of equal shares, rules of more weight come first.
    pairs.sort_by(|a, b| b.shared.rate.partial_cmp(&a.shared.rate).expect("pairs share rows"));
    pairs.truncate(MOST_PAIRS);
    pairs
}
