//! `rulegen report`.

use crate::args::{GroupArgs, ReadArgs, ReportArgs, StudyArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::groups::warn_of_few;
use crate::input::read_model;
use crate::labelled::{LabelledRows, read_labelled};
use crate::output::write_file;
use crate::session::check_writable;
use anyhow::{Context, Result};
use rulegen::Front;
use rulegen::rule::Model;
use rulegen_report::{Inputs, PageSettings, Study, Trace, front_from_json, html, with_used_columns};
use std::path::Path;

pub(crate) fn report(args: &ReportArgs) -> Result<u8> {
    check_writable(Some(&args.output), &args.study.read_files(&args.model, Some(&args.data)))?;
    let study = study(read_model(&args.model)?, &args.model, &args.data, &args.study)?;
    let page = html(&study, &PageSettings { samples: args.samples, seed: args.seed })?;
    write_file(&args.output, page.as_bytes())?;
    Ok(DONE)
}

/// Computes the figures of a model on a data file.
pub(crate) fn study(model: Model, model_path: &Path, data: &Path, args: &StudyArgs) -> Result<Study> {
    let StudyArgs { holdout, trace, front, read, groups } = args;
    let trace = trace.as_deref().map(read_trace).transpose()?;
    let front = front.as_deref().map(read_front).transpose()?;
    let LabelledRows { table, labels, groups, rows } = labelled(&model, data, read, groups)?;
    let held_out = holdout.as_deref().map(|file| rows.read(file)).transpose()?;
    let inputs = Inputs {
        model_name: file_name(model_path),
        data_name: file_name(data),
        model,
        table,
        labels,
        held_out,
        groups,
        trace,
        front,
    };
    Study::new(inputs).with_context(|| data.display().to_string())
}

fn labelled(model: &Model, data: &Path, read: &ReadArgs, groups: &GroupArgs) -> Result<LabelledRows> {
    let rows = read_labelled(model, &with_used_columns(model).schema, data, read, groups)?;
    if let Some(groups) = &rows.groups {
        warn_of_few(groups, &rows.labels, &model.classes);
    }
    Ok(rows)
}

/// A file's name without its folders: a page that is passed on should not show them.
pub(crate) fn file_name(path: &Path) -> String {
    match path.file_name() {
        Some(name) if path != Path::new("-") => name.to_string_lossy().into_owned(),
        _ => "standard input".into(),
    }
}

pub(crate) fn read_trace(path: &Path) -> Result<Trace> {
    Trace::from_csv(&contents(path)?).with_context(|| path.display().to_string())
}

pub(crate) fn read_front(path: &Path) -> Result<Front> {
    front_from_json(&String::from_utf8_lossy(&contents(path)?)).with_context(|| path.display().to_string())
}

fn contents(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|e| BadInput(format!("cannot read {}: {e}", path.display())).into())
}
