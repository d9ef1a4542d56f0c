//! Rules at a penalty: all merged rows are fetched, and the model is that of all rows at hand, byte
//! for byte.

use crate::sharded::util::partitions;
use proptest::prelude::*;
use rulegen::data::{Column, DataError, Dataset, Table, Values};
use rulegen::limits::Limits;
use rulegen::rule::Status;
use rulegen::{ClassWeight, FairnessCriterion, FitError, Fitted, Learner, LossName, Method, Parameters, PricerName};

/// Makes rows of two numbers, a word and a class, each with a weight.
fn dataset(rows: &[(u8, u8, u8, u8, u8)], classes: u8) -> Result<Dataset, DataError> {
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let number = |x: u8| if x == 9 { f64::NAN } else { f64::from(x) };
    let numbers = |of: fn(&(u8, u8, u8, u8, u8)) -> u8| rows.iter().map(|row| number(of(row))).collect::<Vec<f64>>();
    let words = Values::from_text(rows.iter().map(|row| ["red", "blue", "green"][row.2 as usize % 3]));
    let features = vec![
        column("a", Values::from(numbers(|row| row.0))),
        column("b", Values::from(numbers(|row| row.1))),
        column("word", words),
    ];
    // Three of four rows follow the rules.
    let class = |row: &(u8, u8, u8, u8, u8)| match row.3 {
        0..9 => u8::from(row.0 > 4 && row.2 != 0) + u8::from(classes > 2 && row.1 > 6),
        noise => noise % classes,
    };
    let codes = rows.iter().map(|row| u32::from(class(row))).collect();
    let names = (0..classes).map(|class| format!("c{class}")).collect();
    let labels = Values::Categorical { codes, categories: names };
    let weights = Values::from(rows.iter().map(|row| f64::from(row.4)).collect::<Vec<f64>>());
    Dataset::from_columns(Table::new(features).unwrap(), column("y", labels), Some(column("w", weights)))
}

fn keep() -> Vec<String> {
    ["a", "b", "word"].map(String::from).to_vec()
}

fn rug(p: &Parameters, data: &Dataset, parts: usize) -> Result<Fitted, FitError> {
    let (workers, learner) = (partitions(data, parts, true), Learner::new(p.clone()).unwrap());
    learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ())
}

fn rules(p: &Parameters, data: &Dataset, parts: usize) -> Result<Fitted, FitError> {
    let (workers, learner) = (partitions(data, parts, true), Learner::new(p.clone()).unwrap());
    learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ())
}

/// Checks that both are the same model with the same proof.
fn same(found: Result<Fitted, FitError>, local: Result<Fitted, FitError>) -> Result<(), TestCaseError> {
    let (found, local) = match (found, local) {
        (Err(found), Err(local)) => {
            prop_assert_eq!(found.to_string(), local.to_string());
            return Ok(());
        }
        (found, local) => (found.unwrap(), local.unwrap()),
    };
    prop_assert_eq!(found.model.to_json(), local.model.to_json());
    prop_assert_eq!(found.run.lower_bound, local.run.lower_bound);
    prop_assert_eq!((found.samples, found.columns), (local.samples, local.columns));
    Ok(())
}

/// True if rows of a class have any weight.
fn weighs(data: &Dataset, class: u32) -> bool {
    let mut rows = data.target.labels.iter().zip(data.weights.as_ref().unwrap());
    rows.any(|(label, weight)| *label == class && *weight > 0.0)
}

/// Makes the data of rows, and rejects a case where fewer than two classes have any weight.
fn drawn(rows: &[(u8, u8, u8, u8, u8)], classes: u8) -> Result<Dataset, TestCaseError> {
    let data = dataset(rows, classes).map_err(|error| TestCaseError::reject(error.to_string()))?;
    prop_assume!(weighs(&data, 0) && weighs(&data, 1));
    Ok(data)
}

fn rows() -> impl Strategy<Value = Vec<(u8, u8, u8, u8, u8)>> {
    prop::collection::vec((0u8..10, 0u8..10, 0u8..3, 0u8..12, 0u8..4), 12..90)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rug_over_shards_is_rug_over_all_rows(
        rows in rows(), classes in 2u8..4, parts in 1usize..6, exact: bool, balanced: bool, limited: bool,
    ) {
        let data = drawn(&rows, classes)?;
        let p = Parameters {
            penalty: Some(0.5),
            pricers: exact.then(|| vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND]),
            class_weight: if balanced { ClassWeight::Balanced } else { ClassWeight::Rows },
            forbidden: if limited { vec!["a <= 2.5".into(), "word = red".into()] } else { Vec::new() },
            monotone: if limited && classes == 2 { vec!["a:+".parse().unwrap()] } else { Vec::new() },
            together: if limited { vec!["a,word".parse().unwrap()] } else { Vec::new() },
            max_length: exact.then_some(2),
            keep: keep(),
            quiet: true,
            ..Parameters::of(Method::Rug) };
        let local = Learner::new(p.clone()).unwrap().fit(&data, "y");
        same(rug(&p, &data, parts), local)?;
    }

    #[test]
    fn rules_at_a_penalty_over_shards_are_those_over_all_rows(
        rows in rows(), classes in 2u8..4, parts in 1usize..6, pricer in 0usize..3, hinge: bool, balanced: bool,
    ) {
        let data = drawn(&rows, classes)?;
        let pricers = [PricerName::TREE, PricerName::GREEDY, PricerName::BRANCH_AND_BOUND];
        let p = Parameters {
            penalty: Some(0.5),
            loss: if hinge { LossName::HINGE } else { LossName::LOGISTIC },
            pricers: Some(vec![pricers[pricer].clone()]),
            class_weight: if balanced { ClassWeight::Balanced } else { ClassWeight::Rows },
            max_length: Some(2),
            max_iterations: Some(30),
            keep: keep(),
            quiet: true,
            ..Parameters::default() };
        let local = Learner::new(p.clone()).unwrap().fit(&data, "y");
        same(rules(&p, &data, parts), local)?;
    }
}

/// Makes rows whose class rules of two conditions tell.
fn planted(rows: u64) -> Dataset {
    let mixed =
        |row: u64, at: u64| (row.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17 * at as u32 + 5) >> 40) as u8;
    let row = |row: u64| (mixed(row, 0) % 9, mixed(row, 1) % 9, mixed(row, 2) % 3, mixed(row, 3) % 12, 1);
    dataset(&(0..rows).map(row).collect::<Vec<_>>(), 2).unwrap()
}

#[test]
fn what_is_proved_of_all_rows_is_proved_over_shards() {
    let data = planted(600);
    let exact = Some(vec![PricerName::BRANCH_AND_BOUND]);
    let p = Parameters { pricers: exact, max_length: Some(3), ..Parameters::of(Method::Rug) };
    let local = Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap();
    let elsewhere = rug(&p, &data, 3).unwrap();
    assert_eq!(elsewhere.model.to_json(), local.model.to_json());
    assert_eq!(elsewhere.model.certificate.status, Status::Optimal);
    assert!(!elsewhere.model.settings.contains_key("sampled_rows"));
}

/// Columns with more values than cut points have the quantiles of all rows, as at hand.
#[test]
fn cut_points_are_those_of_all_rows() {
    let x: Vec<f64> = (0..1500).map(|row| f64::from(row * row % 1499) / 7.0).collect();
    let labels: Vec<&str> = x.iter().map(|x| if *x > 190.0 { "rare" } else { "usual" }).collect();
    let column = |name: &str, values: Values| Column::new(name, values).unwrap();
    let table = Table::new(vec![column("x", Values::from(x.clone()))]).unwrap();
    let data = Dataset::from_columns(table, column("y", Values::from_text(labels)), None).unwrap();
    let p = Parameters::of(Method::Rug);
    let local = Learner::new(p.clone()).unwrap().fit(&data, "y").unwrap();
    assert_eq!(rug(&p, &data, 4).unwrap().model.to_json(), local.model.to_json());
}

#[test]
fn fairness_is_refused_and_so_are_columns_that_are_not_there() {
    let data = planted(200);
    let fair = Parameters { fairness: Some(FairnessCriterion::Odm), epsilon: Some(0.1), ..Parameters::of(Method::Rug) };
    let error = rug(&fair, &data, 2).unwrap_err();
    assert!(matches!(error, FitError::Parameter(_)) && error.to_string().contains("shards"), "{error}");
    let unknown = Parameters { together: vec!["a,z".parse().unwrap()], ..Parameters::of(Method::Rug) };
    assert!(matches!(rug(&unknown, &data, 2).unwrap_err(), FitError::Together { column } if column == "z"));
    let unknown = Parameters { penalty: Some(1.0), keep: vec!["z".into()], ..Parameters::default() };
    assert!(matches!(rules(&unknown, &data, 2).unwrap_err(), FitError::Keep { column } if column == "z"));
}
