//! Features of dates: words, files, rows in other forms, exports.

use proptest::prelude::*;
use rulegen_data::{Column, DateForm, Table, Values};
use rulegen_rule::{
    CounterfactualSettings, Literal, Model, Predictor, Rule, RuleError, Schema, Test, WrittenRule, counterfactuals,
    explain,
};
use serde_json::json;

/// A model of two columns of dates, of which one has missing cells.
const MODEL: &str = r#"{
  "format": "rulegen-model",
  "version": 1,
  "method": "rules",
  "loss": "logistic",
  "target": "left",
  "classes": ["no", "yes"],
  "positive": "yes",
  "features": [
    {"kind": "dates", "name": "joined", "form": "DD/MM/YYYY", "cuts": ["2019-12-31", "2021-06-30"],
     "first": "2018-01-01", "last": "2023-12-31", "missing_seen": false},
    {"kind": "dates", "name": "born", "form": "YYYY-MM-DD", "cuts": ["1979-12-31"],
     "first": "1950-01-01", "last": "1999-12-31", "missing_seen": true},
    {"kind": "numeric", "name": "age", "cuts": [40.0], "missing_seen": false},
    {"kind": "categorical", "name": "town", "categories": ["2020-01-01", "Oslo"], "missing_seen": false}
  ],
  "intercepts": [0.0, 0.25],
  "rules": [
    {"if": [{"column": "joined", "is": "<=", "value": "2021-06-30"}, {"column": "joined", "is": ">", "value": "2019-12-31"}],
     "then": "yes", "weight": 2.0, "covered": 9.0, "correct": 8.0},
    {"if": [{"column": "born", "is": ">", "value": "1979-12-31"}], "then": "no", "weight": 1.0, "covered": 4.0, "correct": 4.0},
    {"if": [{"column": "born", "is": "missing"}], "then": "no", "weight": 0.5, "covered": 4.0, "correct": 4.0}
  ],
  "default": {"otherwise": "no"},
  "certificate": {"status": "size", "objective": 3.5, "lp_objective": 3.25, "lower_bound": null},
  "settings": {}
}"#;

fn model() -> Model {
    Model::from_json(MODEL).unwrap()
}

/// Rows with these cells in the columns of dates.
fn table(joined: Column, born: Column) -> Table {
    let rows = joined.len();
    let others = [Column::new("age", vec![30.0; rows]).unwrap(), Column::new("town", vec![f64::NAN; rows]).unwrap()];
    Table::new([joined, born].into_iter().chain(others).collect()).unwrap()
}

fn text(name: &str, cells: &[&str]) -> Column {
    Column::new(name, Values::from_text(cells)).unwrap()
}

fn votes(joined: Column, born: Column) -> Result<Vec<f64>, RuleError> {
    let (model, table) = (model(), table(joined, born));
    model.schema.check_kinds(&table)?;
    Predictor::new(&model).scores(&table)
}

#[test]
fn the_file_and_the_words_have_dates() {
    let model = model();
    let again: serde_json::Value = serde_json::from_str(&model.to_json()).unwrap();
    assert_eq!(again["features"][0]["cuts"], json!(["2019-12-31", "2021-06-30"]));
    assert_eq!(again, serde_json::from_str::<serde_json::Value>(MODEL).unwrap());
    assert_eq!(Model::from_json(&model.to_json()).unwrap(), model);
    let words: Vec<String> = model.rules.iter().map(|rule| model.schema.rule_text(&rule.rule)).collect();
    assert_eq!(words, ["2020-01-01 <= joined <= 2021-06-30", "born >= 1980-01-01", "born is missing"]);
    assert_eq!(model.notes()[0], "Read as dates: joined (DD/MM/YYYY), born (YYYY-MM-DD).");
    let card = model.to_card_text().unwrap();
    assert!(card.contains("joined >= 2021-07-01") && card.contains("born <= 1979-12-31"), "{card}");
}

#[test]
fn rows_may_have_dates_in_any_form() {
    let expected = [0.0, 2.25, 1.0, 0.25, 0.5, 0.25];
    let born = || Column::of_dates("born", vec![-1.0, 4000.0, f64::NAN], DateForm::ISO).unwrap();
    let days = vec![18_262.0, 18_809.0, f64::NAN];
    assert_eq!(votes(Column::of_dates("joined", days, DateForm::ISO).unwrap(), born()).unwrap(), expected);
    // Day and month are those of the model where a file leaves it open.
    for joined in [
        ["2020-01-01", "2021-07-01T10:00:00Z", ""],
        ["01/01/2020", "01/07/2021", ""],
        ["1/1/2020 23:59", "1/7/2021", "NA"],
        ["01.01.2020", "01.07.2021", "NaT"],
    ] {
        let votes = votes(text("joined", &joined), born()).map_err(|error| error.to_string());
        assert_eq!(votes, Ok(expected.to_vec()), "{joined:?}");
    }
    // A cell shows that the month comes first.
    let votes_of = |cells: &[&str]| votes(text("joined", cells), born()).unwrap();
    assert_eq!(votes_of(&["01/01/2020", "07/31/2021", ""]), expected);
    let missing = votes_of(&["", "NA", ""]);
    assert_eq!(missing, [0.0, 0.25, 1.0, 0.25, 0.5, 0.25]);
    assert_eq!(votes(Column::new("joined", vec![f64::NAN; 3]).unwrap(), born()).unwrap(), missing);
}

#[test]
fn other_cells_are_refused_with_the_column_and_both_kinds() {
    let refused = |cells: Column| {
        let rows = cells.len();
        let born = Column::new("born", vec![f64::NAN; rows]).unwrap();
        let (model, table) = (model(), table(cells.clone(), born.clone()));
        // Coding refuses them as well.
        assert!(Predictor::new(&model).predict(&table).is_err());
        votes(cells, born).unwrap_err().to_string()
    };
    let says = |came: &str| format!("column 'joined' is of dates in the model but holds {came}");
    assert_eq!(
        refused(text("joined", &["01/01/2020", "soon"])),
        says("words in the data, such as 'soon' in row 1 (from 0)")
    );
    assert_eq!(
        refused(text("joined", &["31/12/2020", "30/02/2020"])),
        says("dates that do not exist in the data, such as '30/02/2020' in row 1 (from 0)")
    );
    assert_eq!(
        refused(Column::new("joined", [20_200_101.0]).unwrap()),
        says("numbers in the data, such as '20200101' in row 0 (from 0)")
    );
    let open = refused(text("joined", &["1-2-2020"]));
    assert_eq!(
        open,
        says("dates whose day and month may change places in the data, such as '1-2-2020' in row 0 (from 0)")
    );

    let dates = Column::of_dates("age", vec![f64::NAN, 0.0], DateForm::ISO).unwrap();
    let table = Table::new(vec![dates]).unwrap();
    let schema = Schema { features: vec![model().schema.features.swap_remove(2)] };
    let message =
        "column 'age' is numeric in the model but holds dates in the data, such as '1970-01-01' in row 1 (from 0)";
    assert_eq!(schema.check_kinds(&table).unwrap_err().to_string(), message);
    assert_eq!(schema.encode(&table).unwrap_err().to_string(), message);
    // Missing cells are of any kind.
    let missing = Column::of_dates("age", vec![f64::NAN], DateForm::ISO).unwrap();
    assert!(schema.check_kinds(&Table::new(vec![missing]).unwrap()).is_ok());
}

#[test]
fn dates_are_categories_where_the_model_has_categories() {
    let schema = Schema { features: vec![model().schema.features.swap_remove(3)] };
    let dates = Column::of_dates("town", vec![18_262.0, f64::NAN, 0.0], DateForm::ISO).unwrap();
    let coded = schema.encode(&Table::new(vec![dates]).unwrap()).unwrap();
    assert_eq!((0..3).map(|row| coded.columns()[0].get(row)).collect::<Vec<_>>(), [0, 3, 2]);
}

#[test]
fn explanations_and_changes_have_dates() {
    let model = model();
    let table = table(text("joined", &["05/03/2021"]), text("born", &["1990-10-01"]));
    let explanation = explain(&model, &table, 0).unwrap();
    let because: Vec<&str> = explanation.rules.iter().flat_map(|rule| &rule.because).map(String::as_str).collect();
    let joined = "joined is 05/03/2021, at least 2020-01-01 and at most 2021-06-30";
    assert_eq!(because, [joined, "born is 1990-10-01, at least 1980-01-01"]);
    let table = self::table(
        Column::of_dates("joined", vec![18_691.0], DateForm::ISO).unwrap(),
        Column::of_dates("born", vec![f64::NAN], DateForm::ISO).unwrap(),
    );
    let found = counterfactuals(&model, &table, 0, &CounterfactualSettings::default()).unwrap();
    let change = &found.changes[0].columns[0];
    assert_eq!(change.to_string(), "joined from 2021-03-05 to 2019-12-31 (at most 2019-12-31)");
    let to = json!({"dates": {"first": null, "last": "2019-12-31"}});
    assert_eq!(json!([change.from, change.to, change.example]), json!(["2021-03-05", to, "2019-12-31"]));
}

#[test]
fn exports_compare_with_dates() {
    let model = model();
    let sql = model.to_sql("people").unwrap();
    assert!(sql.contains(r#"WHEN data."joined" < '2021-07-01' AND data."joined" >= '2020-01-01' THEN"#), "{sql}");
    assert!(sql.contains(r#"WHEN data."born" IS NULL THEN"#), "{sql}");
    let python = model.to_python();
    let condition = "if joined is not None and joined <= date(2021, 6, 30) and joined is not None and joined > date(";
    assert!(python.contains(condition) && python.contains("from datetime import date\n"), "{python}");
    let rust = model.to_rust();
    assert!(rust.contains(r#"row.joined.is_some_and(|date| date < "2021-07-01")"#), "{rust}");
    assert!(rust.contains("pub born: Option<&'a str>") && rust.contains("row.born.is_none()"), "{rust}");
    let pmml = model.to_pmml().unwrap();
    let field = r#"<DataField name="joined" optype="continuous" dataType="dateDaysSince[1970]"/>"#;
    assert!(pmml.contains(field) && pmml.contains(r#"<Constant dataType="integer">18808</Constant>"#), "{pmml}");
    assert!(model.to_pmml_scorecard().unwrap().contains(r#"operator="greaterThan" value="3651"/>"#));
}

#[test]
fn damaged_files_are_refused() {
    let with = |old: &str, new: &str| {
        assert_eq!(MODEL.matches(old).count(), 1, "{old}");
        Model::from_json(&MODEL.replace(old, new)).map(|_| ()).unwrap_err().to_string()
    };
    for (old, new, says) in [
        (
            r#""categories": ["2020-01-01", "Oslo"]"#,
            r#""categories": [], "form": "YYYY-MM-DD""#,
            "unknown field `form`",
        ),
        (r#""cuts": [40.0]"#, r#""cuts": [40.0], "form": "YYYY-MM-DD""#, "unknown field `form`"),
        (r#""form": "YYYY-MM-DD""#, r#""form": "MM.DD.YYYY""#, r#""MM.DD.YYYY" is no form of dates"#),
        (r#""cuts": ["1979-12-31"]"#, r#""cuts": [3651]"#, "expected a string"),
        (r#""cuts": ["1979-12-31"]"#, r#""cuts": ["1979-02-30"]"#, "'1979-02-30' is no date, and 'born' is of dates"),
        (r#""cuts": ["1979-12-31"]"#, r#""cuts": ["31.12.1979"]"#, "'31.12.1979' is no date"),
        (
            r#""cuts": ["1979-12-31"]"#,
            r#""cuts": ["1979-12-31", "1979-12-31"]"#,
            "the cut points of 'born' do not ascend",
        ),
        (r#""cuts": ["1979-12-31"]"#, r#""cuts": ["9999-12-31"]"#, "'born' is of dates, and 2932896 is no day"),
        (r#""first": "1950-01-01""#, r#""first": "2050-01-01""#, "cannot be from"),
        (r#""first": "1950-01-01", "#, "", "missing field `first`"),
        (r#""value": "1979-12-31""#, r#""value": 3651"#, "which its feature does not know"),
        (r#""value": "1979-12-31""#, r#""value": "1980-12-31""#, "which its feature does not know"),
        (r#"{"kind": "dates", "name": "born""#, r#"{"kind": "days", "name": "born""#, "unknown variant `days`"),
    ] {
        let message = with(old, new);
        assert!(message.contains(says) && !message.contains('\n'), "{new}: {message}");
    }
    // A feature that was made by hand.
    let mut schema = model().schema;
    schema.features[3].dates = Some(DateForm::ISO);
    assert!(schema.check().unwrap_err().to_string().starts_with("'town' cannot be of dates"));
    schema.features.pop();
    schema.features[0].whole = None;
    assert!(schema.check().unwrap_err().to_string().starts_with("'joined' cannot be of dates"));
}

/// Reads a rule and returns it in words.
fn read(text: &str) -> Result<String, String> {
    let model = model();
    let written = WrittenRule::read(&format!("if {text} then +1"), &model).map_err(|error| error.to_string())?;
    let mut schema = model.schema;
    written.extend(&mut schema);
    schema.check().map_err(|error| error.to_string())?;
    Ok(schema.rule_text(&written.rule(&schema).unwrap()))
}

#[test]
fn rules_by_hand_have_dates() {
    for (text, words) in [
        ("joined >= 2021-07-01", "joined >= 2021-07-01"),
        ("joined > 2021-06-30", "joined >= 2021-07-01"),
        ("joined < 2021-07-01", "joined <= 2021-06-30"),
        ("joined > 30/6/2021 and age <= 40", "joined >= 2021-07-01 and age <= 40"),
        ("2020-01-01 <= joined <= 2020-12-31", "2020-01-01 <= joined <= 2020-12-31"),
        ("2019-12-31 < joined < 2021-01-01", "2020-01-01 <= joined <= 2020-12-31"),
        ("joined = 2020-02-29", "joined = 2020-02-29"),
        ("joined = 2018-01-01", "joined = 2018-01-01"),
        ("born is present", "born is present"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(words), "{text}");
    }
    for (text, says) in [
        ("joined > 18808", "'18808' is no date, such as 2024-12-31"),
        ("joined > 2021-02-30", "'2021-02-30' is no date"),
        ("joined != 2021-02-20", "'joined' holds dates: != is for categories"),
        ("joined <= 9999-12-31", "2932896 is no day of the years 1 to 9999 with a next one"),
        ("age > 2021-06-30", "'2021-06-30' is no number"),
        ("18808 < joined <= 2021-06-30", "no column '18808'"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
    let schema = model().schema;
    let error = schema.above("joined", 18_000.0).unwrap_err().to_string();
    assert_eq!(error, "2019-04-14 is no cut point of 'joined': the nearest is 2019-12-31");
}

proptest! {
    /// The words of a condition are read as the same condition, and are true of the same days.
    #[test]
    fn words_are_read_back(cuts in prop::collection::btree_set(-30_000i32..30_000, 1..6), above: bool, at: prop::sample::Index) {
        let mut model = model();
        let feature = &mut model.schema.features[0];
        feature.domain = rulegen_rule::Domain::Numeric { cuts: cuts.iter().map(|&cut| cut.into()).collect() };
        let j = at.index(cuts.len()) as u16;
        let test = if above { Test::Above(j) } else { Test::AtMost(j) };
        let rule = Rule::new([Literal::new(0, test)]);
        let words = model.schema.rule_text(&rule);
        model.rules.clear();
        let written = WrittenRule::read(&format!("if {words} then yes"), &model).unwrap();
        let mut schema = model.schema.clone();
        written.extend(&mut schema);
        prop_assert_eq!(written.rule(&schema).unwrap(), rule, "{}", words);
        prop_assert_eq!(&schema, &model.schema);
    }
}
