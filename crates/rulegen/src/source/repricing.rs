//! Rules learned from a sample, weighed and priced again on all rows.

use super::coded::CodedRows;
use crate::FitError;
use crate::parameters::Parameters;
use crate::path::Optima;
use crate::training::Rows;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Observer, Round, RunSummary, StageReport};
use rulegen_limits::Limits;
use rulegen_pricing::{ShardPart, ShardedGreedy, Shards, Share};
use rulegen_rule::{Rule, Status};
use rulegen_shards::{RemoteRows, View};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most rounds of pricing on all rows. Each asks the shards for histograms of every length, and
/// solves the master again. Starting from the rules of 300 of 4,000 rows, the objective on all rows
/// reached its least value after three or four rounds.
const ROUNDS: usize = 10;

/// The most rules that a round takes, those of the largest gains. Each rule may double the number
/// of clusters, and so the traffic.
const MOST_NEW: usize = 20;

/// The most clusters, as a multiple of the rows at hand.
const CLUSTERS: usize = 2;

/// The rows beside a sample: the rules of the sample are weighed and priced again on all rows.
pub(crate) struct Rest<'a> {
    coded: CodedRows<'a>,
    /// The parameters for all rows.
    p: Parameters,
    /// The number of merged rows in the sample.
    sampled: usize,
}

impl<'a> Rest<'a> {
    /// Takes the rows of `coded`, of which a sample of `sampled` merged rows was learned from.
    pub(super) fn new(coded: CodedRows<'a>, p: Parameters, sampled: usize) -> Self {
        Rest { coded, p, sampled }
    }

    /// The number of merged rows in the sample.
    pub(crate) fn sampled(&self) -> usize {
        self.sampled
    }

    /// Continues over all rows with the rules that a run over a sample found. Rows in clusters that
    /// these rules do not tell apart are a training set, whose optimum over these rules is that of
    /// all rows, and the greedy search asks the shards for rules that improve it. If there are too
    /// many clusters, the last known solution stays, which is at first that of the sample. Nothing
    /// is proved.
    ///
    /// # Errors
    /// Workers that cannot be asked, and a failing solver.
    pub(crate) fn run(
        &self,
        sample: Optima<'a>,
        run: RunSummary,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Optima<'a>, RunSummary), FitError> {
        let start = Instant::now();
        let unproved = match run.status {
            Status::Optimal | Status::Gap => Status::NoColumn,
            status => status,
        };
        let mut run = RunSummary { status: unproved, lower_bound: None, ..run };
        let clusters = Clusters { rest: self, remote: Arc::new(self.coded.remote(View::All)?) };
        let mut rules = sample.rules_in_use();
        // Without their weights the rules found would be lost, so this solve ignores limits.
        let Some((mut best, objective)) = clusters.over(&sample, &mut rules, &Limits::default())? else {
            return Ok((sample.with_min_cover(self.p.min_cover), run));
        };
        run.objective = objective;
        run.status = Status::IterationLimit;
        for _ in 0..ROUNDS {
            if limits.reached().is_some() {
                break;
            }
            let (pricing, objective) = (Instant::now(), run.objective);
            let mut found = clusters.price(&best, limits)?;
            let report = found.report(pricing.elapsed());
            let mut rules = best.rules();
            found.candidates.retain(|new| !rules.contains(&(new.rule.clone(), new.tag)));
            found.candidates.truncate(MOST_NEW);
            let (columns, added) = (rules.len(), found.candidates.len());
            rules.extend(found.candidates.into_iter().map(|new| (new.rule, new.tag)));
            run.pricing += report.time;
            run.nodes += report.nodes;
            run.iterations += 1;
            let solving = Instant::now();
            let next = if added > 0 { clusters.over(&best, &mut rules, limits)? } else { None };
            observer.round(&Round {
                iteration: run.iterations,
                pricer: report.pricer.clone(),
                objective,
                lower_bound: None,
                columns,
                added,
                best_gain: report.best_gain,
                proved: false,
                tolerance: 0.0,
                nodes: report.nodes,
                lp: solving.elapsed(),
                pricing: report.time,
                elapsed: start.elapsed(),
                stages: vec![StageReport { added, ..report }],
            });
            run.lp += solving.elapsed();
            if added == 0 {
                run.status = Status::NoColumn;
                break;
            }
            // If a limit ended the solve, the solution before it stays.
            let Some((next, objective)) = next.filter(|_| limits.reached().is_none()) else { break };
            (best, run.objective) = (next, objective);
        }
        run.status = limits.reached().map_or(run.status, Status::from);
        run.total += start.elapsed();
        let run = best.cap(run, &Limits::default())?;
        Ok((best, run))
    }
}

/// The least cover of a rule on a share of the rows, from that on all rows.
pub(crate) fn of_share(min_cover: usize, share: f64) -> usize {
    (min_cover as f64 * share).ceil().max(1.0) as usize
}

/// The rows of all shards in clusters.
struct Clusters<'c, 'a> {
    rest: &'c Rest<'a>,
    remote: Arc<RemoteRows>,
}

impl<'a> Clusters<'_, 'a> {
    /// Returns the solution over these rules, and its objective. Rules that cover too few rows are
    /// left out. If the rules make too many clusters, it warns and returns `None`.
    fn over(
        &self,
        before: &Optima<'a>,
        rules: &mut Vec<(Rule, u32)>,
        limits: &Limits,
    ) -> Result<Option<(Optima<'a>, f64)>, FitError> {
        let (coded, p) = (&self.rest.coded, &self.rest.p);
        let samples = self.remote.over(&rules.iter().map(|(rule, _)| rule).collect::<Vec<_>>())?;
        let (clusters, most) = (samples.len(), p.rows_at_hand.get().saturating_mul(CLUSTERS));
        if clusters > most {
            log::warn!("{} rules tell {clusters} clusters of rows apart, more than {most}: pricing ends", rules.len());
            return Ok(None);
        }
        rules.retain(|(rule, _)| samples.rows_of(&samples.cover(rule)) >= p.least_cover());
        Rows::keep(&*self.remote, &samples);
        let training = coded.training(Samples::clone(&samples), p)?;
        let mut optima = before.over(training, rules.clone(), p.min_cover)?;
        let objective = optima.solve(limits)?;
        Ok(Some((optima, objective)))
    }

    /// Searches all rows greedily.
    fn price(&self, best: &Optima<'a>, limits: &Limits) -> Result<PricedRules, FitError> {
        let settings = self.rest.p.greedy();
        let mut pricer = best.training().pricer(|samples| {
            let part = Part { remote: self.remote.clone(), samples: samples.clone() };
            Ok(Box::new(ShardedGreedy::new(Arc::new(part), settings)))
        })?;
        let outcome = pricer.price(&best.pricing_problems(), limits)?;
        let mut candidates = outcome.candidates;
        candidates.sort_by(Candidate::best_first);
        Ok(PricedRules { candidates, pricer: pricer.name().to_owned(), nodes: outcome.nodes })
    }
}

/// The rules that a round of pricing found, the best first.
struct PricedRules {
    candidates: Vec<Candidate>,
    pricer: String,
    nodes: u64,
}

impl PricedRules {
    fn report(&self, time: Duration) -> StageReport {
        StageReport {
            pricer: self.pricer.clone(),
            found: self.candidates.len(),
            added: 0,
            best_gain: self.candidates.first().map(|best| best.gain),
            proved: false,
            nodes: self.nodes,
            time,
        }
    }
}

/// All rows, with the literals that rules of one part may have.
#[derive(Debug)]
struct Part {
    remote: Arc<RemoteRows>,
    samples: Arc<Samples>,
}

impl Shards for Part {
    fn samples(&self) -> Arc<Samples> {
        self.samples.clone()
    }

    fn histograms(&self, gains: &[Vec<i64>], parts: &[ShardPart<'_>]) -> Result<Vec<Vec<Vec<Share>>>, DriverError> {
        self.remote.histograms(gains, parts)
    }
}
