//! Exact pricing by branch and bound: time to proof of one round.
//!
//! The duals in `fixtures/` are those of RUG (deciles, 0.25 a literal, at most 4 literals) after some
//! rounds and at the optimum, one number per sample; `early` are the first round's, the weights.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{Limits, Pricer, PricingProblem};
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings, Order, Proof, SearchKind};
use rulegen_bench::samples;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const PER_LITERAL: f64 = 0.25;

/// The problems of one round, one per class.
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
        threshold: 1e-6,
    };
    (0..samples.classes as u32).map(problem).collect()
}

fn bench(
    criterion: &mut Criterion,
    id: &str,
    samples: &Arc<Samples>,
    problems: &[PricingProblem],
    settings: &BranchAndBoundSettings,
) {
    let mut group = criterion.benchmark_group("branch_and_bound");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let id = BenchmarkId::new(id, samples.len());
    let make = || BranchAndBound::new(Arc::clone(samples), settings.clone());
    group.bench_function(id, |bencher| {
        bencher.iter_batched_ref(make, |p| p.price(problems, &Limits::default()), BatchSize::SmallInput);
    });
    group.finish();
}

/// Length limits and stages of a run.
fn proofs(criterion: &mut Criterion) {
    for name in ["wdbc", "tictactoe"] {
        let samples = samples(name, Bins::Quantiles(10));
        for stage in ["early", "middle", "late"] {
            for max_length in [Some(4), Some(5), None] {
                let problems = round(&samples, name, stage, max_length);
                let length = max_length.map_or("any".into(), |most| most.to_string());
                let id = format!("{name}/{stage}/length-{length}");
                bench(criterion, &id, &samples, &problems, &BranchAndBoundSettings::default());
            }
        }
    }
}

/// What the settings cost on the same problems.
fn settings(criterion: &mut Criterion) {
    let samples = samples("wdbc", Bins::Quantiles(10));
    let problems = round(&samples, "wdbc", "middle", Some(4));
    let variants = [
        ("depth-first", BranchAndBoundSettings::default()),
        ("best-first", BranchAndBoundSettings { order: Order::BestFirst, ..Default::default() }),
        ("no-beam", BranchAndBoundSettings { beam: 0, ..Default::default() }),
        ("proof-of-columns", BranchAndBoundSettings { proof: Proof::Columns, ..Default::default() }),
    ];
    for (id, settings) in variants {
        bench(criterion, &format!("wdbc/middle/length-4/{id}"), &samples, &problems, &settings);
    }
}

/// The two ways to divide the rules, where enumeration is good and where it is not.
fn searches(criterion: &mut Criterion) {
    for (name, max_length) in [("wdbc", Some(4)), ("wdbc", None), ("tictactoe", None)] {
        let samples = samples(name, Bins::Quantiles(10));
        let problems = round(&samples, name, "late", max_length);
        for (kind, search) in [("enumeration", SearchKind::Enumeration), ("boxes", SearchKind::Boxes)] {
            let length = max_length.map_or("any".into(), |most| most.to_string());
            let settings = BranchAndBoundSettings { search, ..Default::default() };
            bench(criterion, &format!("{name}/late/length-{length}/{kind}"), &samples, &problems, &settings);
        }
    }
}

criterion_group!(benches, proofs, settings, searches);
criterion_main!(benches);
