//! The training data, from the flags.

use crate::args::FitArgs;
use crate::failure::BadInput;
use crate::groups::{group_columns, groups, warn_of_few};
use crate::input::{named, read_options, read_table};
use crate::repeated_ids::warn_of_repeated_ids;
use crate::share::share;
use crate::stray_words::warn_of_stray_words;
use crate::target::{self, FileRows};
use anyhow::Result;
use rulegen::data::{Blocks, DataError, Dataset, ReadOptions, Split, Table, split, stratified_split};
use rulegen::limits::Limits;
use rulegen::rule::name_text;
use rulegen::{Fitted, GRACE, GroupedBy, ParameterValue};
use std::path::Path;

/// The setting of models that says which rows were held out.
pub(crate) const SPLIT_AFTER: &str = "split_after";

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

/// The options by which the flags have data files read.
pub(crate) fn options(args: &FitArgs) -> Result<ReadOptions> {
    let mut options = read_options(&args.read)?;
    options.categorical = args.categorical.clone();
    options.undated = args.split_by.iter().cloned().collect();
    options.numeric = args.numeric.iter().chain(&args.weights).cloned().collect();
    target::declare(&mut options, &args.target, &args.target_cut);
    Ok(options)
}

/// The rows to learn from.
pub(crate) struct TrainingRows {
    pub(crate) data: Dataset,
    pub(crate) rows: FileRows,
    /// The columns that divide them into groups, if a proof is to say so.
    pub(crate) grouped: Vec<GroupedBy>,
}

/// Reads the rows of a data file that have a label, within limits; the clock allows for [`GRACE`].
pub(crate) fn read_dataset(args: &FitArgs, file: &Path, limits: &Limits) -> Result<TrainingRows> {
    let mut options = options(args)?;
    let mut taken = vec![(args.target.as_str(), "target")];
    taken.extend(args.weights.as_deref().map(|name| (name, "column of weights")));
    if let Some((name, what)) = taken.iter().find(|(name, _)| args.ignore.iter().any(|ignored| ignored == name)) {
        return Err(BadInput(format!("--ignore {name}: {} is the {what}", name_text(name))).into());
    }
    check_split_by(args, &taken)?;
    taken.extend(args.split_by.as_deref().map(|name| (name, "column to split by")));
    let columns = group_columns(&args.groups, &taken)?;
    // Rows may be grouped or split by a column that is ignored otherwise.
    let is_group = |name: &String| columns.iter().any(|column| column.name == *name);
    let is_needed = |name: &&String| is_group(name) || args.split_by.as_ref() == Some(*name);
    options.ignored = args.ignore.iter().filter(|name| !is_needed(name)).cloned().collect();
    let table = read_table(file, &options, &limits.later(GRACE))?;
    let (mut table, rows) = target::with_labels(table, &args.target).map_err(|e| named(file, e))?;
    let groups = groups(&table, &columns, file)?;
    let is_proved = args.proof.is_some() && args.parameters.get("fairness").is_some();
    let grouped = columns.iter().filter(|_| is_proved).map(|column| GroupedBy::of(&table, column));
    let grouped = grouped.collect::<Result<_, _>>()?;
    let blocks = blocks(args, &mut table).map_err(|e| named(file, rows.error_in_file(e)))?;
    let columns = columns.iter().map(|column| &column.name);
    for name in columns.filter(|name| args.ignore.contains(name) || !args.fair.group_as_feature) {
        table.take_column(name).map_err(|e| named(file, e))?;
    }
    warn_of_stray_words(&table, &rows, &[&args.categorical[..], std::slice::from_ref(&args.target)].concat());
    if args.split_by.is_none() {
        let kept = match args.parameters.get("keep") {
            Some(ParameterValue::List(kept)) => &kept[..],
            _ => &[],
        };
        let taken = args.weights.iter().chain([&args.target]);
        warn_of_repeated_ids(&table, &kept.iter().chain(&args.categorical).chain(taken).collect::<Vec<_>>());
    }
    let bad = |e| named(file, rows.error_in_file(e));
    let labels = target::to_learn(table.take_column(&args.target).map_err(bad)?, &args.target_cut, file)?;
    let weights = args.weights.as_deref().map(|name| table.take_column(name)).transpose().map_err(bad)?;
    let mut data = Dataset::with_target(table, &args.target, labels, weights).map_err(bad)?;
    if let Some(groups) = &groups {
        if let ([only], Some(_)) = (&groups.names[..], args.parameters.get("fairness")) {
            return Err(BadInput(format!("--fairness needs two groups, and every row is in '{only}'")).into());
        }
        warn_of_few(groups, &data.target.labels, &data.target.classes);
    }
    data.groups = groups;
    data.blocks = blocks;
    Ok(TrainingRows { data, rows, grouped })
}

/// Refuses a column to split by that has another use.
fn check_split_by(args: &FitArgs, taken: &[(&str, &str)]) -> Result<(), BadInput> {
    match taken.iter().find(|(name, _)| args.split_by.as_deref() == Some(name)) {
        Some((name, what)) => Err(BadInput(format!("--split-by: {} is the {what}", name_text(name)))),
        None => Ok(()),
    }
}

/// Takes the blocks out of a table.
fn blocks(args: &FitArgs, table: &mut Table) -> Result<Option<Blocks>, DataError> {
    let column = args.split_by.as_deref().map(|name| table.take_column(name)).transpose()?;
    column.map(Blocks::from_column).transpose()
}

/// Returns the rows to learn from and the later ones that `--split-after` holds out.
pub(crate) fn split_after(args: &FitArgs, file: &Path, data: &Dataset) -> Result<Option<Split>> {
    let (Some(value), Some(blocks)) = (&args.split_after, &data.blocks) else { return Ok(None) };
    let test = blocks.rows_after(value).map_err(|e| named(file, e))?;
    let flag = format!("--split-after {value}");
    if test.is_empty() {
        return Err(BadInput(format!("{flag} holds out no row")).into());
    }
    some_left(split(blocks.of_row.len(), &test), &flag).map(Some)
}

/// Records which rows `--split-after` held out, in the model and those of other sizes.
pub(crate) fn record_split(args: &FitArgs, fitted: &mut Fitted) {
    let Some(value) = &args.split_after else { return };
    let others = fitted.front.iter_mut().flat_map(|front| &mut front.models);
    for model in others.chain([&mut fitted.model]) {
        model.settings.insert(SPLIT_AFTER.into(), value.as_str().into());
    }
}

pub(crate) fn holdout(args: &FitArgs, data: &Dataset, of_file: &FileRows) -> Result<Holdout> {
    let n = data.target.labels.len();
    let given = args.parameters.give_rules();
    let measured = args.split_after.is_some() || !matches!(args.holdout.as_deref(), None | Some("none"));
    if given && measured {
        log::warn!("rules are given: if they were learned from rows held out, what is measured there is too good");
    }
    let rows = |(train, test), share| Holdout::Rows { train, test, share };
    if let Some(split) = split_after(args, &args.data, data)? {
        return Ok(rows(split, None));
    }
    let blocks = data.blocks.as_ref();
    match args.holdout.as_deref() {
        // Nobody knows which rows the rules given were learned from.
        None if given => Ok(Holdout::None),
        None => Ok(Holdout::Second),
        Some("none") => Ok(Holdout::None),
        Some(text) => match share(text) {
            Some(share) => {
                let (train, test) = stratified_split(&data.target, blocks, share, args.parameters.seed())?;
                if test.is_empty() {
                    return Err(BadInput(format!("a share of {text} of {n} rows holds out none")).into());
                }
                some_left((train, test), &format!("--holdout {text}")).map(|split| rows(split, Some(share)))
            }
            None => {
                let path = Path::new(text);
                let test = of_file.read(path)?;
                blocks.map_or(Ok(()), |blocks| blocks.check_whole(&test)).map_err(|e| named(path, e))?;
                some_left(split(n, &test), &format!("--holdout {text}")).map(|split| rows(split, None))
            }
        },
    }
}

fn some_left(split: Split, flag: &str) -> Result<Split> {
    match split.0.is_empty() {
        true => Err(BadInput(format!("{flag} holds out every row")).into()),
        false => Ok(split),
    }
}
