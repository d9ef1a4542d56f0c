//! Pricing problems of real fits, kept in files so that every benchmark asks the same.

use crate::{BenchLoss, ProblemFile, RealSet, Rounds, Stage};
use anyhow::Context;
use rulegen::binarize::Samples;
use rulegen::driver::PricingProblem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The most conditions of a rule.
const MAX_LENGTH: usize = 3;

/// Sets of more rows are large. A condition costs 20 in them and 0.25 in others, so that both end
/// with some dozens of rules.
const LARGE: usize = 5_000;

/// The most time of a fit that makes problems. What it has by then are its rounds.
const FIT: Duration = Duration::from_secs(5);

/// A set with a loss, whose problems are made by one fit.
#[derive(Clone, Copy, Debug)]
pub struct PspSource {
    /// The data set.
    pub set: RealSet,
    /// The loss of the fit.
    pub loss: BenchLoss,
}

/// The problems of one round of a fit.
#[derive(Debug)]
pub struct PspRound {
    /// The round of the fit.
    pub stage: Stage,
    /// The samples.
    pub samples: Arc<Samples>,
    /// A problem for each class of rules.
    pub problems: Vec<PricingProblem>,
}

impl PspSource {
    /// Returns the rounds of these stages: from `cache`, or made by a fit and kept there.
    ///
    /// # Errors
    /// Data that cannot be read, a fit that fails, or files that cannot be written.
    pub fn rounds(&self, data: &Path, cache: &Path, stages: &[Stage]) -> anyhow::Result<Vec<PspRound>> {
        if stages.iter().any(|stage| !self.file(cache, *stage).exists()) {
            self.make(data, cache).with_context(|| format!("{}, {}", self.set.name, self.loss.name()))?;
        }
        let read = |&stage: &Stage| {
            let (samples, problems) = ProblemFile::read(&self.file(cache, stage))?.open()?;
            Ok(PspRound { stage, samples, problems })
        };
        stages.iter().map(read).collect()
    }

    fn file(&self, cache: &Path, stage: Stage) -> PathBuf {
        cache.join(format!("{}-{}-{}.json", self.set.name, self.loss.name(), stage.name()))
    }

    fn make(&self, data: &Path, cache: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(cache)?;
        let rows = self.set.in_folder(data).dataset()?;
        let penalty = if rows.target.labels.len() > LARGE { 20.0 } else { 0.25 };
        let learner = self.loss.learner(penalty, MAX_LENGTH)?;
        let (samples, rounds) = Rounds::of_fit(&learner, &rows, self.set.target(), FIT)?;
        for stage in Stage::ALL {
            ProblemFile::new(&samples, rounds.problems(stage))?.write(&self.file(cache, stage))?;
        }
        Ok(())
    }
}
