//! Time to proof on pricing problems of a real run: one JSON line for every problem of a round.
//!
//! A run of RUG by column generation with branch and bound makes the problems (deciles, 0.25 a
//! literal). Those of its first round, the one half way, or the last one in which a rule improves are
//! then given to one exact pricer, one by one and on one thread. `scripts/table_pricers.py` makes a table.
#![forbid(unsafe_code)]

mod args;
mod stored;

use anyhow::{Context, bail};
use args::Args;
use clap::Parser;
use rulegen_bench::{exact_pricer, prove};
use serde_json::json;
use std::time::Duration;
use stored::Stored;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().context("no pool of one thread")?;
    let samples = args.set.samples(&args.data).with_context(|| format!("cannot read {}", args.set.name))?;
    let Some(mut pricer) = exact_pricer(&args.pricer, &samples)? else {
        bail!("{} proves nothing: it is not exact", args.pricer);
    };
    let stored = Stored::of(&args, &samples)?;
    let round = stored.round(args.stage);
    for problem in round.problems(samples.len())? {
        if args.class.is_some_and(|class| class != problem.tag) {
            continue;
        }
        let proof = prove(&mut *pricer, &problem, Duration::from_secs_f64(args.time_limit))?;
        let line = json!({
            "set": args.set.name,
            "class": problem.tag,
            "stage": args.stage.name(),
            "length": args.length,
            "pricer": pricer.name(),
            "time_limit": args.time_limit,
            "round": round.number,
            "rounds": stored.rounds,
            "run": stored.status,
            "seconds": proof.seconds,
            "cpu_seconds": proof.cpu_seconds,
            "proved": proof.proved,
            "gain": proof.gain,
            "bound": proof.bound,
            "nodes": proof.nodes,
        });
        println!("{line}");
    }
    Ok(())
}
