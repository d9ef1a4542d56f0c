//! Data sets, and the checks that every model of them must pass.

use rulegen::data::{Dataset, ReadOptions, read_path};
use rulegen::rule::{Fallback, Model, Predictor, Status};
use rulegen::{Fitted, Learner, Parameters};
use std::path::Path;

/// The fixtures with their targets.
pub(crate) const ALL: [(&str, &str); 8] = [
    ("tictactoe", "class"),
    ("monks1", "class"),
    ("monks2", "class"),
    ("monks3", "class"),
    ("iris", "species"),
    ("wine", "cultivar"),
    ("wdbc", "diagnosis"),
    ("awkward", "answer"),
];

pub(crate) fn fixture(name: &str) -> (Dataset, &'static str) {
    let target = ALL.iter().find(|(n, _)| *n == name).expect("it is listed").1;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/{name}.csv"));
    let table = read_path(&path, &ReadOptions { text: vec![target.into()], ..Default::default() }).unwrap();
    (Dataset::from_table(table, target, None).unwrap(), target)
}

/// Fits a fixture, and checks the model.
pub(crate) fn fit(name: &str, parameters: Parameters) -> (Fitted, Dataset) {
    let (data, target) = fixture(name);
    let fitted = Learner::new(parameters.clone()).unwrap().fit(&data, target);
    let fitted = fitted.unwrap_or_else(|error| panic!("{name}: {error} with {parameters:?}"));
    check(&fitted, &data, &parameters);
    (fitted, data)
}

pub(crate) fn accuracy(model: &Model, data: &Dataset) -> f64 {
    let predicted = Predictor::new(model).predict(&data.features).unwrap();
    let right = predicted.iter().zip(&data.target.labels).filter(|(p, l)| p == l).count();
    right as f64 / predicted.len() as f64
}

/// Asserts what holds for every model, whatever the data and the parameters.
pub(crate) fn check(fitted: &Fitted, data: &Dataset, parameters: &Parameters) {
    let model = &fitted.model;
    assert_eq!(model.classes, data.target.classes);
    assert_eq!(&Model::from_json(&model.to_json()).unwrap(), model);
    // Weights are relative to the largest, but for what makes sums exact, and none is below the
    // threshold.
    let weights: Vec<f64> = model.rules.iter().map(|r| r.weight).collect();
    assert!(weights.is_sorted_by(|a, b| a >= b) && weights.first().is_none_or(|&w| (1.0 - 1e-5..=1.0).contains(&w)));
    let least = weights.first().map_or(0.0, |largest| largest * parameters.weight_threshold);
    assert!(weights.iter().all(|&w| w > 0.0 && w >= least - 1e-8), "{weights:?}");
    let distinct: std::collections::HashSet<_> = model.rules.iter().map(|r| (r.class, &r.rule)).collect();
    assert_eq!(distinct.len(), model.rules.len());
    // The cover of each rule, counted on the rows.
    let coded = model.schema.encode(&data.features).unwrap();
    let row_weight = |row: usize| data.weights.as_ref().map_or(1.0, |w| w[row]);
    let unweighted = parameters.class_weight == rulegen::ClassWeight::Rows;
    for rule in &model.rules {
        assert!(!rule.rule.is_empty() && parameters.max_length.is_none_or(|most| rule.rule.len() <= most));
        let cover = coded.cover(&model.schema, &rule.rule);
        let correct = cover.iter().filter(|&row| data.target.labels[row] == rule.class);
        let (covered, correct): (f64, f64) = (cover.iter().map(row_weight).sum(), correct.map(row_weight).sum());
        if unweighted {
            assert!((rule.support.covered - covered).abs() < 1e-9 && (rule.support.correct - correct).abs() < 1e-9);
        }
    }
    let certificate = &model.certificate;
    assert_eq!((certificate.status, certificate.lp_objective), (fitted.run.status, fitted.run.objective));
    // Dropping rules of small weight raises the objective or leaves it. A run that is cut short may
    // return a loose solution.
    let slack = 1e-6 * (1.0 + certificate.lp_objective);
    let whole = !matches!(certificate.status, Status::Interrupted | Status::TimeLimit);
    assert!(!whole || certificate.objective >= certificate.lp_objective - slack, "{certificate:?}");
    assert!(certificate.lower_bound.is_none_or(|bound| bound <= certificate.lp_objective + slack), "{certificate:?}");
    assert!(fitted.columns >= model.rules.len() && fitted.samples <= data.target.labels.len());
    match (&model.fallback, parameters.fallback) {
        (Fallback::Class(k), _) | (Fallback::Rules { otherwise: k, .. }, rulegen::FallbackKind::FirstTree) => {
            assert!((*k as usize) < model.classes.len());
        }
        other => panic!("{other:?}"),
    }
}
