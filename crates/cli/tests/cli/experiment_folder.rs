//! What `rulegen experiment` makes of folders that others, or accidents, have changed.

use crate::util::{Folder, csv_rows, fixture};

/// Two settings to choose from on given rows of two small sets.
fn spec() -> String {
    let (wine, iris) = (fixture("wine.csv"), fixture("iris.csv"));
    format!(
        r#"
title = "Two sets"

[data]
own = [
    {{ name = "wine", file = '{wine}', target = "cultivar" }},
    {{ name = "iris", file = '{iris}', target = "species" }},
]

[splits]
kind = "rows"
folder = "rows"

[choice]
by = "cross-validation"
folds = 2

[[methods]]
name = "RUG"
method = "rug"
settings = {{ iterations = 2 }}
grid = {{ penalty = [1, 10] }}
"#
    )
}

/// A folder with the specification, its rows, and its results in `out`.
fn done() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("rows")).unwrap();
    for set in ["wine", "iris"] {
        folder.file(&format!("rows/{set}.test"), (0..40).map(|row| format!("{}\n", 3 * row)).collect::<String>());
    }
    folder.file("s.toml", spec());
    folder.ok(&["experiment", "s.toml", "-o", "out"]);
    folder
}

const RUN: [&str; 4] = ["experiment", "s.toml", "-o", "out"];
const REPORT: [&str; 5] = ["experiment", "s.toml", "-o", "out", "--report-only"];

#[test]
fn other_test_rows_are_another_experiment() {
    let folder = done();
    folder.file("rows/wine.test", "0\n1\n170\n");
    folder.refused(&RUN, "out holds the results of another experiment (the splits of 'wine' have changed)");
    assert_eq!(folder.read("out/splits/wine.0.test").lines().count(), 40);
}

#[test]
fn results_without_a_manifest_are_of_nothing() {
    let folder = done();
    let results = folder.read("out/results.csv");
    std::fs::remove_file(folder.path("out/manifest.json")).unwrap();
    folder.refused(&RUN, "it has no manifest.json to say of what");
    assert_eq!(folder.read("out/results.csv"), results);
}

#[test]
fn rows_without_times_are_made_again() {
    let folder = done();
    let results = folder.read("out/results.csv");
    std::fs::remove_file(folder.path("out/timing.csv")).unwrap();
    folder.ok(&RUN);
    assert_eq!(folder.read("out/results.csv"), results);
    assert_eq!(folder.read("out/timing.csv").lines().count(), 3);
}

#[test]
fn results_of_an_older_version_are_continued() {
    let folder = done();
    let results = folder.read("out/results.csv");
    let rows = csv_rows(&results);
    let new = ["auc", "log_loss", "brier", "ece"];
    let kept: Vec<usize> = (0..rows[0].len()).filter(|&at| !new.contains(&rows[0][at].as_str())).collect();
    assert_eq!(kept.len(), rows[0].len() - new.len());
    // Without the row of one set, as if the run had been stopped.
    let old: String = rows
        .iter()
        .filter(|row| row[0] != "wine")
        .map(|row| kept.iter().map(|&at| row[at].as_str()).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    folder.file("out/results.csv", &old);
    folder.ok(&REPORT);
    assert_eq!(folder.read("out/results.csv"), old);
    folder.ok(&RUN);
    let continued = csv_rows(&folder.read("out/results.csv"));
    assert_eq!(continued[0], rows[0]);
    let auc = rows[0].iter().position(|name| name == "auc").unwrap();
    // The row that was made anew has the measure; what else the old one held is there.
    let of = |rows: &[Vec<String>], set: &str| rows.iter().find(|row| row[0] == set).unwrap().clone();
    assert_eq!(of(&continued, "wine"), of(&rows, "wine"));
    assert!(of(&rows, "wine")[auc].parse::<f64>().is_ok_and(|auc| auc > 0.5));
    let mut lacking = of(&rows, "iris");
    lacking[auc].clear();
    assert_eq!(of(&continued, "iris"), lacking);
}

#[test]
fn damaged_scores_are_refused() {
    let folder = done();
    let trials = folder.read("out/trials.csv");
    let line = trials.lines().find(|line| line.starts_with("wine,RUG,0,0,1,")).expect("the second fold");
    for damaged in [line.replacen("0,0,1,", "0,0,7,", 1), line.replacen("0,0,1,", "0,0,1,NaN ", 1)] {
        folder.file("out/trials.csv", trials.replace(line, &damaged));
        folder.refused(&RUN, "out/trials.csv: the scores of RUG on wine, split 0, group 0");
    }
}

#[test]
fn a_folder_belongs_to_one_run_at_a_time() {
    let folder = done();
    let lock = std::fs::File::open(folder.path("out/.lock")).unwrap();
    lock.lock().unwrap();
    folder.refused(&RUN, "another run is using out");
    folder.ok(&REPORT);
    drop(lock);
    folder.ok(&RUN);
}

#[test]
fn what_made_the_results_is_told_of_fits_only() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("rows")).unwrap();
    folder.file("rows/wine.test", "0\n60\n120\n").file("rows/iris.test", "0\n60\n120\n");
    folder.file("s.toml", spec());
    folder.ok(&[&RUN[..], &["--splits-only"]].concat());
    folder.ok(&REPORT);
    assert!(folder.read("out/report.md").contains("There are no results yet."), "{}", folder.read("out/report.md"));
    folder.ok(&[&RUN[..], &["--sets", "wine", "--threads", "1"]].concat());
    folder.ok(&[&RUN[..], &["--threads", "2"]].concat());
    // Nothing is left to do.
    folder.ok(&[&RUN[..], &["--threads", "3"]].concat());
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("out/manifest.json")).unwrap();
    let threads: Vec<_> =
        manifest["made_by"].as_array().unwrap().iter().map(|maker| maker["threads"].clone()).collect();
    assert_eq!(threads, [1, 2]);
    let report = folder.read("out/report.md");
    assert!(report.contains("1 of its threads used") && report.contains("2 of its threads used"), "{report}");
}

#[test]
fn rows_of_other_programs_are_checked() {
    let folder = done();
    std::fs::create_dir(folder.path("out/peers")).unwrap();
    let peers = |row: &str| folder.file("out/peers/results.csv", format!("set,method,split,accuracy\n{row}\n"));
    peers("wine,RUG,0,0.5");
    folder.refused(&REPORT, "'RUG' is not the name of another program");
    peers("wine,RIPPER,1,0.5");
    folder.refused(&REPORT, "the experiment has no split 1 of 'wine'");
    peers("zoo,RIPPER,0,0.5");
    folder.refused(&REPORT, "the experiment has no split 0 of 'zoo'");
    // What is no number is no result.
    peers("wine,RIPPER,0,nan\niris,RIPPER,0,0.25");
    folder.ok(&REPORT);
    let report = folder.read("out/report.md");
    assert!(report.lines().any(|line| line.starts_with("| wine | 1 |") && line.ends_with("| - |")), "{report}");
    assert!(report.lines().any(|line| line.starts_with("| iris | 1 |") && line.ends_with("| 25.00 |")), "{report}");
    assert!(!report.contains("NaN"), "{report}");
}

/// A folder with a specification of one method on one set, `tiny`, whose first two rows are tested on.
fn tiny(method: &str, choice: &str) -> Folder {
    let set = "name = \"tiny\"\nfile = \"tiny.csv\"\ntarget = \"y\"\n";
    let splits = "kind = \"rows\"\nfolder = \".\"\n";
    let folder = Folder::new();
    folder.file("s.toml", format!("title = \"t\"\n[[data.own]]\n{set}[splits]\n{splits}{choice}[[methods]]\n{method}"));
    folder.file("tiny.test", "0\n1\n");
    folder
}

#[test]
fn what_failed_can_be_tried_again() {
    let folder = tiny("name = \"CNF\"\nmethod = \"cnf\"\nsettings = { forbid = [\"z\"] }\n", "");
    folder.file("tiny.csv", "x,y\n0,a\n1,b\n0,a\n1,b\n");
    let run = folder.ok(&RUN);
    assert!(run.stdout.starts_with("1 of 1 cells done (1 rows of fits that failed)"), "{run:?}");
    // It is known, until it is asked for again.
    let failed = folder.read("out/results.csv");
    let marked = failed.replace("tiny,CNF,0,0,,", "tiny,CNF,0,0,marked,");
    assert_ne!(failed, marked);
    folder.file("out/results.csv", &marked);
    folder.ok(&RUN);
    assert_eq!(folder.read("out/results.csv"), marked);
    folder.ok(&[&RUN[..], &["--retry-failed"]].concat());
    assert_eq!(folder.read("out/results.csv"), failed);
}

#[test]
fn one_class_to_learn_from_is_an_answer() {
    let method = "name = \"RUG\"\nmethod = \"rug\"\ngrid = { penalty = [1, 10] }\n";
    let folder = tiny(method, "[choice]\nby = \"cross-validation\"\nfolds = 2\n");
    folder.file("tiny.csv", "x,y\n0,a\n1,b\n2,a\n3,a\n4,a\n");
    folder.ok(&RUN);
    let rows = crate::util::csv_rows(&folder.read("out/results.csv"));
    let cell = |name: &str| &rows[1][rows[0].iter().position(|column| column == name).unwrap()];
    assert_eq!([cell("status"), cell("accuracy"), cell("n_rules")], ["one_class", "0.5", "0.0"]);
}
