//! `rulegen edit`.

use crate::util::{Folder, fixture};
use rulegen::rule::{HeldOut, Model, rule_text};
use serde_json::Value;

fn model(folder: &Folder, name: &str) -> Model {
    Model::from_json(&folder.read(name)).unwrap()
}

fn words(model: &Model) -> Vec<String> {
    model.rules.iter().map(|r| rule_text(model, &r.rule, r.class)).collect()
}

/// A folder with a model of four rules on wdbc, and the name of the data.
fn fitted() -> (Folder, String) {
    let (folder, data) = (Folder::new(), fixture("wdbc.csv"));
    let fit = ["fit", &data, "--target", "diagnosis", "--method", "rules", "--size", "4", "--max-length", "2"];
    folder.ok(&[&fit[..], &["-o", "m.json"]].concat());
    (folder, data)
}

#[test]
fn an_edit_says_what_it_costs() {
    let (folder, data) = fitted();
    let flags = ["edit", "m.json", &data, "--drop", "4", "--add", "if texture_mean > 25 then +1", "--lock", "1,2"];
    let run = folder.ok(&[&flags[..], &["-o", "e.json"]].concat());
    let (before, after) = (model(&folder, "m.json"), model(&folder, "e.json"));
    let (old, new) = (words(&before), words(&after));
    assert!(old[..3].iter().all(|rule| new.contains(rule)) && !new.contains(&old[3]), "{new:?}");
    let weight = |model: &Model, rule: &str| model.rules[words(model).iter().position(|of| of == rule).unwrap()].weight;
    assert_eq!(weight(&after, "if texture_mean > 25 then M"), 1.0);
    assert!((0..2).all(|k| weight(&after, &old[k]) == before.rules[k].weight));
    assert_ne!(weight(&after, &old[2]), before.rules[2].weight);
    for text in [
        "before",
        "objective",
        "gap to the proved bound",
        "training accuracy",
        "held-out AUC",
        "held out: 114 rows that other weights of the same rules have not seen",
        "after: proved to be at least",
        "model written to e.json",
        "Rules added by hand: if texture_mean > 25 then +1.",
        "On rows its weights have not seen: accuracy 0.",
    ] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("the model file says"), "{}", run.stdout);
    // The rules of a file say what was done, and the file can be edited again.
    assert!(folder.ok(&["rules", "e.json"]).stdout.contains("Rules left out by hand: "));
    let again = folder.ok(&["edit", "e.json", &data, "--drop", "1", "-o", "f.json"]);
    assert!(!again.stdout.contains("the model file says"), "{}", again.stdout);
    let third = model(&folder, "f.json");
    assert_eq!(weight(&third, "if texture_mean > 25 then M"), 1.0, "it stays locked");
    let notes = third.notes().join("\n");
    assert!(notes.contains("Rules added by hand") && notes.contains(" then B; if "), "{notes}");
    folder.ok(&["report", "e.json", &data, "-o", "page.html"]);
    assert!(folder.read("page.html").contains("Right answers, rows not seen by weights"));
}

#[test]
fn json_has_both_sides() {
    let (folder, data) = fitted();
    let flags = ["edit", "m.json", &data, "--target", "diagnosis", "--drop", "1", "--json"];
    let report = folder.ok(&flags).json();
    let number = |side: &str, name: &str| report[side][name].as_f64().unwrap();
    let recorded = model(&folder, "m.json").certificate;
    assert!((number("before", "objective") - recorded.objective).abs() <= 1e-6 * recorded.objective);
    assert!(number("after", "objective") > recorded.objective);
    // It is a bound of one problem, that of the fit, to whose optimum both come near.
    let (known, bound) = (recorded.lower_bound.unwrap(), number("before", "lower_bound"));
    assert_eq!(number("after", "lower_bound"), bound);
    assert!((bound - known).abs() <= 1e-6 * known && bound <= recorded.objective, "{known} {bound}");
    assert_eq!((&report["before"]["n_rules"], &report["after"]["n_rules"]), (&4.into(), &3.into()));
    assert_eq!(report["after"]["status"], "edited");
    assert_eq!(report["after"]["holdout"]["n"], 114);
    assert_eq!(report["without_weight"], Value::Array(Vec::new()));
    // Model files do not depend on the number of threads.
    let output = |threads: &str, name: &str| {
        let flags = [&flags[..flags.len() - 1], &["-o", name]].concat();
        let done = folder.command(&flags).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert!(done.status.success());
        folder.read(name)
    };
    assert_eq!(output("1", "a.json"), output("3", "b.json"));
}

#[test]
fn an_edit_can_end_in_whole_points() {
    let (folder, data) = fitted();
    let run = folder.ok(&["edit", "m.json", &data, "--drop", "4", "--round", "-o", "e.json"]);
    let rounded = model(&folder, "e.json");
    assert_eq!(rounded.rules.len(), 3);
    assert!(rounded.points_per_doubling.is_some());
    assert!(run.stdout.contains("The points are rounded"), "{}", run.stdout);
    assert!(run.stdout.contains("held-out AUC"), "{}", run.stdout);
    // Two steps give the same model, but for the held-out quality, which `points` knows only of
    // exact weights.
    folder.ok(&["edit", "m.json", &data, "--drop", "4", "-o", "exact.json"]);
    folder.ok(&["points", "exact.json", &data, "-o", "p.json"]);
    let two_steps = model(&folder, "p.json");
    assert_eq!(Model { held_out: None, ..rounded.clone() }, Model { held_out: None, ..two_steps });
    assert_ne!(rounded.held_out, None);
    // Rounding alone leaves the figures of the search to exact weights, and the held-out quality to
    // the model that `fit` measured.
    let text = folder.ok(&["edit", "m.json", &data, "--round", "-o", "r.json"]).stdout;
    assert!(text.contains("\n(after: weights are rounded to whole points)\n"), "{text}");
    assert!(text.contains("objective of exact weights") && !text.contains("threshold"), "{text}");
    let text = folder.ok(&["edit", "m.json", &data, "--round", "--threshold", "0.4"]).stdout;
    assert!(text.contains("\n(the threshold is another)\n(after: weights are rounded to whole points)\n"), "{text}");
    let text = folder.ok(&["edit", "r.json", &data, "--threshold", "0.4"]).stdout;
    assert!(text.contains("\n(rules and weights are the same; the threshold is another)\nafter: "), "{text}");
    let (before, after) = (model(&folder, "m.json").held_out, model(&folder, "r.json").held_out);
    assert_eq!(before.map(|held_out| HeldOut { exact_weights: true, ..held_out }), after);
}

#[test]
fn other_rows_are_called_so() {
    let (folder, data) = fitted();
    let text = std::fs::read_to_string(&data).unwrap();
    let half: String =
        text.lines().enumerate().filter(|(at, _)| *at == 0 || at % 2 == 1).map(|(_, l)| format!("{l}\n")).collect();
    let run = folder.file("half.csv", half).ok(&["edit", "m.json", "half.csv", "--drop", "1"]);
    assert!(run.stdout.contains("the model file has an objective of"), "{}", run.stdout);
    assert!(run.stdout.contains("model not written: give -o FILE"));
}

#[test]
fn mistakes_are_one_line() {
    let (folder, data) = fitted();
    for (flags, says) in [
        (&["--drop", "5"][..], "there is no rule 5: the model has 4 rules"),
        (&["--drop", "0"], "there is no rule 0"),
        (&["--drop", "1,2", "--lock", "2"], "rule 2 cannot be dropped and locked"),
        (&["--add", "if aera_worst > 3 then M"], "there is no column 'aera_worst': the nearest are 'area_worst'"),
        (&["--add", "if area_worst > 3 then X"], "'X' is no class and no sign; the classes are 'B', 'M'"),
        (&["--add", "area_worst"], "does not begin with 'if'"),
        (&["--add", "if area_worst > 1e9 then M"], "no row meets it"),
        (&[], "nothing to change: give --drop, --add, --lock, --threshold or --round"),
        (&["--drop", "1", "--target", "size"], "size"),
        (&["--drop", "1", "--weights", "size"], "size"),
        (&["--drop", "one"], "invalid value 'one'"),
        (&["--drop", "1", "-o", "none/m.json"], "its directory does not exist"),
    ] {
        let run = folder.run(&[&["edit", "m.json", &data], flags].concat());
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{flags:?}: {run:?}");
        assert!(run.stderr.contains(says), "{flags:?}: {run:?}");
    }
    // The weights of RUG have no unit, and Boolean rules have none at all.
    folder.ok(&["fit", &data, "--target", "diagnosis", "-o", "rug.json"]);
    let run = folder.run(&["edit", "rug.json", &data, "--lock", "1"]);
    assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{run:?}");
    assert!(run.stderr.contains("can be locked where weights are log-odds"), "{run:?}");
    folder.ok(&["edit", "rug.json", &data, "--drop", "1"]);
    folder.ok(&["fit", &data, "--target", "diagnosis", "--method", "boolean", "--complexity", "3", "-o", "b.json"]);
    let run = folder.run(&["edit", "b.json", &data, "--drop", "1"]);
    assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{run:?}");
    assert!(run.stderr.contains("Boolean rules have no weights"), "{run:?}");
}
