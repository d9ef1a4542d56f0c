//! Exports: what they look like, and names that are hard to write. Whether they predict the same is checked by
//! scripts/check-exports.sh, which runs them.

use rulegen_rule::{Model, RuleError};

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

/// The same rules as a Boolean model: only one class has rules.
fn boolean(form: &str) -> Model {
    let text = VOTES.replace("rug", "boolean");
    let text = text.replace(r#""then": "b\"'", "weight": 0.3"#, r#""then": "a", "weight": 1"#);
    let text = text.replace(r#""then": "b\"'", "weight": 0.0"#, r#""then": "a", "weight": 1"#);
    let settings = format!(r#""settings": {{"form": "{form}"}}"#);
    Model::from_json(&text.replace("\"settings\": {}", &settings)).unwrap()
}

#[test]
fn sql_adds_up_votes_in_a_subquery() {
    let sql = votes().to_sql("main.my \"rows\"").unwrap();
    for part in [
        "FROM \"main\".\"my \"\"rows\"\"\" AS data",
        "WHEN \"rulegen_votes_1\" > 0 AND \"rulegen_votes_1\" >= \"rulegen_votes_2\" THEN 'a'\n",
        "WHEN \"rulegen_votes_2\" > 0 THEN 'b\"'''\n",
        // A rule without weight covers: of classes without votes the first wins.
        "WHEN \"job\" = 'x|y' THEN 'a'\n    ELSE 'b\"'''\n",
        "CASE WHEN \"the \"\"age\"\"\" IS NOT NULL AND \"job\" <> 'it''s' THEN 2.5e-1 ELSE 0e0 END -- rule 2: 0.250",
        // 0.3 as a quotient of whole numbers, to the last bit.
        "WHEN \"the \"\"age\"\"\" <= 30.5 THEN (CAST(5404319552844595 AS DOUBLE PRECISION) / 18014398509481984e0) ELSE 0e0 END -- rule 1: 0.300",
    ] {
        assert!(sql.contains(part), "{part} is not in {sql}");
    }
    assert!(sql.ends_with(") AS data;\n"), "{sql}");
}

#[test]
fn one_class_of_rules_needs_no_votes() {
    for form in ["dnf", "cnf"] {
        let model = boolean(form);
        let sql = model.to_sql("data").unwrap();
        assert!(!sql.contains("rulegen_votes") && sql.matches("WHEN").count() == 3, "{sql}");
        let pmml = model.to_pmml().unwrap();
        assert!(!pmml.contains("DerivedField") && pmml.matches("<SimpleRule ").count() == 3, "{pmml}");
        assert!(!model.to_python().contains("votes") && !model.to_rust().contains("votes"));
    }
}

/// With votes before any rule, in every language.
#[test]
fn votes_before_any_rule() {
    let intercepts = r#""intercepts": [0.43, 0], "rules""#;
    let model = Model::from_json(&VOTES.replace("\"rules\"", intercepts)).unwrap();
    let contains = |text: String, part: &str| assert!(text.contains(part), "{part} is not in {text}");
    contains(model.to_text(), "before any rule: 0.430 for a\n");
    contains(model.to_markdown(), "before any rule: 0.430 for a");
    // exp 0.43 / (1 + exp 0.43) = 0.6058...
    let log_odds = Model { loss: Some(Model::LOGISTIC.into()), ..model.clone() };
    contains(log_odds.to_text(), "before any rule: 0.430 for a; probabilities a 60.6%, ");
    let even = Model { intercepts: Vec::new(), ..log_odds };
    contains(even.to_markdown(), "before any rule: probabilities a 50.0%, ");
    contains(
        model.to_sql("data").unwrap(),
        "CAST((CAST(7746191359077253 AS DOUBLE PRECISION) / 18014398509481984e0) AS DOUBLE PRECISION)\n      + CASE",
    );
    contains(model.to_python(), "    votes_1 = 0.43\n");
    contains(model.to_rust(), "    let mut votes_1 = 0.43f64;\n");
    contains(model.to_pmml().unwrap(), "votes 1 before any rule");
    // A class with votes and no rule: it wins where no rule outweighs it.
    let mut model = model;
    model.rules.retain(|rule| rule.class == 1);
    contains(model.to_rust(), "    let votes_1 = 0.43f64;\n");
    contains(
        model.to_sql("data").unwrap(),
        "/ 18014398509481984e0) AS DOUBLE PRECISION)\n      AS \"rulegen_votes_1\"",
    );
    let wins = "WHEN \"rulegen_votes_1\" > 0 AND \"rulegen_votes_1\" >= \"rulegen_votes_2\" THEN 'a'";
    contains(model.to_sql("data").unwrap(), wins);
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
    assert_eq!(lines[2], "| | if | then | weight | covers | right |");
    assert_eq!(lines[3], "|--:|:--|:--|--:|--:|--:|");
    assert_eq!(lines[6], r#"| 3 | job = x\|y | "b\\"'" | 0.000 | 1 | 0.0% |"#);
    assert_eq!(lines.len(), 7);
    let text = boolean("cnf").to_markdown();
    assert!(text.contains("| | clause | excludes | right |"), "{text}");
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
