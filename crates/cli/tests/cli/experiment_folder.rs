//! Folders of experiments that others, or accidents, have changed.

use crate::util::{Folder, fixture};

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
    let fits = folder.read("out/fits.jsonl");
    std::fs::remove_file(folder.path("out/manifest.json")).unwrap();
    folder.refused(&RUN, "it has no manifest.json to say of what");
    assert_eq!(folder.read("out/fits.jsonl"), fits);
}

#[test]
fn whatever_is_left_of_the_last_line_is_dropped() {
    let folder = done();
    let (fits, results) = (folder.read("out/fits.jsonl"), folder.read("out/results.csv"));
    let keys =
        |fits: &str| fits.lines().map(|line| line.split("settings").next().unwrap().to_owned()).collect::<Vec<_>>();
    for part in [0.0, 0.3, 0.5, 0.8, 0.999] {
        folder.file("out/fits.jsonl", &fits[..(part * fits.len() as f64) as usize]);
        folder.ok(&[&RUN[..], &["--threads", "1"]].concat());
        assert_eq!(folder.read("out/results.csv"), results, "{part}");
        let (mut made, mut wanted) = (keys(&folder.read("out/fits.jsonl")), keys(&fits));
        made.sort();
        wanted.sort();
        assert_eq!(made, wanted, "{part}");
    }
}

#[test]
fn a_damaged_journal_is_refused() {
    let folder = done();
    let fits = folder.read("out/fits.jsonl");
    for damaged in [fits.replacen("accuracy\":0", "accuracy\":O", 1), fits.replacen('{', "", 1), format!("\n{fits}")] {
        assert_ne!(damaged, fits);
        folder.file("out/fits.jsonl", damaged);
        folder.refused(&RUN, "out/fits.jsonl: line 1 is damaged: ");
        folder.refused(&REPORT, "out/fits.jsonl: line 1 is damaged: ");
    }
}

#[test]
fn a_folder_belongs_to_one_run_at_a_time() {
    let folder = done();
    let lock = std::fs::File::open(folder.path("out/fits.jsonl")).unwrap();
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
    let report = folder.read("out/report.md");
    let makers: Vec<&str> = manifest["made_by"].as_array().unwrap().iter().filter_map(|maker| maker.as_str()).collect();
    assert_eq!(makers.len(), 2);
    for (threads, maker) in (1..).zip(makers) {
        assert!(maker.ends_with(&format!("fits at a time: {threads}")) && report.contains(maker), "{report}");
    }
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
    // A cell that is no number is no result.
    peers("wine,RIPPER,0,nan\niris,RIPPER,0,0.25");
    folder.ok(&REPORT);
    let report = folder.read("out/report.md");
    assert!(report.lines().any(|line| line.starts_with("| wine | 1 |") && line.ends_with("| - |")), "{report}");
    assert!(report.lines().any(|line| line.starts_with("| iris | 1 |") && line.ends_with("| 25.00 |")), "{report}");
    assert!(!report.contains("NaN"), "{report}");
}

/// A folder with a specification of one method on one set, `tiny`, whose first two rows are tested
/// on.
fn tiny(method: &str, choice: &str) -> Folder {
    let set = "name = \"tiny\"\nfile = \"tiny.csv\"\ntarget = \"y\"\n";
    let splits = "kind = \"rows\"\nfolder = \".\"\n";
    let folder = Folder::new();
    folder.file("s.toml", format!("title = \"t\"\n[[data.own]]\n{set}[splits]\n{splits}{choice}[[methods]]\n{method}"));
    folder.file("tiny.test", "0\n1\n");
    folder
}

#[test]
fn what_failed_is_tried_again() {
    let folder = tiny("name = \"CNF\"\nmethod = \"cnf\"\nsettings = { forbid = [\"z\"] }\n", "");
    folder.file("tiny.csv", "x,y\n0,a\n1,b\n0,a\n1,b\n");
    let run = folder.ok(&RUN);
    assert!(run.stdout.starts_with("1 of 1 cells done (1 rows of fits that failed)"), "{run:?}");
    // Each run tries it again, and finds the same.
    let failed = folder.read("out/results.csv");
    folder.file("out/fits.jsonl", folder.read("out/fits.jsonl").replace("\"note\":\"", "\"note\":\"marked "));
    folder.ok(&REPORT);
    assert!(folder.read("out/report.md").contains("marked "));
    folder.ok(&RUN);
    assert_eq!(folder.read("out/results.csv"), failed);
    assert!(!folder.read("out/report.md").contains("marked "));
}

#[test]
fn one_class_to_learn_from_is_an_answer() {
    let method = "name = \"RUG\"\nmethod = \"rug\"\ngrid = { penalty = [1, 10] }\n";
    let folder = tiny(method, "[choice]\nby = \"cross-validation\"\nfolds = 2\n");
    folder.file("tiny.csv", "x,y\n0,a\n1,b\n2,a\n3,a\n4,a\n");
    folder.ok(&RUN);
    let rows = crate::util::csv_rows(&folder.read("out/results.csv"));
    let cell = |name: &str| &rows[1][rows[0].iter().position(|column| column == name).unwrap()];
    assert_eq!([cell("status"), cell("accuracy"), cell("n_rules")], ["one_class", "0.5", "0"]);
}
