//! `points`: whole points, and reasons that cost most of them.

use crate::util::{Folder, csv_rows, fixture, predictions};
use serde_json::Value;

/// Fits the model to round.
fn exact(folder: &Folder, data: &str, target: &str, more: &[&str]) {
    let fit = ["fit", data, "--target", target, "--method", "rules", "--pricers", "greedy", "-o", "exact.json"];
    folder.ok(&[&fit[..], more].concat());
}

/// The reasons of every row, each with the points lost, as `explain` has them.
fn reasons(folder: &Folder, model: &str, data: &str, row: usize) -> Vec<(String, f64)> {
    let report = folder.ok(&["explain", model, data, "--row", &row.to_string(), "--json", "--work", "1"]).json();
    let reason = |of: &Value| (of["words"].as_str().unwrap().to_owned(), of["lost"].as_f64().unwrap());
    report["reasons"].as_array().unwrap().iter().map(reason).collect()
}

#[test]
fn points_are_a_model_like_any_other() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let rows: String = (0..569).step_by(5).map(|row| format!("{row}\n")).collect();
    folder.file("test.txt", rows);
    exact(&folder, &data, "diagnosis", &["--positive", "M", "--size", "6", "--holdout", "test.txt"]);
    let text = folder.ok(&["points", "exact.json", &data, "--points", "10", "--holdout", "test.txt", "-o", "m.json"]);
    for says in [
        "10 points more double the odds. The probability of M is 1 / (1 +\n2^(-points/10)).\n",
        "\n                                    exact                  points\nrows                                  455                     455\n",
        "\n                          exact, held out        points, held out\nrows                                  114                     114\n",
        "\nrecall of M ",
        "\nalways B ",
        "log loss",
        "\nexact weights: objective ",
        "\nmodel written to m.json\n",
    ] {
        assert!(text.stdout.contains(says), "{says:?} is not in {}", text.stdout);
    }
    let points = Value::from(10);
    let file: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!((&file["points_per_doubling"], &file["certificate"]["status"]), (&points, &Value::from("rounded")));
    // Another run writes equal bytes, and JSON says as much.
    folder.ok(&["points", "exact.json", &data, "--points", "10", "--holdout", "test.txt", "-o", "again.json"]);
    assert_eq!(folder.read("m.json"), folder.read("again.json"));
    let json = folder.ok(&["points", "exact.json", &data, "--points", "10", "--holdout", "test.txt", "--json"]).json();
    assert_eq!(json["points_per_doubling"], points);
    let [exact, whole] = ["exact", "points"].map(|of| json["holdout"][of]["accuracy"].as_f64().unwrap());
    assert!((exact - whole).abs() < 0.03, "{exact} {whole}");
    // The sum of the card is the sum of points of the explanation, and decides.
    let card = csv_rows(&folder.ok(&["rules", "m.json", "--format", "card-csv"]).stdout);
    assert!(card[1..].iter().all(|line| line[0].parse::<i64>().is_ok()), "{card:?}");
    let predicted = predictions(&folder.ok(&["predict", "m.json", &data]).stdout);
    for row in (0..569).step_by(71) {
        let report =
            folder.ok(&["explain", "m.json", &data, "--row", &row.to_string(), "--json", "--work", "1"]).json();
        let met = report["rules"].as_array().unwrap().iter().map(|rule| rule["points"].as_f64().unwrap());
        let sum: f64 = card[1][0].parse::<f64>().unwrap() + met.sum::<f64>();
        assert_eq!(predicted[row] == "M", sum > 0.0, "{row}: {sum}");
    }
    // The report, plots and comparisons take it as any model.
    folder.ok(&["report", "m.json", &data, "-o", "page.html"]);
    assert!(folder.read("page.html").contains("\"whole\":true"));
    folder.ok(&["plot", "rules", "m.json", "-o", "rules.svg"]);
    folder.ok(&["diff", "exact.json", "m.json", &data]);
}

#[test]
fn without_data_weights_go_to_the_nearest() {
    let folder = Folder::new();
    let wine = fixture("wine.csv");
    folder.ok(&[
        "fit",
        &wine,
        "--target",
        "cultivar",
        "--method",
        "rules",
        "--size",
        "5",
        "--pricers",
        "greedy",
        "--holdout",
        "none",
        "-o",
        "exact.json",
    ]);
    let text = folder.ok(&["points", "exact.json", "-o", "m.json"]).stdout;
    assert!(text.contains("20 points more double the odds of a class.\n"), "{text}");
    let [exact, whole]: [Value; 2] =
        ["exact.json", "m.json"].map(|name| serde_json::from_str(&folder.read(name)).unwrap());
    let unit = f64::from((std::f64::consts::LN_2 / 20.0) as f32);
    for (exact, whole) in exact["rules"].as_array().unwrap().iter().zip(whole["rules"].as_array().unwrap()) {
        let [exact, whole] = [exact, whole].map(|rule| rule["weight"].as_f64().unwrap());
        assert_eq!((exact / unit).round() * unit, whole);
    }
    let text = folder.ok(&["explain", "m.json", &wine, "--row", "3"]).stdout;
    assert!(text.lines().any(|line| line.trim_start().starts_with('+') && line.contains(" for ")), "{text}");
    assert!(!text.contains("+0."), "{text}");
}

#[test]
fn reasons_are_said_in_words() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let flags = ["--positive", "M", "--size", "8", "--max-length", "2", "--holdout", "none"];
    exact(&folder, &data, "diagnosis", &flags);
    folder.ok(&["points", "exact.json", &data, "-o", "m.json"]);
    let sql = folder.ok(&["rules", "m.json", "--format", "sql", "--reasons", "3"]).stdout;
    let pmml = folder.ok(&["rules", "m.json", "--format", "pmml-scorecard"]).stdout;
    let mut found = 0;
    for row in (0..569).step_by(60) {
        let reasons = reasons(&folder, "m.json", &data, row);
        assert!(reasons.len() <= 4 && reasons.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{reasons:?}");
        for (words, _) in &reasons {
            assert!(sql.contains(&format!("'{words}' AS reason")), "{words} is not in {sql}");
            assert!(pmml.contains("useReasonCodes=\"true\""));
        }
        found += reasons.len();
        let text = folder.ok(&["explain", "m.json", &data, "--row", &row.to_string(), "--reasons", "1"]).stdout;
        assert_eq!(text.contains("Most points lost towards diagnosis = M:\n"), !reasons.is_empty(), "{text}");
        // Lines are wrapped between words.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.matches(", at best ").count(), reasons.len().min(1), "{text}");
    }
    assert!(found > 0);
}

#[test]
fn what_has_no_points_is_refused() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    folder.ok(&["fit", &data, "--target", "species", "--holdout", "none", "-o", "rug.json"]);
    folder.refused(&["points", "rug.json", &data], "not log-odds");
    folder.refused(&["rules", "rug.json", "--format", "sql", "--reasons", "2"], "more than two classes");
    folder.refused(&["rules", "rug.json", "--format", "pmml-scorecard"], "no scorecard can be written");
    folder.refused(&["rules", "rug.json", "--reasons", "2"], "--reasons needs --format sql");
    exact(&folder, &data, "species", &["--size", "2", "--holdout", "none"]);
    folder.refused(&["points", "exact.json", "--points", "1001"], "1001 points cannot double the odds");
    folder.refused(&["points", "exact.json", &data, "-o", "exact.json"], "would be overwritten");
    let all: String = (0..150).map(|row| format!("{row}\n")).collect();
    folder.file("all.txt", all);
    folder.refused(&["points", "exact.json", &data, "--holdout", "all.txt"], "holds out every row");
}
