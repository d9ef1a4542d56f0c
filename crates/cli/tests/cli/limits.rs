//! The clock, and limits on rounds.

use crate::util::{Folder, fixture};
use std::time::{Duration, Instant};

#[test]
fn no_time_at_all_still_gives_a_model() {
    let folder = Folder::new();
    for strategy in ["interior", "hot-start"] {
        let data = fixture("tictactoe.csv");
        let args =
            ["fit", &data, "--target", "class", "--lp-strategy", strategy, "--time-limit", "0.000001", "-o", "m.json"];
        let text = folder.ok(&args).stdout;
        assert!(text.contains("time_limit after 0 rounds"), "{text}");
        let report = folder.ok(&[&args[..], &["--json"]].concat()).json();
        assert_eq!((&report["status"], &report["iterations"]), (&"time_limit".into(), &0.into()));
        // The model is whole: its objective is a number, and it can be used.
        assert!(report["objective"].is_number() && report["lp_objective"].is_number(), "{report}");
        folder.ok(&["rules", "m.json"]);
        let accuracy = folder.ok(&["evaluate", "m.json", &data, "--json"]).json()["accuracy"].as_f64().unwrap();
        assert!(accuracy >= 626.0 / 958.0 - 1e-9, "{accuracy} is worse than guessing");
    }
}

#[test]
fn the_clock_ends_a_long_run() {
    let folder = Folder::new();
    crate::interrupt::large_file(&folder);
    let start = Instant::now();
    let report = folder.ok(&[crate::interrupt::LONG, &["--time-limit", "0.7", "--json"]].concat()).json();
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    assert_eq!(report["status"], "time_limit");
    assert!(report["seconds"]["total"].as_f64().is_some_and(|s| s >= 0.7));
    folder.ok(&["rules", "m.json"]);
}

#[test]
fn rounds_can_be_limited() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    for rounds in [0, 1, 2] {
        let n = rounds.to_string();
        let args = ["fit", &data, "--target", "diagnosis", "--holdout", "none", "--iterations", &n, "--json"];
        let report = folder.ok(&args).json();
        assert_eq!((&report["iterations"], &report["status"]), (&rounds.into(), &"iteration_limit".into()));
        assert!(report["n_rules"].as_u64().unwrap() > 0);
    }
}
