//! Branch and price: a branch and bound over Boolean rule sets whose nodes generate columns.

mod by_length;
mod experience;
mod node;
mod worker;

use super::solver::{Slack, better};
use crate::FitError;
use experience::Experience;
use node::Node;
use rayon::prelude::*;
use rulegen_driver::{Master, Pricer};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, Decision, RuleSet};
use rulegen_rule::Rule;
use std::collections::{BinaryHeap, HashMap};
use std::time::Instant;
use worker::Worker;

/// The number of nodes that are looked at together. It does not depend on threads, so that results
/// do not.
const WORKERS: usize = 4;

/// The part of a step by which a bound has to be above the last value but one, so that it rounds up
/// to the objective of the best rule set.
const ABOVE: f64 = 1e-4;

/// The best rule set, and a number that no objective is below.
pub(super) struct Branched {
    pub(super) best: RuleSet,
    pub(super) bound: f64,
}

/// Looks for a better rule set than `best`, and raises a proved bound, within the limits.
pub(super) fn branch_and_price(
    master: &BooleanMaster,
    mut best: RuleSet,
    bound: f64,
    pricers: impl Fn() -> Result<Vec<Box<dyn Pricer>>, FitError>,
    limits: &Limits,
) -> Result<Option<Branched>, FitError> {
    let start = Instant::now();
    let columns = master.rules().iter().map(|column| &column.rule);
    let Some(root) = master.branched(best.objective, columns.chain(&best.rules)) else { return Ok(None) };
    let make = |_| Ok(Worker::new(root.clone(), master.settings().class, pricers()?));
    let mut workers: Vec<Worker> = (0..WORKERS).map(make).collect::<Result<_, FitError>>()?;
    let slack = Slack::of(master);
    let mut open = BinaryHeap::from([Node { decisions: Vec::new(), bound, place: 0 }]);
    // The least bound of nodes that were left, because a limit was reached or nothing is open.
    let (mut left, mut made, mut nodes, mut rounds) = (f64::INFINITY, 1, 0usize, 0);
    let mut experience = Experience::new(master.samples());
    let mut times = [0.0; 3];
    let most: usize = std::env::var("NODES").ok().and_then(|v| v.parse().ok()).unwrap_or(usize::MAX);
    while limits.reached().is_none() && nodes < most {
        let mut batch = Vec::new();
        while batch.len() < WORKERS
            && let Some(node) = open.pop()
        {
            if !slack.proves(Some(node.bound), &best) {
                batch.push(node);
            }
        }
        if batch.is_empty() {
            break;
        }
        let cutoff = match master.objective_step() {
            Some(step) => best.objective - step * (1.0 - ABOVE),
            None => best.objective - slack.of_objective(&best),
        };
        let results: Vec<_> =
            workers.par_iter_mut().zip(&batch).map(|(worker, node)| worker.explore(node, cutoff, &experience, limits)).collect();
        let mut new = Vec::new();
        for (node, explored) in batch.into_iter().zip(results) {
            let explored = explored?;
            nodes += 1;
            (0..3).for_each(|j| times[j] += explored.times[j]);
            rounds += explored.rounds;
            let bound = explored.bound.map_or(node.bound, |bound| master.round_up(bound).max(node.bound));
            if nodes == 1 {
                log::info!(
                    "root of the branch and bound: {} in {} rounds, {:.2} s",
                    bound,
                    rounds,
                    start.elapsed().as_secs_f64()
                );
            }
            if !explored.used.is_empty() {
                let weights: HashMap<&Rule, f64> = explored.used.iter().map(|(rule, weight)| (rule, *weight)).collect();
                let selection = master.selection(explored.used.iter().map(|(rule, _)| rule));
                best = better(best, selection.round(|rule| weights[rule]));
            }
            new.extend(explored.rules);
            experience.add(&explored.seen);
            match explored.branch {
                Some(sample) => {
                    for covered in [true, false] {
                        let decisions = node.decisions.iter().copied().chain([Decision { sample, covered }]).collect();
                        open.push(Node { decisions, bound, place: made });
                        made += 1;
                    }
                }
                None => left = left.min(bound),
            }
        }
        workers.iter_mut().for_each(|worker| worker.master.add_rules(&new));
    }
    let least = open.iter().map(|node| node.bound).fold(left, f64::min);
    log::info!(
        "branch and price {:.2}: {nodes} nodes, {rounds} rounds, {} open, {} rules, {}, bound {least}, {times:.1?}, {:.1} s",
        open.iter().map(|node| node.bound).sum::<f64>() / open.len() as f64, open.len(),
        workers[0].master.columns(),
        best.objective,
        start.elapsed().as_secs_f64()
    );
    Ok(Some(Branched { bound: least.min(best.objective), best }))
}
