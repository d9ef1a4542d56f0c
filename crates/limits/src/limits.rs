use crate::{Limit, StopFlag, TooLarge};
use std::time::{Duration, Instant};

/// The limits within which work has to end. Long work calls [`reached`](Self::reached) or
/// [`check`](Self::check) often, since a call costs no more than reading the clock.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which the work ends.
    pub deadline: Option<Instant>,
    /// The time up to which [`Limits::later`] may move the deadline, set by [`Limits::firm`].
    pub latest: Option<Instant>,
    /// The flag that a user raises to end the work.
    pub stop: StopFlag,
    /// The most memory, in bytes, that a single piece of work may need. The need is estimated
    /// before the work begins, so that large inputs are refused with an error and the process is
    /// not killed by the system.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns the limit that is reached, if there is one. An interrupt comes before the clock.
    pub fn reached(&self) -> Option<Limit> {
        if self.stop.is_raised() {
            Some(Limit::Interrupt)
        } else {
            self.deadline.filter(|&d| Instant::now() >= d).map(|_| Limit::Time)
        }
    }

    /// Returns an error once a limit is reached.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn check(&self) -> Result<(), Limit> {
        self.reached().map_or(Ok(()), Err)
    }

    /// Refuses work that would need more memory than the limit.
    ///
    /// # Errors
    /// [`TooLarge`] if `need`, in bytes, is above [`Limits::memory`].
    pub fn admit(&self, what: impl Into<String>, need: u64) -> Result<(), TooLarge> {
        match self.memory.filter(|&most| need > most) {
            Some(most) => Err(TooLarge { what: what.into(), need, most }),
            None => Ok(()),
        }
    }

    /// Returns these limits with the earlier of two deadlines, theirs and `deadline`.
    pub fn until(&self, deadline: Option<Instant>) -> Limits {
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Limits { deadline, ..self.clone() }
    }

    /// Returns these limits with a deadline at most `time` from now.
    pub fn within(&self, time: Option<Duration>) -> Limits {
        self.until(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Returns limits for work that may take `part`, from 0 to 1, of the time left.
    pub fn share(&self, part: f64) -> Limits {
        let now = Instant::now();
        let until = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part);
        self.until(self.deadline.map(until))
    }

    /// Returns limits for the first of `sharing` tasks that share the time left equally.
    pub fn part(&self, sharing: usize) -> Limits {
        self.share(1.0 / sharing.max(1) as f64)
    }

    /// Returns these limits with a deadline later by `by`, but no later than
    /// [`Limits::latest`].
    pub fn later(&self, by: Duration) -> Limits {
        let later = self.deadline.and_then(|deadline| deadline.checked_add(by));
        Limits { deadline: [later, self.latest].into_iter().flatten().min(), ..self.clone() }
    }

    /// Returns limits whose present deadline is firm, for work that is useless after it:
    /// [`Limits::later`] may move earlier deadlines of its parts, but none past this one.
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
        let small = Limits { memory: Some(99), ..Limits::default() };
        let error = small.admit("a small one", 2_000).unwrap_err();
        assert_eq!(error.to_string(), "a small one needs about 2.0 kB of memory, more than the 99 bytes allowed");
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
