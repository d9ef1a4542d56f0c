//! The pricing problems that a benchmark is asked for by name.

use crate::{ProblemFile, is_fixture, samples};
use anyhow::ensure;
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{Master, PricingProblem};
use rulegen::limits::Limits;
use rulegen::master::{LinearSettings, RugMaster};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the folder in which the user called cargo. Cargo runs benchmarks in the folder of their
/// package, and leaves the shell's `PWD` as it is; without it, this is the folder of the process.
pub fn called_in() -> PathBuf {
    std::env::var_os("PWD").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Returns the problems of a file that `time_to_proof --save` wrote, by its path from `folder`, or
/// those of the first round on a fixture, by its name.
///
/// # Errors
/// A name that is neither a file nor a fixture, and a file without problems.
pub fn asked(source: &str, folder: &Path) -> anyhow::Result<(Arc<Samples>, Vec<PricingProblem>)> {
    let file = folder.join(source);
    if file.is_file() {
        return ProblemFile::read(&file)?.open();
    }
    ensure!(is_fixture(source), "'{source}' is neither a fixture nor a file in {}", folder.display());
    let samples = samples(source, Bins::Quantiles(10));
    let mut master = RugMaster::new(samples.clone(), LinearSettings::default())?;
    master.solve(0.0, &Limits::default())?;
    Ok((samples, master.pricing_problems()))
}
