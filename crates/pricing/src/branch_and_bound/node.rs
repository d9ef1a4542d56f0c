//! A node of the search, and its children.

use super::instance::{Code, Cover, Instance};
use super::price::Priced;
use rulegen_rule::Literal;

/// Rules that hold a given conjunction and further literals out of `alive` (by axis).
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) cover: Cover,
    pub(super) alive: Vec<u32>,
    pub(super) path: Vec<Literal>,
    /// No rule below has a larger gain.
    pub(super) bound: f64,
}

/// The children of a node: its surviving literals by axis, each with its place in the enumeration
/// (a child may add the literals after its own) and the bound of what it may grow to.
#[derive(Debug, Default)]
pub(super) struct Children {
    pub(super) literals: Vec<Priced>,
    pub(super) ranks: Vec<u32>,
    pub(super) bounds: Vec<f64>,
    /// Where to look first: the children that are worth opening, in descending order of their bound.
    pub(super) visits: Vec<usize>,
}

impl Children {
    /// The child at `at`.
    pub(super) fn open<C: Code>(&self, instance: &Instance<C>, node: &Node, at: usize, into: &mut Node) {
        let Priced { literal, positive, negative } = self.literals[at];
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

/// Whether so few literals are left that an instance of them alone pays: at most two thirds. To merge rows at every step
/// saves nodes on Boolean rules, but costs more time than they take.
pub(super) fn few<C>(left: usize, instance: &Instance<C>) -> bool {
    3 * left <= 2 * instance.literals.len()
}
