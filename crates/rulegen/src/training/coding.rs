//! The training rows as the solvers see them.

use super::cuts::guessed;
use super::rows::rows_of_classes;
use super::schema::{extend, learn_schema};
use crate::FitError;
use crate::constraints::{ForbiddenCondition, forbid_against};
use crate::parameters::{Cuts, Parameters};
use rulegen_binarize::{
    BinarizeError, DroppedColumn, LabelledRows, LearnSettings, QuantileWeights, Samples, row_counts,
};
use rulegen_data::Dataset;
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Schema};
use std::time::Duration;

/// The time by which reading and coding may exceed a time limit, so that small data have rules
/// whatever the limit.
pub const GRACE: Duration = Duration::from_millis(500);

/// Codes training rows as the parameters ask.
pub(super) struct Coding<'a> {
    pub(super) p: &'a Parameters,
    /// The group of each row, if fairness is asked for.
    pub(super) groups: Option<&'a [u32]>,
}

/// Estimates the bytes of memory that learning takes: the table and the rows of folds copied from
/// it, two codes of up to two bytes for each cell, and what merging and the loss keep for each row.
fn need(data: &Dataset) -> u64 {
    const PER_ROW: u64 = 150;
    let (rows, columns) = (data.features.rows() as u64, data.features.columns().len() as u64);
    2 * data.features.bytes() + rows * (PER_ROW + 4 * columns)
}

impl Coding<'_> {
    /// Codes `data`, and returns the samples and the columns that cannot serve. If a limit is
    /// reached before (the clock with a grace of [`GRACE`]), the samples have no columns, and a
    /// model knows only the class frequencies from them.
    ///
    /// # Errors
    /// No usable column, a forbidden condition that is none, weights out of their range, or rows
    /// that memory has no room for.
    pub(super) fn of(&self, data: &Dataset, limits: &Limits) -> Result<(Samples, Vec<DroppedColumn>), FitError> {
        limits.admit("learning from these rows", need(data))?;
        let (samples, dropped) = match self.whole(data, &limits.later(GRACE)) {
            Err(FitError::Binarize(BinarizeError::Stopped(limit))) => {
                if !self.p.quiet {
                    log::warn!("{limit} before the columns were coded: there are no rules");
                }
                let table = CodedTable::new(data.features.rows(), Vec::new()).map_err(BinarizeError::from)?;
                (self.merge(Schema::default(), &table, data, &Limits::default())?, Vec::new())
            }
            whole => whole?,
        };
        Ok((counted(samples, data)?, dropped))
    }

    fn whole(&self, data: &Dataset, limits: &Limits) -> Result<(Samples, Vec<DroppedColumn>), FitError> {
        let p = self.p;
        let offered = p.offered();
        let ranks = p.has_rare_cuts().then(|| quantile_weights(data));
        let columns = LearnSettings { ranks: ranks.as_deref(), ..p.columns() };
        let forbidden = ForbiddenCondition::read_all(&p.forbidden, &data.features)?;
        let (mut schema, dropped) = learn_schema(data, &columns, p.quiet, offered.clone(), limits)?;
        // A fold may lack cut points and categories that the whole has.
        if !p.quiet {
            forbidden.iter().try_for_each(|condition| condition.check(&schema, p.form))?;
        }
        if p.cuts == Cuts::Trees {
            let coded = schema.encode_until(&data.features, limits).map_err(BinarizeError::from)?;
            schema = guessed(self.merge(schema, &coded, data, limits)?, limits)?;
            offered.for_each(|model| extend(&mut schema, model));
        }
        Ok((self.over(schema, data, limits)?, dropped))
    }

    /// Codes `data` over a schema, in which conditions are then forbidden as the parameters ask.
    ///
    /// # Errors
    /// As [`Coding::of`].
    pub(super) fn over(&self, mut schema: Schema, data: &Dataset, limits: &Limits) -> Result<Samples, FitError> {
        let p = self.p;
        let forbidden = ForbiddenCondition::read_all(&p.forbidden, &data.features)?;
        forbidden.iter().for_each(|condition| condition.forbid_in(&mut schema, p.form));
        if let Some(for_positive) = p.one_class() {
            forbid_against(&mut schema, &p.monotone, for_positive);
        }
        let coded = schema.encode_until(&data.features, limits).map_err(BinarizeError::from)?;
        self.merge(schema, &coded, data, limits)
    }

    fn merge(&self, schema: Schema, table: &CodedTable, data: &Dataset, limits: &Limits) -> Result<Samples, FitError> {
        let labels = &data.target.labels[..];
        let weights = data.weights.clone().unwrap_or_else(|| vec![1.0; labels.len()]);
        let rows = LabelledRows { labels, groups: self.groups, weights: &weights };
        let mut samples = Samples::merge_until(schema, table, rows, data.target.classes.len(), limits)?;
        let factors = self.p.class_weight.factors(&samples.class_weights());
        scale_classes(&mut samples, &factors);
        Ok(samples)
    }
}

/// Counts the rows of samples again, because class weights are not numbers of rows.
pub(super) fn counted(samples: Samples, data: &Dataset) -> Result<Samples, FitError> {
    Ok(samples.counting(&row_counts(data.weights.as_deref(), data.target.labels.len()))?)
}

/// The weights of the training rows in quantiles.
fn quantile_weights(data: &Dataset) -> Vec<f64> {
    let labels = &data.target.labels;
    QuantileWeights::new(&rows_of_classes(data)).of(labels, &row_counts(data.weights.as_deref(), labels.len()))
}

/// Multiplies the weights of samples by the factors of their classes. Whole weights were added up
/// exactly before, so they do not depend on the order of rows.
pub(crate) fn scale_classes(samples: &mut Samples, factors: &[f64]) {
    samples.weights.iter_mut().zip(&samples.labels).for_each(|(weight, &class)| *weight *= factors[class as usize]);
}
