//! A pricer for problems of rules of at most each length.

use rulegen_driver::{DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_pricing::ByTag;

/// Makes a pricer with one pricer for each length from 1 on. The tag of a problem is its length.
pub(super) fn by_length(class: u32, pricers: Vec<Box<dyn Pricer>>) -> ByTag {
    let of_class = |pricer| -> Box<dyn Pricer> { Box::new(OfClass { class, pricer }) };
    ByTag::new((1..).zip(pricers.into_iter().map(of_class)))
}

/// A pricer that asks for short rules first, and goes on to longer ones, a length at a time, until
/// it has found rules.
pub(super) struct ShortFirst {
    /// Prices all problems of short rules.
    short: ByTag,
    /// Prices one problem of longer rules.
    long: OfClass,
}

impl ShortFirst {
    /// Makes a pricer from those of the lengths from 1 on, and one of all longer rules.
    pub(super) fn new(class: u32, short: Vec<Box<dyn Pricer>>, long: Box<dyn Pricer>) -> Self {
        ShortFirst { short: by_length(class, short), long: OfClass { class, pricer: long } }
    }
}

impl Pricer for ShortFirst {
    fn name(&self) -> &str {
        self.long.name()
    }

    fn may_prove(&self) -> bool {
        self.short.may_prove() && self.long.may_prove()
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut all = self.short.price(problems, limits)?;
        let mut waiting = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            if all.bounds[at].is_some() {
                continue;
            }
            if !all.candidates.is_empty() {
                break;
            }
            waiting.push(at);
            // The last problem of a price has the rules of all that have the same.
            if problems.get(at + 1).is_some_and(|next| next.fixed <= problem.fixed) {
                continue;
            }
            let found = self.long.price(std::slice::from_ref(problem), limits)?;
            waiting.drain(..).for_each(|at| all.bounds[at] = found.bounds[0]);
            all.candidates.extend(found.candidates);
            all.nodes += found.nodes;
        }
        Ok(all)
    }
}

/// Wraps a pricer that expects the class as the tag: it gets the class in place of the tag, and its
/// answers have the tag again.
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
