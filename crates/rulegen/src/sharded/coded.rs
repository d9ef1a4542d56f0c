//! What every fit over shards begins with.

use super::at_hand::{AtHand, Smallest, fetch};
use super::checkpoint::Checkpoint;
use super::fold_rows::FoldRows;
use super::folds::Folds;
use super::keys::{bits, seeded};
use super::message::{Coding, Look, Summarised, View, from_bytes, to_bytes};
use super::remote::Remote;
use super::workers::Workers;
use crate::coding::scale_classes;
use crate::given::forbid;
use crate::parameters::accept;
use crate::schema::{check_kept, usable};
use crate::together::check_groups;
use crate::training::check_class_counts;
use crate::trend::check_trends;
use crate::weighted::{Training, TrainingSettings};
use crate::{Cuts, FitError, NormalForm};
use rulegen_binarize::{BinarizeError, Dropped, Samples};
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Schema};
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The most closer looks at columns. Each leaves a fifth at most of the rows that the last one was at, of 2^53.
const MOST_LOOKS: usize = 32;

/// Rows that lie in shards, coded, and their target.
pub(crate) struct Coded<'a> {
    pub(crate) workers: &'a Arc<dyn Workers>,
    pub(crate) target: &'a str,
    pub(crate) classes: &'a [String],
    pub(crate) schema: Schema,
    pub(crate) dropped: Vec<Dropped>,
    /// The rows of each class.
    rows_of: Vec<u64>,
    /// Bits of the data, and of how they are coded: for checkpoints.
    bits: u64,
}

impl<'a> Coded<'a> {
    /// Has the rows coded that were summarised, by cut points and conditions as the settings say.
    ///
    /// # Errors
    /// Settings about columns that there are not, no usable column, and [`FitError::Workers`].
    pub(crate) fn new(
        workers: &'a Arc<dyn Workers>,
        (target, classes): (&'a str, &'a [String]),
        Summarised { columns, classes: rows_of }: Summarised,
        settings: &TrainingSettings<'_>,
    ) -> Result<Self, FitError> {
        let table = columns.without_rows()?;
        check_kept(&settings.columns, &table)?;
        check_trends(settings.trends, &table, classes.len())?;
        check_groups(settings.together, &table)?;
        let learned_of_columns = columns.learn(&settings.columns)?;
        let (mut schema, dropped) = usable(learned_of_columns, &settings.columns, settings.quiet, settings.offered)?;
        for text in settings.forbidden {
            forbid(&mut schema, &table, text, NormalForm::Disjunctive)?;
        }
        let coding = to_bytes(&Coding { schema: schema.clone(), classes: classes.len() });
        workers.code(&coding).map_err(|source| FitError::Workers { source })?;
        // Not the summaries: these depend on the partitions.
        let about = to_bytes(&(coding, &rows_of, target, classes));
        Ok(Coded { workers, target, classes, schema, dropped, rows_of, bits: bits(&about) })
    }

    /// Rows at hand, of which these are the samples, whose weights are numbers of rows: their workers are of this process.
    pub(crate) fn of_training(workers: &'a Arc<dyn Workers>, training: &Training<'a>) -> Self {
        let Training { samples, dropped, .. } = training;
        Coded {
            workers,
            target: training.target(),
            classes: training.classes(),
            schema: samples.schema.clone(),
            dropped: dropped.clone(),
            rows_of: samples.class_weights().iter().map(|rows| *rows as u64).collect(),
            bits: 0,
        }
    }

    /// The checkpoint in a file, where one is given, of a fit with the parameters that a model would record.
    ///
    /// # Errors
    /// [`FitError::Checkpoint`].
    pub(crate) fn checkpoint(
        &self,
        file: Option<&PathBuf>,
        recorded: &BTreeMap<String, Value>,
    ) -> Result<Option<Arc<Checkpoint>>, FitError> {
        let parameters = serde_json::to_vec(recorded).expect("parameters are JSON");
        file.map(|file| Checkpoint::open(file, seeded(bits(&parameters), self.bits))).transpose()
    }

    /// The rows of a view.
    pub(crate) fn remote(&self, view: View) -> Result<Remote, FitError> {
        Remote::new(self.workers.clone(), self.schema.clone(), self.classes.len(), view)
    }

    /// All merged rows, or a sample of about `most` of them that `seed` decides. Where a limit is reached before, rows without columns: of
    /// these a model says how frequent classes are.
    pub(crate) fn at_hand(&self, seed: u64, most: NonZeroUsize, limits: &Limits) -> Result<AtHand, FitError> {
        let fetched = || AtHand::fetch(&**self.workers, &self.schema, self.classes.len(), (seed, most), limits);
        if let Some(at_hand) = in_time(limits, fetched)? {
            return Ok(at_hand);
        }
        log::warn!("a limit was reached before the rows were there: there are no rules");
        let labels: Vec<u32> = (0..self.classes.len() as u32).collect();
        let weights: Vec<f64> = self.rows_of.iter().map(|&rows| rows as f64).collect();
        let table = CodedTable::new(labels.len(), Vec::new()).map_err(BinarizeError::from)?;
        let samples = Samples::merge(Schema::default(), &table, &labels, &weights, labels.len())?;
        Ok(AtHand { samples, sampled: false })
    }

    /// The smallest draws of all merged rows.
    pub(crate) fn smallest(&self, seed: u64) -> Result<Smallest, FitError> {
        Smallest::ask(&**self.workers, seed)
    }

    /// All merged rows; none where a limit is reached before.
    pub(crate) fn merged(&self, limits: &Limits) -> Result<Option<Samples>, FitError> {
        let fetched = || fetch(&**self.workers, (&self.schema, self.classes.len()), (0, u64::MAX), limits);
        in_time(limits, fetched)
    }

    /// The rows of folds, fetched; none where a limit is reached before.
    pub(crate) fn fold_rows(&self, folds: Folds, limits: &Limits) -> Result<Option<FoldRows<'static>>, FitError> {
        let about = (self.classes.len(), folds);
        in_time(limits, || FoldRows::fetch(&**self.workers, self.schema.clone(), about, limits))
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows_of.iter().sum()
    }

    /// The share of all rows that these samples are.
    pub(crate) fn share(&self, samples: &Samples) -> f64 {
        samples.counts.iter().sum::<u64>() as f64 / self.rows() as f64
    }

    /// A training set of samples whose weights are numbers of rows. Where they are not all rows, those of a class weigh
    /// as much as all rows of it: what is learned of a sample is about all rows.
    pub(crate) fn training(
        &self,
        mut samples: Samples,
        settings: &TrainingSettings<'_>,
    ) -> Result<Training<'a>, FitError> {
        let totals: Vec<f64> = self.rows_of.iter().map(|&rows| rows as f64).collect();
        let of_classes = settings.class_weight.factors(&totals);
        let own = samples.class_weights();
        let factor =
            |(class, own): (usize, &f64)| if *own > 0.0 { of_classes[class] * (totals[class] / own) } else { 1.0 };
        let factors: Vec<f64> = own.iter().enumerate().map(factor).collect();
        scale_classes(&mut samples, &factors);
        Training::over(samples, self.dropped.clone(), (self.target, self.classes), settings)
    }
}

/// What the partitions are about together, for a fit with these settings. Columns are looked at closer until cut points are exact, or a limit
/// is reached.
///
/// # Errors
/// Settings that need the rows themselves; no partition, partitions of other columns or that change, one class, too many
/// rows, and [`FitError::Workers`].
pub(crate) fn summarised(
    workers: &Arc<dyn Workers>,
    (target, classes): (&str, &[String]),
    settings: &TrainingSettings<'_>,
    limits: &Limits,
) -> Result<Summarised, FitError> {
    accept(settings.fairness.is_none(), "the fairness constraint", "absent where rows lie in shards", "given")?;
    accept(settings.cuts == Cuts::Quantiles, "the cut points", "quantiles where rows lie in shards", "trees")?;
    let rare_cuts = settings.rare_cuts;
    let mut all = look(workers, &Look { rare_cuts, focus: None })?;
    // Sums of so many are exact.
    let rows: u128 = all.classes.iter().map(|&rows| u128::from(rows)).sum();
    if rows > 1 << f64::MANTISSA_DIGITS {
        return Err(FitError::FractionalWeight { weight: rows as f64 });
    }
    check_class_counts(&all.classes, classes, target)?;
    for _ in 0..MOST_LOOKS {
        let Some(focus) = all.columns.focus(&settings.columns)? else { return Ok(all) };
        if let Some(limit) = limits.reached() {
            log::warn!("{limit} before cut points were exact");
            return Ok(all);
        }
        all.columns.refine(&look(workers, &Look { rare_cuts, focus: Some(focus) })?.columns)?;
    }
    Err(FitError::Misfit { what: "summaries and closer looks" })
}

/// What is fetched, unless a limit is reached before.
fn in_time<T>(limits: &Limits, fetched: impl FnOnce() -> Result<T, FitError>) -> Result<Option<T>, FitError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    match fetched() {
        Err(FitError::Binarize(BinarizeError::Stopped(_))) => Ok(None),
        fetched => fetched.map(Some),
    }
}

/// What all partitions answer, together.
fn look(workers: &Arc<dyn Workers>, look: &Look) -> Result<Summarised, FitError> {
    let answers = workers.summaries(&to_bytes(look)).map_err(|source| FitError::Workers { source })?;
    together(&answers)
}

/// Answers in one, by halves: a summary of many partitions is long, and merged with few others.
fn together(answers: &[Vec<u8>]) -> Result<Summarised, FitError> {
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
