//! Any pricers on any pricing problems.
//!
//!     RULEGEN_BENCH_PRICERS=tree,greedy RULEGEN_BENCH_PROBLEMS=wine,problems.json \
//!         cargo bench -p rulegen-bench --bench pricers
//!
//! Pricers are named as on the command line; one of your own is registered in `registry`. Problems
//! are the first round of a fixture, by its name, or a file that `time_to_proof --save FILE` has
//! written.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{Master, PricingProblem};
use rulegen::limits::Limits;
use rulegen::master::{LinearSettings, RugMaster};
use rulegen::{PricerName, PricerRegistry};
use rulegen_bench::{ProblemFile, any_pricer, samples};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Returns the pricers that can be named. Register yours here:
/// `registry.register_heuristic("mine", ..)`.
fn registry() -> PricerRegistry {
    PricerRegistry::default()
}

/// Returns the words of a list in an environment variable.
fn listed(variable: &str, default: &str) -> Vec<String> {
    let list = std::env::var(variable).unwrap_or_else(|_| default.into());
    list.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns the problems of a file, or of the first round on a fixture.
fn problems(source: &str) -> (Arc<Samples>, Vec<PricingProblem>) {
    if Path::new(source).is_file() {
        return ProblemFile::read(Path::new(source))
            .and_then(ProblemFile::open)
            .unwrap_or_else(|error| panic!("{error:#}"));
    }
    let samples = samples(source, Bins::Quantiles(10));
    let mut master = RugMaster::new(samples.clone(), LinearSettings::default()).expect("the defaults are in range");
    master.solve(0.0, &Limits::default()).expect("a master without columns is solved");
    (samples, master.pricing_problems())
}

fn pricers(criterion: &mut Criterion) {
    let registry = registry();
    let mut group = criterion.benchmark_group("pricers");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for source in listed("RULEGEN_BENCH_PROBLEMS", "wine,tictactoe") {
        let (samples, problems) = problems(&source);
        for name in listed("RULEGEN_BENCH_PRICERS", "tree,greedy,branch-and-bound") {
            let name = PricerName::from(&*name);
            let make = || any_pricer(&name, &samples, &registry).unwrap_or_else(|error| panic!("{error}"));
            group.bench_function(BenchmarkId::new(name.as_str(), &source), |bencher| {
                bencher.iter_batched_ref(make, |p| p.price(&problems, &Limits::default()), BatchSize::SmallInput);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, pricers);
criterion_main!(benches);
