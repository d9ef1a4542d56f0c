//! Any pricers on any pricing problems.
//!
//!     RULEGEN_BENCH_PRICERS=tree,greedy RULEGEN_BENCH_PROBLEMS=wine,problems.json \
//!         cargo bench -p rulegen-bench --bench pricers
//!
//! Pricers are named as on the command line; one of your own is registered in `registry`. Problems
//! are the first round of a fixture, by its name, or a file that `time_to_proof --save FILE` has
//! written, by its path from the folder in which cargo is called.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rulegen::limits::Limits;
use rulegen::{PricerName, PricerRegistry};
use rulegen_bench::{any_pricer, asked, called_in};
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

fn pricers(criterion: &mut Criterion) {
    let registry = registry();
    let mut group = criterion.benchmark_group("pricers");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for source in listed("RULEGEN_BENCH_PROBLEMS", "wine,tictactoe") {
        let (samples, problems) = asked(&source, &called_in()).unwrap_or_else(|error| panic!("{error:#}"));
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
