//! Calls into libraries that may panic or overrun their limits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rulegen_limits::Limits;

use crate::LpError;

/// The interval at which the flag is checked: a fifth of the tenth of a second up to which an
/// answer to Ctrl-C seems immediate (Miller 1968). Shorter intervals wake a thread that has nothing
/// to do more often than the 50 times a second of this one.
const LOOK: Duration = Duration::from_millis(20);

/// Runs `work` and returns its result, or `None` if there is none `grace` after a limit was
/// reached.
///
/// `work` runs on a thread of its own, which is left behind in that case: it uses a core and its
/// memory until `work` ends by itself. A panic becomes [`LpError::Backend`]; its message still goes
/// to the panic hook, by default stderr.
pub(crate) fn run_watched<T: Send + 'static>(
    name: &'static str,
    limits: &Limits,
    grace: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, LpError> {
    let guarded = move || {
        catch_unwind(AssertUnwindSafe(work))
            .map_err(|panic| LpError::Backend { name: name.to_owned(), message: panic_message(panic.as_ref()) })
    };
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .name(format!("lp-{name}"))
        .spawn(move || {
            // After a limit nobody receives the result.
            let _ = sender.send(guarded());
        })
        .map_err(|error| LpError::Backend {
            name: name.to_owned(),
            message: format!("no thread for a solve that may be stopped: {error}"),
        })?;
    let mut end = limits.deadline.and_then(|deadline| deadline.checked_add(grace));
    let mut seen = false;
    loop {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let wait = left.filter(|&left| seen || left < LOOK).unwrap_or(LOOK);
        match receiver.recv_timeout(wait) {
            Ok(result) => return result.map(Some),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(None);
        }
        if !seen && limits.stop.is_raised() {
            let given_up = Instant::now() + grace;
            end = Some(end.map_or(given_up, |end| end.min(given_up)));
            seen = true;
        }
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_and_without_a_deadline() {
        for deadline in [None, Some(Instant::now() + Duration::from_secs(60))] {
            let limits = Limits::default().until(deadline);
            let result = run_watched("test", &limits, Duration::ZERO, || -> u32 { panic!("at the disco") });
            assert_eq!(result, Err(LpError::Backend { name: "test".into(), message: "panic: at the disco".into() }));
        }
    }

    #[test]
    fn a_late_answer_is_none() {
        let deadline = Instant::now() + Duration::from_millis(20);
        let limits = Limits::default().until(Some(deadline));
        let late = run_watched("test", &limits, Duration::ZERO, || {
            thread::sleep(Duration::from_millis(500));
        });
        assert_eq!(late, Ok(None));
        assert!(deadline.elapsed() < Duration::from_millis(400));
    }

    #[test]
    fn a_flag_ends_the_wait() {
        let limits = Limits::default();
        limits.stop.raise();
        let start = Instant::now();
        let answer = run_watched("test", &limits, Duration::ZERO, || thread::sleep(Duration::from_millis(500)));
        assert_eq!(answer, Ok(None));
        assert!(start.elapsed() < Duration::from_millis(400));
        assert_eq!(run_watched("test", &limits, Duration::from_secs(60), || 7), Ok(Some(7)));
    }
}
