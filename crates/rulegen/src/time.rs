//! Sharing out the time that is left.

use rulegen_driver::Limits;
use std::time::Instant;

/// The limits for the first of so many that share the time that is left.
pub(crate) fn part_of(limits: &Limits, sharing: usize) -> Limits {
    let now = Instant::now();
    let until = |deadline: Instant| now + deadline.saturating_duration_since(now) / sharing.max(1) as u32;
    limits.until(limits.deadline.map(until))
}
