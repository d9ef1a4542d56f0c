//! Messages about data and files that are not as they seem.

use crate::util::{Folder, Run, assert_one_error, fixture};
use serde_json::Value;

/// Numbers in `v` with one cell of another kind, in row 1,000 from 0, and a column that decides.
fn numbers_but_for(cell: &str) -> String {
    let row = |i: u32| {
        let v = if i == 1000 { cell.to_owned() } else { format!("{}.5", i * 7919 % 1200) };
        format!("{v},{},{}\n", i % 5, if i % 5 < 2 { "p" } else { "q" })
    };
    std::iter::once("v,x,y\n".to_owned()).chain((0..3000).map(row)).collect()
}

#[test]
fn a_word_among_numbers_is_named_and_what_to_do_about_it() {
    let folder = Folder::new();
    folder.file("d.csv", numbers_but_for("unknown"));
    let fit = |flags: &[&str]| folder.run(&[&["fit", "d.csv", "--target", "y", "--holdout", "none"], flags].concat());
    let run = fit(&[]);
    for part in [
        "column 'v' is read as categories: row 1000 (from 0) holds \"unknown\"; no number in 1 of 3000 cells",
        "--numeric v",
        "--missing \"unknown\"",
    ] {
        assert!(run.stderr.contains(part), "{part}: {run:?}");
    }
    // Each way out says no more.
    for flags in [["--missing", "unknown"], ["--categorical", "v"], ["--ignore", "v"]] {
        let run = fit(&flags);
        assert!(run.code == 0 && !run.stderr.contains("is read as"), "{run:?}");
    }
    let run = fit(&["--numeric", "v"]);
    assert_eq!(run.code, 2);
    assert_one_error(&run, "row 1000 (from 0, line 1002), column \"v\": \"unknown\" is not a number");
    // Numbers in one form are numbers.
    folder.file("d.csv", numbers_but_for("\"1,000\""));
    let run = fit(&[]);
    assert!(run.stderr.contains("numbers in 'v' are read as written 1,234.5: \"1,000\" is 1000"), "{run:?}");
    assert!(!run.stderr.contains("is read as categories"), "{run:?}");
    folder.file("d.csv", numbers_but_for("\"1,00\""));
    let says = ["row 1000 (from 0) holds \"1,00\"", "write them as 1234.5"];
    let run = fit(&[]);
    assert!(says.iter().all(|says| run.stderr.contains(says)), "{run:?}");
}

#[test]
fn a_column_that_is_missing_only_in_prediction() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "--holdout", "none", "-o", "m.json"]);
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let used = model["rules"][0]["if"][0]["column"].as_str().unwrap().to_owned();
    let data = std::fs::read_to_string(fixture("iris.csv")).unwrap();
    let at = data.lines().next().unwrap().split(',').position(|name| name == used).unwrap();
    let emptied = data.lines().enumerate().map(|(row, line)| {
        let cells = line.split(',').enumerate().map(|(i, cell)| if i == at && row > 0 { "" } else { cell });
        cells.collect::<Vec<_>>().join(",") + "\n"
    });
    folder.file("d.csv", emptied.collect::<String>());
    let says = format!("every cell of '{used}' is missing, and none was in training");
    for command in ["predict", "evaluate"] {
        let run = folder.ok(&[command, "m.json", "d.csv"]);
        assert!(run.stderr.contains(&says), "{run:?}");
        assert!(!folder.ok(&[command, "m.json", &fixture("iris.csv")]).stderr.contains("is missing"));
    }
}

/// The results are printed first.
#[test]
#[cfg(unix)]
fn a_trace_that_cannot_be_written_is_an_error_when_quiet_too() {
    let folder = Folder::new();
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let data = fixture("wdbc.csv");
    let command =
        ["fit", &data, "--target", "diagnosis", "--method", "rug", "--holdout", "none", "--trace", "t.csv", "-q"];
    let output = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_rulegen")])
        .args(command)
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    let run = Run::of(output);
    assert_eq!(run.code, 1, "{run:?}");
    assert_one_error(&run, "cannot write the trace t.csv");
    assert!(run.stdout.contains("\n 1. "), "{run:?}");
}

#[test]
fn reports_of_too_many_classes_are_refused() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    folder.ok(&["fit", &data, "--target", "species", "--holdout", "none", "-o", "m.json"]);
    let mut model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let classes = model["classes"].as_array_mut().unwrap();
    classes.extend((0..100_000).map(|k| Value::from(format!("c{k}"))));
    folder.file("many.json", model.to_string());
    let says = "the model has 100003 classes; a report compares at most 1000 with each other";
    folder.refused(&["report", "many.json", &data, "-o", "r.html"], says);
    folder.refused(&["plot", "confusion", "many.json", &data, "-o", "c.svg"], says);
}
