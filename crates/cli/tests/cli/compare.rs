//! `rulegen compare`: strategies on equal terms, in each format.

use crate::util::{Folder, csv_rows, fixture};
use serde_json::json;

/// Arguments about wine, with these more.
fn wine(more: &str) -> Vec<String> {
    let base = "--target cultivar --holdout none --bins 10 --cost-scaling none --penalty 0.25 --max-length 2 --quiet";
    let words = base.split(' ').chain(more.split(' ')).map(str::to_owned);
    ["compare".to_owned(), fixture("wine.csv")].into_iter().chain(words).collect()
}

fn run(folder: &Folder, more: &str) -> crate::util::Run {
    let args = wine(more);
    folder.ok(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn heuristics_have_the_terms_of_exact_pricing() {
    let folder = Folder::new();
    let report = run(&folder, "--pricers greedy,branch-and-bound,tree --json").json();
    let terms = json!({
        "terms": "converged", "start": "tree",
        "max_iterations": null, "time_limit": 60.0, "tolerance": 0.1, "lp_strategy": "dual-simplex", "smoothing": 0.8, "gap": 0.0
    });
    assert_eq!(report["terms"], terms);
    let of = |name: &str, key: &str| report["pricers"][name][key].clone();
    assert_eq!(of("branch-and-bound", "status"), "optimal");
    // Every one ends because it finds no more, and not at a number of rounds that is its own.
    assert_eq!((of("greedy", "status"), of("tree", "status")), (json!("no_column"), json!("no_column")));
    assert!(of("tree", "iterations").as_u64().unwrap() > 15, "{report:#}");
    let objective = |name: &str| of(name, "lp_objective").as_f64().unwrap();
    assert!((objective("greedy") - objective("branch-and-bound")).abs() < 1e-6, "{report:#}");
    assert!(objective("tree") >= objective("branch-and-bound") - 1e-6, "{report:#}");
}

#[test]
fn what_is_typed_holds_for_all() {
    let folder = Folder::new();
    let flags =
        "--pricers tree,branch-and-bound --iterations 2 --time-limit 7.5 --tolerance 0.01 --lp-strategy interior";
    let text = run(&folder, flags).stdout;
    let line = "at most 2 rounds, 7.5 s, tolerance 0.01, LP strategy interior, smoothing 0.8, gap 0\n";
    assert!(text.contains(&format!("\neach strategy: terms converged, start tree, {line}")), "{text}");
    let report = run(&folder, &format!("{flags} --json")).json();
    for name in ["tree", "branch-and-bound"] {
        assert_eq!(report["pricers"][name]["status"], "iteration_limit", "{report:#}");
        assert_eq!(report["pricers"][name]["iterations"], 2, "{report:#}");
    }
}

#[test]
fn terms_and_start_are_chosen_once_for_all() {
    let folder = Folder::new();
    let model = folder.path("first.json").display().to_string();
    let wine = fixture("wine.csv");
    let learned = "--target cultivar --holdout none --method rug --bins 10 --cost-scaling none --penalty 0.25 \
                   --max-length 2 --max-depth 2 --quiet -o";
    let words: Vec<&str> = ["fit", &wine].into_iter().chain(learned.split_whitespace()).chain([&*model]).collect();
    folder.ok(&words);
    let of = |flags: &str| run(&folder, &format!("--pricers tree,greedy {flags} --json")).json();
    let report = of("--terms published --start none");
    assert_eq!((&report["terms"]["terms"], &report["terms"]["start"]), (&json!("published"), &json!("none")));
    for name in ["tree", "greedy"] {
        assert!(report["pricers"][name]["iterations"].as_u64().unwrap() <= 15, "{report:#}");
    }
    let report = of(&format!("--start {model}"));
    assert!(report["terms"]["start"].as_u64().is_some_and(|rules| rules > 0), "{report:#}");
    // Cut points of other bins are not those of the model.
    let other = ["compare", &wine, "--target", "cultivar", "--method", "rug", "--bins", "4", "--start", &model];
    folder.refused(&other, "cannot be a column, because it has a column, cut point or category");
}

#[test]
fn rows_come_in_the_order_given_in_every_format() {
    let folder = Folder::new();
    // Neither the order of the alphabet nor that of the library.
    let pricers = "--iterations 3 --pricers tree,greedy+branch-and-bound,branch-and-bound,greedy";
    let order = ["tree", "greedy+branch-and-bound", "branch-and-bound", "greedy"];
    let places = |text: &str, name: fn(&str) -> String| {
        let places = order.map(|of| text.find(&name(of)).unwrap_or_else(|| panic!("no {of} in {text}")));
        assert!(places.is_sorted(), "{places:?} in {text}");
    };
    places(&run(&folder, pricers).stdout, |name| format!("\n{name} "));
    places(&run(&folder, &format!("{pricers} --json")).stdout, |name| format!("    \"{name}\": {{\n"));
    let markdown = run(&folder, &format!("{pricers} --format markdown")).stdout;
    places(&markdown, |name| format!("\n| {name} | "));
    assert!(markdown.contains("\nEach strategy: terms converged, start tree, at most 3 rounds, 60 s, "), "{markdown}");

    let csv = run(&folder, &format!("{pricers} --format csv")).stdout;
    let rows = csv_rows(&csv);
    assert_eq!(rows[1..].iter().map(|row| &*row[0]).collect::<Vec<_>>(), order);
    let column =
        |name: &str| rows[0].iter().position(|key| key == name).unwrap_or_else(|| panic!("no {name} in {csv}"));
    for row in &rows[1..] {
        assert!(row[column("lp_objective")].parse::<f64>().unwrap() > 0.0);
        assert_eq!((&*row[column("iterations")], &*row[column("each_time_limit")]), ("3", "60.0"));
    }
    let bound = column("lp_lower_bound");
    assert_eq!((&*rows[1][bound], &*rows[4][bound]), ("", ""), "heuristics prove nothing");
    assert!(rows[3][bound].parse::<f64>().is_ok(), "{csv}");

    let latex = run(&folder, &format!("{pricers} --format latex")).stdout;
    places(&latex, |name| format!("\n{{}}{name} & "));
    assert!(latex.contains("{\\begin{tabular}{lrrrrrrrrrrrrr}\n\\toprule\n"), "{latex}");
    assert!(latex.contains(" & iteration\\_limit & "), "{latex}");
    // All characters that LaTeX would read as commands are escaped, except for comments.
    for (at, _) in latex.match_indices(['%', '_']) {
        assert!(at == 0 || latex[..at].ends_with('\\'), "{latex}");
    }
}

#[test]
fn a_trace_names_the_strategy_of_each_round() {
    let folder = Folder::new();
    let trace = folder.path("trace.csv").display().to_string();
    let report = run(&folder, &format!("--pricers tree,greedy+branch-and-bound --json --trace {trace}")).json();
    let rows = csv_rows(&folder.read("trace.csv"));
    assert_eq!(rows[0][..3], ["strategy", "iteration", "pricer"]);
    for name in ["tree", "greedy+branch-and-bound"] {
        let rounds: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == name).collect();
        assert_eq!(json!(rounds.len()), report["pricers"][name]["iterations"]);
        assert_eq!(rounds.last().unwrap()[1], rounds.len().to_string());
    }
    let stages = rows.iter().filter(|row| row[0] == "greedy+branch-and-bound").map(|row| &*row[2]);
    assert_eq!(
        stages.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>(),
        ["branch-and-bound", "greedy"]
    );
}

#[test]
fn what_compare_does_not_do_is_refused() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let base = ["compare", &data, "--target", "cultivar"];
    let refused = |flags: &str, says: &str| {
        folder.refused(&[&base[..], &flags.split(' ').collect::<Vec<_>>()].concat(), says);
    };
    refused("--pricers tree -o model.json", "compare writes no model");
    refused("--pricers tree,greedy,tree", "the strategy 'tree' is there twice");
    refused("--pricers tree,best", "'best'");
    refused("--format csv --json", "--json");
    refused("--trace nowhere/trace.csv", "its directory does not exist");
    folder.refused(&["fit", &data, "--target", "cultivar", "--format", "csv"], "--format");
}
