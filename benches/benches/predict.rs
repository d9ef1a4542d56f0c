//! Prediction by 50 random rules of 4 conditions each on 100,000 random rows. Criterion prints rows
//! per second.
//!
//! `coded` starts from codes, `raw` from a table as it is read from a file.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rulegen::data::{MISSING, Table, Values};
use rulegen::rule::{
    Certificate, Domain, Fallback, Feature, Model, Predictor, Rule, Schema, Status, Support, WeightedRule,
};
use rulegen_numeric::Random;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

const ROWS: usize = 100_000;
const NUMERIC: usize = 15;
const CATEGORICAL: usize = 5;
const CUTS: usize = 30;
const CATEGORIES: usize = 8;
const CLASSES: usize = 3;
const RULES: usize = 50;
const LITERALS: usize = 4;
/// The share of cells that are missing.
const GAPS: f64 = 0.01;

fn schema() -> Schema {
    let feature = |c: usize| {
        let domain = if c < NUMERIC {
            Domain::Numeric { cuts: (1..=CUTS).map(|j| j as f64 / (CUTS + 1) as f64).collect() }
        } else {
            Domain::Categorical { categories: (0..CATEGORIES).map(|v| format!("category {v}")).collect() }
        };
        Feature { missing_seen: true, ..Feature::new(format!("column {c}"), domain) }
    };
    Schema { features: (0..NUMERIC + CATEGORICAL).map(feature).collect() }
}

fn rule(schema: &Schema, random: &mut Random) -> Rule {
    let mut rule = Rule::default();
    while rule.len() < LITERALS {
        let column = random.below(schema.features.len());
        let tests = schema.features[column].tests();
        let literal = rulegen::rule::Literal::new(column as u32, tests[random.below(tests.len())]);
        // With one condition a column, no rule contradicts itself.
        if rule.literals().iter().all(|l| l.column != literal.column) {
            rule = rule.and(literal);
        }
    }
    rule
}

fn model(random: &mut Random) -> Model {
    let schema = schema();
    let rule = |_| WeightedRule {
        rule: rule(&schema, random),
        class: random.below(CLASSES) as u32,
        weight: random.unit(),
        support: Support { covered: 0.0, correct: 0.0 },
        folds: None,
    };
    let rules = (0..RULES).map(rule).collect();
    Model {
        loss: None,
        log_odds: false,
        points_per_doubling: None,
        threshold: None,
        held_out: None,
        intercepts: Vec::new(),
        method: "rug".into(),
        target: "class".into(),
        classes: (0..CLASSES).map(|k| k.to_string()).collect(),
        positive: None,
        schema,
        rules,
        fallback: Fallback::Class(0),
        clauses: false,
        certificate: Certificate {
            status: Status::NoColumn,
            objective: 0.0,
            lp_objective: 0.0,
            lower_bound: None,
            further_gain: None,
            one_by_one: None,
            scopes: Vec::new(),
        },
        settings: BTreeMap::new(),
    }
}

fn table(schema: &Schema, random: &mut Random) -> Table {
    let column = |feature: &Feature| {
        let values = match &feature.domain {
            Domain::Numeric { .. } => {
                let cell = |_| if random.unit() < GAPS { f64::NAN } else { random.unit() };
                Values::Numeric((0..ROWS).map(cell).collect())
            }
            Domain::Categorical { categories } => {
                let cell = |_| if random.unit() < GAPS { MISSING } else { random.below(CATEGORIES) as u32 };
                Values::Categorical { codes: (0..ROWS).map(cell).collect(), categories: categories.clone() }
            }
        };
        (feature.name.clone(), values)
    };
    Table::from_columns(schema.features.iter().map(column)).expect("the cells are sound")
}

fn predict(criterion: &mut Criterion) {
    let mut random = Random::new(1, 0);
    let model = model(&mut random);
    let table = table(&model.schema, &mut random);
    let predictor = Predictor::new(&model);
    let coded = predictor.schema().encode(&table).expect("the table has the model's columns");
    assert_eq!(predictor.predict(&table).ok(), Some(predictor.predict_coded(&coded)));

    let mut group = criterion.benchmark_group("predict");
    group.throughput(Throughput::Elements(ROWS as u64));
    group.sample_size(30).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    group.bench_function(BenchmarkId::new("coded", ROWS), |bencher| {
        bencher.iter(|| predictor.predict_coded(black_box(&coded)));
    });
    group.bench_function(BenchmarkId::new("raw", ROWS), |bencher| {
        bencher.iter(|| predictor.predict(black_box(&table)));
    });
    group.finish();
}

criterion_group!(benches, predict);
criterion_main!(benches);
