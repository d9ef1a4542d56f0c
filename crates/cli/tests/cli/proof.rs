//! Proofs that the checker, which shares no code with the program, verifies.

use crate::util::{Folder, fixture};
use rulegen_check::{Fault, check};
use serde_json::Value;

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
        &["--target", "class", "--method", "boolean", "--form", "cnf", "--positive", "positive", "--max-length", "3"],
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
        let more = proof.replacen(&format!(",{proved}]]"), &format!(",{}]]", claimed + 1.0), 1);
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

#[test]
fn what_no_proof_knows_is_refused_before_the_fit() {
    let folder = Folder::new();
    folder.file("dates.csv", "day,x,y\n2024-01-01,1,a\n2024-01-02,2,b\n2024-02-03,3,a\n2024-03-04,4,b\n");
    let fit = |more: &[&'static str]| [&["fit", "dates.csv", "--target", "y", "--proof", "m.proof"], more].concat();
    folder.refused(&fit(&[]), "'day' is a column of dates");
    folder.refused(&fit(&["--ignore", "day", "--rule-cost", "gini"]), "rules must cost their length or 1");
    assert!(!folder.path("m.proof").exists());
}
