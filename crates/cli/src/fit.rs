//! `rulegen fit`.

use crate::args::FitArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::fair_path::fit_fair_path;
use crate::fairness::{criterion, epsilons};
use crate::front_table::warn_of_unmade_sizes;
use crate::learner::learner;
use crate::observe::Progress;
use crate::output::{FitReport, WrittenFiles, write_file};
use crate::proof::write_proof;
use crate::session::{Session, observers, without_warnings};
use crate::training::record_split;
use anyhow::Result;
use rulegen::data::{Dataset, stratified_split};
use rulegen::driver::Observer;
use rulegen::limits::Limits;
use rulegen::rule::{HeldOutOf, Model, Status};
use rulegen::{Fitted, Learner, Registry};
use std::time::Instant;

/// The share of rows that a second model is learned without, if the user does not say.
pub(crate) const DEFAULT_SHARE: f64 = 0.2;

pub(crate) fn fit(args: &FitArgs, registry: &Registry, quiet: bool) -> Result<u8> {
    let learner = learner(args, registry)?;
    let learner = if args.proof.is_some() { learner.with_proof() } else { learner };
    if let (Some(criterion), path) = (criterion(args), epsilons(args)?)
        && !path.values.is_empty()
    {
        return fit_fair_path(args, &learner, &path, criterion, quiet);
    }
    let Session { started, limits, train, test, share, proved, second } = Session::open(args)?;
    let (mut observers, trace) = observers(args, quiet, learner.max_iterations())?;
    let learning = Instant::now();
    let mut fitted = learner.fit_observed(&train, &args.target, &limits, &mut observers)?;
    record_split(args, &mut fitted);
    let seconds = learning.elapsed();
    drop(observers);
    warn_of_unmade_sizes(&fitted, &limits);
    let write = |model: &Model| match &args.output {
        Some(path) => write_file(path, model.to_json().as_bytes()),
        None => Ok(()),
    };
    // The model is written first, so that no later fault can lose it. If it cannot be written, it
    // is printed all the same.
    let mut written = write(&fitted.model);
    let proof = match (&args.proof, &proved) {
        (Some(path), Some(rows)) => write_proof(path, rows, fitted.proof.as_ref()),
        _ => Ok(()),
    };
    let mut report = FitReport::new(&fitted, &train, started, seconds)?;
    if let Some(test) = &test {
        report.measure(&fitted.model, test, HeldOutOf::Model)?;
    } else if second && learner.is_cheap() && fitted.run.status != Status::Interrupted {
        match second_model(&learner, args, &train, &limits, quiet) {
            Ok(Some((model, rows))) => report.measure(&model.model, &rows, HeldOutOf::SecondModel)?,
            Ok(None) => {}
            // There is a model. Only the estimate of its quality is missing.
            Err(error) => log::warn!("no held-out quality: {error:#}"),
        }
    }
    let share = if second { Some(DEFAULT_SHARE) } else { share };
    if let (Ok(()), Some(model)) = (&written, report.model(share)) {
        written = write(&model);
    }
    let files = WrittenFiles {
        model: args.output.as_deref().map(|path| (path, written.is_ok())),
        proof: args.proof.as_deref().filter(|_| proof.is_ok()).map(|path| (path, &*args.data)),
    };
    report.print(args.run.json, files)?;
    written?;
    proof?;
    trace.check()?;
    // In the second model too.
    Ok(if limits.stop.is_raised() { INTERRUPTED } else { DONE })
}

/// Learns a model without a share of the rows. Returns it with these rows, or none if the rows are
/// too few to split.
fn second_model(
    learner: &Learner,
    args: &FitArgs,
    data: &Dataset,
    limits: &Limits,
    quiet: bool,
) -> Result<Option<(Fitted, Dataset)>> {
    // Both models share the limits.
    if let Some(limit) = limits.reached() {
        log::warn!("no held-out quality: {limit} before a second model was learned");
        return Ok(None);
    }
    let (train, test) = stratified_split(&data.target, data.blocks.as_ref(), DEFAULT_SHARE, args.parameters.seed())?;
    if test.is_empty() {
        return Ok(None);
    }
    let train = data.select_rows(&train);
    let learner = learner.for_part();
    let mut progress: Vec<Box<dyn Observer>> = Vec::new();
    if !quiet {
        progress.push(Box::new(Progress::new("held-out quality: ", learner.max_iterations())));
    }
    let fitted = without_warnings(|| learner.fit_observed(&train, &args.target, &limits.firm(), &mut progress))?;
    drop(progress);
    if matches!(fitted.run.status, Status::Interrupted | Status::TimeLimit) {
        log::warn!("no held-out quality: the second model was not finished");
        return Ok(None);
    }
    Ok(Some((fitted, data.select_rows(&test))))
}
