//! Branch and price on noisy data, where linear programs leave gaps.

use crate::boolean::data::fit;
use rulegen::binarize::{Bins, learn};
use rulegen::data::{Dataset, Table, Target, Values};
use rulegen::limits::Limits;
use rulegen::rule::{Rule, Status};
use rulegen::{Learner, Method, Parameters};
use rulegen_numeric::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const ROWS: usize = 60;

/// Makes rows of four numbers. Their class depends on two of them, with noise.
fn noisy(seed: u64) -> Dataset {
    let mut random = Random::new(seed, 38);
    let rows: Vec<([usize; 4], u32)> = (0..ROWS)
        .map(|_| {
            let numbers = [0; 4].map(|_| random.below(4));
            let likely = if (numbers[0] < 2) == (numbers[1] < 2) { 0.8 } else { 0.25 };
            (numbers, u32::from(random.unit() < likely))
        })
        .collect();
    let column = |at: usize| (format!("x{at}"), Values::Numeric(rows.iter().map(|row| row.0[at] as f64).collect()));
    Dataset {
        features: Table::from_columns((0..4).map(column)).unwrap(),
        target: Target {
            classes: vec!["no".into(), "yes".into()],
            labels: rows.iter().map(|row| row.1).collect(),
            ..Target::default()
        },
        weights: None,
        groups: None,
        blocks: None,
    }
}

fn parameters(complexity: f64, price: f64) -> Parameters {
    Parameters {
        complexity: Some(complexity),
        complexity_price: price,
        max_length: Some(2),
        bins: Some(Bins::Values),
        time_limit: Some(Duration::from_secs(3600)),
        ..Parameters::of(Method::Boolean)
    }
}

/// Returns, of the rules of at most this length that cover the same rows, the size of the shortest,
/// and the rows.
fn rules(data: &Dataset, most: usize) -> Vec<(f64, u64)> {
    let (schema, _) = learn(&data.features, None, Bins::Values).unwrap();
    let coded = schema.encode(&data.features).unwrap();
    let rows = |literal| coded.cover(&schema, &Rule::new([literal])).iter().map(|row| 1 << row).sum::<u64>();
    let literals: Vec<u64> = schema.literals().into_iter().map(rows).collect();
    let mut shortest: BTreeMap<u64, f64> = BTreeMap::new();
    let mut last = vec![u64::MAX];
    for length in 1..=most {
        let longer = last.iter().flat_map(|rows| literals.iter().map(move |literal| rows & literal));
        let new: BTreeSet<u64> = longer.filter(|rows| !shortest.contains_key(rows)).collect();
        shortest.extend(new.iter().map(|&rows| (rows, 1.0 + length as f64)));
        last = new.into_iter().collect();
    }
    shortest.into_iter().map(|(rows, size)| (size, rows)).collect()
}

/// Returns the least objective of all rule sets within the complexity, of rules of at most `most`
/// conditions.
fn least(data: &Dataset, most: usize, complexity: f64, price: f64) -> f64 {
    fn search(rules: &[(f64, u64, f64)], left: f64, missed: u64) -> f64 {
        let mut best = f64::from(missed.count_ones());
        for (at, &(size, rows, cost)) in rules.iter().enumerate() {
            if size <= left && cost < best && missed & rows != 0 {
                best = best.min(cost + search(&rules[at + 1..], left - size, missed & !rows));
            }
        }
        best
    }
    let yes: u64 = (0..ROWS).filter(|&row| data.target.labels[row] == 1).map(|row| 1 << row).sum();
    let priced = |(size, rows): (f64, u64)| (size, rows, f64::from((rows & !yes).count_ones()) + price * size);
    search(&rules(data, most).into_iter().map(priced).collect::<Vec<_>>(), complexity, yes)
}

#[test]
fn the_rule_set_is_the_best_of_all() {
    let mut gaps = 0;
    for seed in 0..48 {
        let data = noisy(seed);
        let (complexity, price) = [(6.0, 0.0), (8.0, 0.0), (9.0, 0.5)][seed as usize % 3];
        let expected = least(&data, 2, complexity, price);
        let certificate = fit(&data, parameters(complexity, price)).model.certificate;
        assert_eq!(certificate.status, Status::Optimal, "seed {seed}: {certificate:?}");
        assert!((certificate.objective - expected).abs() < 1e-6, "seed {seed}: {certificate:?} is not {expected}");
        gaps += usize::from(certificate.lp_objective < expected - 1.0);
    }
    // Rounding up alone does not prove them.
    assert!(gaps > 3, "{gaps}");
}

#[test]
fn the_rule_set_of_rules_of_any_length_is_the_best_of_all() {
    let mut gaps = 0;
    for seed in 0..12 {
        let data = noisy(seed);
        let complexity = [6.0, 8.0][seed as usize % 2];
        let expected = least(&data, 7, complexity, 0.0);
        // Without an enumeration, branch and price has to prove it.
        let parameters = Parameters { max_length: None, enumeration_limit: 0, ..parameters(complexity, 0.0) };
        let certificate = fit(&data, parameters).model.certificate;
        assert_eq!(certificate.status, Status::Optimal, "seed {seed}: {certificate:?}");
        assert!((certificate.objective - expected).abs() < 1e-6, "seed {seed}: {certificate:?} is not {expected}");
        gaps += usize::from((certificate.lp_objective - 1e-6).ceil() < expected);
    }
    // Rounding up alone does not prove them.
    assert!(gaps > 2, "{gaps}");
}

/// Makes eleven rows, eleven times each, of which eleven columns cover five in turn, and ten rows
/// that another column covers. All of them are of the class, and a hundred rows without any are
/// not.
fn cycle() -> Dataset {
    const AROUND: usize = 11;
    let around = (0..AROUND).map(|row| {
        let covers = |column: usize| (row + AROUND - column) % AROUND < 5;
        ((0..AROUND).map(covers).chain([false]).collect::<Vec<bool>>(), 1)
    });
    let alone = ([[false; AROUND].to_vec(), vec![true]].concat(), 1);
    let none = (vec![false; AROUND + 1], 0);
    let mut rows: Vec<(Vec<bool>, u32)> = around.flat_map(|row| vec![row; AROUND]).collect();
    rows.extend(vec![alone; 10]);
    rows.extend(vec![none; 100]);
    let column = |at: usize| {
        let values = rows.iter().map(|row| f64::from(u8::from(row.0[at]))).collect();
        (format!("x{at}"), Values::Numeric(values))
    };
    Dataset {
        features: Table::from_columns((0..=AROUND).map(column)).unwrap(),
        target: Target {
            classes: vec!["no".into(), "yes".into()],
            labels: rows.iter().map(|row| row.1).collect(),
            ..Target::default()
        },
        weights: None,
        groups: None,
        blocks: None,
    }
}

#[test]
fn the_search_ends_where_a_decision_would_be_kept_in_part() {
    // Two rules and a part of the last one beat three rules, unless breaking a decision costs much.
    let parameters = Parameters { max_length: Some(1), ..parameters(6.0, 0.0) };
    let certificate = fit(&cycle(), parameters).model.certificate;
    assert_eq!(certificate.status, Status::Optimal, "{certificate:?}");
    assert_eq!(certificate.objective, 10.0);
    assert_eq!(certificate.lower_bound, Some(10.0));
}

/// Returns the model file that a number of threads learn.
fn learned(data: &Dataset, parameters: &Parameters, threads: usize) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| fit(data, parameters.clone())).model.to_json()
}

#[test]
fn threads_find_the_same() {
    for seed in 0..4 {
        let data = noisy(seed);
        let with = |threads| learned(&data, &parameters(12.0, 0.0), threads);
        let model = with(1);
        for threads in [2, 7] {
            assert_eq!(with(threads), model, "seed {seed}, {threads} threads");
        }
    }
}

#[test]
fn threads_find_the_same_rules_of_any_length() {
    for seed in 0..2 {
        let data = noisy(seed);
        let parameters = Parameters { max_length: None, ..parameters(7.0, 0.0) };
        let with = |threads| learned(&data, &parameters, threads);
        assert_eq!(with(1), with(7), "seed {seed}");
    }
}

#[test]
fn what_the_clock_stops_says_no_more_than_was_proved() {
    for seed in 0..24 {
        let data = noisy(seed);
        let expected = least(&data, 2, 8.0, 0.0);
        let learner = Learner::new(parameters(8.0, 0.0)).unwrap();
        let limits = Limits::default().within(Some(Duration::from_millis(1 + 3 * seed)));
        let Ok(fitted) = learner.fit_observed(&data, "y", &limits, &mut ()) else { continue };
        let certificate = &fitted.model.certificate;
        assert!(certificate.lower_bound.is_none_or(|bound| bound <= expected + 1e-6), "{certificate:?} {expected}");
        assert!(certificate.objective >= expected - 1e-6 || fitted.model.rules.is_empty(), "{certificate:?}");
    }
}
