//! Runs work in a child process whose failure does not end this process.

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

/// Guards pipe and fork. A child forked while another pipe is open for writing would inherit that
/// end, and the pipe would then not end with the child that writes to it.
static FORKING: Mutex<()> = Mutex::new(());

/// The end of a child.
#[derive(Debug)]
pub(super) enum ChildEnd<T> {
    /// The child answered.
    Answered(T),
    /// The child was killed, because a limit was reached.
    Late,
    /// The child ended without an answer, for example by an assertion of a library.
    Died,
}

/// Runs `work` in a copy of this process that prints nothing, fails alone, and is killed when it is
/// late.
///
/// The copy has only the calling thread. `work` must therefore need no lock that another thread may
/// own. Memory and the streams of the C library are safe, since the C library frees their locks in
/// the copy.
pub(super) fn in_child<T: Serialize + DeserializeOwned>(
    limits: &Limits,
    work: impl FnOnce() -> T,
) -> io::Result<ChildEnd<T>> {
    let forking = FORKING.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut reader, writer) = io::pipe()?;
    // SAFETY: the copy runs `answer` alone, which never returns; its requirements are stated above.
    #[allow(unsafe_code)]
    let child = match unsafe { fork() }? {
        ForkResult::Child => answer(writer, work),
        ForkResult::Parent { child } => Child(child),
    };
    drop(writer);
    drop(forking);
    let mut bytes = Vec::new();
    // A deadline has a grace period, because the library checks its own clock; an interrupt has
    // none.
    let end = limits.deadline.and_then(|deadline| deadline.checked_add(GRACE));
    loop {
        let late = end.is_some_and(|end| Instant::now() >= end);
        if late || limits.stop.is_raised() {
            return Ok(ChildEnd::Late);
        }
        let timeout = PollTimeout::try_from(LOOK).expect("some milliseconds");
        match poll(&mut [PollFd::new(reader.as_fd(), PollFlags::POLLIN)], timeout) {
            Ok(0) | Err(nix::errno::Errno::EINTR) => continue,
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        // The child writes everything at once, at its end.
        reader.read_to_end(&mut bytes)?;
        drop(child);
        return Ok(postcard::from_bytes(&bytes).map_or(ChildEnd::Died, ChildEnd::Answered));
    }
}

/// A child process, which is killed if it still runs, and reaped.
struct Child(Pid);

impl Drop for Child {
    fn drop(&mut self) {
        // Both calls fail only if there is nothing to do.
        let _ = kill(self.0, Signal::SIGKILL);
        while waitpid(self.0, None) == Err(nix::errno::Errno::EINTR) {}
    }
}

/// The main function of the child.
fn answer<T: Serialize>(mut writer: PipeWriter, work: impl FnOnce() -> T) -> ! {
    quiet();
    // The default hook would need a lock that stays locked forever if another thread had it.
    set_hook(Box::new(|_| {}));
    let bytes = catch_unwind(AssertUnwindSafe(work)).ok().and_then(|result| postcard::to_allocvec(&result).ok());
    if let Some(bytes) = bytes {
        let _ = writer.write_all(&bytes);
    }
    // Exits without flushing or freeing anything of the parent's a second time.
    #[allow(unsafe_code)]
    // SAFETY: it ends the process at once.
    unsafe {
        nix::libc::_exit(0)
    }
}

/// Silences the child, forbids core dumps and interrupts, and ties its life to that of the parent.
fn quiet() {
    if let Ok(nowhere) = File::options().write(true).open("/dev/null") {
        let _ = dup2_stdout(&nowhere);
        let _ = dup2_stderr(&nowhere);
    }
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    // SAFETY: setting the default handler or none touches no memory.
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
        let ChildEnd::Answered((doubled, infinite, word)) = answer.unwrap() else { panic!("no answer") };
        assert_eq!((doubled, infinite, word.as_str()), (numbers, f64::NEG_INFINITY, "said"));
    }

    #[test]
    fn it_dies_alone() {
        let ended = in_child(&Limits::default(), || -> u32 { std::process::abort() }).unwrap();
        assert!(matches!(ended, ChildEnd::Died), "{ended:?}");
        let ended = in_child(&Limits::default(), || -> u32 { panic!("unheard") }).unwrap();
        assert!(matches!(ended, ChildEnd::Died), "{ended:?}");
    }

    /// Runs short jobs next to a long one.
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
        assert!(matches!(in_child(&limits, sleep).unwrap(), ChildEnd::Late));
        let limits = Limits::default();
        limits.stop.raise();
        assert!(matches!(in_child(&limits, sleep).unwrap(), ChildEnd::Late));
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}
