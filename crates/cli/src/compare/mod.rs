//! `rulegen compare`: pricing strategies side by side, on equal terms.

mod row;
mod table;
pub(crate) mod terms;

use crate::args::{CompareArgs, FitArgs};
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::learner::learner_with;
use crate::observe::{Log, Progress, Trace};
use crate::output::{FitReport, print};
use crate::session::Session;
use anyhow::{Error, Result};
use row::Row;
use rulegen::driver::Observer;
use rulegen::rule::{Model, Status};
use rulegen::{Learner, ParameterValue, PricerRegistry};
use serde_json::Value;
use std::time::Instant;
use table::Comparison;

/// One strategy: its name as given, if the user names any, and its learner.
struct Strategy {
    name: Option<String>,
    learner: Learner,
}

pub(crate) fn compare(args: &CompareArgs, pricers: &PricerRegistry, quiet: bool) -> Result<u8> {
    let CompareArgs { fit: args, format } = args;
    check(args)?;
    let strategies = strategies(args, pricers)?;
    let mut session = Session::open(args)?;
    // Each strategy has all of the time.
    session.limits.deadline = None;
    let mut trace = args.run.trace.as_deref().map(Trace::of_strategies).transpose()?;
    let mut rows: Vec<Row> = Vec::new();
    let (mut terms, mut failed) = (None, None);
    for Strategy { name, learner } in strategies {
        let mut observers: Vec<Box<dyn Observer + '_>> = vec![Box::new(Log)];
        if !quiet {
            observers.push(Box::new(Progress::new(learner.max_iterations())));
        }
        if let Some(trace) = &mut trace {
            observers.push(Box::new(trace.of(name.as_deref().unwrap_or("default"))));
        }
        match row(args, &session, name.clone(), &learner, &mut observers) {
            Ok(row) => {
                terms.get_or_insert_with(|| learner.terms());
                rows.push(row);
            }
            Err(error) => {
                // The results so far are not lost.
                failed = Some(match name {
                    Some(name) => error.context(name),
                    None => error,
                });
            }
        }
        if failed.is_some() || is_interrupted(&rows) {
            break;
        }
    }
    if let Some(terms) = &terms {
        let comparison = Comparison { terms, pricers: &rows, held_out: session.test.is_some() };
        print(match args.run.json {
            true => serde_json::to_string_pretty(&comparison)? + "\n",
            false => comparison.text(*format)?,
        })?;
    }
    let written = trace.map_or(Ok(()), |trace| trace.outcome().check());
    match failed.or(written.err()) {
        Some(error) => Err(error),
        None if is_interrupted(&rows) => Ok(INTERRUPTED),
        None => Ok(DONE),
    }
}

/// Refuses flags that ask for more than `compare` does.
fn check(args: &FitArgs) -> Result<(), BadInput> {
    if args.output.is_some() {
        return Err(BadInput("compare writes no model".into()));
    }
    if !args.path.complexity_path.is_empty() || !args.fair.epsilon_path.is_empty() || args.path.cv.is_some() {
        return Err(BadInput("compare follows no path and does not cross-validate".into()));
    }
    Ok(())
}

/// The strategies in the order given. All are checked before the first of them takes its time.
fn strategies(args: &FitArgs, pricers: &PricerRegistry) -> Result<Vec<Strategy>> {
    let names = match args.parameters.get("pricers") {
        Some(ParameterValue::List(names)) => &names[..],
        _ => {
            return Ok(vec![Strategy {
                name: None,
                learner: learner_with(args, pricers, terms::settings(args), None)?,
            }]);
        }
    };
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(BadInput(format!("the strategy '{name}' is there twice")).into());
        }
    }
    let strategy = |name: &String| {
        let stages = name.split('+').map(str::to_owned).collect();
        Ok(Strategy {
            name: Some(name.clone()),
            learner: learner_with(args, pricers, terms::settings(args), Some(stages))?,
        })
    };
    names.iter().map(strategy).collect()
}

/// Learns by one strategy.
fn row(
    args: &FitArgs,
    session: &Session,
    name: Option<String>,
    learner: &Learner,
    observer: &mut dyn Observer,
) -> Result<Row> {
    let start = Instant::now();
    let fitted = learner.fit_observed(&session.train, &args.target, &session.limits, observer);
    let (fitted, seconds) = (fitted.map_err(Error::from)?, start.elapsed());
    let mut report = FitReport::new(&fitted, &session.train, seconds)?;
    if let Some(test) = &session.test {
        report.measure(&fitted.model, test, false)?;
    }
    let (measured, json) = (report.best().clone(), report.json());
    let name = name.unwrap_or_else(|| stages(&fitted.model));
    Ok(Row { name, fitted, seconds: seconds.as_secs_f64(), measured, json })
}

fn is_interrupted(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.fitted.run.status == Status::Interrupted)
}

/// The stages of pricing that the method chose, written as the flag takes them.
fn stages(model: &Model) -> String {
    let names = model.settings.get("pricers").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).collect::<Vec<_>>().join("+")
}
