//! The figures of a small table, by hand.

use crate::util::{inputs, log_odds, model, study};
use rulegen::measure::{CalibrationCurve, Rate};
use rulegen_data::Groups;
use rulegen_report::{Inputs, Pattern, ReportError, Study, with_used_columns};
use rulegen_rule::{Fallback, Literal, Model, Predictor, Rule, Test};

#[test]
fn rules_are_measured_on_the_rows() {
    let study = study();
    assert_eq!(study.predicted, [0, 0, 1, 1, 0, 1]);
    let figures: Vec<(Rate, Rate)> = study.rules.iter().map(|rule| (rule.covered, rule.right)).collect();
    let rates = |covered, right| (Rate::new(covered, 6), Rate::new(right, covered));
    assert_eq!(figures, [rates(2, 2), rates(2, 1), rates(4, 2)]);
    assert_eq!(study.rules[1].words, ["age > 30", "city = b"]);
}

#[test]
fn quality_errors_and_overlap() {
    let study = study();
    let all = &study.quality[0];
    assert_eq!((all.accuracy, all.majority, all.majority_class), (Rate::new(4, 6), Rate::new(3, 6), 0));
    assert_eq!((all.classes[1].found, all.classes[1].right), (Rate::new(2, 3), Rate::new(2, 3)));
    assert_eq!(study.confusion.counts, [[2, 1], [1, 2]]);
    assert_eq!(study.overlap.rows, [1, 2, 3]);
    assert_eq!((study.overlap.uncovered, study.overlap.disputed), (Rate::new(1, 6), Rate::new(1, 6)));
    let pairs: Vec<_> = study.overlap.pairs.iter().map(|p| (p.first, p.second, p.shared, p.agree)).collect();
    assert_eq!(pairs, [(1, 2, Rate::new(2, 4), true), (0, 2, Rate::new(1, 5), false)]);
}

#[test]
fn patterns_are_the_rows_by_the_rules_that_they_meet() {
    let study = Study::new(log_odds()).unwrap();
    let patterns = study.patterns.as_ref().unwrap();
    let of = |rules: &[u32], rows: [usize; 2]| Pattern { rules: rules.to_vec(), rows: rows.to_vec() };
    let found = [of(&[], [0, 1]), of(&[0], [1, 0]), of(&[0, 2], [1, 0]), of(&[1, 2], [1, 1]), of(&[2], [0, 1])];
    assert_eq!(patterns[..], found);
    // Where a tree answers for rows without rules, rows of one pattern may get different answers.
    let tree = Fallback::Rules { rules: vec![(Rule::new([]), 0)], otherwise: 1 };
    let inputs = |model| Inputs { model, ..inputs() };
    assert!(Study::new(inputs(Model { fallback: tree, ..model() })).unwrap().patterns.is_none());
    let boolean = Model { method: "boolean".into(), rules: model().rules[1..].to_vec(), ..model() };
    assert!(Study::new(inputs(boolean)).unwrap().patterns.is_none());
}

#[test]
fn columns_and_their_weight() {
    let study = study();
    let features: Vec<_> = study.features.iter().map(|f| (f.name.as_str(), f.rules, f.conditions)).collect();
    assert_eq!(features, [("age", 2, 2), ("city", 2, 2), ("unused", 0, 0)]);
    assert_eq!(study.features[0].weight_share, 0.8);
    assert_eq!(study.features[1].weight_share, 0.6);
}

#[test]
fn calibration_is_of_the_share_of_the_positive_class() {
    let calibration = study().calibration.unwrap();
    assert_eq!((calibration.class, calibration.without_votes), (Some(1), 1));
    // Shares 0; 0.5 of 1.5; 1, 1 and 1.
    assert!(!calibration.of_probabilities);
    let bins: Vec<(f64, Rate)> = calibration.curve.bins.iter().map(|bin| (bin.mean, bin.observed)).collect();
    assert_eq!(bins, [(0.0, Rate::new(0, 1)), (0.5 / 1.5, Rate::new(0, 1)), (1.0, Rate::new(2, 3))]);
    assert!((calibration.curve.error.value - (1.0 / 3.0 + 1.0) / 5.0).abs() < 1e-12);
}

#[test]
fn probabilities_are_measured_on_every_row() {
    let study = Study::new(log_odds()).unwrap();
    // Log-odds of `yes`: the intercept, less 1 by the first rule, and with 1 and a half by the
    // others.
    let yes = [-1.0, -0.5, 1.5, 1.5, 0.0, 0.5].map(|x: f64| 1.0 / (1.0 + (-0.43 - x).exp()));
    let claims = || yes.into_iter().zip(study.labels.iter().map(|&label| label == 1));
    assert_eq!(study.predicted, [0, 0, 1, 1, 1, 1]);
    let calibration = study.calibration.as_ref().unwrap();
    assert!(calibration.of_probabilities && calibration.without_votes == 0);
    let expected = CalibrationCurve::new(claims()).unwrap();
    assert!((calibration.curve.error.value - expected.error.value).abs() < 1e-12);
    let scores = &study.quality[0].scores;
    assert!((scores.ece.unwrap().value - expected.error.value).abs() < 1e-12);
    let loss: f64 = claims().map(|(p, is)| -(if is { p } else { 1.0 - p }).ln()).sum::<f64>() / 6.0;
    let square: f64 = claims().map(|(p, is)| (p - f64::from(u8::from(is))).powi(2)).sum::<f64>() / 6.0;
    assert!((scores.log_loss.unwrap().value - loss).abs() < 1e-12);
    assert!((scores.brier.unwrap().value - square).abs() < 1e-12);
    // Among the nine pairs of a yes and a no, one is tied and two are out of order.
    assert!((scores.auc.unwrap().value - 6.5 / 9.0).abs() < 1e-12);
    // Votes of another loss rank as well as they do, and promise nothing.
    let votes = &self::study().quality[0].scores;
    assert!(votes.auc.is_some() && votes.log_loss.is_none() && votes.brier.is_none() && votes.ece.is_none());
}

#[test]
fn held_out_rows_are_what_is_measured() {
    let groups = Some(Groups { names: vec!["f".into(), "m".into()], of_row: vec![0, 1, 0, 1, 0, 1] });
    let study = Study::new(rulegen_report::Inputs { held_out: Some(vec![3, 5]), groups, ..inputs() }).unwrap();
    let sets: Vec<_> = study.quality.iter().map(|rows| (rows.name, rows.accuracy)).collect();
    assert_eq!(sets, [("held-out rows", Rate::new(1, 2)), ("training rows", Rate::new(3, 4))]);
    assert_eq!(study.rules[0].covered, Rate::new(0, 2));
    let fairness = study.fairness.unwrap();
    assert_eq!(fairness.groups.iter().map(|group| group.n).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn without_rows_there_is_nothing_to_measure() {
    let empty = rulegen_report::Inputs { held_out: Some(Vec::new()), ..inputs() };
    assert!(matches!(Study::new(empty), Err(ReportError::NoRows)));
    let beyond = rulegen_report::Inputs { held_out: Some(vec![0, 6]), ..inputs() };
    let error = Study::new(beyond).unwrap_err().to_string();
    assert_eq!(error, "row 6 is held out, but there are 6 rows, counted from 0");
    let mut lacking = inputs();
    lacking.table.take_column("city").unwrap();
    let error = Study::new(lacking).unwrap_err().to_string();
    assert!(error.contains("no column 'city'"), "{error}");
}

#[test]
fn a_model_over_its_columns_says_the_same() {
    let mut model = model();
    let leaf = (Rule::new([Literal::new(2, Test::Missing)]), 1);
    model.fallback = Fallback::Rules { rules: vec![leaf], otherwise: 0 };
    let used = with_used_columns(&model);
    assert_eq!(used.schema.features.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["age", "city"]);
    let table = inputs().table;
    let expected = Predictor::new(&model).predict(&table).unwrap();
    assert_eq!(Predictor::new(&used).predict(&table).unwrap(), expected);
    assert_eq!(expected[4], 1);
    // With all columns in use nothing changes.
    assert_eq!(with_used_columns(&used), used);
}
