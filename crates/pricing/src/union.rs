//! A pricer that asks several others.

use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem, check_outcome};
use rulegen_limits::Limits;
use std::collections::HashSet;

/// Asks every one of its pricers the same problems. Each knows a part of the rules, such as those
/// over some of the columns. The union returns the rules of all of them, and a bound where all have
/// one. They share the time.
pub struct Union {
    pricers: Vec<Box<dyn Pricer>>,
}

impl Union {
    /// Makes a pricer of these.
    pub fn new(pricers: impl IntoIterator<Item = Box<dyn Pricer>>) -> Self {
        Union { pricers: pricers.into_iter().collect() }
    }
}

impl std::fmt::Debug for Union {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.pricers.iter().map(|pricer| pricer.name())).finish()
    }
}

impl Pricer for Union {
    /// Returns the name of its pricers, which differ in nothing but their rules.
    fn name(&self) -> &str {
        self.pricers.first().map_or("", |pricer| pricer.name())
    }

    fn may_prove(&self) -> bool {
        !self.pricers.is_empty() && self.pricers.iter().all(|pricer| pricer.may_prove())
    }

    fn incumbents(&mut self, best: &[Option<f64>]) {
        self.pricers.iter_mut().for_each(|pricer| pricer.incumbents(best));
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut all = PricingOutcome { bounds: vec![None; problems.len()], ..PricingOutcome::default() };
        let parts = self.pricers.len();
        for (at, pricer) in self.pricers.iter_mut().enumerate() {
            let found = pricer.price(problems, &limits.part(parts - at))?;
            check_outcome(problems, &found)?;
            for (all, bound) in all.bounds.iter_mut().zip(found.bounds) {
                *all = if at == 0 { bound } else { all.zip(bound).map(|(a, b)| a.max(b)) };
            }
            all.candidates.extend(found.candidates);
            all.nodes += found.nodes;
        }
        // Parts may overlap.
        let mut seen = HashSet::new();
        all.candidates.retain(|candidate| seen.insert((candidate.tag, candidate.rule.clone())));
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

    /// Returns the samples with the literals of some columns only.
    fn over(samples: &Arc<Samples>, keeps: impl Fn(usize) -> bool) -> Arc<Samples> {
        let mut part = Samples::clone(samples);
        let left_out = part.schema.features.iter_mut().enumerate().filter(|(at, _)| !keeps(*at));
        left_out.for_each(|(_, feature)| feature.forbidden.extend(feature.tests()));
        Arc::new(part)
    }

    /// Finds nothing, and returns the given bounds.
    struct FixedBounds(Vec<Option<f64>>);

    impl Pricer for FixedBounds {
        fn name(&self) -> &str {
            "says"
        }

        fn price(&mut self, _: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
            Ok(PricingOutcome { bounds: self.0.clone(), ..PricingOutcome::default() })
        }
    }

    #[test]
    fn what_one_does_not_know_or_says_falsely_is_not_hidden_by_others() {
        let problems = [PricingProblem {
            tag: 0,
            gains: vec![1.0],
            fixed: 0.0,
            per_literal: 0.0,
            max_length: None,
            min_cover: 0,
            threshold: 1e-6,
        }];
        let ask = |parts: Vec<Vec<Option<f64>>>| {
            let says = |bounds| -> Box<dyn Pricer> { Box::new(FixedBounds(bounds)) };
            Union::new(parts.into_iter().map(says)).price(&problems, &Limits::default())
        };
        let bounds = |parts| ask(parts).unwrap().bounds;
        assert_eq!(bounds(vec![vec![Some(1.0)], vec![Some(2.0)]]), [Some(2.0)]);
        assert_eq!(bounds(vec![vec![Some(1.0)], vec![None]]), [None]);
        assert_eq!(bounds(vec![vec![None], vec![Some(1.0)]]), [None]);
        assert_eq!(bounds(vec![]), [None]);
        for wrong in [vec![], vec![Some(f64::NAN)]] {
            assert!(ask(vec![wrong.clone(), vec![Some(1.0)]]).is_err());
            assert!(ask(vec![vec![Some(1.0)], wrong]).is_err());
        }
    }

    #[test]
    fn it_keeps_the_promises_of_its_pricers() {
        let exact =
            |samples| -> Box<dyn Pricer> { Box::new(BranchAndBound::new(samples, BranchAndBoundSettings::default())) };
        // All rules, and again the rules over every other column.
        let overlapping = |samples: Arc<Samples>| -> Box<dyn Pricer> {
            Box::new(Union::new([exact(over(&samples, |at| at % 2 == 0)), exact(samples)]))
        };
        check_pricer(overlapping, Promise::Exact { tolerance: 1e-9 }, 0..CASES / 4).unwrap();
        // One pricer proves nothing, so nothing is proved.
        let mixed = |samples: Arc<Samples>| -> Box<dyn Pricer> {
            let greedy = Greedy::new(samples.clone(), GreedySettings::default());
            Box::new(Union::new([exact(over(&samples, |at| at % 2 == 0)), Box::new(greedy)]))
        };
        check_pricer(mixed, Promise::Honest, 0..CASES / 4).unwrap();
    }
}
