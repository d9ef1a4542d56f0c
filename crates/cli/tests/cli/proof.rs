//! Proofs that others can check, beside models.

use crate::util::{Folder, fixture};
use serde_json::Value;

const HINGE: [&str; 10] =
    ["--method", "rules", "--loss", "hinge", "--size", "given", "--penalty", "5", "--max-length", "2"];

#[test]
fn a_fit_writes_a_proof_and_says_who_checks_it() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let fit = [&["fit", &data, "--target", "diagnosis", "-o", "m.json", "--proof", "m.proof"][..], &HINGE].concat();
    let text = folder.ok(&fit).stdout;
    assert!(
        text.ends_with(&format!("proof written to m.proof: check it with rulegen-check m.proof {data}\n")),
        "{text}"
    );
    let proof: Value = serde_json::from_str(&folder.read("m.proof")).unwrap();
    let fields = ["format", "version", "made_by", "data", "rules", "loss", "model", "evidence", "claims"];
    assert_eq!(proof.as_object().unwrap().len(), fields.len());
    assert!(fields.iter().all(|field| !proof[field].is_null()));
    let about = &proof["data"];
    assert_eq!((&about["rows"], &about["header"], &about["delimiter"]), (&569.into(), &true.into(), &",".into()));
    assert_eq!((&about["held_out"], &proof["claims"]["in_scope"]), (&Value::Array(Vec::new()), &true.into()));
    // The model is the one without a proof.
    let usual = [&["fit", &data, "--target", "diagnosis", "-o", "usual.json"][..], &HINGE].concat();
    folder.ok(&usual);
    assert_eq!(folder.read("usual.json"), folder.read("m.json"));
    let edit = ["edit", "m.json", &data, "--drop", "1", "--proof", "edited.proof"];
    let text = folder.ok(&edit).stdout;
    assert!(text.contains("check it with rulegen-check edited.proof"), "{text}");
    let edited: Value = serde_json::from_str(&folder.read("edited.proof")).unwrap();
    let objective = |proof: &Value| proof["claims"]["objective"].as_f64().unwrap();
    assert!(objective(&edited) > objective(&proof));
    assert_eq!(edited["data"]["columns"], about["columns"]);
}

#[test]
fn rows_that_are_held_out_are_named() {
    let folder = Folder::new();
    folder.file("rows.txt", "3\n1\n");
    let data = fixture("wdbc.csv");
    let fit = [&["fit", &data, "--target", "diagnosis", "--holdout", "rows.txt", "--proof", "m.proof"][..], &HINGE];
    folder.ok(&fit.concat());
    let proof: Value = serde_json::from_str(&folder.read("m.proof")).unwrap();
    assert_eq!(proof["data"]["held_out"], serde_json::json!([1, 3]));
}

#[test]
fn what_has_no_proof_is_refused_before_the_fit() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let fit = ["fit", &data, "--target", "diagnosis", "--proof", "m.proof"];
    let refused = |more: &[&str], says: &str| folder.refused(&[&fit[..], more].concat(), says);
    refused(&["--rule-cost", "gini"], "no proof can be written: rules must cost their length or 1, not gini");
    refused(&["--must-have", "if area_worst > 700 then malignant"], "it knows no rules that must be in");
    refused(&["-o", "m.proof"], "model and proof cannot be one file");
    refused(&["--method", "boolean", "--cv", "3"], "cannot be used with");
    folder.refused(&["front", &data, "--target", "diagnosis", "-o", "f.svg", "--proof", "m"], "front writes no proofs");
    assert!(!folder.path("m.proof").exists());
}
