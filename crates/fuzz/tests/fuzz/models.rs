//! Model files: read, written and read again; used in every way on a small table made for them.

use crate::target::fuzz_files;
use rulegen::data::{Column, MISSING, Table, Values};
use rulegen::rule::{
    CounterfactualProof, CounterfactualSettings, Domain, Feature, Model, ModelDiff, Predictor, counterfactuals, explain,
};
use rulegen_report::{Inputs, PageSettings, Plot, ReportError, Study, draw, html, with_used_columns};

const WORDS: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "1e-320",
    "-0.0",
    "0.30000000000000004",
    "null",
    "true",
    "\"\"",
    "\"yes\"",
    "\"no\"",
    "[]",
    "{}",
    "\"a\\u0000b\"",
    "\"\\\"\"",
    "\"'\"",
    "\"\\\\\"",
    "\"*/\"",
    "\"]]>\"",
    "\"\\n\"",
    "\"rulegen_votes_1\"",
    "\"row\"",
    "<=",
    ">",
    "=",
    "!=",
    "missing",
    "present",
    "numeric",
    "categorical",
    "logistic",
    "hinge",
    "rug",
    "boolean",
    "rules",
    "[0,0,0]",
    "\"intercepts\": [0.5, 0.25],",
    "\"loss\": \"logistic\",",
    "\"log_odds\": true,",
    "18446744073709551616",
    "65535",
    ",",
];

/// Rows of the table: enough for each cell of most columns, few enough to be fast.
const ROWS: usize = 24;

#[test]
fn models() {
    fuzz_files!("models", WORDS, check_model);
}

fn check_model(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(model) = Model::from_json(&text) else { return false };
    assert_eq!(Model::from_json(&model.to_json()).expect("what was written can be read"), model);
    check_words(&model);
    let table = table_for(&model);
    let predicted = Predictor::new(&model).predict(&table).expect("the table has the columns of the model");
    check_explanations(&model, &table, &predicted);
    let used = with_used_columns(&model);
    let again = Predictor::new(&used).predict(&table).expect("the table has the columns of the model");
    assert_eq!(again, predicted, "columns without rules do not matter");
    // A page of many classes is long.
    if model.classes.len() <= 12 && model.rules.len() <= 40 {
        check_report(model, table, &predicted);
    }
    true
}

/// No export panics, and what has one line per rule has no more.
fn check_words(model: &Model) {
    for text in [model.to_text(), model.to_markdown(), model.to_python(), model.to_rust()] {
        assert!(!text.is_empty());
    }
    // Refused where a name cannot be written.
    let _ = (model.to_sql("data"), model.to_pmml());
    for rule in &model.rules {
        assert!(!rulegen::rule::rule_text(model, &rule.rule, rule.class).contains('\n'));
    }
    assert!(ModelDiff::new(model, model).is_empty(), "a model is as it is");
}

fn check_explanations(model: &Model, table: &Table, predicted: &[u32]) {
    let predictor = Predictor::new(model);
    let scores = predictor.scores(table).expect("the table has the columns of the model");
    assert!(scores.iter().all(|score| !score.is_nan()));
    if model.has_probabilities() {
        let shares = predictor.probabilities(table).expect("the table has the columns of the model");
        for row in shares.chunks(model.classes.len()) {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9 && row.iter().all(|share| *share >= 0.0), "{row:?}");
        }
    }
    for (row, &class) in predicted.iter().enumerate() {
        let name = &model.classes[class as usize];
        let explanation = explain(model, table, row).expect("the row is there");
        assert_eq!(&explanation.prediction, name);
        let settings = CounterfactualSettings { work: 300, ..CounterfactualSettings::default() };
        let found = counterfactuals(model, table, row, &settings).expect("the row is there");
        assert_eq!(&found.from, name);
        assert!(found.changes.iter().all(|change| &change.prediction != name));
        assert!(found.proof != CounterfactualProof::Impossible || found.changes.is_empty());
    }
}

/// The report, and each of its plots: numbers in drawings are numbers.
fn check_report(model: Model, table: Table, predicted: &[u32]) {
    let labels = predicted.iter().enumerate().map(|(row, &k)| if row % 3 == 0 { 0 } else { k }).collect();
    let inputs = Inputs {
        model,
        model_name: "model.json".into(),
        table,
        labels,
        data_name: "data.csv".into(),
        held_out: Some((0..ROWS).step_by(2).collect()),
        groups: None,
        trace: None,
        front: None,
    };
    let study = Study::new(inputs).expect("the rows are those of the model");
    match html(&study, &PageSettings::default()) {
        // Weights may be too large for an axis.
        Ok(_) | Err(ReportError::Drawing(_)) => {}
        Err(error) => panic!("{error}"),
    }
    for plot in [Plot::Rules, Plot::Features, Plot::Coverage, Plot::Overlap, Plot::Confusion, Plot::Calibration] {
        // Some have nothing to show.
        if let Ok(drawing) = draw(plot, &study) {
            assert!(!drawing.svg.contains("\"NaN") && !drawing.svg.contains("\"inf"), "{}", drawing.svg);
        }
    }
}

/// A table with each column of the model, and cells of all kinds.
fn table_for(model: &Model) -> Table {
    let column = |(at, feature): (usize, &Feature)| {
        // Columns go through their cells at different paces, so that rows differ.
        let turn = |row: usize, n: usize| (row * (at + 1) + row / 7) % n;
        let values = match &feature.domain {
            Domain::Numeric { cuts } => {
                let ends = [f64::NAN, -1e300, 0.0, 1e300];
                let beside = cuts.iter().take(8).flat_map(|&cut| [cut, cut.next_up()]);
                let cells: Vec<f64> = ends.into_iter().chain(beside).filter(|cell| !cell.is_infinite()).collect();
                Values::Numeric((0..ROWS).map(|row| cells[turn(row, cells.len())]).collect())
            }
            Domain::Categorical { categories } => {
                let mut names: Vec<String> = categories.iter().take(12).cloned().collect();
                let unseen = "never seen before";
                if !names.iter().any(|name| name == unseen) {
                    names.push(unseen.into());
                }
                let code = |row| match turn(row, names.len() + 1) {
                    0 => MISSING,
                    code => code as u32 - 1,
                };
                Values::Categorical { codes: (0..ROWS).map(code).collect(), categories: names }
            }
        };
        Column::new(&feature.name, values).expect("cells are of their kind")
    };
    let columns = model.schema.features.iter().enumerate().map(column).collect();
    Table::with_rows(ROWS, columns).expect("names of a model differ")
}
