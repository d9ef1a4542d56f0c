//! The executable of rulegen.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rulegen_cli::run(rulegen::Registry::default())
}
