//! `rulegen completions` and `rulegen man`.

use crate::failure::BadInput;
use crate::output::print;
use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn completions(shell: Shell, mut command: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "rulegen", &mut script);
    print(String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes `rulegen.1` and a page for each subcommand.
pub(crate) fn pages(folder: &Path, command: Command) -> Result<ExitCode> {
    let failed = |e: std::io::Error| BadInput(format!("cannot write manual pages to {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
