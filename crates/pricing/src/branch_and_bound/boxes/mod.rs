//! The search by boxes (RMA: Kagawa and Eckstein; MATH.md 5).
//!
//! A node holds for every axis the bins that its rules may cover, and those that they all do. Classes
//! of rows that no rule of the node tells apart are covered together or not at all, so
//!
//! ```text
//! gain(rule of the node) <= sum over classes of max(0, net gain)  -  fixed  -  per_literal * length
//! ```
//!
//! where `length` counts the literals that all its rules have.

mod axis;
mod branch;
mod node;
mod options;
mod price;
mod profits;
mod search;

pub(super) use search::search_boxes;
