//! Proofs that others can check (docs/proof.md): what a fit proved, in whole numbers, beside the
//! data that it is about.
//!
//! A fit that keeps its proof ([`Learner::with_proof`](crate::Learner::with_proof)) returns a
//! [`ModelProof`]: the rules, costs and dual points. A [`ProvedRows`] has the digests of the data.
//! Both together are the [`Proof`], a file.

mod checks;
mod claim;
mod exact;
mod format;
mod model;
mod point;
mod rows;
mod rule_sets;
mod scope;
mod share;
mod weights;

pub(crate) use checks::{check_provable, refuse_proof};
pub use format::Proof;
pub use model::ModelProof;
pub use rows::{FileLayout, GroupedBy, ProvedRows};
pub(crate) use rule_sets::{DualLeaf, DualValues, ProvedRuleSets, RuleSetDuals};
pub(crate) use weights::{WeighedModel, proof_or_warning};
