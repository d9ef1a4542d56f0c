//! `rulegen compare`: pricing strategies side by side.

use crate::args::FitArgs;
use crate::estimator::Estimator;
use crate::failure::BadInput;
use crate::interrupt::{BEST_MODEL, INTERRUPTED, stop_flag};
use crate::measured::{Measured, SCORE_NAMES, score_cells};
use crate::observe::{Log, Progress};
use crate::output::{FitReport, print};
use crate::table::aligned;
use crate::training::{Holdout, holdout, positive, read_dataset, use_threads};
use anyhow::Result;
use rulegen::Fitted;
use rulegen::driver::Observer;
use rulegen::rule::Status;
use rulegen_eval::Size;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use std::time::Instant;

/// One strategy: its name as given, and its estimator.
struct Strategy<'a> {
    name: &'a str,
    classifier: Estimator,
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
    if !args.boolean.complexity_path.is_empty() || !args.fair.epsilon_path.is_empty() || args.boolean.cv.is_some() {
        return Err(BadInput("compare follows no path and does not cross-validate".into()).into());
    }
    let usual = ["tree".to_string()];
    let names = if args.run.pricers.is_empty() { &usual[..] } else { &args.run.pricers[..] };
    // All are checked before the first of them takes its time.
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(BadInput(format!("the strategy '{name}' is there twice")).into());
        }
    }
    let strategies = names.iter().map(|name| strategy(args, name)).collect::<Result<Vec<_>>>()?;
    use_threads(args.run.threads)?;
    let stop = stop_flag(BEST_MODEL);
    let data = read_dataset(args)?;
    let positive = positive(&data, args.positive.as_deref())?;
    let holdout = holdout(args, &data)?;
    let (train, test) = match &holdout {
        Holdout::Rows { train, test } => (data.select_rows(train), Some(data.select_rows(test))),
        _ => (data, None),
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut failed = None;
    for Strategy { name, classifier } in strategies {
        let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(Log)];
        if !quiet {
            observers.push(Box::new(Progress::new(classifier.max_iterations())));
        }
        let start = Instant::now();
        let mut fitted = match classifier.fit_observed(&train, &args.target, stop.clone(), &mut observers) {
            Ok(fitted) => fitted,
            Err(error) => {
                // What is known already is not lost.
                failed = Some(anyhow::Error::from(error).context(name.to_string()));
                break;
            }
        };
        let seconds = start.elapsed();
        fitted.model.positive = positive;
        let mut report = FitReport::new(&fitted, &train, seconds)?;
        if let Some(test) = &test {
            report.measure(&fitted.model, test, false)?;
        }
        let (measured, json) = (report.best().clone(), report.json());
        let interrupted = fitted.run.status == Status::Interrupted;
        rows.push(Row { name: name.to_string(), fitted, seconds: seconds.as_secs_f64(), measured, json });
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

fn strategy<'a>(args: &FitArgs, name: &'a str) -> Result<Strategy<'a>> {
    let classifier = Estimator::new(args, name.split('+'))?;
    classifier.check_built()?;
    Ok(Strategy { name, classifier })
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
