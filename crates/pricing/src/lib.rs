//! Pricers: conjunctions of large gain.
//!
//! Each answers the pricing problems of `rulegen-driver` over the samples it was made with.
#![forbid(unsafe_code)]

mod bilp;
mod branch_and_bound;
mod error;
mod greedy;
#[cfg(test)]
mod planted;
mod pool;
mod sampled;
mod tree;

pub use bilp::{Bilp, BilpSettings, BilpSolver};
pub use branch_and_bound::{BranchAndBound, BranchAndBoundSettings, Order, Proof, RulesAbove, SearchKind};
pub use error::PricingError;
pub use greedy::{Greedy, GreedySettings};
pub use pool::{Pool, PoolSettings, translate_rule};
pub use sampled::{Draw, Sampled, SampledSettings};
pub use tree::{Criterion, TreeSettings, WeightedTree};
