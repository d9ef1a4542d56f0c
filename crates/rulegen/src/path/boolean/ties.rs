//! Ties among the optima of a linear program that makes no error which can be avoided.

use super::incumbent::better;
use super::solver::Solver;
use super::work::{Work, within};
use crate::FitError;
use crate::path::dual_record::DualRecord;
use rulegen_driver::{Pricer, RunSummary, run};
use rulegen_master::{BooleanMaster, RuleSet};

/// The costs of the largest rule set at the prices that break ties, as parts of the errors that the
/// best one known could avoid.
const PARTS: [f64; 3] = [1.0, 0.5, 0.25];

/// The part of the time left for the linear program at a price, and for the integer program over
/// the columns found so far.
const SHARE: f64 = 0.2;

impl Solver<'_> {
    /// Returns the better of `best` and the best rule set over columns found at prices of
    /// complexity, which are added to `master`.
    ///
    /// Where the linear program makes only the errors that every rule set makes, all its duals may
    /// be 0: it ends at whatever rules were found first, and a rule set among them may need many
    /// more conditions than there must be. At a price of a unit of complexity
    ///
    /// ```text
    /// p = part (objective of best - unavoidable errors) / C
    /// ```
    ///
    /// rules pay only as far as they cover many rows for their size, and a rule set without further
    /// errors still is better than `best`.
    pub(super) fn break_ties(
        &self,
        master: &mut BooleanMaster,
        stages: &mut [Box<dyn Pricer>],
        record: &DualRecord,
        summary: &mut RunSummary,
        mut best: RuleSet,
    ) -> Result<RuleSet, FitError> {
        let Some(most) = master.settings().complexity.filter(|&most| most > 0.0) else { return Ok(best) };
        let rounding = master.rounding();
        let avoidable = |objective: f64| objective - self.unavoidable > rounding;
        if avoidable(summary.objective) {
            return Ok(best);
        }
        for part in PARTS {
            if !avoidable(best.objective) || self.limits.reached().is_some() {
                break;
            }
            let mut priced = master.with_price(part * (best.objective - self.unavoidable) / most)?;
            let settings = within(self.p.run(&self.limits.share(SHARE)), self.work.map(Work::part));
            let round = run(&mut priced, stages, &settings, &mut ())?;
            summary.add_work(&round);
            // Dual points at a price prove nothing here.
            record.take().for_each(drop);
            master.add_rules(priced.rules().iter().map(|column| column.rule.clone()));
            best = better(best, self.heuristics(master));
            best = self.choose(master, None, &best, &self.limits.share(SHARE)).0;
        }
        Ok(best)
    }
}
