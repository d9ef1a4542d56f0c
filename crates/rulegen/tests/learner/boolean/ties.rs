//! Data on which the linear program makes no errors, whatever rules it ends at.

use crate::boolean::data::fit;
use rulegen::binarize::Bins;
use rulegen::data::{Dataset, Table, Target, Values};
use rulegen::rule::Status;
use rulegen::{Method, Parameters};
use rulegen_numeric::Random;

const ROWS: usize = 60;
const COLUMNS: usize = 16;

/// Makes rows of numbers below 100, of the class that four rules of two conditions say.
fn ruled(seed: u64) -> Dataset {
    let mut random = Random::new(seed, 39);
    let mut condition = || (random.below(COLUMNS), 30 + 10 * random.below(5), random.unit() < 0.5);
    let rules = [[(); 2]; 4].map(|rule| rule.map(|()| condition()));
    let rows: Vec<[usize; COLUMNS]> = (0..ROWS).map(|_| [(); COLUMNS].map(|()| random.below(100))).collect();
    let label = |row: &[usize; COLUMNS]| {
        rules.iter().any(|rule| rule.iter().all(|&(column, cut, above)| (row[column] > cut) == above))
    };
    let column = |at: usize| (format!("x{at}"), Values::Numeric(rows.iter().map(|row| row[at] as f64).collect()));
    Dataset {
        features: Table::from_columns((0..COLUMNS).map(column)).unwrap(),
        target: Target {
            classes: vec!["no".into(), "yes".into()],
            labels: rows.iter().map(|row| u32::from(label(row))).collect(),
            ..Target::default()
        },
        weights: None,
        groups: None,
        blocks: None,
    }
}

#[test]
fn small_rules_are_found_where_the_linear_program_asks_for_none() {
    let parameters = Parameters {
        complexity: Some(14.0),
        max_length: Some(4),
        bins: Some(Bins::Quantiles(5)),
        positive: Some("yes".into()),
        ..Parameters::of(Method::Boolean)
    };
    // The first rules that the linear program ends at admit one error at each of these.
    for seed in [0, 6, 7, 10, 15] {
        let found = fit(&ruled(seed), parameters.clone()).model.certificate;
        assert_eq!((found.objective, found.status), (0.0, Status::Optimal), "{seed}");
    }
}
