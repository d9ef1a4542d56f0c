//! The selection of rules one by one: column generation that takes one column a round.

use super::assemble::support;
use super::same_cover::SameCover;
use super::support::{Step, SupportPath};
use crate::FitError;
use crate::loss::ScoreKind;
use crate::parameters::Caps;
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, Observer, Pricer, PricingProblem, Round, StageReport};
use rulegen_limits::Limits;
use rulegen_master::{RuleMaster, verified_cover};
use rulegen_rule::{ROUNDING, RowSet, Rule, Support};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// The relative gap to which restricted problems on the way are solved. Gains choose the next rule,
/// and need no more.
pub(crate) const TOLERANCE: f64 = 1e-4;

/// Chooses rules one by one, by their gain at the duals of those chosen before, and fits all
/// weights again after each (docs/MATH.md 11). It ends at a cap, at a limit, or if no rule that the
/// pricers find gains more than it costs. The rules that must be in are there from the start. The
/// master is over the samples of `training`, with a sample for each class if its rows lie
/// elsewhere. Its scores are of the kind `scores`.
pub(crate) fn choose_rules(
    master: &mut dyn RuleMaster,
    stages: &mut [Box<dyn Pricer>],
    training: &Training<'_>,
    scores: ScoreKind,
    caps: Caps,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<SupportPath, FitError> {
    let start = Instant::now();
    let mut path = SupportPath::default();
    let mut chosen = SelectedRules::nothing(training.told_apart(&[])?, scores);
    let mut conditions = 0;
    for (rule, tag) in &training.required {
        conditions += rule.len();
        chosen.push(rule.clone(), *tag);
        path.rules.push((rule.clone(), *tag));
        path.best.push(false);
    }
    master.add_rules(training.required.clone());
    loop {
        let solving = Instant::now();
        let solution = master.solve(TOLERANCE, limits)?;
        let lp = solving.elapsed();
        observer.solved(&*master);
        let pricing = Instant::now();
        let room = caps.conditions.map_or(usize::MAX, |most| most.saturating_sub(conditions));
        let problems = master.pricing_problems();
        observer.problems(&problems);
        let next = next_rule(&problems, stages, &chosen, training, room, limits)?;
        let gain = next.found.as_ref().map(|found| found.candidate.gain);
        let support = (0..path.rules.len()).collect();
        let step = Step { penalty: next.penalty, ..Step::of(master, support) };
        // Required rules that get no weight take the place of no others, and may get some later.
        let idle = step.weights[..training.required.len()].iter().filter(|weight| **weight <= 0.0).count();
        let in_place = path.rules.len() - idle;
        if in_place > caps.rules && !path.steps.is_empty() {
            return Ok(path);
        }
        path.steps.push(step);
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
        let Some(NewRule { candidate, samples, best }) = next.found else { return Ok(path) };
        if in_place >= caps.rules || limits.reached().is_some() {
            return Ok(path);
        }
        if Arc::ptr_eq(&samples, &chosen.samples) {
            verified_cover(&samples, &problems, &candidate)?;
        } else {
            master.resample(samples.clone())?;
            training.keep(&samples);
            chosen = chosen.over(samples);
            verified_cover(&chosen.samples, &master.pricing_problems(), &candidate)?;
        }
        let Candidate { rule, tag, .. } = candidate;
        conditions += rule.len();
        chosen.push(rule.clone(), tag);
        path.rules.push((rule.clone(), tag));
        path.best.push(best);
        master.add_rules(vec![(rule, tag)]);
    }
}

/// The answer of the pricers to the question for the next rule.
struct NextRule {
    found: Option<NewRule>,
    penalty: Option<f64>,
    stages: Vec<StageReport>,
}

/// A rule to choose, and samples that tell it apart from the chosen rules.
struct NewRule {
    candidate: Candidate,
    samples: Arc<Samples>,
    /// True if it is proved that no rule gains more.
    best: bool,
}

/// Returns the rule of the largest gain that the first stage with an admissible one finds, of at
/// most `room` conditions. Candidates come in the order of [`Candidate::best_first`], which decides
/// ties.
fn next_rule(
    problems: &[PricingProblem],
    pricers: &mut [Box<dyn Pricer>],
    chosen: &SelectedRules,
    training: &Training<'_>,
    room: usize,
    limits: &Limits,
) -> Result<NextRule, FitError> {
    let mut next = NextRule { found: None, penalty: None, stages: Vec::new() };
    for pricer in pricers {
        let start = Instant::now();
        let outcome = pricer.price(problems, limits)?;
        for candidate in outcome.candidates.iter().filter(|candidate| candidate.rule.len() <= room) {
            let rules: Vec<&Rule> = chosen.rules.iter().map(|(rule, _)| rule).chain([&candidate.rule]).collect();
            let samples = training.told_apart(&rules)?;
            if chosen.lets_in(&samples, &candidate.rule, candidate.tag) {
                let best = is_best(candidate.gain, &outcome.bounds);
                next.found = Some(NewRule { candidate: candidate.clone(), samples, best });
                break;
            }
        }
        next.stages.push(StageReport {
            pricer: pricer.name().to_owned(),
            found: outcome.candidates.len(),
            added: usize::from(next.found.is_some()),
            best_gain: outcome.candidates.first().map(|best| best.gain),
            proved: outcome.bounds.iter().all(Option::is_some),
            nodes: outcome.nodes,
            time: start.elapsed(),
        });
        if let Some(NewRule { candidate: best, .. }) = &next.found {
            let problem = problems.iter().find(|problem| problem.tag == best.tag);
            let cost = problem.map_or(0.0, |problem| problem.cost(best.rule.len()));
            next.penalty = Some((best.gain + cost) / best.rule.len() as f64);
            break;
        }
    }
    Ok(next)
}

/// True if no gain exceeds this one but by rounding, as the bounds of all problems prove.
fn is_best(gain: f64, bounds: &[Option<f64>]) -> bool {
    let most = bounds.iter().map(|bound| bound.unwrap_or(f64::INFINITY)).fold(f64::NEG_INFINITY, f64::max);
    most <= gain + ROUNDING * gain.abs().max(1.0)
}

/// The rules chosen so far.
struct SelectedRules {
    samples: Arc<Samples>,
    rules: Vec<(Rule, u32)>,
    /// The rows that each rule covers.
    covers: Vec<RowSet>,
    /// True if a rule for the other class of exactly the other rows says the same: of two classes
    /// that have intercepts, only the difference of scores matters.
    mirrors: bool,
}

impl SelectedRules {
    fn nothing(samples: Arc<Samples>, scores: ScoreKind) -> Self {
        let mirrors = scores == ScoreKind::LogOdds && samples.classes == 2;
        SelectedRules { samples, rules: Vec::new(), covers: Vec::new(), mirrors }
    }

    fn push(&mut self, rule: Rule, tag: u32) {
        self.covers.push(self.samples.cover(&rule));
        self.rules.push((rule, tag));
    }

    /// Moves the rules to other samples.
    fn over(self, samples: Arc<Samples>) -> Self {
        let covers = self.rules.iter().map(|(rule, _)| samples.cover(rule)).collect();
        SelectedRules { samples, covers, ..self }
    }

    /// True if a rule may be chosen, on samples that it and the chosen rules tell apart: it is
    /// right more often than its class is frequent, and no chosen rule says nearly the same. The
    /// gain does not ensure either: beside other rules, a rule may pay that misleads by itself, and
    /// two rules that say the same pay less for the ridge than one.
    fn lets_in(&self, samples: &Arc<Samples>, rule: &Rule, tag: u32) -> bool {
        let cover = samples.cover(rule);
        let Support { covered, correct } = support(samples, &cover, tag);
        let of_classes = samples.class_weights();
        let base_rate = of_classes[tag as usize] / of_classes.iter().sum::<f64>();
        let same = SameCover::new(samples.len(), Some(&samples.weights));
        let own = same.covered(&cover);
        let says_the_same = |(k, (chosen, class)): (usize, &(Rule, u32))| {
            let theirs = match Arc::ptr_eq(samples, &self.samples) {
                true => Cow::Borrowed(&self.covers[k]),
                false => Cow::Owned(samples.cover(chosen)),
            };
            match *class == tag {
                true => same.holds(own, same.covered(&theirs)),
                false => cover.is_complement(&theirs),
            }
        };
        let mut compared = self.rules.iter().enumerate().filter(|(_, (_, class))| *class == tag || self.mirrors);
        correct > base_rate * covered && !compared.any(says_the_same)
    }
}
