//! Edits of models: the weights are those of the same given rules, and nothing is claimed that does
//! not hold.

use crate::fixtures::{fixture, one_division};
use crate::rules::exact;
use rulegen::data::Dataset;
use rulegen::limits::Limits;
use rulegen::rule::{Model, Predictor, Status, rule_text};
use rulegen::{
    Edit, Edited, FitError, Learner, LossName, Method, Parameters, PricerName, Registry, Restricted, SizeChoice,
};

fn fit(parameters: &Parameters, data: &Dataset, target: &str) -> Model {
    Learner::new(parameters.clone()).unwrap().fit(data, target).unwrap().model
}

fn edited(edit: &Edit, model: &Model, data: &Dataset) -> Result<Edited, FitError> {
    edit.of(model, data, &Registry::default(), &Limits::default())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 2e-6 * b.abs().max(1.0)
}

/// Small models of few conditions, with exact pricing where it takes no time.
fn of_every_kind() -> Vec<Parameters> {
    vec![
        Parameters { size: Some(SizeChoice::Rules(4.try_into().unwrap())), ..one_division() },
        exact(LossName::LOGISTIC),
        exact(LossName::HINGE),
        Parameters { max_length: Some(2), ..Parameters::of(Method::Rug) },
    ]
}

#[test]
fn rules_that_stay_have_the_weights_that_they_had() {
    for (data, target) in [fixture("monks1", "class"), fixture("iris", "species"), fixture("wine", "cultivar")] {
        for parameters in of_every_kind() {
            let model = fit(&parameters, &data, target);
            let Edited { before, after, without_weight, .. } = edited(&Edit::default(), &model, &data).unwrap();
            let what = format!("{target} {:?}", model.loss);
            assert!(close(before.certificate.objective, model.certificate.objective), "{what}");
            assert_eq!((&before.rules, &before.schema), (&after.rules, &model.schema), "{what}");
            // The optimum of a linear program need not be unique.
            if model.log_odds {
                assert_eq!(without_weight, Vec::<String>::new(), "{what}");
                assert_eq!(before.rules.len(), model.rules.len());
                let [mut refitted, mut learned] = [before.rules.clone(), model.rules.clone()];
                for rules in [&mut refitted, &mut learned] {
                    rules.sort_by(|a, b| a.rule.cmp(&b.rule).then(a.class.cmp(&b.class)));
                }
                for (a, b) in refitted.iter().zip(&learned) {
                    assert_eq!((&a.rule, a.class, a.support), (&b.rule, b.class, b.support), "{what}");
                    assert!((a.weight - b.weight).abs() < 1e-3, "{what}: {} and {}", a.weight, b.weight);
                }
            }
            assert_eq!(before.training_rows().map(|rows| rows.all), model.training_rows().map(|rows| rows.all));
            // Log-odds prove the bound that they proved when they were learned. The duals of a
            // linear program over few rules are not unique, and may prove less.
            let optimal = model.certificate.status == Status::Optimal;
            for certificate in [&before.certificate, &after.certificate] {
                assert_eq!(certificate.lower_bound.is_some(), model.certificate.lower_bound.is_some(), "{what}");
                let Some((proved, bound)) = certificate.lower_bound.zip(model.certificate.lower_bound) else {
                    continue;
                };
                assert!(proved <= bound * (1.0 + 2e-6), "{what}: {proved} is above {bound}");
                assert!(!model.log_odds || close(proved, bound), "{what}: {proved} and {bound}");
                assert_eq!(certificate.status == Status::Optimal, optimal && close(proved, bound), "{what}");
            }
        }
    }
}

/// Returns the learned weights of given rules, by [`Learner::restricted`].
fn weighed(parameters: &Parameters, rules: &Model, data: &Dataset, target: &str) -> Restricted {
    let learner = Learner::new(parameters.clone()).unwrap();
    learner.restricted(data, target, rules, &Limits::default()).unwrap()
}

#[test]
fn the_weights_are_those_of_the_same_given_rules() {
    let (data, target) = fixture("wdbc", "diagnosis");
    for loss in [LossName::LOGISTIC, LossName::HINGE] {
        let parameters = Parameters { loss, penalty: Some(2.0), max_length: Some(2), ..Parameters::default() };
        let model = fit(&parameters, &data, target);
        let drop = (2..model.rules.len() - 1).collect();
        let edit = Edit { drop, add: vec!["if area_worst > 800.25 then M".into()], ..Edit::default() };
        let Edited { before, after, .. } = edited(&edit, &model, &data).unwrap();
        let mut given = Model { rules: after.rules.clone(), schema: after.schema.clone(), ..model.clone() };
        let found = weighed(&parameters, &given, &data, target);
        assert!(found.optimal && close(after.certificate.objective, found.objective));
        if model.log_odds {
            for (rule, weight) in after.rules.iter().zip(&found.weights) {
                assert!((rule.weight - weight).abs() < 1e-4, "{} and {weight}", rule.weight);
            }
        }
        let words = after.rules.iter().map(|r| rule_text(&after, &r.rule, r.class)).collect::<Vec<_>>();
        assert!(words.contains(&"if area_worst > 800.25 then M".into()), "{words:?}");
        let dropped = &model.rules[1];
        assert!(!words.contains(&rule_text(&model, &dropped.rule, dropped.class)));
        // The file is sound, and says what was done.
        let read = Model::from_json(&after.to_json()).unwrap();
        assert_eq!(read, after);
        assert!(read.notes().iter().any(|note| note == "Rules added by hand: if area_worst > 800.25 then M."));
        assert!(Predictor::new(&read).predict(&data.features).is_ok());
        // Without the rule that was added, the others cost at least what they did with all rules.
        given.rules.retain(|r| rule_text(&after, &r.rule, r.class) != "if area_worst > 800.25 then M");
        assert!(weighed(&parameters, &given, &data, target).objective >= before.certificate.objective * (1.0 - 1e-6));
    }
}

#[test]
fn locked_weights_stay() {
    for (data, target) in [fixture("wdbc", "diagnosis"), fixture("iris", "species")] {
        let model = fit(&of_every_kind()[0], &data, target);
        // Weights that are best already may be locked.
        let all: Vec<usize> = (1..=model.rules.len()).collect();
        let same = edited(&Edit { lock: all, ..Edit::default() }, &model, &data).unwrap().after;
        assert!(close(same.certificate.objective, model.certificate.objective));
        assert!(same.rules.iter().zip(&model.rules).all(|(a, b)| a.rule == b.rule && a.weight == b.weight));
        // One of another weight costs more, and the rest make up for it as far as they can.
        let words = rule_text(&model, &model.rules[0].rule, model.rules[0].class);
        let heavy = model.rules[0].weight + 1.0;
        let add = vec![format!("{words} with weight {heavy}")];
        let edit = Edit { drop: vec![1], add, lock: vec![2], ..Edit::default() };
        let after = edited(&edit, &model, &data).unwrap().after;
        let weight = |k: usize| {
            let of =
                |r: &&rulegen::rule::WeightedRule| r.rule == model.rules[k].rule && r.class == model.rules[k].class;
            after.rules.iter().find(of).unwrap().weight
        };
        assert_eq!((weight(0), weight(1)), (heavy, model.rules[1].weight));
        assert!(after.certificate.objective > model.certificate.objective * (1.0 + 1e-6));
        let mut stiff = model.clone();
        stiff.rules[0].weight = heavy;
        assert!(after.certificate.objective < objective(&stiff, &data), "the others are fitted again");
        assert!(close(after.certificate.objective, objective(&after, &data)));
        // No other weight of a free rule is better.
        for k in (0..after.rules.len()).filter(|k| ![heavy, model.rules[1].weight].contains(&after.rules[*k].weight)) {
            for by in [-0.05, 0.05] {
                let mut moved = after.clone();
                moved.rules[k].weight += by;
                assert!(objective(&moved, &data) >= after.certificate.objective * (1.0 - 1e-9));
            }
        }
    }
}

/// The objective of a model of log-odds on rows of weight 1: log loss, costs and ridge.
fn objective(model: &Model, data: &Dataset) -> f64 {
    let probabilities = Predictor::new(model).probabilities(&data.features).unwrap();
    let of_row = probabilities.chunks(model.classes.len()).zip(&data.target.labels);
    let number = |name: &str| model.settings[name].as_f64().unwrap();
    let cost = |r: &rulegen::rule::WeightedRule| {
        number("penalty") * r.rule.len() as f64 * r.weight + number("ridge") / 2.0 * r.weight * r.weight
    };
    of_row.map(|(of_row, &label)| -of_row[label as usize].ln()).sum::<f64>() + model.rules.iter().map(cost).sum::<f64>()
}

#[test]
fn bounds_are_claimed_for_rules_that_they_are_over() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let model = fit(&of_every_kind()[1], &data, target);
    assert_eq!(model.certificate.status, Status::Optimal);
    let Edited { before, after, .. } = edited(&Edit { drop: vec![1], ..Edit::default() }, &model, &data).unwrap();
    assert_eq!((before.certificate.status, after.certificate.status), (Status::Optimal, Status::Edited));
    let gap = after.certificate.gap().unwrap();
    assert!(gap > 1e-3 && after.certificate.lower_bound == before.certificate.lower_bound, "{gap}");
    // Rules of three conditions are none of those that the bound is over.
    let long = "if area_worst > 500 and texture_mean > 15 and texture_worst > 20 then M with weight 0.1";
    let Edited { before, after, .. } =
        edited(&Edit { add: vec![long.into()], ..Edit::default() }, &model, &data).unwrap();
    assert!(before.certificate.lower_bound.is_some());
    assert_eq!((after.certificate.lower_bound, after.certificate.scopes.len()), (None, 0));
    // Nothing is proved where the model proves nothing.
    let heuristic = fit(
        &Parameters { penalty: Some(2.0), pricers: Some(vec![PricerName::GREEDY]), ..Parameters::default() },
        &data,
        target,
    );
    let Edited { after, .. } = edited(&Edit { drop: vec![1], ..Edit::default() }, &heuristic, &data).unwrap();
    assert_eq!(after.certificate.lower_bound, None);
    // On other rows it is their bound, not that of the file.
    let half = data.select_rows(&(0..data.target.labels.len()).step_by(2).collect::<Vec<_>>());
    let Edited { before, .. } = edited(&Edit { drop: vec![1], ..Edit::default() }, &model, &half).unwrap();
    let (bound, objective) = (before.certificate.lower_bound.unwrap(), before.certificate.objective);
    assert!(bound <= objective && objective < 0.7 * model.certificate.objective, "{bound} {objective}");
}

#[test]
fn constraints_bind_what_is_added() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let parameters = Parameters {
        penalty: Some(2.0),
        forbidden: vec!["area_worst >".into()],
        positive: Some("M".into()),
        monotone: vec!["texture_mean:+".parse().unwrap()],
        ..Parameters::default()
    };
    let model = fit(&parameters, &data, target);
    let add = |text: &str| edited(&Edit { add: vec![text.into()], ..Edit::default() }, &model, &data);
    for text in ["if area_worst > 800 then +", "if texture_mean <= 20 then +", "if texture_mean > 20 then -"] {
        assert!(add(text).unwrap_err().to_string().contains("constraints that forbid it"), "{text}");
    }
    assert!(add("if area_worst <= 800 then -").is_ok() && add("if texture_mean > 20 then +").is_ok());
}

#[test]
fn what_cannot_be_done_is_refused() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let kinds = of_every_kind();
    let model = fit(&kinds[0], &data, target);
    let refused = |drop: &[usize], add: &[&str], lock: &[usize]| {
        let add = add.iter().map(|&text| text.to_owned()).collect();
        edited(&Edit { drop: drop.into(), add, lock: lock.into(), ..Edit::default() }, &model, &data).unwrap_err()
    };
    assert!(matches!(refused(&[5], &[], &[]), FitError::NoSuchRule { number: 5, rules: 4 }));
    assert!(matches!(refused(&[], &[], &[0]), FitError::NoSuchRule { number: 0, rules: 4 }));
    assert!(matches!(refused(&[1, 2], &[], &[2]), FitError::DroppedAndLocked { number: 2 }));
    assert!(matches!(refused(&[], &["if aera > 3 then M"], &[]), FitError::WrittenRule(_)));
    let twice = ["if area_mean > 800 then M", "if area_mean > 800 then M"];
    assert!(refused(&[], &twice, &[]).to_string().contains("it is there already"));
    assert!(refused(&[], &["if area_mean > 1e9 then M"], &[]).to_string().contains("no row meets it"));

    // Weights of the hinge have no unit that could be kept.
    let hinge = fit(&kinds[2], &data, target);
    let error = edited(&Edit { lock: vec![1], ..Edit::default() }, &hinge, &data).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the weight of a rule can be locked where weights are log-odds: under the logistic loss"
    );
    let boolean = fit(&Parameters { complexity: Some(3.0), ..Parameters::of(Method::Boolean) }, &data, target);
    let drop = Edit { drop: vec![1], ..Edit::default() };
    assert!(matches!(edited(&drop, &boolean, &data), Err(FitError::NotWeighed)));
    for (name, value, says) in [
        ("penalty", serde_json::Value::Null, "cannot be edited"),
        ("penalty", (-1.0).into(), "the penalty must be positive"),
        ("fairness", "odm".into(), "fair between groups"),
        ("class_weight", "heavy".into(), "settings cannot be read"),
        ("forbidden", 3.into(), "settings cannot be read"),
    ] {
        let mut hostile = model.clone();
        match value.is_null() {
            true => hostile.settings.remove(name),
            false => hostile.settings.insert(name.into(), value),
        };
        let error = edited(&drop, &hostile, &data).unwrap_err();
        assert!(matches!(error, FitError::NotEditable { .. }) && error.to_string().contains(says), "{error}");
    }
    let unknown = Model { method: "mine".into(), ..model.clone() };
    assert!(edited(&drop, &unknown, &data).unwrap_err().to_string().contains("the method 'mine'"));
    let (iris, _) = fixture("iris", "species");
    assert!(edited(&drop, &model, &iris).unwrap_err().to_string().contains("classes of the data are others"));
}
