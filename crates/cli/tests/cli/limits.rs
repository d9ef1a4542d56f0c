//! The clock, and limits on rounds.

use crate::util::{Folder, assert_one_error, fixture};
use std::time::Instant;

#[test]
fn no_time_at_all_still_gives_a_model() {
    let folder = Folder::new();
    for strategy in ["interior", "warm-start"] {
        let data = fixture("tictactoe.csv");
        let args =
            ["fit", &data, "--target", "class", "--lp-strategy", strategy, "--time-limit", "0.000001", "-o", "m.json"];
        let run = folder.ok(&args);
        assert!(run.stdout.contains("time_limit after 0 rounds"), "{run:?}");
        // No table of held-out rows stands there, and a line says why.
        let says = "no held-out quality: the time limit was reached before a second model was learned";
        assert!(run.stderr.contains(says), "{run:?}");
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
    // The clock runs from the start of the command: reading counts, which `seconds.total`,
    // learning, does not.
    assert!((0.7..60.0).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    assert_eq!(report["status"], "time_limit");
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

#[test]
fn what_needs_too_much_memory_is_refused() {
    let folder = Folder::new();
    folder.file("long.csv", "x,z,y\n".to_owned() + &"1,2,a\n3,4,b\n".repeat(200_000));
    folder.file("cell.csv", "x,y\n1,".to_owned() + &"long".repeat(2_000_000));
    for data in ["long.csv", "cell.csv"] {
        let run = folder.run(&["fit", data, "--target", "y", "--memory-limit", "0.002", "-o", "m.json"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert_one_error(&run, "of memory, more than the 2.0 MB allowed");
    }
    assert!(!folder.path("m.json").exists());
    let data = fixture("iris.csv");
    folder.refused(&["fit", &data, "--target", "species", "--memory-limit", "0"], "the memory must be positive");
    folder.ok(&["fit", &data, "--target", "species", "--memory-limit", "0.002", "-o", "m.json"]);
    folder.file("huge.csv", "x,".repeat(4_000_000) + "x\n");
    let run = folder.run(&["predict", "m.json", "huge.csv", "--memory-limit", "0.002"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_one_error(&run, "one row of it needs about");
}
