//! The training data, from the flags.

use crate::args::FitArgs;
use crate::failure::BadInput;
use crate::groups::{group_columns, groups, warn_of_few};
use crate::input::{named, read_options, read_table};
use crate::stray_words::warn_of_stray_words;
use anyhow::Result;
use rulegen::GRACE;
use rulegen::data::{Dataset, read_row_file, split, stratified_split};
use rulegen::limits::Limits;
use std::path::Path;

/// More threads than this only cost memory.
const MOST_THREADS: usize = 1024;

/// The rows that are held out.
pub(crate) enum Holdout {
    /// The model learns from all rows. A share is held out from a second model, which is only
    /// measured.
    Second,
    None,
    /// The rows to learn from and the rows to measure on, drawn at random if they are a share.
    Rows {
        train: Vec<usize>,
        test: Vec<usize>,
        share: Option<f64>,
    },
}

/// Words that often stand for an unknown label, in small letters.
const MISSING_WORDS: [&str; 6] = ["na", "n/a", "nan", "null", "none", "?"];

pub(crate) fn check_threads(threads: Option<usize>) -> Result<(), BadInput> {
    match threads.filter(|n| !(1..=MOST_THREADS).contains(n)) {
        Some(n) => Err(BadInput(format!("the number of threads must be from 1 to {MOST_THREADS}, not {n}"))),
        None => Ok(()),
    }
}

pub(crate) fn use_threads(threads: Option<usize>) -> Result<()> {
    check_threads(threads)?;
    match threads {
        Some(n) => Ok(rayon::ThreadPoolBuilder::new().num_threads(n).build_global()?),
        None => Ok(()),
    }
}

/// Reads a data file within limits; the clock allows for [`GRACE`].
pub(crate) fn read_dataset(args: &FitArgs, file: &Path, limits: &Limits) -> Result<Dataset> {
    let mut options = read_options(&args.read)?;
    options.text = vec![args.target.clone()];
    options.categorical = args.categorical.clone();
    options.numeric = args.numeric.iter().chain(&args.weights).cloned().collect();
    let mut taken = vec![(args.target.as_str(), "target")];
    taken.extend(args.weights.as_deref().map(|name| (name, "column of weights")));
    let columns = group_columns(&args.groups, &taken)?;
    let mut table = read_table(file, &options, &limits.later(GRACE))?;
    // Groups come first: they may be of columns that are ignored otherwise.
    let groups = groups(&table, &columns, file)?;
    let no_features = columns.iter().map(|column| &column.name).filter(|name| !args.ignore.contains(name));
    let no_features = no_features.filter(|_| !args.fair.group_as_feature);
    for name in args.ignore.iter().chain(no_features) {
        table.take_column(name).map_err(|e| named(file, e))?;
    }
    warn_of_stray_words(&table, &[&args.categorical[..], std::slice::from_ref(&args.target)].concat());
    let bad = |e| named(file, e);
    let mut data = Dataset::from_table(table, &args.target, args.weights.as_deref()).map_err(bad)?;
    if let Some(groups) = &groups {
        if let ([only], Some(_)) = (&groups.names[..], args.parameters.get("fairness")) {
            return Err(BadInput(format!("--fairness needs two groups, and every row is in '{only}'")).into());
        }
        warn_of_few(groups, &data.target.labels, &data.target.classes);
    }
    data.groups = groups;
    let missing = |class: &&String| MISSING_WORDS.contains(&class.to_lowercase().as_str());
    if let Some(class) = data.target.classes.iter().find(missing) {
        log::warn!("the target has the class '{class}': if that is a missing label, leave these rows out");
    }
    Ok(data)
}

pub(crate) fn holdout(args: &FitArgs, data: &Dataset) -> Result<Holdout> {
    let n = data.target.labels.len();
    let given = args.parameters.file("pool").is_some() || args.parameters.file("must-have").is_some();
    let measured = !matches!(args.holdout.as_deref(), None | Some("none"));
    if given && (measured || args.path.cv.is_some()) {
        log::warn!("rules are given: if they were learned from rows held out, what is measured there is too good");
    }
    match args.holdout.as_deref() {
        // Nobody knows which rows the rules given were learned from.
        None if given => Ok(Holdout::None),
        None => Ok(Holdout::Second),
        Some("none") => Ok(Holdout::None),
        Some(text) => match text.parse::<f64>() {
            Ok(share) => {
                let (train, test) = stratified_split(&data.target, share, args.parameters.seed())?;
                if test.is_empty() {
                    return Err(BadInput(format!("a share of {text} of {n} rows holds out none")).into());
                }
                some_left(train, test, text, Some(share))
            }
            Err(_) => {
                let path = Path::new(text);
                let (train, test) = split(n, &read_row_file(path, n).map_err(|e| named(path, e))?);
                some_left(train, test, text, None)
            }
        },
    }
}

fn some_left(train: Vec<usize>, test: Vec<usize>, text: &str, share: Option<f64>) -> Result<Holdout> {
    match train.is_empty() {
        true => Err(BadInput(format!("--holdout {text} holds out every row")).into()),
        false => Ok(Holdout::Rows { train, test, share }),
    }
}
