//! The pricing problems of a real run.

use anyhow::{Context, ensure};
use rulegen::binarize::Samples;
use rulegen::data::Dataset;
use rulegen::driver::{DriverError, Pricer, PricingOutcome, PricingProblem, RunSettings, run};
use rulegen::limits::Limits;
use rulegen::master::{LinearSettings, RugMaster, RuleCost, RuleTerms};
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings, Cube, CubeSettings};
use rulegen::rule::Status;
use rulegen::{FitError, Learner};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The nodes that a problem may take in a round that has found a rule by then. Nodes are counted
/// instead of seconds, so that the run is the same every time.
const ENOUGH: u64 = 100_000;

/// A round of the run, by how far the run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first round, when there are no rules yet.
    Early,
    /// Half way to the last round.
    Middle,
    /// The last round in which a rule still improves.
    Late,
}

impl Stage {
    /// All stages, in the order of the run.
    pub const ALL: [Stage; 3] = [Stage::Early, Stage::Middle, Stage::Late];

    /// Returns its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Early => "early",
            Stage::Middle => "middle",
            Stage::Late => "late",
        }
    }

    /// Returns the stage of this name.
    pub fn named(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Returns its round, if `last` is the last in which a rule improves. Both count from 0.
    fn round(self, last: usize) -> usize {
        match self {
            Stage::Early => 0,
            Stage::Middle => last / 2,
            Stage::Late => last,
        }
    }
}

/// The pricing problems of every round of a run of RUG.
#[derive(Clone, Debug)]
pub struct Rounds {
    rounds: Vec<RoundProblems>,
    /// The status of the run at its end.
    pub status: Status,
}

/// The problems of one round.
#[derive(Clone, Debug)]
struct RoundProblems {
    problems: Vec<PricingProblem>,
    /// True if a rule improved.
    improved: bool,
}

impl Rounds {
    /// Runs RUG by column generation with cubes, or with branch and bound where rules are too long
    /// for them: `penalty` a literal, no first tree, no scaling.
    ///
    /// Without a time limit the problems are the same every time. A time limit that ends the run
    /// makes the status [`Status::TimeLimit`], and its last round then depends on the clock.
    ///
    /// # Errors
    /// A failing LP solver.
    pub fn of_run(
        samples: &Arc<Samples>,
        penalty: f64,
        max_length: Option<usize>,
        time_limit: Option<Duration>,
    ) -> Result<Rounds, FitError> {
        let settings = LinearSettings {
            terms: RuleTerms { penalty, cost: RuleCost::Length, max_length, ..RuleTerms::default() },
            ..LinearSettings::default()
        };
        let mut master = RugMaster::new(samples.clone(), settings)?;
        let recorder = Recorder::new(samples);
        let rounds = recorder.rounds.clone();
        let deadline = time_limit.and_then(|time| Instant::now().checked_add(time));
        let limits = Limits { deadline, ..Limits::default() };
        let settings = RunSettings { limits, ..RunSettings::default() };
        let status = run(&mut master, &mut [Box::new(recorder)], &settings, &mut ())?.status;
        let rounds = std::mem::take(&mut *rounds.lock().expect("no pricer panicked"));
        Ok(Rounds { rounds, status })
    }

    /// Fits with a learner in place of RUG's master: whatever its loss. Returns the samples too.
    ///
    /// # Errors
    /// A fit that fails, or a run that ends before its first round.
    pub fn of_fit(
        learner: &Learner,
        data: &Dataset,
        target: &str,
        time_limit: Duration,
    ) -> anyhow::Result<(Arc<Samples>, Rounds)> {
        let mut made = None;
        let stages = |samples: &Arc<Samples>| {
            let recorder = Recorder::new(samples);
            made = Some((samples.clone(), recorder.rounds.clone()));
            Ok(vec![Box::new(recorder) as Box<dyn Pricer>])
        };
        let limits = Limits::default().within(Some(time_limit));
        let status = learner.fit_with(data, target, stages, &limits, &mut ())?.run.status;
        let (samples, rounds) = made.context("the fit has priced nothing")?;
        let rounds = std::mem::take(&mut *rounds.lock().expect("no pricer panicked"));
        ensure!(!rounds.is_empty(), "the run ended before its first round");
        Ok((samples, Rounds { rounds, status }))
    }

    /// Returns the number of a stage's round, from 1.
    pub fn number(&self, stage: Stage) -> usize {
        let last = self.rounds.iter().rposition(|asked| asked.improved).unwrap_or(0);
        stage.round(last) + 1
    }

    /// Returns the problems of a stage, one per class.
    ///
    /// # Panics
    /// If a limit ended the run before its first round.
    pub fn problems(&self, stage: Stage) -> &[PricingProblem] {
        &self.rounds[self.number(stage) - 1].problems
    }

    /// Returns the number of rounds.
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// True if a limit ended the run before its first round.
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }
}

/// An exact pricer that records its problems: cubes, or branch and bound where they do not prove.
/// Where a limited search finds nothing it searches everything.
struct Recorder {
    cube: Cube,
    limited: BranchAndBound,
    exact: BranchAndBound,
    rounds: Arc<Mutex<Vec<RoundProblems>>>,
}

impl Recorder {
    fn new(samples: &Arc<Samples>) -> Self {
        let search = |node_limit| {
            let settings = BranchAndBoundSettings { node_limit, ..BranchAndBoundSettings::default() };
            BranchAndBound::new(samples.clone(), settings)
        };
        let cube = Cube::new(samples.clone(), CubeSettings::default());
        Recorder { cube, limited: search(Some(ENOUGH)), exact: search(None), rounds: Arc::default() }
    }
}

impl Pricer for Recorder {
    fn name(&self) -> &str {
        self.exact.name()
    }

    fn may_prove(&self) -> bool {
        true
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let on_cubes = problems.iter().all(|problem| self.cube.proves(problem));
        let cheap: &mut dyn Pricer = if on_cubes { &mut self.cube } else { &mut self.limited };
        let mut outcome = cheap.price(problems, limits)?;
        if outcome.candidates.is_empty() && !on_cubes {
            outcome = self.exact.price(problems, limits)?;
        }
        let asked = RoundProblems { problems: problems.to_vec(), improved: !outcome.candidates.is_empty() };
        self.rounds.lock().expect("no pricer panicked").push(asked);
        Ok(outcome)
    }
}
