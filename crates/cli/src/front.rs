//! `rulegen front`: what rules buy, drawn, and the rules of every size.

use crate::args::FitArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::front_table::{front_table, warn_of_unmade_sizes};
use crate::learner::learner;
use crate::measured::quality_table;
use crate::output::{FitReport, print, write_file};
use crate::report::file_name;
use crate::session::{Session, observers};
use crate::training::record_split;
use anyhow::{Result, anyhow};
use rulegen::rule::HeldOutOf;
use rulegen::{Front, Method, Registry};
use rulegen_report::{draw_front, front_html};
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

/// The format in which a front is written.
enum Format {
    Page,
    Plot,
}

pub(crate) fn front(args: &FitArgs, registry: &Registry, quiet: bool) -> Result<u8> {
    check(args)?;
    let format = args.output.as_deref().map(format).transpose()?;
    let learner = learner(args, registry)?;
    let Session { started, limits, train, test, .. } = Session::open(args)?;
    let (mut observers, trace) = observers(args, quiet, learner.max_iterations())?;
    let learning = Instant::now();
    let mut fitted = learner.fit_observed(&train, &args.target, &limits, &mut observers)?;
    let seconds = learning.elapsed();
    drop(observers);
    record_split(args, &mut fitted);
    warn_of_unmade_sizes(&fitted, &limits);
    let front = fitted.front.as_ref().ok_or_else(|| anyhow!("the fit left no front"))?;
    if let (Some(path), Some(format)) = (&args.output, format) {
        let bytes = match format {
            Format::Page => front_html(front, &args.target, &file_name(&args.data))?.into_bytes(),
            Format::Plot => draw_front(front)?.svg.into_bytes(),
        };
        write_file(path, &bytes)?;
    }
    let mut report = FitReport::new(&fitted, &train, started, seconds)?;
    if let Some(test) = &test {
        report.measure(&fitted.model, test, HeldOutOf::Model)?;
    }
    if args.run.json {
        let mut json = report.json();
        json["front"] = rows(front)?;
        print(format!("{:#}\n", json))?;
    } else if args.output.is_none() {
        let mut text = front_table(front);
        text.push_str(&fitted.model.to_text());
        text.push('\n');
        let held_out = report.held_out().map(|measured| ("held out", measured));
        let measured: Vec<_> = [("training", report.train())].into_iter().chain(held_out).collect();
        text.push_str(&quality_table(&fitted.model, &measured));
        text.push_str("\nnothing written: -o FILE.html keeps the rules of every size, .svg the plot\n");
        print(text)?;
    }
    trace.check()?;
    Ok(if limits.stop.is_raised() { INTERRUPTED } else { DONE })
}

/// That the flags leave sizes to choose among.
fn check(args: &FitArgs) -> Result<(), BadInput> {
    let settling = settling(args.method);
    if settling.is_empty() {
        return Err(BadInput(format!("--method {} has no front: it does not choose its size", args.method)));
    }
    if !args.fair.epsilon_path.is_empty() {
        return Err(BadInput("front follows no path of epsilons".into()));
    }
    if args.proof.is_some() {
        return Err(BadInput("front writes no proofs".into()));
    }
    let size = args.parameters.get("size").map(ToString::to_string);
    match (settling.iter().find(|name| args.parameters.has(name)), size.as_deref(), args.method) {
        (_, Some("auto" | "best"), _) => Ok(()),
        (_, Some("given"), _) => Err(BadInput("--size given has no front".into())),
        (_, Some(size), Method::Boolean) => Err(BadInput(format!("--method boolean has no front with --size {size}"))),
        (Some(name), None, _) => Err(BadInput(format!("--{name} settles the size: there is no front"))),
        _ => Ok(()),
    }
}

/// The flags of a method that decide its size unless --size says otherwise. Empty for a method that
/// never chooses a size.
pub(crate) fn settling(method: Method) -> &'static [&'static str] {
    match method {
        Method::Rules => &["penalty", "fairness"],
        Method::Boolean => &["complexity", "max-rules", "max-conditions", "complexity-price", "fairness", "must-have"],
        _ => &[],
    }
}

fn format(path: &Path) -> Result<Format, BadInput> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "html" | "htm" => Ok(Format::Page),
        "svg" => Ok(Format::Plot),
        _ => Err(BadInput(format!("fronts are .html or .svg, not {}", path.display()))),
    }
}

/// The sizes, each with its model as a model file has it.
fn rows(front: &Front) -> Result<Value> {
    let row = |(row, model): (_, &rulegen::rule::Model)| {
        let mut json = serde_json::to_value::<&rulegen::FrontRow>(row)?;
        json["model"] = serde_json::from_str(&model.to_json())?;
        Ok(json)
    };
    front.rows.iter().zip(&front.models).map(row).collect()
}
