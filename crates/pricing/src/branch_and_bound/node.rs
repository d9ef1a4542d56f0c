//! A node of the search, and its children.

use super::instance::{Code, Cover, Instance};
use super::price::LiteralPrice;
use rulegen_rule::Literal;

/// Rules that extend a given conjunction by literals out of `alive` (by axis).
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) cover: Cover,
    pub(super) alive: Vec<u32>,
    pub(super) path: Vec<Literal>,
    /// A number that no rule below exceeds in gain.
    pub(super) bound: f64,
}

/// The children of a node: its surviving literals by axis, each with its position in the
/// enumeration and the bound on the rules that extend it. A child may add the literals after its
/// own.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) literals: Vec<LiteralPrice>,
    pub(super) ranks: Vec<u32>,
    pub(super) bounds: Vec<f64>,
    /// The children that are worth opening, in descending order of their bound.
    pub(super) visits: Vec<usize>,
}

impl Children {
    /// Opens the child at `at`.
    pub(super) fn open<C: Code>(&self, instance: &Instance<C>, node: &Node, at: usize, into: &mut Node) {
        let LiteralPrice { literal, positive, negative } = self.literals[at];
        let own = instance.literals[literal as usize];
        instance.restrict(&node.cover, literal, positive, negative, &mut into.cover);
        into.alive.clear();
        into.alive.extend(self.literals.iter().zip(&self.ranks).filter_map(|(other, &rank)| {
            let literal = &instance.literals[other.literal as usize];
            (rank > self.ranks[at] && (literal.axis != own.axis || literal.set.crosses(own.set)))
                .then_some(other.literal)
        }));
        into.path.clear();
        into.path.extend_from_slice(&node.path);
        into.path.push(own.literal);
        into.bound = self.bounds[at];
    }
}

/// True if an instance of the remaining literals alone pays, because at most two thirds of them are
/// left. Merging rows at every step saves nodes on Boolean rules, but costs more time than they
/// take.
pub(super) fn few<C>(left: usize, instance: &Instance<C>) -> bool {
    3 * left <= 2 * instance.literals.len()
}
