use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends work from outside, for example on Ctrl-C. All clones of a flag are one flag,
/// and once raised it stays so.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the work to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the work was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
