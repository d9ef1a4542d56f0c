//! Model files that are no good, for every command that reads one.

use crate::util::{Folder, fixture};

fn refused_by_all(folder: &Folder, says: &str) {
    let data = fixture("iris.csv");
    folder.refused(&["rules", "m.json"], says);
    folder.refused(&["rules", "m.json", "--format", "json"], says);
    folder.refused(&["predict", "m.json", &data], says);
    folder.refused(&["evaluate", "m.json", &data], says);
}

#[test]
fn cut_short_at_many_places() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "whole.json", "--holdout", "none"]);
    let whole = folder.read("whole.json");
    let last = whole.trim_end().len() - 1;
    for part in 0..20 {
        folder.file("m.json", &whole[..last * part / 20]);
        folder.refused(&["rules", "m.json"], "m.json: not a model file of rulegen: ");
    }
    folder.file("m.json", &whole[..last]);
    refused_by_all(&folder, "m.json: not a model file of rulegen: EOF while parsing");
    folder.file("m.json", format!("{whole}}}"));
    refused_by_all(&folder, "trailing characters");
}

#[test]
fn of_other_versions_and_kinds() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "whole.json", "--holdout", "none"]);
    let whole = folder.read("whole.json");
    let with = |old: &str, new: &str| {
        assert!(whole.contains(old), "{old}");
        whole.replacen(old, new, 1)
    };
    for (text, says) in [
        (with("\"version\": 1", "\"version\": 2"), "the model file has version 2; this build reads version 1"),
        (with("\"version\": 1", "\"version\": 0, \"unknown\": 7"), "the model file has version 0"),
        (with("\"version\": 1", "\"version\": -1"), "not a model file of rulegen"),
        (with("\"version\": 1", "\"version\": 1, \"unknown\": 7"), "unknown field `unknown`"),
        (with("rulegen-model", "other-model"), "its format is 'other-model'"),
        (with("\"setosa\"", "\"a\\nb\""), "'setosa' is not one of its classes"),
        (with("\"petal_width\"", "\"petal\\nlength\""), "which is not a feature"),
        ("[]".into(), "not a model file of rulegen"),
        ("a,b\n1,2\n".into(), "not a model file of rulegen"),
        ("[".repeat(100_000), "not a model file of rulegen"),
        (String::new(), "not a model file of rulegen: EOF"),
    ] {
        folder.file("m.json", text);
        refused_by_all(&folder, says);
    }
    folder.file("m.json", b"\xff\xfe{}");
    refused_by_all(&folder, "cannot read m.json");
    std::fs::remove_file(folder.path("m.json")).unwrap();
    refused_by_all(&folder, "cannot read m.json: No such file");
    std::fs::create_dir(folder.path("m.json")).unwrap();
    refused_by_all(&folder, "cannot read m.json");
}

#[test]
fn numbers_that_cannot_be_true_together() {
    let folder = Folder::new();
    let fit = ["fit", &fixture("iris.csv"), "--target", "species", "-o", "whole.json", "--holdout", "none"];
    folder.ok(&fit);
    let whole: serde_json::Value = serde_json::from_str(&folder.read("whole.json")).unwrap();
    let refused = |at: &str, value: serde_json::Value, says: &str| {
        let mut model = whole.clone();
        *model.pointer_mut(at).unwrap_or_else(|| panic!("{at}")) = value;
        folder.file("m.json", model.to_string());
        refused_by_all(&folder, says);
    };
    refused("/rules/0/correct", 1e9.into(), "a rule is right on 1000000000.0 of");
    refused("/rules/0/weight", (-1.0).into(), "a rule's weight is -1");
    refused("/method", "".into(), "it names no method");
    refused("/target", "petal_width".into(), "'petal_width' is both target and feature");
    refused("/certificate/objective", (-1.0).into(), "its certificate says objective -1.0 and no bound");
    refused("/certificate/lower_bound", 1e308.into(), "its certificate says objective");
    let mut heavy = whole.clone();
    for rule in heavy["rules"].as_array_mut().unwrap() {
        rule["weight"] = 1e308.into();
    }
    folder.file("m.json", heavy.to_string());
    refused_by_all(&folder, "too large to be added up");
    // A claim that the numbers do not bear out is none.
    folder.file("m.json", folder.read("whole.json").replace("\"iteration_limit\"", "\"optimal\""));
    assert!(!folder.ok(&["rules", "m.json", "--format", "json"]).stdout.contains("optimal"));
    // A byte order mark is none of the model.
    folder.file("m.json", format!("\u{feff}{}", folder.read("whole.json")));
    folder.ok(&["rules", "m.json"]);
}
