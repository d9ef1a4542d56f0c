//! `rulegen completions` and `rulegen man`.

use crate::exit::DONE;
use crate::failure::BadInput;
use crate::output::print;
use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use std::path::Path;

pub(crate) fn completions(shell: Shell, mut command: Command) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "rulegen", &mut script);
    print(String::from_utf8(script)?)?;
    Ok(DONE)
}

/// Writes `rulegen.1` and a page for each subcommand.
pub(crate) fn pages(folder: &Path, command: Command) -> Result<u8> {
    let failed = |e: std::io::Error| BadInput(format!("cannot write manual pages to {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    Ok(DONE)
}
