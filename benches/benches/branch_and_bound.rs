//! Exact pricing by branch and bound: time to proof of one round.
//!
//! The duals in `fixtures/` are those of RUG (deciles, 0.25 a literal, at most 4 literals) after
//! some rounds and at the optimum, one number per sample. `early` are the duals of the first round,
//! which are the weights.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{Pricer, PricingProblem};
use rulegen::limits::Limits;
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_bench::samples;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const PER_LITERAL: f64 = 0.25;

const THRESHOLD: f64 = 1e-6;

/// Returns the problems of one round, one per class.
fn round(samples: &Samples, name: &str, stage: &str, max_length: Option<usize>) -> Vec<PricingProblem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/{name}-{stage}.txt"));
    let duals: Vec<f64> = match stage {
        "early" => samples.weights.clone(),
        _ => {
            let text = std::fs::read_to_string(path).expect("a fixture can be read");
            text.lines().map(|line| line.parse().expect("one number a line")).collect()
        }
    };
    assert_eq!(duals.len(), samples.len());
    let gain = |class: u32, i: usize| if samples.labels[i] == class { duals[i] } else { -duals[i] };
    let problem = |tag: u32| PricingProblem {
        tag,
        gains: (0..duals.len()).map(|i| gain(tag, i)).collect(),
        fixed: 0.0,
        per_literal: PER_LITERAL,
        max_length,
        min_cover: 0,
        threshold: THRESHOLD,
    };
    (0..samples.classes as u32).map(problem).collect()
}

fn bench(criterion: &mut Criterion, id: &str, samples: &Arc<Samples>, problems: &[PricingProblem]) {
    let mut group = criterion.benchmark_group("branch_and_bound");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let id = BenchmarkId::new(id, samples.len());
    let make = || BranchAndBound::new(Arc::clone(samples), BranchAndBoundSettings::default());
    group.bench_function(id, |bencher| {
        bencher.iter_batched_ref(make, |p| p.price(problems, &Limits::default()), BatchSize::SmallInput);
    });
    group.finish();
}

/// Measures proofs over length limits and stages of a run.
fn proofs(criterion: &mut Criterion) {
    for name in ["wdbc", "tictactoe"] {
        let samples = samples(name, Bins::Quantiles(10));
        for stage in ["early", "middle", "late"] {
            for max_length in [Some(4), Some(5), None] {
                let problems = round(&samples, name, stage, max_length);
                let length = max_length.map_or("any".into(), |most| most.to_string());
                let id = format!("{name}/{stage}/length-{length}");
                bench(criterion, &id, &samples, &problems);
            }
        }
    }
}

/// Measures the search for all rules of positive gain instead of only the best.
fn enumeration(criterion: &mut Criterion) {
    const MOST: NonZeroUsize = NonZeroUsize::new(10).unwrap();
    let samples = samples("wdbc", Bins::Quantiles(10));
    let problems = round(&samples, "wdbc", "middle", Some(4));
    let pricer = BranchAndBound::new(Arc::clone(&samples), BranchAndBoundSettings::default());
    let mut group = criterion.benchmark_group("rules_above");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    group.bench_function(BenchmarkId::new("wdbc/middle/length-4", samples.len()), |bencher| {
        let ask = |problem| pricer.rules_above(problem, THRESHOLD, MOST, &Limits::default());
        bencher.iter(|| problems.iter().map(ask).collect::<Result<Vec<_>, _>>());
    });
    group.finish();
}

criterion_group!(benches, proofs, enumeration);
criterion_main!(benches);
