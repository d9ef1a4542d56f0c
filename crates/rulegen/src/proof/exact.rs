//! The pricers behind the claims of a proof.

use super::scope::OF_CUBES;
use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{PricerName, gain_bounds};
use crate::training::Training;
use rulegen_driver::{Pricer, PricingProblem};
use rulegen_limits::Limits;

/// Exact pricers for short rules and for long ones.
pub(super) struct ExactPricers<'a> {
    cubes: [Box<dyn Pricer>; 1],
    branch_and_bound: Option<[Box<dyn Pricer>; 1]>,
    limits: &'a Limits,
}

impl ExactPricers<'_> {
    /// Makes the pricers for rules of at most `longest` conditions.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(super) fn new<'a>(
        longest: usize,
        training: &Training<'_>,
        p: &Parameters,
        limits: &'a Limits,
    ) -> Result<ExactPricers<'a>, FitError> {
        let make = |name| training.built_in(&name, p).map(|pricer| [pricer]);
        let branch_and_bound = (longest > OF_CUBES).then(|| make(PricerName::BRANCH_AND_BOUND)).transpose()?;
        Ok(ExactPricers { cubes: make(PricerName::CUBE)?, branch_and_bound, limits })
    }

    /// Returns bounds on the gains of all rules of at most `length` conditions: infinite ones where
    /// cubes do not hold short rules, or the clock ends the search for long ones.
    ///
    /// # Errors
    /// A failing pricer.
    pub(super) fn gain_bounds(&mut self, length: usize, problems: &[PricingProblem]) -> Result<Vec<f64>, FitError> {
        let of_length = |problem: &PricingProblem| PricingProblem { max_length: Some(length), ..problem.clone() };
        let problems: Vec<PricingProblem> = problems.iter().map(of_length).collect();
        match &mut self.branch_and_bound {
            Some(pricers) if length > OF_CUBES => gain_bounds(pricers, &problems, self.limits),
            _ => gain_bounds(&mut self.cubes, &problems, &Limits { deadline: None, ..self.limits.clone() }),
        }
    }
}
