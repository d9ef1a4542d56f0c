//! Thresholds: what they change, where they are refused, and what each export makes of them.

use rulegen_data::{Table, Values};
use rulegen_rule::{Model, ModelDiff, Predictor, RuleError, SqlColumns, explain, threshold_text};

const HEART: &str = r#"{
  "format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "ill",
  "classes": ["no", "yes"], "positive": "yes",
  "features": [{"kind": "numeric", "name": "age", "cuts": [40, 60], "missing_seen": true}],
  "intercepts": [1.5, 0],
  "rules": [
    {"if": [{"column": "age", "is": ">", "value": 60}], "then": "yes", "weight": 1.25, "covered": 10, "correct": 8},
    {"if": [{"column": "age", "is": "<=", "value": 40}], "then": "no", "weight": 0.75, "covered": 20, "correct": 15}],
  "default": {"otherwise": "no"},
  "certificate": {"status": "size", "objective": 20, "lp_objective": 20, "lower_bound": 15},
  "held_out": {"of": "model", "rows": 10, "accuracy": {"value": 0.9}, "auc": {"value": 0.8}},
  "settings": {"error_costs": "1,1"}
}"#;

fn heart() -> Model {
    Model::from_json(HEART).unwrap()
}

fn ages() -> Table {
    // Log-odds of -2.25, -1.5 and -0.25.
    Table::from_columns([("age", Values::Numeric(vec![30.0, 50.0, 70.0]))]).unwrap()
}

fn with(threshold: f64) -> Model {
    heart().with_threshold(Some(threshold)).unwrap()
}

/// The threshold whose log-odds these are.
fn of_log_odds(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[test]
fn a_threshold_decides_and_changes_no_score() {
    let (model, lower) = (heart(), with(0.2));
    let [before, after] = [&model, &lower].map(Predictor::new);
    assert_eq!(before.predict(&ages()).unwrap(), [0, 0, 0]);
    assert_eq!(after.predict(&ages()).unwrap(), [0, 0, 1]);
    assert_eq!(before.probabilities(&ages()).unwrap(), after.probabilities(&ages()).unwrap());
    // A row that ties is of the positive class.
    let tied = with(of_log_odds(-0.25));
    if tied.cut().unwrap().at == -0.25 {
        assert_eq!(Predictor::new(&tied).predict(&ages()).unwrap()[2], 1);
    }
    assert_eq!(Predictor::new(&with(of_log_odds(-2.3))).predict(&ages()).unwrap(), [1, 1, 1]);
    let explanation = explain(&lower, &ages(), 2).unwrap();
    assert_eq!((explanation.prediction.as_str(), explanation.threshold), ("yes", Some(0.2)));
    assert_eq!(Model::from_json(&lower.to_json()).unwrap(), lower);
    assert!(lower.to_rules_json().contains("\"threshold\": 0.2"));
    assert!(!model.to_rules_json().contains("threshold"));
}

#[test]
fn what_was_measured_at_another_threshold_is_left_out() {
    let lower = with(0.2);
    let held_out = lower.held_out.as_ref().unwrap();
    assert_eq!((held_out.accuracy, held_out.auc.unwrap().value), (None, 0.8));
    assert!(lower.to_text().contains("On rows it has not seen: AUC 0.800 (10 rows).\n"), "{}", lower.to_text());
    assert!(lower.settings.is_empty(), "costs of errors are those of another threshold");
    let same = lower.clone().with_threshold(Some(0.2)).unwrap();
    assert_eq!(same, lower);
    let accuracy_alone = Model { held_out: held_out.clone().into(), ..heart() };
    assert!(accuracy_alone.with_threshold(None).unwrap().held_out.is_some(), "nothing has changed");
}

#[test]
fn texts_say_the_threshold() {
    let text = with(0.2).to_text();
    let says = "yes is predicted where its probability is at least 20% (log-odds -1.386),\notherwise no.\n";
    assert!(text.contains(says) && !text.contains("Above 0"), "{text}");
    let points = with(0.2).to_points(Some(5), None).unwrap();
    assert_eq!((points.threshold, points.least_points()), (Some(0.2), Some(-10.0)));
    assert!(points.to_text().contains("at least 20% (from -10 points on)"), "{}", points.to_text());
    assert!(points.to_markdown().contains("at least 20% (from -10 points on)"));
    assert!(points.to_card_text().unwrap().contains("at least 20%"));
    let diff = ModelDiff::new(&heart(), &with(0.2));
    assert_eq!((diff.threshold, diff.is_empty()), (Some((None, Some(0.2))), false));
    let mut never = heart();
    never.intercepts = vec![9.0, 0.0];
    let says = "Never predicted is the class yes: no rule outweighs others for it. A threshold, or costs of the two \
                errors, can change that (--threshold, --error-costs; in Python threshold=, error_costs=).";
    assert!(never.notes().contains(&says.to_owned()), "{:?}", never.notes());
    never.rules.clear();
    assert!(!never.notes().join(" ").contains("--threshold"), "{:?}", never.notes());
    let never = with(0.99).notes().join(" ");
    assert!(never.contains("the class yes: every row is on the other side of the threshold."), "{never}");
    assert!(!never.contains("--threshold"), "{never}");
    let texts = [0.2, 1.0 / 3.0, 0.005, 1e-9].map(threshold_text);
    assert_eq!(texts, ["20%", "33.3333%", "0.5%", "0.0000001%"]);
}

#[test]
fn exports_compare_the_difference_of_scores() {
    let model = with(of_log_odds(-0.25));
    let at = model.cut().unwrap().at;
    let sql = model.to_sql_with("data", SqlColumns { probabilities: true, reasons: 1 }).unwrap();
    assert!(sql.contains("WHEN votes.class_2 - votes.class_1 >= -"), "{sql}");
    assert!(model.to_python().contains(&format!("CLASSES[1 if votes[1] - votes[0] >= {at:?} else 0]\n")));
    assert!(model.to_rust().contains(&format!("CLASSES[if votes[1] - votes[0] >= {at:?} {{ 1 }} else {{ 0 }}]\n")));
    let pmml = model.to_pmml().unwrap();
    assert!(pmml.contains("<Apply function=\"greaterOrEqual\">") && pmml.contains("defaultScore=\"no\""), "{pmml}");
    let card = with(0.2).to_points(Some(5), None).unwrap().to_pmml_scorecard().unwrap();
    assert!(card.contains("closure=\"openOpen\" rightMargin=\"-10\""), "{card}");
    assert!(card.contains("closure=\"closedOpen\" leftMargin=\"-10\""), "{card}");
}

#[test]
fn thresholds_that_cannot_be_are_refused() {
    for bad in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert!(matches!(heart().with_threshold(Some(bad)), Err(RuleError::Threshold { .. })), "{bad}");
    }
    let refused = |from: &str, to: &str| {
        let model = Model::from_json(&HEART.replace(from, to)).unwrap();
        model.with_threshold(Some(0.2)).unwrap_err().to_string()
    };
    let votes = refused("\"loss\": \"logistic\"", "\"loss\": \"hinge\"");
    assert!(votes.contains("its votes are no probabilities. Learn with the logistic loss"), "{votes}");
    let text = HEART.replace("[\"no\", \"yes\"]", "[\"no\", \"yes\", \"so\"]").replace("[1.5, 0]", "[1.5, 0, 0]");
    let three = Model::from_json(&text).unwrap().with_threshold(Some(0.2)).unwrap_err().to_string();
    assert!(three.contains("it has 3 classes, and a threshold is for two"), "{three}");
    // A file cannot claim one either.
    let text = HEART.replace("\"intercepts\": [1.5, 0],", "\"intercepts\": [1.5, 0], \"threshold\": 1.5,");
    let error = Model::from_json(&text).unwrap_err().to_string();
    assert!(error.contains("a threshold is a probability above 0 and below 1, not 1.5"), "{error}");
}
