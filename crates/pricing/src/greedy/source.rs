//! Sources of the histograms of a search.

use super::histogram::{COLUMNS_TOGETHER, Share, histograms, restrict, together};
use super::whole::WholeGains;
use rulegen_binarize::Samples;
use rulegen_driver::{DriverError, PricingProblem};
use rulegen_rule::{Literal, Rule};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most that a sum of whole gains may differ from the gain, relative to it and to 1. It is
/// below the error that checks of pricers allow.
const SUM_ERROR: f64 = 2e-13;

/// Gives access to the rows of a search and of its parts.
pub(super) trait Source: Sync {
    /// The rows that a rule covers, in one problem.
    type Part: Send + Sync;

    /// Returns the part of all rows.
    fn whole(&self, problem: usize) -> Self::Part;

    /// Prepares parts for [`Source::histograms`], all of a length together, each with its problem.
    fn make_ready(&self, parts: &mut [(usize, &mut Self::Part)]) -> Result<(), DriverError>;

    /// Returns the share of each code for each column of a group ([`together`]).
    fn histograms<'a>(&'a self, problem: usize, part: &'a Self::Part, columns: Range<usize>) -> Cow<'a, [Vec<Share>]>;

    /// Returns the gain of a rule, for which whole numbers add up to `sum`. It is that sum, unless
    /// the source knows it more exactly.
    fn gain(&self, _problem: &PricingProblem, _rule: &Rule, sum: f64) -> f64 {
        sum
    }

    /// Returns the rows of a problem's part that satisfy another literal; `rule` is the rule that
    /// covers them.
    fn restrict(&self, problem: usize, part: &Self::Part, rule: &Rule, literal: Literal) -> Self::Part;
}

/// Samples in memory.
pub(super) struct LocalSource<'a> {
    samples: &'a Samples,
    /// Shares by problem and sample.
    shares: Vec<Vec<Share>>,
    /// The samples that matter for each problem, ascending.
    active: Vec<Vec<u32>>,
    /// The histograms of each problem over these samples, by group of columns ([`together`]).
    of_active: Vec<Vec<OnceLock<Vec<Vec<Share>>>>>,
}

/// Covered samples that matter.
pub(super) struct Rows {
    /// The samples, ascending.
    covered: Vec<u32>,
    /// The others that matter, if they are fewer.
    others: Option<Vec<u32>>,
}

impl<'a> LocalSource<'a> {
    pub(super) fn new(samples: &'a Samples, keys: &[u64], problems: &[PricingProblem], gains: &[WholeGains]) -> Self {
        let share = |gains: &WholeGains, i: usize| {
            let rows = samples.counts[i];
            Share::of(gains.of(i, rows), keys[i], rows)
        };
        let all = 0..samples.len();
        // Rows without gain matter only where they are counted.
        let matters = |problem: &PricingProblem, i: u32| problem.counts_rows() || problem.gains[i as usize] != 0.0;
        let groups = together(samples.table.columns().len()).count();
        LocalSource {
            samples,
            shares: gains.iter().map(|gains| all.clone().map(|i| share(gains, i)).collect()).collect(),
            active: problems.iter().map(|p| (0..samples.len() as u32).filter(|&i| matters(p, i)).collect()).collect(),
            of_active: problems.iter().map(|_| vec![OnceLock::new(); groups]).collect(),
        }
    }

    /// Returns the histograms of some columns over these samples.
    fn over(&self, problem: usize, rows: &[u32], columns: Range<usize>) -> Vec<Vec<Share>> {
        let (features, codes) = (&self.samples.schema.features, self.samples.table.columns());
        histograms(&features[columns.clone()], &codes[columns], rows, &self.shares[problem])
    }
}

impl Source for LocalSource<'_> {
    type Part = Rows;

    fn whole(&self, problem: usize) -> Rows {
        Rows { covered: self.active[problem].clone(), others: Some(Vec::new()) }
    }

    fn make_ready(&self, _: &mut [(usize, &mut Rows)]) -> Result<(), DriverError> {
        Ok(())
    }

    /// Takes the histograms of the other samples, where these are fewer, from those of all.
    fn histograms<'a>(&'a self, problem: usize, part: &'a Rows, columns: Range<usize>) -> Cow<'a, [Vec<Share>]> {
        let Some(others) = &part.others else { return self.over(problem, &part.covered, columns).into() };
        let of_active = &self.of_active[problem][columns.start / COLUMNS_TOGETHER];
        let all = of_active.get_or_init(|| self.over(problem, &self.active[problem], columns.clone()));
        if others.is_empty() {
            return all.into();
        }
        let mut bins = self.over(problem, others, columns);
        bins.iter_mut().flatten().zip(all.iter().flatten()).for_each(|(bin, of_all)| *bin = of_all.minus(bin));
        bins.into()
    }

    /// Beside gains many orders larger, a unit for all may be coarse for the gains of this rule.
    fn gain(&self, problem: &PricingProblem, rule: &Rule, sum: f64) -> f64 {
        let gain = problem.gain(self.samples.cover(rule).iter(), rule.len());
        if (sum - gain).abs() <= SUM_ERROR * (1.0 + gain.abs()) { sum } else { gain }
    }

    fn restrict(&self, problem: usize, part: &Rows, _: &Rule, literal: Literal) -> Rows {
        let column = literal.column as usize;
        let (feature, codes) = (&self.samples.schema.features[column], &self.samples.table.columns()[column]);
        let covered = restrict(feature, codes, literal.test, &part.covered);
        let active = &self.active[problem];
        let others = (2 * covered.len() > active.len()).then(|| without(active, &covered));
        Rows { covered, others }
    }
}

/// Returns the rows, ascending, that are not among `some` of them.
fn without(rows: &[u32], some: &[u32]) -> Vec<u32> {
    let mut some = some.iter().peekable();
    rows.iter().copied().filter(|row| some.next_if_eq(&row).is_none()).collect()
}

/// Rows in shards elsewhere. Samples in memory stand for them: each for the rows of a class that no
/// rule in use tells apart.
pub trait Shards: fmt::Debug + Send + Sync {
    /// Returns the samples in memory, over which pricing problems are stated. Each has a number of
    /// rows, and the rows of a sample weigh the same.
    fn samples(&self) -> Arc<Samples>;

    /// Returns, for each of the `parts`, the share of each code of each column, summed over the
    /// shards. A row of sample i gains `gains[problem][i]`.
    ///
    /// # Errors
    /// A shard that cannot answer.
    fn histograms(&self, gains: &[Vec<i64>], parts: &[ShardPart<'_>]) -> Result<Vec<Vec<Vec<Share>>>, DriverError>;
}

/// The rows that a rule covers, in one problem.
#[derive(Clone, Copy, Debug)]
pub struct ShardPart<'a> {
    /// The index of the problem.
    pub problem: usize,
    /// The rule.
    pub rule: &'a Rule,
}

/// Samples in shards elsewhere.
pub(super) struct ShardedSource<'a> {
    shards: &'a dyn Shards,
    /// Gains by problem and sample in memory.
    gains: Vec<Vec<i64>>,
}

impl<'a> ShardedSource<'a> {
    pub(super) fn new(shards: &'a dyn Shards, gains: &[WholeGains]) -> Self {
        ShardedSource { shards, gains: gains.iter().map(|gains| gains.gains.clone()).collect() }
    }
}

impl Source for ShardedSource<'_> {
    /// The rule and, once they were requested, the histograms of its rows.
    type Part = (Rule, Vec<Vec<Share>>);

    fn whole(&self, _: usize) -> Self::Part {
        (Rule::default(), Vec::new())
    }

    fn make_ready(&self, parts: &mut [(usize, &mut Self::Part)]) -> Result<(), DriverError> {
        let asked: Vec<ShardPart<'_>> =
            parts.iter().map(|(problem, part)| ShardPart { problem: *problem, rule: &part.0 }).collect();
        let found = self.shards.histograms(&self.gains, &asked)?;
        parts.iter_mut().zip(found).for_each(|((_, part), found)| part.1 = found);
        Ok(())
    }

    fn histograms<'a>(&'a self, _: usize, part: &'a Self::Part, columns: Range<usize>) -> Cow<'a, [Vec<Share>]> {
        part.1[columns].into()
    }

    fn restrict(&self, _: usize, _: &Self::Part, rule: &Rule, _: Literal) -> Self::Part {
        (rule.clone(), Vec::new())
    }
}
