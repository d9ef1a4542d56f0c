//! The training rows as the solvers see them.

use crate::FitError;
use crate::cuts::guessed;
use crate::given::forbid;
use crate::parameters::{ClassWeight, Cuts, NormalForm};
use crate::rows::QuantileWeights;
use crate::schema::{extend, learn_schema};
use crate::trend::{Trend, forbid_against};
use rulegen_binarize::{BinarizeError, Dropped, LearnSettings, Samples, row_counts};
use rulegen_data::Dataset;
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Model, Schema};
use std::time::Duration;

/// Reading and coding may take so much longer than a time limit: from small data there are rules whatever the limit.
pub const GRACE: Duration = Duration::from_millis(500);

/// How rows are coded.
pub(crate) struct Coding<'a> {
    pub(crate) columns: LearnSettings<'a>,
    pub(crate) cuts: Cuts,
    pub(crate) class_weight: ClassWeight,
    /// The group of each row, where fairness is asked for.
    pub(crate) groups: Option<&'a [u32]>,
    /// Models whose rules the schema must be able to say.
    pub(crate) offered: Vec<&'a Model>,
    /// Conditions that no rule may have, as rules of this form show them.
    pub(crate) forbidden: &'a [String],
    pub(crate) form: NormalForm,
    /// Trends of columns, where all rules are for the positive class (`true`) or for the other one.
    pub(crate) trends: Option<(&'a [Trend], bool)>,
    /// Whether quantiles are of rows among which rare classes count for more ([`QuantileWeights`]).
    pub(crate) rare_cuts: bool,
    /// Whether the log says nothing of columns: another fit has said it.
    pub(crate) quiet: bool,
}

/// Bytes of memory that learning takes, about: the table and the rows of folds copied from it, two codes of up to two bytes for each cell, and
/// for each row what merging and the loss keep of it.
fn need(data: &Dataset) -> u64 {
    const PER_ROW: u64 = 150;
    let (rows, columns) = (data.features.rows() as u64, data.features.columns().len() as u64);
    2 * data.features.bytes() + rows * (PER_ROW + 4 * columns)
}

impl Coding<'_> {
    /// The samples of `data`, and the columns that cannot serve. Where a limit is reached before that is done (the clock with a time of
    /// [`GRACE`]), samples without columns: of these a model says how frequent classes are.
    ///
    /// # Errors
    /// No usable column, a forbidden condition that is none, weights out of their range, or rows that memory has no room for.
    pub(crate) fn of(&self, data: &Dataset, limits: &Limits) -> Result<(Samples, Vec<Dropped>), FitError> {
        limits.admit("learning from these rows", need(data))?;
        let (samples, dropped) = match self.whole(data, &limits.later(GRACE)) {
            Err(FitError::Binarize(BinarizeError::Stopped(limit))) => {
                if !self.quiet {
                    log::warn!("{limit} before the columns were coded: there are no rules");
                }
                let table = CodedTable::new(data.features.rows(), Vec::new()).map_err(BinarizeError::from)?;
                (self.merge(Schema::default(), &table, data, &Limits::default())?, Vec::new())
            }
            whole => whole?,
        };
        // Weights of classes are no numbers of rows.
        let counts = row_counts(data.weights.as_deref(), data.target.labels.len());
        Ok((samples.counting(&counts)?, dropped))
    }

    fn whole(&self, data: &Dataset, limits: &Limits) -> Result<(Samples, Vec<Dropped>), FitError> {
        let offered = self.offered.iter().copied();
        let ranks = self.rare_cuts.then(|| QuantileWeights::of_rows(data));
        let columns = LearnSettings { ranks: ranks.as_deref(), ..self.columns };
        let (mut schema, dropped) = learn_schema(data, &columns, self.quiet, offered.clone(), limits)?;
        if self.cuts == Cuts::Trees {
            let coded = schema.encode_until(&data.features, limits).map_err(BinarizeError::from)?;
            schema = guessed(self.merge(schema, &coded, data, limits)?, limits)?;
            offered.for_each(|model| extend(&mut schema, model));
        }
        for text in self.forbidden {
            forbid(&mut schema, &data.features, text, self.form)?;
        }
        if let Some((trends, for_positive)) = self.trends {
            forbid_against(&mut schema, trends, for_positive);
        }
        let coded = schema.encode_until(&data.features, limits).map_err(BinarizeError::from)?;
        Ok((self.merge(schema, &coded, data, limits)?, dropped))
    }

    fn merge(&self, schema: Schema, table: &CodedTable, data: &Dataset, limits: &Limits) -> Result<Samples, FitError> {
        let labels = &data.target.labels[..];
        let weights = data.weights.clone().unwrap_or_else(|| vec![1.0; labels.len()]);
        let rows = (labels, self.groups, &weights[..]);
        let mut samples = Samples::merge_until(schema, table, rows, data.target.classes.len(), limits)?;
        let factors = self.class_weight.factors(&samples.class_weights());
        scale_classes(&mut samples, &factors);
        Ok(samples)
    }
}

/// Multiplies the weights of samples by the factors of their classes. Whole weights were added up exactly before: they
/// do not depend on the order of rows.
pub(crate) fn scale_classes(samples: &mut Samples, factors: &[f64]) {
    samples.weights.iter_mut().zip(&samples.labels).for_each(|(weight, &class)| *weight *= factors[class as usize]);
}
