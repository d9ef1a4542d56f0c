//! Small random pricing problems.

use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};
use std::sync::Arc;

/// The most literals of an instance: enumeration goes through all sets of them.
const LITERALS: usize = 10;

/// What counts as a positive gain.
pub(crate) const THRESHOLD: f64 = 1e-6;

/// Samples and the problems of one round over them.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) samples: Arc<Samples>,
    pub(crate) problems: Vec<PricingProblem>,
}

/// Up to 12 rows and 10 literals over numeric and categorical columns with missing and unseen cells;
/// one problem with gains of any sign, or the problems of three classes.
pub(crate) fn instances() -> impl Strategy<Value = Instance> {
    let features = prop::collection::vec((any::<bool>(), 1usize..5, any::<bool>(), any::<bool>()), 1..5);
    let rows = prop::collection::vec((prop::collection::vec(0u16..60, 5), 0u32..3), 1..13);
    let gain = prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(0.5), Just(-0.5), -1.0..1.0f64];
    let gains = prop::collection::vec(gain, 12);
    let fixed = prop_oneof![3 => Just(0.0), 1 => Just(0.25), 1 => Just(1.0), 1 => 0.0..9.0f64];
    let per_literal = prop_oneof![2 => Just(0.0), 3 => Just(0.25), 1 => Just(0.5), 1 => 0.0..0.3f64, 1 => Just(9.0)];
    let max_length = prop_oneof![2 => Just(None), 5 => (0usize..6).prop_map(Some)];
    (features, rows, gains, fixed, per_literal, max_length, any::<bool>()).prop_map(
        |(features, rows, gains, fixed, per_literal, max_length, multi)| {
            let samples = samples(&features, &rows);
            let problem =
                |tag: u32, gains| PricingProblem { tag, gains, fixed, per_literal, max_length, threshold: THRESHOLD };
            let of = |i: usize| gains[i % gains.len()];
            let problems = if multi {
                let gain = |class: u32, i: usize| of(i).abs() * if samples.labels[i] == class { 1.0 } else { -0.5 };
                (0..3).map(|class| problem(class, (0..samples.len()).map(|i| gain(class, i)).collect())).collect()
            } else {
                vec![problem(1, (0..samples.len()).map(of).collect())]
            };
            Instance { samples: Arc::new(samples), problems }
        },
    )
}

/// `features`: numeric or not, cuts or categories, missing seen, stored wide.
fn samples(features: &[(bool, usize, bool, bool)], rows: &[(Vec<u16>, u32)]) -> Samples {
    let mut schema = Schema::default();
    let mut columns = Vec::new();
    for (at, &(numeric, size, missing_seen, wide)) in features.iter().enumerate() {
        let domain = if numeric {
            Domain::Numeric { cuts: (0..size).map(|c| c as f64).collect() }
        } else {
            Domain::Categorical { categories: (0..size).map(|v| v.to_string()).collect() }
        };
        let feature = Feature { name: format!("x{at}"), domain, missing_seen, forbidden: Vec::new() };
        schema.features.push(feature.clone());
        if schema.literals().len() > LITERALS {
            schema.features.pop();
            continue;
        }
        let codes = rows.iter().map(|(cells, _)| cells[at] % feature.codes() as u16);
        columns.push(if wide { Codes::Wide(codes.collect()) } else { Codes::Narrow(codes.map(|c| c as u8).collect()) });
    }
    let table = CodedTable::new(rows.len(), columns).unwrap();
    let labels: Vec<u32> = rows.iter().map(|row| row.1).collect();
    Samples::merge(schema, &table, &labels, &vec![1.0; rows.len()], 3).unwrap()
}
