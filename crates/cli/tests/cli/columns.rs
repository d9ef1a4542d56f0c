//! Columns that name rows, rare categories and least covers, through the binary.

use crate::util::{Folder, Numbers};
use std::fmt::Write;

/// A table of 120 rows whose class depends on `age` alone, with a code, a running number and a
/// column of rare categories.
fn table() -> String {
    let mut numbers = Numbers(3);
    let mut csv = "id,row,age,town,y\n".to_owned();
    for row in 0..120 {
        let (age, draw) = ((20.0 + 50.0 * numbers.next()).floor(), numbers.next());
        let town = if row % 12 == 0 { format!("t{row}") } else { ["a", "b", "c"][row % 3].to_owned() };
        let class = if (age > 45.0) != (draw < 0.1) { "p" } else { "n" };
        writeln!(csv, "C-{},{row},{age},{town},{class}", 10_273 + 3 * row).unwrap();
    }
    csv
}

#[test]
fn columns_that_name_rows_are_left_out_with_one_warning() {
    let folder = Folder::new();
    folder.file("d.csv", table());
    for method in ["rug", "rules", "boolean"] {
        let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json", "--method", method, "--max-length", "2"];
        let run = folder.ok(&fit);
        let warnings: Vec<&str> = run.stderr.lines().filter(|line| line.contains("name rows")).collect();
        let says = "columns that name rows: 'id' (text, mostly once each), 'row' (running numbers): left out \
                    (name them in --keep to keep them)";
        assert!(warnings.len() == 1 && warnings[0].contains(says), "{method}: {}", run.stderr);
        let model = folder.read("m.json");
        assert!(!model.contains("\"id\"") && !model.contains("\"row\""), "{method}: {model}");

        let run = folder.ok(&[&fit[..], &["--keep", "id", "--keep", "row"]].concat());
        assert!(!run.stderr.contains("name rows"), "{method}: {}", run.stderr);
        let model: serde_json::Value = serde_json::from_str(&folder.read("m.json")).unwrap();
        assert_eq!(model["settings"]["keep"], serde_json::json!(["id", "row"]), "{method}");
    }
    folder.refused(&["fit", "d.csv", "--target", "y", "--keep", "nobody"], "there is no column 'nobody' to keep");
}

#[test]
fn words_in_many_cells_of_a_column_of_numbers_are_warned_of_once() {
    let folder = Folder::new();
    let row = |i: u32| {
        let age = if i % 5 < 2 { ["unknown", "n.b."][i as usize % 2].into() } else { (20 + i * 7 % 61).to_string() };
        format!("{age},{},{}\n", i % 4, i % 2)
    };
    folder.file("d.csv", "age,x,y\n".to_owned() + &(0..200).map(row).collect::<String>());
    let run = folder.ok(&["fit", "d.csv", "--target", "y", "-o", "m.json"]);
    let says = "warn: column 'age' is read as categories: row 0 (from 0) holds \"unknown\"; no number in 80 of 200 cells \
                (--missing \"unknown\" takes such a cell for missing, --numeric age stops at them, --categorical age \
                says that it is meant so)";
    assert_eq!(run.stderr.lines().filter(|line| *line == says).count(), 1, "{}", run.stderr);
    let run = folder.ok(&["fit", "d.csv", "--target", "y", "-o", "m.json", "--missing", "unknown,n.b."]);
    assert!(!run.stderr.contains("read as categories"), "{}", run.stderr);
}

#[test]
fn rare_categories_and_small_rules_are_left_out_on_request() {
    let folder = Folder::new();
    folder.file("d.csv", table());
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json", "--holdout", "none"];
    let run = folder.ok(&[&fit[..], &["--min-category", "5", "--min-cover", "20", "--penalty", "0.1"]].concat());
    let says = "categories of fewer than 5 rows have no condition of their own: town";
    assert!(run.stderr.contains(says), "{}", run.stderr);
    let model: serde_json::Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!((&model["settings"]["min_category"], &model["settings"]["min_cover"]), (&5.into(), &20.into()));
    assert!(!folder.read("m.json").contains("t12"), "{model}");
    let rules = model["rules"].as_array().unwrap();
    assert!(!rules.is_empty());
    assert!(rules.iter().all(|rule| rule["covered"].as_f64().is_some_and(|rows| rows >= 20.0)), "{model}");
    folder.refused(&[&fit[..], &["--min-cover", "0"]].concat(), "the least cover of a rule must be at least 1, not 0");
}
