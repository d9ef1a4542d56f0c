//! Random pricing problems that can be enumerated: small ones of every kind, and larger ones.

use rulegen_binarize::Samples;
use rulegen_binarize::conformance::SmallSamples;
use rulegen_driver::PricingProblem;
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};
use std::sync::Arc;

/// The number of classes of the samples.
const CLASSES: u32 = 3;

/// Small enough to enumerate all sets of literals.
const SIZE: SmallSamples =
    SmallSamples { rows: 12, literals: 10, values: 4, classes: CLASSES as usize, groups: 1, weighted: false };

/// The gain above which a rule improves.
pub(crate) const THRESHOLD: f64 = 1e-6;

/// Samples, and the pricing problems of one round over them.
#[derive(Clone, Debug)]
pub struct Instance {
    /// At most 12 samples over at most 10 literals, or some hundreds over ten columns.
    pub samples: Arc<Samples>,
    /// One problem, or one for each of three classes.
    pub problems: Vec<PricingProblem>,
}

impl Instance {
    /// Makes the instance of a seed: numeric and categorical columns with missing and unseen cells,
    /// gains of any sign, costs, length limits and least covers of all kinds. Every fourth instance
    /// forbids some of its literals; in some, samples stand for several rows.
    pub fn new(seed: u64) -> Instance {
        let mut random = Random::new(seed, 0);
        let mut samples = SIZE.generate(&mut random);
        if seed % 4 == 3 {
            forbid(&mut samples.schema, &mut random);
        }
        // Covers have a random stream of their own, so that instances without them are those of
        // earlier versions.
        let mut covers = Random::new(seed, 1);
        if covers.below(3) == 0 {
            let counts: Vec<u64> = samples.sample_of_row().map(|_| 1 + covers.below(4) as u64).collect();
            samples = samples.counting(&counts).expect("each row has a count");
        }
        let min_cover = covers.below(5).saturating_sub(2) * covers.below(6);
        let problems = problems(&samples, min_cover as u64, &mut random);
        Instance { samples: Arc::new(samples), problems }
    }

    /// Makes the larger instance of a seed: some hundreds of samples over ten columns, numeric and
    /// categorical, with missing cells, and rules of at most three literals, so that all of them
    /// can still be enumerated.
    pub fn larger(seed: u64) -> Instance {
        /// The columns.
        const COLUMNS: usize = 10;
        // The stream is none of those of small instances.
        let mut random = Random::new(seed, 2);
        let rows = 200 + random.below(200);
        let mut schema = Schema::default();
        let mut columns = Vec::new();
        for at in 0..COLUMNS {
            let size = 2 + random.below(2);
            let domain = match coin(&mut random) {
                true => Domain::Numeric { cuts: (0..size).map(|c| c as f64).collect() },
                false => Domain::Categorical { categories: (0..size).map(|v| v.to_string()).collect() },
            };
            let missing_seen = random.below(4) == 0;
            let feature = Feature { missing_seen, ..Feature::new(format!("x{at}"), domain) };
            columns.push(Codes::Narrow((0..rows).map(|_| random.below(feature.codes()) as u8).collect()));
            schema.features.push(feature);
        }
        let labels: Vec<u32> = (0..rows).map(|_| random.below(CLASSES as usize) as u32).collect();
        let table = CodedTable::new(rows, columns).expect("every column has a cell for each row");
        let samples = Samples::merge_grouped(schema, &table, &labels, None, &vec![1.0; rows], CLASSES as usize)
            .expect("the codes are those of the schema");
        let min_cover = random.below(3) * random.below(20);
        let mut problems = problems(&samples, min_cover as u64, &mut random);
        problems.iter_mut().for_each(|problem| problem.max_length = Some(problem.max_length.unwrap_or(3).min(3)));
        Instance { samples: Arc::new(samples), problems }
    }

    /// Returns problems over the same samples whose gains have the opposite sign.
    pub(super) fn opposite(&self) -> Instance {
        let opposite = |problem: &PricingProblem| PricingProblem {
            gains: problem.gains.iter().map(|gain| -gain).collect(),
            ..problem.clone()
        };
        Instance { samples: self.samples.clone(), problems: self.problems.iter().map(opposite).collect() }
    }
}

fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.below(items.len())]
}

fn coin(random: &mut Random) -> bool {
    random.below(2) == 0
}

/// Forbids each literal with probability one half.
fn forbid(schema: &mut Schema, random: &mut Random) {
    for feature in &mut schema.features {
        let mut forbidden = feature.tests();
        forbidden.retain(|_| coin(random));
        feature.forbidden = forbidden;
    }
}

fn problems(samples: &Samples, min_cover: u64, random: &mut Random) -> Vec<PricingProblem> {
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
    let problem = |tag: u32, gains| PricingProblem {
        tag,
        gains,
        fixed,
        per_literal,
        max_length,
        min_cover,
        threshold: THRESHOLD,
    };
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
