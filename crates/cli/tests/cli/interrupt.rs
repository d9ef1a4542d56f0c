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
        assert!(rules.contains("1. "), "{rules}");
        assert!(folder.read("m.json").contains("\"status\": \"interrupted\""));
        std::fs::remove_file(folder.path("m.json")).unwrap();
    }
}

/// The model is there, and only what is said of it is given up.
#[cfg(unix)]
#[test]
fn an_interrupt_while_the_second_model_is_learned_exits_130() {
    let folder = Folder::new();
    large_file(&folder);
    let args = ["fit", "large.csv", "--target", "y", "-o", "m.json", "--iterations", "3", "--max-depth", "4"];
    let child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let start = Instant::now();
    while !folder.path("m.json").exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "no model after two minutes");
        sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.stdout.contains("model written to m.json") && !run.stdout.contains("held out"), "{run:?}");
    folder.ok(&["rules", "m.json"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_data_are_read_says_so() {
    use std::io::{BufRead, BufReader, Read, Write};
    let folder = Folder::new();
    let mut command = folder.command(&["fit", "-", "--target", "y", "-o", "m.json"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut data = child.stdin.take().expect("a pipe");
    data.write_all(b"x,y\n").unwrap();
    // More than a pipe holds: when it is written, it is being read.
    (0..100_000).for_each(|row| writeln!(data, "{row},{}", row % 2).unwrap());
    interrupt(&child);
    let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.starts_with("interrupted: "), "{line}");
    drop(data);
    line.clear();
    said.read_to_string(&mut line).unwrap();
    assert_eq!(line, "error: -: interrupted before the input was read: nothing was learned\n");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!folder.path("m.json").exists());
}

/// The fit that was cut short has a row, and is made again.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_a_comparison_has_done() {
    let folder = Folder::new();
    large_file(&folder);
    let large = folder.read("large.csv");
    folder.file("small.csv", large.lines().take(20).collect::<Vec<_>>().join("\n"));
    let flags = "compare small.csv large.csv --target y -o out --penalty 0.01 --time-limit 1000 --iterations 1000000 \
                 --max-depth 12 --pricers tree --format csv --quiet";
    let args: Vec<&str> = flags.split_whitespace().collect();
    let lines = || std::fs::read_to_string(folder.path("out/fits.jsonl")).map_or(0, |text| text.lines().count());
    let interrupted = |known: usize| {
        let mut command = folder.command(&args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
        let start = Instant::now();
        while lines() < known {
            assert!(child.try_wait().unwrap().is_none(), "the run ended before it was interrupted");
            assert!(start.elapsed() < Duration::from_secs(120), "no fit after two minutes");
            sleep(Duration::from_millis(5));
        }
        // The next fit begins by coding the rows. Without a model it has no row.
        sleep(Duration::from_secs(8));
        interrupt(&child);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!(run.code, 130, "{run:?}");
        let rows = crate::util::csv_rows(&run.stdout);
        let status = rows[0].iter().position(|name| name == "status").unwrap();
        let ended: Vec<[&str; 2]> = rows[1..].iter().map(|row| [&*row[0], &*row[status]]).collect();
        assert_eq!(ended, [["small", "no_column"], ["large", "interrupted"]], "{run:?}");
        assert!(folder.read("out/comparison.csv").contains(",interrupted,"));
    };
    interrupted(1);
    assert_eq!(lines(), 2);
    // Run again, the command makes the second fit again, and only that one.
    interrupted(2);
    assert_eq!(lines(), 3);
    let journal = folder.read("out/fits.jsonl");
    let of_large: Vec<bool> = journal.lines().map(|line| line.contains("\"set\":\"large\"")).collect();
    assert_eq!(of_large, [false, true, true]);
}
