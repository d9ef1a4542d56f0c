//! `explain`: why a row gets its class, and what would change it.

use crate::util::{Folder, csv_rows, fixture, predictions};
use serde_json::Value;

/// The data file with the cells of some columns of one row replaced; only that row.
fn changed(data: &str, row: usize, columns: &Value) -> String {
    let mut rows = csv_rows(&std::fs::read_to_string(data).unwrap());
    let header = rows.swap_remove(0);
    let mut cells = csv_rows(&std::fs::read_to_string(data).unwrap()).swap_remove(row + 1);
    for column in columns.as_array().unwrap() {
        let index = header.iter().position(|name| column["column"] == *name).unwrap();
        cells[index] = match &column["example"] {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            number => number.to_string(),
        };
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).unwrap();
    writer.write_record(&cells).unwrap();
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// Explains some rows of a file and checks by `predict` all that is said.
fn check_by_prediction(folder: &Folder, model: &str, data: &str, flags: &[&str]) {
    let predicted = predictions(&folder.ok(&["predict", model, data]).stdout);
    let scores = csv_rows(&folder.ok(&["predict", model, data, "--scores"]).stdout);
    for row in (0..predicted.len()).step_by(predicted.len() / 12) {
        let number = row.to_string();
        let report = folder.ok(&[&["explain", model, data, "--row", &number, "--json"], flags].concat()).json();
        assert_eq!(report["prediction"], *predicted[row]);
        let text = folder.ok(&[&["explain", model, data, "--row", &number], flags].concat()).stdout;
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let votes = report["votes"].as_array().unwrap().iter().map(|votes| votes["votes"].as_f64().unwrap());
        let expected = scores[row + 1][1..].iter().map(|score| score.parse::<f64>().unwrap());
        assert_eq!(votes.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        for change in report["changes"]["changes"].as_array().unwrap() {
            folder.file("changed.csv", changed(data, row, &change["columns"]));
            let after = predictions(&folder.ok(&["predict", model, "changed.csv"]).stdout);
            assert_eq!(change["prediction"], *after[0], "{change}");
            assert_ne!(predicted[row], after[0], "{change}");
            assert!(!change["columns"].to_string().contains("\"alcohol\""), "{change}");
        }
    }
}

#[test]
fn changes_do_what_they_say_in_a_file() {
    let folder = Folder::new();
    let (awkward, wine, monks) = (fixture("awkward.csv"), fixture("wine.csv"), fixture("monks1.csv"));
    folder.ok(&["fit", &awkward, "--target", "answer", "--holdout", "none", "--penalty", "0.1", "-o", "a.json"]);
    check_by_prediction(&folder, "a.json", &awkward, &["--allow-missing"]);
    folder.ok(&["fit", &wine, "--target", "cultivar", "--holdout", "none", "--max-depth", "2", "-o", "w.json"]);
    check_by_prediction(&folder, "w.json", &wine, &["--fixed", "alcohol", "--changes", "5"]);
    for form in [&["--cnf"][..], &[]] {
        let args = ["fit", &monks, "--target", "class", "--method", "boolean", "--holdout", "none", "-o", "b.json"];
        folder.ok(&[&args[..], &["--complexity", "10", "--max-length", "3"], form].concat());
        check_by_prediction(&folder, "b.json", &monks, &[]);
    }
}

/// Two rules by hand: `age > 45` for yes (0.5), `sex = m` for no (0.25).
const MODEL: &str = r#"{
  "format": "rulegen-model", "version": 1, "method": "rug", "target": "loan", "classes": ["no", "yes"],
  "positive": "yes",
  "features": [
    {"kind": "numeric", "name": "age", "cuts": [45.0, 60.0], "missing_seen": true},
    {"kind": "categorical", "name": "sex", "categories": ["f", "m"], "missing_seen": false}
  ],
  "rules": [
    {"if": [{"column": "age", "is": ">", "value": 45.0}, {"column": "age", "is": "<=", "value": 60.0}],
     "then": "yes", "weight": 0.5, "covered": 4, "correct": 3},
    {"if": [{"column": "sex", "is": "=", "value": "m"}], "then": "no", "weight": 0.25, "covered": 4, "correct": 4}
  ],
  "default": {"otherwise": "no"},
  "certificate": {"status": "no_column", "objective": 1, "lp_objective": 1, "lower_bound": null},
  "settings": {}
}"#;

#[test]
fn words_with_the_values_of_the_row() {
    let folder = Folder::new();
    folder.file("m.json", MODEL).file("d.csv", "sex,age\nm,52\nf,30\n,\n");
    let explain =
        |row: &str, flags: &[&str]| folder.ok(&[&["explain", "m.json", "d.csv", "--row", row], flags].concat()).stdout;
    let expected = "\
Row 0: loan is yes, by the points of the start and of the rules it meets:

          0  start
1.   +0.500  age is 52, above 45 and at most 60
2.   -0.250  sex is m
   --------
     +0.250  points towards loan = yes

Most points lost towards loan = yes:

  -0.250  sex = m: -0.250, at best 0

Nearest changes that make it another class:

1. loan is no with 1 condition changed:
   age from 52 to 45 (at most 45)
2. loan is no with 1 condition changed:
   age from 52 to 61 (above 60)

proved: no change of one column changes fewer conditions
";
    assert_eq!(explain("0", &[]), expected);
    let text = explain("1", &["--to", "yes", "--reasons", "0"]);
    assert!(text.starts_with("Row 1: loan is no, because it meets no rule: this is the default.\n\nNearest changes that make it yes:\n\n1. 1 condition changed:\n   age from 30 to 46 (above 45, at most 60)\n"), "{text}");
    let text = explain("1", &["--fixed", "age"]);
    assert!(text.ends_with("Proved: no change of columns outside --fixed makes it another class.\n"), "{text}");
    assert!(explain("1", &["--to", "no"]).ends_with("\nIt is already no.\n"));
    assert!(
        explain("1", &["--work", "0"]).contains("The search for changes that make it another class stopped before")
    );
    assert!(explain("2", &[]).contains("\n   age from missing to 46 (above 45, at most 60)\n"));
    let text = explain("0", &["--allow-missing", "--changes", "1"]);
    assert!(text.contains("\n   age from 52 to 45 (at most 45)\n") && !text.contains("\n2. loan"), "{text}");
}

#[test]
fn votes_that_tie_or_nearly_do() {
    let folder = Folder::new();
    folder.file("d.csv", "sex,age\nm,52\n");
    let votes = |weight: &str| {
        folder.file("m.json", MODEL.replace("\"weight\": 0.25", &format!("\"weight\": {weight}")));
        let text = folder.ok(&["explain", "m.json", "d.csv", "--row", "0"]).stdout;
        let line = |begins: &str| text.lines().find(|line| line.starts_with(begins)).unwrap().to_owned();
        (line("Row 0"), text.lines().find(|line| line.contains(" points towards ")).unwrap().trim().to_owned())
    };
    let by = "by the points of the start and of the rules it meets:";
    let tie = "0  points towards loan = yes; at 0 it is no";
    assert_eq!(votes("0.5"), (format!("Row 0: loan is no, {by}"), tie.to_owned()));
    let close = "+1.1e-16  points towards loan = yes";
    assert_eq!(votes("0.4999999999999999"), (format!("Row 0: loan is yes, {by}"), close.to_owned()));
}

#[test]
fn several_columns_at_once() {
    let folder = Folder::new();
    let model = MODEL.replace("[{\"column\": \"sex\", \"is\": \"=\", \"value\": \"m\"}]", "[{\"column\": \"sex\", \"is\": \"=\", \"value\": \"m\"}, {\"column\": \"age\", \"is\": \"<=\", \"value\": 45.0}]");
    let model = model.replace("\"otherwise\": \"no\"", "\"otherwise\": \"yes\"");
    folder.file("m.json", model).file("d.csv", "sex,age\nf,52\n");
    let text = folder.ok(&["explain", "m.json", "d.csv", "--row", "0"]).stdout;
    assert!(text.contains("1. loan is no with 3 conditions changed:\n   age from 52 to 45 (at most 45)\n   sex from f to m\n\nproved: fewer than 2 columns are not enough, and no change of 2 columns changes\nfewer conditions"), "{text}");
}

#[test]
fn what_cannot_be_explained() {
    let folder = Folder::new();
    folder
        .file("m.json", MODEL)
        .file("d.csv", "sex,age\nm,52\n")
        .file("narrow.csv", "sex\nm\n")
        .file("none.csv", "sex,age\n");
    for (args, says) in [
        ("d.csv --row 1", "d.csv: row 1 does not exist: the data have 1 rows, numbered from 0"),
        ("d.csv --row -1", "\"-1\" is no number of a row, from 0"),
        ("d.csv", "required arguments were not provided: --row <N|VALUE>"),
        ("d.csv --row 0 --fixed nose", "the model has no column 'nose'"),
        ("d.csv --row 0 --to maybe", "'maybe' is not a class; the classes are 'no', 'yes'"),
        ("d.csv --row 0 --changes 0", "'0' for '--changes"),
        ("narrow.csv --row 0", "there is no column \"age\""),
        ("absent.csv --row 0", "absent.csv"),
    ] {
        folder.refused(&[&["explain", "m.json"], &args.split(' ').collect::<Vec<_>>()[..]].concat(), says);
    }
    // A model without rules has its default, whatever the data.
    let bare = MODEL.split("\"rules\": [").next().unwrap().to_owned()
        + "\"rules\": [],"
        + MODEL.split("\n  ],\n").nth(2).unwrap();
    folder.file("bare.json", bare);
    let text = folder.ok(&["explain", "bare.json", "narrow.csv", "--row", "0"]).stdout;
    assert_eq!(
        text,
        "Row 0: loan is no, because it meets no rule: this is the default.\n\nProved: no change of columns makes it another class.\n"
    );
}
