//! Limits that are reached before anything is learned.

use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::limits::Limits;
use rulegen::rule::{Model, Predictor, Status};
use rulegen::{FitError, GRACE, Method, ParameterValue, Settings};
use std::time::Instant;

/// Makes rows of which three in four are of the class b.
fn data() -> Dataset {
    let rows: String = (0..80).map(|i| format!("{},{},{}\n", i * 7 % 31, i % 5, ["a", "b", "b", "b"][i % 4])).collect();
    let options = ReadOptions { text: vec!["y".into()], ..Default::default() };
    let table = read_bytes(format!("x,z,y\n{rows}").as_bytes(), &options).unwrap();
    Dataset::from_table(table, "y", None).unwrap()
}

/// Lists every way to learn.
fn ways() -> Vec<(Method, Settings)> {
    let text = |name: &str, value: &str| (name.to_owned(), ParameterValue::Text(value.into()));
    let list = |name: &str, value: &str| (name.to_owned(), ParameterValue::List(vec![value.into()]));
    let complexity = ("complexity".to_owned(), ParameterValue::Number(6.0));
    vec![
        (Method::Rules, Settings::new()),
        (Method::Rules, Settings::from([list("pricers", "branch-and-bound")])),
        (Method::Rules, Settings::from([text("size", "given"), text("loss", "hinge")])),
        (Method::Rug, Settings::new()),
        (Method::Rug, Settings::from([list("pricers", "branch-and-bound")])),
        (Method::Boolean, Settings::new()),
        (Method::Boolean, Settings::from([complexity])),
    ]
}

#[test]
fn a_limit_before_the_rows_are_coded_leaves_a_model_without_rules() {
    let data = data();
    let raised = Limits::default();
    raised.stop.raise();
    let late = Limits { deadline: Instant::now().checked_sub(2 * GRACE), ..Limits::default() };
    assert!(late.deadline.is_some());
    for (method, settings) in ways() {
        for (limits, status) in [(&raised, Status::Interrupted), (&late, Status::TimeLimit)] {
            let learner = method.learner(settings.clone()).unwrap();
            let fitted = learner.fit_observed(&data, "y", limits, &mut ()).unwrap();
            assert_eq!(fitted.run.status, status, "{method} {settings:?}");
            assert!(fitted.model.rules.is_empty() && fitted.model.schema.features.is_empty());
            let model = Model::from_json(&fitted.model.to_json()).unwrap();
            // The answer is the most frequent class. A rule set that is empty says no.
            let expected = if method == Method::Boolean { 0 } else { 1 };
            assert!(Predictor::new(&model).predict(&data.features).unwrap().iter().all(|&class| class == expected));
        }
    }
}

#[test]
fn what_memory_has_no_room_for_is_refused_before_it_is_coded() {
    let limits = Limits { memory: Some(10_000), ..Limits::default() };
    for (method, settings) in ways() {
        let error = method.learner(settings).unwrap().fit_observed(&data(), "y", &limits, &mut ()).unwrap_err();
        assert!(matches!(error, FitError::TooLarge(_)), "{error}");
        assert!(error.to_string().starts_with("learning from these rows needs about "), "{error}");
    }
}
