//! `rulegen front`. How its page is used in a browser, `scripts/check-report.sh` looks at.

use crate::util::{Folder, fixture};
use rulegen::rule::Model;
use serde_json::Value;

/// A front of models of up to four rules, and the model that `fit` writes with the same flags.
fn fronted() -> (Folder, String, Value) {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let flags = ["--target", "cultivar", "--max-rules", "4", "--quiet"];
    let json = folder.ok(&[&["front", &data, "--json"], &flags[..]].concat()).json();
    let fit = ["fit", &data, "--method", "rules", "--holdout", "none", "-o", "m.json", "--json"];
    folder.file("fit.json", folder.ok(&[&fit[..], &flags[..]].concat()).stdout);
    folder.file("front.json", json.to_string());
    (folder, data, json)
}

#[test]
fn every_row_has_its_model_and_the_chosen_one_is_that_of_fit() {
    let (folder, _, json) = fronted();
    let rows = json["front"].as_array().unwrap();
    assert!(
        rows.len() >= 4
            && rows.iter().all(|row| row["scores"][1]["mean"].is_f64() && row["scores"][1]["standard_error"].is_f64()),
        "{rows:?}"
    );
    for row in rows {
        let model = Model::from_json(&row["model"].to_string()).unwrap();
        assert_eq!(
            (row["rules"].as_u64(), row["conditions"].as_u64()),
            (Some(model.rules.len() as u64), Some(model.conditions() as u64))
        );
    }
    let chosen: Vec<&Value> = rows.iter().filter(|row| row["chosen"] == true).collect();
    assert_eq!(chosen.len(), 1);
    // The fewest rules that are close enough to the best were chosen.
    let close: Vec<&Value> = rows.iter().filter(|row| row["close"] == true).collect();
    assert!(close[0]["rules"] == chosen[0]["rules"] && close.len() < rows.len(), "{rows:?}");
    assert_eq!(chosen[0]["model"], serde_json::from_str::<Value>(&folder.read("m.json")).unwrap());
    assert_eq!(json["front_measures"], serde_json::json!(["accuracy", "auc"]));
    assert_eq!((&json["front_folds"], &json["front_divisions"]), (&5.into(), &8.into()));
    let choice = "The fewest rules that are within 0.0075, or the standard error of the difference, of the best in accuracy \
                  and in auc.";
    assert!(json["front_choice"].as_str().unwrap().starts_with(choice), "{}", json["front_choice"]);
}

#[test]
fn text_is_the_table_and_the_model() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let flags = [&data, "--target", "cultivar", "--max-rules", "4", "--holdout", "0.2", "--quiet"];
    let run = folder.ok(&[&["front"], &flags[..]].concat());
    assert!(run.stdout.starts_with("  rules  conditions          accuracy               auc\n"), "{}", run.stdout);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("> ") && line.contains("+-")).count(), 1);
    folder.ok(&[&["fit"], &flags[..], &["--method", "rules", "-o", "m.json"]].concat());
    // A front has a table of what was held out, where a model file says it in a sentence.
    let rules = folder.ok(&["rules", "m.json"]).stdout;
    let (rules, _) = rules.split_once("\nOn rows it has not seen").unwrap();
    assert!(run.stdout.contains(rules), "{}", run.stdout);
    for part in [" training  ", " held out\n", "\nalways ", "\nnothing written: -o FILE.html"] {
        assert!(run.stdout.contains(part), "{part} in {}", run.stdout);
    }
}

#[test]
fn every_format_is_drawn() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let draw = |file: &str| {
        let flags = ["--target", "cultivar", "--max-rules", "4", "--quiet", "-o", file];
        let run = folder.ok(&[&["front", &data], &flags[..]].concat());
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "{file}");
        std::fs::read(folder.path(file)).unwrap()
    };
    assert!(draw("f.svg").starts_with(b"<svg "));
    let page = String::from_utf8(draw("f.html")).unwrap();
    let models = page.matches("<article class=\"size\"").count();
    assert!(models >= 4);
    assert_eq!(
        page.matches("\" hidden>\n<h3>").count(),
        models - 1,
        "the chosen model alone is shown without a script"
    );
    assert!(page.contains("type=\"range\"") && page.contains("Learned from wine.csv"));
}

#[test]
fn a_page_shows_boolean_rule_sets_too() {
    let (folder, data) = (Folder::new(), fixture("tictactoe.csv"));
    let flags =
        ["--target", "class", "--positive", "positive", "--time-limit", "10", "--quiet", "-o", "f.html", "--json"];
    let json = folder.ok(&[&["front", &data, "--method", "boolean"], &flags[..]].concat()).json();
    let page = folder.read("f.html");
    let rows = json["front"].as_array().unwrap();
    assert_eq!(page.matches("<article class=\"size\"").count(), rows.len());
    let rules: u64 = rows.iter().map(|row| row["rules"].as_u64().unwrap()).sum();
    assert_eq!(page.matches("% of them positive (65.3% of all)").count() as u64, rules);
    assert!(page.contains("positive if any of these holds, else negative.") && !page.contains("rule-note\">weight"));
}

#[test]
fn the_report_has_the_front() {
    let (folder, data, json) = fronted();
    let sizes = json["front"].as_array().unwrap().len();
    for (file, models) in [("front.json", sizes), ("fit.json", 0)] {
        folder.ok(&["report", "m.json", &data, "-o", "r.html", "--front", file]);
        let page = folder.read("r.html");
        assert!(page.contains("<section id=\"sizes\"") && page.contains("href=\"#sizes\""), "{file}");
        assert_eq!(page.matches("<article class=\"size\"").count(), models, "{file}");
    }
    folder.ok(&["report", "m.json", &data, "-o", "r.html"]);
    assert!(!folder.read("r.html").contains("<section id=\"sizes\""));
    // A front of another model.
    folder.ok(&["fit", &data, "--target", "cultivar", "-o", "other.json", "--holdout", "none", "--quiet"]);
    let report = ["report", "other.json", &data, "-o", "s.html", "--front", "front.json"];
    folder.refused(&report, "not a front of sizes: it is of another model: none has");
    folder.refused(
        &["report", "m.json", &data, "-o", "s.html", "--front", "m.json"],
        "not a front of sizes: missing field",
    );
    folder.refused(&["report", "m.json", &data, "-o", "front.json", "--front", "front.json"], "it is read too");
    assert!(!folder.path("s.html").exists());
}

#[test]
fn what_has_no_front_is_told_before_anything_is_learned() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let refused = |flags: &[&str], says: &str| {
        folder.refused(&[&["front", &data, "--target", "cultivar", "-o", "f.svg"], flags].concat(), says);
    };
    refused(&["--method", "rug"], "--method rug has no front: it does not choose its size");
    refused(&["--penalty", "2"], "--penalty settles the size: there is no front");
    refused(&["--size", "given"], "--size given has no front");
    refused(&["--method", "boolean", "--size", "3"], "--method boolean has no front with --size 3");
    refused(&["--method", "boolean", "--complexity", "9"], "--complexity settles the size: there is no front");
    refused(&["--complexity", "4"], "--complexity is no flag of --method rules");
    folder.refused(&["front", &data, "--target", "cultivar", "-o", "f.gif"], "fronts are .html or .svg, not f.gif");
    folder.refused(&["front", &data, "--target", "cultivar", "-o", "f"], "fronts are .html or .svg, not f");
    assert!(!folder.path("f.svg").exists());
}
