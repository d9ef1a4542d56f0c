//! The path of supports: column generation that takes one column a round.

use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_data::Target;
use rulegen_driver::{Candidate, Limits, Observer, Pricer, PricingProblem, Round, StageReport};
use rulegen_master::{RuleMaster, verified_cover};
use rulegen_rule::{Certificate, RowSet, Rule};
use std::time::Instant;

/// Restricted problems along the way are solved to this relative gap. Gains choose the next rule, and need no more.
pub(crate) const TOLERANCE: f64 = 1e-4;

/// A rule that covers so much of what it and a chosen rule for its class cover together says nothing new. Of the values from 0.7 to 1, 0.9 is the
/// smallest that costs no accuracy (docs/measurements/size.md).
const SAME_COVER: f64 = 0.9;

/// How far a path goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    /// The most rules.
    pub(crate) rules: usize,
    /// The most conditions of all rules together.
    pub(crate) conditions: Option<usize>,
}

/// A model of a path.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its rules: indices into those of the path.
    pub(crate) support: Vec<usize>,
    /// Their weights.
    pub(crate) weights: Vec<f64>,
    /// What the classes have before any rule.
    pub(crate) intercepts: Vec<f64>,
    /// Where rules are chosen one by one, the largest penalty of a condition at which a further rule found enters; along penalties, its own.
    pub(crate) penalty: Option<f64>,
    /// What is proved of the rules at their penalty; along penalties only.
    pub(crate) certificate: Option<Certificate>,
}

/// The rules found along a path, in the order in which they came, and models of ever more of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SupportPath {
    pub(crate) rules: Vec<(Rule, u32)>,
    /// The first has no rules.
    pub(crate) steps: Vec<Step>,
}

impl SupportPath {
    /// The path without rules over rows that have nothing to learn from: classes are as likely as they are frequent.
    pub(crate) fn without_rules(target: &Target) -> SupportPath {
        let log = |n: usize| (n.max(1) as f64).ln();
        let intercepts = target.counts().into_iter().map(log).collect();
        let step = Step { support: Vec::new(), weights: Vec::new(), intercepts, penalty: None, certificate: None };
        SupportPath { rules: Vec::new(), steps: vec![step] }
    }

    /// The rules of a step; a path that ended before stays as it is.
    pub(crate) fn support(&self, step: usize) -> Vec<(Rule, u32)> {
        self.steps[step.min(self.last())].support.iter().map(|&k| self.rules[k].clone()).collect()
    }

    /// The last step.
    pub(crate) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// The rules in use after a step, and their conditions.
    pub(crate) fn extent(&self, step: usize) -> (usize, usize) {
        let Step { support, weights, .. } = &self.steps[step];
        let used = support.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        used.fold((0, 0), |(rules, conditions), (&k, _)| (rules + 1, conditions + self.rules[k].0.len()))
    }
}

/// Chooses rules one by one, by their gain at the duals of those chosen before, and fits all weights after each (docs/MATH.md 11). It ends at
/// a cap, at a limit, or where no rule that the pricers find gains more than it costs.
pub(crate) fn choose_rules(
    master: &mut dyn RuleMaster,
    stages: &mut [Box<dyn Pricer>],
    samples: &Samples,
    caps: Caps,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<SupportPath, FitError> {
    let start = Instant::now();
    let mut path = SupportPath { rules: Vec::new(), steps: Vec::new() };
    let of_classes = samples.class_weights();
    let all: f64 = of_classes.iter().sum();
    let base_rates = of_classes.iter().map(|weight| weight / all).collect();
    let mut chosen = Chosen { samples, base_rates, covers: Vec::new() };
    let mut conditions = 0;
    loop {
        let solving = Instant::now();
        let solution = master.solve(TOLERANCE, limits)?;
        let lp = solving.elapsed();
        let pricing = Instant::now();
        let room = caps.conditions.map_or(usize::MAX, |most| most - conditions);
        let problems = master.pricing_problems();
        observer.problems(&problems);
        let next = next_rule(&problems, stages, &chosen, room, limits)?;
        let gain = next.candidate.as_ref().map(|best| best.gain);
        path.steps.push(Step {
            support: (0..path.rules.len()).collect(),
            weights: master.weights(),
            intercepts: master.intercepts(),
            penalty: next.penalty,
            certificate: None,
        });
        observer.round(&Round {
            iteration: path.steps.len(),
            pricer: next.stages.last().map_or(String::new(), |stage| stage.pricer.clone()),
            objective: solution.objective,
            lower_bound: None,
            columns: path.rules.len(),
            added: usize::from(gain.is_some()),
            best_gain: gain,
            proved: false,
            tolerance: TOLERANCE,
            nodes: next.stages.iter().map(|stage| stage.nodes).sum(),
            stages: next.stages,
            lp,
            pricing: pricing.elapsed(),
            elapsed: start.elapsed(),
        });
        let Some(Candidate { rule, tag, .. }) = next.candidate else { return Ok(path) };
        if path.rules.len() == caps.rules || limits.reached().is_some() {
            return Ok(path);
        }
        conditions += rule.len();
        chosen.covers.push((samples.cover(&rule), tag));
        path.rules.push((rule.clone(), tag));
        master.add_rules(vec![(rule, tag)]);
    }
}

/// What the pricers say of the next rule.
struct Next {
    candidate: Option<Candidate>,
    penalty: Option<f64>,
    stages: Vec<StageReport>,
}

/// The rule of the largest gain that the first stage with one finds, of at most `room` conditions, that says something.
fn next_rule(
    problems: &[PricingProblem],
    pricers: &mut [Box<dyn Pricer>],
    chosen: &Chosen<'_>,
    room: usize,
    limits: &Limits,
) -> Result<Next, FitError> {
    let mut next = Next { candidate: None, penalty: None, stages: Vec::new() };
    for pricer in pricers {
        let start = Instant::now();
        let outcome = pricer.price(problems, limits)?;
        let fits = |c: &&Candidate| c.rule.len() <= room && chosen.lets_in(&c.rule, c.tag);
        next.candidate = outcome.candidates.iter().find(fits).cloned();
        next.stages.push(StageReport {
            pricer: pricer.name().to_owned(),
            found: outcome.candidates.len(),
            added: usize::from(next.candidate.is_some()),
            best_gain: outcome.candidates.first().map(|best| best.gain),
            proved: outcome.bounds.iter().all(Option::is_some),
            nodes: outcome.nodes,
            time: start.elapsed(),
        });
        if let Some(best) = &next.candidate {
            verified_cover(chosen.samples, problems, best)?;
            let problem = problems.iter().find(|problem| problem.tag == best.tag);
            let cost = problem.map_or(0.0, |problem| problem.cost(best.rule.len()));
            next.penalty = Some((best.gain + cost) / best.rule.len() as f64);
            break;
        }
    }
    Ok(next)
}

/// What the rules chosen so far cover.
struct Chosen<'a> {
    samples: &'a Samples,
    /// The share of each class, by weight.
    base_rates: Vec<f64>,
    covers: Vec<(RowSet, u32)>,
}

impl Chosen<'_> {
    /// Whether a rule says something: it is right more often than its class is frequent, and no rule chosen for that class covers nearly the
    /// same samples. A gain alone asks for neither: beside other rules a rule may pay that by itself misleads.
    fn lets_in(&self, rule: &Rule, tag: u32) -> bool {
        let cover = self.samples.cover(rule);
        let weight = |rows: &mut dyn Iterator<Item = usize>| rows.map(|i| self.samples.weights[i]).sum::<f64>();
        let own = weight(&mut cover.iter());
        let of_class = weight(&mut cover.iter().filter(|&i| self.samples.labels[i] == tag));
        let like = |other: &RowSet| {
            let both = weight(&mut cover.iter().filter(|&i| other.contains(i)));
            both > SAME_COVER * (own + weight(&mut other.iter()) - both)
        };
        of_class > self.base_rates[tag as usize] * own
            && !self.covers.iter().any(|(other, class)| *class == tag && like(other))
    }
}
