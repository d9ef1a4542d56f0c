//! Small random samples and all their rules, for the conformance suites of masters and pricers
//! (feature `conformance`).
//!
//! Rules and covers are enumerated cell by cell. They share no code with the computation of covers
//! elsewhere.

use crate::Samples;
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Rule, Schema, Test};

/// The most rows of [`SmallSamples`], so that covers fit the bits of a number.
pub const MOST_ROWS: usize = 64;

/// The size of random samples.
#[derive(Clone, Copy, Debug)]
pub struct SmallSamples {
    /// The most rows, at most [`MOST_ROWS`].
    pub rows: usize,
    /// The most literals: there are up to `2^literals` rules.
    pub literals: usize,
    /// The most cut points or categories of a column.
    pub values: usize,
    /// The number of classes. A class may have no row.
    pub classes: usize,
    /// The number of groups; 1 for none.
    pub groups: usize,
    /// True if rows have different weights. Otherwise each weighs 1.
    pub weighted: bool,
}

impl SmallSamples {
    /// Makes samples over one to four columns, numeric and categorical, with missing cells and
    /// unseen categories.
    pub fn generate(self, random: &mut Random) -> Samples {
        let rows = 1 + random.below(self.rows.min(MOST_ROWS));
        let mut schema = Schema::default();
        let mut columns = Vec::new();
        for at in 0..1 + random.below(4) {
            let size = 1 + random.below(self.values);
            let domain = if coin(random) {
                Domain::Numeric { cuts: (0..size).map(|c| c as f64).collect() }
            } else {
                Domain::Categorical { categories: (0..size).map(|v| v.to_string()).collect() }
            };
            let feature = Feature { missing_seen: coin(random), ..Feature::new(format!("x{at}"), domain) };
            schema.features.push(feature.clone());
            if schema.literals().len() > self.literals {
                schema.features.pop();
                continue;
            }
            let codes: Vec<u16> = (0..rows).map(|_| random.below(feature.codes()) as u16).collect();
            columns.push(match coin(random) {
                true => Codes::Wide(codes),
                false => Codes::Narrow(codes.iter().map(|&code| code as u8).collect()),
            });
        }
        let labels: Vec<u32> = (0..rows).map(|_| random.below(self.classes) as u32).collect();
        let weights: Vec<f64> = match self.weighted {
            true => (0..rows).map(|_| [0.5, 1.0, 1.0, 2.0, 7.25][random.below(5)]).collect(),
            false => vec![1.0; rows],
        };
        let groups: Option<Vec<u32>> =
            (self.groups > 1).then(|| (0..rows).map(|_| random.below(self.groups) as u32).collect());
        let table = CodedTable::new(rows, columns).expect("every column has a cell for each row");
        Samples::merge_grouped(schema, &table, &labels, groups.as_deref(), &weights, self.classes)
            .expect("the codes are those of the schema")
    }
}

fn coin(random: &mut Random) -> bool {
    random.below(2) == 0
}

/// Returns every rule over the literals of the samples, each once, with the samples that it covers
/// as bits.
///
/// # Panics
/// For more than 64 samples or 20 literals.
pub fn all_rules(samples: &Samples) -> Vec<(Rule, u64)> {
    let literals = samples.schema.literals();
    assert!(literals.len() <= 20, "{} literals are too many to enumerate", literals.len());
    let covers: Vec<u64> = literals.iter().map(|&literal| cover_of_literal(samples, literal)).collect();
    let rule = |set: u32| {
        let members = || (0..literals.len()).filter(|j| set >> j & 1 == 1);
        let rule = Rule::new(members().map(|j| literals[j]));
        let cover = members().fold(everything(samples), |cover, j| cover & covers[j]);
        (rule.len() == set.count_ones() as usize).then_some((rule, cover))
    };
    (1..1u32 << literals.len()).filter_map(rule).collect()
}

/// Returns the samples that a rule covers, as bits.
///
/// # Panics
/// For more than 64 samples.
pub fn cover(samples: &Samples, rule: &Rule) -> u64 {
    rule.literals().iter().fold(everything(samples), |cover, &literal| cover & cover_of_literal(samples, literal))
}

fn everything(samples: &Samples) -> u64 {
    assert!((1..=MOST_ROWS).contains(&samples.len()), "{} samples do not fit 64 bits", samples.len());
    u64::MAX >> (MOST_ROWS - samples.len())
}

fn cover_of_literal(samples: &Samples, literal: Literal) -> u64 {
    (0..samples.len()).filter(|&i| holds(samples, literal, i)).fold(0, |cover, i| cover | 1 << i)
}

/// True if a sample satisfies a literal.
pub fn holds(samples: &Samples, literal: Literal, sample: usize) -> bool {
    let code = samples.table.columns()[literal.column as usize].get(sample);
    let missing = samples.schema.feature(literal).missing_code() as u16;
    match literal.test {
        Test::AtMost(j) => code != missing && code <= j,
        Test::Above(j) => code != missing && code > j,
        Test::Is(v) => code == v,
        Test::IsNot(v) => code != missing && code != v,
        Test::Missing => code == missing,
        Test::Present => code != missing,
    }
}
