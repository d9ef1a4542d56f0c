//! Output, and the files that it goes to.

use crate::util::{Folder, assert_one_error, csv_rows, fixture, predictions};
use serde_json::Value;

#[test]
fn json_of_fit_has_every_field() {
    let folder = Folder::new();
    let data = fixture("tictactoe.csv");
    let args = ["fit", &data, "--target", "class", "--positive", "positive", "--holdout", "0.25", "--json"];
    let run = folder.ok(&args);
    assert_eq!(run.stderr, "");
    let report = run.json();
    assert_eq!(report["method"], "rug");
    let statuses = ["optimal", "gap", "time_limit", "iteration_limit", "no_column", "interrupted"];
    assert!(statuses.iter().any(|s| report["status"] == *s), "{report}");
    let numbers = "objective lp_objective iterations columns n_rules avg_rule_length rules_per_sample \
                   rule_length_per_sample complexity";
    for field in numbers.split_whitespace() {
        assert!(report[field].as_f64().is_some_and(|x| x > 0.0), "{field}: {}", report[field]);
    }
    for field in ["lower_bound", "gap"] {
        assert!(report.get(field).is_some_and(|v| v.is_null() || v.is_number()), "{field}");
    }
    for part in ["total", "lp", "pricing", "mip"] {
        assert!(report["seconds"][part].as_f64().is_some_and(|s| s >= 0.0), "{part}: {}", report["seconds"]);
    }
    for (rows, n) in [("train", 958 - 240), ("holdout", 240)] {
        assert_eq!(report[rows]["n"], n, "{report}");
        for field in ["accuracy", "f1", "weighted_f1"] {
            assert!(report[rows][field].as_f64().is_some_and(|x| (0.0..=1.0).contains(&x)), "{rows} {field}");
        }
    }
    // Boolean rules and hinges rank; what they vote is no probability.
    for rows in ["train", "holdout"] {
        assert!(report[rows]["auc"].as_f64().is_some_and(|x| (0.0..=1.0).contains(&x)), "{rows}: {report}");
        for field in ["log_loss", "brier", "ece"] {
            assert!(report[rows][field].is_null() && report[rows]["intervals"][field].is_null(), "{rows} {field}");
        }
    }
    // Without held-out rows there is nothing to say of them, and of three classes none is positive.
    let iris = fixture("iris.csv");
    let report = folder.ok(&["fit", &iris, "--target", "species", "--holdout", "none", "--json"]).json();
    assert!(report["holdout"].is_null() && report["train"]["f1"].is_null());
}

#[test]
fn json_agrees_with_the_model_and_with_evaluate() {
    let folder = Folder::new();
    let data = fixture("wine.csv");
    let fit = folder.ok(&["fit", &data, "--target", "cultivar", "--holdout", "none", "-o", "m.json", "--json"]).json();
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert_eq!(fit["n_rules"], model["rules"].as_array().unwrap().len());
    for field in ["status", "objective", "lp_objective", "lower_bound"] {
        assert_eq!(fit[field], model["certificate"][field], "{field}");
    }
    let evaluated = folder.ok(&["evaluate", "m.json", &data, "--json"]).json();
    for field in "method n_rules avg_rule_length complexity rules_per_sample rule_length_per_sample".split(' ') {
        assert_eq!(fit[field], evaluated[field], "{field}");
    }
    for field in ["n", "accuracy", "f1", "weighted_f1", "auc", "log_loss", "brier", "ece", "intervals"] {
        assert_eq!(fit["train"][field], evaluated[field], "{field}");
    }
    let lengths = model["rules"].as_array().unwrap().iter().map(|rule| rule["if"].as_array().unwrap().len());
    assert_eq!(fit["complexity"], lengths.map(|length| length + 1).sum::<usize>());
}

/// The columns of `predict --probabilities` and the classes of the rows, as indices of the columns.
fn probabilities(folder: &Folder, data: &str) -> (Vec<Vec<f64>>, Vec<usize>) {
    let rows = csv_rows(&folder.ok(&["predict", "m.json", data, "--probabilities"]).stdout);
    let numbers = |row: &Vec<String>| row[1..].iter().map(|cell| cell.parse().unwrap()).collect();
    let truth = csv_rows(&std::fs::read_to_string(data).unwrap());
    let class =
        |row: &Vec<String>| rows[0].iter().position(|name| name.ends_with(&format!(" {}", row.last().unwrap())));
    (rows[1..].iter().map(numbers).collect(), truth[1..].iter().map(|row| class(row).unwrap() - 1).collect())
}

#[test]
fn probabilities_are_measured_as_they_are_predicted() {
    let folder = Folder::new();
    for (name, target) in [("tictactoe.csv", "class"), ("iris.csv", "species")] {
        let data = fixture(name);
        let logistic = "--method rules --loss logistic --penalty 2 --max-depth 2 -o m.json --json".split(' ');
        let args: Vec<&str> = ["fit", &data, "--target", target].into_iter().chain(logistic).collect();
        let report = folder.ok(&args).json();
        for rows in ["train", "holdout"] {
            for field in ["auc", "log_loss", "brier", "ece"] {
                let value = report[rows][field].as_f64().unwrap_or_else(|| panic!("{rows} {field}: {report}"));
                let [low, high] = [0, 1].map(|end| report[rows]["intervals"][field][end].as_f64().unwrap());
                assert!(0.0 <= low && low <= value && value <= high, "{rows} {field}: {low} {value} {high}");
            }
        }
        let (found, labels) = probabilities(&folder, &data);
        let (n, classes) = (labels.len() as f64, found[0].len());
        let loss: f64 = found.iter().zip(&labels).map(|(row, &label)| -row[label].ln()).sum();
        let squares = |row: &[f64], label: usize| {
            row.iter().enumerate().map(|(k, p)| (p - f64::from(u8::from(k == label))).powi(2)).sum::<f64>()
        };
        let brier: f64 = found.iter().zip(&labels).map(|(row, &label)| squares(row, label)).sum();
        let area = |class: usize| {
            let of = |is: bool| {
                found.iter().zip(&labels).filter(move |(_, l)| (**l == class) == is).map(|(row, _)| row[class])
            };
            let pairs =
                of(true).flat_map(|a| of(false).map(move |b| if a == b { 0.5 } else { f64::from(u8::from(a > b)) }));
            let (count, won) = pairs.fold((0.0, 0.0), |sum, won| (sum.0 + 1.0, sum.1 + won));
            won / count
        };
        let share = |class: usize| labels.iter().filter(|&&label| label == class).count() as f64 / n;
        let auc: f64 = if classes == 2 { area(1) } else { (0..classes).map(|k| share(k) * area(k)).sum() };
        let evaluated = folder.ok(&["evaluate", "m.json", &data, "--json"]).json();
        let half = if classes == 2 { 0.5 } else { 1.0 };
        for (field, expected) in [("auc", auc), ("log_loss", loss / n), ("brier", half * brier / n)] {
            assert!((evaluated[field].as_f64().unwrap() - expected).abs() < 1e-9, "{field}: {expected} {evaluated}");
            assert_eq!(evaluated[field], report["train"][field], "{field}");
        }
        let text = folder.ok(&["evaluate", "m.json", &data]).stdout;
        for words in ["AUC", "log loss", "Brier score", "calibration error", &format!("{:.4} (", loss / n)] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    // Rows of one class cannot be ranked.
    let iris = std::fs::read_to_string(fixture("iris.csv")).unwrap();
    let one: Vec<&str> =
        iris.lines().filter(|line| !line.contains("versicolor") && !line.contains("virginica")).collect();
    folder.file("one.csv", one.join("\n") + "\n");
    let report = folder.ok(&["evaluate", "m.json", "one.csv", "--json"]).json();
    assert!(report["auc"].is_null() && report["intervals"]["auc"].is_null(), "{report}");
    assert!(report["log_loss"].is_number() && report["brier"].is_number() && report["ece"].is_number(), "{report}");
}

#[test]
fn evaluate_looks_at_the_rows_asked_for() {
    let folder = Folder::new();
    let data = fixture("tictactoe.csv");
    folder.ok(&["fit", &data, "--target", "class", "-o", "m.json", "--holdout", "none", "--max-depth", "2"]);
    let predicted = predictions(&folder.ok(&["predict", "m.json", &data]).stdout);
    let rows = [957, 3, 400, 700, 12];
    folder.file("rows", rows.map(|row| row.to_string()).join("\n"));
    let truth = csv_rows(&std::fs::read_to_string(&data).unwrap());
    let right = rows.iter().filter(|&&row| truth[row + 1].last() == Some(&predicted[row])).count();
    let report = folder.ok(&["evaluate", "m.json", &data, "--rows", "rows", "--json"]).json();
    assert_eq!((&report["n"], report["accuracy"].as_f64()), (&5.into(), Some(right as f64 / 5.0)));
    // F1 is about the class named.
    let f1 = |class| folder.ok(&["evaluate", "m.json", &data, "--positive", class, "--json"]).json()["f1"].clone();
    assert_ne!(f1("positive"), f1("negative"));
}

#[test]
fn trace_has_one_row_a_round() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let args = ["fit", &data, "--target", "diagnosis", "--trace", "t.csv", "--holdout", "none", "--json"];
    let report = folder.ok(&args).json();
    let rows = csv_rows(&folder.read("t.csv"));
    assert_eq!(rows.len(), 1 + report["iterations"].as_u64().unwrap() as usize);
    let column = |name: &str| rows[0].iter().position(|cell| cell == name).unwrap_or_else(|| panic!("no {name}"));
    let numbers = |name: &str| rows[1..].iter().map(|row| row[column(name)].parse().unwrap()).collect::<Vec<f64>>();
    let rounds: Vec<f64> = (1..rows.len()).map(|round| round as f64).collect();
    assert_eq!(numbers("iteration"), rounds);
    // Columns grow by what each round adds; the time in the LP is that of the round.
    let (columns, added) = (numbers("columns"), numbers("added"));
    assert!((1..columns.len()).all(|i| columns[i] == columns[i - 1] + added[i - 1]), "{columns:?} {added:?}");
    assert_eq!(report["columns"].as_f64(), Some(columns.last().unwrap() + added.last().unwrap()));
    assert!(numbers("lp_seconds").iter().sum::<f64>() <= report["seconds"]["lp"].as_f64().unwrap() + 1e-9);
    assert!(numbers("pricing_seconds").iter().sum::<f64>() <= report["seconds"]["pricing"].as_f64().unwrap() + 1e-9);
    assert!(numbers("elapsed_seconds").is_sorted());
}

#[test]
#[cfg(target_os = "linux")]
fn results_are_printed_even_where_the_model_cannot_be_written() {
    let folder = Folder::new();
    let data = fixture("monks3.csv");
    let args = ["fit", &data, "--target", "class", "--holdout", "none", "-o"];
    let written = folder.ok(&[&args[..], &["m.json"]].concat());
    // A full device shows only when it is written.
    let run = folder.run(&[&args[..], &["/dev/full"]].concat());
    assert_eq!(run.code, 1, "{run:?}");
    assert_one_error(&run, "cannot write");
    let is_rule = |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.trim().parse::<usize>().is_ok());
    let rules = |text: &str| text.lines().filter(is_rule).map(str::to_owned).collect::<Vec<_>>();
    assert!(!rules(&run.stdout).is_empty(), "{run:?}");
    assert_eq!(rules(&run.stdout), rules(&written.stdout));
    assert!(run.stdout.contains("model not written to"), "{run:?}");
}

#[test]
fn files_that_cannot_be_written_are_found_before_anything_is_computed() {
    let folder = Folder::new();
    let data = fixture("monks3.csv");
    for flags in [["-o", "nowhere/m.json"], ["-o", "."], ["--trace", "nowhere/t.csv"]] {
        let run = folder.run(&[&["fit", &data, "--target", "class"], &flags[..]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert_one_error(&run, "cannot write");
    }
}

#[test]
fn a_model_is_replaced_whole() {
    let folder = Folder::new();
    let data = fixture("monks3.csv");
    folder.file("m.json", "x".repeat(1 << 20));
    folder.ok(&["fit", &data, "--target", "class", "--holdout", "none", "-o", "m.json"]);
    folder.ok(&["rules", "m.json"]);
    let names: Vec<_> = std::fs::read_dir(folder.path("")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["m.json"]);
}

/// Writing a file changes neither its name nor the files beside it.
#[test]
fn files_beside_the_output_are_not_touched() {
    let folder = Folder::new();
    let data = std::fs::read_to_string(fixture("iris.csv")).unwrap();
    // The data have the name that a temporary file might have.
    folder.file("m.json.partial", &data);
    folder.ok(&["fit", "m.json.partial", "--target", "species", "--holdout", "none", "-o", "m.json"]);
    assert_eq!(folder.read("m.json.partial"), data);
    let long = "p".repeat(250);
    folder.ok(&["predict", "m.json", "m.json.partial", "-o", &long]);
    assert_eq!(folder.read(&long).lines().count(), data.lines().count());
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 3);
}

#[test]
#[cfg(unix)]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let data = fixture("monks3.csv");
    std::fs::create_dir(folder.path("models")).unwrap();
    folder.file("models/m.json", "old");
    std::fs::set_permissions(folder.path("models/m.json"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("models/m.json", folder.path("m.json")).unwrap();
    folder.ok(&["fit", &data, "--target", "class", "--holdout", "none", "-o", "m.json"]);
    assert!(folder.path("m.json").is_symlink());
    folder.ok(&["rules", "models/m.json"]);
    let mode = std::fs::metadata(folder.path("models/m.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// A limit on the size of files, which the shell sets, fails like a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "--holdout", "none", "-o", "m.json"]);
    let data: String = std::iter::once("sepal_length,sepal_width,petal_length,petal_width\n")
        .chain(std::iter::repeat_n("5.1,3.5,1.4,0.2\n", 5000))
        .collect();
    folder.file("d.csv", data).file("p.csv", "old");
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" predict m.json d.csv -o p.csv";
    let run = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_rulegen")])
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    let run = crate::util::Run::of(run);
    assert_eq!(run.code, 1, "{run:?}");
    assert_one_error(&run, "cannot write p.csv");
    assert_eq!(folder.read("p.csv"), "old");
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 3);
}

#[test]
fn a_second_model_that_fails_does_not_lose_the_first() {
    let folder = Folder::new();
    // The one row that differs is of a class of its own, which the split may take away: then
    // nothing varies.
    for seed in ["0", "1", "2", "3", "4", "5", "6", "7"] {
        folder.file("d.csv", format!("a,y\n{}2,q\n2,q\n", "1,p\n".repeat(3)));
        let run = folder.ok(&["fit", "d.csv", "--target", "y", "-o", "m.json", "--seed", seed, "--penalty", "0.1"]);
        assert!(run.stdout.contains("model written to m.json"), "{run:?}");
        std::fs::remove_file(folder.path("m.json")).unwrap();
    }
}

#[test]
fn rules_as_json_say_what_the_model_says() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "m.json"]);
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let report = folder.ok(&["rules", "m.json", "--format", "json"]).json();
    assert_eq!((&report["target"], &report["classes"]), (&model["target"], &model["classes"]));
    let table = folder.ok(&["rules", "m.json", "--format", "markdown"]).stdout;
    let text = table.replace('\\', "").replace("&lt;", "<").replace("&gt;", ">");
    for (rule, original) in report["rules"].as_array().unwrap().iter().zip(model["rules"].as_array().unwrap()) {
        for field in ["if", "then", "weight", "covered", "correct"] {
            assert_eq!(rule[field], original[field]);
        }
        let words: Vec<&str> = rule["words"].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
        assert!(text.contains(&format!(" {} |", words.join(" and "))), "{words:?}: {text}");
    }
}

#[test]
fn scores_agree_with_predictions() {
    let folder = Folder::new();
    let data = fixture("wine.csv");
    folder.ok(&["fit", &data, "--target", "cultivar", "-o", "m.json"]);
    let rows = csv_rows(&folder.ok(&["predict", "m.json", &data, "--scores"]).stdout);
    assert_eq!(rows[0], ["prediction", "score barbera", "score barolo", "score grignolino"]);
    for row in &rows[1..] {
        let scores: Vec<f64> = row[1..].iter().map(|cell| cell.parse().unwrap()).collect();
        let best = (0..3).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
        if scores[best] > 0.0 {
            assert_eq!(rows[0][best + 1], format!("score {}", row[0]));
        }
    }
}

#[test]
fn quiet_says_nothing_on_stderr() {
    let folder = Folder::new();
    folder.file("d.csv", "a,constant,y\n1,1,p\n2,1,q\n1,1,p\n2,1,q\n");
    let args = ["fit", "d.csv", "--target", "y", "--holdout", "none"];
    let loud = folder.ok(&args);
    assert!(loud.stderr.starts_with("warn: column 'constant' is constant"), "{loud:?}");
    assert_eq!(folder.ok(&[&args[..], &["--quiet"]].concat()).stderr, "");
}

#[test]
fn the_seconds_printed_cover_all_that_ran() {
    let folder = Folder::new();
    let start = std::time::Instant::now();
    let run = folder.ok(&["fit", &fixture("wine.csv"), "--target", "cultivar", "--method", "rules"]);
    let waited = start.elapsed().as_secs_f64();
    let (before, _) = run.stdout.split_once(" s in all").expect("all seconds");
    let said: f64 = before.rsplit(' ').next().unwrap().parse().unwrap();
    // Two models are learned: about half of the time is not that of the first.
    let (learning, _) = run.stdout.split_once(" s to learn").unwrap();
    let learning: f64 = learning.rsplit(['\n', ' ']).next().unwrap().parse().unwrap();
    assert!(learning < said && said <= waited + 0.005, "{learning} {said} {waited}");
    let run = folder.ok(&["fit", &fixture("wine.csv"), "--target", "cultivar", "--json", "--holdout", "none"]).json();
    let seconds = |part: &str| run["seconds"][part].as_f64().unwrap();
    assert!(seconds("all") >= seconds("total"));
}

/// Cut points lie between values such as 0.119823 and 0.119825.
#[test]
fn numbers_for_readers_have_no_digits_of_rounding() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let learned = ["--target", "diagnosis", "--method", "rules", "--divisions", "1"];
    let fit = [&["fit", &data, "--max-length", "2", "-o", "m.json"], &learned[..]].concat();
    let printed = [
        folder.ok(&fit).stdout,
        folder.ok(&["evaluate", "m.json", &data]).stdout,
        folder.ok(&["explain", "m.json", &data, "--row", "20"]).stdout,
        folder.ok(&["rules", "m.json", "--format", "card"]).stdout,
        folder.ok(&[&["compare", &data, "--max-length", "1"], &learned[..]].concat()).stdout,
    ];
    for text in printed {
        let decimals = |word: &str| word.split_once('.').map_or(0, |(_, after)| after.trim_end_matches(')').len());
        let long = text.split_whitespace().find(|word| word.parse::<f64>().is_ok() && decimals(word) > 8);
        assert_eq!(long, None, "{text}");
    }
}
