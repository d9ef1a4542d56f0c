//! The rule classifier, by what its models say of the rows.

use rulegen::data::{Dataset, Groups, ReadOptions, read_path};
use rulegen::lp::Backend;
use rulegen::master::LpStrategy;
use rulegen::rule::{Fallback, Literal, Model, Predictor, Status, Test};
use rulegen::{
    CostScaling, FairnessCriterion, FallbackKind, FitError, Fitted, Learner, Loss, Method, ParameterValue, Path,
    PathParameter, PricerName, RugClassifier, RugParameters, RuleClassifier, RuleParameters, Settings,
};

fn fixture(name: &str, target: &'static str) -> (Dataset, &'static str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/{name}.csv"));
    let table = read_path(&path, &ReadOptions { text: vec![target.into()], ..Default::default() }).unwrap();
    (Dataset::from_table(table, target, None).unwrap(), target)
}

fn all() -> [(Dataset, &'static str); 4] {
    [fixture("monks1", "class"), fixture("wdbc", "diagnosis"), fixture("iris", "species"), fixture("wine", "cultivar")]
}

/// Proved over all rules of two conditions on quartiles.
fn exact(loss: Loss) -> RuleParameters {
    RuleParameters {
        loss,
        penalty: Some(2.0),
        pricers: Some(vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND]),
        max_length: Some(2),
        bins: Some(rulegen::binarize::Bins::Quantiles(4)),
        ..Default::default()
    }
}

fn fit(parameters: &RuleParameters, data: &Dataset, target: &str) -> Fitted {
    RuleClassifier::new(parameters.clone()).unwrap().fit(data, target).unwrap()
}

/// The weights of a model's rules, each times its number of conditions.
fn rule_costs(model: &Model) -> f64 {
    model.rules.iter().map(|r| r.weight * r.rule.len() as f64).sum()
}

#[test]
fn the_objective_of_log_odds_is_the_log_loss_of_probabilities_and_the_costs() {
    for (data, target) in all() {
        for parameters in [exact(Loss::Logistic), RuleParameters { penalty: Some(0.5), ..Default::default() }] {
            let Fitted { model, .. } = fit(&parameters, &data, target);
            assert_eq!((model.method.as_str(), model.loss.as_deref()), ("rules", Some("logistic")));
            assert!(model.has_probabilities());
            let probabilities = Predictor::new(&model).probabilities(&data.features).unwrap();
            let of_class = probabilities.chunks(model.classes.len()).zip(&data.target.labels);
            let log_loss: f64 = of_class.map(|(of_row, &label)| -of_row[label as usize].ln()).sum();
            let objective = log_loss + parameters.penalty.unwrap() * rule_costs(&model);
            let said = model.certificate.objective;
            assert!((objective - said).abs() <= 1e-6 * objective, "{target}: {objective}, but {said} is said");
            if parameters.max_length.is_some() {
                assert_eq!(model.certificate.status, Status::Optimal, "{target}");
                assert!(model.certificate.lower_bound.unwrap() <= objective * (1.0 + 1e-9));
            }
        }
    }
}

/// With two classes the margin is that of RUG.
#[test]
fn the_margin_hinge_of_two_classes_is_rugs_program() {
    for (data, target) in all() {
        let margin = fit(&exact(Loss::Hinge), &data, target).model.certificate;
        assert_eq!(margin.status, Status::Optimal, "{target}");
        let RuleParameters { penalty, pricers, max_length, bins, .. } = exact(Loss::Hinge);
        let (penalty, cost_scaling) = (penalty.unwrap(), CostScaling::None);
        let rug = RugParameters { penalty, pricers, max_length, bins, cost_scaling, ..Default::default() };
        let rug = RugClassifier::new(rug).unwrap().fit(&data, target).unwrap().model.certificate;
        match data.target.classes.len() {
            2 => assert!((margin.objective - rug.objective).abs() <= 2e-6 * rug.objective, "{target}"),
            // The best other class has at least the mean of the others' votes.
            _ => assert!(margin.objective > rug.objective, "{target}"),
        }
    }
}

#[test]
fn a_row_of_weight_two_is_two_rows() {
    let (data, target) = fixture("iris", "species");
    let rows: Vec<usize> = (0..150).chain(0..150).chain(0..75).collect();
    let twice = data.select_rows(&rows);
    let weights = (0..150).map(|row| if row < 75 { 3.0 } else { 2.0 }).collect();
    let weighted = Dataset { weights: Some(weights), ..data };
    for loss in [Loss::Logistic, Loss::Hinge] {
        let [a, b] = [&twice, &weighted].map(|data| fit(&exact(loss), data, target).model);
        assert!(
            (a.certificate.objective - b.certificate.objective).abs() <= 1e-6 * a.certificate.objective,
            "{loss:?}"
        );
    }
}

#[test]
fn no_rule_has_a_forbidden_condition() {
    let (data, target) = fixture("iris", "species");
    for loss in [Loss::Logistic, Loss::Hinge] {
        let forbidden = vec!["petal_width".into(), "petal_length <=".into()];
        let model =
            fit(&RuleParameters { forbidden, penalty: Some(0.1), loss, ..Default::default() }, &data, target).model;
        let text = model.to_text();
        assert!(!text.contains("petal_width") && !text.contains("petal_length <="), "{text}");
        assert!(text.contains("petal_length >"), "{text}");
    }
    // RUG has them too, also where the leaves of its first tree answer for the rules.
    let forbidden = vec!["petal_width".into(), "petal_length <=".into()];
    let parameters = RugParameters { forbidden, fallback: FallbackKind::FirstTree, ..Default::default() };
    let model = RugClassifier::new(parameters).unwrap().fit(&data, target).unwrap().model;
    let text = model.to_text();
    assert!(text.contains("petal_length >"), "{text}");
    let leaves = match &model.fallback {
        Fallback::Rules { rules, .. } => rules.iter().map(|(rule, _)| rule).collect(),
        Fallback::Class(_) => Vec::new(),
    };
    let all = model.rules.iter().map(|rule| &rule.rule).chain(leaves);
    let forbidden = |literal: &Literal| match &model.schema.feature(*literal).name[..] {
        "petal_width" => true,
        "petal_length" => matches!(literal.test, Test::AtMost(_)),
        _ => false,
    };
    assert!(!all.flat_map(|rule| rule.literals()).any(forbidden), "{text}");
}

#[test]
fn the_logistic_loss_has_no_linear_program() {
    let error = |parameters| RuleClassifier::new(parameters).unwrap_err().to_string();
    let strategy = RuleParameters { strategy: Some(LpStrategy::DualSimplex), ..Default::default() };
    assert!(error(strategy).starts_with("the LP strategy must be absent with the logistic loss"));
    let text = |word: &str| ParameterValue::Text(word.into());
    for name in Backend::built().map(Backend::name).chain(["auto"]) {
        let settings = Settings::from([("lp".to_owned(), text(name))]);
        let hinge = settings.clone().into_iter().chain([("loss".to_owned(), text("hinge"))]).collect();
        assert!(Method::Rules.learner(hinge).is_ok(), "{name}");
        match Method::Rules.learner(settings) {
            Ok(_) => assert_eq!(name, "auto"),
            Err(error) => {
                assert!(error.to_string().starts_with("the LP backend must be absent with the logistic loss"))
            }
        }
    }
}

#[test]
fn fairness_comes_with_the_hinge() {
    let fair = |loss| RuleParameters {
        loss,
        fairness: Some(FairnessCriterion::Odm),
        epsilon: Some(0.01),
        ..Default::default()
    };
    let error = RuleClassifier::new(fair(Loss::Logistic)).unwrap_err().to_string();
    assert!(error.contains("rules are fair with the loss hinge"), "{error}");

    let (mut data, target) = fixture("wdbc", "diagnosis");
    let of_row = (0..data.target.labels.len()).map(|row| (row % 3 == 0).into()).collect();
    data.groups = Some(Groups { names: vec!["a".into(), "b".into()], of_row });
    let classifier = RuleClassifier::new(fair(Loss::Hinge)).unwrap();
    let path = Path { parameter: PathParameter::Epsilon, values: vec![0.0, 0.05, 1.0] };
    let along = classifier.fit_path(&data, target, &path, &Default::default(), &mut ()).unwrap();
    let objectives: Vec<f64> = along.iter().map(|fitted| fitted.model.certificate.objective).collect();
    assert!(objectives.is_sorted_by(|a, b| a >= &(b - 1e-6 * b)), "{objectives:?}");
    assert_eq!(along[1].model.settings["epsilon"], 0.05);
    assert!(along.iter().all(|fitted| fitted.raised.is_some_and(|raised| raised >= 0.0)));

    let path = Path { parameter: PathParameter::Complexity, values: vec![1.0] };
    let refused = classifier.fit_path(&data, target, &path, &Default::default(), &mut ());
    assert!(matches!(refused, Err(FitError::NoPath { .. })));
}
