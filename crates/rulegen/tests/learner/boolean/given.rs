//! Required rules and forbidden conditions.

use crate::boolean::data::{fit, fixture, small};
use rulegen::rule::{Model, clause, conditions};
use rulegen::{Learner, Method, NormalForm, Parameters, PricerName};

fn words(model: &Model) -> Vec<String> {
    model.rules.iter().flat_map(|r| conditions(&model.schema, &r.rule)).collect()
}

#[test]
fn no_pricer_gets_a_forbidden_condition_through() {
    let data = fixture("monks1", "class");
    let free = fit(&data, Parameters { complexity: Some(8.0), ..Parameters::of(Method::Boolean) });
    assert!(words(&free.model).iter().any(|w| w.starts_with("jacket_color = ")), "{:?}", words(&free.model));
    for pricers in [
        vec![PricerName::GREEDY],
        vec![PricerName::TREE],
        vec![PricerName::SAMPLED],
        vec![PricerName::BRANCH_AND_BOUND],
        vec![PricerName::TREE, PricerName::GREEDY, PricerName::BRANCH_AND_BOUND],
    ] {
        let forbidden = vec!["jacket_color = red".to_string(), "head_shape !=".into(), "holding".into()];
        let parameters = Parameters {
            complexity: Some(8.0),
            pricers: Some(pricers.clone()),
            forbidden,
            max_length: Some(3),
            ..Parameters::of(Method::Boolean)
        };
        let fitted = fit(&data, parameters);
        for word in words(&fitted.model) {
            let bad = word == "jacket_color = red" || word.starts_with("head_shape !=") || word.starts_with("holding");
            assert!(!bad, "{word} of {pricers:?}");
        }
        let exact = pricers.contains(&PricerName::BRANCH_AND_BOUND);
        assert_eq!(fitted.model.certificate.lower_bound.is_some(), exact);
        let (own, all) = (&fitted.model.certificate, &free.model.certificate);
        assert!(own.objective >= all.objective);
    }
}

#[test]
fn in_a_conjunctive_form_conditions_are_those_that_are_shown() {
    let data = fixture("monks1", "class");
    let parameters = |forbidden: Vec<String>| Parameters {
        complexity: Some(12.0),
        form: NormalForm::Conjunctive,
        forbidden,
        max_length: Some(3),
        ..Parameters::of(Method::Boolean)
    };
    let shown =
        |model: &Model| -> Vec<String> { model.rules.iter().flat_map(|r| clause(&model.schema, &r.rule)).collect() };
    let free = fit(&data, parameters(vec![]));
    let first = shown(&free.model).first().cloned().expect("a clause");
    let without = fit(&data, parameters(vec![first.clone()]));
    assert!(!shown(&without.model).contains(&first), "{first}");
}

#[test]
fn rules_that_must_be_in_are_in() {
    let data = fixture("monks1", "class");
    let given = fit(&data, Parameters { complexity: Some(2.0), ..Parameters::of(Method::Boolean) }).model;
    assert_eq!(given.rules.len(), 1);
    let mut other = given.clone();
    // A rule that no search would choose.
    other.rules[0].rule = rulegen::rule::Rule::new([given.schema.literals()[0]]);
    for model in [given, other] {
        let parameters = Parameters {
            complexity: Some(10.0),
            must_have: Some(model.clone().into()),
            ..Parameters::of(Method::Boolean)
        };
        let fitted = fit(&data, parameters);
        assert!(fitted.model.rules.iter().any(|r| r.rule == model.rules[0].rule));
    }
}

#[test]
fn cut_points_of_rules_that_must_be_in_are_taken_over() {
    let rows: Vec<(f64, u32, u32)> = (0..40).map(|i| (f64::from(i) / 2.0, i % 3, u32::from(i >= 17))).collect();
    let data = small(&rows, 2);
    let every = Parameters {
        complexity: Some(2.0),
        bins: Some(rulegen::binarize::Bins::Values),
        ..Parameters::of(Method::Boolean)
    };
    let exact = fit(&data, every).model;
    let coarse = Parameters {
        complexity: Some(2.0),
        bins: Some(rulegen::binarize::Bins::Quantiles(2)),
        must_have: Some(exact.clone().into()),
        ..Parameters::of(Method::Boolean)
    };
    let fitted = fit(&data, coarse);
    assert_eq!(words(&fitted.model), words(&exact));
    assert_eq!(fitted.model.certificate.objective, 0.0);
}

#[test]
fn what_cannot_be_given_is_refused() {
    let data = fixture("monks1", "class");
    let error = |parameters: Parameters| Learner::new(parameters).unwrap().fit(&data, "class").unwrap_err().to_string();
    for text in ["nose = 1", "holding like sword", "holding ~ sword"] {
        let said = error(Parameters { forbidden: vec![text.into()], ..Parameters::of(Method::Boolean) });
        assert!(said.contains(&format!("'{text}' is no condition on a column of the data")), "{said}");
        assert!(said.contains("the columns are 'head_shape', 'body_shape', "), "{said}");
    }
    for text in ["holding = spoon", "holding <= 3", "holding is missing"] {
        let said = error(Parameters { forbidden: vec![text.into()], ..Parameters::of(Method::Boolean) });
        let known = "the conditions on 'holding' are = and != of 'balloon', 'flag', 'sword'";
        assert_eq!(said, format!("'{text}' forbids nothing: {known}"));
    }
    let said = error(Parameters { positive: Some("maybe".into()), ..Parameters::of(Method::Boolean) });
    assert_eq!(said, "'maybe' is not a class; the classes are 'negative', 'positive'");
    let model = fit(&data, Parameters { complexity: Some(5.0), ..Parameters::of(Method::Boolean) }).model;
    let with = |model: &Model, complexity| Parameters {
        must_have: Some(model.clone().into()),
        complexity: Some(complexity),
        ..Parameters::of(Method::Boolean)
    };
    let mut foreign = model.clone();
    foreign.schema.features.iter_mut().for_each(|f| f.name.push('?'));
    assert!(error(with(&foreign, 15.0)).contains("must be in, but a column of it is left out, is not there"));
    let mut other = model.clone();
    other.rules.iter_mut().for_each(|r| r.class = 0);
    assert!(error(with(&other, 15.0)).contains("or its class has no rules"));
    assert!(error(with(&model, 1.0)).contains("more than 1"), "{}", error(with(&model, 1.0)));
}
