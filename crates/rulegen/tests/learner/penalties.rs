//! Paths along penalties: the proof of each step, and the sizes along them.

use crate::fixtures::{fixture, one_division};
use rulegen::binarize::Bins;
use rulegen::data::Dataset;
use rulegen::rule::Status;
use rulegen::{
    Fitted, Learner, LossName, Method, ParameterValue, Parameters, PathKind, PricerName, Settings, SizeChoice,
};
use std::num::NonZeroUsize;

fn fit(parameters: &Parameters, (data, target): &(Dataset, &'static str)) -> Fitted {
    Learner::new(parameters.clone()).unwrap().fit(data, target).unwrap()
}

fn exact(loss: LossName) -> Parameters {
    Parameters {
        path: PathKind::Penalty,
        pricers: Some(vec![PricerName::GREEDY, PricerName::BRANCH_AND_BOUND]),
        max_length: Some(2),
        max_rules: NonZeroUsize::new(8),
        loss,
        ..Parameters::default()
    }
}

/// Returns the penalised problem of a path, by itself.
fn alone(parameters: &Parameters) -> Parameters {
    Parameters { size: Some(SizeChoice::Given), bins: Some(Bins::Quantiles(20)), max_rules: None, ..parameters.clone() }
}

#[test]
fn every_step_is_the_proved_optimum_at_its_penalty() {
    let mut instances = vec![
        (fixture("monks1", "class"), LossName::HINGE),
        (fixture("iris", "species"), LossName::LOGISTIC),
        (fixture("monks1", "class"), LossName::LOGISTIC),
        (fixture("iris", "species"), LossName::HINGE),
    ];
    // With every change each data set and each loss once.
    instances.truncate(if crate::is_thorough() { 4 } else { 2 });
    for (data, loss) in instances {
        let parameters = exact(loss.clone());
        let front = fit(&parameters, &data).front.unwrap();
        let proved: Vec<_> = front.rows.iter().filter_map(|row| Some((row, row.certificate.clone()?))).collect();
        assert!(proved.len() >= 2, "{} {loss:?}: {:?}", data.1, front.rows);
        for (row, certificate) in proved {
            assert_eq!(certificate.status, Status::Optimal, "{} {loss:?}: {row:?}", data.1);
            let alone = Parameters { penalty: row.penalty, max_length: Some(row.max_length), ..alone(&parameters) };
            let fresh = fit(&alone, &data).model.certificate;
            assert_eq!(fresh.status, Status::Optimal);
            let apart = (fresh.objective - certificate.objective).abs();
            assert!(apart <= 1e-6 * fresh.objective.max(1e-6), "{} {loss:?}: {row:?} {fresh:?}", data.1);
        }
    }
}

#[test]
fn no_rule_enters_at_the_first_penalty_and_one_does_just_below_it() {
    for data in [fixture("monks1", "class"), fixture("wdbc", "diagnosis")] {
        let parameters = exact(LossName::LOGISTIC);
        let front = fit(&parameters, &data).front.unwrap();
        let (first, largest) = (&front.rows[0], front.rows[0].penalty.unwrap());
        assert_eq!((first.rules, &first.certificate), (0, &None));
        let rules = |factor: f64| {
            let alone = Parameters { penalty: Some(largest * factor), ..alone(&parameters) };
            fit(&alone, &data).model.rules.len()
        };
        assert_eq!(rules(1.0 + 1e-6), 0, "{}", data.1);
        assert!(rules(0.97) >= 1, "{}", data.1);
        assert!(front.rows.iter().all(|row| row.penalty.unwrap() <= largest), "{}", data.1);
    }
}

#[test]
fn sizes_are_chosen_along_penalties_too() {
    let data = fixture("wdbc", "diagnosis");
    let path = Parameters { path: PathKind::Penalty, ..one_division() };
    let Fitted { model, front, .. } = fit(&path, &data);
    let front = front.unwrap();
    assert!((1..=30).contains(&model.rules.len()) && front.rows.len() > 5, "{:?}", front.rows);
    assert!(front.rows.iter().all(|row| !row.scores.is_empty()));
    assert!(front.rows.iter().find(|row| row.chosen).unwrap().scores[0].mean > 0.9);
    assert_eq!(model.settings["path"], "penalty");
    let three = Parameters { size: Some(SizeChoice::Rules(NonZeroUsize::new(3).unwrap())), ..path };
    let model = fit(&three, &data).model;
    assert!((1..=3).contains(&model.rules.len()));
}

#[test]
fn a_path_has_a_name() {
    let named = |name: &str| {
        let settings = Settings::from([("path".into(), ParameterValue::Text(name.into()))]);
        Method::Rules.learner(settings).map(drop)
    };
    assert!(named("forward").is_ok() && named("penalty").is_ok());
    assert_eq!(named("lasso").unwrap_err().to_string(), "the path must be one of forward, penalty, not 'lasso'");
}
