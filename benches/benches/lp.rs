//! The restricted LP of a real run: interior point, sifting, and simplex, from nothing and from the
//! basis before the last rules came. Every backend that is built in takes part, and our dual
//! simplex.
//!
//! The programs are those of RUG on a fixture after some rounds of trees: merged samples as
//! variables, rules as rows. Ids end in rows x variables.

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use rulegen::binarize::Bins;
use rulegen::boxed::{BoxedProgram, DualSimplexBackend, InteriorOptions, interior_point, sift};
use rulegen::driver::{Pricer, RunSettings, run};
use rulegen::lp::{Backend, LpFactory, LpModel, LpProblem, LpSolution, LpStatus, RowId, SolveOptions, VariableId};
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

/// The share of the rows that are there before the warm start.
const BEFORE: f64 = 0.9;

fn solved(lp: &mut LpModel) -> LpSolution {
    lp.solve(&SolveOptions::default()).expect("the program has an optimum")
}

fn cold(factory: &dyn LpFactory, problem: &LpProblem) -> LpSolution {
    solved(&mut LpModel::of(factory, problem.clone()).expect("it is built in"))
}

/// The program with its first rows alone, solved, and with the others added since.
fn warm(factory: &dyn LpFactory, problem: &LpProblem) -> LpModel {
    let before = (BEFORE * problem.num_rows() as f64) as usize;
    let mut lp = LpModel::new(factory).expect("it is built in");
    for ((&cost, &lower), &upper) in problem.costs().iter().zip(problem.lower()).zip(problem.upper()) {
        lp.add_variable(cost, lower, upper);
    }
    for row in 0..problem.num_rows() {
        if row == before {
            solved(&mut lp);
        }
        // Variables have the numbers that they have in the program.
        let terms: Vec<(VariableId, f64)> = problem.row(RowId::new(row)).collect();
        lp.add_row(problem.row_lower()[row], &terms, problem.row_upper()[row]);
    }
    lp
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
        }
        let ours: [&dyn LpFactory; 1] = [&DualSimplexBackend];
        let backends: Vec<Backend> = Backend::built().collect();
        for factory in backends.iter().map(|backend| backend as &dyn LpFactory).chain(ours) {
            let backend = factory.name();
            let optimum = cold(factory, &problem);
            let again = solved(&mut warm(factory, &problem));
            assert_eq!((optimum.status, again.status), (LpStatus::Optimal, LpStatus::Optimal), "{name}: {backend}");
            let difference = (optimum.objective - again.objective).abs();
            assert!(difference <= 1e-6 * optimum.objective.abs().max(1.0), "{name}: {backend}: {difference:e}");
            group.bench_function(BenchmarkId::new(format!("cold-{backend}"), &size), |bencher| {
                bencher.iter(|| cold(factory, &problem));
            });
            group.bench_function(BenchmarkId::new(format!("warm-{backend}"), &size), |bencher| {
                bencher.iter_batched_ref(|| warm(factory, &problem), solved, BatchSize::LargeInput);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, lp);
criterion_main!(benches);
