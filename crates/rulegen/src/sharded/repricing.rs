//! Rules of a sample, weighed and priced again on all rows.

use super::checkpoint::{Checkpoint, kept};
use super::coded::Coded;
use super::message::View;
use super::remote::Remote;
use crate::FitError;
use crate::size::{Caps, Ground};
use crate::weighted::{ColumnGeneration, Training, TrainingSettings};
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Observer, Round, RunSummary, StageReport};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::{GreedySettings, ShardPart, ShardedGreedy, Shards, Share};
use rulegen_rule::{Rule, Status};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most rounds of pricing on all rows. Each asks the shards for histograms of every length, and solves the master
/// anew. From the rules of 300 of 4,000 rows the objective of all rows was at its least after three or four.
const ROUNDS: usize = 10;

/// The most rules of a round that are taken, those of the largest gains: each may double the clusters, and so the
/// traffic.
const MOST_NEW: usize = 20;

/// Clusters may be so many times the rows at hand.
const CLUSTERS: usize = 2;

/// How rules are priced again.
pub(crate) struct Repricing<'p> {
    /// How a training set is made ready.
    pub(crate) training: TrainingSettings<'p>,
    /// The fewest rows that a rule covers.
    pub(crate) min_cover: u64,
    pub(crate) rows_at_hand: NonZeroUsize,
    /// The rules of each length that the greedy search extends.
    pub(crate) beam: NonZeroUsize,
    pub(crate) caps: Option<Caps>,
    pub(crate) checkpoint: Option<Arc<Checkpoint>>,
}

impl<'p> Repricing<'p> {
    /// Goes on over all rows with the rules that a run over a sample found: rows in clusters that these rules do not
    /// tell apart are a training set, whose optimum over these rules is that of all rows, and the greedy search asks
    /// the shards what else improves it. `fresh` makes a master without rules. Where clusters are too many, the last
    /// solution known stays: at first that of the sample. Nothing is proved.
    ///
    /// # Errors
    /// [`FitError::Workers`], and a failing solver.
    pub(crate) fn run<'a>(
        &self,
        coded: &Coded<'a>,
        (sample, run): (ColumnGeneration<'a>, RunSummary),
        fresh: impl Fn(&Training<'a>) -> Result<Box<dyn RuleMaster>, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(ColumnGeneration<'a>, RunSummary), FitError> {
        let start = Instant::now();
        let unproved = match run.status {
            Status::Optimal | Status::Gap => Status::NoColumn,
            status => status,
        };
        let mut run = RunSummary { status: unproved, lower_bound: None, ..run };
        let clusters = Clusters { settings: self, coded, remote: Arc::new(coded.remote(View::All)?) };
        let mut rules = sample.rules_in_use();
        // Without their weights the rules found would be lost: these are solved for whatever the limits.
        let Some((mut best, objective)) = clusters.over(&mut rules, &fresh, &Limits::default())? else {
            return Ok((sample, run));
        };
        run.objective = objective;
        run.status = Status::IterationLimit;
        for round in 0..ROUNDS {
            if limits.reached().is_some() {
                break;
            }
            let (pricing, objective) = (Instant::now(), run.objective);
            let mut found = clusters.price(&best, round, limits)?;
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
            let next = if added > 0 { clusters.over(&mut rules, &fresh, limits)? } else { None };
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
            // Where a limit ended the solve, the solution before it stays.
            let Some((next, objective)) = next.filter(|_| limits.reached().is_none()) else { break };
            (best, run.objective) = (next, objective);
        }
        run.status = limits.reached().map_or(run.status, Status::from);
        run.total += start.elapsed();
        let run = best.cap(run, self.caps, &fresh, &Limits::default())?;
        Ok((best, run))
    }
}

/// The least cover of a rule on a share of the rows, of that on all.
pub(crate) fn of_share(min_cover: usize, share: f64) -> usize {
    (min_cover as f64 * share).ceil().max(1.0) as usize
}

/// The rows of all shards in clusters.
struct Clusters<'c, 'a> {
    settings: &'c Repricing<'c>,
    coded: &'c Coded<'a>,
    remote: Arc<Remote>,
}

impl<'a> Clusters<'_, 'a> {
    /// The solution over these rules, of which those that cover too few rows are left out, and its objective; nothing,
    /// with a warning, where they tell too many clusters apart.
    fn over(
        &self,
        rules: &mut Vec<(Rule, u32)>,
        fresh: impl Fn(&Training<'a>) -> Result<Box<dyn RuleMaster>, FitError>,
        limits: &Limits,
    ) -> Result<Option<(ColumnGeneration<'a>, f64)>, FitError> {
        let samples = self.remote.over(&rules.iter().map(|(rule, _)| rule).collect::<Vec<_>>())?;
        let (clusters, most) = (samples.len(), self.settings.rows_at_hand.get().saturating_mul(CLUSTERS));
        if clusters > most {
            log::warn!("{} rules tell {clusters} clusters of rows apart, more than {most}: pricing ends", rules.len());
            return Ok(None);
        }
        rules.retain(|(rule, _)| samples.rows_of(&samples.cover(rule)) >= self.settings.min_cover);
        Ground::keep(&mut self.remote.clone(), &samples);
        let training = self.coded.training(Samples::clone(&samples), &self.settings.training)?;
        let mut master = fresh(&training)?;
        master.add_rules(rules.clone());
        let objective = master.solve(0.0, limits)?.objective;
        Ok(Some((ColumnGeneration::new(training, master, Vec::new(), &[], &[], None), objective)))
    }

    /// What the greedy search finds on all rows.
    fn price(&self, best: &ColumnGeneration<'a>, round: usize, limits: &Limits) -> Result<Found, FitError> {
        let settings = GreedySettings { beam: self.settings.beam, ..GreedySettings::default() };
        let pricer = best.training().pricer(|samples| {
            let part = Part { remote: self.remote.clone(), samples: samples.clone() };
            Ok(Box::new(ShardedGreedy::new(Arc::new(part), settings)))
        })?;
        let mut pricer = kept(pricer, self.settings.checkpoint.as_ref(), "all rows".into(), round);
        let outcome = pricer.price(&best.pricing_problems(), limits)?;
        let mut candidates = outcome.candidates;
        candidates.sort_by(Candidate::best_first);
        Ok(Found { candidates, pricer: pricer.name().to_owned(), nodes: outcome.nodes })
    }
}

/// What a round of pricing found, the best first.
struct Found {
    candidates: Vec<Candidate>,
    pricer: String,
    nodes: u64,
}

impl Found {
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

/// All rows, with the literals that the rules of a part may have.
#[derive(Debug)]
struct Part {
    remote: Arc<Remote>,
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
