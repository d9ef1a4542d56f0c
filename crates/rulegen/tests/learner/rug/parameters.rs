//! Every row of the table of parameters.

use rulegen::binarize::Bins;
use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::lp::Backend;
use rulegen::{
    FitError, Fitted, Learner, Method, Parameter, ParameterError, ParameterKind, ParameterValue, Parameters, Settings,
    parameters,
};
use std::time::Duration;

const NOT_POSITIVE: [f64; 5] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const NEGATIVE: [f64; 5] = [-1.0, -1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const NO_PART: [f64; 6] = [-1e-300, 1.0, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn accepted(change: impl FnOnce(&mut Parameters)) {
    let mut parameters = Parameters::of(Method::Rug);
    change(&mut parameters);
    let classifier = Learner::new(parameters.clone()).unwrap_or_else(|error| panic!("{error}: {parameters:?}"));
    assert_eq!(format!("{:?}", classifier.parameters()), format!("{parameters:?}"));
}

fn refused(name: &str, change: impl FnOnce(&mut Parameters)) {
    let mut parameters = Parameters::of(Method::Rug);
    change(&mut parameters);
    match Learner::new(parameters.clone()) {
        Err(error) => {
            assert_eq!(error.name, name);
            let text = error.to_string();
            assert!(text.starts_with(name) && text.contains(&error.range) && text.ends_with(&error.value), "{text}");
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
    NOT_POSITIVE.into_iter().for_each(|x| refused("the penalty", |p| p.penalty = Some(x)));
    refused("the penalty", |p| p.penalty = Some(1.1e100));
    [1e-300, 1.0, 1e100].into_iter().for_each(|x| accepted(|p| p.penalty = Some(x)));
}

#[test]
fn bins() {
    [0, 1, 256, usize::MAX]
        .into_iter()
        .for_each(|n| refused("the number of bins", |p| p.bins = Some(Bins::Quantiles(n))));
    [2, 10, 255].into_iter().for_each(|n| accepted(|p| p.bins = Some(Bins::Quantiles(n))));
}

#[test]
fn lengths_and_trees() {
    refused("the maximum length", |p| p.max_length = Some(0));
    [Some(1), Some(usize::MAX), None].into_iter().for_each(|n| accepted(|p| p.max_length = n));
    refused("the maximum depth", |p| p.max_depth = 0);
    refused("the minimum leaf", |p| p.min_leaf = 0);
    NEGATIVE.into_iter().for_each(|x| refused("the minimum gain", |p| p.min_gain = x));
    accepted(|p| (p.max_depth, p.min_leaf, p.min_gain) = (1, usize::MAX, 1e300));
}

#[test]
fn pricers() {
    refused("the list of pricers", |p| p.pricers = Some(Vec::new()));
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

fn fit(csv: &str, parameters: Parameters) -> Result<Fitted, FitError> {
    let table = read_bytes(csv.as_bytes(), &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap();
    Learner::new(parameters).unwrap().fit(&Dataset::from_table(table, "y", None).unwrap(), "y")
}

#[test]
fn data_without_a_feature() {
    let error = fit("a,b,y\n1,,p\n1,,q\n", Parameters::of(Method::Rug)).unwrap_err();
    assert!(matches!(error, FitError::Binarize(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "none of the 2 columns can serve as a feature: column 'a' is constant on the training rows; column 'b' is missing \
         in every training row"
    );
    let message = |text: &str| fit(text, Parameters::of(Method::Rug)).unwrap_err().to_string();
    let none = "none of the 2 columns can serve as a feature:";
    assert_eq!(message("a,b,y\n1,2,p\n1,2,q\n"), format!("{none} all are constant on the training rows"));
    assert_eq!(message("a,b,y\n,NA,p\n,,q\n"), format!("{none} every cell of the training rows is missing"));
}

#[test]
fn more_categories_than_there_are_codes() {
    // Each value occurs three times, so that the column does not name rows.
    let rows: String =
        (0..210_000).map(|row| format!("v{},{}\n", row / 3, if row % 2 == 0 { "p" } else { "q" })).collect();
    let error = fit(&format!("a,y\n{rows}"), Parameters::of(Method::Rug)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "none of the 1 columns can serve as a feature: column 'a' has 70000 categories, more than 65534"
    );
}

#[test]
fn columns_that_cannot_serve_are_reported() {
    let fitted = fit("a,b,y\n1,5,p\n2,5,q\n", Parameters::of(Method::Rug)).unwrap();
    let dropped: Vec<String> = fitted.dropped.iter().map(ToString::to_string).collect();
    assert_eq!(dropped, ["column 'b' is constant on the training rows: left out"]);
}

#[test]
fn backends_that_are_not_built_in() {
    for backend in Backend::ALL {
        let outcome = fit("a,y\n1,p\n2,q\n", Parameters { backend, ..Parameters::of(Method::Rug) });
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
    check::<Learner>();
    check::<Parameters>();
}

/// The parameters of both methods by name: read, written and read again.
#[test]
fn parameters_are_read_by_name() {
    let text = r#"{"penalty": 2, "iterations": 3, "lp-strategy": "warm-start", "pricers": ["tree", "greedy"], "bins": 10,
        "time-limit": 1.5, "all-nodes": true, "positive": null}"#;
    let read = Parameters::read(Method::Rug, serde_json::from_str(text).unwrap()).unwrap();
    assert_eq!((read.penalty, read.max_iterations, read.all_nodes), (Some(2.0), Some(3), true));
    assert_eq!((read.time_limit, read.bins), (Some(Duration::from_millis(1500)), Some(Bins::Quantiles(10))));
    let written = serde_json::to_string(&read.settings()).unwrap();
    let again = Parameters::read(Method::Rug, serde_json::from_str(&written).unwrap()).unwrap();
    assert_eq!(format!("{again:?}"), format!("{read:?}"));
    for method in Method::ALL {
        for Parameter { info, default } in method.parameters() {
            // A default, given, makes the same learner.
            let settings = Settings::from([(info.name.to_owned(), default)]);
            let made = method.learner(settings).unwrap_or_else(|error| panic!("{}: {error}", info.name));
            assert_eq!(format!("{made:?}"), format!("{:?}", method.learner(Settings::new()).unwrap()), "{}", info.name);
        }
    }
}

#[test]
fn what_is_no_parameter_is_refused_by_name() {
    let value = ParameterValue::Number(f64::NAN);
    let refused = |method: Method, name: &str, value: &ParameterValue| {
        method.learner(Settings::from([(name.to_owned(), value.clone())])).unwrap_err().to_string()
    };
    assert_eq!(refused(Method::Rug, "penalti", &value), "unknown field `penalti`");
    assert_eq!(refused(Method::Rug, "complexity", &value), "complexity is no setting of this method");
    assert_eq!(refused(Method::Rug, "penalty", &value), "the penalty must be positive and finite, not NaN");
    let word = ParameterValue::Text("much".into());
    assert_eq!(refused(Method::Rug, "penalty", &word), "the penalty must be a number, not 'much'");
    assert_eq!(refused(Method::Rug, "max-depth", &word), "the maximum depth must be a whole number, not 'much'");
    assert_eq!(
        refused(Method::Rug, "rule-cost", &word),
        "the cost of a rule must be one of length, unit, merged, gini, coverage, not 'much'"
    );
    let odds = ParameterValue::Text("equalized-odds".into());
    let says = "the fairness constraint must be one of dmc, odm, eop, not 'equalized-odds'";
    assert_eq!(refused(Method::Rug, "fairness", &odds), says);
    let says = "the epsilon must be given where fairness is asked for, not absent";
    assert_eq!(refused(Method::Boolean, "fairness", &odds), says);
    let unknown = serde_json::from_str(r#"{"penalti": 1}"#).unwrap();
    assert!(Parameters::read(Method::Rug, unknown).unwrap_err().to_string().contains("`penalti`"));
}

/// Every range of the table is checked: below it, above it, and with values that are no number.
#[test]
fn every_range_is_checked() {
    let mut checked = 0;
    for parameter in parameters() {
        for range in parameter.info.ranges {
            let outside = match range.words {
                "not empty" => ParameterValue::List(Vec::new()),
                "at most 1e100" => ParameterValue::Number(2e100),
                _ if parameter.info.kind == ParameterKind::Count => ParameterValue::Integer(0),
                "positive" => ParameterValue::Number(0.0),
                _ => ParameterValue::Number(f64::NAN),
            };
            for method in parameter.info.methods {
                let settings = Settings::from([(parameter.info.name.to_owned(), outside.clone())]);
                let error = method.learner(settings).unwrap_err().to_string();
                assert!(
                    error.starts_with(&format!("{} must be {}, not ", parameter.info.noun, range.words)),
                    "{error}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

/// Defaults that depend on other parameters are resolved by the library: pricers that are named run
/// until nothing improves.
#[test]
fn defaults_that_depend_on_pricers() {
    let rounds = |pricers: &str, iterations: Option<i128>| {
        let pricers = pricers.split('+').map(str::to_owned).collect();
        let mut settings = Settings::from([("pricers".to_owned(), ParameterValue::List(pricers))]);
        settings.extend(iterations.map(|n| ("iterations".to_owned(), ParameterValue::Integer(n))));
        Method::Rug.learner(settings).unwrap().max_iterations()
    };
    assert_eq!(Method::Rug.learner(Settings::new()).unwrap().max_iterations(), Some(15));
    assert_eq!(rounds("tree+greedy", None), None);
    assert_eq!(rounds("tree+branch-and-bound", None), None);
    assert_eq!(rounds("tree+branch-and-bound", Some(4)), Some(4));
}

#[test]
fn fields_of_other_methods_are_ignored() {
    let given = Parameters { choose_by: Some(Vec::new()), folds: 0, ..Parameters::of(Method::Rug) };
    let learner = Learner::new(given).unwrap();
    let usual = Learner::new(Parameters::of(Method::Rug)).unwrap();
    assert_eq!(format!("{learner:?}"), format!("{usual:?}"));
    assert!(Learner::new(Parameters { folds: 0, ..Parameters::of(Method::Rules) }).is_err());
}
