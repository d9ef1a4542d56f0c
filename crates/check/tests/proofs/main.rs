//! Proofs against their data, as the library and the program check them.

mod edited;
mod fixtures;
mod program;
mod slack;

use std::path::PathBuf;

/// Returns the folder of true and false proofs (`scripts/fixtures/proofs.py` makes them).
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/proofs")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns a true proof with a text of it replaced.
fn changed(name: &str, from: &str, to: &str) -> String {
    let proof = read(&format!("{name}.proof"));
    assert!(proof.contains(from), "{name}: {from}");
    proof.replacen(from, to, 1)
}
