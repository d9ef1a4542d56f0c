//! `rulegen compare`: pricing strategies side by side.

use crate::args::FitArgs;
use crate::failure::BadInput;
use crate::interrupt::{BEST_MODEL, INTERRUPTED, stop_flag};
use crate::learner::learner;
use crate::measured::{Measured, SCORE_NAMES, score_cells};
use crate::observe::{Log, Progress};
use crate::output::{FitReport, print};
use crate::table::aligned;
use crate::training::{Holdout, holdout, read_dataset, use_threads};
use anyhow::Result;
use rulegen::driver::Observer;
use rulegen::rule::{Model, Status};
use rulegen::{Fitted, Learner, ParameterValue};
use rulegen_eval::Size;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use std::time::Instant;

/// One strategy: its name as given, if the user names any, and what learns by it.
struct Strategy {
    name: Option<String>,
    learner: Box<dyn Learner>,
}

/// What became of one strategy.
struct Row {
    name: String,
    fitted: Fitted,
    seconds: f64,
    measured: Measured,
    json: Value,
}

pub(crate) fn compare(args: &FitArgs, quiet: bool) -> Result<ExitCode> {
    if args.output.is_some() || args.run.trace.is_some() {
        return Err(BadInput("compare writes no model and no trace".into()).into());
    }
    if !args.path.complexity_path.is_empty() || !args.fair.epsilon_path.is_empty() || args.path.cv.is_some() {
        return Err(BadInput("compare follows no path and does not cross-validate".into()).into());
    }
    let names = match args.parameters.get("pricers") {
        Some(ParameterValue::List(names)) => &names[..],
        _ => &[],
    };
    // All are checked before the first of them takes its time.
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(BadInput(format!("the strategy '{name}' is there twice")).into());
        }
    }
    let strategies = match names {
        [] => vec![Strategy { name: None, learner: learner(args, None)? }],
        names => names.iter().map(|name| strategy(args, name)).collect::<Result<Vec<_>>>()?,
    };
    use_threads(args.run.threads)?;
    let stop = stop_flag(BEST_MODEL);
    let data = read_dataset(args)?;
    let holdout = holdout(args, &data)?;
    let (train, test) = match &holdout {
        Holdout::Rows { train, test } => (data.select_rows(train), Some(data.select_rows(test))),
        _ => (data, None),
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut failed = None;
    for Strategy { name, learner } in strategies {
        let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(Log)];
        if !quiet {
            observers.push(Box::new(Progress::new(learner.max_iterations())));
        }
        let start = Instant::now();
        let fitted = match learner.fit_observed(&train, &args.target, stop.clone(), &mut observers) {
            Ok(fitted) => fitted,
            Err(error) => {
                // What is known already is not lost.
                let error = anyhow::Error::from(error);
                failed = Some(match name {
                    Some(name) => error.context(name),
                    None => error,
                });
                break;
            }
        };
        let seconds = start.elapsed();
        let mut report = FitReport::new(&fitted, &train, seconds)?;
        if let Some(test) = &test {
            report.measure(&fitted.model, test, false)?;
        }
        let (measured, json) = (report.best().clone(), report.json());
        let interrupted = fitted.run.status == Status::Interrupted;
        let name = name.unwrap_or_else(|| stages(&fitted.model));
        rows.push(Row { name, fitted, seconds: seconds.as_secs_f64(), measured, json });
        if interrupted {
            break;
        }
    }
    if rows.is_empty() {
        // The error says why.
    } else if args.run.json {
        let pricers: Map<String, Value> = rows.iter().map(|row| (row.name.clone(), row.json.clone())).collect();
        print(format!("{:#}\n", json!({ "pricers": pricers })))?;
    } else {
        print(table(&rows, test.is_some()))?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let interrupted = rows.iter().any(|row| row.fitted.run.status == Status::Interrupted);
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn strategy(args: &FitArgs, name: &str) -> Result<Strategy> {
    let learner = learner(args, Some(name.split('+').map(str::to_owned).collect()))?;
    Ok(Strategy { name: Some(name.to_owned()), learner })
}

/// The stages of pricing that the method chose, as they would be asked for.
fn stages(model: &Model) -> String {
    let names = model.settings.get("pricers").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).collect::<Vec<_>>().join("+")
}

/// The paper's Table 9, and what it does not show.
fn table(rows: &[Row], held_out: bool) -> String {
    let mut heading = vec![
        "pricers",
        "seconds",
        "LP",
        "F1",
        "accuracy",
        "rules",
        "LP objective",
        "bound",
        "gap",
        "status",
        "rounds",
        "columns",
        "nodes",
    ];
    if rows.iter().any(|row| row.measured.fairness.is_some()) {
        heading.extend(SCORE_NAMES);
    }
    let mut lines: Vec<Vec<String>> = vec![heading.into_iter().map(String::from).collect()];
    for row in rows {
        let (run, certificate, quality) = (&row.fitted.run, &row.fitted.model.certificate, &row.measured.quality);
        let gap = run.lower_bound.map(|bound| (run.objective - bound) / run.objective.abs().max(f64::MIN_POSITIVE));
        let mut line = vec![
            row.name.clone(),
            format!("{:.2}", row.seconds),
            format!("{:.2}", run.lp.as_secs_f64()),
            format!("{:.4}", quality.f1.unwrap_or(quality.weighted_f1)),
            format!("{:.4}", quality.accuracy),
            Size::of(&row.fitted.model).n_rules.to_string(),
            format!("{:.6}", run.objective),
            run.lower_bound.map_or("none".into(), |b| format!("{b:.6}")),
            gap.map_or("none".into(), |gap| format!("{:.4}%", 100.0 * gap.max(0.0))),
            certificate.status.to_string(),
            run.iterations.to_string(),
            row.fitted.columns.to_string(),
            run.nodes.to_string(),
        ];
        line.extend(row.measured.fairness.iter().flat_map(|report| score_cells(&report.scores)));
        lines.push(line);
    }
    let of = if held_out { "held-out" } else { "training" };
    format!("{}\nF1 (of the positive class, or weighted) and accuracy are those on {of} rows.\n", aligned(&lines))
}
