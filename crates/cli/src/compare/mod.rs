//! `rulegen compare`: pricing strategies on data sets, on equal terms.

mod files;
mod problem;
mod sizes;
mod table;
pub(crate) mod terms;

use crate::args::CompareArgs;
use crate::command::NO_DATA;
use crate::exit::{DONE, INTERRUPTED};
use crate::experiment::with_bar;
use crate::failure::BadInput;
use crate::input::limits;
use crate::interrupt::stop_flag;
use crate::learner::{learner_with, settings_with};
use crate::output::{print, write_file};
use crate::session::{check_writable, without_warnings};
use crate::share::share;
use crate::training::{TrainingRows, read_dataset, split_after, use_threads};
use anyhow::{Error, Result};
use rulegen::limits::Limits;
use rulegen::{FitError, ParameterValue, Registry};
use rulegen_eval::{
    Comparison, FitFailure, GivenSet, RunOptions, RunOutcome, SplitSpec, models_by_size, run_comparison, traces_csv,
};
use std::path::{Path, PathBuf};
use table::Table;

/// The name of the stages that the method chooses itself.
const DEFAULT: &str = "default";

pub(crate) fn compare(args: &CompareArgs, registry: &Registry, quiet: bool) -> Result<u8> {
    check(args)?;
    let comparison = comparison(args, registry)?;
    use_threads(args.fit.run.threads)?;
    let limits = Limits { stop: stop_flag("keeping what is done"), ..limits(&args.fit.read)? };
    let given = given(args, &comparison.splits, &limits)?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = RunOptions {
        folder: args.fit.output.clone(),
        at_once: 1,
        threads: args.fit.run.threads.unwrap_or_else(all),
        budget: None,
        only: Vec::new(),
        registry: registry.clone(),
        stop: limits.stop.clone(),
        memory: limits.memory,
    };
    // Each strategy would say the same of a set again.
    let several = args.sets.is_some() || given.len() > 1 || args.repeats > 1;
    let (outcome, mut fits) = with_bar(quiet, |watcher| {
        let run = || run_comparison(&comparison, given, &options, watcher);
        if several { without_warnings(run) } else { run() }
    })?;
    for fit in fits.iter_mut().filter(|fit| fit.strategy == DEFAULT) {
        fit.strategy = fit.stages().unwrap_or(DEFAULT.into());
    }
    let first = comparison.strategies.first().map(|(_, settings)| settings.clone()).unwrap_or_default();
    let learner = args.fit.method.learner_with(first, registry)?;
    if fits.iter().any(|fit| !fit.record.settings.is_empty()) {
        let sizes = models_by_size(&fits);
        let table = Table::new(learner.terms(), &fits, &sizes);
        if let Some(folder) = &args.fit.output {
            files::write(folder, &table)?;
        }
        print(match args.fit.run.json {
            true => format!("{:#}\n", table.json()),
            false => table.text(args.format),
        })?;
    }
    if let Some(path) = &args.fit.run.trace {
        write_file(path, traces_csv(&fits).as_bytes())?;
    }
    exit(outcome)
}

/// The exit code, or the error of the first strategy that failed.
fn exit(outcome: RunOutcome) -> Result<u8> {
    // A boxed error would not say that it is about bad input.
    let error = |failure: FitFailure| match failure.downcast::<FitError>() {
        Ok(error) => Error::from(*error),
        Err(other) => Error::from_boxed(other),
    };
    let failed = |(fit, failure)| error(failure).context(fit);
    match outcome.failure.map(failed) {
        Some(error) => Err(error),
        None if outcome.interrupted => Ok(INTERRUPTED),
        None => Ok(DONE),
    }
}

/// Refuses flags that ask for more than `compare` does, and data that are not named.
fn check(args: &CompareArgs) -> Result<()> {
    let (fit, bad) = (&args.fit, |message: &str| Err(BadInput(message.into()).into()));
    if !fit.fair.epsilon_path.is_empty() {
        return bad("compare follows no path of epsilons");
    }
    if fit.proof.is_some() {
        return bad("compare writes no proofs");
    }
    let named = fit.data != Path::new(NO_DATA);
    if !named && args.sets.is_none() {
        return bad("compare needs data files, or --sets FILE");
    }
    if named && fit.target.is_empty() {
        return bad("the following required arguments were not provided: --target <COL>");
    }
    let of_files = [(fit.split_by.is_some(), "--split-by"), (!fit.target_cut.is_empty(), "--target-cut")];
    if let Some((_, flag)) = of_files.iter().find(|(typed, _)| *typed && args.sets.is_some()) {
        return bad(&format!("{flag} is for data files that are named, not for those of --sets"));
    }
    if args.repeats == 0 {
        return bad("--repeats must be at least 1");
    }
    if fit.output.as_ref().is_some_and(|folder| folder.is_file()) {
        return bad("-o names a folder of results: compare writes no model");
    }
    let files = data_files(args);
    let mut read: Vec<Option<&Path>> = files.iter().map(|file| Some(file.as_path())).collect();
    read.extend([fit.holdout.as_deref().map(Path::new), args.sets.as_deref()]);
    read.extend(fit.parameters.files().map(Some));
    check_writable(fit.run.trace.as_deref(), &read)
}

/// The data files.
fn data_files(args: &CompareArgs) -> Vec<PathBuf> {
    let first = Some(&args.fit.data).filter(|file| *file != Path::new(NO_DATA));
    first.into_iter().chain(&args.more).cloned().collect()
}

/// The comparison that the flags ask for. Every strategy is checked before the first of them takes
/// its time.
fn comparison(args: &CompareArgs, registry: &Registry) -> Result<Comparison> {
    let fit = &args.fit;
    let names = match fit.parameters.get("pricers") {
        Some(ParameterValue::List(names)) => names.iter().map(|name| (name.clone(), Some(name))).collect(),
        _ => vec![(DEFAULT.to_owned(), None)],
    };
    let mut strategies = Vec::new();
    for (name, stages) in names {
        if strategies.iter().any(|(known, _)| *known == name) {
            return Err(BadInput(format!("the strategy '{name}' is there twice")).into());
        }
        let stages = stages.map(|stages| stages.split('+').map(str::to_owned).collect::<Vec<_>>());
        learner_with(fit, registry, terms::settings(fit), stages.clone())?;
        strategies.push((name, settings_with(fit, terms::settings(fit), stages)?));
    }
    Ok(Comparison {
        method: fit.method,
        strategies,
        seed: fit.parameters.seed(),
        splits: splits(args)?,
        catalogue: args.sets.clone(),
        only: args.only.clone(),
        max_rows: args.max_rows,
        judge: args.judge.clone(),
    })
}

/// The rows that are held out, and the number of seeds.
fn splits(args: &CompareArgs) -> Result<SplitSpec, BadInput> {
    let (fit, repeats) = (&args.fit, args.repeats);
    Ok(match fit.holdout.as_deref() {
        None | Some("none") => SplitSpec::None { repeats: Some(repeats) },
        Some(text) => {
            if fit.parameters.give_rules() {
                log::warn!(
                    "rules are given: if they were learned from rows held out, what is measured there is too good"
                );
            }
            match share(text) {
                Some(test) => SplitSpec::Holdout { repeats, test },
                None => SplitSpec::Rows { folder: text.into(), repeats: Some(repeats) },
            }
        }
    })
}

/// Reads the data files.
fn given(args: &CompareArgs, splits: &SplitSpec, limits: &Limits) -> Result<Vec<GivenSet>> {
    let fit = &args.fit;
    let set = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let TrainingRows { data, rows, .. } = read_dataset(fit, &file, limits)?;
        if let (SplitSpec::Rows { folder, .. }, Some(_)) = (splits, &rows.kept) {
            let why = "its numbers count the rows of the data file, and compare leaves out those without a target";
            return Err(BadInput(format!("--holdout {}: {why}; remove them first", folder.display())).into());
        }
        let flags = [&fit.categorical[..], &fit.numeric, &fit.ignore].map(|names| names.join(","));
        let flags =
            format!("{flags:?} {:?} {:?} {:?} {:?}", fit.weights, fit.groups, fit.read, fit.fair.group_as_feature);
        let flags = if fit.target_cut.is_empty() { flags } else { format!("{flags} {:?}", fit.target_cut) };
        let flags = match &fit.split_by {
            Some(column) => format!("{flags} {column:?} {:?}", fit.split_after),
            None => flags,
        };
        let (data, held_out) = match split_after(fit, &file, &data)? {
            Some((train, test)) => (data.select_rows(&train), Some(data.select_rows(&test))),
            None => (data, None),
        };
        Ok(GivenSet { name, file, target: fit.target.clone(), flags, data, held_out })
    };
    data_files(args).into_iter().map(set).collect()
}
