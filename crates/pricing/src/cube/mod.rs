//! Exact pricing of short rules by data cubes (docs/MATH.md 5).
//!
//! For a set of columns, the sums of the gains of samples by the codes of these columns (a data
//! cube, Gray et al. 1997) become, axis by axis, the gains of all conditions: running sums for `<=`
//! and `>`, single sums for `=`, differences for intervals and for categories left out. So the cube
//! holds the gain of **every** rule over its columns, and all sets of `L` columns hold every rule
//! of at most `L` literals. Nothing is searched: the time is known beforehand and does not depend
//! on the duals.

mod answer;
mod axis;
mod cost;
mod ending;
mod entries;
mod hits;
mod lanes;
mod narrow;
mod pairs;
mod price;
mod question;
mod rows;
mod sets;
mod settings;
mod shared;
mod sorted;
mod sums;
mod sweep;
mod whole;

pub(crate) use ending::{Ending, EndingColumn, LAST};
pub(crate) use sets::products;
pub use settings::CubeSettings;

use crate::check::check_problems;
use crate::rules_above::RulesAbove;
use answer::Answer;
use hits::AllAbove;
use price::Search;
use question::Question;
use rows::{CubeRows, Scope};
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use settings::MOST_DIMENSIONS;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most literals on one column where rules may have more literals than cubes have axes:
/// intervals, and two categories left out.
const LITERALS_WITHOUT_PROOF: usize = 2;

/// The most axes of cubes where rules may have conditions on more columns than cubes can have axes.
const DIMENSIONS_WITHOUT_PROOF: usize = 3;

/// Prices all rules over a few columns at once.
///
/// Its answer is exact, and proved, where every rule of a problem has conditions on at most as many
/// columns as the cubes have axes: where rules may have at most that many literals, or the samples
/// have no more columns. Else it is a good heuristic: the best rules over so many columns, with at
/// most two literals on each.
///
/// Gains are rounded to whole numbers whose sums are exact, so that results do not depend on the
/// order of additions, and so not on threads. Two problems whose gains differ by their sign alone,
/// as those of two classes do, are answered by the same cubes.
#[derive(Debug)]
pub struct Cube {
    samples: Arc<Samples>,
    settings: CubeSettings,
    /// The rows of the samples on the axes of cubes, for conditions of at most this number of
    /// literals. Made when first needed.
    rows: Option<(usize, CubeRows)>,
}

impl Cube {
    /// Makes a pricer over `samples`.
    pub fn new(samples: Arc<Samples>, settings: CubeSettings) -> Self {
        let dimensions = settings.dimensions.clamp(1, MOST_DIMENSIONS);
        Cube { samples, settings: CubeSettings { dimensions, ..settings }, rows: None }
    }

    /// True if every rule of a problem is on the cubes, so that the answer to it is a proof.
    pub fn proves(&mut self, problem: &PricingProblem) -> bool {
        self.prepare(problem.max_length).1.complete
    }

    /// Returns all rules of gain above `above` that cover any sample, at most `most` of them; of
    /// rules that cover the same samples only the shortest. The rules are complete only if every
    /// rule of the problem is on the cubes. The setting `columns` does not apply.
    ///
    /// # Errors
    /// A problem that [`PricingProblem::check`] refuses, or an `above` that is not finite.
    pub fn rules_above(
        &mut self,
        problem: &PricingProblem,
        above: f64,
        most: NonZeroUsize,
        limits: &Limits,
    ) -> Result<RulesAbove, DriverError> {
        let problems = [PricingProblem { threshold: above, ..problem.clone() }];
        let [problem] = &problems;
        problem.check(self.samples.len())?;
        let samples = self.samples.clone();
        let (rows, scope) = self.prepare(problem.max_length);
        let question = Question::of(&problems).pop().expect("one problem is one question");
        let asked = &question.asked[0];
        let floor = question.floor(asked);
        // One more shows that there are more.
        let kept = most.get().saturating_add(1);
        let gains = rows.gains(&question);
        let search = Search::new(rows.axes(), [&gains, rows.counts()], &question, scope, limits);
        let nothing = || AllAbove::new(floor, kept);
        let mut above = nothing().join(search.all_above(floor, nothing));
        let answer = Answer { samples: &samples, rows, question: &question, asked };
        // Where many rules tie, none of them may be here, and the floor is their gain.
        let highest = above.hits.iter().map(|hit| hit.net).fold(above.floor, f64::max);
        let bound = answer.bound(highest, search.is_complete());
        let mut candidates = answer.best(&mut above.hits, kept, limits);
        let stopped = search.stopped() || limits.reached().is_some();
        let complete = search.is_complete() && !stopped && !above.dropped && candidates.len() < kept;
        candidates.truncate(most.get());
        Ok(RulesAbove { candidates, complete, stopped, bound, nodes: 0 })
    }

    /// Returns the number of columns that rules of at most this length can have conditions on.
    fn columns(&self, max_length: Option<usize>) -> usize {
        max_length.unwrap_or(usize::MAX).min(self.samples.schema.features.len())
    }

    /// Returns the number of axes for rules of at most this length: as many as prove, else few.
    fn dimensions(&self, max_length: Option<usize>) -> usize {
        let (columns, most) = (self.columns(max_length), self.settings.dimensions);
        if columns <= most { columns.max(1) } else { most.min(DIMENSIONS_WITHOUT_PROOF) }
    }

    /// Returns the rows on axes whose conditions have enough literals for rules of at most this
    /// length, and the scope of the cubes.
    fn prepare(&mut self, max_length: Option<usize>) -> (&CubeRows, Scope) {
        let all = self.columns(max_length) <= self.settings.dimensions;
        let most = if all { max_length.unwrap_or(usize::MAX) } else { LITERALS_WITHOUT_PROOF };
        if self.rows.as_ref().is_none_or(|(known, _)| *known != most) {
            self.rows = Some((most, CubeRows::new(&self.samples, most)));
        }
        let dimensions = self.dimensions(max_length);
        let rows = &self.rows.as_ref().expect("made above").1;
        (rows, rows.scope(max_length, dimensions))
    }

    /// Answers the problems of one question.
    fn answer(&mut self, question: &Question<'_>, limits: &Limits, outcome: &mut PricingOutcome) {
        let (samples, columns) = (self.samples.clone(), self.settings.columns.get());
        let (rows, scope) = self.prepare(question.first().max_length);
        let gains = rows.gains(question);
        let search = Search::new(rows.axes(), [&gains, rows.counts()], question, scope, limits);
        for (asked, mut best) in question.asked.iter().zip(search.best(columns)) {
            let answer = Answer { samples: &samples, rows, question, asked };
            outcome.bounds[asked.place] = Some(answer.bound(best.most(), search.is_complete()));
            // Rules found before a limit are not lost.
            outcome.candidates.extend(answer.best(&mut best.hits, columns, &Limits::default()));
        }
    }
}

impl Pricer for Cube {
    fn name(&self) -> &str {
        "cube"
    }

    fn may_prove(&self) -> bool {
        true
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples.len())?;
        let mut outcome = PricingOutcome { bounds: vec![None; problems.len()], ..PricingOutcome::default() };
        for question in Question::of(problems) {
            self.answer(&question, limits, &mut outcome);
        }
        outcome.candidates.sort_unstable_by(Candidate::best_first);
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests;
