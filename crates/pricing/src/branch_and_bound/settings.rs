//! What a user may choose.

use std::num::NonZeroUsize;
use std::time::Duration;

/// What a finished search has proved beyond the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// The first rule has the greatest gain of all; the others are good ones met on the way. All that
    /// column generation needs, and much the faster: literals that do not pay for themselves, and
    /// looser or tighter ones of a nested chain, are left out of whole subtrees.
    #[default]
    Best,
    /// The rules returned are those of greatest gain, of all that cover different samples; of rules
    /// that cover the same, the shortest, then the first in the order of rules, stands for all.
    Columns,
}

/// Which open node is searched next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The children of a node before its siblings: no memory to speak of.
    #[default]
    DepthFirst,
    /// The node of the largest bound: the bound at an early stop falls evenly, at the cost of memory.
    BestFirst,
}

/// How the rules are divided into nodes.
///
/// [`Proof::Columns`] is always proved by enumeration: boxes do not tell rules of one cover from rules
/// that differ on rows without gain. So is what has forbidden literals: a box may end anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchKind {
    /// By literals; a problem of more than a few literals that takes many nodes is searched by boxes and by
    /// literals in turn, each time with more nodes.
    #[default]
    Mixed,
    /// By the literals that a rule has: every set of literals is a node.
    Enumeration,
    /// By the boxes that a rule lies between (RMA).
    Boxes,
}

/// Settings of [`BranchAndBound`](crate::BranchAndBound).
///
/// | name | default | purpose | range |
/// |---|---|---|---|
/// | `columns` | 10 | the most rules returned for a problem | at least 1 |
/// | `proof` | [`Proof::Best`] | what is proved of them | |
/// | `search` | [`SearchKind::Mixed`] | how the rules are divided into nodes | |
/// | `first_nodes` | 200,000 | nodes of the first turn of [`SearchKind::Mixed`], by literals | |
/// | `short` | none | lengths of rules that are searched first, ascending: longer ones only where none gains | at least 1 |
/// | `order` | [`Order::DepthFirst`] | which open node is searched next | |
/// | `beam` | 16 | nodes kept per length in the beam search that comes first; 0: no beam search | |
/// | `node_limit` | none | the most nodes opened for a problem | |
/// | `enough` | none | nodes after which the search of a problem ends if it has found a rule | |
/// | `patience` | none | the time after which the search of a problem ends if it has found a rule | |
/// | `time_limit` | none | the most time for one call, all problems together | |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchAndBoundSettings {
    /// The most rules returned for a problem.
    pub columns: NonZeroUsize,
    /// What is proved of them.
    pub proof: Proof,
    /// How the rules are divided into nodes.
    pub search: SearchKind,
    /// Nodes of the first turn of [`SearchKind::Mixed`], by literals.
    pub first_nodes: u64,
    /// Rules of at most so many literals are searched first, then of at most the next number, and all rules only where
    /// none of these gains: nothing is proved of the others before. Short rules are proved to be dry in a moment where
    /// long ones take hours, and column generation over them leads to where long ones gain. Limits on nodes and patience
    /// hold for each of these searches.
    pub short: Vec<usize>,
    /// Which open node is searched next.
    pub order: Order,
    /// Nodes kept per length in the beam search that comes first; 0 leaves it out.
    pub beam: usize,
    /// The most nodes opened for a problem.
    pub node_limit: Option<u64>,
    /// Nodes after which the search of a problem ends if it has found a rule.
    pub enough: Option<u64>,
    /// The time after which the search of a problem ends if it has found a rule: to give up earlier would
    /// be of no use to column generation. With it, results depend on the clock.
    pub patience: Option<Duration>,
    /// The most time for one call, all problems together. With it, or a deadline, results depend on the clock.
    pub time_limit: Option<Duration>,
}

impl Default for BranchAndBoundSettings {
    fn default() -> Self {
        BranchAndBoundSettings {
            columns: NonZeroUsize::new(10).expect("ten is not zero"),
            proof: Proof::default(),
            search: SearchKind::default(),
            first_nodes: 200_000,
            short: Vec::new(),
            order: Order::default(),
            beam: 16,
            node_limit: None,
            enough: None,
            patience: None,
            time_limit: None,
        }
    }
}
