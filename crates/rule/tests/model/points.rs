//! Points, and the tables of them.

use crate::models::models_and_tables;
use proptest::prelude::*;
use rulegen_rule::{Form, Model, Predictor, TrainingRows, points_text};

const HEART: &str = r#"{
  "format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "ill",
  "classes": ["no", "yes"], "positive": "yes",
  "features": [{"kind": "numeric", "name": "age", "cuts": [40, 60], "missing_seen": false},
    {"kind": "categorical", "name": "the place where the patient was first seen", "missing_seen": false,
     "categories": ["at home, by a doctor of the family", "clinic", "a hospital in the capital"]}],
  "intercepts": [1.5, 0],
  "rules": [
    {"if": [{"column": "age", "is": ">", "value": 60}], "then": "yes", "weight": 1.25, "covered": 10, "correct": 8},
    {"if": [{"column": "age", "is": "<=", "value": 60},
      {"column": "the place where the patient was first seen", "is": "!=", "value": "a hospital in the capital"}],
     "then": "no", "weight": 0.5, "covered": 30, "correct": 24}],
  "default": {"otherwise": "no"},
  "certificate": {"status": "size", "objective": 1, "lp_objective": 1, "lower_bound": null},
  "settings": {"class_rows": [30.0, 20.0], "class_rows_without_rule": [0.5, 0.0]}
}"#;

#[test]
fn two_classes_have_one_scale() {
    let text = Model::from_json(HEART).unwrap().to_text();
    assert_eq!(
        text,
        "\
Points towards ill = yes: the start, and those of every rule that a row meets.
Above 0 the prediction is yes, otherwise it is no.
The probability of yes is 1 / (1 + exp(-points)).

   points  rule                                       rows  of them yes  lift
   -1.500  start: a row that meets no rule (18.2%)    0.50         0.0%  0.00
1. +1.250  age > 60                                     10        80.0%  2.00
2. -0.500  age <= 60                                    30        20.0%  0.50
           and the place where the patient was first
           seen != a hospital in the capital
           all rows                                     50        40.0%  1.00
"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

/// The other class is the positive one: all signs turn, and of sums of 0 the first class wins.
#[test]
fn signs_are_those_of_the_positive_class() {
    let mut model = Model::from_json(HEART).unwrap();
    model.positive = Some(0);
    assert_eq!((model.points(&model.rules[0]), model.points(&model.rules[1]), model.start()), (-1.25, 0.5, vec![1.5]));
    assert!(model.to_text().contains("From 0 on the prediction is no, below 0 it is yes.\n"), "{}", model.to_text());
    let lines = model.rule_lines();
    assert_eq!(lines[0].words, "-1.250 if age > 60");
    assert_eq!(lines[0].note, "covers 10 rows, 20.0% of them no (60.0% of all)");
}

/// Without rows of training, as in files of older versions, there is no base rate.
#[test]
fn rows_that_are_not_known_are_left_out() {
    let mut model = Model::from_json(HEART).unwrap();
    for settings in
        [r#"{}"#, r#"{"class_rows": [1, 2, 3], "class_rows_without_rule": [0, 0]}"#, r#"{"class_rows": "x"}"#]
    {
        model.settings = serde_json::from_str(settings).unwrap();
        assert_eq!(model.training_rows(), None);
        assert!(!model.to_text().contains("lift") && !model.to_markdown().contains("all rows"));
    }
    let rows = TrainingRows { all: vec![1.0, 3.0], without_rule: vec![0.0, 2.0] };
    model.record_training_rows(rows.clone());
    assert_eq!((model.training_rows().unwrap(), rows.base_rate(1)), (rows, 0.75));
}

#[test]
fn points_keep_their_sign() {
    let texts: Vec<String> = [0.0, -0.0, 0.5514, -2.0, -1e-9].map(points_text).to_vec();
    assert_eq!(texts, ["+0.000", "+0.000", "+0.551", "-2.000", "-1.0e-9"]);
}

proptest! {
    /// The sum of points says what the model predicts.
    #[test]
    fn the_sign_of_the_sum_decides((model, table) in models_and_tables()) {
        prop_assume!(model.form() == Form::Votes && model.classes.len() == 2);
        let (towards, predictor) = (model.towards().unwrap(), Predictor::new(&model));
        let (scores, classes) = (predictor.scores(&table).unwrap(), predictor.predict(&table).unwrap());
        let coverage = predictor.coverage(&table).unwrap();
        for (row, scores) in scores.chunks(2).enumerate() {
            if coverage[row].rules == 0 && model.intercepts.is_empty() {
                continue;
            }
            let points = model.points_of_votes(scores)[0];
            let says = if points > 0.0 || (points == 0.0 && towards == 0) { towards } else { 1 - towards };
            prop_assert_eq!(classes[row], says);
        }
    }
}
