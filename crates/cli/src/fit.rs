//! `rulegen fit`.

use crate::args::FitArgs;
use crate::estimator::Estimator;
use crate::fair_path::fit_fair_path;
use crate::fairness::epsilons;
use crate::interrupt::INTERRUPTED;
use crate::output::{FitReport, write_file};
use crate::path;
use crate::session::{Session, observers};
use anyhow::Result;
use rulegen::Fitted;
use rulegen::data::{Dataset, stratified_split};
use rulegen::driver::StopFlag;
use rulegen::rule::Status;
use std::process::ExitCode;
use std::time::Instant;

/// The share of rows that a second model is learned without, where the user does not say.
const DEFAULT_SHARE: f64 = 0.2;

pub(crate) fn fit(args: &FitArgs, quiet: bool) -> Result<ExitCode> {
    let start = Instant::now();
    let classifier = Estimator::new(args, args.run.pricers.iter().map(String::as_str))?;
    classifier.check_built()?;
    if let (Some(notion), epsilons @ [_, ..]) = (args.fair.fairness, &epsilons(args)?[..]) {
        return fit_fair_path(args, &classifier, epsilons, notion, quiet);
    }
    if let Estimator::Boolean(classifier) = &classifier
        && (!args.boolean.complexity_path.is_empty() || args.boolean.cv.is_some())
    {
        return path::fit_path(args, classifier, quiet);
    }
    let Session { stop, positive, train, test, second } = Session::open(args)?;
    let mut observers = observers(args, quiet, classifier.max_iterations())?;
    let learning = Instant::now();
    let mut fitted = classifier.fit_observed(&train, &args.target, stop.clone(), &mut observers)?;
    let seconds = learning.elapsed();
    drop(observers);
    fitted.model.positive = positive;
    // First of all the model: nothing that follows may lose it. If it cannot be written, it is printed all the same.
    let written = match &args.output {
        Some(path) => write_file(path, fitted.model.to_json().as_bytes()),
        None => Ok(()),
    };
    let mut report = FitReport::new(&fitted, &train, seconds)?;
    if let Some(test) = &test {
        report.measure(&fitted.model, test, false)?;
    } else if second && classifier.is_cheap() && fitted.run.status != Status::Interrupted {
        match second_model(&classifier, args, &train, positive, stop, start) {
            Ok(Some((model, rows))) => report.measure(&model.model, &rows, true)?,
            Ok(None) => {}
            // The model is there, only the estimate of its quality is not.
            Err(error) => log::warn!("no held-out quality: {error:#}"),
        }
    }
    report.print(args.run.json, args.output.as_deref().map(|path| (path, written.is_ok())))?;
    written?;
    Ok(if fitted.run.status == Status::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A model learned without a share of the rows, and these rows; none if the rows are too few to split.
fn second_model(
    classifier: &Estimator,
    args: &FitArgs,
    data: &Dataset,
    positive: Option<u32>,
    stop: StopFlag,
    start: Instant,
) -> Result<Option<(Fitted, Dataset)>> {
    // Both models share the time limit.
    let left = match classifier.time_limit() {
        Some(limit) => match limit.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
            Some(left) => Some(left),
            None => return Ok(None),
        },
        None => None,
    };
    let classifier = classifier.with_time_limit(left)?;
    let Ok((train, test)) = stratified_split(&data.target, DEFAULT_SHARE, args.run.seed) else { return Ok(None) };
    if test.is_empty() {
        return Ok(None);
    }
    // It would only repeat the warnings of the first.
    let level = log::max_level();
    log::set_max_level(log::LevelFilter::Error);
    let fitted = classifier.fit_observed(&data.select_rows(&train), &args.target, stop, &mut ());
    log::set_max_level(level);
    let mut fitted = fitted?;
    if matches!(fitted.run.status, Status::Interrupted | Status::TimeLimit) {
        log::warn!("no held-out quality: the second model was not finished");
        return Ok(None);
    }
    fitted.model.positive = positive;
    Ok(Some((fitted, data.select_rows(&test))))
}
