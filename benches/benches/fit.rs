//! Whole runs: the proxy against pricing to the proof, every way to solve the LP, each LP backend.
//!
//! Deciles, 0.25 a literal, at most 4 literals. Ids end in the number of rows.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use rulegen::binarize::Bins;
use rulegen::lp::Backend;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::rule::Status;
use rulegen::{CostScaling, Learner, Method, Parameters, PricerName};
use rulegen_bench::{dataset, target};
use std::time::Duration;

fn parameters(pricers: &[PricerName], strategy: LpStrategy, backend: Backend) -> Parameters {
    Parameters {
        penalty: Some(0.25),
        cost: RuleCost::Length,
        cost_scaling: CostScaling::None,
        bins: Some(Bins::Quantiles(10)),
        max_length: Some(4),
        pricers: Some(pricers.to_vec()),
        strategy: Some(strategy),
        backend,
        ..Parameters::of(Method::Rug)
    }
}

/// True for the combination in which microlp takes 9 seconds a run: a vertex of every LP on the way
/// to the proof for tic-tac-toe.
fn too_long(name: &str, pricers: &[PricerName], strategy: LpStrategy) -> bool {
    name == "tictactoe" && strategy == LpStrategy::WarmStart && pricers.contains(&PricerName::BRANCH_AND_BOUND)
}

fn fit(criterion: &mut Criterion) {
    let (tree, greedy, exact) = (PricerName::TREE, PricerName::GREEDY, PricerName::BRANCH_AND_BOUND);
    for name in ["tictactoe", "iris", "wine"] {
        let data = dataset(name);
        let mut group = criterion.benchmark_group(format!("fit/{name}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
        for pricers in [&[tree.clone()][..], &[tree.clone(), exact.clone()], &[greedy.clone(), exact.clone()]] {
            let (interior, hot) = ((LpStrategy::Interior, "interior"), (LpStrategy::WarmStart, "warm-start"));
            for (strategy, way) in [interior, hot, (LpStrategy::DualSimplex, "dual-simplex")] {
                // The dual simplex is our own, so backends take no part in it.
                let serves = |b: &Backend| strategy != LpStrategy::DualSimplex || *b == Backend::auto();
                for backend in Backend::built().filter(serves).filter(|_| !too_long(name, pricers, strategy)) {
                    let classifier = Learner::new(parameters(pricers, strategy, backend));
                    let classifier = classifier.expect("the parameters are in range");
                    let learn = || {
                        let run = classifier.fit(&data, target(name)).expect("a fixture can be learned").run;
                        let proved = matches!(run.status, Status::Optimal | Status::Gap);
                        assert_eq!(proved, pricers.contains(&exact), "{name}: {run:?}");
                    };
                    let stages: Vec<&str> = pricers.iter().map(PricerName::as_str).collect();
                    let id = format!("{}/{way}/{backend}", stages.join("+"));
                    group.bench_function(BenchmarkId::new(id, data.features.rows()), |bencher| bencher.iter(learn));
                }
            }
        }
        group.finish();
    }
}

criterion_group!(benches, fit);
criterion_main!(benches);
