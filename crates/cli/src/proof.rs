//! Proofs that others can check, beside a model.

use crate::failure::BadInput;
use crate::input::named;
use crate::output::write_file;
use anyhow::{Context, Result};
use rulegen::data::{ReadOptions, TextLayout, read_layout};
use rulegen::{FileLayout, ModelProof, ProvedRows};
use std::path::Path;

/// Returns the layout of a data file, which a proof has to say, without columns of groups.
pub(crate) fn layout(data: &Path, options: &ReadOptions, weights: Option<&String>) -> Result<FileLayout> {
    let refused = |reason: &str| BadInput(format!("no proof can be written: {} {reason}", data.display()));
    if data == Path::new("-") {
        return Err(refused("is no file that others have").into());
    }
    let layout = read_layout(data, options).map_err(|error| named(data, error))?;
    let TextLayout { header, delimiter } = layout.ok_or_else(|| refused("is not plain text"))?;
    let (missing, weights) = (options.missing.clone(), weights.cloned());
    Ok(FileLayout { header, delimiter: char::from(delimiter), missing, weights, groups: Vec::new() })
}

/// Writes the proof of a model.
pub(crate) fn write_proof(path: &Path, rows: &ProvedRows, model: Option<&ModelProof>) -> Result<()> {
    let model = model.with_context(|| format!("{} was not written: nothing is proved", path.display()))?;
    write_file(path, rows.prove(model.clone()).to_json().as_bytes())
}
