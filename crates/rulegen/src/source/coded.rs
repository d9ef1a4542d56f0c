//! The first steps of every fit over shards: columns are summarised, rows coded, and some fetched.

use super::at_hand::{RowsAtHand, Smallest, fetch};
use super::fold_rows::FoldRows;
use super::folds::FoldDivision;
use super::message::{Coding, Look, RowSummary, View, from_bytes, to_bytes};
use super::remote::Remote;
use super::workers::Workers;
use crate::FitError;
use crate::constraints::{ForbiddenCondition, check_groups, check_trends};
use crate::parameters::{NormalForm, Parameters};
use crate::pricers::PricerName;
use crate::training::{Target, Training, check_class_counts, check_kept, scale_classes, usable};
use rulegen_binarize::{BinarizeError, DroppedColumn, Samples};
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Schema};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most closer looks at columns. Each leaves at most a fifth of the rows that the last one
/// looked at, of at most 2^53.
const MOST_LOOKS: usize = 32;

/// Coded rows that lie in shards, and their target.
pub(crate) struct CodedRows<'a> {
    workers: Arc<dyn Workers>,
    target: Target<'a>,
    pub(crate) schema: Schema,
    pub(crate) dropped: Vec<DroppedColumn>,
    /// The rows of each class.
    rows_of: Vec<u64>,
}

impl<'a> CodedRows<'a> {
    /// Learns cut points and conditions from the summary, as the parameters ask, and has workers
    /// code their rows.
    ///
    /// # Errors
    /// Settings about columns that there are not, no usable column, and [`FitError::Workers`].
    pub(crate) fn new(
        workers: Arc<dyn Workers>,
        target: Target<'a>,
        RowSummary { columns, classes: rows_of }: RowSummary,
        p: &Parameters,
    ) -> Result<Self, FitError> {
        let table = columns.without_rows()?;
        check_kept(&p.columns(), &table)?;
        check_trends(&p.monotone, &table, target.classes.len())?;
        check_groups(&p.together, &table)?;
        let learned_of_columns = columns.learn(&p.columns())?;
        let (mut schema, dropped) = usable(learned_of_columns, &p.columns(), p.quiet, p.offered())?;
        let (forbidden, form) = (ForbiddenCondition::read_all(&p.forbidden, &table)?, NormalForm::Disjunctive);
        if !p.quiet {
            forbidden.iter().try_for_each(|condition| condition.check(&schema, form))?;
        }
        forbidden.iter().for_each(|condition| condition.forbid_in(&mut schema, form));
        let coding = to_bytes(&Coding { schema: schema.clone(), classes: target.classes.len() });
        workers.code(&coding).map_err(|source| FitError::Workers { source })?;
        Ok(CodedRows { workers, target, schema, dropped, rows_of })
    }

    /// Takes the samples of `training`, whose weights are numbers of rows, as rows that workers of
    /// this process hold.
    pub(crate) fn of_training(workers: Arc<dyn Workers>, training: &Training<'a>) -> Self {
        let Training { samples, dropped, .. } = training;
        CodedRows {
            workers,
            target: training.target,
            schema: samples.schema.clone(),
            dropped: dropped.clone(),
            rows_of: samples.class_weights().iter().map(|rows| *rows as u64).collect(),
        }
    }

    /// Makes a training set of all rows where they lie, with the greedy search as its pricer.
    /// `merged` is the number of rows after equal ones were merged, as far as it is known.
    ///
    /// # Errors
    /// Rows that cannot be asked.
    pub(super) fn elsewhere(&self, p: Parameters, merged: usize) -> Result<(Parameters, Training<'a>), FitError> {
        let p = Parameters { pricers: Some(vec![PricerName::GREEDY]), ..p };
        let all = Arc::new(self.remote(View::All)?);
        let training = Training::elsewhere((all, merged), self.dropped.clone(), self.target, &p)?;
        Ok((p, training))
    }

    /// The rows of a view.
    pub(crate) fn remote(&self, view: View) -> Result<Remote, FitError> {
        Remote::new(self.workers.clone(), self.schema.clone(), self.target.classes.len(), view)
    }

    /// Returns all merged rows, or a sample of about `most` of them that `seed` decides. If a limit
    /// is reached before, returns rows without columns, from which a model knows only the class
    /// frequencies.
    pub(crate) fn at_hand(&self, seed: u64, most: NonZeroUsize, limits: &Limits) -> Result<RowsAtHand, FitError> {
        let fetched =
            || RowsAtHand::fetch(&*self.workers, &self.schema, self.target.classes.len(), (seed, most), limits);
        if let Some(at_hand) = in_time(limits, fetched)? {
            return Ok(at_hand);
        }
        log::warn!("a limit was reached before the rows were there: there are no rules");
        let labels: Vec<u32> = (0..self.target.classes.len() as u32).collect();
        let weights: Vec<f64> = self.rows_of.iter().map(|&rows| rows as f64).collect();
        let table = CodedTable::new(labels.len(), Vec::new()).map_err(BinarizeError::from)?;
        let samples = Samples::merge(Schema::default(), &table, &labels, &weights, labels.len())?;
        Ok(RowsAtHand { samples, sampled: false })
    }

    /// The smallest draws of all merged rows.
    pub(crate) fn smallest(&self, seed: u64) -> Result<Smallest, FitError> {
        Smallest::ask(&*self.workers, seed)
    }

    /// Returns all merged rows. `None` if a limit is reached before.
    pub(crate) fn merged(&self, limits: &Limits) -> Result<Option<Samples>, FitError> {
        let fetched = || fetch(&*self.workers, (&self.schema, self.target.classes.len()), (0, u64::MAX), limits);
        in_time(limits, fetched)
    }

    /// Fetches the rows of folds. `None` if a limit is reached before.
    pub(crate) fn fold_rows(&self, folds: FoldDivision, limits: &Limits) -> Result<Option<FoldRows>, FitError> {
        let about = (self.target.classes.len(), folds);
        in_time(limits, || FoldRows::fetch(&*self.workers, self.schema.clone(), about, limits))
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows_of.iter().sum()
    }

    /// The share of these samples in all rows.
    pub(crate) fn share(&self, samples: &Samples) -> f64 {
        samples.counts.iter().sum::<u64>() as f64 / self.rows() as f64
    }

    /// Makes a training set of samples whose weights are numbers of rows. If they are not all rows,
    /// the weights of each class are scaled up to all rows of the class, because the model is about
    /// all rows.
    pub(crate) fn training(&self, mut samples: Samples, p: &Parameters) -> Result<Training<'a>, FitError> {
        let totals: Vec<f64> = self.rows_of.iter().map(|&rows| rows as f64).collect();
        let of_classes = p.class_weight.factors(&totals);
        let own = samples.class_weights();
        let factor =
            |(class, own): (usize, &f64)| if *own > 0.0 { of_classes[class] * (totals[class] / own) } else { 1.0 };
        let factors: Vec<f64> = own.iter().enumerate().map(factor).collect();
        scale_classes(&mut samples, &factors);
        Training::over(samples, self.dropped.clone(), self.target, p)
    }
}

/// Asks all partitions for summaries of their columns and classes, and merges them. Further rounds
/// look closer at columns until cut points are exact or a limit is reached.
///
/// # Errors
/// Settings that need the rows themselves; no partition, partitions of other columns or that
/// change, one class, too many rows, and [`FitError::Workers`].
pub(crate) fn summarised(
    workers: &Arc<dyn Workers>,
    target: Target<'_>,
    p: &Parameters,
    limits: &Limits,
) -> Result<RowSummary, FitError> {
    let rare_cuts = p.has_rare_cuts();
    let mut all = look(workers, &Look { rare_cuts, focus: None })?;
    // Sums up to this number are exact in a double.
    let rows: u128 = all.classes.iter().map(|&rows| u128::from(rows)).sum();
    if rows > 1 << f64::MANTISSA_DIGITS {
        return Err(FitError::FractionalWeight { weight: rows as f64 });
    }
    check_class_counts(&all.classes, target.classes, target.name)?;
    for _ in 0..MOST_LOOKS {
        let Some(focus) = all.columns.focus(&p.columns())? else { return Ok(all) };
        if let Some(limit) = limits.reached() {
            log::warn!("{limit} before cut points were exact");
            return Ok(all);
        }
        all.columns.refine(&look(workers, &Look { rare_cuts, focus: Some(focus) })?.columns)?;
    }
    Err(FitError::Misfit { what: "summaries and closer looks" })
}

/// Calls `fetched`. Returns `None` if a limit is reached before.
fn in_time<T>(limits: &Limits, fetched: impl FnOnce() -> Result<T, FitError>) -> Result<Option<T>, FitError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    match fetched() {
        Err(FitError::Binarize(BinarizeError::Stopped(_))) => Ok(None),
        fetched => fetched.map(Some),
    }
}

/// Returns the merged answer of all partitions.
fn look(workers: &Arc<dyn Workers>, look: &Look) -> Result<RowSummary, FitError> {
    let answers = workers.summaries(&to_bytes(look)).map_err(|source| FitError::Workers { source })?;
    together(&answers)
}

/// Merges answers by halves: the summary of many partitions is long, and is merged only with few
/// others.
fn together(answers: &[Vec<u8>]) -> Result<RowSummary, FitError> {
    match answers {
        [] => Err(FitError::NoPartition),
        [answer] => from_bytes(answer),
        _ => {
            let (before, after) = answers.split_at(answers.len() / 2);
            let (mut all, next) = (together(before)?, together(after)?);
            all.columns.merge(&next.columns)?;
            if all.classes.len() != next.classes.len() {
                return Err(FitError::Misfit { what: "classes" });
            }
            all.classes.iter_mut().zip(&next.classes).for_each(|(sum, rows)| *sum = sum.saturating_add(*rows));
            Ok(all)
        }
    }
}
