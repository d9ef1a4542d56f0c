//! Rows that workers hold.

use super::at_hand::AtHand;
use super::coded::{Coded, summarised};
use super::merged_folds::MergedFolds;
use super::repricing::{Rest, of_share};
use super::rows::{RowsToChoose, RowsToSolve, Source};
use super::workers::Workers;
use crate::FitError;
use crate::parameters::Parameters;
use crate::training::{Target, suited};
use rulegen_limits::Limits;
use std::sync::Arc;

/// Rows that lie in shards.
pub(crate) struct InShards<'a> {
    workers: Arc<dyn Workers>,
    target: Target<'a>,
}

impl<'a> InShards<'a> {
    /// The rows of `workers`.
    pub(crate) fn new(workers: Arc<dyn Workers>, target: Target<'a>) -> Self {
        InShards { workers, target }
    }

    /// Has the rows coded, and returns the parameters that suit them.
    fn coded(&self, asked: &Parameters, limits: &Limits) -> Result<(Parameters, Coded<'a>), FitError> {
        let summarised = summarised(&self.workers, self.target, asked, limits)?;
        let p = suited(asked, &summarised.classes);
        let coded = Coded::new(self.workers.clone(), self.target, summarised, &p)?;
        Ok((p, coded))
    }
}

impl<'a> Source<'a> for InShards<'a> {
    fn to_choose(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToChoose<'a>, FitError> {
        asked.check_shards()?;
        let (p, coded) = self.coded(asked, limits)?;
        let smallest = coded.smallest(p.seed)?;
        let folds = MergedFolds::new(asked, &p, self.target, &smallest, coded.rows());
        if folds.are_shared_out()
            && let Some(samples) = coded.merged(limits)?
        {
            let training = coded.training(samples, &p)?;
            let folds = Box::new(folds.of_samples(training.samples.clone()));
            return Ok(RowsToChoose { p, training, folds });
        }
        let (p, training) = coded.elsewhere(p, usize::try_from(coded.rows()).unwrap_or(usize::MAX))?;
        let folds = Box::new(folds.of_coded(coded, smallest.rows(), limits)?);
        Ok(RowsToChoose { p, training, folds })
    }

    fn to_solve(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToSolve<'a>, FitError> {
        let (p, coded) = self.coded(asked, limits)?;
        let AtHand { samples, sampled } = coded.at_hand(p.seed, p.rows_at_hand, limits)?;
        let (rows, share) = (samples.len(), coded.share(&samples));
        let training = coded.training(samples, &p)?;
        if !sampled {
            return Ok(RowsToSolve { p, training, rest: None });
        }
        let of_sample = Parameters { min_cover: p.min_cover.map(|least| of_share(least, share)), ..p.clone() };
        let rest = Some(Rest::new(coded, p, rows));
        Ok(RowsToSolve { p: of_sample, training, rest })
    }
}
