//! Limits that hold everywhere: the clock and the user's wish to stop.

use rulegen_rule::Status;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A switch that ends a run from outside (Ctrl-C); its clones are one switch.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the run to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the run was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When to end: the deadline is looked at inside LPs and pricing calls, the switch in
/// pricing calls and between LPs.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to end.
    pub deadline: Option<Instant>,
    /// The user's switch.
    pub stop: StopFlag,
}

impl Limits {
    /// The limit that is reached, if one is.
    pub fn reached(&self) -> Option<Status> {
        if self.stop.is_raised() {
            Some(Status::Interrupted)
        } else {
            self.deadline.filter(|&d| Instant::now() >= d).map(|_| Status::TimeLimit)
        }
    }

    /// These limits with an earlier deadline, if `deadline` is earlier.
    pub fn until(&self, deadline: Option<Instant>) -> Limits {
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Limits { deadline, stop: self.stop.clone() }
    }
}
