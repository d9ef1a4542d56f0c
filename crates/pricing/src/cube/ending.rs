//! All rules that extend a conjunction by few literals: the last ones of branch and bound.

use super::axis::Axis;
use super::price::Search;
use super::question::Question;
use super::rows::Scope;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule};

/// The most literals by which conjunctions are extended.
pub(crate) const LAST: usize = 3;

/// A column of the rows that satisfy a conjunction.
pub(crate) struct EndingColumn {
    /// The bin of each row.
    pub(crate) bins_of_rows: Vec<u16>,
    /// The number of bins.
    pub(crate) bins: usize,
    /// The literals that may extend the conjunction, in order, each with the ranges of bins that
    /// satisfy it, in ascending order and with gaps between them.
    pub(crate) literals: Vec<(Literal, Vec<(u32, u32)>)>,
}

/// The rules that extend a conjunction by one to [`LAST`] literals, over the rows that satisfy it.
pub(crate) struct Ending<'a> {
    problem: &'a PricingProblem,
    /// The length of the conjunction.
    length: usize,
    gains: Vec<f64>,
    counts: Vec<f64>,
    axes: Vec<Axis>,
    scope: Scope,
}

impl<'a> Ending<'a> {
    /// Makes the rules that extend a conjunction of `length` literals, given the gain and, where
    /// rows are counted, the training rows of each row. `None` if cubes do not hold all of them.
    pub(crate) fn new(
        problem: &'a PricingProblem,
        length: usize,
        gains: Vec<f64>,
        counts: Vec<f64>,
        columns: impl IntoIterator<Item = EndingColumn>,
    ) -> Option<Self> {
        let axis = |(place, column): (u32, EndingColumn)| {
            Axis::of_literals(place, column.bins_of_rows, column.bins, &column.literals, LAST)
        };
        let axes: Vec<Axis> = (0..).zip(columns).map(axis).collect();
        let scope = Scope::new(&axes, LAST, LAST);
        scope.complete.then_some(Ending { problem, length, gains, counts, axes, scope })
    }

    /// Returns rules of gain above `above`, without the conjunction: if there are any, the best,
    /// and others. Also returns true if no limit ended the search.
    pub(crate) fn best(&self, above: f64, limits: &Limits) -> (Vec<Rule>, bool) {
        let problem = PricingProblem { threshold: above, gains: Vec::new(), ..self.problem.clone() };
        let question = Question::extending(&problem, 0, self.length, &self.gains);
        let rows = [&*question.whole.gains, &*self.counts];
        let search = Search::new(&self.axes, rows, &question, self.scope, limits);
        let best = search.best(1).pop().expect("one problem has one answer");
        (best.hits.iter().map(|hit| hit.rule(&self.axes)).collect(), search.is_complete())
    }
}
