//! Thresholds, through every command that decides a class.

use crate::util::{Folder, csv_rows, fixture, predictions};
use serde_json::Value;

/// The flags of fits of wdbc.
const LEARNED: [&str; 12] = [
    "--target",
    "diagnosis",
    "--positive",
    "M",
    "--method",
    "rules",
    "--divisions",
    "1",
    "--size",
    "4",
    "--max-length",
    "2",
];

/// A folder with a model of wdbc at a threshold of 20%, and the name of the data.
fn fitted(flags: &[&str]) -> (Folder, String) {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    folder.ok(&[&["fit", &data][..], &LEARNED, &["-o", "m.json"], flags].concat());
    (folder, data)
}

fn file(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

#[test]
fn costs_are_a_threshold_that_changes_no_rule() {
    let (folder, data) = fitted(&["--error-costs", "4,1", "--json"]);
    let fit = [&["fit", &data][..], &LEARNED, &["--json"]].concat();
    folder.ok(&[&fit[..], &["--threshold", "0.2", "-o", "p.json"]].concat());
    let plain = folder.ok(&[&fit[..], &["-o", "plain.json"]].concat()).json();
    let [costs, p, without] = ["m.json", "p.json", "plain.json"].map(|name| file(&folder, name));
    assert_eq!((&costs["threshold"], &p["threshold"]), (&Value::from(0.2), &Value::from(0.2)));
    assert_eq!(costs["settings"]["error_costs"], "4,1");
    assert!(without.get("threshold").is_none() && plain["threshold"].is_null());
    for name in ["rules", "intercepts", "features", "certificate"] {
        assert_eq!((&costs[name], &p[name]), (&without[name], &without[name]), "{name}");
    }
    assert_ne!(costs["held_out"]["accuracy"], without["held_out"]["accuracy"]);
    assert_eq!(costs["held_out"]["auc"], without["held_out"]["auc"]);
}

#[test]
fn every_answer_obeys() {
    let (folder, data) = fitted(&["--threshold", "0.2"]);
    let table = csv_rows(&folder.ok(&["predict", "m.json", &data, "--probabilities"]).stdout);
    let at = table[0].iter().position(|name| name == "probability M").unwrap();
    let probability = |row: &Vec<String>| row[at].parse::<f64>().unwrap();
    assert!(table[1..].iter().all(|row| (row[0] == "M") == (probability(row) >= 0.2)));
    let between = table[1..].iter().position(|row| (0.2..0.5).contains(&probability(row))).unwrap().to_string();
    let explained = folder.ok(&["explain", "m.json", &data, "--row", &between]).stdout;
    assert!(
        explained.contains("diagnosis is M") && explained.contains("; it is M from -1.386 on (20%)"),
        "{explained}"
    );
    let explained = folder.ok(&["explain", "m.json", &data, "--row", &between, "--to", "B", "--json"]).json();
    assert_eq!(explained["changes"]["from"], "M");
    let evaluated = |flags: &[&str]| folder.ok(&[&["evaluate", "m.json", &data, "--json"], flags].concat()).json();
    let (own, half) = (evaluated(&[]), evaluated(&["--threshold", "0.5"]));
    let labels = csv_rows(&std::fs::read_to_string(&data).unwrap());
    let target = labels[0].iter().position(|name| name == "diagnosis").unwrap();
    let right = table[1..].iter().zip(&labels[1..]).filter(|(row, of)| row[0] == of[target]).count();
    assert_eq!(own["accuracy"].as_f64().unwrap(), right as f64 / 569.0);
    assert_ne!(own["accuracy"], half["accuracy"]);
    assert_eq!((&own["auc"], &own["threshold"], &half["threshold"]), (&half["auc"], &0.2.into(), &0.5.into()));
    let text = folder.ok(&["evaluate", "m.json", &data]).stdout;
    let says = "(M is predicted where its probability is at least 20% (log-odds -1.386),\notherwise B.)";
    assert!(text.contains(says), "{text}");
    for format in ["text", "markdown", "card", "card-markdown"] {
        let text = folder.ok(&["rules", "m.json", "--format", format]).stdout;
        assert!(text.contains("at least 20%"), "{format}: {text}");
    }
    folder.ok(&["report", "m.json", &data, "-o", "page.html"]);
    let page = folder.read("page.html");
    assert!(page.contains("at least 20%") && page.contains("\"cut\":{\"at\":-1.38629"), "the page has the threshold");
    // Whole points keep it, in points.
    let points = folder.ok(&["points", "m.json", &data, "--points", "5", "-o", "w.json"]).stdout;
    assert!(points.contains("(from -10 points on)"), "{points}");
    assert_eq!(file(&folder, "w.json")["threshold"], 0.2);
}

#[test]
fn a_finished_model_gets_another_threshold() {
    let (folder, data) = fitted(&[]);
    let run = folder.ok(&["edit", "m.json", &data, "--threshold", "0.2", "-o", "e.json"]).stdout;
    let says = ["threshold ", "none ", "20%", "recall of M", "precision of M", "the threshold is another)", "0.9"];
    says.into_iter().for_each(|says| assert!(run.contains(says), "{says}: {run}"));
    assert!(!run.contains("held-out"), "no weights were fitted without rows: {run}");
    let [before, after] = ["m.json", "e.json"].map(|name| file(&folder, name));
    assert_eq!((&before["rules"], &before["certificate"]), (&after["rules"], &after["certificate"]));
    assert!(after["held_out"].get("accuracy").is_none() && after["held_out"]["auc"] == before["held_out"]["auc"]);
    let diff = folder.ok(&["diff", "m.json", "e.json", &data]).stdout;
    assert!(diff.contains("threshold: none -> 20%\n") && diff.contains("the models disagree on"), "{diff}");
    let predicted = |name: &str| predictions(&folder.ok(&["predict", name, &data]).stdout);
    assert_ne!(predicted("m.json"), predicted("e.json"));
    // Edits of rules keep a threshold, and change it if asked to.
    folder.ok(&["edit", "e.json", &data, "--drop", "4", "-o", "f.json"]);
    assert_eq!(file(&folder, "f.json")["threshold"], 0.2);
    let report = folder.ok(&["edit", "e.json", &data, "--drop", "4", "--threshold", "0.3", "--json"]).json();
    assert_eq!((&report["before"]["threshold"], &report["after"]["threshold"]), (&0.2.into(), &0.3.into()));
}

#[test]
fn a_threshold_stays_that_of_its_class() {
    let (folder, data) = fitted(&["--threshold", "0.2"]);
    let other = ["evaluate", "m.json", &data, "--positive", "B"];
    folder.refused(&other, "--positive B: the model has a threshold of the other class: give --threshold for this one");
    let same = folder.ok(&["evaluate", "m.json", &data, "--positive", "M", "--json"]);
    assert_eq!(same.json()["accuracy"], folder.ok(&["evaluate", "m.json", &data, "--json"]).json()["accuracy"]);
    let of_other = folder.ok(&[&other[..], &["--threshold", "0.8"]].concat());
    assert!(of_other.stdout.contains("B is predicted where its probability is at least 80%"), "{}", of_other.stdout);
    let plot = folder.ok(&["plot", "roc", "m.json", &data, "-o", "roc.svg"]);
    assert!((plot.stdout + &folder.read("roc.svg")).contains("20%, the threshold of the model"));
}

#[test]
fn what_has_no_probability_has_no_threshold() {
    let (folder, data) = fitted(&[]);
    let iris = fixture("iris.csv");
    let rules = ["fit", &data, "--target", "diagnosis", "--method", "rules"];
    let with = |flags: &[&'static str]| [&rules[..], flags].concat();
    folder.refused(&with(&["--threshold", "1"]), "the threshold must be above 0 and below 1, not 1");
    folder.refused(&with(&["--threshold", "NaN"]), "the threshold must be above 0 and below 1, not NaN");
    folder.refused(&with(&["--error-costs", "0,1"]), "the costs of errors must be MISSED,FALSE, two positive costs");
    folder.refused(&with(&["--error-costs", "5"]), "not '5'");
    folder.refused(&with(&["--threshold", "0.2", "--error-costs", "1,1"]), "cannot be given beside costs of errors");
    folder.refused(&with(&["--threshold", "0.2", "--loss", "hinge"]), "whose votes are no probabilities");
    let of = |method: &'static str| ["fit", &data, "--target", "diagnosis", "--method", method, "--threshold", "0.2"];
    let says = "--threshold is no flag of --method rug: a threshold is a probability, which the method rules gives";
    folder.refused(&of("rug"), says);
    folder.refused(&of("boolean"), "Boolean rules weigh false positives and false negatives instead");
    let three = ["fit", &iris, "--target", "species", "--method", "rules", "--threshold", "0.2"];
    folder.refused(&three, "a threshold is for two classes, and there are 3");
    folder.ok(&["fit", &data, "--target", "diagnosis", "--method", "rug", "-o", "rug.json"]);
    let boolean = ["fit", &data, "--target", "diagnosis", "--method", "boolean", "--complexity", "3", "-o", "b.json"];
    folder.ok(&boolean);
    folder.ok(&["fit", &iris, "--target", "species", "--method", "rules", "--size", "3", "-o", "i.json"]);
    for (model, data, says) in [
        ("rug.json", &data, "its votes are no probabilities"),
        ("b.json", &data, "Boolean rules have no probabilities"),
        ("i.json", &iris, "it has 3 classes, and a threshold is for two"),
    ] {
        folder.refused(&["edit", model, data, "--threshold", "0.2"], says);
        folder.refused(&["evaluate", model, data, "--threshold", "0.2"], says);
    }
    folder.refused(&["evaluate", "m.json", &data, "--threshold", "2"], "above 0 and below 1, not 2");
}
