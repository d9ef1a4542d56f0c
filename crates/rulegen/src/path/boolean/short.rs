//! The linear programs over short rules, which cubes prove in little time. Their rules are a good
//! start for longer ones.

use super::problems::Problems;
use super::solver::dual_values;
use super::work::{Work, within};
use crate::FitError;
use crate::proof::DualValues;
use crate::training::lengths_beside;
use rulegen_driver::{Master, run};
use rulegen_limits::Limits;
use rulegen_rule::Scope;

/// The part of the time that is left for the rules of a length.
const SHARE: f64 = 0.1;

impl Problems<'_> {
    /// Solves the linear program of a problem over all rules of one condition, then of at most two,
    /// and so on below the length allowed, as far as cubes take little time. The rules found become
    /// known. For a proof, the dual points of the longest of them are returned too.
    ///
    /// # Errors
    /// A failing solver or pricer.
    pub(super) fn short_rules(
        &mut self,
        place: usize,
        complexity: Option<f64>,
        limits: &Limits,
    ) -> Result<(Vec<Scope>, Vec<DualValues>), FitError> {
        let (mut scopes, mut points) = (Vec::new(), Vec::new());
        if self.p.heuristic {
            return Ok((scopes, points));
        }
        let mut pricers = [self.training.cubes(&self.p)?];
        for max_length in lengths_beside(&self.training.samples, &self.p, self.p.max_length) {
            let mut master = self.master_of(place, complexity, Some(max_length))?;
            let work = Work::of(&self.p, &self.training.samples, Some(max_length));
            let settings = within(self.p.run(&limits.share(SHARE)), work.map(Work::part));
            let ran = run(&mut master, &mut pricers, &settings, &mut ())?;
            let bound = ran.lower_bound.map(|bound| master.round_up(bound.max(0.0)));
            scopes.extend(bound.map(|lower_bound| Scope { max_length, lower_bound }));
            self.know(place, &master);
            if self.p.proved {
                points = master.pricing_problems().iter().map(dual_values).collect();
            }
        }
        Ok((scopes, points))
    }
}
