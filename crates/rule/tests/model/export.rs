//! Exports: their texts, and names that are difficult to write. scripts/check-exports.sh runs them
//! and checks that they predict the same.

use rulegen_rule::{Model, ModelDiff, RuleError, SqlColumns, WeightedRule};

/// A model of two classes by votes, with names that need quoting.
const VOTES: &str = r#"{
  "format": "rulegen-model", "version": 1, "method": "rug", "target": "it's",
  "classes": ["a", "b\"'"], "positive": null,
  "features": [
    {"kind": "numeric", "name": "the \"age\"", "cuts": [0.1234567890123456, 30.5], "missing_seen": true},
    {"kind": "categorical", "name": "job", "categories": ["it's", "x|y"], "missing_seen": false}
  ],
  "rules": [
    {"if": [{"column": "the \"age\"", "is": "<=", "value": 30.5}], "then": "b\"'", "weight": 0.3, "covered": 4, "correct": 3},
    {"if": [{"column": "job", "is": "!=", "value": "it's"}, {"column": "the \"age\"", "is": "present"}],
     "then": "a", "weight": 0.25, "covered": 4, "correct": 4},
    {"if": [{"column": "job", "is": "=", "value": "x|y"}], "then": "b\"'", "weight": 0.0, "covered": 1, "correct": 0}
  ],
  "default": {"otherwise": "b\"'"},
  "certificate": {"status": "no_column", "objective": 1, "lp_objective": 1, "lower_bound": null},
  "settings": {}
}"#;

fn votes() -> Model {
    Model::from_json(VOTES).unwrap()
}

/// Returns the same rules as a Boolean model: only one class has rules.
fn boolean(form: &str) -> Model {
    let text = VOTES.replace("rug", "boolean");
    let text = text.replace(r#""then": "b\"'", "weight": 0.3"#, r#""then": "a", "weight": 1"#);
    let text = text.replace(r#""then": "b\"'", "weight": 0.0"#, r#""then": "a", "weight": 1"#);
    let clauses = form == "cnf";
    Model { clauses, ..Model::from_json(&text).unwrap() }
}

const PROBABILITIES: SqlColumns = SqlColumns { probabilities: true, reasons: 0 };

#[test]
fn sql_adds_up_votes_in_a_subquery() {
    let sql = votes().to_sql("main.my \"rows\"").unwrap();
    for part in [
        "FROM \"main\".\"my \"\"rows\"\"\" AS data;\n",
        "WHEN votes.class_1 > 0 AND votes.class_1 >= votes.class_2 THEN 'a'\n",
        "WHEN votes.class_2 > 0 THEN 'b\"'''\n",
        // A rule without weight covers: the first of the classes without votes wins.
        "WHEN data.\"job\" = 'x|y' THEN 'a'\n    ELSE 'b\"'''\n",
        "CASE WHEN data.\"the \"\"age\"\"\" IS NOT NULL AND data.\"job\" <> 'it''s' THEN 2.5e-1 ELSE 0e0 END -- rule 2: 0.250",
        // 0.3 as a quotient of whole numbers, to the last bit.
        "WHEN data.\"the \"\"age\"\"\" <= 30.5 THEN (CAST(5404319552844595 AS DOUBLE PRECISION) / 18014398509481984e0) ELSE 0e0 END -- rule 1: 0.300",
    ] {
        assert!(sql.contains(part), "{part} is not in {sql}");
    }
}

/// Columns of the table are never mistaken for those of the query: they are qualified with the name
/// of the table.
#[test]
fn names_of_a_query_are_not_those_of_the_table() {
    for name in ["rulegen_votes_1", "class_1", "votes", "data", "Prediction"] {
        let text = VOTES.replace("\"job\"", &format!("\"{name}\""));
        let sql = Model::from_json(&text).unwrap().to_sql("rows").unwrap();
        let quoted = format!("\"{name}\"");
        assert_eq!(sql.matches(&quoted).count(), sql.matches(&format!("data.{quoted}")).count(), "{sql}");
        // All columns of the table are returned as they are, and one is added.
        assert_eq!(sql.matches("data.*").count(), 1, "{sql}");
        let added = if name == "Prediction" { "prediction_2" } else { "prediction" };
        assert!(sql.ends_with(&format!("AS votes) AS \"{added}\"\nFROM \"rows\" AS data;\n")), "{sql}");
    }
}

/// This many rules in one sum would be too deep for every engine.
#[test]
fn sums_of_many_rules_are_parted_or_refused() {
    let model = |rules: usize| {
        let mut model = votes();
        let rule = model.rules[0].clone();
        model.rules.resize(rules, rule);
        model
    };
    let sql = model(403).to_sql("data").unwrap();
    assert_eq!((sql.matches("SELECT\n    ").count(), sql.matches(" AS votes)").count()), (3, 3), "{sql}");
    assert!(sql.contains("    votes.class_2\n      + CASE"), "{sql}");
    assert!(sql.contains("    votes.class_1\n      AS class_1,"), "{sql}");
    assert_eq!(model(9_002).to_sql("data").unwrap().matches(" AS votes)").count(), 10);
    // Two of the rules are for another class, or without a weight.
    let refused = model(9_003).to_sql("data").unwrap_err();
    assert_eq!(refused.to_string(), "9001 rules for one class cannot be written in SQL: at most 9000 can");
}

#[test]
fn one_class_of_rules_needs_no_votes() {
    for form in ["dnf", "cnf"] {
        let model = boolean(form);
        let sql = model.to_sql("data").unwrap();
        assert!(!sql.contains("votes") && sql.matches("WHEN").count() == 3, "{sql}");
        let pmml = model.to_pmml().unwrap();
        assert!(!pmml.contains("DerivedField") && pmml.matches("<SimpleRule ").count() == 3, "{pmml}");
        assert!(!model.to_python().contains("votes") && !model.to_rust().contains("votes"));
    }
}

/// Votes before any rule, in every language.
#[test]
fn votes_before_any_rule() {
    let intercepts = r#""intercepts": [0.43, 0], "rules""#;
    let model = Model::from_json(&VOTES.replace("\"rules\"", intercepts)).unwrap();
    let contains = |text: String, part: &str| assert!(text.contains(part), "{part} is not in {text}");
    contains(model.to_text(), "-0.430  start: a row that meets no rule\n");
    contains(model.to_markdown(), "|  | -0.430 | start: a row that meets no rule |");
    // 1 / (1 + exp 0.43) = 0.3941...
    let log_odds = Model { log_odds: true, ..model.clone() };
    contains(log_odds.to_text(), "-0.430  start: a row that meets no rule (39.4%)");
    let even = Model { intercepts: Vec::new(), ..log_odds };
    contains(even.to_markdown(), "0 | start: a row that meets no rule (50.0%)");
    contains(
        model.to_sql("data").unwrap(),
        "CAST((CAST(7746191359077253 AS DOUBLE PRECISION) / 18014398509481984e0) AS DOUBLE PRECISION)\n      + CASE",
    );
    contains(model.to_python(), "    votes_1 = 0.43\n");
    contains(model.to_rust(), "    let mut votes_1 = 0.43f64;\n");
    contains(model.to_pmml().unwrap(), "votes 1 before any rule");
    // A class with votes and no rule wins if no rule outweighs it.
    let mut model = model;
    model.rules.retain(|rule| rule.class == 1);
    contains(model.to_rust(), "    let votes_1 = 0.43f64;\n");
    contains(model.to_sql("data").unwrap(), "/ 18014398509481984e0) AS DOUBLE PRECISION)\n      AS class_1");
    let wins = "WHEN votes.class_1 > 0 AND votes.class_1 >= votes.class_2 THEN 'a'";
    contains(model.to_sql("data").unwrap(), wins);
}

/// With log-odds, SQL (on request) and PMML have a probability for each class, under names that no
/// column has.
#[test]
fn probabilities_in_sql_and_pmml() {
    let text = VOTES.replace("\"rug\"", "\"rules\", \"loss\": \"logistic\"").replace("\"job\"", "\"PROBABILITY A\"");
    let mut model = Model::from_json(&text).unwrap();
    let refused = model.to_sql_with("data", PROBABILITIES).unwrap_err();
    assert!(matches!(refused, RuleError::NoProbabilities), "a rule without weight decides: {refused}");
    assert!(matches!(votes().to_sql_with("data", PROBABILITIES), Err(RuleError::NoProbabilities)));
    assert!(!model.to_pmml().unwrap().contains("<Output>"));

    model.rules.retain(|rule| rule.weight > 0.0);
    let sql = model.to_sql_with("data", PROBABILITIES).unwrap();
    assert!(sql.starts_with(model.to_sql("data").unwrap().split("\nFROM \"data\"").next().unwrap()), "{sql}");
    assert!(sql.contains("1e0 / (1e0 + EXP(votes.class_2 - votes.class_1))"), "{sql}");
    assert!(sql.contains(" AS \"probability a_2\",\n") && sql.contains(" AS \"probability b\"\"'\"\n"), "{sql}");
    let pmml = model.to_pmml().unwrap();
    for name in ["predicted_it's", "probability a", "probability b&quot;'"] {
        assert!(pmml.contains(&format!("<OutputField name=\"{name}\"")), "{name}: {pmml}");
    }
    // The exponential of a thousand is an overflow in some engines.
    model.rules[0].weight = 1000.0;
    let sql = model.to_sql_with("data", PROBABILITIES).unwrap();
    assert!(sql.contains("EXP(CASE WHEN votes.class_2 - votes.class_1 > 700 THEN 7e2 WHEN "), "{sql}");
    // Each class adds up all votes again, so the text grows with their product.
    let mut large = model.clone();
    large.rules = vec![large.rules[0].clone(); 25_001];
    let refused = large.to_sql_with("data", PROBABILITIES).unwrap_err().to_string();
    assert_eq!(refused, "50002 rules times classes cannot be written in SQL with probabilities: at most 50000 can");
    // A class without votes has log-odds of 0.
    model.rules.truncate(1);
    let sql = model.to_sql_with("data", PROBABILITIES).unwrap();
    assert!(sql.contains("CASE WHEN votes.class_1 - 0e0 > 700"), "{sql}");
}

#[test]
fn what_intercepts_may_be() {
    for (intercepts, says) in [
        ("[0.5]", "it has 1 intercepts for 2 classes"),
        ("[0.5, -1]", "an intercept is -1"),
        ("[0, 0]", "its intercepts are all 0"),
    ] {
        let text = VOTES.replace("\"rules\"", &format!("\"intercepts\": {intercepts}, \"rules\""));
        let error = Model::from_json(&text).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(Model::from_json(&VOTES.replace("\"rug\"", "\"\"")).unwrap_err().to_string().contains("names no method"));
    assert!(!votes().to_json().contains("intercepts") && !votes().to_json().contains("loss"));
}

#[test]
fn markdown_is_a_table() {
    let text = votes().to_markdown();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2], r#"|  | points | rule | rows | of them "b\\"'" |"#);
    assert_eq!(lines[3], "|--:|--:|:--|--:|--:|");
    assert_eq!(lines[6], r#"| 2 | -0.250 | "the \\"age\\"" is present and job != it's | 4 | 0.0% |"#);
    assert_eq!(lines.len(), 8);
    let text = boolean("cnf").to_markdown();
    assert!(text.contains("| | clause | excludes | of them a |"), "{text}");
    assert!(text.contains(r#"is missing or job = it's | 4 | 100.0% |"#), "{text}");
}

#[test]
fn modules_name_their_columns() {
    let python = votes().to_python();
    assert!(python.contains(r#"    the_age = _number(row["the \"age\""])"#), "{python}");
    assert!(
        python.contains("    if the_age == the_age and job is not None and job != \"it's\":  # rule 2\n"),
        "{python}"
    );
    assert!(python.contains("        votes_2 += 0.3\n"), "{python}");
    let rust = votes().to_rust();
    assert!(
        rust.contains("pub struct Row<'a> {\n    /// The column \"the \\\"age\\\"\".\n    pub the_age: Option<f64>,\n")
    );
    assert!(rust.contains("    if !the_age.is_nan() && row.job.is_some_and(|word| word != \"it's\") {\n"), "{rust}");
}

#[test]
fn names_that_cannot_be_written() {
    for (name, sql, pmml) in [("x|y\\u0000", false, false), ("x|y\\u0001", true, false), ("x|y\\n", true, true)] {
        let model = Model::from_json(&VOTES.replace("x|y", name)).unwrap();
        for (outcome, writable, format) in [(model.to_sql("t"), sql, "SQL"), (model.to_pmml(), pmml, "PMML")] {
            match outcome {
                Ok(_) => assert!(writable, "{name:?} in {format}"),
                Err(RuleError::Unwritable { format: said, .. }) => assert!(!writable && said == format, "{name:?}"),
                Err(other) => panic!("{other}"),
            }
        }
        // Languages with escapes can write all names.
        assert!(!model.to_python().contains(['\0', '\u{1}']) && !model.to_rust().contains(['\0', '\u{1}']));
    }
}

/// A model of many classes and rules: work beyond the size of the file would take minutes.
#[test]
fn exports_of_many_classes_take_linear_time() {
    let mut model = votes();
    let rule = model.rules[0].clone();
    model.classes = (0..20_000).map(|k| format!("c{k}")).collect();
    model.rules = (0..20_000).map(|class| WeightedRule { class, ..rule.clone() }).collect();
    let model = Model::from_json(&model.to_json()).unwrap();
    assert_eq!(model.rules[19_999].class, 19_999);
    assert!(ModelDiff::new(&model, &model).is_empty());
    let class = "19999";
    let python = model.to_python();
    assert!(python.contains("    best = votes.index(max(votes))\n") && python.contains(&format!(", {class}][best]")));
    assert!(model.to_rust().contains(&format!(", {class}][best]]")));
    // There is a field for the largest, and two for each class.
    assert_eq!(model.to_pmml().unwrap().matches("<DerivedField ").count(), 1 + 2 * 20_000);
    let refused = model.to_sql("data").unwrap_err().to_string();
    assert_eq!(refused, "20000 classes with votes cannot be written in SQL: at most 450 can");
    let mut model = model;
    model.rules = vec![rule; 100_001];
    let refused = model.to_pmml().unwrap_err().to_string();
    assert_eq!(refused, "100001 rules cannot be written in PMML: at most 100000 can");
}
