//! The rows to learn from and to test on.

use super::error::ExperimentError;
use super::sets::Set;
use super::spec::SplitSpec;
use super::store::write_whole;
use rulegen_data::{read_row_file, split, stratified_folds, stratified_split};
use std::path::Path;

/// The rows of one split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) train: Vec<usize>,
    pub(crate) test: Vec<usize>,
}

/// The splits of a set. Split `s` of repeated splits has the seed `seed + s`; of repeated folds repeat `r` has.
///
/// # Errors
/// More folds than rows, a split without rows on one side, or a bad row file.
pub(crate) fn splits(spec: &SplitSpec, set: &Set, seed: u64) -> Result<Vec<Split>, ExperimentError> {
    let bad = |source| ExperimentError::Data { set: set.name.clone(), source };
    let (target, n) = (&set.data.target, set.rows());
    let seeded = |at: usize| seed.wrapping_add(at as u64);
    let splits: Vec<Split> = match spec {
        SplitSpec::Holdout { repeats, test } => (0..*repeats)
            .map(|s| stratified_split(target, *test, seeded(s)).map(|(train, test)| Split { train, test }))
            .collect::<Result<_, _>>()
            .map_err(bad)?,
        SplitSpec::Folds { k, repeats } => {
            let mut splits = Vec::new();
            for r in 0..*repeats {
                splits.extend(folds(&stratified_folds(target, *k, seeded(r)).map_err(bad)?, *k));
            }
            splits
        }
        SplitSpec::Rows { folder } => {
            let rows = read_row_file(&folder.join(format!("{}.test", set.name)), n).map_err(bad)?;
            let (train, test) = split(n, &rows);
            vec![Split { train, test }]
        }
    };
    match splits.iter().find(|split| split.train.is_empty() || split.test.is_empty()) {
        Some(_) => Err(ExperimentError::spec(format!("data set '{}': a split has no rows on one side", set.name))),
        None => Ok(splits),
    }
}

/// The splits in which each of `k` folds is held out in turn.
pub(crate) fn folds(fold_of: &[usize], k: usize) -> Vec<Split> {
    let one = |fold: usize| {
        let (test, train) = (0..fold_of.len()).partition(|&row| fold_of[row] == fold);
        Split { train, test }
    };
    (0..k).map(one).collect()
}

/// Writes the test rows of every split, one file each as `fit --holdout` reads them: `SET.0.test`, `SET.1.test`, ...
pub(crate) fn write_splits(folder: &Path, set: &Set, splits: &[Split]) -> Result<(), ExperimentError> {
    std::fs::create_dir_all(folder).map_err(ExperimentError::write(folder))?;
    for (at, split) in splits.iter().enumerate() {
        let path = folder.join(format!("{}.{at}.test", set.name));
        write_whole(&path, split_file(split).as_bytes())?;
    }
    Ok(())
}

/// The text of a file of test rows.
pub(crate) fn split_file(split: &Split) -> String {
    split.test.iter().map(|row| format!("{row}\n")).collect()
}
