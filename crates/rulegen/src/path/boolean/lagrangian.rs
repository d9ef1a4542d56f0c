//! Lagrangian bounds: proofs at a higher price on complexity, for linear programs over all rules
//! that take too long to prove.

use super::solver::{Solver, higher};
use super::work::{PRICES, Work, within};
use crate::FitError;
use crate::path::dual_record::DualRecord;
use rulegen_driver::{Pricer, RunSettings, RunSummary, run};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, DualProof};
use rulegen_rule::Status;
use std::time::{Duration, Instant};

/// The gap at which column generation at a higher price ends. Beyond it, a lower price gains more.
const GAP: f64 = 1e-2;

/// The part of the time left that an attempt may take before a bound is proved.
const ATTEMPT: f64 = 0.6;

/// The part of the time left in which the proof at a price is expected.
const EXPECTED: f64 = 0.5;

/// Where a price lowers the bound by `x` times as much as another, its proof takes `x^-3.4` times
/// as long: four times at two thirds (docs/measurements/boolean.md).
const GROWTH: f64 = 3.4;

/// The step of a price into the open range. It is less than half, because a proof is worth more
/// than the knowledge that there was no time for one.
const STEP: f64 = 1.0 / 3.0;

/// The part of the LP's value by which the first price may lower the bound under a clock. The bound
/// at this price may be of no use, but is soon proved, and its time tells which price can be next.
const FIRST: f64 = 2.0;

/// The factor by which a price may lower the bound more than the one before, while none is proved.
const RISE: f64 = 2.0;

/// The width of the open range, as a part of the LP's value, at which the search for a price ends.
const FINEST: f64 = 0.02;

impl Solver<'_> {
    /// Returns the better of `best` and the best proof at higher prices within `limits`, if one can
    /// be better. Rules found on the way are added to `master`.
    ///
    /// With at least `f` to pay for a unit of size, the LP's dual has the value
    ///
    /// ```text
    /// h(f) = max { sum mu - C lam : feasible over all rules, lam >= f }
    /// ```
    ///
    /// which bounds the LP, and falls as `f` rises above the LP's own `lam`, by no more than `C`
    /// times the difference. The higher the price, the less rules gain and the sooner it is proved
    /// that none does. The first price is the lowest at which that difference may be the LP's whole
    /// value, or twice of that under a clock. Then a section search tries lower ones, and higher
    /// ones until one is proved. Under a clock no price is so low that its proof is not expected in
    /// time.
    pub(super) fn bound_at_higher_prices(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        record: &DualRecord,
        summary: &mut RunSummary,
        mut best: Option<DualProof>,
        limits: &Limits,
    ) -> Result<Option<DualProof>, FitError> {
        let Some(most) = master.settings().complexity.filter(|&most| most > 0.0) else { return Ok(best) };
        let (value, own) = (summary.objective, master.complexity_dual());
        // Parts of the LP's value by which prices may lower the bound.
        let mut proved = best.as_ref().map(|proof| 1.0 - proof.bound / value).filter(|lost| *lost < 1.0);
        let mut open = 0.0;
        let mut took = None;
        let mut prices = self.work.map(|_| PRICES);
        while proved.is_none_or(|proved| proved - open > FINEST) && limits.reached().is_none() {
            if prices == Some(0) {
                break;
            }
            prices = prices.map(|prices| prices - 1);
            // Without a bound so far, time is left for a higher price.
            let is_bounded = best.as_ref().is_some_and(|proof| proof.bound > 0.0);
            let limits = if is_bounded { limits.clone() } else { limits.share(ATTEMPT) };
            let lost = match proved {
                Some(proved) => {
                    let in_time = took.and_then(|(lp, pricing)| least_in_time(&limits, lp, pricing)).unwrap_or(0.0);
                    (proved - STEP * (proved - open)).max(in_time * proved)
                }
                None if open > 0.0 => RISE * open,
                None if limits.deadline.is_some() => FIRST,
                None => 1.0,
            };
            if proved.is_some_and(|proved| proved - lost < STEP * FINEST) {
                break;
            }
            let price = own + lost * value / most;
            let mut priced = master.with_price(price)?;
            let settings = RunSettings { gap: GAP, tolerance: self.p.tolerance(), ..self.p.run(&limits) };
            let settings = within(settings, self.work.map(Work::part));
            let round = run(&mut priced, stages, &settings, &mut ())?;
            for (problem, gain) in record.take() {
                let proof = master.without_price(priced.proof(&problem, gain), price);
                best = best.into_iter().chain(proof).reduce(higher);
            }
            log::info!(
                "at {price:.4} for a unit of size: {:?} after {} rounds, {} nodes, {:.1} s (LP {:.1} s), best bound {:?}",
                round.status,
                round.iterations,
                round.nodes,
                round.total.as_secs_f64(),
                round.lp.as_secs_f64(),
                best.as_ref().map(|proof| proof.bound)
            );
            match round.status {
                Status::Optimal | Status::Gap => (proved, took) = (Some(lost), Some((round.lp, round.pricing))),
                // Bounds at higher prices are no higher than this.
                _ if proved.is_none() && round.objective - price * most <= FINEST * value => break,
                _ => open = lost,
            }
            summary.add_work(&round);
            master.add_rules(priced.rules().iter().map(|column| column.rule.clone()));
        }
        Ok(best)
    }
}

/// Returns the least part of what a price may lower the bound by at which a proof is expected
/// within `limits`, if linear programs and pricing took so long at that price. `None` if no clock
/// limits it.
fn least_in_time(limits: &Limits, lp: Duration, pricing: Duration) -> Option<f64> {
    let left = limits.deadline?.saturating_duration_since(Instant::now()).saturating_sub(lp);
    Some((pricing.as_secs_f64() / (EXPECTED * left.as_secs_f64())).powf(1.0 / GROWTH))
}
