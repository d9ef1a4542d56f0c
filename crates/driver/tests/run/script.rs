//! A master and pricers that follow a script, and a log of the calls that they received.

use rulegen_driver::{
    AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, Observer, Pricer, PricingOutcome,
    PricingProblem, Round, RunSettings, RunSummary, run,
};
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule, Test};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The calls, in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Call {
    /// The master was solved to this tolerance.
    Solve(f64),
    /// This pricer was asked.
    Price(&'static str),
    /// The gain of the only sample in the first problem that a pricer was given.
    Gain(f64),
}

pub(crate) type Calls = Arc<Mutex<Vec<Call>>>;

/// Takes every candidate that it does not know.
#[derive(Default)]
pub(crate) struct ScriptedMaster {
    pub(crate) calls: Calls,
    /// The objective of each solve. The last one stays.
    pub(crate) objectives: Vec<f64>,
    /// The answer of each call of `lower_bound`. Calls beyond the end of the list return none.
    pub(crate) bounds: Mutex<VecDeque<f64>>,
    /// The gains that `lower_bound` was given.
    pub(crate) gains_seen: Mutex<Vec<Vec<f64>>>,
    pub(crate) columns: Vec<(u32, Rule)>,
    /// The number of problems.
    pub(crate) classes: u32,
    /// True if solves never reach their tolerance.
    pub(crate) stuck: bool,
    /// The number of the solve from which on there is one more class.
    pub(crate) more_classes_from: Option<usize>,
    /// The difference between the number of columns that `add` reports and the number that it took.
    pub(crate) miscount: isize,
    /// True if `add` refuses gains as false.
    pub(crate) suspicious: bool,
    /// The gain of the only sample after each solve, and 1 beyond the end of the list.
    pub(crate) gains: Vec<f64>,
    /// True if solves go on from the last basis.
    pub(crate) warm: bool,
    pub(crate) solve_hook: Option<Box<dyn FnMut(usize)>>,
    pub(crate) solves: usize,
}

impl ScriptedMaster {
    pub(crate) fn new(calls: &Calls) -> Self {
        ScriptedMaster { calls: calls.clone(), objectives: vec![10.0], classes: 1, ..Default::default() }
    }
}

impl Master for ScriptedMaster {
    fn solve(&mut self, tolerance: f64, _: &Limits) -> Result<MasterSolution, DriverError> {
        self.calls.lock().unwrap().push(Call::Solve(tolerance));
        let objective = self.objectives[self.solves.min(self.objectives.len() - 1)];
        self.solves += 1;
        if let Some(hook) = &mut self.solve_hook {
            hook(self.solves);
        }
        if objective.is_nan() {
            return Err(DriverError::Master("the LP solver gave up".into()));
        }
        Ok(MasterSolution { objective, converged: !self.stuck, warm: self.warm })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gain = self.gains.get(self.solves.wrapping_sub(1)).copied().unwrap_or(1.0);
        let problem = |tag| PricingProblem {
            tag,
            gains: vec![gain],
            fixed: 0.0,
            per_literal: 0.0,
            max_length: Some(2),
            min_cover: 0,
            threshold: 1e-8,
        };
        let more = self.more_classes_from.is_some_and(|from| self.solves >= from);
        (0..self.classes + u32::from(more)).map(problem).collect()
    }

    fn add(&mut self, _: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut added = AddCounts::default();
        for Candidate { tag, rule, gain } in candidates {
            if self.suspicious {
                return Err(DriverError::FalseGain { claimed: *gain, actual: 0.25 });
            }
            let column = (*tag, rule.clone());
            if self.columns.contains(&column) {
                added.known += 1;
            } else {
                self.columns.push(column);
                added.new += 1;
            }
        }
        added.new = added.new.checked_add_signed(self.miscount).expect("a count");
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        let weight = self.solves as f64;
        self.columns.iter().map(|(tag, rule)| ColumnWeight { tag: *tag, rule, weight }).collect()
    }

    fn lower_bound(&self, _: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        self.gains_seen.lock().unwrap().push(gain_bounds.to_vec());
        self.bounds.lock().unwrap().pop_front()
    }
}

/// Answers as its script says. Beyond its end it finds nothing.
pub(crate) struct ScriptedPricer {
    name: &'static str,
    calls: Calls,
    script: VecDeque<PricingOutcome>,
    bound_at_the_end: Option<f64>,
    hook: Option<Box<dyn FnMut() + Send>>,
}

impl Pricer for ScriptedPricer {
    fn name(&self) -> &str {
        self.name
    }

    fn price(&mut self, problems: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut calls = self.calls.lock().unwrap();
        calls.push(Call::Price(self.name));
        calls.push(Call::Gain(problems[0].gains[0]));
        drop(calls);
        if let Some(hook) = &mut self.hook {
            hook();
        }
        let nothing = PricingOutcome { bounds: vec![self.bound_at_the_end; problems.len()], ..Default::default() };
        Ok(self.script.pop_front().unwrap_or(nothing))
    }
}

/// Makes a pricer with this name and script.
pub(crate) fn pricer(name: &'static str, calls: &Calls, script: Vec<PricingOutcome>) -> Box<dyn Pricer> {
    Box::new(ScriptedPricer { name, calls: calls.clone(), script: script.into(), bound_at_the_end: None, hook: None })
}

/// Makes a pricer that finds nothing more after its script, and proves it.
pub(crate) fn exact(name: &'static str, calls: &Calls, script: Vec<PricingOutcome>) -> Box<dyn Pricer> {
    let bound_at_the_end = Some(0.0);
    Box::new(ScriptedPricer { name, calls: calls.clone(), script: script.into(), bound_at_the_end, hook: None })
}

/// Makes a pricer that calls `hook` whenever it is asked.
pub(crate) fn hooked(
    name: &'static str,
    calls: &Calls,
    script: Vec<PricingOutcome>,
    hook: impl FnMut() + Send + 'static,
) -> Box<dyn Pricer> {
    let hook = Some(Box::new(hook) as Box<dyn FnMut() + Send>);
    Box::new(ScriptedPricer { name, calls: calls.clone(), script: script.into(), bound_at_the_end: None, hook })
}

/// Returns rule number `n`, of one literal.
pub(crate) fn rule(n: u32) -> Rule {
    Rule::new([Literal::new(n, Test::Present)])
}

/// Returns an outcome for one problem: rules by number with their gains, without a bound.
pub(crate) fn found(rules: &[(u32, f64)]) -> PricingOutcome {
    let candidate = |&(n, gain): &(u32, f64)| Candidate { tag: 0, rule: rule(n), gain };
    PricingOutcome { candidates: rules.iter().map(candidate).collect(), bounds: vec![None], nodes: 0 }
}

/// Returns the outcome of [`found`] with a bound.
pub(crate) fn found_within(rules: &[(u32, f64)], bound: f64) -> PricingOutcome {
    PricingOutcome { bounds: vec![Some(bound)], ..found(rules) }
}

/// Keeps all rounds.
#[derive(Default)]
pub(crate) struct Rounds(pub(crate) Vec<Round>);

impl Observer for Rounds {
    fn round(&mut self, round: &Round) {
        self.0.push(round.clone());
    }
}

/// Solves every LP to a vertex, so that the first round without a column is the last.
pub(crate) fn at_vertices() -> RunSettings {
    RunSettings { tolerance: 0.0, ..RunSettings::default() }
}

pub(crate) fn run_stages(
    master: &mut ScriptedMaster,
    mut stages: Vec<Box<dyn Pricer>>,
    settings: &RunSettings,
) -> Result<(RunSummary, Vec<Round>), DriverError> {
    let mut rounds = Rounds::default();
    let summary = run(master, &mut stages, settings, &mut rounds)?;
    let spent: Duration = rounds.0.iter().map(|r| r.lp + r.pricing).sum();
    assert!(
        summary.lp + summary.pricing >= spent && summary.total >= spent,
        "{summary:?} {rounds:?}",
        rounds = rounds.0
    );
    Ok((summary, rounds.0))
}

/// Returns the names of the pricers asked, in order.
pub(crate) fn asked(calls: &Calls) -> Vec<&'static str> {
    let name = |call: &Call| match call {
        Call::Price(name) => Some(*name),
        _ => None,
    };
    calls.lock().unwrap().iter().filter_map(name).collect()
}

/// Returns the tolerances of the solves, in order.
pub(crate) fn tolerances(calls: &Calls) -> Vec<f64> {
    let tolerance = |call: &Call| match call {
        Call::Solve(tolerance) => Some(*tolerance),
        _ => None,
    };
    calls.lock().unwrap().iter().filter_map(tolerance).collect()
}
