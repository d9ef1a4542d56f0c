//! `rulegen fit`.

use crate::args::{ClassWeightArg, CostScalingArg, CriterionArg, FallbackArg, FitArgs, LpStrategyArg, RuleCostArg};
use crate::failure::BadInput;
use crate::input::{class_index, named, read_options, read_table};
use crate::interrupt::{INTERRUPTED, stop_flag};
use crate::observe::{Log, Progress, Trace};
use crate::output::{FitReport, write_file};
use anyhow::Result;
use rulegen::binarize::Bins;
use rulegen::data::{Dataset, read_row_file, split, stratified_split};
use rulegen::driver::{Observer, StopFlag};
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::pricing::{Criterion, TreeSettings};
use rulegen::rule::Status;
use rulegen::{ClassWeight, CostScaling, FallbackKind, Fitted, PricerKind, RugClassifier, RugParameters};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The share of rows that a second model is learned without, where the user does not say.
const DEFAULT_SHARE: f64 = 0.2;

/// Which rows are held out.
enum Holdout {
    /// None for the model; a share for a second model that is only measured.
    Second,
    None,
    /// These rows, and the others.
    Rows {
        train: Vec<usize>,
        test: Vec<usize>,
    },
}

pub(crate) fn fit(args: &FitArgs, quiet: bool) -> Result<ExitCode> {
    let start = Instant::now();
    let classifier = RugClassifier::new(parameters(args)?)?;
    use_threads(args.run.threads)?;
    let stop = stop_flag();
    let data = read_dataset(args)?;
    let positive = positive(&data, args.positive.as_deref())?;
    let holdout = holdout(args, &data)?;
    let (train, test) = match &holdout {
        Holdout::Rows { train, test } => (Some(data.select_rows(train)), Some(data.select_rows(test))),
        _ => (None, None),
    };
    let train = train.as_ref().unwrap_or(&data);
    let mut observers: Vec<Box<dyn Observer>> = vec![Box::new(Log)];
    if !quiet {
        observers.push(Box::new(Progress::new(classifier.parameters().max_iterations)));
    }
    if let Some(path) = &args.run.trace {
        observers.push(Box::new(Trace::create(path)?));
    }
    let mut fitted = classifier.fit_observed(train, &args.target, stop.clone(), &mut observers)?;
    drop(observers);
    fitted.model.positive = positive;
    // First of all the model: nothing that follows may lose it. If it cannot be written, it is printed all the same.
    let written = match &args.output {
        Some(path) => write_file(path, fitted.model.to_json().as_bytes()),
        None => Ok(()),
    };
    let seconds = start.elapsed();
    let mut report = FitReport::new(&fitted, train, seconds)?;
    match &holdout {
        Holdout::Rows { .. } => report.measure(&fitted.model, test.as_ref().expect("rows are held out"), false)?,
        Holdout::Second if fitted.run.status != Status::Interrupted => {
            match second(&classifier, args, &data, positive, stop) {
                Ok(Some((model, rows))) => report.measure(&model.model, &rows, true)?,
                Ok(None) => {}
                // The model is there, only the estimate of its quality is not.
                Err(error) => log::warn!("no held-out quality: {error:#}"),
            }
        }
        _ => {}
    }
    report.print(args.run.json, args.output.as_deref().map(|path| (path, written.is_ok())))?;
    written?;
    Ok(if fitted.run.status == Status::Interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A model learned without a share of the rows, and these rows; none if the rows are too few to split.
fn second(
    classifier: &RugClassifier,
    args: &FitArgs,
    data: &Dataset,
    positive: Option<u32>,
    stop: StopFlag,
) -> Result<Option<(Fitted, Dataset)>> {
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
    fitted.model.positive = positive;
    Ok(Some((fitted, data.select_rows(&test))))
}

fn use_threads(threads: Option<usize>) -> Result<()> {
    match threads {
        Some(0) => Err(BadInput("the number of threads must be at least 1".into()).into()),
        Some(n) => Ok(rayon::ThreadPoolBuilder::new().num_threads(n).build_global()?),
        None => Ok(()),
    }
}

fn read_dataset(args: &FitArgs) -> Result<Dataset> {
    let mut options = read_options(&args.read)?;
    options.text = vec![args.target.clone()];
    options.categorical = args.categorical.clone();
    options.numeric = args.numeric.iter().chain(&args.weights).cloned().collect();
    let mut table = read_table(&args.data, &options)?;
    for name in &args.ignore {
        table.take_column(name).map_err(|e| named(&args.data, e))?;
    }
    Dataset::from_table(table, &args.target, args.weights.as_deref()).map_err(|e| named(&args.data, e))
}

/// The positive class: the one named, else the second of two.
fn positive(data: &Dataset, name: Option<&str>) -> Result<Option<u32>> {
    let classes = &data.target.classes;
    match name {
        Some(name) => class_index(classes, name).map(Some),
        None => Ok((classes.len() == 2).then_some(1)),
    }
}

fn holdout(args: &FitArgs, data: &Dataset) -> Result<Holdout> {
    let n = data.target.labels.len();
    match args.holdout.as_deref() {
        None => Ok(Holdout::Second),
        Some("none") => Ok(Holdout::None),
        Some(text) => match text.parse::<f64>() {
            Ok(share) => {
                let (train, test) = stratified_split(&data.target, share, args.run.seed)?;
                if test.is_empty() {
                    return Err(BadInput(format!("a share of {text} of {n} rows holds out none")).into());
                }
                some_left(train, test, text)
            }
            Err(_) => {
                let path = Path::new(text);
                let (train, test) = split(n, &read_row_file(path, n).map_err(|e| named(path, e))?);
                some_left(train, test, text)
            }
        },
    }
}

fn some_left(train: Vec<usize>, test: Vec<usize>, text: &str) -> Result<Holdout> {
    match train.is_empty() {
        true => Err(BadInput(format!("--holdout {text} holds out every row")).into()),
        false => Ok(Holdout::Rows { train, test }),
    }
}

fn parameters(args: &FitArgs) -> Result<RugParameters> {
    let (rug, run) = (&args.rug, &args.run);
    let seconds = |s: f64| {
        Duration::try_from_secs_f64(s)
            .map_err(|_| BadInput(format!("the time limit must be positive seconds, not {s}")))
    };
    let pricers = run.pricers.iter().map(|name| name.parse()).collect::<Result<Vec<PricerKind>, _>>()?;
    let exact = pricers.iter().any(|p| p.is_exact());
    Ok(RugParameters {
        penalty: rug.penalty,
        cost: match rug.rule_cost {
            RuleCostArg::Length => RuleCost::Length,
            RuleCostArg::Unit => RuleCost::Unit,
            RuleCostArg::Merged => RuleCost::Merged,
            RuleCostArg::Gini => RuleCost::Gini,
            RuleCostArg::Coverage => RuleCost::Coverage,
        },
        cost_scaling: match rug.cost_scaling {
            CostScalingArg::Published => CostScaling::Published,
            CostScalingArg::None => CostScaling::None,
        },
        bins: rug.bins.map_or(Bins::Values, Bins::Quantiles),
        max_length: rug.max_length,
        tree: TreeSettings {
            criterion: match rug.criterion {
                CriterionArg::Gini => Criterion::Gini,
                CriterionArg::Entropy => Criterion::Entropy,
            },
            max_depth: rug.max_depth,
            min_leaf: rug.min_leaf,
            min_gain: rug.min_gain,
            all_nodes: rug.all_nodes,
        },
        max_iterations: run.iterations.or((!exact).then_some(15)),
        columns_per_round: run.columns_per_round,
        pricers,
        gap: run.gap,
        tolerance: run.tolerance,
        weight_threshold: rug.weight_threshold,
        fallback: match rug.fallback {
            FallbackArg::Class => FallbackKind::Class,
            FallbackArg::FirstTree => FallbackKind::FirstTree,
        },
        class_weight: match args.class_weight {
            ClassWeightArg::Rows => ClassWeight::Rows,
            ClassWeightArg::Balanced => ClassWeight::Balanced,
        },
        strategy: match run.lp_strategy {
            LpStrategyArg::Interior => LpStrategy::Interior,
            LpStrategyArg::HotStart => LpStrategy::HotStart,
        },
        backend: run.lp.parse()?,
        time_limit: run.time_limit.map(seconds).transpose()?,
        ..RugParameters::default()
    })
}
