//! A worker, which looks at one node after another.

use super::by_length::ByLength;
use super::experience::{Experience, Rise};
use super::node::Node;
use rulegen_driver::{DriverError, Master, Pricer, RunSettings, run};
use rulegen_limits::Limits;
use rulegen_master::{BranchedMaster, Decision};
use rulegen_rule::Rule;
use std::collections::HashMap;

/// A sample is decided by the linear program if its coverage is this close to 0 or at least this
/// close to 1.
const DECIDED: f64 = 1e-6;

/// The most samples that are probed at a node.
const PROBES: usize = 8;

/// The number of samples in turn that are worse than the best after which no more are looked at.
const PATIENCE: usize = 5;

/// The least increase of an objective that counts in the choice of a sample.
const LEAST: f64 = 1e-3;

/// The most rounds of column generation at a node.
const ROUNDS: usize = 60;

/// A master that goes from node to node, and the pricers of its rules.
pub(super) struct Worker {
    pub(super) master: BranchedMaster,
    pub(super) stages: Vec<Box<dyn Pricer>>,
}

/// What was found at a node.
pub(super) struct Explored {
    /// A lower bound on the objectives of its rule sets, if there was time for one.
    pub(super) bound: Option<f64>,
    /// The rules in use at the linear program's vertex, with their weights.
    pub(super) used: Vec<(Rule, f64)>,
    /// The sample to decide next. `None` if the linear program has decided all, or a limit was
    /// reached.
    pub(super) branch: Option<usize>,
    /// The rules that are new to the worker.
    pub(super) rules: Vec<Rule>,
    pub(super) rounds: usize,
    /// The rises that were seen.
    pub(super) seen: Vec<Rise>,
    pub(super) times: [f64; 3],
}

impl Worker {
    pub(super) fn new(master: BranchedMaster, class: u32, pricers: Vec<Box<dyn Pricer>>) -> Self {
        Worker { master, stages: vec![Box::new(ByLength { class, pricers })] }
    }

    /// Solves the linear program of a node, and chooses the sample to decide next. Bounds of
    /// `cutoff` and above need no more work.
    pub(super) fn explore(
        &mut self,
        node: &Node,
        cutoff: f64,
        experience: &Experience,
        limits: &Limits,
    ) -> Result<Explored, DriverError> {
        self.master.forget();
        self.master.decide(&node.decisions);
        let before = self.master.columns();
        let settings = RunSettings {
            tolerance: 0.0,
            cutoff: Some(cutoff),
            max_iterations: Some(ROUNDS),
            limits: limits.clone(),
            ..RunSettings::default()
        };
        let ran = run(&mut self.master, &mut self.stages, &settings, &mut ())?;
        let rules = self.master.weights().skip(before).map(|(rule, _)| rule.clone()).collect();
        let (bound, rounds) = (ran.lower_bound, ran.iterations);
        let mut explored = Explored { bound, used: Vec::new(), branch: None, seen: Vec::new(), rules, rounds, times: [ran.lp.as_secs_f64(), ran.pricing.as_secs_f64(), 0.0] };
        let t = std::time::Instant::now();
        if limits.reached().is_some() || bound.is_some_and(|bound| bound >= cutoff) {
            return Ok(explored);
        }
        let used = self.master.weights().filter(|(_, weight)| *weight > 0.0);
        explored.used = used.map(|(rule, weight)| (rule.clone(), weight)).collect();
        explored.branch = self.choose(experience, &mut explored.seen, limits);
        explored.times[2] = t.elapsed().as_secs_f64();
        Ok(explored)
    }

    /// Chooses the sample whose decision raises the bounds of both nodes most.
    fn choose(&self, experience: &Experience, seen: &mut Vec<Rise>, limits: &Limits) -> Option<usize> {
        let coverage = self.master.coverage();
        let open = |i: &usize| coverage[*i] > DECIDED && coverage[*i] < 1.0 - DECIDED;
        // Samples that the rules in use do not tell apart are decided as one.
        let mut alike: HashMap<&[u32], (usize, f64)> = HashMap::new();
        let patterns = self.master.patterns();
        for i in (0..coverage.len()).filter(open) {
            let entry = alike.entry(&patterns[i]).or_insert((i, 0.0));
            entry.1 += self.master.error(i);
            if self.master.error(i) > self.master.error(entry.0) {
                entry.0 = i;
            }
        }
        let distance = |i: usize, covered: bool| if covered { 1.0 - coverage[i] } else { coverage[i] };
        let product = |rises: [f64; 2]| rises.map(|rise| rise.max(LEAST)).iter().product::<f64>();
        let expected = |(i, _): (usize, f64)| {
            let rise = |covered| experience.expected(i, covered) * distance(i, covered);
            (product([rise(false), rise(true)]), i)
        };
        let mut candidates: Vec<(f64, usize)> = alike.into_values().map(expected).collect();
        candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let now = self.master.objective();
        let mut best: Option<(f64, usize)> = None;
        let (mut probed, mut worse) = (0, 0);
        for (expected, sample) in candidates {
            if worse >= PATIENCE {
                break;
            }
            let score = if experience.is_reliable(sample) || probed >= PROBES {
                expected
            } else {
                probed += 1;
                product([false, true].map(|covered| {
                    let rise = (self.master.probe(Decision { sample, covered }, limits) - now).max(0.0);
                    seen.push(Rise { sample, covered, rise: rise / distance(sample, covered) });
                    rise
                }))
            };
            worse += 1;
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, sample));
                worse = 0;
            }
        }
        best.map(|(_, sample)| sample)
    }
}
