//! `rulegen points`.

use crate::args::{GroupArgs, PointsArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::read_model;
use crate::labelled::{LabelledRows, read_labelled};
use crate::measured::{Measured, quality_table};
use crate::output::{objective_text, print, write_file};
use crate::session::check_writable;
use crate::words::count;
use anyhow::{Context, Result};
use rulegen::data::{Table, split};
use rulegen::rule::{Model, PointsRows, Predictor, wrapped};
use serde_json::json;

/// Rows with labels.
struct Rows {
    table: Table,
    labels: Vec<u32>,
}

impl Rows {
    fn select(&self, rows: &[usize]) -> Rows {
        Rows { table: self.table.select_rows(rows), labels: rows.iter().map(|&row| self.labels[row]).collect() }
    }
}

pub(crate) fn points(args: &PointsArgs) -> Result<u8> {
    check_writable(args.output.as_deref(), &[Some(&args.model), args.data.as_deref(), args.holdout.as_deref()])?;
    let exact = read_model(&args.model)?;
    // A model that cannot be rounded is refused before data are read.
    let mut model = exact.to_points(args.points, None).with_context(|| args.model.display().to_string())?;
    let sets = read(&exact, args)?;
    if let Some((_, rows)) = sets.first() {
        let table = exact.encode_used(&rows.table)?;
        model = exact.to_points(args.points, Some(PointsRows { table: &table, labels: &rows.labels }))?;
    }
    let mut measured = Vec::new();
    for (name, rows) in &sets {
        for (of, model) in [("exact", &exact), ("points", &model)] {
            measured.push((*name, of, Measured::new(model, &Predictor::new(model), &rows.table, &rows.labels, None)?));
        }
    }
    if let Some(path) = &args.output {
        write_file(path, model.to_json().as_bytes())?;
    }
    print(if args.json { json(&exact, &model, &measured) } else { text(&exact, &model, &measured, args)? })?;
    Ok(DONE)
}

/// Reads the rows that decide how weights are rounded, and those that are held out. Empty without
/// data.
fn read(model: &Model, args: &PointsArgs) -> Result<Vec<(&'static str, Rows)>> {
    let Some(data) = &args.data else { return Ok(Vec::new()) };
    let groups = GroupArgs { group: Vec::new(), group_cuts: Vec::new() };
    let predictor = Predictor::new(model);
    let LabelledRows { table, labels, rows, .. } = read_labelled(model, predictor.schema(), data, &args.read, &groups)?;
    let all = Rows { table, labels };
    let Some(path) = &args.holdout else { return Ok(vec![("", all)]) };
    let n = all.labels.len();
    let (rest, held_out) = split(n, &rows.read(path)?);
    if rest.is_empty() {
        return Err(BadInput(format!("--holdout {} holds out every row", path.display())).into());
    }
    Ok(vec![("", all.select(&rest)), ("held out", all.select(&held_out))])
}

fn text(
    exact: &Model,
    model: &Model,
    measured: &[(&str, &str, Measured)],
    PointsArgs { output, .. }: &PointsArgs,
) -> Result<String> {
    let mut text = model.to_text();
    let name = |set: &str, of: &str| if set.is_empty() { of.to_owned() } else { format!("{of}, {set}") };
    let names: Vec<String> = measured.iter().map(|(set, of, _)| name(set, of)).collect();
    let sets: Vec<(&str, &Measured)> =
        names.iter().zip(measured).map(|(name, (_, _, measured))| (name.as_str(), measured)).collect();
    if !sets.is_empty() {
        text.push('\n');
        text.push_str(&quality_table(model, &sets));
    }
    let left_out = exact.rules.len() - model.rules.len();
    text.push('\n');
    if left_out > 0 {
        text.push_str(&format!("left out, as they have no point: {}\n", count(left_out, "rule")));
    }
    text.push_str(&wrapped(&[format!("exact weights: {}", objective_text(exact))]));
    text.push_str(&match output {
        Some(path) => format!("model written to {}\n", path.display()),
        None => "model not written: give -o FILE to keep it\n".into(),
    });
    Ok(text)
}

fn json(exact: &Model, model: &Model, measured: &[(&str, &str, Measured)]) -> String {
    let of = |set: &str| {
        let mut of = measured.iter().filter(|(name, ..)| *name == set).map(|(_, _, measured)| measured);
        of.next().zip(of.next()).map(|(exact, points)| json!({ "exact": exact, "points": points }))
    };
    let report = json!({
        "points_per_doubling": model.points_per_doubling,
        "n_rules": model.rules.len(),
        "n_rules_exact": exact.rules.len(),
        "objective_exact": exact.certificate.objective,
        "lower_bound": exact.certificate.lower_bound,
        "rows": of(""),
        "holdout": of("held out"),
    });
    format!("{report:#}\n")
}
