//! `rulegen predict`.

use crate::args::PredictArgs;
use crate::input::{for_schema, read_model, read_options, read_table, warn_of_unseen};
use crate::output::{print, write_file};
use crate::session::check_writable;
use anyhow::{Context, Result};
use rulegen::rule::Predictor;
use std::process::ExitCode;

pub(crate) fn predict(args: &PredictArgs) -> Result<ExitCode> {
    check_writable(args.output.as_deref(), &[Some(&args.model), Some(&args.data)])?;
    let model = read_model(&args.model)?;
    let predictor = Predictor::new(&model);
    let options = for_schema(predictor.schema(), read_options(&args.read)?);
    let table = read_table(&args.data, &options)?;
    warn_of_unseen(&model.schema, &table);
    let name = || args.data.display().to_string();
    let predicted = predictor.predict(&table).with_context(name)?;
    let scores = if args.scores { predictor.scores(&table).with_context(name)? } else { Vec::new() };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let score_names = model.classes.iter().filter(|_| args.scores).map(|class| format!("score {class}"));
    writer.write_record(std::iter::once("prediction".to_string()).chain(score_names))?;
    for (row, &class) in predicted.iter().enumerate() {
        let k = if args.scores { model.classes.len() } else { 0 };
        let scores = scores[row * k..(row + 1) * k].iter().map(|s| s.to_string());
        writer.write_record(std::iter::once(model.classes[class as usize].clone()).chain(scores))?;
    }
    let bytes = writer.into_inner().map_err(|e| e.into_error())?;
    match &args.output {
        Some(path) => write_file(path, &bytes)?,
        None => print(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}
