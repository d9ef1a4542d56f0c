//! Limits that hold everywhere: the clock and the user's wish to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

/// Which limit ended something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The clock.
    #[error("the time limit was reached")]
    Time,
    /// The user.
    #[error("interrupted")]
    Interrupt,
}

/// When to end. Looked at wherever work may take long: a look costs as much as a look at the clock.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to end.
    pub deadline: Option<Instant>,
    /// The time that [`Limits::later`] does not go beyond.
    pub latest: Option<Instant>,
    /// The user's switch.
    pub stop: StopFlag,
    /// The most bytes of memory that anything may need. Estimated beforehand, so that it is refused and not killed.
    pub memory: Option<u64>,
}

/// Something needs more memory than there may be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} needs about {} of memory, more than the {} allowed", in_words(*.need), in_words(*.most))]
pub struct TooLarge {
    /// What it is.
    pub what: String,
    /// The bytes that it needs, by estimate.
    pub need: u64,
    /// The most that it may need.
    pub most: u64,
}

/// Bytes as people say them.
fn in_words(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        gigabytes if gigabytes >= 0.1 => format!("{gigabytes:.1} GB"),
        gigabytes => format!("{:.1} MB", 1e3 * gigabytes),
    }
}

impl Limits {
    /// The limit that is reached, if one is.
    pub fn reached(&self) -> Option<Limit> {
        if self.stop.is_raised() {
            Some(Limit::Interrupt)
        } else {
            self.deadline.filter(|&d| Instant::now() >= d).map(|_| Limit::Time)
        }
    }

    /// Goes on, unless a limit is reached.
    ///
    /// # Errors
    /// The limit.
    pub fn check(&self) -> Result<(), Limit> {
        self.reached().map_or(Ok(()), Err)
    }

    /// Goes on, unless `what` would need more bytes of memory than there may be.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn admit(&self, what: impl Into<String>, need: u64) -> Result<(), TooLarge> {
        match self.memory.filter(|&most| need > most) {
            Some(most) => Err(TooLarge { what: what.into(), need, most }),
            None => Ok(()),
        }
    }

    /// These limits with an earlier deadline, if `deadline` is earlier.
    pub fn until(&self, deadline: Option<Instant>) -> Limits {
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Limits { deadline, ..self.clone() }
    }

    /// These limits with a deadline so long from now, if that is earlier.
    pub fn within(&self, time: Option<Duration>) -> Limits {
        self.until(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// The limits for what may take this part, from 0 to 1, of the time that is left.
    pub fn share(&self, part: f64) -> Limits {
        let now = Instant::now();
        let until = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part);
        self.until(self.deadline.map(until))
    }

    /// The limits for the first of so many that share the time that is left.
    pub fn part(&self, sharing: usize) -> Limits {
        self.share(1.0 / sharing.max(1) as f64)
    }

    /// These limits with a deadline later by this, as far as that may be.
    pub fn later(&self, by: Duration) -> Limits {
        let later = self.deadline.and_then(|deadline| deadline.checked_add(by));
        Limits { deadline: [later, self.latest].into_iter().flatten().min(), ..self.clone() }
    }

    /// These limits for work that is of no use after the deadline of now: whoever has an earlier one within them may be
    /// late, but not later than that.
    pub fn firm(&self) -> Limits {
        Limits { latest: self.latest.or(self.deadline), ..self.clone() }
    }
}

impl From<StopFlag> for Limits {
    fn from(stop: StopFlag) -> Self {
        Limits { stop, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_comes_before_the_clock() {
        let over = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!((over.check(), Limits::default().check()), (Err(Limit::Time), Ok(())));
        over.stop.raise();
        assert_eq!(over.reached(), Some(Limit::Interrupt));
        assert_eq!(over.later(Duration::from_secs(60)).reached(), Some(Limit::Interrupt));
    }

    #[test]
    fn what_needs_too_much_is_refused_in_words() {
        let limits = Limits { memory: Some(2_000_000_000), ..Limits::default() };
        let error = limits.admit("a large table", 3_500_000_000).unwrap_err();
        assert_eq!(error.to_string(), "a large table needs about 3.5 GB of memory, more than the 2.0 GB allowed");
        assert_eq!(
            (limits.admit("a small one", 2_000_000_000), Limits::default().admit("all", u64::MAX)),
            (Ok(()), Ok(()))
        );
    }

    #[test]
    fn the_earlier_deadline_holds() {
        let over = Limits::default().within(Some(Duration::ZERO));
        assert_eq!(over.within(Some(Duration::from_secs(60))).reached(), Some(Limit::Time));
        assert_eq!(over.within(None).reached(), Some(Limit::Time));
        assert_eq!(over.later(Duration::from_secs(60)).reached(), None);
        let firm = over.firm();
        assert_eq!(firm.later(Duration::from_secs(60)).deadline, over.deadline);
        assert_eq!(
            Limits::default().firm().within(Some(Duration::ZERO)).later(Duration::from_secs(60)).reached(),
            None
        );
        assert_eq!(
            Limits::default().within(Some(Duration::MAX)).deadline,
            None,
            "a time that no clock tells is no limit"
        );
    }
}
