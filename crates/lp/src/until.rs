use std::time::Instant;

use crate::Interrupt;

/// When a solve is given up: at a time, or at someone's wish.
#[derive(Clone, Debug, Default)]
pub struct Until {
    /// The time.
    pub deadline: Option<Instant>,
    /// The wish of another thread.
    pub interrupted: Option<Interrupt>,
}

impl Until {
    /// Whether it is to be given up.
    pub fn is_over(&self) -> bool {
        self.interrupted.as_ref().is_some_and(Interrupt::is_wanted)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
