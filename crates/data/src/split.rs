//! Divides rows into training and test rows, and into folds.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::error::DataError;
use crate::source::open_file;
use crate::target::Target;
use rulegen_numeric::Random;

/// Reads a row file: row numbers counted from 0, one a line, each below `n_rows` and none twice.
/// Blank lines are skipped. The rows come back in the file's order.
///
/// # Errors
///
/// [`DataError::Open`], [`DataError::Read`], [`DataError::Empty`] if no row is listed,
/// [`DataError::BadRow`], [`DataError::RowOutOfRange`] and [`DataError::RowTwice`].
pub fn read_row_file(path: &Path, n_rows: usize) -> Result<Vec<usize>, DataError> {
    let input = || path.display().to_string();
    let mut listed = vec![false; n_rows];
    let mut rows = Vec::new();
    for (i, text) in BufReader::new(open_file(path)?).split(b'\n').enumerate() {
        let text = text.map_err(|reason| DataError::Read { input: input(), reason })?;
        let (line, text) = (i + 1, String::from_utf8_lossy(&text));
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let Ok(row) = text.parse::<usize>() else {
            return Err(DataError::BadRow { input: input(), line, text: text.to_owned() });
        };
        match listed.get_mut(row) {
            None => return Err(DataError::RowOutOfRange { input: input(), line, row, rows: n_rows }),
            Some(true) => return Err(DataError::RowTwice { input: input(), line, row }),
            Some(listed) => *listed = true,
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(DataError::Empty { input: input() });
    }
    Ok(rows)
}

/// Divides `n` rows into all rows that are not in `test_rows`, ascending, and `test_rows` as given.
/// Returns `(train, test)`.
///
/// # Panics
///
/// If a test row is not below `n`.
pub fn split(n: usize, test_rows: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut is_test = vec![false; n];
    for &row in test_rows {
        is_test[row] = true;
    }
    ((0..n).filter(|&row| !is_test[row]).collect(), test_rows.to_vec())
}

/// Divides rows at random, every class in the same proportion. Returns `(train, test)`, both
/// ascending.
///
/// The test rows number `fraction` of all, rounded; each class gives its share rounded down, and
/// the classes with the largest remainders give one more. The same target, fraction and seed always
/// give the same split.
///
/// # Errors
///
/// [`DataError::BadFraction`] if `fraction` is not strictly between 0 and 1.
pub fn stratified_split(target: &Target, fraction: f64, seed: u64) -> Result<(Vec<usize>, Vec<usize>), DataError> {
    if !(fraction > 0.0 && fraction < 1.0) {
        return Err(DataError::BadFraction { fraction });
    }
    let n = target.labels.len();
    let by_class = shuffled_by_class(target, seed);
    let shares: Vec<f64> = by_class.iter().map(|rows| rows.len() as f64 * fraction).collect();
    let mut takes: Vec<usize> = shares.iter().map(|share| *share as usize).collect();

    let mut by_remainder: Vec<usize> = (0..shares.len()).collect();
    by_remainder.sort_by(|&a, &b| shares[b].fract().total_cmp(&shares[a].fract()));
    let wanted = (n as f64 * fraction).round() as usize;
    let short = wanted.saturating_sub(takes.iter().sum());
    for &class in by_remainder.iter().take(short) {
        takes[class] += 1;
    }

    let mut test: Vec<usize> =
        by_class.iter().zip(takes).flat_map(|(rows, take)| rows.iter().take(take).copied()).collect();
    test.sort_unstable();
    Ok(split(n, &test))
}

/// Returns the fold of each row, from 0 to `k` - 1: random, with every class spread evenly.
///
/// The rows of each class are shuffled and dealt out in turn. Each class continues where the one
/// before ended, so the numbers of rows of any two folds differ by at most one, for each class and
/// in all. The same target, `k` and seed always give the same folds.
///
/// # Errors
///
/// [`DataError::BadFolds`] if `k` is below 2 or above the number of rows.
pub fn stratified_folds(target: &Target, k: usize, seed: u64) -> Result<Vec<usize>, DataError> {
    let rows = target.labels.len();
    if k < 2 || k > rows {
        return Err(DataError::BadFolds { folds: k, rows });
    }
    let mut folds = vec![0; rows];
    for (turn, row) in shuffled_by_class(target, seed).into_iter().flatten().enumerate() {
        folds[row] = turn % k;
    }
    Ok(folds)
}

/// Training rows and test rows.
pub type Split = (Vec<usize>, Vec<usize>);

/// Returns the training and the test rows of each of `k` [folds](stratified_folds), both ascending.
///
/// # Errors
///
/// As [`stratified_folds`].
pub fn stratified_splits(target: &Target, k: usize, seed: u64) -> Result<Vec<Split>, DataError> {
    let folds = stratified_folds(target, k, seed)?;
    let of_fold = |fold: usize| {
        let test: Vec<usize> = (0..folds.len()).filter(|&row| folds[row] == fold).collect();
        split(folds.len(), &test)
    };
    Ok((0..k).map(of_fold).collect())
}

/// Returns [`stratified_splits`] of some of the rows.
///
/// # Errors
///
/// As [`stratified_folds`].
pub fn stratified_splits_of(target: &Target, rows: &[usize], k: usize, seed: u64) -> Result<Vec<Split>, DataError> {
    let of = |places: Vec<usize>| places.into_iter().map(|place| rows[place]).collect();
    let splits = stratified_splits(&target.select_rows(rows), k, seed)?;
    Ok(splits.into_iter().map(|(train, test)| (of(train), of(test))).collect())
}

/// Returns the rows of each class in random order.
fn shuffled_by_class(target: &Target, seed: u64) -> Vec<Vec<usize>> {
    let mut by_class: Vec<Vec<usize>> = vec![Vec::new(); target.classes.len()];
    for (row, &label) in target.labels.iter().enumerate() {
        by_class[label as usize].push(row);
    }
    let mut random = Random::of_seed(seed);
    for rows in &mut by_class {
        random.shuffle(rows);
    }
    by_class
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn target(labels: Vec<u32>) -> Target {
        let classes = (0..=labels.iter().copied().max().unwrap_or(0)).map(|class| class.to_string()).collect();
        Target { classes, labels }
    }

    #[test]
    fn split_keeps_the_given_order() {
        assert_eq!(split(5, &[3, 1]), (vec![0, 2, 4], vec![3, 1]));
    }

    #[test]
    fn bad_requests() {
        let target = target(vec![0, 1, 1]);
        for fraction in [0.0, 1.0, -0.1, f64::NAN] {
            assert!(matches!(stratified_split(&target, fraction, 0), Err(DataError::BadFraction { .. })));
        }
        let message = stratified_folds(&target, 4, 0).unwrap_err().to_string();
        assert_eq!(message, "cannot make 4 folds of 3 rows: at least 2 folds, and a row in each, are needed");
        assert!(stratified_folds(&target, 1, 0).is_err());
        let message = stratified_split(&target, 2.0, 0).unwrap_err().to_string();
        assert_eq!(message, "the fraction of rows to hold out must lie between 0 and 1, not 2");
    }

    #[test]
    fn seeds_matter_and_repeat() {
        let target = target((0..200).map(|row| row % 3).collect());
        assert_eq!(stratified_split(&target, 0.3, 1).unwrap(), stratified_split(&target, 0.3, 1).unwrap());
        assert_ne!(stratified_split(&target, 0.3, 1).unwrap(), stratified_split(&target, 0.3, 2).unwrap());
        assert_ne!(stratified_folds(&target, 5, 1).unwrap(), stratified_folds(&target, 5, 2).unwrap());
    }

    proptest! {
        #[test]
        fn splits_are_stratified(labels in prop::collection::vec(0..4_u32, 2..200), fraction in 0.01..0.99, seed: u64) {
            let target = target(labels);
            let (train, test) = stratified_split(&target, fraction, seed).unwrap();
            let mut all = [train, test.clone()].concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..target.labels.len()).collect::<Vec<_>>());
            prop_assert_eq!(test.len(), (target.labels.len() as f64 * fraction).round() as usize);
            for (of_test, of_all) in target.select_rows(&test).counts().into_iter().zip(target.counts()) {
                prop_assert!((of_test as f64 - of_all as f64 * fraction).abs() < 1.0);
            }
        }

        #[test]
        fn folds_are_even(labels in prop::collection::vec(0..4_u32, 2..200), k in 2..8_usize, seed: u64) {
            let target = target(labels);
            prop_assume!(k <= target.labels.len());
            let folds = stratified_folds(&target, k, seed).unwrap();
            for class in [None, Some(0), Some(1), Some(2), Some(3)] {
                let mut sizes = vec![0_usize; k];
                for (&fold, &label) in folds.iter().zip(&target.labels) {
                    sizes[fold] += usize::from(class.is_none_or(|class| class == label));
                }
                prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            }
        }
    }
}
