//! Rules of a former model as the pool.

use crate::rug::data::{fit, fixture};
use rulegen::limits::Limits;
use rulegen::rule::{Model, Status};
use rulegen::{CostScaling, FitError, Learner, Method, Parameters, PricerName, Settings};
use rulegen_binarize::Bins;
use rulegen_data::{Dataset, ReadOptions, read_bytes};

fn data(csv: &str) -> Dataset {
    let options = ReadOptions { text: vec!["y".into()], categorical: vec!["x".into()], ..Default::default() };
    Dataset::from_table(read_bytes(csv.as_bytes(), &options).unwrap(), "y", None).unwrap()
}

#[test]
fn rules_of_a_pool_keep_their_class_by_name() {
    let two = data("x,y\nu,b\nu,b\nv,c\nv,c\n");
    let parameters = Parameters { penalty: Some(0.1), ..Parameters::of(Method::Rug) };
    let model = Learner::new(parameters.clone()).unwrap().fit(&two, "y").unwrap().model;
    assert_eq!(model.rules.len(), 2);
    // The classes of these names have other indices here.
    let three = data("x,y\nu,b\nu,b\nv,c\nv,c\nw,a\n");
    let pool = Parameters { pricers: Some(vec![PricerName::POOL]), pool: Some(model.clone()), ..parameters };
    let found = Learner::new(pool).unwrap().fit(&three, "y").unwrap().model;
    let names = |m: &rulegen::rule::Model| {
        let mut names: Vec<String> = m.rules.iter().map(|r| rulegen::rule::rule_text(m, &r.rule, r.class)).collect();
        names.sort();
        names
    };
    assert_eq!(names(&found), names(&model));
}

#[test]
fn the_rules_of_a_model_are_weighed_again() {
    let (data, target) = fixture("monks1");
    let classifier = Learner::new(Parameters { penalty: Some(0.5), ..Parameters::of(Method::Rug) }).unwrap();
    let fitted = classifier.fit(&data, target).unwrap();
    let again = classifier.restricted(&data, target, &fitted.model, &Limits::default()).unwrap();
    assert!(again.optimal && again.rules.len() == fitted.model.rules.len());
    // Rules without weight add nothing, and the dual values of rows add up to the objective.
    let near = |objective: f64| (objective - fitted.run.objective).abs() < 1e-6 * fitted.run.objective;
    assert!(near(again.objective) && near(again.duals.iter().sum()), "{} {:?}", fitted.run.objective, again);
    let other = Model { classes: vec!["no".into(), "such".into()], ..fitted.model };
    let refused = classifier.restricted(&data, target, &other, &Limits::default()).unwrap_err();
    assert!(matches!(refused, FitError::UnknownRule { .. }), "{refused}");
    let boolean = Method::Boolean.learner(Settings::new()).unwrap();
    let refused = boolean.restricted(&data, target, &other, &Limits::default()).unwrap_err();
    assert_eq!(refused.to_string(), "Boolean rules have no weights: an integer program chooses them");
}

/// Sums of weights are exact then, so that ties are ties at any order of adding.
#[test]
fn weights_are_multiples_of_a_small_part_of_the_largest() {
    for set in ["monks1", "wine", "wdbc"] {
        let (data, target) = fixture(set);
        let parameters = Parameters { max_depth: 2, ..Parameters::of(Method::Rug) };
        let model = Learner::new(parameters).unwrap().fit(&data, target).unwrap().model;
        let parts: Vec<f64> = model.rules.iter().map(|rule| rule.weight * f64::from(1 << 30)).collect();
        assert!(
            !parts.is_empty() && parts.iter().all(|parts| parts.fract() == 0.0 && *parts >= 1.0),
            "{set}: {parts:?}"
        );
    }
}

#[test]
fn small_penalties_can_be_proved() {
    for penalty in [0.01, 0.001] {
        let parameters = Parameters {
            penalty: Some(penalty),
            bins: Some(Bins::Quantiles(5)),
            max_length: Some(3),
            cost_scaling: CostScaling::None,
            pricers: Some(vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND]),
            max_iterations: None,
            ..Parameters::of(Method::Rug)
        };
        let (fitted, _) = fit("iris", parameters);
        assert_eq!(fitted.run.status, Status::Optimal, "penalty {penalty}: {:?}", fitted.run);
    }
}
