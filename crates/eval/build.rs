//! Tells the crate which commit it is built from, where that is known: results name it.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Grows with every commit, and with every change of branch.
    let log = Path::new("../../.git/logs/HEAD");
    if log.exists() {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else { return };
    // Only of this workspace: a copy inside of another repository is none of its commits.
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_some() {
        println!("cargo:rustc-env=RULEGEN_COMMIT={commit}");
    }
}

/// Returns the output of git, or none if there is no git or it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
