//! Small random pricing problems.

use crate::random::Random;
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};
use std::sync::Arc;

/// The most literals of an instance: enumeration goes through all sets of them.
const LITERALS: usize = 10;

/// The classes of the samples.
const CLASSES: u32 = 3;

/// What counts as a positive gain.
pub(crate) const THRESHOLD: f64 = 1e-6;

/// Samples, and the pricing problems of one round over them.
#[derive(Clone, Debug)]
pub struct Instance {
    /// At most 12 samples over at most 10 literals.
    pub samples: Arc<Samples>,
    /// One problem, or one for each of three classes.
    pub problems: Vec<PricingProblem>,
}

impl Instance {
    /// The instance of a seed: numeric and categorical columns with missing and unseen cells, gains of any sign,
    /// costs and length limits of all kinds. Every fourth forbids some of its literals.
    pub fn new(seed: u64) -> Instance {
        let mut random = Random::new(seed, 0);
        let mut samples = samples(&mut random);
        if seed % 4 == 3 {
            forbid(&mut samples.schema, &mut random);
        }
        let problems = problems(&samples, &mut random);
        Instance { samples: Arc::new(samples), problems }
    }
}

fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len())]
}

fn coin(random: &mut Random) -> bool {
    random.below(2) == 0
}

fn samples(random: &mut Random) -> Samples {
    let rows = 1 + random.below(12);
    let mut schema = Schema::default();
    let mut columns = Vec::new();
    for at in 0..1 + random.below(4) {
        let size = 1 + random.below(4);
        let domain = if coin(random) {
            Domain::Numeric { cuts: (0..size).map(|c| c as f64).collect() }
        } else {
            Domain::Categorical { categories: (0..size).map(|v| v.to_string()).collect() }
        };
        let feature = Feature { name: format!("x{at}"), domain, missing_seen: coin(random), forbidden: Vec::new() };
        schema.features.push(feature.clone());
        if schema.literals().len() > LITERALS {
            schema.features.pop();
            continue;
        }
        let codes: Vec<u16> = (0..rows).map(|_| random.below(feature.codes()) as u16).collect();
        columns.push(match coin(random) {
            true => Codes::Wide(codes),
            false => Codes::Narrow(codes.iter().map(|&code| code as u8).collect()),
        });
    }
    let labels: Vec<u32> = (0..rows).map(|_| random.below(CLASSES as usize) as u32).collect();
    let table = CodedTable::new(rows, columns).expect("every column has a cell for each row");
    Samples::merge(schema, &table, &labels, &vec![1.0; rows], CLASSES as usize)
        .expect("the codes are those of the schema")
}

/// Forbids each literal in one of two cases.
fn forbid(schema: &mut Schema, random: &mut Random) {
    for feature in &mut schema.features {
        let mut forbidden = feature.tests();
        forbidden.retain(|_| coin(random));
        feature.forbidden = forbidden;
    }
}

fn problems(samples: &Samples, random: &mut Random) -> Vec<PricingProblem> {
    let gains: Vec<f64> = (0..samples.len()).map(|_| gain(random)).collect();
    let fixed = match random.below(6) {
        0..3 => 0.0,
        3 => 0.25,
        4 => 1.0,
        _ => 9.0 * random.unit(),
    };
    let per_literal = match random.below(8) {
        0..2 => 0.0,
        2..5 => 0.25,
        5 => 0.5,
        6 => 0.3 * random.unit(),
        _ => 9.0,
    };
    let max_length = (random.below(7) > 1).then(|| 1 + random.below(5));
    let problem = |tag: u32, gains| PricingProblem { tag, gains, fixed, per_literal, max_length, threshold: THRESHOLD };
    if coin(random) {
        return vec![problem(1, gains)];
    }
    let gain = |class: u32, i: usize| gains[i].abs() * if samples.labels[i] == class { 1.0 } else { -0.5 };
    (0..CLASSES).map(|class| problem(class, (0..samples.len()).map(|i| gain(class, i)).collect())).collect()
}

/// Ties are common, and so are gains that cancel.
fn gain(random: &mut Random) -> f64 {
    match random.below(6) {
        0..5 => pick(random, &[0.0, 1.0, -1.0, 0.5, -0.5]),
        _ => 2.0 * random.unit() - 1.0,
    }
}
