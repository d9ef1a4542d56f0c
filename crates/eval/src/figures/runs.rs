//! The runs of a trace of several strategies, by problem.

use super::FigureError;
use crate::TraceRow;
use csv::{Reader, StringRecord};
use rulegen_rule::{OPTIMAL_GAP, relative_gap};

/// Gaps below this one count as none, and are drawn here.
pub(crate) const LEAST: f64 = 1e-6;

/// The least time that is told from none, in seconds.
pub(crate) const AT_ONCE: f64 = 1e-4;

/// The rounds of a strategy on a problem.
#[derive(Debug)]
pub(crate) struct StrategyRun {
    /// The place among all strategies.
    pub(crate) strategy: usize,
    pub(crate) rounds: Vec<TraceRow>,
}

/// A data set with a seed, which strategies were run on.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) set: String,
    pub(crate) seed: String,
    pub(crate) runs: Vec<StrategyRun>,
}

/// All runs of a trace.
#[derive(Debug)]
pub(crate) struct Runs {
    /// The names of strategies, in the order of their first round.
    pub(crate) strategies: Vec<String>,
    pub(crate) problems: Vec<Problem>,
}

impl Runs {
    /// Reads the CSV file that `compare --trace` and experiments write.
    ///
    /// # Errors
    /// Another file, or one without a round.
    pub(crate) fn read(bytes: &[u8]) -> Result<Runs, FigureError> {
        let bad = |why: &dyn std::fmt::Display| FigureError::Trace(why.to_string());
        let mut reader = Reader::from_reader(bytes);
        let heading = reader.headers().map_err(|error| bad(&error))?.clone();
        if heading.iter().take(3).ne(["set", "seed", "strategy"]) {
            return Err(bad(&"its first columns are not set, seed and strategy, as in the file of `compare --trace`"));
        }
        let rest = |record: &StringRecord| record.iter().skip(3).collect::<StringRecord>();
        let heading = rest(&heading);
        let mut runs = Runs { strategies: Vec::new(), problems: Vec::new() };
        for record in reader.records() {
            let record = record.map_err(|error| bad(&error))?;
            let round: TraceRow = rest(&record).deserialize(Some(&heading)).map_err(|error| bad(&error))?;
            let finite = round.objective.is_finite() && round.lower_bound.is_none_or(f64::is_finite);
            if !(finite && round.elapsed_seconds.is_finite()) {
                return Err(bad(&format!("round {} of {} is not of finite numbers", round.iteration, &record[0])));
            }
            runs.add([&record[0], &record[1], &record[2]], round);
        }
        if runs.problems.is_empty() {
            return Err(bad(&"it has no round"));
        }
        Ok(runs)
    }

    fn add(&mut self, [set, seed, strategy]: [&str; 3], round: TraceRow) {
        let known = self.strategies.iter().position(|known| known == strategy);
        let strategy = known.unwrap_or_else(|| {
            self.strategies.push(strategy.into());
            self.strategies.len() - 1
        });
        let problem = match self.problems.iter().position(|known| known.set == set && known.seed == seed) {
            Some(at) => &mut self.problems[at],
            None => {
                self.problems.push(Problem { set: set.into(), seed: seed.into(), runs: Vec::new() });
                self.problems.last_mut().expect("it was pushed")
            }
        };
        match problem.runs.iter_mut().find(|run| run.strategy == strategy) {
            Some(run) => run.rounds.push(round),
            None => problem.runs.push(StrategyRun { strategy, rounds: vec![round] }),
        }
    }
}

impl Problem {
    fn rounds(&self) -> impl Iterator<Item = &TraceRow> {
        self.runs.iter().flat_map(|run| &run.rounds)
    }

    /// The least objective that a strategy reached.
    pub(crate) fn best(&self) -> f64 {
        self.rounds().map(|round| round.objective).fold(f64::INFINITY, f64::min)
    }

    /// True if a bound proves that the least objective is the optimum.
    pub(crate) fn is_solved(&self) -> bool {
        let bound = self.rounds().filter_map(|round| round.lower_bound).reduce(f64::max);
        bound.and_then(|bound| relative_gap(self.best(), bound)).is_some_and(|gap| gap <= OPTIMAL_GAP)
    }

    /// The gap of an objective to the least one, relative to the objective. If the problem is not
    /// solved, the optimum is not known, and the gap to it is larger.
    pub(crate) fn gap(&self, objective: f64) -> f64 {
        relative_gap(objective, self.best()).map_or(f64::INFINITY, |gap| gap.max(0.0))
    }
}
