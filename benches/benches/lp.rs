//! The restricted LP of a real run: interior point, sifting, and simplex from nothing.
//!
//! The programs are those of RUG on a fixture after some rounds of trees: merged samples as
//! variables, rules as rows. Ids end in rows x variables.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use rulegen::binarize::Bins;
use rulegen::boxed::{BoxedProgram, InteriorOptions, interior_point, sift};
use rulegen::driver::{Pricer, RunSettings, run};
use rulegen::lp::{Backend, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions};
use rulegen::master::{LinearSettings, RugMaster, RuleTerms};
use rulegen::pricing::{TreeSettings, WeightedTree};
use rulegen_bench::samples;
use std::time::Duration;

const ROUNDS: usize = 8;

/// The gap to which the master solves before it sifts.
const GUESS: f64 = 1e-6;

fn program(name: &str) -> BoxedProgram {
    let samples = samples(name, Bins::Values);
    let settings =
        LinearSettings { terms: RuleTerms { penalty: 0.25, ..RuleTerms::default() }, ..LinearSettings::default() };
    let mut master = RugMaster::new(samples.clone(), settings).expect("the settings are in range");
    let mut stages: [Box<dyn Pricer>; 1] = [Box::new(WeightedTree::new(samples, TreeSettings::default()).unwrap())];
    let settings = RunSettings { max_iterations: Some(ROUNDS), ..RunSettings::default() };
    run(&mut master, &mut stages, &settings, &mut ()).expect("a fixture can be learned");
    master.program()
}

fn cold(backend: Backend, problem: &LpProblem) -> LpSolution {
    let mut lp = LpModel::of(&backend, problem.clone()).expect("it is built in");
    lp.solve(&SolveOptions::default()).expect("the program has an optimum")
}

fn lp(criterion: &mut Criterion) {
    for name in ["wdbc", "tictactoe"] {
        let program = program(name);
        let size = format!("{}x{}", program.num_rows(), program.num_variables());
        let mut group = criterion.benchmark_group(format!("lp/{name}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        for tolerance in [1e-3, 1e-8] {
            let options = InteriorOptions { tolerance, ..InteriorOptions::default() };
            group.bench_function(BenchmarkId::new(format!("interior-{tolerance:e}"), &size), |bencher| {
                bencher.iter(|| interior_point(&program, &options));
            });
        }
        let options = InteriorOptions { tolerance: GUESS, ..InteriorOptions::default() };
        let guess = interior_point(&program, &options).expect("the program has an optimum").solution;
        let problem = program.to_lp().expect("the program is good");
        for backend in Backend::built() {
            let sifted = || sift(&program, &guess, &backend, &SolveOptions::default());
            assert!(matches!(sifted(), Ok((LpStatus::Optimal, _))), "{name}: {backend}");
            group.bench_function(BenchmarkId::new(format!("sift-{backend}"), &size), |bencher| bencher.iter(sifted));
            assert_eq!(cold(backend, &problem).status, LpStatus::Optimal, "{name}: {backend}");
            group.bench_function(BenchmarkId::new(format!("cold-{backend}"), &size), |bencher| {
                bencher.iter(|| cold(backend, &problem));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, lp);
criterion_main!(benches);
