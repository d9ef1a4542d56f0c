//! Whole points, and the reasons that cost most of them.

use crate::models::{models_and_tables, points_of_card};
use proptest::prelude::*;
use rulegen_data::Table;
use rulegen_rule::{Estimate, HeldOut, HeldOutOf, Model, PointsRows, Predictor, RuleError, SqlColumns, Status};

const HEART: &str = r#"{
  "format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "ill",
  "classes": ["no", "yes"], "positive": "yes",
  "features": [{"kind": "numeric", "name": "age", "cuts": [40, 60], "missing_seen": true},
    {"kind": "categorical", "name": "place", "missing_seen": false, "categories": ["clinic", "home", "street"]}],
  "intercepts": [1.5, 0],
  "rules": [
    {"if": [{"column": "age", "is": ">", "value": 60}], "then": "yes", "weight": 1.25, "covered": 10, "correct": 8},
    {"if": [{"column": "age", "is": "<=", "value": 40}], "then": "no", "weight": 0.75, "covered": 20, "correct": 15},
    {"if": [{"column": "age", "is": "<=", "value": 60}, {"column": "place", "is": "!=", "value": "home"}],
     "then": "no", "weight": 0.5, "covered": 30, "correct": 24},
    {"if": [{"column": "place", "is": "=", "value": "home"}], "then": "yes", "weight": 0.02, "covered": 5, "correct": 3}],
  "default": {"otherwise": "no"},
  "certificate": {"status": "size", "objective": 20, "lp_objective": 20, "lower_bound": 15, "further_gain": 2},
  "settings": {"rows": 50, "class_rows": [30.0, 20.0], "class_rows_without_rule": [0.5, 0.0]}
}"#;

fn heart() -> Model {
    Model::from_json(HEART).unwrap()
}

/// Random models whose votes are log-odds, each with a table.
fn log_odds() -> impl Strategy<Value = (Model, Table)> {
    models_and_tables().prop_filter("votes are log-odds", |(model, _)| model.log_odds)
}

#[test]
fn held_out_quality_is_that_of_the_exact_weights() {
    let mut exact = heart();
    let accuracy = Estimate { value: 0.9, interval: None };
    exact.held_out = Some(HeldOut {
        of: HeldOutOf::SecondModel,
        exact_weights: false,
        rules: Some(4),
        rows: 10,
        share: None,
        accuracy: Some(accuracy),
        auc: None,
        log_loss: None,
        brier: None,
        ece: None,
    });
    let text = exact.to_points(Some(1), None).unwrap().to_text();
    let says = "On rows it has not seen: accuracy 0.900 (10 rows, by a second model of 4 rules learned without them, \
                before weights were rounded).";
    assert!(text.replace('\n', " ").contains(says), "{text}");
    assert!(text.contains("The probability of yes is 1 / (1 + 2^(-points)).\n"), "{text}");
}

#[test]
fn points_are_whole_and_said_so() {
    let model = heart().to_points(Some(5), None).unwrap();
    // 5 points double the odds: a point is 0.1386.
    assert_eq!(model.rules.iter().map(|rule| model.points(rule)).collect::<Vec<_>>(), [9.0, -5.0, -4.0]);
    assert_eq!((model.start(), model.points_per_doubling.unwrap().get()), (vec![-11.0], 5));
    let text = model.to_text();
    let how = "\
Points towards ill = yes: the start, and those of every rule that a row meets.
Above 0 the prediction is yes, otherwise it is no.
5 points more double the odds. The probability of yes is 1 / (1 +
2^(-points/5)).

   points  rule                                     rows  of them yes  lift
      -11  start: a row that meets no rule (17.9%)
1.     +9  age > 60                                   10        80.0%  2.00
2.     -5  age <= 40                                  20        25.0%  0.62
3.     -4  age <= 60 and place != home                30        20.0%  0.50
           all rows                                   50        40.0%  1.00

The points are rounded: what is proved is proved of the exact weights.
Never predicted is the class yes: no rule outweighs others for it. A threshold,
or costs of the two errors, can change that (--threshold, --error-costs; in
Python threshold=, error_costs=).
";
    assert_eq!(text, how);
    assert!(model.to_card_text().unwrap().contains("\n       +9  age > 60 "), "{}", model.to_card_text().unwrap());
    assert!(model.to_sql("data").unwrap().contains("-- rule 1: 9 points\n"));
    assert!(model.to_markdown().contains("| +9 |"));
    // The certificate is that of the exact weights, and does not call these optimal.
    let certificate = &model.certificate;
    assert_eq!(
        (certificate.status, certificate.objective, certificate.lower_bound),
        (Status::Rounded, 20.0, Some(15.0))
    );
    assert_eq!((certificate.further_gain, heart().certificate.further_gain), (None, Some(2.0)));
    assert_eq!(Model::from_json(&model.to_json()).unwrap(), model);
}

#[test]
fn points_that_cannot_be_are_refused() {
    for found in [0, 1001] {
        let refused = heart().to_points(Some(found), None).unwrap_err();
        assert!(matches!(refused, RuleError::PointsPerDoubling { .. }), "{refused}");
    }
    let votes = Model { log_odds: false, loss: None, ..heart() };
    assert!(matches!(votes.to_points(None, None), Err(RuleError::NoLogOdds)));
    let mut large = heart();
    large.rules[0].weight = 1e9;
    assert!(matches!(large.to_points(Some(1), None), Err(RuleError::TooMany { .. })));
    let file = heart().to_points(Some(5), None).unwrap().to_json();
    for (was, is, says) in [
        ("\"points_per_doubling\": 5", "\"points_per_doubling\": 7", "no whole number of points"),
        ("\"points_per_doubling\": 5", "\"points_per_doubling\": 0", "nonzero"),
        ("\"loss\": \"logistic\"", "\"loss\": \"hinge\"", "not log-odds"),
    ] {
        let refused = Model::from_json(&file.replace(was, is)).unwrap_err().to_string();
        assert!(refused.contains(says), "{refused}");
    }
}

/// If no class has votes before any rule, the first one wins there, as in every tie.
#[test]
fn a_start_of_no_points_is_a_tie() {
    let mut model = Model { rules: Vec::new(), ..heart() };
    model.intercepts = vec![0.0, 0.01];
    let rounded = model.to_points(Some(1), None).unwrap();
    assert_eq!((rounded.start(), rounded.intercepts.len()), (vec![0.0], 0));
    let table = Table::with_rows(1, Vec::new()).unwrap();
    assert_eq!(Predictor::new(&rounded).predict(&table).unwrap(), [0]);
}

#[test]
fn reasons_are_the_steps_that_cost_most() {
    let model = heart();
    let data = "age,place\n30,street\n50,home\n70,clinic\n,elsewhere\n";
    let options = rulegen_data::ReadOptions { delimiter: Some(b','), ..Default::default() };
    let table = rulegen_data::read_reader(data.as_bytes(), &options).unwrap();
    let coded = model.encode_used(&table).unwrap();
    let reasons = model.reasons(None).unwrap();
    let words = |most: usize| -> Vec<Vec<(String, f64)>> {
        let rows = reasons.of(&model, &coded, most);
        rows.into_iter().map(|of| of.into_iter().map(|r| (r.words.to_owned(), r.lost)).collect()).collect()
    };
    let of = |words: &str, lost: f64| (words.to_owned(), lost);
    let both = "age <= 60 and place != home";
    assert_eq!(
        words(4),
        [
            vec![of("age <= 40", 2.0), of(both, 0.5), of("place != home", 0.02)],
            vec![of("40 < age <= 60", 1.25)],
            vec![of("place != home", 0.02)],
            vec![of("age is missing", 1.25), of("place != home", 0.02)],
        ]
    );
    assert_eq!(words(1).iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1]);
    // Against the other class, the best steps are those that cost this one most.
    let against = model.reasons(Some(0)).unwrap();
    let first = against.of(&model, &coded, 4)[2].iter().map(|r| (r.words.to_owned(), r.lost)).collect::<Vec<_>>();
    assert_eq!(first, [of("age > 60", 2.0), of(&format!("not ({both})"), 0.5)]);
    assert!(matches!(model.reasons(Some(2)), Err(RuleError::NoSuchClass { .. })));
    let sql = model.to_sql_with("data", SqlColumns { probabilities: false, reasons: 2 }).unwrap();
    assert!(sql.contains("SELECT 1 AS place, 'age <= 40' AS reason WHERE data.\"age\" <= 40\n"), "{sql}");
    assert!(sql.contains(" AS \"reason_2\"\n"), "{sql}");
    let python = model.to_python();
    assert!(
        python.contains(
            r#"
    possible = [
        (age <= 40.0, 2.0, "age <= 40"),
        (age > 40.0 and age <= 60.0, 1.25, "40 < age <= 60"),
        (age != age, 1.25, "age is missing"),
        (age <= 60.0 and place is not None and place != "home", 0.5, "age <= 60 and place != home"),
"#
        ),
        "{python}"
    );
}

proptest! {
    /// Weights are whole multiples, a card adds up to the scores exactly, and a file says the same.
    #[test]
    fn whole_points_are_exact((model, table) in log_odds(), scale in 1u32..40) {
        prop_assume!(model.to_points(Some(scale), None).is_ok());
        let coded = model.schema.encode(&table).unwrap();
        let labels: Vec<u32> = (0..table.rows()).map(|row| row as u32 % model.classes.len() as u32).collect();
        let rows = PointsRows { table: &coded, labels: &labels };
        let plain = model.to_points(Some(scale), None).unwrap();
        let searched = model.to_points(Some(scale), Some(rows)).unwrap();
        for whole in [&plain, &searched] {
            let read = Model::from_json(&whole.to_json());
            prop_assert_eq!(read.as_ref().ok(), Some(whole));
            for rule in &whole.rules {
                let points = whole.points(rule);
                prop_assert!(points.fract() == 0.0 && points != 0.0);
                let exact = model.rules.iter().find(|of| of.rule == rule.rule && of.class == rule.class);
                prop_assert!(exact.is_some());
            }
            if let Some(least) = whole.least_points() {
                prop_assert!(least.fract() == 0.0 && least * whole.unit() == whole.cut().unwrap().at);
                prop_assert!((least - model.least_points().unwrap() / whole.unit() - 0.5).abs() < 0.50001);
            }
            let Some(card) = whole.card() else { return Ok(()) };
            let scores = Predictor::new(whole).scores(&table).unwrap();
            for (scores, points) in scores.chunks(model.classes.len()).zip(points_of_card(&card, whole, &coded)) {
                prop_assert_eq!(whole.points_of_votes(scores), points);
            }
        }
        // A search never ends above plain rounding.
        let loss = |model: &Model| -> f64 {
            let probabilities = Predictor::new(model).probabilities(&table).unwrap();
            let of_row = |(row, &label): (&[f64], &u32)| -row[label as usize].ln();
            probabilities.chunks(model.classes.len()).zip(&labels).map(of_row).sum()
        };
        let (plain, searched) = (loss(&plain), loss(&searched));
        prop_assert!(searched <= plain + 1e-9 * (1.0 + plain), "{searched} above {plain}");
        prop_assert_eq!(model.to_points(None, Some(rows)).unwrap(), model.to_points(None, Some(rows)).unwrap());
    }

    /// The points of the best steps less all that is lost are the points of the row.
    #[test]
    fn reasons_account_for_all_points((model, table) in models_and_tables(), whole in any::<bool>()) {
        let model = match model.to_points(Some(10), None) {
            Ok(points) if whole => points,
            _ => model,
        };
        let Some(card) = model.card() else { return Ok(()) };
        let towards = model.towards();
        let class = towards.unwrap_or(0);
        let reasons = model.reasons(Some(class)).unwrap();
        let coded = model.encode_used(&table).unwrap();
        let sums = points_of_card(&card, &model, &model.schema.encode(&table).unwrap());
        let at = if towards.is_some() { 0 } else { class as usize };
        let all = reasons.of(&model, &coded, usize::MAX);
        for (found, points) in all.iter().zip(&sums) {
            let lost: f64 = found.iter().map(|reason| reason.lost).sum();
            // A missing cell that training never saw may have more points than the best step.
            prop_assert!(reasons.best() - lost <= points[at] + 1e-9, "{found:?}");
            if model.schema.features.iter().all(|feature| feature.missing_seen) {
                prop_assert!((reasons.best() - lost - points[at]).abs() < 1e-9, "{found:?} {points:?}");
            }
            prop_assert!(found.windows(2).all(|pair| pair[0].lost >= pair[1].lost));
            prop_assert!(found.iter().all(|reason| reason.lost > 0.0));
        }
        let four = reasons.of(&model, &coded, 4);
        prop_assert!(four.iter().zip(&all).all(|(four, all)| four[..] == all[..all.len().min(4)]));
    }
}
