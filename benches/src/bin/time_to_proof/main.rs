//! Time to proof on pricing problems of a run: one JSON line for every problem of a round.
//!
//! A run of RUG by column generation with exact pricing makes the problems (deciles, `--penalty` a
//! literal), on a public data set (`--set`) or on any CSV file (`--csv FILE --target COL`). The
//! problems of its first round, the one half way, or the last one in which a rule
//! improves are then given to one pricer, one by one and on one thread. `--save` writes them to a
//! file with their samples, and `--saved` asks any pricer again. `scripts/table_pricers.py` makes a
//! table.
#![forbid(unsafe_code)]

mod args;
mod stored;

use anyhow::Context;
use args::Args;
use clap::Parser;
use rulegen::PricerRegistry;
use rulegen::binarize::Samples;
use rulegen::driver::PricingProblem;
use rulegen_bench::{ProblemFile, any_pricer, prove};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use stored::StoredRun;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().context("no pool of one thread")?;
    let Question { source, samples, problems, run } = Question::of(&args)?;
    if let Some(file) = &args.save {
        ProblemFile::new(&samples, &problems)?.write(file)?;
    }
    let mut pricer = any_pricer(&args.pricer, &samples, &PricerRegistry::default())?;
    for problem in problems {
        if args.class.is_some_and(|class| class != problem.tag) {
            continue;
        }
        let proof = prove(&mut *pricer, &problem, Duration::from_secs_f64(args.time_limit))?;
        let mut line = json!({
            "set": source,
            "class": problem.tag,
            "length": problem.max_length,
            "pricer": pricer.name(),
            "time_limit": args.time_limit,
            "seconds": proof.seconds,
            "cpu_seconds": proof.cpu_seconds,
            "proved": proof.proved,
            "gain": proof.gain,
            "bound": proof.bound,
            "nodes": proof.nodes,
        });
        if let Some(Run { number, rounds, status }) = &run {
            line["stage"] = args.stage.name().into();
            line["round"] = (*number).into();
            line["rounds"] = (*rounds).into();
            line["run"] = status.as_str().into();
        }
        println!("{line}");
    }
    Ok(())
}

/// The question that the pricer is asked.
struct Question {
    /// The name of the data set, or the file.
    source: String,
    samples: Arc<Samples>,
    problems: Vec<PricingProblem>,
    /// The run that the problems belong to, unknown for those of a file.
    run: Option<Run>,
}

/// A run, and the round whose problems were taken.
struct Run {
    number: usize,
    rounds: usize,
    status: String,
}

impl Question {
    fn of(args: &Args) -> anyhow::Result<Question> {
        if let Some(file) = &args.saved {
            let (samples, problems) = ProblemFile::read(file)?.open()?;
            return Ok(Question { source: file.display().to_string(), samples, problems, run: None });
        }
        let set = args.data().context("--set, --csv or --saved is needed")?;
        let samples = set.samples().with_context(|| format!("cannot learn from {}", set.file.display()))?;
        let stored = StoredRun::of(args, &set.name(), &samples)?;
        let round = stored.round(args.stage);
        let problems = round.problems(samples.len())?;
        let run = Run { number: round.number, rounds: stored.rounds, status: stored.status.clone() };
        Ok(Question { source: set.name(), samples, problems, run: Some(run) })
    }
}
