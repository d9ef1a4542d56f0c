//! Learning from random tables with random settings. Whatever the outcome, bounds are below
//! objectives, and models can be written, read and used for predictions.

use crate::mutant::Mutant;
use crate::target::{corpus, watch};
use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::rule::{Model, Predictor, ROUNDING, Status};
use rulegen::{Method, ParameterKind, ParameterValue, Settings};

const WORDS: &[&str] = &[
    ",",
    "\n",
    "",
    "1",
    "2",
    "0.1",
    "1e-12",
    "1e12",
    "1e300",
    "-1e300",
    "5e-324",
    "0.1000000000000001",
    "a",
    "b",
    "NA",
    "?",
    "yes",
];

/// Values of numbers and counts, among them those that are out of most ranges.
const NUMBERS: [f64; 12] = [0.5, 0.1, 1.0, 2.0, 5.0, 20.0, 1e-6, 1e6, 0.0, -1.0, 0.999, 1e-12];
const COUNTS: [i128; 8] = [1, 2, 3, 5, 10, 0, 50, 1000];

/// Words for the parameters that are lists.
const LISTS: [&[&str]; 5] = [&["greedy"], &["greedy", "branch-and-bound"], &["tree"], &["branch-and-bound"], &["cube"]];

/// The most seconds of a fit. Interrupted fits are checked as the others are.
const SECONDS: f64 = 0.5;

#[test]
fn learning() {
    let corpus = corpus("csv");
    bolero::check!().with_type::<(Mutant, u8, [(u8, u8); 4])>().for_each(|(mutant, method, draws)| {
        let method = Method::ALL[usize::from(*method) % Method::ALL.len()];
        let settings = settings(method, draws);
        watch("learning", &mutant.bytes(&corpus, WORDS), |bytes| check(bytes, method, settings.clone()));
    });
}

/// Some parameters of the method at random.
fn settings(method: Method, draws: &[(u8, u8)]) -> Settings {
    let parameters = method.parameters();
    let mut settings = Settings::default();
    for &(which, value) in draws {
        let info = parameters[usize::from(which) % parameters.len()].info;
        let value = usize::from(value);
        let value = match info.kind {
            ParameterKind::Number => ParameterValue::Number(NUMBERS[value % NUMBERS.len()]),
            ParameterKind::Count => ParameterValue::Integer(COUNTS[value % COUNTS.len()]),
            ParameterKind::Flag => ParameterValue::Flag(value % 2 == 0),
            ParameterKind::Choice(words) | ParameterKind::ChoiceOrName(words) | ParameterKind::ChoiceOrModel(words) => {
                ParameterValue::Text(words[value % words.len()].name.into())
            }
            ParameterKind::Words => {
                ParameterValue::List(LISTS[value % LISTS.len()].iter().map(|word| (*word).to_owned()).collect())
            }
            ParameterKind::Numbers => ParameterValue::List(
                (0..=value % 3).map(|k| NUMBERS[(value + k) % NUMBERS.len()].to_string()).collect(),
            ),
            // Names of columns and models are for other targets, and time is limited below.
            _ => continue,
        };
        settings.insert(info.name.into(), value);
    }
    settings.insert("time-limit".into(), ParameterValue::Number(SECONDS));
    settings
}

fn check(bytes: &[u8], method: Method, settings: Settings) -> bool {
    let Ok(table) = read_bytes(bytes, &ReadOptions::default()) else { return false };
    let Some(target) = table.columns().last().map(|column| column.name().to_owned()) else { return false };
    let read = read_bytes(bytes, &ReadOptions { text: vec![target.clone()], ..ReadOptions::default() });
    let Ok(data) = read.and_then(|table| Dataset::from_table(table, &target, None)) else { return false };
    let Ok(learner) = method.learner(settings) else { return false };
    let Ok(fitted) = learner.fit(&data, &target) else { return false };
    let certificate = &fitted.model.certificate;
    let size = certificate.objective.abs().max(1.0);
    let above = certificate.lower_bound.is_some_and(|bound| bound > certificate.objective + ROUNDING * size);
    assert!(!above, "{certificate:?}");
    assert!(certificate.status != Status::Optimal || certificate.lower_bound.is_some(), "{certificate:?}");
    assert_eq!(Model::from_json(&fitted.model.to_json()).expect("what was written can be read"), fitted.model);
    let predicted = Predictor::new(&fitted.model).predict(&data.features).expect("the columns are those of training");
    assert_eq!(predicted.len(), data.features.rows());
    true
}
