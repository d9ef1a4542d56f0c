//! Each pricer on the pricing problems of real fits: heuristics against exact pricing.
//!
//!     cargo bench -p rulegen-bench --bench psp && scripts/table_psp.py
//!
//! The problems are those of the first, the middle and the last improving round of RUG on thirteen
//! public data sets (deciles, rules of at most three conditions), and of the last one under the
//! other losses. They are made by fits of at most five seconds and kept in `target/psp`.
//!
//! Each pricer is asked once for its gain and its bound, which go to `target/psp/answers.jsonl`;
//! criterion samples the calls that take less than 50 ms. Ids are loss, set, stage and pricer, with
//! rows and columns. `RULEGEN_BENCH_FULL=1` has all stages of all losses. Sets whose files are not
//! there are skipped; they are looked for in `RULEGEN_BENCH_DATA`, or beside the repository.

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use rulegen::limits::Limits;
use rulegen::{PricerName, PricerRegistry};
use rulegen_bench::{BenchLoss, PROVED, PspRound, PspSource, RealSet, Stage, any_pricer, shared_data};
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most time of the call that is asked for gain and bound.
const CALL: Duration = Duration::from_secs(5);

/// Calls that take longer are not sampled.
const SAMPLED: Duration = Duration::from_millis(50);

static PRICERS: [PricerName; 5] =
    [PricerName::TREE, PricerName::GREEDY, PricerName::SAMPLED, PricerName::CUBE, PricerName::BRANCH_AND_BOUND];

/// The folder of problems and answers.
fn folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target")).join("psp")
}

/// Returns the stages of a loss that are measured.
fn stages(loss: BenchLoss) -> &'static [Stage] {
    let all = loss == BenchLoss::MeanHinge || std::env::var_os("RULEGEN_BENCH_FULL").is_some();
    if all { &Stage::ALL } else { &[Stage::Late] }
}

/// Asks a pricer once, and samples its time if that is short.
fn measure(criterion: &mut Criterion, answers: &mut File, source: PspSource, round: &PspRound, name: &PricerName) {
    let PspRound { stage, samples, problems } = round;
    let registry = PricerRegistry::default();
    let make = || any_pricer(name, samples, &registry).expect("a built-in pricer is made");
    let start = Instant::now();
    let outcome = make().price(problems, &Limits::default().within(Some(CALL))).expect("the problems are sound");
    let seconds = start.elapsed();
    let gain = outcome.candidates.iter().map(|candidate| candidate.gain).reduce(f64::max);
    let bound = outcome.bounds.iter().copied().reduce(|a, b| Some(a?.max(b?))).flatten();
    let size = format!("{}x{}", samples.len(), samples.schema.features.len());
    let id = format!("{}/{}/{}/{name}", source.loss.name(), source.set.name, stage.name());
    let answer = json!({
        "id": format!("psp/{id}/{size}"),
        "loss": source.loss.name(), "set": source.set.name, "stage": stage.name(), "pricer": name.as_str(),
        "rows": samples.counts.iter().sum::<u64>(),
        "samples": samples.len(), "columns": samples.schema.features.len(),
        "seconds": seconds.as_secs_f64(), "gain": gain, "bound": bound,
        "proved": bound.is_some_and(|bound| bound - gain.unwrap_or(problems[0].threshold) <= PROVED),
    });
    writeln!(answers, "{answer}").expect("an answer is written");
    if seconds > SAMPLED {
        return;
    }
    let mut group = criterion.benchmark_group("psp");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200));
    group.bench_function(BenchmarkId::new(id, size), |bencher| {
        bencher.iter_batched_ref(make, |pricer| pricer.price(problems, &Limits::default()), BatchSize::LargeInput);
    });
    group.finish();
}

fn psp(criterion: &mut Criterion) {
    let (data, cache) = (shared_data(), folder());
    std::fs::create_dir_all(&cache).expect("the folder of problems is made");
    let mut answers = File::create(cache.join("answers.jsonl")).expect("the file of answers is made");
    // `cargo test --benches` only looks if benchmarks run.
    let only_look = std::env::args().any(|arg| arg == "--test" || arg == "--list");
    let sets = if only_look { &RealSet::ALL[..1] } else { &RealSet::ALL };
    for set in sets.iter().copied() {
        if !set.file(&data).exists() {
            eprintln!("skipped: no {}", set.file(&data).display());
            continue;
        }
        for loss in BenchLoss::ALL {
            let source = PspSource { set, loss };
            match source.rounds(&data, &cache, stages(loss)) {
                Ok(rounds) => {
                    for round in &rounds {
                        PRICERS.iter().for_each(|name| measure(criterion, &mut answers, source, round, name));
                    }
                }
                Err(error) => eprintln!("skipped: {error:#}"),
            }
        }
    }
}

criterion_group!(benches, psp);
criterion_main!(benches);
