//! Numbers of a column that are kept.

use super::count::Count;
use serde::{Deserialize, Serialize};

/// A number that is kept, and its rows.
///
/// Rows of numbers that are not kept lie between two marks of their partition. They count at the
/// lower one as `after` it, and at the upper one as `before` it. So marks of several partitions can
/// be added, and still bound the number of rows below each number from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) x: f64,
    pub(super) before: Count,
    pub(super) at: Count,
    pub(super) after: Count,
}
