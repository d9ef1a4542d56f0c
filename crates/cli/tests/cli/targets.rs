//! Targets that are numbers, and rows without a target.

use crate::util::{Folder, Numbers, csv_rows, predictions};
use std::fmt::Write;

/// 700 flats, whose price is about 1000 times their size, give or take an eighth.
fn flats() -> String {
    let mut numbers = Numbers(11);
    let mut csv = "size,rooms,price\n".to_owned();
    for _ in 0..700 {
        let (size, rooms) = ((30.0 + 270.0 * numbers.next()).floor(), (1.0 + 5.0 * numbers.next()).floor());
        let price = (size * 1000.0 * (0.875 + numbers.next() / 4.0)).round();
        writeln!(csv, "{size},{rooms},{price}").unwrap();
    }
    csv
}

#[test]
fn a_target_of_many_numbers_is_refused_at_once() {
    let folder = Folder::new();
    folder.file("flats.csv", flats());
    folder.refused(
        &["fit", "flats.csv", "--target", "price", "--method", "rules"],
        "flats.csv: the target \"price\" is a number: it has 6",
    );
    // The cut points that the message offers can be used as they stand.
    let run = folder.run(&["fit", "flats.csv", "--target", "price"]);
    let (_, cuts) = run.stderr.trim().rsplit_once("--target-cut ").expect("an example is given");
    let fit = ["fit", "flats.csv", "--target", "price", "--target-cut", cuts, "--holdout", "none", "-o", "m.json"];
    folder.ok(&fit);
    let model: serde_json::Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let (low, high) = cuts.split_once(',').unwrap();
    assert_eq!(
        model["classes"],
        serde_json::json!([format!("< {low}"), format!("{low} to {high}"), format!(">= {high}")])
    );
    // Each offered class has about a third of the rows.
    let classes = folder.ok(&["evaluate", "m.json", "flats.csv"]).stdout;
    let rows = |class: &str| {
        let line = classes.lines().find(|line| line.starts_with(class)).unwrap_or_else(|| panic!("{classes}"));
        line.trim_start_matches(class).split_whitespace().next().unwrap().parse::<usize>().unwrap()
    };
    let thirds = [rows(&format!("< {low}")), rows(&format!("{low} to {high}")), rows(&format!(">= {high}"))];
    assert!(thirds.iter().sum::<usize>() == 700 && thirds.iter().all(|rows| rows.abs_diff(233) < 10), "{thirds:?}");
}

#[test]
fn cut_targets_are_predicted_and_measured_on_the_numbers() {
    let folder = Folder::new();
    folder.file("flats.csv", flats());
    let fit = ["fit", "flats.csv", "--target", "price", "-o", "m.json", "--method", "rules", "--holdout", "none"];
    folder.ok(&[&fit[..], &["--target-cut", "150000"]].concat());
    let predicted = predictions(&folder.ok(&["predict", "m.json", "flats.csv"]).stdout);
    let rows = csv_rows(&folder.read("flats.csv"));
    let right = rows[1..].iter().zip(&predicted).filter(|(row, predicted)| {
        let class = if row[2].parse::<f64>().unwrap() < 150_000.0 { "< 150000" } else { ">= 150000" };
        class == predicted.as_str()
    });
    let right = right.count() as f64 / predicted.len() as f64;
    assert!(right > 0.85, "{right}");
    let measured = folder.ok(&["evaluate", "m.json", "flats.csv", "--json"]).json();
    assert_eq!((&measured["n"], measured["accuracy"].as_f64()), (&700.into(), Some(right)));
    // The other commands that read labels cut them too.
    let edited = folder.ok(&["edit", "m.json", "flats.csv", "--drop", "1", "-o", "e.json"]);
    assert!(edited.stdout.contains("< 150000"), "{edited:?}");
    folder.ok(&["report", "e.json", "flats.csv", "-o", "r.html"]);
    folder.refused(&[&fit[..], &["--target-cut", "9,8"]].concat(), "must ascend, but 8 follows 9");
    folder
        .refused(&[&fit[..], &["--target-cut", "1e9"]].concat(), "no row of the target \"price\" is in the class >= 1");
    folder.refused(
        &[&fit[..], &["--target-cut", "-1e9,1e9"]].concat(),
        "no row of the target \"price\" is in the class < -1000000000",
    );
    folder.refused(&[&fit[..], &["--target-cut", "high"]].concat(), "'high' for '--target-cut");
    folder.file("words.csv", "size,price\n1,cheap\n2,dear\n");
    let says = "words.csv: row 0 (from 0, line 2), column \"price\": \"cheap\" is not a number";
    folder.refused(&["fit", "words.csv", "--target", "price", "--target-cut", "3"], says);
}

#[test]
fn classes_that_may_be_numbers_are_warned_of() {
    let folder = Folder::new();
    let csv = |classes: usize| (0..400).map(|i| format!("{},{}\n", i % 97, i % classes)).collect::<String>();
    let fit = |classes: usize| {
        folder.file("d.csv", format!("x,y\n{}", csv(classes)));
        folder.ok(&["fit", "d.csv", "--target", "y", "--holdout", "none", "--iterations", "1"]).stderr
    };
    let says = "the target y has 20 classes that are numbers, from 0 to 19: if it is a number, cut it into classes, for \
                example --target-cut 6,13";
    assert!(fit(20).contains(says), "{}", fit(20));
    assert!(!fit(19).contains("numbers"));
}

/// 300 rows whose class is that of `x`, every tenth without a class.
fn half_labelled() -> String {
    let row = |i: usize| {
        let class = if i % 10 == 3 { "" } else { ["n", "p"][usize::from(i * 7 % 100 > 49)] };
        format!("{},{},{},{class}\n", i * 7 % 100, i % 3, i / 2)
    };
    std::iter::once("x,z,who,y\n".to_owned()).chain((0..300).map(row)).collect()
}

#[test]
fn rows_without_a_target_are_left_out_with_their_number() {
    let folder = Folder::new();
    folder.file("d.csv", half_labelled());
    let says = "warn: 30 of 300 rows have no value of y and are left out";
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json"];
    let run = folder.ok(&[&fit[..], &["--json"]].concat());
    assert_eq!(run.stderr.lines().filter(|line| *line == says).count(), 1, "{run:?}");
    assert_eq!(run.json()["train"]["n"], 270);
    let run = folder.ok(&["evaluate", "m.json", "d.csv", "--json"]);
    assert!(run.stderr.contains(says) && run.json()["n"] == 270, "{run:?}");
    // Predictions are for all rows.
    assert_eq!(predictions(&folder.ok(&["predict", "m.json", "d.csv"]).stdout).len(), 300);
    // Words for a missing target leave rows out too, and the warning of such a class says so.
    folder.file("na.csv", half_labelled().replace(",\n", ",NA\n"));
    let run = folder.ok(&["fit", "na.csv", "--target", "y"]);
    assert!(run.stderr.contains("--missing \"NA\" leaves its rows out"), "{run:?}");
    let run = folder.ok(&["fit", "na.csv", "--target", "y", "--missing", "NA"]);
    assert!(run.stderr.contains(says), "{run:?}");
    folder.file("none.csv", "x,y\n1,\n2,\n");
    folder.refused(&["fit", "none.csv", "--target", "y"], "every cell of the target \"y\" is missing");
}

/// The numbers of rows are those of the file, whatever is left out.
#[test]
fn row_numbers_are_those_of_the_file() {
    let folder = Folder::new();
    // Rows 3, 13 and 293 have no class.
    folder.file("d.csv", half_labelled()).file("rows", "3\n4\n13\n14\n293\n299\n");
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json", "--json"];
    let run = folder.ok(&[&fit[..], &["--holdout", "rows"]].concat());
    assert_eq!((&run.json()["holdout"]["n"], &run.json()["train"]["n"]), (&3.into(), &267.into()));
    let run = folder.ok(&["evaluate", "m.json", "d.csv", "--rows", "rows", "--json"]);
    assert_eq!(run.json()["n"], 3);
    let run = folder.run(&["compare", "d.csv", "--target", "y", "--holdout", "rows"]);
    assert!(run.code == 2 && run.stderr.contains("leaves out those without a target"), "{run:?}");
    // Row 20 stands on line 22.
    let replaced = |of: &str, by: &str| {
        let lines: Vec<String> = half_labelled().lines().map(str::to_owned).collect();
        let line = |(at, line): (usize, &String)| if at == 21 { line.replace(of, by) } else { line.clone() };
        lines.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    };
    folder.file("who.csv", replaced(",10,", ",,"));
    let run = folder.run(&[&fit[..1], &["who.csv"], &fit[2..], &["--split-by", "who"]].concat());
    assert!(run.code == 2 && run.stderr.contains("who.csv: row 20 (from 0): column \"who\" is missing"), "{run:?}");
    folder.file("label.csv", replaced(",n", ",maybe"));
    let run = folder.run(&["evaluate", "m.json", "label.csv"]);
    assert!(run.stderr.contains("row 20 (from 0), column \"y\": the label \"maybe\""), "{run:?}");
    let run = folder.run(&["explain", "m.json", "d.csv", "--row", "300"]);
    assert!(run.stderr.contains("row 300 does not exist: the data have 300 rows, numbered from 0"), "{run:?}");
}
