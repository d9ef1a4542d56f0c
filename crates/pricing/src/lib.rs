//! Pricers: conjunctions of large gain.
//!
//! Each answers the pricing problems of `rulegen-driver` over the samples it was made with.
#![forbid(unsafe_code)]

mod branch_and_bound;
mod tree;

pub use branch_and_bound::{BranchAndBound, BranchAndBoundSettings, Order, Proof, RulesAbove};
pub use tree::{Criterion, TreeSettings, WeightedTree};
