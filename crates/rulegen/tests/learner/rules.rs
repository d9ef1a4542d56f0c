//! The rule classifier, checked by its models' answers on the rows.

use crate::fixtures::{all, fixture, one_division};
use rulegen::data::{Dataset, Groups};
use rulegen::lp::Backend;
use rulegen::master::LpStrategy;
use rulegen::rule::{Domain, Fallback, Literal, Model, Predictor, Status, Test};
use rulegen::{
    CostScaling, Cuts, FairnessCriterion, FallbackKind, FitError, Fitted, Learner, LossName, Method, ParameterValue,
    Parameters, PricerName, Settings, Sweep, SweepParameter,
};

/// Parameters with a proof over all rules of two conditions on quartiles.
pub(crate) fn exact(loss: LossName) -> Parameters {
    Parameters {
        loss,
        penalty: Some(2.0),
        pricers: Some(vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND]),
        max_length: Some(2),
        bins: Some(rulegen::binarize::Bins::Quantiles(4)),
        ..Parameters::default()
    }
}

fn fit(parameters: &Parameters, data: &Dataset, target: &str) -> Fitted {
    Learner::new(parameters.clone()).unwrap().fit(data, target).unwrap()
}

/// Sums the weights of a model's rules, each times its number of conditions.
fn rule_costs(model: &Model) -> f64 {
    model.rules.iter().map(|r| r.weight * r.rule.len() as f64).sum()
}

#[test]
fn the_objective_of_log_odds_is_the_log_loss_of_probabilities_and_the_costs() {
    for (data, target) in all() {
        for parameters in [exact(LossName::LOGISTIC), Parameters { penalty: Some(0.5), ..Parameters::default() }] {
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

/// With two classes the margin hinge is the program of RUG.
#[test]
fn the_margin_hinge_of_two_classes_is_rugs_program() {
    for (data, target) in all() {
        let margin = fit(&exact(LossName::HINGE), &data, target).model.certificate;
        assert_eq!(margin.status, Status::Optimal, "{target}");
        let Parameters { penalty, pricers, max_length, bins, .. } = exact(LossName::HINGE);
        let (penalty, cost_scaling) = (penalty.unwrap(), CostScaling::None);
        let rug = Parameters {
            penalty: Some(penalty),
            pricers,
            max_length,
            bins,
            cost_scaling,
            ..Parameters::of(Method::Rug)
        };
        let rug = Learner::new(rug).unwrap().fit(&data, target).unwrap().model.certificate;
        match data.target.classes.len() {
            2 => assert!((margin.objective - rug.objective).abs() <= 2e-6 * rug.objective, "{target}"),
            // The best other class has at least the mean of the other classes' votes.
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
    for loss in [LossName::LOGISTIC, LossName::HINGE] {
        let [a, b] = [&twice, &weighted].map(|data| fit(&exact(loss.clone()), data, target).model);
        assert!(
            (a.certificate.objective - b.certificate.objective).abs() <= 1e-6 * a.certificate.objective,
            "{loss:?}"
        );
    }
}

fn rules_in_words(model: &Model) -> String {
    model.rule_lines().into_iter().map(|lines| lines.words + "\n").collect()
}

#[test]
fn no_rule_has_a_forbidden_condition() {
    let (data, target) = fixture("iris", "species");
    for loss in [LossName::LOGISTIC, LossName::HINGE] {
        let forbidden = vec!["petal_width".into(), "petal_length <=".into()];
        let model =
            fit(&Parameters { forbidden, penalty: Some(0.1), loss, ..Parameters::default() }, &data, target).model;
        assert!(model.to_text().contains("Forbidden in rules: petal_width; petal_length <=."));
        let text = rules_in_words(&model);
        assert!(!text.contains("petal_width") && !text.contains("petal_length <="), "{text}");
        assert!(text.contains("petal_length >"), "{text}");
    }
    // RUG forbids them too, even if the leaves of its first tree answer for the rules.
    let forbidden = vec!["petal_width".into(), "petal_length <=".into()];
    let parameters = Parameters { forbidden, fallback: FallbackKind::FirstTree, ..Parameters::of(Method::Rug) };
    let model = Learner::new(parameters).unwrap().fit(&data, target).unwrap().model;
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

/// Conditions are checked once, against the cut points and categories of all rows. Folds, and
/// models of part of the rows, may lack them.
#[test]
fn folds_may_lack_what_is_forbidden() {
    let (data, target) = fixture("iris", "species");
    let free = fit(&one_division(), &data, target).model;
    let cuts = |model: &Model| {
        let widths = model.schema.features.iter().find(|feature| feature.name == "petal_width");
        match widths.map(|feature| feature.domain.clone()) {
            Some(Domain::Numeric { cuts }) => cuts,
            _ => Vec::new(),
        }
    };
    let all: Vec<String> = cuts(&free).iter().map(|cut| format!("petal_width > {cut}")).collect();
    assert!(all.len() > 10 && free.to_text().contains("petal_width > "), "{}", free.to_text());
    let part = data.select_rows(&(0..150).filter(|row| row % 5 != 0).collect::<Vec<_>>());
    let learner = Learner::new(Parameters { forbidden: all, ..one_division() }).unwrap();
    assert!(!rules_in_words(&learner.fit(&data, target).unwrap().model).contains("petal_width > "));
    let error = learner.fit(&part, target).unwrap_err();
    assert!(matches!(&error, FitError::ForbidsNothing { column, .. } if column == "petal_width"), "{error}");
    assert_ne!(cuts(&learner.for_part().fit(&part, target).unwrap().model), cuts(&free));

    // Trees leave cut points and columns out, but the forbidden conditions are checked before.
    let guessed = Parameters {
        cuts: Cuts::Trees,
        forbidden: vec!["sepal_width <=".into()],
        penalty: Some(0.1),
        ..Parameters::default()
    };
    assert!(!rules_in_words(&fit(&guessed, &data, target).model).contains("sepal_width <="));
}

#[test]
fn the_logistic_loss_has_no_linear_program() {
    let error = |parameters| Learner::new(parameters).unwrap_err().to_string();
    let strategy = Parameters { strategy: Some(LpStrategy::DualSimplex), ..Parameters::default() };
    assert!(error(strategy).starts_with("the LP strategy cannot be given with the loss logistic"));
    let text = |word: &str| ParameterValue::Text(word.into());
    for name in Backend::built().map(Backend::name).chain(["auto"]) {
        let settings = Settings::from([("lp".to_owned(), text(name))]);
        let hinge = settings.clone().into_iter().chain([("loss".to_owned(), text("hinge"))]).collect();
        assert!(Method::Rules.learner(hinge).is_ok(), "{name}");
        match Method::Rules.learner(settings) {
            Ok(_) => assert_eq!(name, "auto"),
            Err(error) => {
                assert!(error.to_string().starts_with("the LP backend cannot be given with the loss logistic"))
            }
        }
    }
}

#[test]
fn fairness_comes_with_the_hinge() {
    let fair = |loss| Parameters {
        loss,
        fairness: Some(FairnessCriterion::Odm),
        epsilon: Some(0.01),
        ..Parameters::default()
    };
    let error = Learner::new(fair(LossName::LOGISTIC)).unwrap_err().to_string();
    assert!(error.contains("rules are fair with the loss hinge"), "{error}");

    let (mut data, target) = fixture("wdbc", "diagnosis");
    let of_row = (0..data.target.labels.len()).map(|row| (row % 3 == 0).into()).collect();
    data.groups = Some(Groups { names: vec!["a".into(), "b".into()], of_row });
    let classifier = Learner::new(fair(LossName::HINGE)).unwrap();
    let path = Sweep { parameter: SweepParameter::Epsilon, values: vec![0.0, 0.05, 1.0] };
    let along = classifier.fit_path(&data, target, &path, &Default::default(), &mut ()).unwrap();
    let objectives: Vec<f64> = along.iter().map(|fitted| fitted.model.certificate.objective).collect();
    assert!(objectives.is_sorted_by(|a, b| a >= &(b - 1e-6 * b)), "{objectives:?}");
    assert_eq!(along[1].model.settings["epsilon"], 0.05);
    assert!(along.iter().all(|fitted| fitted.raised.is_some_and(|raised| raised >= 0.0)));

    let path = Sweep { parameter: SweepParameter::Complexity, values: vec![1.0] };
    let refused = classifier.fit_path(&data, target, &path, &Default::default(), &mut ());
    assert!(matches!(refused, Err(FitError::NoPath { .. })));
}
