//! Words that mean a missing cell.

use crate::util::{Folder, predictions};
use serde_json::{Value, json};

/// Sixty rows, whose ages and towns are unknown in every fifth row. Those of unknown age are old.
fn file(unknown: &str) -> String {
    let row = |i: u32| {
        let age = 20 + i * 7 % 23;
        match i % 5 {
            0 => format!("{unknown},{unknown},old\n"),
            _ => format!("{age},{},{}\n", ["Rome", "Oslo"][i as usize % 2], if age > 30 { "old" } else { "young" }),
        }
    };
    "age,town,y\n".to_owned() + &(0..60).map(row).collect::<String>()
}

#[test]
fn a_model_keeps_the_words_that_mean_a_missing_cell() {
    let folder = Folder::new();
    folder.file("words.csv", file("n.b.")).file("blank.csv", file("")).file("other.csv", file("unbekannt"));
    let fit = ["fit", "blank.csv", "--target", "y", "--holdout", "none", "-o", "m.json"];
    folder.ok(&fit);
    let expected: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert!(expected["settings"].get("missing").is_none());
    folder.ok(&["fit", "words.csv", "--missing", "n.b.", "--target", "y", "--holdout", "none", "-o", "m.json"]);
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!(model["rules"], expected["rules"]);
    assert!(model["rules"].to_string().contains("missing"), "rules look at missing cells");
    assert_eq!(model["settings"]["missing"], json!(["n.b."]));

    let predict = |file: &str, flags: &[&str]| {
        let run = folder.ok(&[&["predict", "m.json", file], flags].concat());
        assert_eq!(run.stderr, "");
        predictions(&run.stdout)
    };
    let predicted = predict("blank.csv", &[]);
    assert_eq!(predict("words.csv", &[]), predicted);
    // The flag says otherwise.
    assert_eq!(predict("other.csv", &["--missing", "unbekannt"]), predicted);
    folder.refused(&["predict", "m.json", "other.csv"], "\"unbekannt\" is not a number");
    folder.refused(&["predict", "m.json", "words.csv", "--missing", ""], "\"n.b.\" is not a number");

    let accuracy = |file: &str| folder.ok(&["evaluate", "m.json", file, "--json"]).json()["accuracy"].clone();
    assert_eq!(accuracy("words.csv"), accuracy("blank.csv"));
    let explained = |file: &str| folder.ok(&["explain", "m.json", file, "--row", "0"]).stdout;
    assert_eq!(explained("words.csv"), explained("blank.csv"));
    folder.ok(&["edit", "m.json", "words.csv", "--drop", "1", "-o", "edited.json"]);
    let edited: Value = serde_json::from_str(&folder.read("edited.json")).unwrap();
    assert_eq!(edited["settings"]["missing"], json!(["n.b."]));
}

/// Words such as `NA`, which are missing cells among numbers, are categories among words.
#[test]
fn missing_words_that_are_categories_are_warned_of() {
    let folder = Folder::new();
    let row = |i: usize| {
        let town = ["Rome", "NA", "Oslo", "n/a"][i % 4];
        format!("{town},{},{}\n", ["a", "NA", "b"][i % 3], if i % 4 == 2 { "yes" } else { "no" })
    };
    folder.file("d.csv", format!("town,kind,y\n{}", (0..60).map(row).collect::<String>()));
    let fit = ["fit", "d.csv", "--target", "y", "--holdout", "none"];
    let said = folder.ok(&fit).stderr;
    for says in [
        "'town', 'kind' have the category \"NA\": if that means a missing cell, --missing \"NA\" takes it for one",
        "'town' has the category \"n/a\": if that means a missing cell, --missing \"n/a\" takes it for one",
    ] {
        assert!(said.contains(says), "{says}: {said}");
    }
    for flags in [["--missing", "NA,n/a"], ["--categorical", "town,kind"]] {
        let said = folder.ok(&[&fit[..], &flags].concat()).stderr;
        assert!(!said.contains("has the category") && !said.contains("have the category"), "{said}");
    }
}
