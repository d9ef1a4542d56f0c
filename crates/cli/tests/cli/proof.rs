//! Proofs that others can check, beside models.

use crate::util::{Folder, fixture};
use rulegen_check::{Fault, check};
use serde_json::Value;

const HINGE: [&str; 12] =
    ["--method", "rules", "--loss", "hinge", "--size", "given", "--penalty", "5", "--max-length", "2", "--bins", "10"];

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

/// Rules before an edit may prove more than those after it.
#[test]
fn the_proof_of_an_edit_has_the_bound_of_its_model() {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    let fit = ["fit", &data, "--target", "diagnosis", "--method", "rules", "--size", "4", "--max-length", "2"];
    folder.ok(&[&fit[..], &["--divisions", "1", "--holdout", "none", "-o", "m.json"]].concat());
    folder.ok(&["edit", "m.json", &data, "--drop", "1,2", "--proof", "edited.proof", "-o", "edited.json"]);
    let edited: Value = serde_json::from_str(&folder.read("edited.json")).unwrap();
    let certificate = &edited["certificate"];
    let (said, objective) = (certificate["lower_bound"].as_f64().unwrap(), certificate["objective"].as_f64().unwrap());
    let proof: Value = serde_json::from_str(&folder.read("edited.proof")).unwrap();
    let bounds = proof["claims"]["bounds"].as_array().unwrap().iter().filter_map(|bound| bound[1].as_f64());
    let proved = bounds.reduce(f64::min).unwrap();
    assert!(said > 0.0 && (said - proved).abs() < 1e-5 * objective, "{said} {proved}");
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
    refused(&["--method", "rug", "--epsilon-path", "0,1", "--fairness", "dmc", "--group", "x"], "cannot be used with");
    folder.refused(&["front", &data, "--target", "diagnosis", "-o", "f.svg", "--proof", "m"], "front writes no proofs");
    folder.file("dates.csv", "day,x,y\n2024-01-01,1,a\n2024-01-02,2,b\n2024-02-03,3,a\n2024-03-04,4,b\n");
    folder.refused(&["fit", "dates.csv", "--target", "y", "--proof", "m.proof"], "'day' is a column of dates");
    assert!(!folder.path("m.proof").exists());
}

/// Data of `fixtures`, and the flags of a fit.
const KINDS: [(&str, &[&str]); 7] = [
    ("wine.csv", &["--target", "cultivar", "--penalty", "2", "--max-length", "3", "--bins", "10", "--pricers", "cube"]),
    (
        "tictactoe.csv",
        &["--target", "class", "--method", "rules", "--loss", "hinge", "--size", "given", "--penalty", "20"],
    ),
    (
        "iris.csv",
        &["--target", "species", "--method", "rules", "--loss", "logistic", "--size", "given", "--penalty", "5"],
    ),
    ("iris.csv", &["--target", "species", "--method", "rules", "--class-weight", "balanced", "--size", "4"]),
    ("awkward.csv", &["--target", "answer", "--method", "rules"]),
    ("monks3.csv", &["--target", "class", "--method", "boolean", "--positive", "positive", "--max-length", "3"]),
    (
        "tictactoe.csv",
        &["--target", "class", "--method", "boolean", "--cnf", "--positive", "positive", "--max-length", "3"],
    ),
];

#[test]
fn proofs_of_every_loss_are_verified() {
    for (name, flags) in KINDS {
        let folder = Folder::new();
        let data = std::fs::read_to_string(fixture(name)).unwrap();
        folder.file("data.csv", &data);
        let fit = ["fit", "data.csv", "--holdout", "none", "-o", "m.json", "--proof", "m.proof"];
        let run = folder.ok(&[&fit, flags].concat());
        assert!(run.stdout.contains("check it with rulegen-check m.proof data.csv"), "{}", run.stdout);
        let proof = folder.read("m.proof");
        let lines = check(&proof, data.as_bytes()).unwrap_or_else(|fault| panic!("{name} {flags:?}: {fault}"));
        assert!(lines.iter().any(|line| line.starts_with("verified: no model of these rules of")), "{lines:?}");

        // The proof is about the model of the file.
        let (claims, model) = (json(&proof)["claims"].clone(), json(&folder.read("m.json")));
        let objective = model["certificate"]["objective"].as_f64().unwrap();
        let claimed = claims["objective"].as_f64().unwrap();
        assert!((claimed - objective).abs() <= 1e-6 * (1.0 + objective), "{claimed} {objective}");
        let proved = claims["bounds"].as_array().unwrap().last().unwrap()[1].as_f64().unwrap();
        // Where rules may be long, the proof is about shorter ones.
        if let Some(bound) = model["certificate"]["lower_bound"].as_f64() {
            assert!(proved >= bound - 1e-5 * (1.0 + bound), "{name} {flags:?}: {proved} {bound}");
        }

        // A bound that nothing shows is refused.
        let more = proof.replacen(&format!(",{proved:?}]]"), &format!(",{}]]", claimed + 1.0), 1);
        assert_ne!(more, proof, "{}", claims["bounds"]);
        assert!(matches!(check(&more, data.as_bytes()), Err(Fault::Refused { .. })));
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn rows_that_are_held_out_or_weigh_nothing_take_no_part() {
    let folder = Folder::new();
    let row = |i: u32| {
        format!(
            "{},{},{},{}\n",
            i * 7 % 31,
            ["a", "b", "n.b."][i as usize % 3],
            i % 4,
            ["no", "yes"][(i * 7 % 31 > 14) as usize]
        )
    };
    let data = "x;kind;w;y\n".to_owned() + &(0..90).map(row).collect::<String>().replace(',', ";");
    folder.file("data.csv", &data).file("held", (0..90).step_by(9).map(|row| format!("{row}\n")).collect::<String>());
    let fit = ["fit", "data.csv", "--target", "y", "--method", "rules", "--missing", "n.b.", "--proof", "m.proof"];
    for more in
        [&["--holdout", "held"][..], &["--weights", "w", "--holdout", "none"], &["--weights", "w", "--holdout", "0.3"]]
    {
        folder.ok(&[&fit, more].concat());
        let lines = check(&folder.read("m.proof"), data.as_bytes()).unwrap();
        let weighs = if more.contains(&"--weights") { 67 } else { 90 };
        let held = if more.contains(&"held") { 10 } else { 0 };
        if !more.contains(&"0.3") {
            assert!(lines[0].starts_with(&format!("{} rows of 2 classes", weighs - held)), "{}", lines[0]);
        }
    }
}
