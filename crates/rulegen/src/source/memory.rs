//! Rows in memory.

use super::coded::CodedRows;
use super::merged_folds::MergedFolds;
use super::rows::{RowsToChoose, RowsToSolve, Source};
use crate::FitError;
use crate::choice::{Fold, Folds, HeldOut, HeldOutRows, MOST_ROWS};
use crate::constraints::with_written_rules;
use crate::parameters::Parameters;
use crate::training::{Target, Training, row_weights, rows_of_classes, suited};
use rulegen_binarize::{BinarizeError, are_whole};
use rulegen_data::{DataError, Dataset, Split, stratified_split, stratified_splits};
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule, Schema};
use rulegen_shards::SmallestDraws;

/// Unless a number of divisions is asked for, rows are divided into folds again while all divisions
/// together have no more cells (rows times columns) than this, which takes about three seconds of
/// one core for rules chosen one by one.
const DIVIDED_CELLS: usize = 150_000;

/// The most divisions that nobody asked for. More of them make sizes depend less on the seed, and
/// fits of few rows take longer (docs/measurements/size.md).
const MOST_DIVISIONS: usize = 8;

/// The rows of a data set.
pub(crate) struct InMemory<'a> {
    data: &'a Dataset,
    target: Target<'a>,
}

impl<'a> InMemory<'a> {
    /// Takes the rows of `data`, whose column `target` is predicted.
    pub(crate) fn new(data: &'a Dataset, target: &'a str) -> Self {
        InMemory { data, target: Target { name: target, classes: &data.target.classes } }
    }

    /// Returns the parameters that suit the rows, with the column of the blocks.
    fn suited(&self, asked: &Parameters) -> Parameters {
        let split_by = self.data.blocks.as_ref().map(|blocks| blocks.column.clone());
        Parameters {
            split_by,
            target_cut: self.data.target.cuts.clone(),
            number_forms: self.data.number_forms(self.target.name),
            missing_words: self.data.features.missing_words().to_vec(),
            ..suited(asked, &rows_of_classes(self.data))
        }
    }

    /// True if cross-validation folds are drawn from merged rows. Fits that can also run on shards
    /// do this above [`Parameters::rows_at_hand`] rows.
    fn has_merged_folds(&self, p: &Parameters) -> bool {
        let rows = match &self.data.weights {
            Some(weights) => weights.iter().filter(|weight| **weight > 0.0).count(),
            None => self.data.features.rows(),
        };
        rows > p.rows_at_hand.get()
            && p.is_small()
            && p.check_shards().is_ok()
            && self.data.weights.as_deref().is_none_or(are_whole)
            // A merged row may be of several blocks, and of several given folds.
            && self.data.blocks.is_none()
            && p.splits.is_none()
    }

    /// Prepares rows whose folds are drawn from merged rows. If many merged rows remain, they are
    /// learned from as shards of this process: the master then has a row for each cluster, and
    /// clusters are fewer.
    fn merged(&self, asked: &Parameters, p: Parameters, training: Training<'a>) -> Result<RowsToChoose<'a>, FitError> {
        if !p.quiet {
            log::warn!("more than {} rows: folds are of merged rows, with the cut points of all rows", p.rows_at_hand);
        }
        let smallest = SmallestDraws::of(&training.samples, p.seed);
        let folds = MergedFolds::new(asked, &p, self.target, &smallest, training.samples.counts.iter().sum());
        if folds.are_shared_out() {
            let folds = Box::new(folds.of_samples(training.samples.clone()));
            return Ok(RowsToChoose { p, training, folds });
        }
        let coded = CodedRows::of_training(&training);
        let merged = training.samples.len();
        drop(training);
        let (p, training) = coded.elsewhere(p, merged)?;
        let folds = Box::new(folds.of_coded(coded, smallest.rows()));
        Ok(RowsToChoose { p, training, folds })
    }
}

impl<'a> Source<'a> for InMemory<'a> {
    fn to_choose(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToChoose<'a>, FitError> {
        let asked = &with_written_rules(asked, &self.data.features, self.target.classes)?;
        let p = self.suited(asked);
        let training = Training::new(self.data, self.target, &p, limits)?;
        if self.has_merged_folds(&p) {
            return self.merged(asked, p, training);
        }
        let folds = Box::new(RowFolds::new(asked, self.data, self.target)?);
        Ok(RowsToChoose { p, training, folds })
    }

    fn to_solve(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToSolve<'a>, FitError> {
        let p = self.suited(&with_written_rules(asked, &self.data.features, self.target.classes)?);
        let training = Training::new(self.data, self.target, &p, limits)?;
        Ok(RowsToSolve { p, training, rest: None })
    }
}

/// Folds of rows, each with cut points of its own: those given, or stratified ones that part no
/// block.
struct RowFolds<'a> {
    p: Parameters,
    data: &'a Dataset,
    target: Target<'a>,
    /// The folds of each division.
    divisions: Vec<Vec<Split>>,
}

impl<'a> RowFolds<'a> {
    fn new(asked: &Parameters, data: &'a Dataset, target: Target<'a>) -> Result<Self, FitError> {
        let rows = data.target.labels.len();
        // A fold has its own least numbers of rows, and does not repeat the warnings of the whole.
        let p = Parameters { quiet: true, fold: true, splits: None, ..asked.clone() };
        if let Some(splits) = &asked.splits {
            check_splits(splits, rows)?;
            return Ok(RowFolds { p, data, target, divisions: vec![splits.to_vec()] });
        }
        // A single row has no folds.
        let folds = if rows < 2 { 0 } else { asked.folds.min(rows) };
        let cells = rows * data.features.columns().len();
        let whole_blocks = data.blocks.as_ref().is_some_and(|blocks| blocks.number() <= folds);
        if whole_blocks && !asked.quiet && asked.divisions.is_some_and(|number| number > 1) {
            log::warn!("each block of rows is a fold, so that the rows are divided into folds once");
        }
        let number = match asked.is_small() && !whole_blocks {
            true => asked.divisions.unwrap_or((DIVIDED_CELLS / cells.max(1)).clamp(1, MOST_DIVISIONS)),
            false => 1,
        };
        // Divisions of one seed are none of the next one's.
        let seed = |division: usize| asked.seed.wrapping_add((division as u64) << 32);
        let divide = |division: usize| stratified_splits(&data.target, data.blocks.as_ref(), folds, seed(division));
        let divisions = (0..number).filter(|_| folds > 0).map(divide).collect::<Result<_, DataError>>()?;
        Ok(RowFolds { p, data, target, divisions })
    }

    /// Returns these rows, or a stratified sample of [`MOST_ROWS`] if they are more.
    fn sample(&self, rows: &[usize]) -> Result<Vec<usize>, FitError> {
        // Boolean rule sets are short of time, not of rows.
        if rows.len() <= MOST_ROWS || self.p.loss().is_timed() {
            return Ok(rows.to_vec());
        }
        let target = self.data.target.select_rows(rows);
        let (_, kept) = stratified_split(&target, None, MOST_ROWS as f64 / rows.len() as f64, self.p.seed)?;
        Ok(kept.into_iter().map(|at| rows[at]).collect())
    }
}

impl Folds for RowFolds<'_> {
    fn number(&self) -> usize {
        self.divisions.first().map_or(0, Vec::len)
    }

    fn divisions(&self) -> usize {
        self.divisions.len()
    }

    fn fold(&self, division: usize, at: usize, limits: &Limits) -> Result<Option<Fold<'_>>, FitError> {
        let (train, test) = &self.divisions[division][at];
        let rows = self.data.select_rows(&self.sample(train)?);
        let p = suited(&self.p, &rows_of_classes(&rows));
        let training = match Training::new(&rows, self.target, &p, &limits.firm()) {
            Ok(training) => Some(training),
            Err(FitError::Data(DataError::OneClass { .. }) | FitError::Binarize(BinarizeError::NoFeature { .. })) => {
                None
            }
            Err(error) => return Err(error),
        };
        let class_rows = rows.target.counts().into_iter().map(|rows| rows as u64).collect();
        let held_out = self.data.select_rows(test);
        let weights = row_weights(&p, &held_out);
        Ok(Some(Fold {
            p,
            training,
            class_rows,
            held_out: Box::new(TestRows { places: test, rows: held_out, weights }),
        }))
    }

    fn compared(
        &self,
        _: usize,
        _: usize,
        of_model: (&Schema, &[&Rule]),
        of_fold: (&Schema, &[&Rule]),
    ) -> Result<HeldOutRows, FitError> {
        let covers = [covers(self.data, of_model)?, covers(self.data, of_fold)?].concat();
        let weights = row_weights(&self.p, self.data);
        Ok(HeldOutRows { covers, labels: self.data.target.labels.clone(), weights })
    }
}

/// Checks that each given fold learns from rows of the data, and holds out some.
fn check_splits(splits: &[Split], rows: usize) -> Result<(), FitError> {
    for (fold, (train, test)) in splits.iter().enumerate() {
        if let Some(&row) = train.iter().chain(test).find(|row| **row >= rows) {
            return Err(FitError::NoSuchRow { fold, row, rows });
        }
        if train.is_empty() || test.is_empty() {
            return Err(FitError::EmptyFold { fold });
        }
    }
    Ok(())
}

/// Returns the rows that each of the rules covers.
fn covers(data: &Dataset, (schema, rules): (&Schema, &[&Rule])) -> Result<Vec<RowSet>, FitError> {
    Ok(schema.covers(&data.features, rules).map_err(BinarizeError::from)?)
}

/// The rows that a fold holds out.
struct TestRows<'a> {
    places: &'a [usize],
    rows: Dataset,
    /// The weights that these rows would have in learning.
    weights: Option<Vec<f64>>,
}

impl HeldOut for TestRows<'_> {
    fn places(&self) -> Option<&[usize]> {
        Some(self.places)
    }

    fn over(&self, schema: &Schema, rules: &[&Rule]) -> Result<HeldOutRows, FitError> {
        let covers = covers(&self.rows, (schema, rules))?;
        Ok(HeldOutRows { covers, labels: self.rows.target.labels.clone(), weights: self.weights.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_folds_have_rows_of_the_data_on_both_sides() {
        let fold = |train: &[usize], test: &[usize]| (train.to_vec(), test.to_vec());
        let message = |splits: &[Split]| check_splits(splits, 4).unwrap_err().to_string();
        assert!(check_splits(&[fold(&[0, 1], &[2]), fold(&[2, 3], &[0, 1])], 4).is_ok());
        assert_eq!(
            message(&[fold(&[0], &[1]), fold(&[1], &[4])]),
            "fold 1 (from 0) has row 4 (from 0), and there are 4 rows"
        );
        let empty = "fold 0 (from 0) has no rows to learn from, or none to hold out";
        assert_eq!((message(&[fold(&[], &[1])]), message(&[fold(&[1], &[])])), (empty.into(), empty.into()));
    }
}
