//! The progress of an experiment.

/// An observer of the progress of a run.
pub trait Watcher: Sync {
    /// The total work, in units that take about the same time.
    fn begins(&self, _work: u64) {}
    /// How much work is done, most recently on `what`.
    fn advances(&self, _work: u64, _what: &str) {}
}

impl Watcher for () {}
