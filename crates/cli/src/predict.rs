//! `rulegen predict`.

use crate::args::PredictArgs;
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::ids;
use crate::input::{limits, read_for_model, read_model, read_options, warn_of_unseen};
use crate::output::{print, write_file};
use crate::session::check_writable;
use anyhow::{Context, Result};
use rulegen::data::{DataError, csv_text};
use rulegen::rule::{Model, Predictor};

pub(crate) fn predict(args: &PredictArgs) -> Result<u8> {
    check_writable(args.output.as_deref(), &[Some(&args.model), Some(&args.data)])?;
    let model = read_model(&args.model)?;
    let predictor = Predictor::new(&model);
    let mut options = read_options(&args.read)?;
    if let Some(name) = args.id.iter().find(|name| ["prediction", ""].contains(&name.as_str())) {
        return Err(BadInput(format!("--id: no column of predictions can have the name {name:?} twice")).into());
    }
    ids::declare(&mut options, &model, &args.id);
    let table = match read_for_model(&model, predictor.schema(), &args.data, options, &limits(&args.read)?) {
        // Columns are there, and no row to predict.
        Err(error) if has_no_rows(&error) => {
            log::warn!("{error:#}");
            return write(args, csv_text([heading(&model, args)]));
        }
        table => table?,
    };
    warn_of_unseen(&model.schema, &table);
    let name = || args.data.display().to_string();
    let predicted = predictor.predict(&table).with_context(name)?;
    let ids = args.id.iter().map(|name| ids::cells(&table, name, &args.data)).collect::<Result<Vec<_>>>()?;
    let mut added = Vec::new();
    if args.scores {
        added.push(predictor.scores(&table).with_context(name)?);
    }
    if args.probabilities {
        added.push(predictor.probabilities(&table).with_context(name)?);
    }
    let k = model.classes.len();
    let line = |(row, &class): (usize, &u32)| -> Vec<String> {
        let numbers = added.iter().flat_map(|all| all[row * k..(row + 1) * k].iter().map(f64::to_string));
        let ids = ids.iter().map(|cells| cells[row].clone());
        ids.chain([model.classes[class as usize].clone()]).chain(numbers).collect()
    };
    let lines = predicted.iter().enumerate().map(line);
    write(args, csv_text(std::iter::once(heading(&model, args)).chain(lines)))
}

/// True for the error of a file that has columns and no rows.
fn has_no_rows(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| matches!(cause.downcast_ref(), Some(DataError::HeaderOnly { .. } | DataError::NoRows { .. })))
}

/// Returns the names of the columns that are written.
fn heading(model: &Model, args: &PredictArgs) -> Vec<String> {
    let probability = if model.has_probabilities() { "probability" } else { "share" };
    let added = [(args.scores, "score"), (args.probabilities, probability)];
    let names = added.into_iter().filter(|(asked, _)| *asked);
    let names = names.flat_map(|(_, named)| model.classes.iter().map(move |class| format!("{named} {class}")));
    args.id.iter().cloned().chain(["prediction".to_owned()]).chain(names).collect()
}

fn write(args: &PredictArgs, text: String) -> Result<u8> {
    match &args.output {
        Some(path) => write_file(path, text.as_bytes())?,
        None => print(text)?,
    }
    Ok(DONE)
}
