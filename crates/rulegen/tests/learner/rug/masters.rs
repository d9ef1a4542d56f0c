//! Models of a caller's own master.

use crate::rug::data::fixture;
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{RunSettings, run};
use rulegen::master::{LogisticMaster, LogisticSettings, RuleMaster, RuleTerms};
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen::rule::{Form, Model, Predictor, explain};
use rulegen::{ModelSettings, assemble};
use std::sync::Arc;

/// The rules of a logistic master become a model of a new method. It is written and read back, and
/// predicts by the scores of the master.
#[test]
fn a_logistic_model() {
    let (data, target) = fixture("iris");
    let (labels, classes) = (&data.target.labels, data.target.classes.clone());
    let (samples, _) = Samples::learn(&data.features, labels, None, classes.len(), Bins::Quantiles(4)).unwrap();
    let samples = Arc::new(samples);
    let terms = RuleTerms { penalty: 2.0, max_length: Some(2), ..RuleTerms::default() };
    let settings = LogisticSettings { terms, ..LogisticSettings::default() };
    let mut master = LogisticMaster::new(samples.clone(), settings).unwrap();
    let pricer = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
    let summary = run(&mut master, &mut [Box::new(pricer)], &RunSettings::default(), &mut ()).unwrap();
    let settings = ModelSettings {
        method: "logistic-rules".into(),
        loss: Some("own".into()),
        log_odds: true,
        target: target.into(),
        classes,
        positive: None,
        threshold: None,
        required: Vec::new(),
        weight_threshold: 0.0,
        fallback: None,
        recorded: [("penalty".to_owned(), 2.0.into())].into(),
    };
    let model = assemble(&samples, &master, &summary, settings);
    assert_eq!(model.form(), Form::Votes);
    assert!(model.certificate.gap().is_some_and(|gap| gap <= 1e-5), "{:?}", model.certificate);
    // Log-odds are not scaled, because probabilities depend on their size.
    let largest = master.weights().into_iter().fold(0.0, f64::max);
    assert_eq!(model.rules[0].weight, largest);

    let read = Model::from_json(&model.to_json()).unwrap();
    assert_eq!(read, model);
    assert_eq!((read.method.as_str(), read.loss.as_deref()), ("logistic-rules", Some("own")));

    // The master's own scores: intercepts, and the weights of the rules that cover a sample.
    let mut scores = vec![master.intercepts(); samples.len()];
    for (column, weight) in master.rules().iter().zip(master.weights()) {
        column.cover.iter().for_each(|i| scores[i][column.tag as usize] += weight);
    }
    let predicted = Predictor::new(&read).predict(&data.features).unwrap();
    let mut right = 0;
    for (row, sample) in samples.sample_of_row().enumerate() {
        let scores = &scores[sample.expect("every row is in a sample") as usize];
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!(scores[predicted[row] as usize] >= most - 1e-9, "row {row}: {} of {scores:?}", predicted[row]);
        right += usize::from(predicted[row] == labels[row]);
    }
    assert!(right >= 140, "{right} of 150");
    if !model.intercepts.is_empty() {
        let explained = explain(&read, &data.features, 0).unwrap();
        assert_eq!(explained.before.len(), model.intercepts.iter().filter(|votes| **votes > 0.0).count());
    }
}
