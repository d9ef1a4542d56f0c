//! Rules at a given penalty over shards.

use super::ready::{RuleFit, fitted, master, named};
use crate::learner::Fitted;
use crate::sharded::{AtHand, Coded, Workers, kept_stages, of_share, summarised};
use crate::weighted::Training;
use crate::{FitError, RuleParameters};
use rulegen_driver::Observer;
use rulegen_limits::Limits;
use std::sync::Arc;

/// Learns from all merged rows, or from a sample of them whose rules are weighed and priced again on all rows.
pub(super) fn fit(
    p: &RuleParameters,
    workers: &Arc<dyn Workers>,
    (target, classes): (&str, &[String]),
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let summarised = summarised(workers, (target, classes), &p.training(), limits)?;
    let p = p.for_classes(&summarised.classes);
    let coded = Coded::new(workers, (target, classes), summarised, &p.training())?;
    let checkpoint = coded.checkpoint(p.checkpoint.as_ref(), &p.record())?;
    let AtHand { samples, sampled } = coded.at_hand(p.seed, p.rows_at_hand, limits)?;
    let (rows, share) = (samples.len(), coded.share(&samples));
    let training = coded.training(samples, &p.training())?;
    let at_hand = match sampled {
        true => RuleParameters { min_cover: p.min_cover.map(|least| of_share(least, share)), ..p.clone() },
        false => p.clone(),
    };
    let (at_hand, mut generation) =
        RuleFit::over(at_hand, training, kept_stages(named(&p, classes), &checkpoint))?.generation()?;
    let run = generation.run_capped(at_hand.caps(), |t| master(&at_hand, t, 1.0), &at_hand.run(limits), observer)?;
    if !sampled {
        return Ok(fitted(&at_hand, &generation, run));
    }
    let p = RuleParameters { min_cover: p.min_cover, ..at_hand };
    let fresh = |training: &Training<'_>| master(&p, training, 1.0);
    let (generation, run) = p.repricing(classes, checkpoint).run(&coded, (generation, run), fresh, limits, observer)?;
    Ok(fitted(&p, &generation, run).of_sample(rows))
}
