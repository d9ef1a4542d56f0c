//! Divides rows into training and test rows, and into folds.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::blocks::Blocks;
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
/// the classes with the largest remainders give one more. With blocks, every block is on one side,
/// both sides have a block, and the proportions hold as far as blocks allow. The same target,
/// blocks, fraction and seed always give the same split.
///
/// # Errors
///
/// [`DataError::BadFraction`] if `fraction` is not strictly between 0 and 1, and
/// [`DataError::OneBlock`].
pub fn stratified_split(
    target: &Target,
    blocks: Option<&Blocks>,
    fraction: f64,
    seed: u64,
) -> Result<Split, DataError> {
    if !(fraction > 0.0 && fraction < 1.0) {
        return Err(DataError::BadFraction { fraction });
    }
    let n = target.labels.len();
    if let Some(blocks) = blocks {
        blocks.check_several()?;
        let parts = parts_of_blocks(target, blocks, &[1.0 - fraction, fraction], seed);
        let test: Vec<usize> = (0..n).filter(|&row| parts[row] == 1).collect();
        return Ok(split(n, &test));
    }
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
/// in all. With blocks, every block is in one fold, there are no more folds than blocks, and
/// classes are spread as evenly as blocks allow. The same target, blocks, `k` and seed always give
/// the same folds.
///
/// # Errors
///
/// [`DataError::BadFolds`] if `k` is below 2 or above the number of rows, and
/// [`DataError::OneBlock`].
pub fn stratified_folds(
    target: &Target,
    blocks: Option<&Blocks>,
    k: usize,
    seed: u64,
) -> Result<Vec<usize>, DataError> {
    let rows = target.labels.len();
    if k < 2 || k > rows {
        return Err(DataError::BadFolds { folds: k, rows });
    }
    if let Some(blocks) = blocks {
        blocks.check_several()?;
        return Ok(parts_of_blocks(target, blocks, &vec![1.0; k.min(blocks.number())], seed));
    }
    let mut folds = vec![0; rows];
    for (turn, row) in shuffled_by_class(target, seed).into_iter().flatten().enumerate() {
        folds[row] = turn % k;
    }
    Ok(folds)
}

/// Training rows and test rows.
pub type Split = (Vec<usize>, Vec<usize>);

/// Returns the training and the test rows of each [fold](stratified_folds), both ascending. There
/// are `k` folds, or as many as blocks if these are fewer.
///
/// # Errors
///
/// As [`stratified_folds`].
pub fn stratified_splits(
    target: &Target,
    blocks: Option<&Blocks>,
    k: usize,
    seed: u64,
) -> Result<Vec<Split>, DataError> {
    let folds = stratified_folds(target, blocks, k, seed)?;
    let k = folds.iter().max().map_or(0, |last| last + 1);
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
pub fn stratified_splits_of(
    target: &Target,
    blocks: Option<&Blocks>,
    rows: &[usize],
    k: usize,
    seed: u64,
) -> Result<Vec<Split>, DataError> {
    let of = |places: Vec<usize>| places.into_iter().map(|place| rows[place]).collect();
    let blocks = blocks.map(|blocks| blocks.select_rows(rows));
    let splits = stratified_splits(&target.select_rows(rows), blocks.as_ref(), k, seed)?;
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

/// Returns the part of each row. Every block is in one part, and a part has about its share of
/// each class. There are no more parts than blocks; then every part has a block.
///
/// Blocks are dealt out one by one, large ones first, each to the part that keeps the sum of
/// squared deviations from all shares least, where each class counts alike. Blocks whose sizes lie
/// within the same powers of two come in random order, so that seeds differ.
fn parts_of_blocks(target: &Target, blocks: &Blocks, shares: &[f64], seed: u64) -> Vec<usize> {
    let totals = target.counts();
    let mut by_size: Vec<Vec<usize>> = blocks.rows().into_iter().filter(|rows| !rows.is_empty()).collect();
    Random::of_seed(seed).shuffle(&mut by_size);
    by_size.sort_by_key(|rows| rows.len().leading_zeros());

    let mut held = vec![vec![0_usize; totals.len()]; shares.len()];
    let mut sizes = vec![0_usize; shares.len()];
    let mut parts = vec![0; target.labels.len()];
    for (dealt, rows) in by_size.iter().enumerate() {
        let mut classes: Vec<usize> = rows.iter().map(|&row| target.labels[row] as usize).collect();
        classes.sort_unstable();
        let counts: Vec<(usize, usize)> =
            classes.chunk_by(|a, b| a == b).map(|of_class| (of_class[0], of_class.len())).collect();
        let growth = |part: usize| {
            let of_class = |&(class, n): &(usize, usize)| {
                (n * (2 * held[part][class] + n)) as f64 / (totals[class] as f64).powi(2)
            };
            counts.iter().map(of_class).sum::<f64>() / shares[part]
        };
        // The last blocks are for the parts that have none yet.
        let empty = sizes.iter().filter(|size| **size == 0).count();
        let only_empty = by_size.len() - dealt <= empty;
        let open = (0..shares.len()).filter(|&part| !only_empty || sizes[part] == 0);
        let order = |a: &usize, b: &usize| growth(*a).total_cmp(&growth(*b)).then(sizes[*a].cmp(&sizes[*b]));
        let part = open.min_by(order).unwrap_or(0);
        counts.iter().for_each(|&(class, n)| held[part][class] += n);
        sizes[part] += rows.len();
        rows.iter().for_each(|&row| parts[row] = part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn target(labels: Vec<u32>) -> Target {
        let classes = (0..=labels.iter().copied().max().unwrap_or(0)).map(|class| class.to_string()).collect();
        Target { classes, labels, ..Target::default() }
    }

    #[test]
    fn split_keeps_the_given_order() {
        assert_eq!(split(5, &[3, 1]), (vec![0, 2, 4], vec![3, 1]));
    }

    #[test]
    fn bad_requests() {
        let target = target(vec![0, 1, 1]);
        for fraction in [0.0, 1.0, -0.1, f64::NAN] {
            assert!(matches!(stratified_split(&target, None, fraction, 0), Err(DataError::BadFraction { .. })));
        }
        let message = stratified_folds(&target, None, 4, 0).unwrap_err().to_string();
        assert_eq!(message, "cannot make 4 folds of 3 rows: at least 2 folds, and a row in each, are needed");
        assert!(stratified_folds(&target, None, 1, 0).is_err());
        let message = stratified_split(&target, None, 2.0, 0).unwrap_err().to_string();
        assert_eq!(message, "the fraction of rows to hold out must lie between 0 and 1, not 2");
    }

    #[test]
    fn seeds_matter_and_repeat() {
        let target = target((0..200).map(|row| row % 3).collect());
        assert_eq!(stratified_split(&target, None, 0.3, 1).unwrap(), stratified_split(&target, None, 0.3, 1).unwrap());
        assert_ne!(stratified_split(&target, None, 0.3, 1).unwrap(), stratified_split(&target, None, 0.3, 2).unwrap());
        assert_ne!(stratified_folds(&target, None, 5, 1).unwrap(), stratified_folds(&target, None, 5, 2).unwrap());
    }

    fn blocks(of_row: Vec<u32>) -> Blocks {
        let names = (0..=of_row.iter().copied().max().unwrap_or(0)).map(|block| block.to_string()).collect();
        Blocks { column: "patient".into(), names, of_row }
    }

    /// The largest difference between folds in rows of one class.
    fn unevenness(target: &Target, folds: &[usize], k: usize) -> usize {
        let of_class = |class: u32| {
            let mut sizes = vec![0_usize; k];
            let rows = (0..folds.len()).filter(|&row| target.labels[row] == class);
            rows.for_each(|row| sizes[folds[row]] += 1);
            sizes.iter().max().unwrap() - sizes.iter().min().unwrap()
        };
        (0..target.classes.len() as u32).map(of_class).max().unwrap()
    }

    #[test]
    fn blocks_of_one_class_are_spread_over_folds() {
        // Forty patients of one to nine visits; every fourth is ill, on all visits.
        let of_row: Vec<u32> = (0..40).flat_map(|block| vec![block; 1 + (block as usize * 7) % 9]).collect();
        let target = target(of_row.iter().map(|block| u32::from(block % 4 == 0)).collect());
        let blocks = blocks(of_row);
        for seed in 0..20 {
            let folds = stratified_folds(&target, Some(&blocks), 5, seed).unwrap();
            assert!(unevenness(&target, &folds, 5) <= 4, "seed {seed}");
        }
        let folds = |seed| stratified_folds(&target, Some(&blocks), 5, seed).unwrap();
        assert_eq!(folds(1), folds(1));
        assert_ne!(folds(1), folds(2));
    }

    #[test]
    fn few_blocks_make_few_folds() {
        let target = target(vec![0, 1, 0, 1, 0, 1]);
        let three = blocks(vec![0, 0, 1, 1, 2, 2]);
        assert_eq!(stratified_splits(&target, Some(&three), 5, 0).unwrap().len(), 3);
        let two = three.select_rows(&[0, 1, 2, 3]);
        let splits = stratified_splits_of(&target, Some(&three), &[0, 1, 2, 3], 4, 0).unwrap();
        assert_eq!((splits.len(), two.number()), (2, 2));
        let one = three.select_rows(&[4, 5]);
        let message = stratified_splits(&target.select_rows(&[4, 5]), Some(&one), 2, 0).unwrap_err().to_string();
        assert_eq!(message, r#"rows cannot be split by column "patient": it has the same value in every row"#);
        assert!(stratified_split(&target.select_rows(&[4, 5]), Some(&one), 0.5, 0).is_err());
    }

    proptest! {
        #[test]
        fn splits_are_stratified(labels in prop::collection::vec(0..4_u32, 2..200), fraction in 0.01..0.99, seed: u64) {
            let target = target(labels);
            let (train, test) = stratified_split(&target, None, fraction, seed).unwrap();
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
            let folds = stratified_folds(&target, None, k, seed).unwrap();
            for class in [None, Some(0), Some(1), Some(2), Some(3)] {
                let mut sizes = vec![0_usize; k];
                for (&fold, &label) in folds.iter().zip(&target.labels) {
                    sizes[fold] += usize::from(class.is_none_or(|class| class == label));
                }
                prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            }
        }

        #[test]
        fn blocks_are_never_parted(
            rows in prop::collection::vec((0..4_u32, 0..30_u32), 2..200),
            k in 2..8_usize,
            fraction in 0.01..0.99,
            seed: u64,
        ) {
            let (labels, of_row): (Vec<u32>, Vec<u32>) = rows.into_iter().unzip();
            let (target, blocks) = (target(labels), blocks(of_row));
            prop_assume!(k <= target.labels.len() && blocks.number() > 1);
            let splits = stratified_splits(&target, Some(&blocks), k, seed).unwrap();
            prop_assert_eq!(splits.len(), k.min(blocks.number()));
            let one = stratified_split(&target, Some(&blocks), fraction, seed).unwrap();
            for (train, test) in splits.iter().chain([&one]) {
                prop_assert!(!train.is_empty() && !test.is_empty());
                prop_assert!(blocks.check_whole(test).is_ok());
                let mut all = [train.clone(), test.clone()].concat();
                all.sort_unstable();
                prop_assert_eq!(all, (0..target.labels.len()).collect::<Vec<_>>());
            }
            let tested: usize = splits.iter().map(|(_, test)| test.len()).sum();
            prop_assert_eq!(tested, target.labels.len());
        }

        #[test]
        fn blocks_of_one_row_are_stratified(labels in prop::collection::vec(0..4_u32, 2..200), k in 2..8_usize, seed: u64) {
            prop_assume!(k <= labels.len());
            let rows = labels.len() as u32;
            let (target, blocks) = (target(labels), blocks((0..rows).collect()));
            let folds = stratified_folds(&target, Some(&blocks), k, seed).unwrap();
            prop_assert!(unevenness(&target, &folds, k) <= 1);
        }
    }
}
