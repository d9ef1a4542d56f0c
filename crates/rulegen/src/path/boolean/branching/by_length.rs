//! A pricer for problems of rules of at most each length.

use rulegen_driver::{DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_pricing::ByTag;

/// Makes a pricer that asks one of its own for each length from 1 on, which is the tag of the
/// problem.
pub(super) fn by_length(class: u32, pricers: Vec<Box<dyn Pricer>>) -> ByTag {
    let of_class = |pricer| -> Box<dyn Pricer> { Box::new(OfClass { class, pricer }) };
    ByTag::new((1..).zip(pricers.into_iter().map(of_class)))
}

/// A pricer that knows problems of one tag by the class of the rules.
struct OfClass {
    class: u32,
    pricer: Box<dyn Pricer>,
}

impl Pricer for OfClass {
    fn name(&self) -> &str {
        self.pricer.name()
    }

    fn may_prove(&self) -> bool {
        self.pricer.may_prove()
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let of_class = |problem: &PricingProblem| PricingProblem { tag: self.class, ..problem.clone() };
        let asked: Vec<PricingProblem> = problems.iter().map(of_class).collect();
        let mut found = self.pricer.price(&asked, limits)?;
        if let Some(problem) = problems.first() {
            found.candidates.iter_mut().for_each(|candidate| candidate.tag = problem.tag);
        }
        Ok(found)
    }
}
