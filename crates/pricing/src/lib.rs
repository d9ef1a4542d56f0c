#![doc = include_str!("../README.md")]
//! Each answers the pricing problems of `rulegen-driver` over the samples it was made with.
#![forbid(unsafe_code)]

#[cfg(feature = "bilp")]
mod bilp;
mod branch_and_bound;
mod by_tag;
mod candidate;
mod check;
mod coarsen;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod cube;
mod error;
#[cfg(test)]
mod exactness;
mod greedy;
mod lanes;
#[cfg(test)]
mod planted;
mod pool;
mod rules_above;
mod sampling;
mod satisfies;
mod tree;
mod union;

#[cfg(feature = "bilp")]
pub use bilp::{Bilp, BilpSettings, BilpSolver};
pub use branch_and_bound::{BranchAndBound, BranchAndBoundSettings};
pub use by_tag::ByTag;
pub use cube::{Cube, CubeSettings};
pub use error::PricingError;
pub use greedy::{Greedy, GreedySettings, Shard, ShardPart, ShardedGreedy, Shards, Share};
pub use pool::{Pool, translate_rule};
pub use rules_above::RulesAbove;
pub use sampling::{Sampling, SamplingSettings};
pub use tree::{Criterion, TreeSettings, WeightedTree};
pub use union::Union;
