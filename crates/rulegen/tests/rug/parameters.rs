//! Every row of the table of parameters.

use rulegen::binarize::Bins;
use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::lp::Backend;
use rulegen::pricing::TreeSettings;
use rulegen::{FitError, Fitted, ParameterError, RugClassifier, RugParameters};
use std::time::Duration;

const NOT_POSITIVE: [f64; 5] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const NEGATIVE: [f64; 5] = [-1.0, -1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const NO_PART: [f64; 6] = [-1e-300, 1.0, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn accepted(change: impl FnOnce(&mut RugParameters)) {
    let mut parameters = RugParameters::default();
    change(&mut parameters);
    let classifier = RugClassifier::new(parameters.clone()).unwrap_or_else(|error| panic!("{error}: {parameters:?}"));
    assert_eq!(format!("{:?}", classifier.parameters()), format!("{parameters:?}"));
}

fn refused(name: &str, change: impl FnOnce(&mut RugParameters)) {
    let mut parameters = RugParameters::default();
    change(&mut parameters);
    match RugClassifier::new(parameters.clone()) {
        Err(error) => {
            assert_eq!(error.name, name);
            let text = error.to_string();
            assert!(text.starts_with(name) && text.contains(error.range) && text.ends_with(&error.value), "{text}");
        }
        Ok(_) => panic!("accepted: {parameters:?}"),
    }
}

#[test]
fn defaults_pass() {
    accepted(|_| {});
}

#[test]
fn penalty() {
    NOT_POSITIVE.into_iter().for_each(|x| refused("the penalty", |p| p.penalty = x));
    refused("the penalty", |p| p.penalty = 1.1e100);
    [1e-300, 1.0, 1e100].into_iter().for_each(|x| accepted(|p| p.penalty = x));
}

#[test]
fn bins() {
    [0, 1, 256, usize::MAX].into_iter().for_each(|n| refused("the number of bins", |p| p.bins = Bins::Quantiles(n)));
    [2, 10, 255].into_iter().for_each(|n| accepted(|p| p.bins = Bins::Quantiles(n)));
}

#[test]
fn lengths_and_trees() {
    refused("the maximum length", |p| p.max_length = Some(0));
    [Some(1), Some(usize::MAX), None].into_iter().for_each(|n| accepted(|p| p.max_length = n));
    let tree = TreeSettings::default;
    refused("the maximum depth", |p| p.tree = TreeSettings { max_depth: 0, ..tree() });
    refused("the minimum leaf", |p| p.tree = TreeSettings { min_leaf: 0, ..tree() });
    NEGATIVE.into_iter().for_each(|x| refused("the minimum gain", |p| p.tree = TreeSettings { min_gain: x, ..tree() }));
    accepted(|p| p.tree = TreeSettings { max_depth: 1, min_leaf: usize::MAX, min_gain: 1e300, ..tree() });
}

#[test]
fn pricers() {
    refused("the list of pricers", |p| p.pricers.clear());
}

#[test]
fn the_run() {
    NEGATIVE.into_iter().for_each(|x| refused("the gap", |p| p.gap = x));
    [0.0, 1e300].into_iter().for_each(|x| accepted(|p| p.gap = x));
    NO_PART.into_iter().for_each(|x| refused("the tolerance", |p| p.tolerance = Some(x)));
    [0.0, 0.999].into_iter().for_each(|x| accepted(|p| p.tolerance = Some(x)));
    [None, Some(0), Some(usize::MAX)].into_iter().for_each(|n| accepted(|p| p.max_iterations = n));
    refused("the time limit", |p| p.time_limit = Some(Duration::ZERO));
    [Duration::from_nanos(1), Duration::MAX].into_iter().for_each(|t| accepted(|p| p.time_limit = Some(t)));
}

#[test]
fn weight_threshold() {
    NO_PART.into_iter().for_each(|x| refused("the weight threshold", |p| p.weight_threshold = x));
    [0.0, 0.999].into_iter().for_each(|x| accepted(|p| p.weight_threshold = x));
}

fn fit(csv: &str, parameters: RugParameters) -> Result<Fitted, FitError> {
    let table = read_bytes(csv.as_bytes(), &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap();
    RugClassifier::new(parameters).unwrap().fit(&Dataset::from_table(table, "y", None).unwrap(), "y")
}

#[test]
fn data_without_a_feature() {
    let error = fit("a,b,y\n1,,p\n1,,q\n", RugParameters::default()).unwrap_err();
    assert!(matches!(error, FitError::Binarize(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "none of the 2 columns can serve as a feature: all are constant on the training rows"
    );
}

#[test]
fn columns_that_cannot_serve_are_reported() {
    let fitted = fit("a,b,y\n1,5,p\n2,5,q\n", RugParameters::default()).unwrap();
    let dropped: Vec<String> = fitted.dropped.iter().map(ToString::to_string).collect();
    assert_eq!(dropped, ["column 'b' is constant on the training rows: left out"]);
}

#[test]
fn backends_that_are_not_built_in() {
    for backend in Backend::ALL {
        let outcome = fit("a,y\n1,p\n2,q\n", RugParameters { backend, ..Default::default() });
        match backend.is_built() {
            true => assert!(outcome.is_ok(), "{outcome:?}"),
            false => assert!(matches!(outcome, Err(FitError::Master(_))), "{outcome:?}"),
        }
    }
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<FitError>();
    check::<Fitted>();
    check::<ParameterError>();
    check::<RugClassifier>();
    check::<RugParameters>();
}
