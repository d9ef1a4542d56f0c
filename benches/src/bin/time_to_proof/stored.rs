//! The problems of a run in a file, so that every pricer is asked the same and the run is done
//! once.

use crate::args::Args;
use anyhow::{Context, ensure};
use rulegen::binarize::Samples;
use rulegen::driver::PricingProblem;
use rulegen_bench::{Rounds, SavedProblem, Stage};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The rounds that are measured, early to late.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StoredRun {
    /// The status of the run at its end.
    pub(crate) status: String,
    /// Rounds of the run.
    pub(crate) rounds: usize,
    stages: [StoredRound; Stage::ALL.len()],
}

/// One round.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StoredRound {
    /// Its number, from 1.
    pub(crate) number: usize,
    problems: Vec<SavedProblem>,
}

impl StoredRun {
    /// Reads the rounds on the set of this name from a file, or makes them by a run.
    pub(crate) fn of(args: &Args, set: &str, samples: &Arc<Samples>) -> anyhow::Result<StoredRun> {
        let length = args.length.map_or("none".into(), |most| most.to_string());
        let file = args.problems.as_ref().map(|folder| folder.join(format!("{set}-{}-{length}.json", args.penalty)));
        match file {
            Some(file) if file.exists() => StoredRun::read(&file),
            Some(file) => {
                let stored = StoredRun::run(args, samples)?;
                stored.write(&file)?;
                Ok(stored)
            }
            None => StoredRun::run(args, samples),
        }
    }

    /// Returns the round of a stage.
    pub(crate) fn round(&self, stage: Stage) -> &StoredRound {
        &self.stages[Stage::ALL.iter().position(|&s| s == stage).expect("it is one of all")]
    }

    fn run(args: &Args, samples: &Arc<Samples>) -> anyhow::Result<StoredRun> {
        let rounds = Rounds::of_run(samples, args.penalty, args.length, Some(Duration::from_secs_f64(args.run_limit)))?;
        ensure!(!rounds.is_empty(), "the run ended before its first round: give it more time");
        let stages = Stage::ALL.map(|stage| StoredRound {
            number: rounds.number(stage),
            problems: rounds.problems(stage).iter().map(SavedProblem::from).collect(),
        });
        Ok(StoredRun { status: rounds.status.to_string(), rounds: rounds.len(), stages })
    }

    fn read(file: &Path) -> anyhow::Result<StoredRun> {
        let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} holds no problems", file.display()))
    }

    /// Writes the file whole, so that an interrupted process leaves no half of it.
    fn write(&self, file: &Path) -> anyhow::Result<()> {
        let part = file.with_extension("part");
        fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))
            .and_then(|()| fs::write(&part, serde_json::to_vec(self)?))
            .and_then(|()| fs::rename(&part, file))
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

impl StoredRound {
    /// Returns its problems, or an error if they are not over this number of samples.
    pub(crate) fn problems(&self, samples: usize) -> anyhow::Result<Vec<PricingProblem>> {
        let fit = self.problems.iter().all(|problem| problem.gains.len() == samples);
        ensure!(fit, "the problems that were kept are of other data");
        Ok(self.problems.iter().map(PricingProblem::from).collect())
    }
}
