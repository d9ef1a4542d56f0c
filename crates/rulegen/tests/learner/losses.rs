//! Losses of the caller's own, by a registry.

use rulegen::binarize::Samples;
use rulegen::data::{Dataset, ReadOptions, read_path};
use rulegen::master::{LinearSettings, LogisticMaster, LogisticSettings, MarginHingeMaster, MasterError, RuleMaster};
use rulegen::rule::{Model, Predictor};
use rulegen::{
    FitError, Learner, Loss, LossSettings, Method, ParameterValue, Registry, ScoreKind, Settings, SettingsError,
};
use std::path::Path;
use std::sync::Arc;

/// The built-in losses once more, from outside.
#[derive(Debug)]
enum Copied {
    Hinge,
    Logistic,
}

impl Loss for Copied {
    fn help(&self) -> &str {
        "A copy"
    }

    fn scores(&self) -> ScoreKind {
        match self {
            Copied::Hinge => ScoreKind::Votes,
            Copied::Logistic => ScoreKind::LogOdds,
        }
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        let LossSettings { terms, ridge, strategy, backend, fairness, .. } = settings;
        Ok(match self {
            Copied::Hinge => {
                Box::new(MarginHingeMaster::new(samples, LinearSettings { terms, strategy, backend, fairness })?)
            }
            Copied::Logistic => {
                Box::new(LogisticMaster::new(samples, LogisticSettings { terms, ridge, ..Default::default() })?)
            }
        })
    }

    fn is_linear(&self) -> bool {
        matches!(self, Copied::Hinge)
    }

    fn usual_ridge(&self) -> Option<f64> {
        matches!(self, Copied::Logistic).then_some(3.0)
    }
}

/// A loss that no master can be made for.
#[derive(Debug)]
struct Impossible;

impl Loss for Impossible {
    fn help(&self) -> &str {
        "None"
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Votes
    }

    fn master(&self, _: Arc<Samples>, _: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        Err(MasterError::FixedSamples.into())
    }
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.losses.register("own-hinge", Copied::Hinge).unwrap();
    registry.losses.register("own-logistic", Copied::Logistic).unwrap();
    registry.losses.register("impossible", Impossible).unwrap();
    registry
}

fn wine() -> Dataset {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/wine.csv");
    let table = read_path(&path, &ReadOptions { text: vec!["cultivar".into()], ..Default::default() }).unwrap();
    Dataset::from_table(table, "cultivar", None).unwrap()
}

fn settings(pairs: &[(&str, &str)]) -> Settings {
    let value = |text: &str| match (text.parse::<i128>(), text.parse::<f64>()) {
        (Ok(n), _) => ParameterValue::Integer(n),
        (_, Ok(x)) => ParameterValue::Number(x),
        _ => ParameterValue::Text(text.into()),
    };
    pairs.iter().map(|(name, text)| ((*name).to_owned(), value(text))).collect()
}

fn learner(loss: &str, more: &[(&str, &str)]) -> Result<Learner, SettingsError> {
    Method::Rules.learner_with(settings(&[&[("loss", loss)], more].concat()), &registry())
}

/// An own loss finds the rules of the built-in one that it copies: where the size is chosen, along
/// penalties, and at a given penalty with a proof.
#[test]
fn an_own_loss_is_as_good_as_one_built_in() {
    let data = wine();
    let problems: [&[(&str, &str)]; 3] = [
        &[("size", "5"), ("divisions", "1")],
        &[("path", "penalty"), ("size", "3"), ("divisions", "1")],
        &[("penalty", "2"), ("max-length", "2"), ("bins", "6"), ("terms", "converged")],
    ];
    for (own, built_in) in [("own-hinge", "hinge"), ("own-logistic", "logistic")] {
        for problem in problems {
            let fit = |loss: &str| learner(loss, problem).unwrap().fit(&data, "cultivar").unwrap().model;
            let (own_model, model) = (fit(own), fit(built_in));
            assert_eq!(own_model.loss.as_deref(), Some(own));
            assert_eq!(own_model.settings["loss"], own);
            assert!(!own_model.rules.is_empty());
            assert_eq!(
                (&own_model.rules, &own_model.intercepts),
                (&model.rules, &model.intercepts),
                "{own} {problem:?}"
            );
            assert_eq!(own_model.certificate, model.certificate, "{own} {problem:?}");
            assert_eq!(own_model.has_probabilities(), model.has_probabilities());
            // Whoever reads the file needs no registry.
            let read = Model::from_json(&own_model.to_json()).unwrap();
            assert_eq!(read, own_model);
            let shares = |model: &Model| Predictor::new(model).probabilities(&data.features).unwrap();
            assert_eq!(shares(&read), shares(&model));
        }
    }
}

/// Parameters that the master of a loss does not read are refused, and so is a name that is not
/// registered.
#[test]
fn what_an_own_loss_does_not_read_is_refused() {
    let refused = |loss: &str, more: &[(&str, &str)]| learner(loss, more).unwrap_err().to_string();
    let names = "logistic, hinge, own-hinge, own-logistic, impossible";
    assert_eq!(refused("own", &[]), format!("the loss must be one of {names}, not 'own'"));
    assert_eq!(refused("own-hinge", &[("ridge", "1")]), "the ridge must be 0 with the loss own-hinge, not 1");
    let fair = refused("own-hinge", &[("fairness", "odm"), ("epsilon", "0.1")]);
    assert!(fair.starts_with("the fairness constraint cannot be given with the loss own-hinge: "), "{fair}");
    let strategy = refused("own-logistic", &[("lp-strategy", "interior")]);
    assert!(
        strategy.starts_with("the LP strategy cannot be given with the loss own-logistic, which has no"),
        "{strategy}"
    );
    assert!(
        learner("own-logistic", &[("lp", "microlp")]).is_err() && learner("own-hinge", &[("lp", "microlp")]).is_ok()
    );
    let measure = Settings::from([
        ("loss".to_owned(), ParameterValue::Text("own-hinge".into())),
        ("choose-by".to_owned(), ParameterValue::List(vec!["log-loss".into()])),
    ]);
    let measure = Method::Rules.learner_with(measure, &registry()).unwrap_err().to_string();
    assert_eq!(measure, "the measure must be one that needs no probabilities with the loss own-hinge, not log-loss");
    let error = learner("impossible", &[("size", "2")]).unwrap().fit(&wine(), "cultivar").unwrap_err();
    assert!(matches!(error, FitError::Master(MasterError::FixedSamples)), "{error}");
}
