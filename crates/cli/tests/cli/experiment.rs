//! `rulegen experiment`.

use crate::util::{Folder, Numbers, csv_rows, fixture};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// An experiment on two fixtures: several settings to choose from, a path of complexities, and one
/// fixed setting.
fn spec(more: &str) -> String {
    let (wine, monks) = (fixture("wine.csv"), fixture("monks1.csv"));
    format!(
        r#"
title = "Small"
seed = 3

[data]
own = [
    {{ name = "wine", file = '{wine}', target = "cultivar" }},
    {{ name = "monks", file = '{monks}', target = "class", positive = "positive" }},
]

[splits]
kind = "holdout"
repeats = 3
test = 0.2

[choice]
by = "cross-validation"
folds = 3

[[methods]]
name = "RUG"
method = "rug"
settings = {{ iterations = 3 }}
grid = {{ penalty = [0.1, 1, 10], max-depth = [2, 4] }}

[[methods]]
name = "path"
method = "boolean"
second_pass = true
choice = {{ by = "each" }}
settings = {{ pricers = ["greedy"], enumerate = 0, time-limit = 600 }}
grid = {{ complexity = [4, 8] }}

[[methods]]
name = "fixed"
method = "rug"
settings = {{ penalty = 2, iterations = 2, max-depth = 3 }}
{more}
"#
    )
}

/// The size of what is known so far.
fn known(folder: &Folder, out: &str) -> u64 {
    std::fs::metadata(folder.path(out).join("fits.jsonl")).map_or(0, |file| file.len())
}

#[test]
fn a_run_killed_four_times_ends_with_the_same_results() {
    let folder = Folder::new();
    // Enough work for four kills, however long this test is kept from looking.
    folder.file("s.toml", spec("").replace("repeats = 3", "repeats = 6"));
    let run = folder.ok(&["experiment", "s.toml", "-o", "whole", "--threads", "2"]);
    assert!(run.stdout.starts_with("36 of 36 cells done\n"), "{run:?}");

    // Any moment will do; the seed only makes a failure easier to see again.
    let mut numbers = Numbers(std::process::id().into());
    for kill in 0..4 {
        let before = known(&folder, "killed");
        let mut command = folder.command(&["experiment", "s.toml", "-o", "killed", "--threads", "1"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        let start = Instant::now();
        while known(&folder, "killed") <= before {
            assert!(child.try_wait().unwrap().is_none(), "kill {kill}: the run ended first");
            assert!(start.elapsed() < Duration::from_secs(120), "kill {kill}: no progress in two minutes");
        }
        sleep(Duration::from_micros((5000.0 * numbers.next()) as u64));
        child.kill().expect("SIGKILL is sent");
        let status = child.wait().unwrap();
        assert_eq!(status.code(), None, "kill {kill}: the run ended first: {status}");
        // A kill may fall into the middle of a line, which no timing here is sure to hit.
        if kill % 3 == 2 {
            let path = folder.path("killed/fits.jsonl");
            let mut bytes = std::fs::read(&path).unwrap_or_default();
            let last = bytes.split_inclusive(|&byte| byte == b'\n').next_back().unwrap_or_default().to_vec();
            bytes.extend(&last[..last.len() / 2]);
            std::fs::write(&path, &bytes).unwrap();
        }
    }
    let run = folder.ok(&["experiment", "s.toml", "-o", "killed", "--threads", "1"]);
    assert!(run.stdout.starts_with("36 of 36 cells done\n"), "{run:?}");
    assert_eq!(folder.read("whole/results.csv"), folder.read("killed/results.csv"));
    let keys = |text: &str| csv_rows(text).into_iter().map(|row| row[..4].to_vec()).collect::<Vec<_>>();
    assert_eq!(keys(&folder.read("killed/timing.csv")), keys(&folder.read("killed/results.csv")));
}

/// A method that names pricers runs no longer than one that names none.
#[test]
fn all_methods_have_the_same_terms() {
    let folder = Folder::new();
    let wine = fixture("wine.csv");
    let spec = |terms: &str, of_last: &str| {
        format!(
            r#"
title = "Terms"
{terms}
data = {{ own = [{{ name = "wine", file = '{wine}', target = "cultivar" }}] }}
splits = {{ kind = "holdout", repeats = 1, test = 0.2 }}
methods = [
    {{ name = "proxy", method = "rug", settings = {{ bins = 10, max-length = 2 }} }},
    {{ name = "named", method = "rug", settings = {{ pricers = ["tree"], bins = 10, max-length = 2 {of_last} }} }},
]
"#
        )
    };
    let run = |name: &str, text: String| {
        folder.file("terms.toml", text);
        folder.ok(&["experiment", "terms.toml", "-o", name, "--quiet"]);
        let rows = csv_rows(&folder.read(&format!("{name}/results.csv")));
        let objective = rows[0].iter().position(|key| key == "objective").unwrap();
        assert!(folder.read(&format!("{name}/manifest.json")).contains("\"terms\": "));
        let report = folder.read(&format!("{name}/report.md"));
        let terms = report.lines().find_map(|line| Some(line.split_once("Column generation")?.1.to_owned())).unwrap();
        (rows[1][objective] == rows[2][objective], terms)
    };
    let (same, said) = run("usual", spec("", ""));
    assert!(same && said.starts_with(": terms converged. "), "{said}");
    let (same, said) = run("published", spec("terms = \"published\"", ""));
    assert!(same && said.starts_with(": terms published. "), "{said}");
    let (_, said) = run("several", spec("", ", iterations = 2, start = \"none\""));
    let both = " of proxy: terms converged; column generation of named: terms converged, iterations 2, start none. ";
    assert!(said.starts_with(both), "{said}");
    folder.file("terms.toml", spec("terms = \"mixed\"", ""));
    folder.refused(
        &["experiment", "terms.toml", "-o", "mixed"],
        "the terms must be one of published, converged, not 'mixed'",
    );
}

#[test]
fn threads_change_nothing() {
    let folder = Folder::new();
    folder.file("s.toml", spec(""));
    folder.ok(&["experiment", "s.toml", "-o", "one", "--threads", "1"]);
    folder.ok(&["experiment", "s.toml", "-o", "many", "--threads", "4"]);
    let results = folder.read("one/results.csv");
    assert_eq!(results, folder.read("many/results.csv"));
    let rows = csv_rows(&results);
    // 2 sets x 3 splits x (a chosen setting, two settings of a path, a fixed one), under a header.
    assert_eq!(rows.len(), 1 + 2 * 3 * 4);
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    assert!(rows[1..].iter().all(|row| row[column("status")] != "failed"), "{results}");
    let chosen = rows[1..].iter().filter(|row| row[1] == "RUG");
    assert!(chosen.clone().all(|row| row[column("settings")].starts_with("max-depth=")), "{results}");
    assert!(chosen.clone().all(|row| row[column("choice_score")].parse::<f64>().unwrap() > 0.5));
}

#[test]
fn a_cell_is_a_fit_on_the_rows_of_its_split() {
    let folder = Folder::new();
    folder.file("s.toml", spec(""));
    let run = folder.ok(&["experiment", "s.toml", "-o", "out", "--splits-only", "--sets", "wine"]);
    assert_eq!(run.stdout, "splits written to out/splits\n");
    assert!(!folder.path("out/results.csv").exists() && !folder.path("out/splits/monks.0.test").exists());
    folder.ok(&["experiment", "s.toml", "-o", "out"]);
    let rows = csv_rows(&folder.read("out/results.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let wine = fixture("wine.csv");
    let mut tested = 0;
    for row in rows.iter().filter(|row| row[0] == "wine" && row[1] == "fixed") {
        let holdout = format!("out/splits/wine.{}.test", row[2]);
        let flags = ["--penalty", "2", "--iterations", "2", "--max-depth", "3", "--json", "--holdout", &holdout];
        let json = folder.ok(&[&["fit", &wine, "--target", "cultivar"], &flags[..]].concat()).json();
        let same = |name: &str, value: &serde_json::Value| {
            assert_eq!(row[column(name)].parse::<f64>().unwrap(), value.as_f64().unwrap(), "{name}: {row:?}");
        };
        same("accuracy", &json["holdout"]["accuracy"]);
        same("f1", &json["holdout"]["weighted_f1"]);
        same("train_accuracy", &json["train"]["accuracy"]);
        for name in ["n_rules", "avg_rule_length", "complexity", "rules_per_sample", "rule_length_per_sample"] {
            same(name, &json[name]);
        }
        same("objective", &json["objective"]);
        tested += 1;
    }
    assert_eq!(tested, 3);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["sets"]["wine"]["rows"], 178);
    assert_eq!(manifest["sets"]["monks"]["positive"], "positive");
}

#[test]
fn the_report_says_what_is_better() {
    let folder = Folder::new();
    let report = r#"
[report]
reference = "fixed"
measures = ["accuracy", "n_rules", "complexity"]
plots = [{ kind = "tradeoff" }, { kind = "versus", x = "fixed", y = "RUG", measures = ["accuracy", "n_rules"] }]
published = [{ name = "paper", file = "paper.csv", only = { run = "a" }, columns = { accuracy = "acc" }, scale = { accuracy = 0.01 }, names = { monks = "mks" } }]
"#;
    folder.file("s.toml", spec(report)).file("paper.csv", "dataset,run,acc\nmks,a,12.5\nmks,b,99\nwine,b,98\n");
    folder.ok(&["experiment", "s.toml", "-o", "out"]);
    // Another program's rows, on the same splits: always wrong, with one rule.
    std::fs::create_dir(folder.path("out/peers")).unwrap();
    let rows: String = (0..3).map(|split| format!("wine,guess,{split},0,143,35,0,1\n")).collect();
    folder.file("out/peers/results.csv", format!("set,method,split,setting,n_train,n_test,accuracy,n_rules\n{rows}"));
    let run = folder.ok(&["experiment", "s.toml", "-o", "out", "--report-only"]);
    assert_eq!(run.stdout, "report written to out/report.md\n");
    let text = folder.read("out/report.md");
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
    assert!(
        line("| data set | splits |")
            .ends_with("| RUG | path, complexity=4 | path, complexity=8 | fixed | guess | paper |")
    );
    assert!(line("| wine | 3 |").contains(" ± ") && line("| wine | 3 |").ends_with("| 0.00 ± 0.00 | - |"), "{text}");
    assert!(line("| monks | 3 |").ends_with(" | - | 12.50 |"));
    // Accuracy comes first, and then the rules: one is less than those of ours.
    assert!(text.contains("| guess | rules | 0 | 0 | 1 | wine |"), "{text}");
    assert_eq!(line("| guess |"), "| guess | accuracy | 1 | 0 | 0 | - |");
    assert_eq!(line("| paper* |"), "| paper* | accuracy | 1 | 0 | 0 | - |");
    for plot in ["tradeoff-1.svg", "versus-2.svg"] {
        assert!(text.contains(&format!("]({plot})")), "{text}");
        assert!(folder.read(&format!("out/{plot}")).contains("<circle"), "{plot}");
    }
    assert!(folder.read("out/report.tex").contains("\\caption{Complexity.}"));
}

#[test]
fn the_figures_of_a_solve_are_measures() {
    let folder = Folder::new();
    let more = r#"
[[methods]]
name = "exact_1"
method = "rug"
settings = { pricers = ["branch-and-bound"], max-length = 1, bins = 10 }

[report]
measures = ["objective", "lp_objective", "lower_bound", "gap", "iterations", "columns", "nodes"]
"#;
    folder.file("s.toml", spec(more));
    folder.ok(&["experiment", "s.toml", "-o", "out", "--sets", "wine"]);
    let rows = csv_rows(&folder.read("out/results.csv"));
    let column = |name: &str| rows[0].iter().position(|of| of == name).unwrap_or_else(|| panic!("no {name}"));
    let exact: Vec<&Vec<String>> = rows.iter().filter(|row| row[column("method")] == "exact_1").collect();
    assert_eq!(exact.len(), 3);
    for row in exact {
        let number = |name: &str| row[column(name)].parse::<f64>().unwrap_or_else(|_| panic!("no {name} in {row:?}"));
        assert!(number("gap") <= 1e-6 && number("lower_bound") <= number("lp_objective") + 1e-9, "{row:?}");
        assert!(number("nodes") >= 1.0 && number("columns") >= 1.0 && number("iterations") >= 1.0, "{row:?}");
    }
    let (report, latex) = (folder.read("out/report.md"), folder.read("out/report.tex"));
    for title in
        ["Objective", "Objective of the linear program", "Proven lower bound", "Rounds", "Columns", "Search nodes"]
    {
        assert!(report.contains(&format!("\n## {title}\n\n| data set |")), "{title}: {report}");
        let label = title.to_lowercase().replace(' ', "-");
        // Tables are shrunk to the page.
        let table = format!(
            "\n\\caption{{{title}.}}\n\\label{{tab:{label}}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{\\begin{{tabular}}{{lr"
        );
        assert!(latex.contains(&table), "{title}: {latex}");
    }
    assert!(latex.contains("\n\\caption{Gap to the proven bound, \\%.}\n"), "{latex}");
    // The others prove nothing: the exact one alone has a bound.
    assert!(latex.contains("{}data set & splits & exact\\_1 \\\\\n\\midrule\n{}wine & 3 & "), "{latex}");
    assert!(latex.contains(" $\\pm$ "), "{latex}");
    assert_eq!(latex.matches("\\begin{table}").count(), report.matches("\n## ").count());
}

#[test]
fn rankings_and_probabilities_have_columns_and_tables() {
    let folder = Folder::new();
    let more = r#"
[[methods]]
name = "logistic"
method = "rules"
choice = { by = "cross-validation", folds = 2, measure = "log_loss", then = "auc" }
settings = { loss = "logistic", max-depth = 2 }
grid = { penalty = [0.5, 1000] }

[report]
measures = ["auc", "log_loss", "brier", "ece"]
"#;
    folder.file("s.toml", spec(more));
    folder.ok(&["experiment", "s.toml", "-o", "out"]);
    let rows = csv_rows(&folder.read("out/results.csv"));
    let column = |name: &str| rows[0].iter().position(|of| of == name).unwrap_or_else(|| panic!("no {name}"));
    for row in &rows[1..] {
        let number = |name: &str| row[column(name)].parse::<f64>().ok();
        assert!(number("auc").is_some_and(|auc| (0.5..=1.0).contains(&auc)), "{row:?}");
        let losses = ["log_loss", "brier", "ece"].map(number);
        let logistic = row[column("method")] == "logistic";
        assert!(losses.iter().all(|loss| loss.is_some() == logistic), "{row:?}");
        if logistic {
            // A penalty of 1000 leaves no rule; the loss chosen by is that of the other.
            assert_eq!(row[column("settings")], "penalty=0.5", "{row:?}");
            assert!(number("choice_score").is_some_and(|loss| loss > 0.0 && loss < 1.0), "{row:?}");
        }
    }
    let report = folder.read("out/report.md");
    for title in ["AUC, %", "Log loss", "Brier score", "Expected calibration error, %"] {
        assert!(report.contains(&format!("\n## {title}\n\n| data set |")), "{title}: {report}");
    }
    assert!(
        report
            .contains("of logistic are chosen by 2-fold cross-validation on the training rows (log loss, ties by AUC)")
    );
}

#[test]
fn a_spent_budget_ends_a_run_that_goes_on_later() {
    let folder = Folder::new();
    folder.file("s.toml", spec(""));
    let run = folder.ok(&["experiment", "s.toml", "-o", "out", "--budget", "0.000001"]);
    assert!(run.stdout.starts_with("0 of 18 cells done; the same command goes on\n"), "{run:?}");
    let run = folder.ok(&["experiment", "s.toml", "-o", "out", "--sets", "wine"]);
    assert!(run.stdout.starts_with("9 of 9 cells done\n"), "{run:?}");
    let run = folder.ok(&["experiment", "s.toml", "-o", "out"]);
    assert!(run.stdout.starts_with("18 of 18 cells done\n"), "{run:?}");
    folder.ok(&["experiment", "s.toml", "-o", "whole"]);
    assert_eq!(folder.read("whole/results.csv"), folder.read("out/results.csv"));
}

#[test]
fn what_fails_has_a_row_that_says_why() {
    let folder = Folder::new();
    let cnf = "[[methods]]\nname = \"CNF\"\nmethod = \"cnf\"\n";
    folder.file("s.toml", spec(cnf));
    let run = folder.ok(&["experiment", "s.toml", "-o", "out", "--sets", "wine"]);
    assert!(run.stdout.starts_with("12 of 12 cells done (3 rows of fits that failed)\n"), "{run:?}");
    let text = folder.read("out/report.md");
    assert!(text.contains("| wine | CNF | 0 |  | an AND of ORs needs two classes, not 3 |"), "{text}");
}

#[test]
fn bad_specifications() {
    let folder = Folder::new();
    let refused = |text: &str, says: &str| {
        folder.file("bad.toml", text);
        folder.refused(&["experiment", "bad.toml", "-o", "bad"], says);
        assert!(!Path::new(&folder.path("bad")).exists(), "{says}");
    };
    let good = spec("");
    refused("title = ", "bad.toml: line 1: ");
    refused(&good.replace("repeats = 3", "repeats = 3\nshare = 1"), "unknown field `share`");
    refused(&good.replace("seed = 3", "sede = 3"), "line 3: unknown field `sede`");
    refused(
        &good.replace("test = 0.2", "test = 1.2"),
        "data set 'wine': the fraction of rows to hold out must lie between 0 and 1, not 1.2",
    );
    refused(&good.replace("folds = 3", "folds = 1"), "data set 'wine': cannot make 1 folds of 142 rows");
    refused(&good.replace("penalty = 2", "penalti = 2"), "method 'fixed': unknown field `penalti`");
    refused(
        &good.replace("penalty = 2", "penalty = -2"),
        "method 'fixed': the penalty must be positive and finite, not -2",
    );
    refused(&good.replace("penalty = 2", "complexity = 2"), "method 'fixed': complexity is no setting of this method");
    refused(&good.replace("\"greedy\"", "\"oracle\""), "not 'oracle'");
    refused(&good.replace("[0.1, 1, 10]", "[]"), "method 'RUG': the grid of penalty is empty");
    let many = (1..=400_000).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    refused(
        &good.replace("[0.1, 1, 10]", &format!("[{many}]")),
        "method 'RUG': the grid has 800000 settings, more than 100000",
    );
    let many = (1..=5_000).map(|value| value.to_string()).collect::<Vec<_>>().join(", ");
    refused(
        &good.replace("[0.1, 1, 10]", &format!("[{many}]")).replace("repeats = 3", "repeats = 1000"),
        "20006000 fits of a setting on a split are asked for, more than 10000000",
    );
    refused(&good.replace("name = \"fixed\"", "name = \"RUG\""), "the method 'RUG' is listed twice");
    refused(&good.replace("\"cultivar\"", "\"grape\""), "data set 'wine'");
    refused(&good.replace("wine.csv", "vine.csv"), "data set 'wine'");
    refused(&good.replace("[0.1, 1, 10]", "[0.1, 1, 0.1]"), "method 'RUG': the grid of penalty lists a value twice");
    refused(&good.replace("\"wine\"", "\"../wine\""), "\"../wine\" cannot be the name of a data set");
    refused(&good.replace("folds = 3", "folds = 143"), "cannot make 143 folds of 142 rows");
    refused(&good.replace("folds = 3", "folds = 3\nmeasure = \"dmc\""), "choice: dmc compares groups");
    refused(&good.replace("folds = 3", "folds = 3\nmeasure = \"n_rules\""), "choice: n_rules is not a score");
    refused(&spec("[report]\nreference = \"x\""), "report: there is no method 'x'");
    let plot = "[report]\nplots = [{ kind = \"versus\", x = \"path\", y = \"RUG\", measures = [\"accuracy\"] }]";
    refused(&spec(plot), "report: 'path' has rows for each of its settings");
    folder.file("paper.csv", "dataset,acc\nwine,0.5\n");
    let paper = "published = [{ name = \"paper\", file = \"paper.csv\", columns = { accuracy = \"right\" } }]";
    refused(&spec(&format!("[report]\n{paper}")), "paper.csv: there is no column 'right'");
    folder.refused(&["experiment", "none.toml"], "cannot read none.toml");
    folder.file("s.toml", good);
    folder.refused(&["experiment", "s.toml", "--threads", "0"], "the number of threads must be from 1 to 1024, not 0");
    folder.refused(&["experiment", "s.toml", "--budget", "-1"], "the budget must be positive seconds, not -1");
    folder.refused(&["experiment", "s.toml", "--sets", "iris"], "the experiment has no data set 'iris'");
    folder.refused(&["experiment", "s.toml", "--report-only"], "s-results holds no results: run the experiment first");
}

#[test]
fn a_folder_is_about_one_experiment() {
    let folder = Folder::new();
    folder.file("s.toml", spec("")).file("t.toml", spec("").replace("seed = 3", "seed = 4"));
    folder.ok(&["experiment", "s.toml", "-o", "out", "--splits-only"]);
    folder.refused(
        &["experiment", "t.toml", "-o", "out"],
        "out holds the results of another experiment (the specification has changed)",
    );
    folder.refused(
        &["experiment", "t.toml", "-o", "out", "--report-only"],
        "out holds the results of another experiment (the specification has changed)",
    );
    // Keys of the report may change.
    folder.file("t.toml", spec("[report]\nmeasures = [\"gap\"]").replace("Small", "Other"));
    folder.ok(&["experiment", "t.toml", "-o", "out", "--splits-only"]);
}
