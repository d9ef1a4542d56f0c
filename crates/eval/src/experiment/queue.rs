//! Work for several threads under a bound on memory.

use rulegen::limits::StopFlag;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a waiting thread checks whether the run was asked to end.
const LOOK: Duration = Duration::from_millis(50);

/// Jobs in the order in which they are to be done, each with the memory that it needs.
#[derive(Debug)]
pub(crate) struct Queue<J> {
    state: Mutex<State<J>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<J> {
    ready: VecDeque<(J, u64)>,
    running: usize,
    free: u64,
}

impl<J> Queue<J> {
    /// A queue whose running jobs need at most `memory` together; a job that needs more runs alone.
    pub(crate) fn new(jobs: impl IntoIterator<Item = (J, u64)>, memory: u64) -> Self {
        let state = State { ready: jobs.into_iter().collect(), running: 0, free: memory };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The first job that there is memory for, and what it needs: waits until there is one. None when all is done, or
    /// the run was asked to end.
    pub(crate) fn take(&self, stop: &StopFlag) -> Option<(J, u64)> {
        let mut state = self.lock();
        loop {
            if stop.is_raised() || (state.ready.is_empty() && state.running == 0) {
                return None;
            }
            let fits = state.ready.iter().position(|(_, need)| *need <= state.free);
            if let Some(at) = fits.or((state.running == 0).then_some(0)) {
                let (job, need) = state.ready.remove(at)?;
                state.running += 1;
                // What runs alone may need more than there is.
                let taken = need.min(state.free);
                state.free -= taken;
                return Some((job, taken));
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns the memory of a job from [`Queue::take`], and puts a job that has become possible before all others.
    pub(crate) fn done(&self, taken: u64, next: Option<(J, u64)>) {
        let mut state = self.lock();
        state.running -= 1;
        state.free += taken;
        next.into_iter().for_each(|job| state.ready.push_front(job));
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_shared_out() {
        let (queue, stop) =
            (Queue::new([("large", 9), ("small", 4), ("huge", 20), ("little", 2)], 10), StopFlag::default());
        assert_eq!(queue.take(&stop), Some(("large", 9)));
        queue.done(9, None);
        // The next takes its part, what does not fit beside it waits, and smaller ones go before.
        assert_eq!(queue.take(&stop), Some(("small", 4)));
        assert_eq!(queue.take(&stop), Some(("little", 2)));
        queue.done(2, Some(("more", 6)));
        assert_eq!(queue.take(&stop), Some(("more", 6)));
        queue.done(4, None);
        queue.done(6, None);
        assert_eq!(queue.take(&stop), Some(("huge", 10)));
        queue.done(10, None);
        assert_eq!(queue.take(&stop), None);
    }

    #[test]
    fn a_waiting_thread_is_woken_or_sent_home() {
        let (queue, stop) = (Queue::new([(1, 1)], 1), StopFlag::default());
        assert_eq!(queue.take(&stop), Some((1, 1)));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take(&stop));
            queue.done(1, Some((2, 1)));
            assert_eq!(waiting.join().unwrap(), Some((2, 1)));
            let waiting = scope.spawn(|| queue.take(&stop));
            stop.raise();
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
