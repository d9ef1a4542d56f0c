//! Work done by a child process, whose end is not ours.

use std::fs::File;
use std::io::{self, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigHandler, Signal, kill, signal};
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid, dup2_stderr, dup2_stdout, fork};
use serde::{Serialize, de::DeserializeOwned};

use rulegen_limits::Limits;

use super::constants::{GRACE, LOOK};

/// Between the opening of a pipe and the closing of its end for writing no other child may come: it would hold that end as
/// well, and the pipe would not end with the child that writes.
static FORKING: Mutex<()> = Mutex::new(());

/// How a child ended.
#[derive(Debug)]
pub(super) enum Ended<T> {
    /// It answered.
    Answered(T),
    /// It was killed, because time was over or someone wanted no answer any more.
    Late,
    /// It ended without an answer: an assertion of a library, say.
    Died,
}

/// Runs `work` in a copy of this process, which dies alone, prints nothing, and is killed when it is late.
///
/// Of the threads of this process the copy has the calling one only. So `work` must need no lock that another thread may
/// hold: memory and the C library's streams are safe, as the C library frees their locks in the copy.
pub(super) fn in_child<T: Serialize + DeserializeOwned>(
    limits: &Limits,
    work: impl FnOnce() -> T,
) -> io::Result<Ended<T>> {
    let forking = FORKING.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut reader, writer) = io::pipe()?;
    // SAFETY: the copy runs `answer` alone, which never returns; what it may do is said above.
    #[allow(unsafe_code)]
    let child = match unsafe { fork() }? {
        ForkResult::Child => answer(writer, work),
        ForkResult::Parent { child } => Child(child),
    };
    drop(writer);
    drop(forking);
    let mut bytes = Vec::new();
    // The library looks at its own clock, so a deadline has a grace; an interrupt has none.
    let end = limits.deadline.and_then(|deadline| deadline.checked_add(GRACE));
    loop {
        let late = end.is_some_and(|end| Instant::now() >= end);
        if late || limits.stop.is_raised() {
            return Ok(Ended::Late);
        }
        let timeout = PollTimeout::try_from(LOOK).expect("some milliseconds");
        match poll(&mut [PollFd::new(reader.as_fd(), PollFlags::POLLIN)], timeout) {
            Ok(0) | Err(nix::errno::Errno::EINTR) => continue,
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        // It writes all at once, at its end.
        reader.read_to_end(&mut bytes)?;
        drop(child);
        return Ok(postcard::from_bytes(&bytes).map_or(Ended::Died, Ended::Answered));
    }
}

/// A child that is killed, if it still lives, and buried.
struct Child(Pid);

impl Drop for Child {
    fn drop(&mut self) {
        // Either fails only where there is nothing to do.
        let _ = kill(self.0, Signal::SIGKILL);
        while waitpid(self.0, None) == Err(nix::errno::Errno::EINTR) {}
    }
}

/// The life of the child.
fn answer<T: Serialize>(mut writer: PipeWriter, work: impl FnOnce() -> T) -> ! {
    quiet();
    // Its words would need a lock that is held for good if another thread had it.
    set_hook(Box::new(|_| {}));
    let bytes = catch_unwind(AssertUnwindSafe(work)).ok().and_then(|result| postcard::to_allocvec(&result).ok());
    if let Some(bytes) = bytes {
        let _ = writer.write_all(&bytes);
    }
    // Nothing of the parent's is flushed or freed a second time.
    #[allow(unsafe_code)]
    // SAFETY: it ends the process at once.
    unsafe {
        nix::libc::_exit(0)
    }
}

/// No words, no core dump, no part in the parent's interrupts, and no life after the parent's.
fn quiet() {
    if let Ok(nowhere) = File::options().write(true).open("/dev/null") {
        let _ = dup2_stdout(&nowhere);
        let _ = dup2_stderr(&nowhere);
    }
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    // SAFETY: the default and no handler at all touch nothing.
    #[allow(unsafe_code)]
    unsafe {
        let _ = signal(Signal::SIGINT, SigHandler::SigIgn);
        let _ = signal(Signal::SIGTERM, SigHandler::SigDfl);
    }
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_it_answers_arrives_whole() {
        let numbers: Vec<f64> = (0..100_000).map(f64::from).collect();
        let answer = in_child(&Limits::default(), || (numbers.clone(), f64::NEG_INFINITY, "said".to_owned()));
        let Ended::Answered((doubled, infinite, word)) = answer.unwrap() else { panic!("no answer") };
        assert_eq!((doubled, infinite, word.as_str()), (numbers, f64::NEG_INFINITY, "said"));
    }

    #[test]
    fn it_dies_alone() {
        let ended = in_child(&Limits::default(), || -> u32 { std::process::abort() }).unwrap();
        assert!(matches!(ended, Ended::Died), "{ended:?}");
        let ended = in_child(&Limits::default(), || -> u32 { panic!("unheard") }).unwrap();
        assert!(matches!(ended, Ended::Died), "{ended:?}");
    }

    /// A short job next to a long one.
    #[test]
    fn nobody_waits_for_the_children_of_others() {
        std::thread::scope(|scope| {
            let nap = |time: u64| move || std::thread::sleep(Duration::from_millis(time));
            let long = scope.spawn(move || in_child(&Limits::default(), nap(4000)));
            for _ in 0..20 {
                in_child(&Limits::default(), nap(1)).unwrap();
            }
            assert!(!long.is_finished(), "the short ones waited");
            long.join().unwrap().unwrap();
        });
    }

    #[test]
    fn it_is_killed_when_late() {
        let sleep = || std::thread::sleep(Duration::from_secs(60));
        let start = Instant::now();
        let limits = Limits::default().until(Some(start + Duration::from_millis(30)));
        assert!(matches!(in_child(&limits, sleep).unwrap(), Ended::Late));
        let limits = Limits::default();
        limits.stop.raise();
        assert!(matches!(in_child(&limits, sleep).unwrap(), Ended::Late));
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
