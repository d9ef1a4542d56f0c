//! Settings of methods in specifications: every parameter is a key.

use rulegen::{Method, ParameterKind, ParameterValue, Registry, Settings, parameters};
use rulegen_eval::write_experiment_splits;
use serde::Deserialize;
use std::path::Path;

/// The parameters that the experiment itself gives to every fit.
const OF_EXPERIMENTS: [&str; 3] = ["positive", "seed", "cnf"];

/// The value of a parameter as TOML: the default, if there is one that can be said alone.
fn value(name: &str, kind: ParameterKind, default: &ParameterValue, method: Method) -> String {
    match (name, kind, default) {
        ("pricers", ..) => "[\"greedy\"]".into(),
        ("choose-by", ..) => "[\"auc\"]".into(),
        ("tolerance" | "threshold", ..) => "0.5".into(),
        ("error-costs", ..) => "\"1,1\"".into(),
        ("fairness", ..) if method == Method::Boolean => "\"equalized-odds\"".into(),
        ("fairness", ..) => "\"dmc\"".into(),
        (_, ParameterKind::Numbers, _) => "[2, 4.5]".into(),
        (_, ParameterKind::Words, _) => "[\"tree\"]".into(),
        (_, ParameterKind::Choice(words) | ParameterKind::ChoiceOrModel(words), ParameterValue::None) => {
            format!("\"{}\"", words[0].name)
        }
        (.., ParameterValue::None) => "2".into(),
        (.., ParameterValue::Text(word)) => format!("\"{word}\""),
        (.., ParameterValue::List(_)) => "[]".into(),
        (.., other) => other.to_string(),
    }
}

/// Reads a specification of one method with these settings; returns the error if it is refused.
fn refused(folder: &Path, method: Method, settings: &str) -> Option<String> {
    let spec = format!(
        "title = \"t\"\nsplits = {{ kind = \"holdout\", repeats = 1, test = 0.5 }}\n\
         data = {{ own = [{{ name = \"d\", file = \"d.csv\", target = \"y\" }}] }}\n\
         [[methods]]\nname = \"m\"\nmethod = \"{}\"\n[methods.settings]\n{settings}",
        method.name()
    );
    std::fs::write(folder.join("s.toml"), spec).unwrap();
    let written = write_experiment_splits(&folder.join("s.toml"), folder, &[], &Registry::default());
    std::fs::remove_file(folder.join("manifest.json")).ok();
    std::fs::remove_file(folder.join("fits.jsonl")).ok();
    written.err().map(|error| error.to_string())
}

#[test]
fn every_parameter_is_a_key_with_the_same_default() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("d.csv"), "x,y\n1,a\n2,b\n3,a\n4,b\n").unwrap();
    for parameter in parameters() {
        let (name, kind, default) = (parameter.info.name, parameter.info.kind, &parameter.default);
        for method in [Method::Rug, Method::Rules, Method::Boolean] {
            let mut settings = format!("{name} = {}\n", value(name, kind, default, method));
            if name == "fairness" {
                settings.push_str("epsilon = 0.1\n");
            }
            // The logistic loss has no linear program, and no rows of fairness.
            if method == Method::Rules && ["fairness", "lp-strategy"].contains(&name) {
                settings.push_str("loss = \"hinge\"\n");
            }
            let error = refused(folder.path(), method, &settings);
            if OF_EXPERIMENTS.contains(&name) || matches!(kind, ParameterKind::Model | ParameterKind::Rules) {
                assert_eq!(error, Some(format!("method 'm': unknown field `{name}`")));
            } else if !parameter.info.methods.contains(&method) {
                let says = format!("method 'm': {name} is no setting of this method");
                assert!(error.is_some_and(|error| error.starts_with(&says)), "{name}");
            } else {
                assert_eq!(error, None, "{settings}");
                if *default != ParameterValue::None {
                    // The default makes the same learner whether it is said or not.
                    let table: toml::Table = settings.parse().unwrap();
                    let said = method.learner(Settings::deserialize(table).unwrap()).unwrap();
                    let usual = method.learner(Settings::default()).unwrap();
                    assert_eq!(format!("{said:?}"), format!("{usual:?}"), "{name}");
                }
            }
        }
    }
}
