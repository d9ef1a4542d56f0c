//! Points, and the tables of them.

use crate::models::{models_and_tables, points_of_card};
use proptest::prelude::*;
use rulegen_rule::{
    Domain, Form, Literal, Model, Predictor, Rule, Support, Test, TrainingRows, WeightedRule, name_text, points_text,
};

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
  "settings": {"rows": 50, "class_rows": [30.0, 20.0], "class_rows_without_rule": [0.5, 0.0]}
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

Never predicted is the class yes: no rule outweighs others for it. A threshold,
or costs of the two errors, can change that (--threshold, --error-costs; in
Python threshold=, error_costs=).
"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn rules_on_one_column_are_steps() {
    let mut model = Model::from_json(HEART).unwrap();
    let age = |test, weight, class, covered, correct| WeightedRule {
        rule: Rule::new([Literal::new(0, test)]),
        class,
        weight,
        support: Support { covered, correct },
        folds: None,
    };
    model.rules.insert(0, age(Test::AtMost(0), 0.25, 0, 15.0, 12.0));
    assert_eq!(
        format!("\n{}", model.to_card_text().unwrap().split_once("\n\n").unwrap().1),
        "
   points  rule                                       rows  of them yes  lift
   -1.500  start                                      0.50         0.0%  0.00

   -0.250  age <= 40                                    15        20.0%  0.50
        0  40 < age <= 60                               25        36.0%  0.90
   +1.250  age > 60                                     10        80.0%  2.00

3. -0.500  age <= 60                                    30        20.0%  0.50
           and the place where the patient was first
           seen != a hospital in the capital

           all rows                                     50        40.0%  1.00

Never predicted is the class yes: no rule outweighs others for it. A threshold,
or costs of the two errors, can change that (--threshold, --error-costs; in
Python threshold=, error_costs=).
"
    );
    let card = model.to_card_text().unwrap().replace('\n', " ");
    assert!(card.starts_with(
        "Points towards ill = yes: the start, and those of one step of each column and every rule that a row meets."
    ));
    let steps = Model { rules: vec![model.rules[0].clone()], ..model.clone() }.to_card_text().unwrap();
    assert!(steps.replace('\n', " ").contains("the start, and those of one step of each column."), "{steps}");
    let csv = model.to_card_csv().unwrap();
    assert!(csv.contains("\n0,yes,age,40 < age <= 60,25,"), "{csv}");
    // Neighbouring steps that meet the same rules are one.
    let between = Rule::new([Literal::new(0, Test::Above(0)), Literal::new(0, Test::AtMost(1))]);
    model.rules = vec![WeightedRule { rule: between, ..age(Test::AtMost(0), 1.0, 1, 9.0, 6.0) }];
    model.schema.features[0].domain = Domain::Numeric { cuts: vec![40.0, 60.0, 70.0, 80.0] };
    let words = |model: &Model| -> Vec<String> {
        model.card().unwrap().columns[0].steps.iter().map(|step| step.words.clone()).collect()
    };
    assert_eq!(words(&model), ["age <= 40", "40 < age <= 60", "age > 60"]);
    // A step of categories names those in it, or those that are not.
    let place = |test, weight| WeightedRule {
        rule: Rule::new([Literal::new(1, test)]),
        ..age(Test::Is(0), weight, 1, 9.0, 3.0)
    };
    model.rules = vec![place(Test::IsNot(1), 0.5), place(Test::Is(2), 1.0)];
    let name = "the place where the patient was first seen";
    // Fewer are in than out.
    let other = format!("{name} = \"at home, by a doctor of the family\" or any other");
    assert_eq!(words(&model), [other, format!("{name} = clinic"), format!("{name} = a hospital in the capital")]);
}

/// Overlapping rules and missing cells: the rows of each step follow from theirs.
#[test]
fn steps_of_a_column_with_missing_cells_have_their_rows() {
    let mut model = Model::from_json(HEART).unwrap();
    model.schema.features[0].missing_seen = true;
    let age = |test, class, correct| WeightedRule {
        rule: Rule::new([Literal::new(0, test)]),
        class,
        weight: 1.0,
        support: Support { covered: 30.0, correct },
        folds: None,
    };
    model.rules = vec![age(Test::AtMost(1), 0, 24.0), age(Test::Above(0), 1, 16.0)];
    let steps = |model: &Model| -> Vec<Option<(f64, f64)>> {
        let rows = |support: Support| (support.covered, support.correct);
        model.card().unwrap().columns[0].steps.iter().map(|step| step.rows[0].map(rows)).collect()
    };
    assert_eq!(steps(&model), [None; 4]);
    model.settings.insert("class_rows_missing".into(), serde_json::json!({"age": [4.0, 1.0]}));
    assert_eq!(steps(&model), [(15.0, 3.0), (15.0, 3.0), (15.0, 13.0), (5.0, 1.0)].map(Some));
    // More than all rows: the file contradicts itself.
    model.settings.insert("class_rows_missing".into(), serde_json::json!({"age": [60.0, 1.0]}));
    assert_eq!(steps(&model), [None; 4]);
}

/// Constraints, and what a reader should beware of, are said with the rules.
#[test]
fn notes_stand_with_the_rules() {
    let mut model = Model::from_json(HEART).unwrap();
    model.rules[0].weight = 1.75;
    assert_eq!(model.notes(), Vec::<String>::new());
    model.rules[0].weight = 1.25;
    model.settings.insert("forbidden".into(), serde_json::json!(["sex", "age > 60"]));
    model.settings.insert("class_weight".into(), "balanced".into());
    model.settings.insert("must_have".into(), 2.into());
    model.settings.insert("rows".into(), 10.into());
    model.rules.truncate(1);
    let never = "Never predicted is the class yes: no rule outweighs others for it. A threshold, or costs of the two \
                 errors, can change that (--threshold, --error-costs; in Python threshold=, error_costs=).";
    assert_eq!(
        model.notes(),
        [
            "Forbidden in rules: sex; age > 60.",
            "All classes count alike: rows, shares, scores and probabilities are those of classes that are equally frequent.",
            "2 of the rules had to be in.",
            never,
            "Every rule looks at age alone. Make sure that it is known before ill is.",
            "Learned from 10 rows only: shares and measures may be far from those of new rows.",
        ]
    );
    model.rules.clear();
    let text = model.to_text();
    assert!(!text.contains("Never predicted"), "{text}");
    assert!(text.contains("The model has no rule: every row gets the same answer, no.\n"), "{text}");
}

/// Each line of a table has as many cells as its head, and the rows of a line are under that head.
#[test]
fn markdown_tables_are_aligned() {
    let model = Model::from_json(HEART).unwrap();
    for text in [model.to_markdown(), model.to_card_markdown().unwrap()] {
        let lines = text.lines().filter(|line| line.starts_with('|'));
        let cells: Vec<Vec<&str>> = lines.map(|line| line.split('|').map(str::trim).collect()).collect();
        let at = |name: &str| cells[0].iter().position(|head| *head == name).unwrap();
        let all = cells.iter().find(|line| line[at("rule")] == "all rows").unwrap();
        assert_eq!(all[at("rows")], "50", "{text}");
        assert!(cells.iter().all(|line| line.len() == cells[0].len()), "{text}");
    }
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
    for settings in [
        r#"{}"#,
        r#"{"rows": 6, "class_rows": [1, 2, 3], "class_rows_without_rule": [0, 0]}"#,
        r#"{"class_rows": "x"}"#,
    ] {
        model.settings = serde_json::from_str(settings).unwrap();
        assert_eq!(model.training_rows(), None);
        assert!(!model.to_text().contains("lift") && !model.to_markdown().contains("all rows"));
    }
    let missing = [("age".to_owned(), vec![1.0, 0.0])].into();
    let rows = TrainingRows {
        number: 4,
        are_weighted: false,
        all: vec![1.0, 3.0],
        without_rule: Some(vec![0.0, 2.0]),
        missing,
    };
    model.record_training_rows(rows.clone());
    assert_eq!((model.training_rows().unwrap(), rows.base_rate(1)), (rows.clone(), 0.75));
    assert_eq!(rows.missing_of("age", 1), Some(Support { covered: 1.0, correct: 0.0 }));
    model.record_training_rows(TrainingRows { missing: Default::default(), ..rows });
    assert_eq!(model.training_rows().unwrap().missing_of("age", 1), None);
}

#[test]
fn points_keep_their_sign() {
    let texts: Vec<String> = [0.0, -0.0, 0.5514, -2.0, -1e-9].map(points_text).to_vec();
    assert_eq!(texts, ["0", "0", "+0.551", "-2.000", "-1.0e-9"]);
}

/// A column that decides nearly all rows by itself may follow from the class.
#[test]
fn a_column_that_decides_alone_is_asked_about() {
    let text = r#"{
      "format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "left",
      "classes": ["no", "yes"], "positive": "yes",
      "features": [{"kind": "numeric", "name": "calls", "cuts": [3], "missing_seen": false},
        {"kind": "numeric", "name": "refund", "cuts": [0], "missing_seen": false}],
      "rules": [
        {"if": [{"column": "refund", "is": ">", "value": 0}], "then": "yes", "weight": 5, "covered": 101, "correct": 99},
        {"if": [{"column": "calls", "is": ">", "value": 3}], "then": "yes", "weight": 1, "covered": 200, "correct": 70}],
      "default": {"otherwise": "no"},
      "certificate": {"status": "size", "objective": 20, "lp_objective": 20, "lower_bound": 15},
      "held_out": {"of": "second_model", "rows": 250, "accuracy": {"value": 0.99}, "auc": {"value": 0.998}},
      "settings": {"rows": 1000, "class_rows": [900.0, 100.0], "class_rows_without_rule": [700.0, 1.0]}
    }"#;
    // An accuracy stands beside that of the commonest class.
    let always = "Always no would be right on 0.900 of the training rows.";
    assert!(Model::from_json(text).unwrap().to_card_text().unwrap().contains(always));
    let balanced = text.replace("{\"rows\": 1000", "{\"class_weight\": \"balanced\", \"rows\": 1000");
    assert!(!Model::from_json(&balanced).unwrap().to_text().contains("Always"));
    let notes = |text: &str| Model::from_json(text).unwrap().notes().join(" ");
    let says = "The column refund alone decides nearly all rows, held-out rows among them: is it known before left is?";
    assert!(notes(text).contains(says), "{}", notes(text));
    for (from, to) in [
        ("\"rows\": 250", "\"rows\": 150"),
        ("0.998", "0.99"),
        ("\"covered\": 101, \"correct\": 99", "\"covered\": 101, \"correct\": 90"),
    ] {
        let other = notes(&text.replace(from, to));
        assert!(!other.contains("alone decides"), "{to}: {other}");
    }
}

/// A scorecard of three classes has the shares that rules tell, and steps without points in each
/// form.
#[test]
fn steps_of_three_classes() {
    let text = r#"{
      "format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "y",
      "classes": ["a", "b", "c"], "positive": null,
      "features": [{"kind": "numeric", "name": "x", "cuts": [1, 2.5], "missing_seen": false}],
      "intercepts": [0.5, 0, 0],
      "rules": [
        {"if": [{"column": "x", "is": "<=", "value": 1}], "then": "b", "weight": 1, "covered": 40, "correct": 30},
        {"if": [{"column": "x", "is": ">", "value": 2.5}], "then": "c", "weight": 2, "covered": 30, "correct": 30}],
      "default": {"otherwise": "a"},
      "certificate": {"status": "size", "objective": 1, "lp_objective": 1, "lower_bound": null},
      "settings": {"rows": 100, "class_rows": [40.0, 30.0, 30.0], "class_rows_without_rule": [30.0, 0.0, 0.0]}
    }"#;
    let model = Model::from_json(text).unwrap();
    let table = "
points  for  rule          rows  of them  of all  lift
+0.500  a    start           30   100.0%   40.0%  2.50

+1.000  b    x <= 1          40    75.0%   30.0%  2.50
     0       1 < x <= 2.5    30
+2.000  c    x > 2.5         30   100.0%   30.0%  3.33
";
    assert_eq!(format!("\n{}", model.to_card_text().unwrap().split_once("\n\n").unwrap().1), table);
    let csv = "points,class,column,step,rows,share,lift
0.5,a,,start,30,1,2.5
1,b,x,x <= 1,40,0.75,2.5
0,,x,1 < x <= 2.5,30,,
2,c,x,x > 2.5,30,1,3.3333333333333335
";
    assert_eq!(model.to_card_csv().unwrap(), csv);
}

proptest! {
    /// The sum of points says what the model predicts.
    #[test]
    fn the_sign_of_the_sum_decides((model, table) in models_and_tables()) {
        if model.form() != Form::Votes || model.classes.len() != 2 {
            return Ok(());
        }
        let (towards, predictor) = (model.towards().unwrap(), Predictor::new(&model));
        let (scores, classes) = (predictor.scores(&table).unwrap(), predictor.predict(&table).unwrap());
        let coverage = predictor.coverage(&table).unwrap();
        for (row, scores) in scores.chunks(2).enumerate() {
            if coverage[row].rules == 0 && model.intercepts.is_empty() && model.threshold.is_none() {
                continue;
            }
            let points = model.points_of_votes(scores)[0];
            let is_towards = match model.least_points() {
                Some(least) => points >= least,
                None => points > 0.0 || (points == 0.0 && towards == 0),
            };
            let says = if is_towards { towards } else { 1 - towards };
            prop_assert_eq!(classes[row], says);
        }
    }

    /// No row gets a class that is said to be never predicted.
    #[test]
    fn classes_never_predicted_are_not((model, table) in models_and_tables()) {
        let never = model.notes().into_iter().find(|note| note.starts_with("Never predicted")).unwrap_or_default();
        for class in Predictor::new(&model).predict(&table).unwrap() {
            let name = name_text(&model.classes[class as usize]);
            let list = never.rsplit_once(": ").map_or("", |(list, _)| list);
            prop_assert!(!list.split([' ', ',']).any(|word| word == name), "{name}: {never}");
        }
    }

    /// The sum of the card is the score of every row, missing cells and unseen categories included.
    #[test]
    fn a_card_is_its_model((model, table) in models_and_tables()) {
        let Some(card) = model.card() else { return Ok(()) };
        let coded = model.schema.encode(&table).unwrap();
        let scores = Predictor::new(&model).scores(&table).unwrap();
        for (scores, points) in scores.chunks(model.classes.len()).zip(points_of_card(&card, &model, &coded)) {
            let wanted = model.points_of_votes(scores);
            prop_assert!(wanted.iter().zip(&points).all(|(a, b)| (a - b).abs() < 1e-9), "{wanted:?} {points:?}");
        }
        let text = model.to_card_text().unwrap();
        prop_assert!(model.to_card_markdown().unwrap().lines().count() <= text.lines().count() + 5);
        prop_assert!(model.to_card_csv().unwrap().starts_with("points,class,column,step,rows,share,lift\n"));
    }
}
