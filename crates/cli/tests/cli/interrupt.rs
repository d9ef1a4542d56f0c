//! Ctrl-C.

use crate::util::{Folder, Numbers, Run};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A fit that takes much longer than a test may.
pub(crate) const LONG: &[&str] = &[
    "fit",
    "large.csv",
    "--target",
    "y",
    "-o",
    "m.json",
    "--holdout",
    "none",
    "--iterations",
    "1000000",
    "--penalty",
    "0.01",
    "--max-depth",
    "12",
    "--trace",
    "trace.csv",
];

/// Rows whose labels have nothing to do with their features.
pub(crate) fn large_file(folder: &Folder) {
    let mut numbers = Numbers(1);
    let mut text = (0..12).map(|c| format!("x{c},")).collect::<String>() + "y\n";
    for _ in 0..4000 {
        for _ in 0..12 {
            text += &format!("{:.2},", numbers.next());
        }
        text += if numbers.next() < 0.5 { "p\n" } else { "q\n" };
    }
    folder.file("large.csv", text);
}

/// Waits until so many rounds are in the trace.
fn wait_for_rounds(folder: &Folder, child: &mut Child, rounds: usize) {
    let start = Instant::now();
    let traced = || std::fs::read_to_string(folder.path("trace.csv")).map_or(0, |text| text.lines().count());
    while traced() <= rounds {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it was interrupted");
        assert!(start.elapsed() < Duration::from_secs(120), "no round after two minutes");
        sleep(Duration::from_millis(5));
    }
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_best_model_so_far() {
    let folder = Folder::new();
    large_file(&folder);
    for flags in [&[][..], &["--json"]] {
        let _ = std::fs::remove_file(folder.path("trace.csv"));
        let mut command = folder.command(&[LONG, flags].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        wait_for_rounds(&folder, &mut child, 1);
        interrupt(&child);
        let start = Instant::now();
        let run = Run::of(child.wait_with_output().unwrap());
        assert!(start.elapsed() < Duration::from_secs(30), "{:?} after Ctrl-C", start.elapsed());
        assert_eq!(run.code, 130, "{run:?}");
        assert!(run.stderr.starts_with("interrupted: ") && run.stderr.lines().count() == 1, "{}", run.stderr);
        if flags.is_empty() {
            assert!(run.stdout.contains("\ninterrupted after ") && run.stdout.contains("model written to m.json"));
        } else {
            assert_eq!(run.json()["status"], "interrupted");
            assert!(run.json()["n_rules"].as_u64().unwrap() > 0);
        }
        let rules = folder.ok(&["rules", "m.json"]).stdout;
        assert!(rules.contains("1. if "), "{rules}");
        assert!(folder.read("m.json").contains("\"status\": \"interrupted\""));
        std::fs::remove_file(folder.path("m.json")).unwrap();
    }
}
