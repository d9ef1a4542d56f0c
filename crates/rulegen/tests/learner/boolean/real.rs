//! Figures on the public data sets, where they are present.

use crate::boolean::data::{fit, read};
use rulegen::rule::Status;
use rulegen::{Method, Parameters};
use std::path::Path;

fn load(name: &str, target: &str, categorical: &str) -> Option<rulegen::data::Dataset> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../shared/data/{name}.csv"));
    if !path.exists() {
        eprintln!("{} is not there: left out", path.display());
        return None;
    }
    Some(read(&path, target, categorical))
}

/// The paper's time limit.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(300);

/// The paper's figures: the LP is 142.0, and a rule set of loss 143 is found.
#[test]
fn transfusion_is_proved() {
    let Some(data) = load("transfusion", "donated", "") else { return };
    let parameters =
        Parameters { complexity: Some(15.0), time_limit: Some(PATIENCE), ..Parameters::of(Method::Boolean) };
    let fitted = fit(&data, parameters);
    assert!((fitted.run.objective - 142.0).abs() < 1e-5, "{}", fitted.run.objective);
    assert!((fitted.run.lower_bound.unwrap() - 142.0).abs() < 1e-3, "{:?}", fitted.run.lower_bound);
    assert!(fitted.model.certificate.objective <= 143.0);
    assert_eq!(fitted.model.certificate.status, Status::Optimal);
}

#[test]
fn tictactoe_is_learned_whole() {
    let Some(data) = load("tictactoe", "class", "") else { return };
    let fitted = fit(&data, Parameters { complexity: Some(32.0), ..Parameters::of(Method::Boolean) });
    assert_eq!(fitted.model.certificate.objective, 0.0);
    assert_eq!(fitted.model.rules.len(), 8);
    assert!(fitted.model.rules.iter().all(|r| r.rule.len() == 3));
}
