//! The first steps of every fit over shards: columns are summarised, rows coded, and some fetched.

use crate::FitError;
use crate::constraints::{ForbiddenCondition, check_groups, check_trends};
use crate::parameters::{NormalForm, Parameters};
use crate::pricers::PricerName;
use crate::training::{Target, Training, check_class_counts, check_kept, scale_classes, usable};
use rulegen_binarize::{BinarizeError, DroppedColumn, Samples};
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Schema};
use rulegen_shards::{Coordinator, RemoteRows, RowSummary, RowsAtHand, ShardedRows, View};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Coded rows that lie in shards, and their target.
pub(crate) struct CodedRows<'a> {
    pub(crate) shards: ShardedRows,
    target: Target<'a>,
    pub(crate) dropped: Vec<DroppedColumn>,
    /// The rows of each class.
    rows_of: Vec<u64>,
}

impl<'a> CodedRows<'a> {
    /// Learns cut points and conditions from the summary, as the parameters ask, and has workers
    /// code their rows.
    ///
    /// # Errors
    /// Settings about columns that there are not, no usable column, and workers that
    /// cannot be asked.
    pub(crate) fn new(
        coordinator: Coordinator,
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
        let shards = coordinator.code(schema, target.classes.len())?;
        Ok(CodedRows { shards, target, dropped, rows_of })
    }

    /// Takes the samples of `training`, whose weights are numbers of rows, as rows in
    /// shards of this process.
    pub(crate) fn of_training(training: &Training<'a>) -> Self {
        let Training { samples, dropped, .. } = training;
        CodedRows {
            shards: ShardedRows::in_process(samples),
            target: training.target,
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
        let p = Parameters { pricers: Some(vec![PricerName::GREEDY]), terms: p.terms(), ..p };
        let all = Arc::new(self.remote(View::All)?);
        let training = Training::elsewhere((all, merged), self.dropped.clone(), self.target, &p)?;
        Ok((p, training))
    }

    /// Returns the rows of a view.
    pub(crate) fn remote(&self, view: View) -> Result<RemoteRows, FitError> {
        Ok(RemoteRows::new(self.shards.clone(), view)?)
    }

    /// Returns all merged rows, or a sample of about `most` of them that `seed` decides. If a limit
    /// is reached before, returns rows without columns, from which a model knows only the class
    /// frequencies.
    pub(crate) fn at_hand(&self, seed: u64, most: NonZeroUsize, limits: &Limits) -> Result<RowsAtHand, FitError> {
        if let Some(at_hand) = RowsAtHand::fetch(&self.shards, seed, most, limits)? {
            return Ok(at_hand);
        }
        log::warn!("a limit was reached before the rows were there: there are no rules");
        let labels: Vec<u32> = (0..self.target.classes.len() as u32).collect();
        let weights: Vec<f64> = self.rows_of.iter().map(|&rows| rows as f64).collect();
        let table = CodedTable::new(labels.len(), Vec::new()).map_err(BinarizeError::from)?;
        let samples = Samples::merge(Schema::default(), &table, &labels, &weights, labels.len())?;
        Ok(RowsAtHand { samples, sampled: false })
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

/// Asks all partitions for a summary, and looks closer at columns until cut points are exact or a
/// limit is reached.
///
/// # Errors
/// No partition, partitions of other columns or that change, one class, too many rows, and
/// [`ShardError::Workers`](rulegen_shards::ShardError::Workers).
pub(crate) fn summarised(
    coordinator: &Coordinator,
    target: Target<'_>,
    p: &Parameters,
    limits: &Limits,
) -> Result<RowSummary, FitError> {
    let mut all = coordinator.summary()?;
    check_class_counts(&all.classes, target.classes, target.name)?;
    coordinator.refine(&mut all, &p.columns(), limits)?;
    Ok(all)
}
