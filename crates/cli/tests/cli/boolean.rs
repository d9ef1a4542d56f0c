//! `fit --method boolean`, and what the other commands make of its models.

use crate::util::{Folder, fixture, predictions, strategy};
use serde_json::{Value, json};
use std::path::Path;

fn fit<'a>(data: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["fit", data, "--target", "class", "--method", "boolean", "--holdout", "none"], more].concat()
}

#[test]
fn an_or_of_ands_and_its_certificate() {
    let (folder, data) = (Folder::new(), fixture("monks1.csv"));
    let args = fit(&data, &["--complexity", "11", "-o", "m.json"]);
    let text = folder.ok(&args).stdout;
    assert!(text.starts_with("Rules for class: positive if any of these holds, else negative.\n\n1. "), "{text}");
    assert!(text.contains(" and ") && !text.contains(" then "), "{text}");
    let says = "objective 0.000000; proved to be at least 0.000000 over all sets of rules of\ncomplexity at most 11 (gap 0.0000%)\n";
    assert!(text.contains(says), "{text}");
    assert!(text.contains("complexity 11 of at most 11; linear program 0.000000"), "{text}");
    let json = folder.ok(&[&args[..], &["--json"]].concat()).json();
    for (key, value) in [("objective", 0.0), ("lower_bound", 0.0), ("gap", 0.0), ("complexity", 11.0)] {
        assert_eq!(json[key].as_f64(), Some(value), "{key}");
    }
    assert_eq!((json["method"].as_str(), json["status"].as_str()), (Some("boolean"), Some("optimal")));
    assert!(json["seconds"]["mip"].is_f64() && json["lp_objective"].is_f64() && json["columns"].is_u64());
    assert_eq!(json["train"]["accuracy"].as_f64(), Some(1.0));
    // The model serves.
    let predicted = predictions(&folder.ok(&["predict", "m.json", &data]).stdout);
    assert_eq!(predicted, folder.library_predictions("m.json", Path::new(&data)));
    assert!(folder.ok(&["evaluate", "m.json", &data]).stdout.contains("1.0000"));
    assert!(folder.ok(&["rules", "m.json"]).stdout.starts_with("Rules for class: positive if any"));
    folder.refused(&["rules", "m.json", "--format", "card"], "Boolean rules have no points");
    // The rules that were found can be asked for.
    let again = folder.ok(&fit(&data, &["--complexity", "20", "--must-have", "m.json", "--json"])).json();
    assert_eq!((again["n_rules"].as_u64(), again["complexity"].as_u64()), (Some(4), Some(11)));
}

#[test]
fn an_and_of_ors_and_forbidden_conditions() {
    let (folder, data) = (Folder::new(), fixture("monks1.csv"));
    let args = fit(&data, &["--complexity", "10", "--cnf", "--max-length", "3", "-o", "m.json"]);
    let text = folder.ok(&args).stdout;
    assert!(text.starts_with("Clauses for class: positive if all of these hold, else negative.\n"), "{text}");
    assert!(text.contains(" or ") && text.contains("excludes"), "{text}");
    assert!(text.starts_with(&folder.ok(&["rules", "m.json"]).stdout), "{text}");
    let args = fit(&data, &["--complexity", "10", "--forbid", "jacket_color", "--forbid", "head_shape ="]);
    let text = folder.ok(&args).stdout;
    let (rules, rest) = text.split_once("\nForbidden in rules: ").unwrap_or_else(|| panic!("{text}"));
    assert!(!rules.contains("jacket_color") && !rules.contains("head_shape ="), "{text}");
    assert!(rest.starts_with("jacket_color; head_shape =.\n"), "{text}");
}

#[test]
fn the_complexities_among_which_a_size_is_chosen() {
    let (folder, data) = (Folder::new(), fixture("monks1.csv"));
    let args = fit(&data, &["--complexities", "11,2,5", "--folds", "3", "-o", "m.json", "--json"]);
    let json = folder.ok(&args).json();
    let front = json["front"].as_array().unwrap();
    let complexity = |row: &Value| row["rules"].as_u64().unwrap() + row["conditions"].as_u64().unwrap();
    let objectives: Vec<f64> = front.iter().map(|row| row["certificate"]["objective"].as_f64().unwrap()).collect();
    assert_eq!(front.len(), 3);
    assert!(front.iter().zip([2, 5, 11]).all(|(row, most)| complexity(row) <= most), "{front:?}");
    assert!(objectives.is_sorted_by(|a, b| a >= b) && objectives[2] == 0.0, "{front:?}");
    assert_eq!((json["front_folds"].as_u64(), json["complexity"].as_u64()), (Some(3), Some(11)));
    let text = folder.ok(&args[..args.len() - 1]).stdout;
    let kept = |line: &str| line.split_whitespace().take(3).eq([">", "4", "7"]);
    assert!(text.lines().any(kept), "{text}");
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!(model["settings"]["complexities"], json!([11.0, 2.0, 5.0]));
    // One thread and two give the same result.
    let on = |threads| folder.ok(&[&args[..args.len() - 1], &["--threads", threads]].concat());
    on("1");
    let first = folder.read("m.json");
    on("2");
    assert_eq!(folder.read("m.json"), first);
}

#[test]
fn flags_of_the_other_method() {
    let (folder, data) = (Folder::new(), fixture("monks1.csv"));
    let base = ["fit", &data, "--target", "class"];
    for (flags, says) in [
        ("--complexity 5", "--complexity is no flag of --method rug"),
        ("--cnf", "--cnf is no flag of --method rug"),
        ("--complexities 2,5", "--complexities is no flag of --method rug"),
        ("--method boolean --penalty 1", "--penalty is no flag of --method boolean"),
        ("--method boolean --weight-threshold 0", "--weight-threshold is no flag of --method boolean"),
        ("--method boolean --max-depth 3", "--max-depth is no flag of --method boolean"),
        ("--method boolean --complexity -1", "the complexity must be finite and not negative, not -1"),
        ("--method boolean --complexity NaN", "the complexity must be finite and not negative, not NaN"),
        ("--method boolean --complexity-price -1", "the price on complexity must be finite and not negative, not -1"),
        ("--method boolean --complexities 2,x", "the list of complexities must be a list of numbers, not 'x'"),
        ("--method boolean --complexities 2,-3", "the complexity must be finite and not negative, not -3"),
        (
            "--method boolean --complexities 2 --complexity 3",
            "the size must be chosen where complexities are listed, not given",
        ),
        ("--method boolean --folds 1", "the number of folds must be at least 2, not 1"),
        ("--method boolean --fp-weight 0", "the weight of false positives must be positive and finite, not 0"),
        ("--method boolean --fn-weight NaN", "the weight of false negatives must be positive and finite, not NaN"),
        ("--method boolean --mip scip", "scip"),
        ("--method boolean --forbid nose", "'nose' is no condition on a column of the data"),
        ("--method boolean --must-have none.json", "cannot read none.json"),
        ("--method boolean --positive maybe", "'maybe' is not a class"),
        ("--method logic", "'logic' for '--method"),
    ] {
        folder.refused(&[&base[..], &flags.split(' ').collect::<Vec<_>>()].concat(), says);
    }
    let iris = fixture("iris.csv");
    folder.refused(
        &["fit", &iris, "--target", "species", "--method", "boolean", "--cnf"],
        "an AND of ORs needs two classes, not 3",
    );
}

#[test]
fn compare_takes_boolean_rules_too() {
    let (folder, data) = (Folder::new(), fixture("monks3.csv"));
    let pricers = "greedy,greedy+branch-and-bound";
    let args = ["compare", &data, "--target", "class", "--method", "boolean", "--complexity", "5", "--max-length", "3"];
    let json = folder.ok(&[&args[..], &["--pricers", pricers, "--json"]].concat()).json();
    assert_eq!(strategy(&json, "greedy")["lower_bound"], serde_json::Value::Null);
    assert_eq!(strategy(&json, "greedy+branch-and-bound")["status"], "optimal");
}

/// All rows of four columns of 0 and 1; the class is yes where `a` or `b` is 1.
fn either(folder: &Folder) -> &'static str {
    let row = |n: u32| {
        let bit = |place: u32| n >> place & 1;
        format!("{},{},{},{},{}\n", bit(0), bit(1), bit(2), bit(3), if n & 3 > 0 { "yes" } else { "no" })
    };
    folder.file("either.csv", (0..16).map(row).fold("a,b,c,d,class\n".to_string(), |text, row| text + &row));
    "either.csv"
}

#[test]
fn a_complexity_that_is_no_size_is_not_overspent() {
    let folder = Folder::new();
    let data = either(&folder);
    // Two rules of one condition take 4; one leaves four rows out.
    let json = folder.ok(&fit(data, &["--complexity", "3.99999", "--json"])).json();
    assert_eq!((json["complexity"].as_u64(), json["objective"].as_f64()), (Some(2), Some(4.0)));
    assert_eq!((json["lower_bound"].as_f64(), json["status"].as_str()), (Some(4.0), Some("optimal")));
    assert_eq!(folder.ok(&fit(data, &["--complexity", "4", "--json"])).json()["objective"].as_f64(), Some(0.0));
}

#[test]
fn small_weights_change_the_unit_and_no_more() {
    let (folder, data) = (Folder::new(), fixture("monks1.csv"));
    let by_weight = |weight: &str| {
        let args = ["--complexity", "6", "--fp-weight", weight, "--fn-weight", weight, "--json"];
        let json = folder.ok(&fit(&data, &args)).json();
        assert_eq!(json["status"].as_str(), Some("optimal"), "{weight}");
        assert!(json["gap"].as_f64().unwrap() < 1e-9, "{weight}");
        json["objective"].as_f64().unwrap()
    };
    let whole = by_weight("1");
    assert!(whole > 0.0 && (by_weight("1e-10") * 1e10 - whole).abs() < 1e-6 * whole);
    folder.refused(&fit(&data, &["--fp-weight", "1e308"]), "more than can be computed with");
}

#[test]
fn what_cannot_be_forbidden_is_said() {
    let folder = Folder::new();
    let data = either(&folder);
    for (condition, says) in [
        ("a <= 0.123", "'a <= 0.123' forbids nothing: the conditions on 'a' are <= and > at 0"),
        ("a = 2", "'a = 2' forbids nothing: the conditions on 'a' are <= and > at 0"),
        ("a is missing", "'a is missing' forbids nothing: the conditions on 'a' are <= and > at 0"),
        ("a >= 2", "'a >= 2' forbids nothing: the conditions on 'a' are <= and > at 0"),
        ("a < 1", "'a < 1' forbids nothing: the conditions on 'a' are <= and > at 0"),
        ("nose", "or COLUMN is missing; the columns are 'a', 'b', 'c', 'd'"),
    ] {
        for method in ["boolean", "rules", "rug"] {
            let args = ["fit", data, "--target", "class", "--method", method, "--forbid", condition, "-o", "m.json"];
            folder.refused(&args, says);
            assert!(!folder.path("m.json").exists(), "{method}: {condition}");
        }
    }
    // With two categories, not being the one is being the other.
    folder.file("two.csv", "c,class\nred,yes\nred,yes\nblue,no\nblue,no\n");
    let text = folder.ok(&fit("two.csv", &["--complexity", "2", "--forbid", "c != blue"])).stdout;
    assert!(!text.contains("c = red"), "{text}");
}

#[test]
fn a_class_of_one_row_is_cross_validated() {
    let folder = Folder::new();
    let rows = (0..40).map(|n| format!("{n}.5,{}\n", if n == 7 { "yes" } else { "no" }));
    folder.file("rare.csv", rows.fold("x,class\n".to_string(), |text, row| text + &row));
    let args = fit("rare.csv", &["--complexities", "3,5", "--folds", "5", "--json", "-o", "m.json"]);
    let json = folder.ok(&args).json();
    // No fold can learn the one row that it is to say.
    let misses = |row: &Value| row["scores"][0]["mean"].as_f64().unwrap() < 1.0;
    assert!(json["front"].as_array().unwrap().iter().all(misses), "{json}");
    assert!(folder.read("m.json").contains("\"rules\""));
}

#[test]
fn work_or_a_clock_ends_a_fit() {
    let data = fixture("monks1.csv");
    for (limit, says) in [
        (&[][..], "limits of work,"),
        (&["--time-limit", "20"], "20 s,"),
        (&["--time-limit", "inf"], "no limit of time,"),
    ] {
        let run = Folder::new().ok(&fit(&data, limit));
        assert!(run.stdout.contains(&format!("no limit on rounds, {says}")), "{}", run.stdout);
    }
}
