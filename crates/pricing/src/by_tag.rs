//! A pricer that asks another one for each tag.

use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;

/// Asks, for each problem, the pricer of its tag. This serves classes whose rules may not have the
/// same literals.
///
/// For problems whose tag has no pricer it returns no rules and no bound.
pub struct ByTag {
    pricers: Vec<(u32, Box<dyn Pricer>)>,
}

impl ByTag {
    /// Makes a pricer from tags, each with its pricer.
    pub fn new(pricers: impl IntoIterator<Item = (u32, Box<dyn Pricer>)>) -> Self {
        ByTag { pricers: pricers.into_iter().collect() }
    }
}

impl std::fmt::Debug for ByTag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.pricers.iter().map(|(tag, pricer)| (tag, pricer.name()))).finish()
    }
}

impl Pricer for ByTag {
    /// Returns the name of its pricers, which differ in nothing but the literals.
    fn name(&self) -> &str {
        self.pricers.first().map_or("", |(_, pricer)| pricer.name())
    }

    fn may_prove(&self) -> bool {
        !self.pricers.is_empty() && self.pricers.iter().all(|(_, pricer)| pricer.may_prove())
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut all = PricingOutcome { bounds: vec![None; problems.len()], ..PricingOutcome::default() };
        for (tag, pricer) in &mut self.pricers {
            let places: Vec<usize> = (0..problems.len()).filter(|&at| problems[at].tag == *tag).collect();
            let own: Vec<PricingProblem> = places.iter().map(|&at| problems[at].clone()).collect();
            let found = pricer.price(&own, limits)?;
            for (at, bound) in places.into_iter().zip(found.bounds) {
                all.bounds[at] = bound;
            }
            all.candidates.extend(found.candidates);
            all.nodes += found.nodes;
        }
        all.candidates.sort_by(Candidate::best_first);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{CASES, Promise, check_pricer};
    use crate::{BranchAndBound, BranchAndBoundSettings, Greedy, GreedySettings};
    use rulegen_binarize::Samples;
    use std::sync::Arc;

    #[test]
    fn it_keeps_the_promises_of_its_pricers() {
        let exact =
            |samples| -> Box<dyn Pricer> { Box::new(BranchAndBound::new(samples, BranchAndBoundSettings::default())) };
        let tagged = |make: &dyn Fn() -> Box<dyn Pricer>| -> Box<dyn Pricer> {
            Box::new(ByTag::new((0..8).map(|tag| (tag, make()))))
        };
        check_pricer(
            |samples: Arc<Samples>| tagged(&|| exact(samples.clone())),
            Promise::Exact { tolerance: 1e-9 },
            0..CASES / 4,
        )
        .unwrap();
        // One problem goes to a search that proves nothing.
        let mixed = |samples: Arc<Samples>| -> Box<dyn Pricer> {
            let greedy = || -> Box<dyn Pricer> { Box::new(Greedy::new(samples.clone(), GreedySettings::default())) };
            Box::new(ByTag::new([(1, greedy()), (0, exact(samples.clone())), (2, greedy())]))
        };
        check_pricer(mixed, Promise::Honest, 0..CASES / 4).unwrap();
    }
}
