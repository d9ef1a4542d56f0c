//! An executable with a pricer and a loss of its own: `examples/own_pricer_and_loss.rs`.

use crate::util::{Folder, Run, assert_one_error, csv_rows, fixture, strategy};
use std::path::Path;
use std::process::Command;

/// Runs the example. `cargo test` builds it, but not where tests or targets are named.
fn run(folder: &Folder, args: &[&str]) -> Run {
    let name = format!("own_pricer_and_loss{}", std::env::consts::EXE_SUFFIX);
    let example = Path::new(env!("CARGO_BIN_EXE_rulegen")).with_file_name("examples").join(name);
    assert!(example.exists(), "no {}: cargo build -p rulegen-cli --examples", example.display());
    Run::of(Command::new(example).args(args).current_dir(folder.path("")).output().expect("the example runs"))
}

/// Flags about wine.
const FLAGS: [&str; 14] = [
    "--method",
    "rug",
    "--target",
    "cultivar",
    "--holdout",
    "none",
    "--bins",
    "10",
    "--cost-scaling",
    "none",
    "--penalty",
    "0.25",
    "--max-length",
    "2",
];

#[test]
fn an_own_pricer_is_compared_on_equal_terms() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let pricers = "branch-and-bound,climb,climb+branch-and-bound";
    let compare = |more: &[&str]| {
        let args = [&["compare", &data], &FLAGS[..], &["--quiet", "--pricers", pricers], more].concat();
        let run = run(&folder, &args);
        assert_eq!(run.code, 0, "{run:?}");
        run
    };
    let report = compare(&["--json", "--trace", "trace.csv"]).json();
    let of = |name: &str, key: &str| strategy(&report, name)[key].clone();
    assert_eq!((of("climb", "status"), of("climb", "lower_bound")), ("no_column".into(), serde_json::Value::Null));
    assert_eq!(of("climb+branch-and-bound", "status"), "optimal");
    let objective = |name: &str| of(name, "lp_objective").as_f64().unwrap();
    assert!((objective("climb+branch-and-bound") - objective("branch-and-bound")).abs() < 1e-6, "{report:#}");
    assert!(objective("climb") >= objective("branch-and-bound") - 1e-6, "{report:#}");
    // Fewer starts are another strategy, of the same pricer.
    let pricers_with_options = "climb,climb:starts=10,climb:starts=1";
    let args = [&["compare", &data], &FLAGS[..], &["--quiet", "--json", "--pricers", pricers_with_options]].concat();
    let options = run(&folder, &args).json();
    let rounds = |name: &str| strategy(&options, name)["iterations"].as_u64().unwrap();
    assert!(rounds("climb") == rounds("climb:starts=10"), "{options:#}");
    assert!(rounds("climb") < rounds("climb:starts=1"), "{options:#}");
    for (wrong, says) in [
        ("climb:start=1", "an option of 'climb' must be one of starts, not 'start'"),
        ("climb:starts=x", "the option starts of 'climb' must be a whole number, at least 1, not 'x'"),
        (
            "tree:depth=3",
            "an option of 'tree' must be one of max-depth, criterion, min-leaf, min-gain, all-nodes, not 'depth'",
        ),
    ] {
        let args = [&["compare", &data], &FLAGS[..], &["--quiet", "--pricers", wrong]].concat();
        let refused = run(&folder, &args);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert_one_error(&refused, says);
    }
    let rounds = csv_rows(&folder.read("trace.csv"));
    let asked = |strategy: &str, pricer: &str| rounds.iter().any(|row| row[2] == strategy && row[4] == pricer);
    assert!(asked("climb", "climb") && asked("climb+branch-and-bound", "climb"), "{rounds:?}");
    assert!(!asked("branch-and-bound", "climb"));

    let rows = csv_rows(&compare(&["--format", "csv"]).stdout);
    let names: Vec<&str> = rows[1..].iter().map(|row| &*row[2]).collect();
    assert_eq!(names.join(","), pricers);
}

#[test]
fn an_own_pricer_is_in_fit_and_experiment_too() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let fit = [&["fit", &data], &FLAGS[..], &["--pricers", "climb", "-o", "model.json", "--quiet"]].concat();
    assert_eq!(run(&folder, &fit).code, 0);
    assert!(folder.read("model.json").contains("\"climb\""));
    // Its models are read by those who do not have it.
    folder.ok(&["evaluate", "model.json", &data]);
    let plain = folder.run(&fit);
    assert_eq!(plain.code, 2, "{plain:?}");
    assert_one_error(&plain, "'climb'");

    let spec = format!(
        r#"
title = "Own"
data = {{ own = [{{ name = "wine", file = '{data}', target = "cultivar" }}] }}
splits = {{ kind = "holdout", repeats = 2, test = 0.2 }}
methods = [{{ name = "climbing", method = "rug", settings = {{ pricers = ["climb"], bins = 10, max-length = 2 }} }}]
"#
    );
    folder.file("own.toml", spec);
    let experiment = ["experiment", "own.toml", "-o", "out", "--quiet"];
    let done = run(&folder, &experiment);
    assert!(done.code == 0 && done.stdout.starts_with("2 of 2 cells done\n"), "{done:?}");
    assert!(folder.read("out/report.tex").contains(" & climbing \\\\"));
    folder.refused(&["experiment", "own.toml", "-o", "other", "--quiet"], "'climb'");
    let help = run(&folder, &["compare", "--help"]);
    let words = help.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let starts = "of this executable: climb (options starts: The literals that a rule may begin with [default: 10])";
    assert!(words.contains(starts), "{words}");
}

/// A pricer and a loss of one's own, both in a comparison with a judge and curves: every strategy
/// that proves ends at the same objective, and no other is below it.
#[test]
fn an_own_loss_and_an_own_pricer_are_compared_with_curves() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let problem = ["--loss", "squared-hinge", "--penalty", "4", "--bins", "4", "--max-length", "2"];
    let of_data = ["--target", "cultivar", "--quiet"];
    let pricers = ["--pricers", "tree,climb,climb:starts=1,branch-and-bound,climb+cube", "--judge", "cube"];
    let args = [&["compare", &data], &of_data[..], &problem, &pricers, &["-o", "out", "--json"]].concat();
    let compared = run(&folder, &args);
    assert_eq!(compared.code, 0, "{compared:?}");
    let report = compared.json();
    let number = |name: &str, key: &str| strategy(&report, name)[key].as_f64().unwrap();
    let best = number("branch-and-bound", "lp_objective");
    for name in ["branch-and-bound", "climb+cube"] {
        assert_eq!(strategy(&report, name)["status"], "optimal", "{report:#}");
        assert!((number(name, "lp_objective") - best).abs() <= 1e-6 * best, "{name}: {report:#}");
    }
    for name in ["tree", "climb", "climb:starts=1"] {
        assert!(number(name, "lp_objective") >= best * (1.0 - 1e-6), "{name}: {report:#}");
    }
    let judged = csv_rows(&folder.read("out/comparison.csv"));
    assert!(judged.iter().any(|row| row.iter().any(|cell| cell == "best_rule_share")), "{judged:?}");
    let plot = run(&folder, &["plot", "convergence", "out/trace.csv", "-o", "curves.svg"]);
    assert_eq!(plot.code, 0, "{plot:?}");
    let curves = folder.read("curves.svg");
    assert!(["climb:starts=1", "branch-and-bound", "climb+cube"].iter().all(|name| curves.contains(name)));

    // Models are read by those who do not have the loss.
    let fit = [
        &["fit", &data],
        &of_data[..],
        &["--loss", "squared-hinge", "--max-rules", "2", "--folds", "2", "--divisions", "1", "-o", "m.json"],
    ]
    .concat();
    let fitted = run(&folder, &fit);
    assert_eq!(fitted.code, 0, "{fitted:?}");
    let model = folder.read("m.json");
    assert!(model.contains("\"loss\": \"squared-hinge\"") && !model.contains("log_odds"), "{model}");
    folder.ok(&["evaluate", "m.json", &data]);
    let plain = folder.run(&[&fit[..], &["--method", "rules"]].concat());
    assert_eq!(plain.code, 2, "{plain:?}");
    assert_one_error(&plain, "'squared-hinge' for '--loss <LOSS>'");
    let wrong = [&["fit", &data], &of_data[..], &["--loss", "square"]].concat();
    let refused = run(&folder, &wrong);
    assert!(refused.code == 2 && refused.stderr.contains("logistic, hinge, squared-hinge"), "{refused:?}");
    for (flags, says) in [
        (["--ridge", "1"], "the ridge must be 0 with the loss squared-hinge, not 1"),
        (["--lp", "microlp"], "the LP backend cannot be given with the loss squared-hinge"),
    ] {
        let args = [&["fit", &data], &of_data[..], &["--loss", "squared-hinge"], &flags[..]].concat();
        let refused = run(&folder, &args);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert_one_error(&refused, says);
    }
    let help = run(&folder, &["fit", "--help"]).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("squared-hinge: The squared hinge: half the square of what the votes fall short of 1"),
        "{help}"
    );
}

#[test]
fn an_own_loss_is_in_experiments() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    let spec = format!(
        r#"
title = "Own"
data = {{ own = [{{ name = "wine", file = '{data}', target = "cultivar" }}] }}
splits = {{ kind = "holdout", repeats = 1, test = 0.2 }}
methods = [{{ name = "rules", method = "rules", settings = {{ penalty = 2.0 }}, grid = {{ loss = ["hinge", "squared-hinge"] }} }}]
"#
    );
    folder.file("own.toml", spec);
    let experiment = ["experiment", "own.toml", "-o", "out", "--quiet"];
    let done = run(&folder, &experiment);
    assert!(done.code == 0 && done.stdout.starts_with("2 of 2 cells done\n"), "{done:?}");
    folder
        .refused(&["experiment", "own.toml", "-o", "other", "--quiet"], "one of logistic, hinge, not 'squared-hinge'");
}
