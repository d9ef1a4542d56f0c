//! Every parameter, and every row of the table of parameters.

use crate::boolean::data::{check, fit, fixture, predict, small};
use rulegen::binarize::Bins;
use rulegen::limits::{Limits, StopFlag};
use rulegen::lp::{Backend, MipBackend};
use rulegen::master::{LpStrategy, RuleSize};
use rulegen::rule::{Form, Status};
use rulegen::{ClassWeight, Learner, Method, NormalForm, Parameters, PricerName, SizeChoice, Sweep, SweepParameter};
use std::time::Duration;

#[test]
fn every_row_of_the_table_is_checked() {
    let usual = || Parameters::of(Method::Boolean);
    Learner::new(usual()).unwrap();
    let size = |per_rule, per_literal| RuleSize { per_rule, per_literal };
    for (parameters, says) in [
        (Parameters { complexity: Some(-1.0), ..usual() }, "the complexity must be finite and not negative, not -1"),
        (
            Parameters { complexity: Some(f64::NAN), ..usual() },
            "the complexity must be finite and not negative, not NaN",
        ),
        (
            Parameters { complexity_price: f64::NAN, ..usual() },
            "the price on complexity must be finite and not negative, not NaN",
        ),
        (
            Parameters { rule_size: size(-1.0, 3.0), ..usual() },
            "the size of a rule must be finite and not negative, not -1",
        ),
        (
            Parameters { rule_size: size(3.0, -1.0), ..usual() },
            "the size of a condition must be finite and not negative, not -1",
        ),
        (
            Parameters { rule_size: size(0.0, 0.0), ..usual() },
            "the size of a rule of one condition must be positive, not 0",
        ),
        (
            Parameters { false_positive_weight: 0.0, ..usual() },
            "the weight of false positives must be positive and finite, not 0",
        ),
        (
            Parameters { false_negative_weight: f64::INFINITY, ..usual() },
            "the weight of false negatives must be positive and finite, not inf",
        ),
        (Parameters { bins: Some(Bins::Quantiles(1)), ..usual() }, "the number of bins must be from 2 to 255, not 1"),
        (Parameters { max_length: Some(0), ..usual() }, "the maximum length must be at least 1, not 0"),
        (Parameters { pricers: Some(vec![]), ..usual() }, "the list of pricers must be not empty, not empty"),
        (
            Parameters { pricers: Some(vec![PricerName::POOL]), ..usual() },
            "the pool must be given where the pricer 'pool' is used, not absent",
        ),
        (Parameters { complexities: Some(vec![]), ..usual() }, "the list of complexities must be not empty, not empty"),
        (
            Parameters { complexities: Some(vec![3.0, -1.0]), ..usual() },
            "the complexity must be finite and not negative, not -1",
        ),
        (Parameters { gap: f64::NAN, ..usual() }, "the gap must be finite and not negative, not NaN"),
        (Parameters { tolerance: Some(1.0), ..usual() }, "the tolerance must be at least 0 and below 1, not 1"),
        (
            Parameters { pricing_time_limit: Some(Duration::ZERO), ..usual() },
            "the time limit of a pricing call must be positive, not 0",
        ),
        (Parameters { time_limit: Some(Duration::ZERO), ..usual() }, "the time limit must be positive, not 0"),
    ] {
        assert_eq!(Learner::new(parameters).unwrap_err().to_string(), says);
    }
}

#[test]
fn monks_are_learned_and_proved() {
    // (jacket = red) or (head = body) has three rules of two conditions and one of one.
    let data = fixture("monks1", "class");
    let fitted = fit(&data, Parameters { complexity: Some(11.0), ..Parameters::of(Method::Boolean) });
    assert_eq!((fitted.model.certificate.objective, fitted.model.certificate.status), (0.0, Status::Optimal));
    assert_eq!(predict(&fitted.model, &data), data.target.labels);
    assert!(matches!(fitted.model.form(), Form::AnyRule { class: 1, otherwise: 0 }));
}

#[test]
fn complexity_has_a_bound_unless_it_has_a_price() {
    let data = fixture("monks1", "class");
    let bound = |complexity_price: f64| {
        let size = Some(SizeChoice::Given);
        let p = Parameters { complexity_price, size, max_length: Some(2), ..Parameters::of(Method::Boolean) };
        fit(&data, p).model.complexity_limit()
    };
    assert_eq!((bound(0.0), bound(5.0)), (Some(15.0), None));
}

#[test]
fn ways_to_solve_agree() {
    let data = fixture("monks3", "class");
    let usual = || Parameters { complexity: Some(7.0), max_length: Some(3), ..Parameters::of(Method::Boolean) };
    let expected = fit(&data, usual()).model.certificate;
    assert_eq!(expected.status, Status::Optimal);
    let exact = Some(vec![PricerName::BRANCH_AND_BOUND]);
    for parameters in [
        Parameters { pricers: exact, ..usual() },
        Parameters { strategy: Some(LpStrategy::WarmStart), backend: Backend::Microlp, ..usual() },
        Parameters { mip: MipBackend::Microlp, ..usual() },
        Parameters { tolerance: Some(0.0), ..usual() },
    ] {
        let own = fit(&data, parameters).model.certificate;
        assert_eq!((own.objective, own.lower_bound), (expected.objective, expected.lower_bound));
    }
    // Without the enumeration the rule set and the bound are no better.
    let own = fit(&data, Parameters { enumeration_limit: 0, ..usual() }).model.certificate;
    assert!(own.objective >= expected.objective && own.lower_bound <= expected.lower_bound);
    // Without an exact pricer nothing is proved.
    let greedy = fit(&data, Parameters { pricers: Some(vec![PricerName::GREEDY]), ..usual() }).model.certificate;
    assert_eq!((greedy.lower_bound, greedy.status), (None, Status::NoColumn));
}

#[test]
fn several_classes_are_learned_one_against_the_rest() {
    let data = fixture("iris", "species");
    let fitted = fit(&data, Parameters { complexity: Some(6.0), ..Parameters::of(Method::Boolean) });
    assert_eq!(fitted.model.form(), Form::Votes);
    let classes: std::collections::BTreeSet<u32> = fitted.model.rules.iter().map(|r| r.class).collect();
    assert_eq!(classes.len(), 3);
    let right = predict(&fitted.model, &data).iter().zip(&data.target.labels).filter(|(p, l)| p == l).count();
    assert!(right >= 140, "{right}");
    let conjunctive = Parameters { form: NormalForm::Conjunctive, ..Parameters::of(Method::Boolean) };
    let error = Learner::new(conjunctive).unwrap().fit(&data, "species").unwrap_err();
    assert_eq!(error.to_string(), "an AND of ORs needs two classes, not 3");
}

#[test]
fn weights_move_the_rules() {
    let data = fixture("monks2", "class");
    let with = |false_positive, false_negative| {
        let parameters = Parameters {
            complexity: Some(10.0),
            false_positive_weight: false_positive,
            false_negative_weight: false_negative,
            max_length: Some(3),
            enumeration_limit: 0,
            ..Parameters::of(Method::Boolean)
        };
        predict(&fit(&data, parameters).model, &data).iter().filter(|&&p| p == 1).count()
    };
    assert!(with(5.0, 1.0) < with(1.0, 5.0));
    let balanced =
        Parameters { class_weight: ClassWeight::Balanced, max_length: Some(2), ..Parameters::of(Method::Boolean) };
    fit(&data, balanced);
}

#[test]
fn all_or_nothing() {
    let data = small(&[(1.0, 0, 0), (2.0, 1, 1), (3.0, 2, 0)], 2);
    let nothing = fit(&data, Parameters { complexity: Some(1.0), ..Parameters::of(Method::Boolean) });
    assert!(nothing.model.rules.is_empty());
    assert_eq!((nothing.model.certificate.objective, nothing.model.certificate.status), (1.0, Status::Optimal));
    assert_eq!(predict(&nothing.model, &data), [0, 0, 0]);
    let form = NormalForm::Conjunctive;
    let all = fit(&data, Parameters { complexity: Some(1.0), form, ..Parameters::of(Method::Boolean) });
    assert_eq!(predict(&all.model, &data), [1, 1, 1]);
    assert_eq!(all.model.certificate.objective, 2.0);
}

#[test]
fn a_path_gets_better_with_complexity() {
    let data = fixture("monks3", "class");
    let parameters = Parameters { max_length: Some(3), ..Parameters::of(Method::Boolean) };
    let classifier = Learner::new(parameters.clone()).unwrap();
    let bounds = [2.0, 5.0, 8.0];
    let path = Sweep { parameter: SweepParameter::Complexity, values: bounds.to_vec() };
    let path = classifier.fit_path(&data, "class", &path, &Limits::default(), &mut ()).unwrap();
    for (fitted, bound) in path.iter().zip(bounds) {
        check(fitted, &data, &Parameters { complexity: Some(bound), ..parameters.clone() });
        let alone = fit(&data, Parameters { complexity: Some(bound), ..parameters.clone() });
        assert_eq!(fitted.model.certificate.objective, alone.model.certificate.objective);
    }
    let losses: Vec<f64> = path.iter().map(|f| f.model.certificate.objective).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
}

#[test]
fn limits_leave_a_model() {
    let data = fixture("wdbc", "diagnosis");
    let limited = Parameters { time_limit: Some(Duration::from_millis(300)), ..Parameters::of(Method::Boolean) };
    let start = std::time::Instant::now();
    let fitted = fit(&data, limited);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(matches!(fitted.model.certificate.status, Status::TimeLimit | Status::Optimal));
    assert!(fitted.model.certificate.objective < 212.0);
    // The time is so long that rounds end the run, however busy the machine is.
    let hour = Some(Duration::from_secs(3600));
    let few = Parameters { max_iterations: Some(1), enumeration_limit: 0, ..Parameters::of(Method::Boolean) };
    let few = Parameters { complexity: Some(15.0), time_limit: hour, ..few };
    assert_eq!(fit(&data, few).model.certificate.status, Status::IterationLimit);
    let stop = StopFlag::default();
    stop.raise();
    let classifier = Learner::new(Parameters::of(Method::Boolean)).unwrap();
    let fitted = classifier.fit_observed(&data, "diagnosis", &stop.into(), &mut ()).unwrap();
    assert_eq!(fitted.model.certificate.status, Status::Interrupted);
}

/// A rule that removes errors of less than a millionth of all weight is not chosen, one of more is.
#[test]
fn what_weighs_next_to_nothing_is_not_worth_a_rule() {
    let rows: Vec<_> = (0..20).map(|i| (f64::from(i), 0, u32::from(i >= 15))).collect();
    for (weight, rules) in [(1e-9, 0), (1e-3, 1)] {
        let mut data = small(&rows, 2);
        data.weights = Some(rows.iter().map(|row| if row.2 == 1 { weight } else { 1.0 }).collect());
        let parameters = Parameters { complexity: Some(4.0), ..Parameters::of(Method::Boolean) };
        assert_eq!(fit(&data, parameters).model.rules.len(), rules, "{weight}");
    }
}
