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

/// The part of the time left that an attempt may take before one has succeeded.
const ATTEMPT: f64 = 0.6;

/// The part of the time left in which the next proof is expected. There is a proof by then, so that
/// this one may fail.
const EXPECTED: f64 = 0.8;

/// Parts of the time left, and the part that the next proof is expected to take after one that took
/// less than that: a tenth after less than a twentieth, half after less than a quarter. Quick
/// proofs show how fast the time grows as prices fall.
const QUICK: [(f64, f64); 2] = [(0.05, 0.1), (0.25, 0.5)];

/// The proof at a part `x` of a price takes `x^-5` times as long (docs/measurements/boolean.md), or
/// what the last two proofs tell within these limits, since times vary.
const GROWTH: f64 = 5.0;
const GROWTH_LIMITS: [f64; 2] = [4.5, 10.0];

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
    /// that none does. [`Prices`] says which are tried.
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
        let value = summary.objective;
        let lost = best.as_ref().map(|proof| 1.0 - proof.bound / value).filter(|lost| *lost < 1.0);
        let mut prices = Prices::new(master.complexity_dual(), value / most, lost);
        for _ in 0..self.work.map_or(usize::MAX, |_| PRICES) {
            if limits.reached().is_some() {
                break;
            }
            // Before the first proof, time is left for a higher price.
            let limits = if prices.proved.is_empty() { limits.share(ATTEMPT) } else { limits.clone() };
            let Some(price) = prices.next(&limits) else { break };
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
                Status::Optimal | Status::Gap => {
                    let took = Some((round.lp, round.pricing));
                    prices.proved.push(ProvedPrice { price, took });
                }
                // Bounds at higher prices are no higher than this.
                _ if prices.proved.is_empty() && round.objective - price * most <= FINEST * value => break,
                _ => prices.open = price,
            }
            summary.add_work(&round);
            master.add_rules(priced.rules().iter().map(|column| column.rule.clone()));
        }
        Ok(best)
    }
}

/// A price at which a bound is proved.
struct ProvedPrice {
    price: f64,
    /// The time that linear programs and pricing took, if the proof was made at this price.
    took: Option<(Duration, Duration)>,
}

/// The prices of a unit of size that were tried.
///
/// The first is the lowest at which the bound may fall by the LP's whole value, or twice of that
/// under a clock. Then a section search tries lower ones, and higher ones until one is proved.
/// Under a clock, the times of proofs tell the lowest price whose proof is expected in time.
struct Prices {
    /// The LP's own price.
    own: f64,
    /// The price above it by which the bound may fall by the LP's value.
    unit: f64,
    /// The highest price that was not proved in time, or the LP's own.
    open: f64,
    proved: Vec<ProvedPrice>,
}

impl Prices {
    /// Begins with a bound that is lower than the LP's value by the part `lost`, if there is one.
    fn new(own: f64, unit: f64, lost: Option<f64>) -> Prices {
        let proved = lost.map(|lost| ProvedPrice { price: own + lost * unit, took: None });
        Prices { own, unit, open: own, proved: proved.into_iter().collect() }
    }

    /// Returns the next price, if one is worth a try within `limits`.
    fn next(&self, limits: &Limits) -> Option<f64> {
        let Some(last) = self.proved.last() else {
            let first = if limits.deadline.is_some() { FIRST } else { 1.0 };
            let tried = self.open > self.own;
            return Some(self.own + if tried { RISE * (self.open - self.own) } else { first * self.unit });
        };
        let section = last.price - STEP * (last.price - self.open);
        let in_time = limits.deadline.and_then(|deadline| self.least_in_time(deadline));
        let next = in_time.filter(|price| *price > self.open).unwrap_or(section);
        let is_open = last.price - self.open > FINEST * self.unit;
        (is_open && last.price - next >= STEP * FINEST * self.unit).then_some(next)
    }

    /// Returns the lowest price whose proof is expected before `deadline`, as far as times tell.
    fn least_in_time(&self, deadline: Instant) -> Option<f64> {
        let mut timed = self.proved.iter().rev().filter_map(|proof| Some((proof.price, proof.took?)));
        let (last, (lp, pricing)) = timed.next()?;
        let (left, seconds) = (deadline.saturating_duration_since(Instant::now()), pricing.as_secs_f64());
        let left = left.saturating_sub(lp).as_secs_f64();
        let growth = timed.next().map_or(GROWTH, |(before, (_, pricing))| {
            let growth = (seconds / pricing.as_secs_f64()).ln() / (before / last).ln();
            growth.clamp(GROWTH_LIMITS[0], GROWTH_LIMITS[1])
        });
        let quick = QUICK.into_iter().find(|(of_last, _)| seconds < of_last * left);
        let part = quick.map_or(EXPECTED, |(_, part)| part);
        Some(last * (seconds / (part * left)).powf(1.0 / growth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prices with proofs at these, which took so many seconds.
    fn proved(proofs: &[(f64, u64)]) -> Prices {
        let seconds = Duration::from_secs;
        let proof = |&(price, pricing)| ProvedPrice { price, took: Some((seconds(0), seconds(pricing))) };
        Prices { proved: proofs.iter().map(proof).collect(), ..Prices::new(1.0, 10.0, None) }
    }

    fn in_seconds(seconds: u64) -> Limits {
        Limits::default().until(Instant::now().checked_add(Duration::from_secs(seconds)))
    }

    #[test]
    fn prices_fall_by_sections_without_a_clock_and_rise_until_one_is_proved() {
        let limits = Limits::default();
        assert_eq!(proved(&[]).next(&limits), Some(11.0));
        assert_eq!(Prices { open: 11.0, ..proved(&[]) }.next(&limits), Some(21.0));
        assert_eq!(proved(&[(10.0, 1)]).next(&limits), Some(7.0));
        assert_eq!(Prices { open: 7.0, ..proved(&[(10.0, 1)]) }.next(&limits), Some(9.0));
        assert_eq!(proved(&[(1.1, 1)]).next(&limits), None);
        let bounded = Prices::new(1.0, 10.0, Some(0.3));
        assert_eq!([&limits, &in_seconds(100)].map(|limits| bounded.next(limits)), [Some(3.0); 2]);
    }

    #[test]
    fn under_a_clock_the_times_of_proofs_tell_the_lowest_price_in_time() {
        assert_eq!(proved(&[]).next(&in_seconds(100)), Some(21.0));
        let near = |proofs: &[(f64, u64)], wanted: f64| {
            let price = proved(proofs).next(&in_seconds(1000)).unwrap();
            assert!((price / wanted - 1.0).abs() < 1e-3, "{price}");
        };
        // The quicker the last proof, the less time is taken for the next.
        near(&[(21.0, 1)], 21.0 * 0.01f64.powf(0.2));
        near(&[(21.0, 200)], 21.0 * (200.0f64 / 500.0).powf(0.2));
        near(&[(20.0, 1), (10.0, 32)], 10.0 * (32.0f64 / 100.0).powf(0.2));
        near(&[(20.0, 2), (10.0, 128)], 10.0 * (128.0f64 / 500.0).powf(1.0 / 6.0));
        near(&[(20.0, 4), (10.0, 256)], 10.0 * (256.0f64 / 800.0).powf(1.0 / 6.0));
        // At half the price hardly longer, or at nearly the same price much longer.
        near(&[(20.0, 100), (10.0, 200)], 10.0 * (200.0f64 / 500.0).powf(1.0 / 4.5));
        near(&[(20.0, 1), (19.0, 200)], 19.0 * (200.0f64 / 500.0).powf(0.1));
        // No time, or a price below the LP's own.
        assert_eq!(proved(&[(20.0, 1), (10.0, 64)]).next(&in_seconds(70)), None);
        near(&[(20.0, 1), (1.6, 2)], 1.4);
    }
}
