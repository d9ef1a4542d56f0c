//! Training accuracy on data whose best rules are known.

use crate::rug::data::{ALL, accuracy, check, fit, fixture};
use rulegen::lp::Backend;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::{Learner, Method, Parameters};

/// Parameters with cheap rules of any length, which tell apart all rows that can be told apart.
fn cheap() -> Parameters {
    Parameters {
        penalty: Some(0.01),
        max_depth: 12,
        weight_threshold: 0.0,
        max_iterations: Some(40),
        ..Parameters::of(Method::Rug)
    }
}

#[test]
fn defaults_learn_every_fixture() {
    for (name, at_least) in [
        ("tictactoe", 0.93),
        ("monks2", 0.70),
        ("monks3", 1.0),
        ("iris", 0.97),
        ("wine", 1.0),
        ("wdbc", 0.97),
        ("awkward", 0.60),
    ] {
        let (fitted, data) = fit(name, Parameters::of(Method::Rug));
        let accuracy = accuracy(&fitted.model, &data);
        assert!(accuracy >= at_least, "{name}: {accuracy}");
    }
}

#[test]
fn cheap_rules_tell_all_rows_apart() {
    for (name, _) in ALL.iter().filter(|(name, _)| !["tictactoe", "monks1", "awkward"].contains(name)) {
        let (fitted, data) = fit(name, cheap());
        assert_eq!(accuracy(&fitted.model, &data), 1.0, "{name}");
        assert!(fitted.model.certificate.objective < 0.05 * data.target.labels.len() as f64, "{name}");
    }
}

/// A small penalty leads to some 400 rules, whose linear programs are hard for the simplex
/// backends.
#[test]
fn many_cheap_rules() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        for backend in Backend::built() {
            let (fitted, data) = fit("tictactoe", Parameters { strategy: Some(strategy), backend, ..cheap() });
            assert_eq!(accuracy(&fitted.model, &data), 1.0, "{strategy:?} {backend}");
        }
    }
}

/// On all rows of the first problem every split but one is balanced, and that one ends the tree. On
/// a training set they are not, and a model of four rows in five is right on all.
#[test]
fn monks1_is_learned_where_its_balance_is_broken() {
    let (all, target) = fixture("monks1");
    let (train, _) = rulegen::data::stratified_split(&all.target, None, 0.2, 0).unwrap();
    let data = all.select_rows(&train);
    let parameters = Parameters::of(Method::Rug);
    let fitted = Learner::new(parameters.clone()).unwrap().fit(&data, target).unwrap();
    check(&fitted, &data, &parameters);
    assert_eq!(accuracy(&fitted.model, &all), 1.0);
}

#[test]
fn missing_cells_are_told_apart() {
    let (fitted, data) = fit("awkward", Parameters { cost: RuleCost::Unit, ..cheap() });
    assert!(fitted.model.schema.features.iter().any(|f| f.missing_seen));
    assert!(accuracy(&fitted.model, &data) > 0.95, "{}", accuracy(&fitted.model, &data));
}

#[test]
fn a_held_out_fifth_is_predicted_well() {
    for (name, at_least) in [("iris", 0.85), ("wine", 0.80), ("wdbc", 0.88), ("tictactoe", 0.85)] {
        let (data, target) = fixture(name);
        let (train, test) = rulegen::data::stratified_split(&data.target, None, 0.2, 1).unwrap();
        let train = data.select_rows(&train);
        let fitted = Learner::new(Parameters::of(Method::Rug)).unwrap().fit(&train, target).unwrap();
        let accuracy = accuracy(&fitted.model, &data.select_rows(&test));
        assert!(accuracy >= at_least, "{name}: {accuracy}");
    }
}
