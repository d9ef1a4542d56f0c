//! The frame around the check of every target: the corpus, the time that an input may take, and the
//! report of a failure.

use crate::mutant::Mutant;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, process, thread};

/// No input of a few kilobytes should take longer, on a busy machine either.
const SLOW: Duration = Duration::from_secs(20);

/// After this time an input is taken to have no end.
const HUNG: Duration = Duration::from_secs(90);

/// Checks the files of a corpus as they are, and as many mutants of them as there is time for. An
/// engine that is guided by coverage (`cfg(fuzzing)`) edits files itself, and keeps those that
/// reach new code.
///
/// A macro, because the engine takes the name of the target from the place of the call.
macro_rules! fuzz_files {
    ($name:literal, $words:expr, $check:expr) => {
        let corpus = $crate::target::corpus($name);
        let taken = corpus.iter().filter(|bytes| $crate::target::watch($name, bytes, $check)).count();
        assert!(taken > 0, "no file of the corpus is a sound one");
        if cfg!(fuzzing) {
            bolero::check!().for_each(|bytes| {
                $crate::target::watch($name, bytes, $check);
            });
        } else {
            bolero::check!().with_type::<$crate::mutant::Mutant>().for_each(|mutant| {
                $crate::target::check_mutant($name, mutant, &corpus, $words, $check);
            });
        }
    };
}
pub(crate) use fuzz_files;

/// Reads the files of a corpus.
pub(crate) fn corpus(name: &str) -> Vec<Vec<u8>> {
    files(name).iter().map(|file| fs::read(file).expect("a file of the corpus can be read")).collect()
}

/// The files of a corpus, in the order of their names.
pub(crate) fn files(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    files.sort();
    files
}

/// Checks one mutant.
pub(crate) fn check_mutant(
    name: &str,
    mutant: &Mutant,
    corpus: &[Vec<u8>],
    words: &[&str],
    check: impl Fn(&[u8]) -> bool,
) {
    watch(name, &mutant.bytes(corpus, words), check);
}

/// Checks an input. One that fails is left in `target/fuzz/NAME.failed`, the shortest of several.
/// If it is put into the corpus, it is tried in every later run. An input that does not come to an
/// end ends the process, and is left there too.
///
/// A check returns whether the input was sound.
pub(crate) fn watch(name: &str, bytes: &[u8], check: impl Fn(&[u8]) -> bool) -> bool {
    let start = Instant::now();
    let input = Input { name: name.to_owned(), bytes: bytes.to_vec(), start };
    *running() = Some(input);
    let _keeper = Keeper;
    let taken = check(bytes);
    assert!(start.elapsed() < SLOW, "an input of {} bytes took {:.1?}", bytes.len(), start.elapsed());
    *running() = None;
    taken
}

/// Keeps the input of a check that panics. No hook: the engine has one of its own.
struct Keeper;

impl Drop for Keeper {
    fn drop(&mut self) {
        if thread::panicking() {
            keep(running().take());
        }
    }
}

/// The input that is being checked.
struct Input {
    name: String,
    bytes: Vec<u8>,
    start: Instant,
}

/// The input of this moment. The first call starts the thread that watches it.
fn running() -> MutexGuard<'static, Option<Input>> {
    static RUNNING: Mutex<Option<Input>> = Mutex::new(None);
    static GUARDED: Once = Once::new();
    GUARDED.call_once(|| {
        thread::spawn(|| {
            loop {
                thread::sleep(Duration::from_secs(1));
                let mut input = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
                if input.as_ref().is_some_and(|input| input.start.elapsed() > HUNG) {
                    eprintln!("panicked: no end after {HUNG:?}");
                    keep(input.take());
                    process::abort();
                }
            }
        });
    });
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes an input to its place, unless a shorter one is there.
fn keep(input: Option<Input>) {
    let Some(Input { name, bytes, .. }) = input else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
    let file = folder.join(format!("{name}.failed"));
    let shorter = fs::metadata(&file).is_ok_and(|known| known.len() <= bytes.len() as u64);
    // If nothing can be written, the message of the panic has to do.
    if !shorter && fs::create_dir_all(&folder).is_ok() {
        let _ = fs::write(&file, bytes);
    }
}
