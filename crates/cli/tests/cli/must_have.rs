//! `--must-have`: rules that must be in, in words and from model files.

use crate::util::{Folder, fixture};

const RULE: &str = "if smoothness_mean > 0.1234 then M";

fn fit<'a>(data: &'a str, method: &'a str, flags: &[&'a str]) -> Vec<&'a str> {
    [&["fit", data, "--target", "diagnosis", "--method", method, "--max-length", "1"], flags].concat()
}

#[test]
fn every_method_takes_rules_in_words() {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    for (method, flags) in [
        ("rules", &["--size", "4", "--holdout", "none"][..]),
        ("rules", &["--size", "4", "--path", "penalty", "--holdout", "none"]),
        ("rug", &["--penalty", "2", "--holdout", "none"]),
        ("boolean", &["--complexity", "6"]),
    ] {
        let flags = [flags, &["--positive", "M", "--must-have", RULE, "-o", "m.json"]].concat();
        let text = folder.ok(&fit(&data, method, &flags)).stdout;
        assert!(text.contains("smoothness_mean > 0.1234"), "{method}: {text}");
        let said = ["Rules that had to be in: if smoothness_mean", "One rule had to be in."];
        assert!(said.iter().any(|said| text.contains(said)), "{method}: {text}");
        // The file is a model like any other.
        folder.ok(&["predict", "m.json", &data]);
        folder.ok(&["rules", "m.json", "--format", "pmml"]);
    }
}

#[test]
fn files_and_words_go_together() {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    folder.ok(&fit(&data, "rules", &["--size", "2", "--holdout", "none", "-o", "two.json"]));
    let flags = ["--size", "5", "--must-have", "two.json", "--must-have", RULE, "-o", "m.json", "--json"];
    let report = folder.ok(&fit(&data, "rules", &flags)).json();
    assert!(report["holdout"].is_null(), "nobody knows which rows the rules of a file were learned from");
    let text = folder.ok(&["rules", "m.json"]).stdout.replace('\n', " ");
    let first = folder.ok(&["rules", "two.json"]).stdout;
    let line = first.lines().find(|line| line.starts_with("1. ")).unwrap();
    let rule = line.split_whitespace().skip(2).take(3).collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("if {rule} then")) && text.contains("Rules that had to be in"), "{rule}: {text}");
    // Rules in words are known before any row is seen: quality is measured as usual.
    let report = folder.ok(&fit(&data, "rules", &["--size", "3", "--must-have", RULE, "--json"])).json();
    assert_eq!(report["holdout"]["n"], 114);
    // Edits keep the rules free of cost, and leave them out if asked to.
    folder.ok(&fit(&data, "rules", &["--size", "3", "--must-have", RULE, "-o", "e.json"]));
    let edited = folder.ok(&["edit", "e.json", &data, "--add", "if area_se > 55.5 then M", "-o", "f.json"]).stdout;
    assert!(!edited.contains("the model file has an objective"), "{edited}");
    assert!(edited.replace('\n', " ").contains("Rules that had to be in: if smoothness_mean"), "{edited}");
}

#[test]
fn mistakes_are_one_line() {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    let refused = |method: &str, flags: &[&str], says: &str| folder.refused(&fit(&data, method, flags), says);
    refused("rules", &["--must-have", "if smothness_mean > 1 then M"], "there is no column 'smothness_mean'");
    refused("rules", &["--must-have", "smoothness_mean > 1"], "it has no 'then'");
    refused("rules", &["--must-have", "if smoothness_mean > 0.1 then X"], "'X' is no class");
    refused("rules", &["--must-have", "none.json"], "none.json");
    refused(
        "rules",
        &["--size", "1", "--must-have", RULE, "--must-have", "if area_se > 5 then M"],
        "must be at least 2",
    );
    refused("rug", &["--must-have", "if smoothness_mean > 0.1 then +2"], "its weight is learned, and cannot be said");
}
