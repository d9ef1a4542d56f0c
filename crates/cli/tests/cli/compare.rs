//! `rulegen compare`: strategies on equal terms, in each format.

use crate::util::{Folder, csv_rows, fixture, strategy};
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
    let of = |name: &str, key: &str| strategy(&report, name)[key].clone();
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
    let said = text.replace('\n', " ");
    let line = "at most 2 rounds, 7.5 s, tolerance 0.01, LP strategy interior, smoothing 0.8, gap 0 ";
    assert!(said.contains(&format!(" each strategy: terms converged, start tree, {line}")), "{text}");
    let problem = "problem: method rug, penalty 0.25, rule-cost length, cost-scaling none, bins 10, max-length 2, class-weight rows ";
    assert!(said.contains(&format!(" {problem}")), "{text}");
    let table = text.split("\n\n").next().unwrap();
    assert!(text[table.len()..].lines().all(|line| line.len() <= 80), "{text}");
    let report = run(&folder, &format!("{flags} --json")).json();
    for name in ["tree", "branch-and-bound"] {
        assert_eq!(strategy(&report, name)["status"], "iteration_limit", "{report:#}");
        assert_eq!(strategy(&report, name)["iterations"], 2, "{report:#}");
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
        assert!(strategy(&report, name)["iterations"].as_u64().unwrap() <= 15, "{report:#}");
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
    places(&run(&folder, &format!("{pricers} --json")).stdout, |name| format!("\"strategy\": \"{name}\""));
    let markdown = run(&folder, &format!("{pricers} --format markdown")).stdout;
    places(&markdown, |name| format!("\n| {name} | "));
    assert!(markdown.contains(". Each strategy: terms converged, start tree, at most 3 rounds, 60 s, "), "{markdown}");

    let csv = run(&folder, &format!("{pricers} --format csv")).stdout;
    let rows = csv_rows(&csv);
    assert_eq!(rows[1..].iter().map(|row| &*row[2]).collect::<Vec<_>>(), order);
    let column =
        |name: &str| rows[0].iter().position(|key| key == name).unwrap_or_else(|| panic!("no {name} in {csv}"));
    for row in &rows[1..] {
        assert!(row[column("lp_objective")].parse::<f64>().unwrap() > 0.0);
        assert_eq!((&*row[column("iterations")], &*row[column("time_limit")]), ("3", "60.0"));
    }
    let bound = column("lp_lower_bound");
    assert_eq!((&*rows[1][bound], &*rows[4][bound]), ("", ""), "heuristics prove nothing");
    assert!(rows[3][bound].parse::<f64>().is_ok(), "{csv}");

    let latex = run(&folder, &format!("{pricers} --format latex")).stdout;
    places(&latex, |name| format!("\n{{}}{name} & "));
    assert!(latex.contains("{\\begin{tabular}{lrrrrrrrrrrrrrrr}\n\\toprule\n"), "{latex}");
    assert!(latex.contains("}\n\\label{tab:pricing-strategies}\n"), "{latex}");
    assert!(latex.contains(" & iteration\\_limit \\\\\n"), "{latex}");
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
    assert_eq!(rows[0][..5], ["set", "seed", "strategy", "iteration", "pricer"]);
    assert!(rows[1..].iter().all(|row| row[..2] == ["wine", "0"]), "{rows:?}");
    for name in ["tree", "greedy+branch-and-bound"] {
        let rounds: Vec<&Vec<String>> = rows.iter().filter(|row| row[2] == name).collect();
        assert_eq!(json!(rounds.len()), strategy(&report, name)["iterations"]);
        assert_eq!(rounds.last().unwrap()[3], rounds.len().to_string());
    }
    let stages = rows.iter().filter(|row| row[2] == "greedy+branch-and-bound").map(|row| &*row[4]);
    assert_eq!(
        stages.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>(),
        ["branch-and-bound", "greedy"]
    );
}

#[test]
fn stages_of_one_pricer_are_told_apart_in_traces() {
    let folder = Folder::new();
    let flags = "--target class --max-length 2 --holdout none --quiet --trace trace.csv \
                 --pricers greedy:max-length=1+greedy:max-length=2+cube";
    let data = fixture("tictactoe.csv");
    folder.ok(&["compare", &data].into_iter().chain(flags.split_whitespace()).collect::<Vec<_>>());
    let rows = csv_rows(&folder.read("trace.csv"));
    let stages: std::collections::BTreeSet<&str> = rows[1..].iter().map(|row| &*row[4]).collect();
    assert_eq!(stages.into_iter().collect::<Vec<_>>(), ["cube", "greedy:max-length=1", "greedy:max-length=2"]);
}

#[test]
fn rules_chosen_one_by_one_are_compared_at_every_size() {
    let folder = Folder::new();
    catalogue(&folder);
    let flags = "compare --sets sets.toml --method rules --divisions 1 --max-length 2 --quiet --holdout 0.25 --pricers greedy:beam=1,cube";
    let of = |more: &str| folder.ok(&format!("{flags} {more}").split_whitespace().collect::<Vec<_>>());
    let text = of("-o out").stdout;
    assert!(text.contains("\nrules ") && text.contains(" own rules\n"), "{text}");
    assert!(text.contains("means over the sets and seeds, of 2, on which every strategy has this size"), "{text}");

    let rows = csv_rows(&folder.read("out/sizes.csv"));
    assert_eq!(rows[0][..6], ["set", "seed", "rules", "strategy", "conditions", "loss"]);
    let wine: Vec<&Vec<String>> = rows[1..].iter().filter(|row| row[0] == "wine").collect();
    let losses = |strategy: &str| -> Vec<f64> {
        wine.iter().filter(|row| row[3] == strategy).map(|row| row[5].parse().unwrap()).collect()
    };
    let [greedy, cube] = ["greedy:beam=1", "cube"].map(losses);
    assert!(greedy.len() > 5 && cube.len() > 5, "{rows:?}");
    // Both begin without rules, and further rules lower the loss.
    assert_eq!(greedy[0], cube[0]);
    assert!(cube.windows(2).all(|pair| pair[1] < pair[0]), "{cube:?}");
    // With one rule the exact pricer is ahead by its gain, and the two have no rule in common.
    let one: Vec<&&Vec<String>> = wine.iter().filter(|row| row[2] == "1").collect();
    assert_eq!(one.len(), 2);
    for row in &one {
        let own: usize = row[9].parse().unwrap();
        assert_eq!(row[10].split("; ").filter(|rule| !rule.is_empty()).count(), own);
        assert!(row[10].is_empty() || row[10].starts_with("if ") && row[10].contains(" then "), "{row:?}");
    }
    let json = of("-o out --json").json();
    assert_eq!(json["sizes"].as_array().unwrap().len(), rows.len() - 1);
    assert_eq!((&json["sizes"][0]["own_rules"], &json["sizes"][0]["own_rule_texts"]), (&json!(0), &json!("")));
    let single = of("--only wine --format markdown").stdout;
    assert!(
        single.contains("| rules | pricers | loss | more loss | accuracy | AUC | conditions | own rules |"),
        "{single}"
    );
    assert!(of("--only wine --format latex").stdout.contains("\\label{tab:pricing-strategies-by-size}"));
    // Methods without a path of sizes have no such table.
    assert!(run(&folder, "--pricers greedy --json").json().get("sizes").is_none());
}

#[test]
fn what_compare_does_not_do_is_refused() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let base = ["compare", &data, "--target", "cultivar"];
    let refused = |flags: &str, says: &str| {
        folder.refused(&[&base[..], &flags.split(' ').collect::<Vec<_>>()].concat(), says);
    };
    folder.file("model.json", "{}");
    refused("--pricers tree -o model.json", "compare writes no model");
    refused("--judge greedy", "'greedy' proves nothing");
    refused("--judge oracle", "'oracle'");
    refused("--repeats 0", "--repeats must be at least 1");
    refused("--only wine", "--sets");
    folder.refused(&["compare", "--pricers", "tree"], "compare needs data files, or --sets FILE");
    folder.refused(&["compare", &data], "--target <COL>");
    refused("--pricers tree,greedy,tree", "the strategy 'tree' is there twice");
    refused("--pricers tree,best", "'best'");
    refused("--format csv --json", "--json");
    refused("--trace nowhere/trace.csv", "its directory does not exist");
    folder.refused(&["fit", &data, "--target", "cultivar", "--format", "csv"], "--format");
}

/// Two fixtures in a catalogue.
fn catalogue(folder: &Folder) {
    let (wine, monks) = (fixture("wine.csv"), fixture("monks3.csv"));
    folder.file(
        "sets.toml",
        format!(
            "[wine]\nfile = '{wine}'\ntarget = \"cultivar\"\n[monks]\nfile = '{monks}'\ntarget = \"class\"\npositive = \"positive\"\n"
        ),
    );
}

/// A comparison of three strategies on two sets with two seeds.
const SETS: &str = "compare --sets sets.toml --method rug --bins 5 --cost-scaling none --penalty 0.5 --max-length 2 --quiet \
                    --repeats 2 --holdout 0.25 --judge branch-and-bound --pricers tree,greedy,cube";

#[test]
fn sets_seeds_and_strategies_have_a_row_each() {
    let folder = Folder::new();
    catalogue(&folder);
    let run = |more: &str| folder.ok(&format!("{SETS} {more}").split_whitespace().collect::<Vec<_>>());
    let rows = csv_rows(&run("--format csv --trace trace.csv").stdout);
    let at = |name: &str| rows[0].iter().position(|key| key == name).unwrap_or_else(|| panic!("no {name}: {rows:?}"));
    assert_eq!(rows[0][..3], ["set", "seed", "strategy"]);
    let keys: Vec<String> = rows[1..].iter().map(|row| row[..3].join(" ")).collect();
    let expected = ["monks", "wine"]
        .map(|set| ["0", "1"].map(|seed| ["tree", "greedy", "cube"].map(|of| format!("{set} {seed} {of}"))));
    assert_eq!(keys, expected.concat().concat());
    for (name, says) in [("penalty", "0.5"), ("bins", "5"), ("max_length", "2"), ("time_limit", "60.0")] {
        assert!(rows[1..].iter().all(|row| row[at(name)] == says), "{name}: {rows:?}");
    }
    let number = |row: &[String], name: &str| row[at(name)].parse::<f64>().unwrap();
    for problem in rows[1..].chunks(3) {
        let [tree, greedy, cube] = problem else { panic!("{problem:?}") };
        assert_eq!(cube[at("status")], "optimal");
        assert_eq!((&*cube[at("best_rule_share")], &*cube[at("gap_to_optimum")]), ("1", "0"));
        for row in [tree, greedy] {
            assert_eq!(row[at("best_bound")], cube[at("lp_lower_bound")]);
            assert_eq!((&*row[at("optimum_is_proved")], &*row[at("lp_lower_bound")]), ("true", ""));
            let gap = (number(row, "lp_objective") - number(cube, "lp_lower_bound")) / number(row, "lp_objective");
            assert!((number(row, "gap_to_optimum") - gap.max(0.0)).abs() < 1e-6, "{row:?}");
            assert!(number(row, "judged_calls") > 0.0 && number(row, "best_gain_share") <= 1.0, "{row:?}");
        }
        // Trees look at one way to divide the rows, and miss what all conditions together say.
        assert!(number(tree, "best_rule_share") < 1.0, "{tree:?}");
    }
    let rounds = csv_rows(&folder.read("trace.csv"));
    for row in &rows[1..] {
        let of = rounds.iter().filter(|round| round[..3] == row[..3]).count();
        assert_eq!(row[at("iterations")], of.to_string());
    }
    let text = run("").stdout;
    assert!(text.starts_with("set ") && text.contains("best rule"), "{text}");
    let json = folder
        .ok(&SETS.replace("repeats 2", "repeats 1 --json --only wine").split_whitespace().collect::<Vec<_>>())
        .json();
    assert_eq!(json["rows"][2]["strategy"], "cube");
    assert_eq!(strategy(&json, "cube")["n_test"], 45);
}

#[test]
fn a_comparison_goes_on_where_it_was_left() {
    let folder = Folder::new();
    catalogue(&folder);
    let run = |more: &str| folder.ok(&format!("{SETS} -o out {more}").split_whitespace().collect::<Vec<_>>());
    run("--only wine");
    let journal = folder.read("out/fits.jsonl");
    assert_eq!(journal.lines().count(), 6);
    // Another set and another strategy are added; what is there stays.
    run("--pricers cube+tree");
    let longer = folder.read("out/fits.jsonl");
    assert!(longer.starts_with(&journal) && longer.lines().count() == 6 + 6 + 4, "{longer}");
    let rows = csv_rows(&folder.read("out/comparison.csv"));
    assert_eq!(rows.len(), 1 + 16);
    run("--pricers cube+tree");
    assert_eq!(folder.read("out/fits.jsonl"), longer);
    let latex = folder.read("out/comparison.tex");
    assert!(
        latex.contains("\\addlinespace\n{}wine & 0 & tree & ") && latex.contains("\n{} & 0 & greedy & "),
        "{latex}"
    );
    for (plot, says) in [
        ("convergence-seconds", ["wine", "monks", "seconds", "cube+tree"]),
        ("convergence-rounds", ["wine", "monks", "rounds", "cube+tree"]),
        ("profile", ["Within 1% of the best objective", "At the end", "greedy", "cube+tree"]),
    ] {
        let svg = folder.read(&format!("out/{plot}.svg"));
        let lines: Vec<&str> = svg.lines().map(str::trim).collect();
        assert!(says.iter().all(|word| lines.contains(word)), "{plot}: {svg}");
    }
    let plot = |words: &str| folder.ok(&format!("plot {words}").split(' ').collect::<Vec<_>>());
    plot("convergence out/trace.csv --against rounds -o again.svg");
    assert_eq!(folder.read("again.svg"), folder.read("out/convergence-rounds.svg"));
    plot("profile out/trace.csv -o again.svg");
    assert_eq!(folder.read("again.svg"), folder.read("out/profile.svg"));
    folder.refused(&["plot", "profile", "sets.toml", "-o", "p.svg"], "no trace of strategies");
    folder.refused(&["plot", "profile", "nowhere.csv", "-o", "p.svg"], "cannot read nowhere.csv");
    let other = format!("{SETS} -o out --seed 5");
    folder.refused(&other.split_whitespace().collect::<Vec<_>>(), "holds the results of another experiment");
}

#[test]
fn models_of_the_default_method_are_those_of_fit() {
    let folder = Folder::new();
    let data = fixture("wine.csv");
    let learned = ["--target", "cultivar", "--method", "rules", "--max-length", "1", "--folds", "2"];
    let fit = folder.ok(&[&["fit", &data, "--holdout", "none", "--json"], &learned[..]].concat()).json();
    let compared = folder.ok(&[&["compare", &data, "--json"], &learned[..]].concat()).json();
    let row = &compared["rows"][0];
    for key in ["n_rules", "columns"] {
        assert_eq!(row[key], fit[key], "{key}");
    }
    assert_eq!(row["train_accuracy"].as_f64(), fit["train"]["accuracy"].as_f64());
    let objectives = [&row["objective"], &fit["objective"]].map(|objective| objective.as_f64().unwrap());
    assert!((objectives[0] - objectives[1]).abs() < 1e-9, "{objectives:?}");
    // A penalty asks for the optimum at it, as with fit.
    let optimum = folder.ok(&[&["compare", &data, "--json", "--penalty", "2"], &learned[..6]].concat()).json();
    assert_eq!(optimum["rows"][0]["settings"]["size"], "given");
}

#[test]
fn a_warning_is_said_once_for_all_strategies() {
    let folder = Folder::new();
    let row = |i: usize| format!("C-{},{},{}\n", 1000 + 3 * i, i * 7 % 30, if i * 7 % 30 < 15 { "n" } else { "p" });
    folder.file("d.csv", std::iter::once("code,x,y\n".into()).chain((0..60).map(row)).collect::<String>());
    let run = folder.ok(&["compare", "d.csv", "--target", "y", "--pricers", "tree,greedy,cube", "--method", "rules"]);
    assert_eq!(run.stderr.matches("names rows: 'code'").count(), 1, "{run:?}");
}
