//! Pricing on random samples and random literals.

mod draw;
mod part;
mod settings;

pub use settings::SamplingSettings;

use crate::PricingError;
use crate::check::check_problems;
use part::Part;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_numeric::Random;
use std::collections::HashSet;
use std::sync::Arc;

/// Another pricer on a random part of the data (CG, section 3).
///
/// Each call draws samples and literals anew and hands the part to a pricer made for it. A sample
/// is drawn with a probability `p` proportional to its largest gain in absolute value over the
/// problems of the round: samples that weigh most are always drawn, those without gain never. (CG
/// draws samples uniformly, which finds worse rules: docs/measurements/pricing.md.) Its gain is
/// divided by `p`, so that the expected gain of any rule in the part is its gain in the whole.
/// Rules found are priced on all samples, and returned only if their true gain is above the
/// threshold and they cover enough rows. A proof on a part proves nothing about the whole, so there
/// are no bounds.
///
/// The draws depend on the seed and on the number of the call, nothing else.
#[derive(Clone, Debug)]
pub struct Sampling<F> {
    samples: Arc<Samples>,
    settings: SamplingSettings,
    make: F,
    calls: u64,
}

impl<F, P> Sampling<F>
where
    F: FnMut(Arc<Samples>) -> Result<P, PricingError> + Send,
    P: Pricer,
{
    /// Makes a pricer over `samples` that calls `make` for a pricer over a part of them.
    pub fn new(samples: Arc<Samples>, settings: SamplingSettings, make: F) -> Self {
        Sampling { samples, settings, make, calls: 0 }
    }
}

impl<F, P> Pricer for Sampling<F>
where
    F: FnMut(Arc<Samples>) -> Result<P, PricingError> + Send,
    P: Pricer,
{
    fn name(&self) -> &str {
        "sampled"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let mut random = Random::new(self.settings.seed, self.calls);
        self.calls += 1;
        let nothing = PricingOutcome { bounds: vec![None; problems.len()], ..PricingOutcome::default() };
        let Some(part) = Part::draw(&self.samples, problems, &self.settings, &mut random) else {
            return Ok(nothing);
        };
        let mut inner = (self.make)(part.samples.clone())
            .map_err(|error| DriverError::Pricer { name: "sampled".into(), source: Box::new(error) })?;
        let found = inner.price(&part.problems(problems), limits)?;
        let mut seen = HashSet::new();
        let mut candidates = Vec::new();
        for candidate in found.candidates {
            let Some(problem) = problems.iter().find(|p| p.tag == candidate.tag) else { continue };
            let rule = part.whole(&candidate.rule);
            let cover = self.samples.cover(&rule);
            let gain = problem.gain(cover.iter(), rule.len());
            let admitted = problem.admits_length(rule.len()) && problem.admits_cover(self.samples.rows_of(&cover));
            if gain > problem.threshold && admitted && seen.insert((problem.tag, rule.clone())) {
                candidates.push(Candidate { tag: problem.tag, rule, gain });
            }
        }
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, nodes: found.nodes, ..nothing })
    }
}

#[cfg(test)]
mod tests;
