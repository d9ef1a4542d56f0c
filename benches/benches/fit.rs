//! Whole runs: the proxy against pricing to the proof, every way to solve the LP, each LP backend;
//! default fits of few rows and many columns.
//!
//! The first are of deciles, 0.25 a literal, at most 4 literals. Ids end in the number of rows.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use rulegen::binarize::Bins;
use rulegen::data::{Dataset, Table, Values};
use rulegen::lp::Backend;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::rule::Status;
use rulegen::{CostScaling, Learner, Method, Parameters, PricerName};
use rulegen_bench::{dataset, target};
use rulegen_numeric::Random;
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

/// Makes 200 rows of so many columns, of which the sum of the first two decides the class.
fn wide_data(columns: usize) -> Dataset {
    let mut random = Random::of_seed(1);
    let values: Vec<Vec<f64>> = (0..columns).map(|_| (0..200).map(|_| random.unit()).collect()).collect();
    let class = |row: usize| if values[0][row] + values[1][row] > 1.0 { "yes" } else { "no" };
    let labels = Values::from_text((0..200).map(class).collect::<Vec<_>>());
    let columns = values.iter().enumerate().map(|(k, x)| (format!("x{k}"), Values::from(x.clone())));
    let table = Table::from_columns(columns.chain([("class".to_owned(), labels)])).expect("names differ");
    Dataset::from_table(table, "class", None).expect("there are two classes")
}

/// Fits by default. The time is in proportion to the number of columns, with which ids end.
fn wide(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fit/wide");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    let learner = Learner::new(Parameters::default()).expect("the defaults are in range");
    for columns in [250, 500, 1000] {
        let data = wide_data(columns);
        let learn = || learner.fit(&data, "class").expect("the data can be learned");
        group.bench_function(BenchmarkId::new("default", columns), |bencher| bencher.iter(learn));
    }
    group.finish();
}

criterion_group!(benches, fit, wide);
criterion_main!(benches);
