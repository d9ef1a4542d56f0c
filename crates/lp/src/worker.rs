//! Calls into a library that may panic, and may not come back in time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::LpError;

/// Runs `work` and gives its result, or `None` if the deadline passed first.
///
/// With a deadline, `work` runs on a thread of its own, which is left behind when the deadline
/// passes: it goes on using a core and its memory until `work` ends by itself. A panic becomes
/// [`LpError::Backend`] (its message still goes to the panic hook, by default stderr).
pub(crate) fn run_until<T: Send + 'static>(
    name: &'static str,
    deadline: Option<Instant>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, LpError> {
    let guarded = move || {
        catch_unwind(AssertUnwindSafe(work))
            .map_err(|panic| LpError::Backend { name, message: panic_message(panic.as_ref()) })
    };
    let Some(deadline) = deadline else {
        return guarded().map(Some);
    };
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new()
        .name(format!("lp-{name}"))
        .spawn(move || {
            // Nobody listens after the deadline.
            let _ = sender.send(guarded());
        })
        .map_err(|error| LpError::Backend {
            name,
            message: format!("no thread for a solve with a deadline: {error}"),
        })?;
    let left = deadline.saturating_duration_since(Instant::now());
    match receiver.recv_timeout(left) {
        Ok(result) => result.map(Some),
        Err(_) => Ok(None),
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_panic_is_an_error_with_and_without_a_deadline() {
        for deadline in [None, Some(Instant::now() + Duration::from_secs(60))] {
            let result = run_until("test", deadline, || -> u32 { panic!("at the disco") });
            assert_eq!(result, Err(LpError::Backend { name: "test", message: "panic: at the disco".into() }));
        }
    }

    #[test]
    fn a_late_answer_is_none() {
        let deadline = Instant::now() + Duration::from_millis(20);
        let late = run_until("test", Some(deadline), || {
            thread::sleep(Duration::from_millis(500));
        });
        assert_eq!(late, Ok(None));
        assert!(deadline.elapsed() < Duration::from_millis(400));
    }
}
