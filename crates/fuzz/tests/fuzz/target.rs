//! What every target does around its check: the corpus, the time that an input may take, and the report of a failure.

use crate::mutant::Mutant;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No input of a few kilobytes should take longer, on a busy machine either.
const SLOW: Duration = Duration::from_secs(20);

/// Checks the files of a corpus as they are, and as many mutants of them as there is time for.
///
/// A macro, because the engine takes the name of the target from the place of the call.
macro_rules! fuzz_files {
    ($name:literal, $words:expr, $check:expr) => {
        let corpus = $crate::target::corpus($name);
        corpus.iter().for_each(|bytes| $crate::target::watch($name, bytes, $check));
        bolero::check!().with_type::<$crate::mutant::Mutant>().for_each(|mutant| {
            $crate::target::check_mutant($name, mutant, &corpus, $words, $check);
        });
    };
}
pub(crate) use fuzz_files;

/// The files of a corpus, in the order of their names.
pub(crate) fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a file of the corpus can be read")).collect()
}

/// Checks one mutant.
pub(crate) fn check_mutant(name: &str, mutant: &Mutant, corpus: &[Vec<u8>], words: &[&str], check: impl Fn(&[u8])) {
    watch(name, &mutant.bytes(corpus, words), check);
}

/// Checks an input. One that fails is left in `target/fuzz/NAME.failed`, the shortest of several: put into the corpus, it is tried
/// for ever after.
pub(crate) fn watch(name: &str, bytes: &[u8], check: impl Fn(&[u8])) {
    let keep = Keep { name, bytes };
    let start = Instant::now();
    check(bytes);
    assert!(start.elapsed() < SLOW, "an input of {} bytes took {:.1?}", bytes.len(), start.elapsed());
    std::mem::forget(keep);
}

/// Keeps an input when it is dropped, that is, when the check panics.
struct Keep<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl Drop for Keep<'_> {
    fn drop(&mut self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
        let file = folder.join(format!("{}.failed", self.name));
        let shorter = fs::metadata(&file).is_ok_and(|known| known.len() <= self.bytes.len() as u64);
        // Where nothing can be written, the message of the panic has to do.
        if !shorter && fs::create_dir_all(&folder).is_ok() {
            let _ = fs::write(&file, self.bytes);
        }
    }
}
