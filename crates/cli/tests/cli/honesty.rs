//! Statements about rules and their quality are true.

use crate::util::{Folder, fixture};
use serde_json::Value;

/// `optimal` is said only where the bound meets the objective.
fn assert_honest(report: &Value, what: &str) {
    if report["status"] == "optimal" {
        let gap = report["gap"].as_f64();
        assert!(gap.is_some_and(|gap| gap <= 1e-6), "{what}: optimal at a gap of {gap:?}: {report}");
    }
}

#[test]
fn optimal_is_said_of_the_rules_that_are_left() {
    let folder = Folder::new();
    let data = fixture("wine.csv");
    let exact =
        ["fit", &data, "--target", "cultivar", "--bins", "10", "--max-length", "2", "--pricers", "branch-and-bound"];
    let fit = |more: &[&str]| folder.ok(&[&exact[..], &["--json", "-o", "m.json"], more].concat()).json();
    let whole = fit(&[]);
    assert_eq!(whole["status"], "optimal");
    assert_honest(&whole, "all rules");
    // Without its lighter rules the model costs more than is proved possible.
    let cut = fit(&["--weight-threshold", "0.5"]);
    assert!(cut["gap"].as_f64().is_some_and(|gap| gap > 1e-3), "{cut}");
    assert_eq!(cut["status"], "no_column");
    folder.ok(&["rules", "m.json"]);
}

#[test]
fn optimal_means_the_same_at_any_scale() {
    let folder = Folder::new();
    folder.file("t.csv", "a,b,y\n1,x,0\n2,x,1\n3,z,1\n4,,0\n5,z,1\n");
    let fit = ["fit", "t.csv", "--target", "y", "--holdout", "none", "--json", "-o", "m.json"];
    let check = |flags: &[&str]| {
        let report = folder.ok(&[&fit[..], flags].concat()).json();
        assert_honest(&report, &flags.join(" "));
        // And what was written can be read.
        folder.ok(&["rules", "m.json"]);
        report["status"].clone()
    };
    let boolean = |flag: &str, value: &str| check(&["--method", "boolean", "--complexity", "4", flag, value]);
    for value in ["1", "1e-3", "1e-9", "3e-13", "1e-30"] {
        boolean("--fn-weight", value);
        boolean("--fp-weight", value);
        check(&["--penalty", value, "--pricers", "tree,branch-and-bound"]);
        check(&["--method", "boolean", "--complexity-price", value]);
    }
    assert_eq!(boolean("--fn-weight", "1"), "optimal");
}

#[test]
fn balanced_weights_are_repeated_rows() {
    let folder = Folder::new();
    let (mut weighted, mut repeated) = (String::from("a,b,w,y\n"), String::from("a,b,y\n"));
    for row in 0..60usize {
        let (a, b, y, w) = (row * 7 % 11, row * 5 % 3, usize::from((row * 13) % 7 > 3), row % 5);
        weighted += &format!("{a},c{b},{w},{y}\n");
        repeated += &format!("{a},c{b},{y}\n").repeat(w);
    }
    folder.file("w.csv", weighted).file("r.csv", repeated);
    let flags = ["--target", "y", "--class-weight", "balanced", "--holdout", "none", "--json"];
    for method in
        [&["--pricers", "branch-and-bound", "--max-length", "2"][..], &["--method", "boolean", "--complexity", "15"]]
    {
        let objective = |data: &[&str]| {
            let report = folder.ok(&[&["fit"], data, &flags, method].concat()).json();
            assert_eq!(report["status"], "optimal", "{report}");
            report["objective"].as_f64().unwrap()
        };
        let (weights, rows) = (objective(&["w.csv", "--weights", "w"]), objective(&["r.csv"]));
        assert!((weights - rows).abs() < 1e-6 * rows, "{method:?}: {weights} and {rows}");
    }
}

#[test]
fn rules_that_are_given_know_the_rows_held_out() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let fit = ["fit", &data, "--target", "diagnosis", "--max-depth", "2"];
    folder.ok(&[&fit[..], &["-o", "all.json"]].concat());
    let pool = [&fit[..], &["--pricers", "pool", "--pool", "all.json"]].concat();
    let run = folder.ok(&pool);
    assert!(!run.stdout.contains("held out") && run.stderr.is_empty(), "{run:?}");
    let run = folder.ok(&[&pool[..], &["--holdout", "0.2"]].concat());
    assert!(run.stdout.contains("held out"), "{run:?}");
    assert!(run.stderr.contains("what is measured there is too good") && run.stderr.lines().count() == 1, "{run:?}");
}

#[test]
fn nothing_that_is_read_is_overwritten() {
    let folder = Folder::new();
    let bytes = std::fs::read(fixture("wdbc.csv")).unwrap();
    folder.file("d.csv", &bytes);
    let fit = ["fit", "d.csv", "--target", "diagnosis", "--max-depth", "2", "--holdout", "none"];
    folder.refused(&[&fit[..], &["-o", "./d.csv"]].concat(), "./d.csv would be overwritten: it is read too");
    folder.refused(&[&fit[..], &["--trace", "d.csv"]].concat(), "d.csv would be overwritten");
    folder.refused(&[&fit[..], &["--trace", "x", "-o", "x"]].concat(), "model and trace cannot be one file");
    folder.ok(&[&fit[..], &["-o", "m.json"]].concat());
    let model = folder.read("m.json");
    folder.refused(&["predict", "m.json", "d.csv", "-o", "d.csv"], "d.csv would be overwritten");
    folder.refused(&["predict", "m.json", "d.csv", "-o", "m.json"], "m.json would be overwritten");
    folder.refused(&["report", "m.json", "d.csv", "-o", "m.json"], "m.json would be overwritten");
    folder.refused(&["plot", "rules", "m.json", "-o", "m.json"], "m.json would be overwritten");
    assert_eq!((folder.read("m.json"), folder.read("d.csv").into_bytes()), (model, bytes));
    // New output may replace old output.
    folder.ok(&[&fit[..], &["-o", "m.json"]].concat());
}

#[test]
fn a_number_is_no_class() {
    let folder = Folder::new();
    let rows: String = (0..1500).map(|row| format!("{},{}\n", row % 7, row)).collect();
    folder.file("n.csv", format!("x,y\n{rows}"));
    for method in ["rug", "boolean"] {
        let args = ["fit", "n.csv", "--target", "y", "--method", method];
        folder.refused(&args, "the target \"y\" is a number: it has 1500 values, from 0 to 1499");
    }
}

#[test]
fn warnings_say_what_is_odd_about_data() {
    let folder = Folder::new();
    let row = |row: usize| format!("{},{},{}\n", usize::from(row > 9), row % 3, ["NA", "b"][(row % 3).min(1)]);
    folder.file("d.csv", format!("x,c,y\n{}", (0..200).map(row).collect::<String>()));
    let args = ["fit", "d.csv", "--target", "y", "--bins", "10", "--categorical", "c", "-o", "m.json"];
    let run = folder.ok(&args);
    assert!(run.stderr.contains("the target has the class 'NA'"), "{run:?}");
    assert!(run.stderr.contains("column 'x' has its largest value in most training rows"), "{run:?}");
    folder.file("new.csv", "c\n0\n1\n9\n9\n");
    let run = folder.ok(&["predict", "m.json", "new.csv"]);
    assert_eq!(run.stderr, "warn: 2 cells of 'c' have a category that the model does not know, such as '9'\n");
}

/// The proofs of a model file are those of the report, by the length of rules.
fn assert_reported(folder: &Folder, report: &Value, what: &str) {
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let (certificate, none) = (&model["certificate"], Vec::new());
    let mut expected = certificate["scopes"].as_array().unwrap_or(&none).clone();
    if certificate["lower_bound"].is_number() {
        let (most, bound) = (&model["settings"]["max_length"], &certificate["lower_bound"]);
        expected.push(serde_json::json!({ "max_length": most, "lower_bound": bound }));
    }
    assert_eq!(report["certificates"], Value::from(expected), "{what}");
    assert_eq!(report["one_by_one"], *certificate.get("one_by_one").unwrap_or(&Value::Null), "{what}");
}

#[test]
fn proofs_are_said_with_the_rules_that_they_are_about() {
    let folder = Folder::new();
    let data = fixture("monks1.csv");
    let fit = |flags: &[&str]| {
        let args = [&["fit", &data, "--target", "class", "--holdout", "none", "-o", "m.json"], flags].concat();
        let text = folder.ok(&args).stdout;
        let report = folder.ok(&[&args[..], &["--json"]].concat()).json();
        assert_reported(&folder, &report, &flags.join(" "));
        (text, report)
    };
    let lengths = |report: &Value| -> Vec<Option<u64>> {
        report["certificates"].as_array().unwrap().iter().map(|scope| scope["max_length"].as_u64()).collect()
    };
    // Trees prove nothing, but cubes do beside.
    let (text, report) = fit(&["--method", "rug"]);
    assert_eq!((lengths(&report), &report["one_by_one"]), (vec![Some(1), Some(2), Some(3)], &Value::Null));
    for says in
        ["no bound was proved", " over all rules of at most 1 condition\n", " over all rules of at most 3 conditions\n"]
    {
        assert!(text.contains(says), "'{says}' is not in {text}");
    }
    let (text, report) = fit(&["--method", "rug", "--pricers", "tree"]);
    assert!(lengths(&report).is_empty() && !text.contains("proved to be at least"), "{text}");
    let (text, report) = fit(&["--method", "rules", "--size", "3", "--max-length", "2"]);
    assert_eq!(lengths(&report), [Some(1), Some(2)]);
    let (best, rules) = (report["one_by_one"]["best"].as_u64().unwrap(), report["n_rules"].as_u64().unwrap());
    let which = match best {
        best if best == rules => "each rule".into(),
        1 => format!("one of the {rules} rules"),
        best => format!("each of {best} of the {rules} rules"),
    };
    let says = format!("proved: when it was chosen, {which} lowered the objective as fast as any rule of at most ");
    assert!(text.replace('\n', " ").contains(&says), "'{says}' is not in {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80 || line.contains(" s to learn ")), "{text}");
    let (text, report) = fit(&["--method", "boolean", "--complexity", "8", "--positive", "positive"]);
    assert_eq!(lengths(&report), [Some(1), Some(2), Some(3), None]);
    let says = " over all sets of rules of at most 1 condition and complexity at most 8 ";
    assert!(text.replace('\n', " ").contains(says), "{text}");
    let bounds = report["certificates"].as_array().unwrap().iter().map(|scope| scope["lower_bound"].as_f64().unwrap());
    assert!(bounds.is_sorted_by(|a, b| a >= b), "{report}");
    // A file that contradicts itself is refused.
    let rising = folder.read("m.json").replacen("\"max_length\": 3", "\"max_length\": 2", 1);
    folder.file("bad.json", rising).refused(&["rules", "bad.json"], "which its other bounds contradict");
}

/// Held-out figures stay with the model, and nothing else of it changes.
#[test]
fn the_model_file_keeps_what_was_held_out() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let fit = ["fit", &data, "--target", "diagnosis", "--method", "rules", "--divisions", "1", "--size", "4", "--json"];
    let report = folder.ok(&[&fit[..], &["-o", "m.json"]].concat()).json();
    folder.ok(&[&fit[..], &["--holdout", "none", "-o", "none.json"]].concat());
    let mut model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    let held_out = model.as_object_mut().unwrap().remove("held_out").unwrap();
    assert_eq!(model, serde_json::from_str::<Value>(&folder.read("none.json")).unwrap());
    let measured = &report["holdout"];
    assert_eq!((&held_out["of"], &held_out["share"]), (&"second_model".into(), &0.2.into()));
    assert_eq!(held_out["rows"], measured["n"]);
    let second = format!("by a second model of {} rules learned without them", held_out["rules"].as_u64().unwrap());
    assert!(folder.ok(&["rules", "m.json"]).stdout.replace('\n', " ").contains(&second));
    for name in ["auc", "log_loss", "brier", "ece"] {
        assert_eq!(held_out[name]["value"], measured[name], "{name}");
        assert_eq!(held_out[name]["interval"], measured["intervals"][name], "{name}");
    }
    assert_eq!(held_out["accuracy"]["value"], measured["accuracy"]);
    let text = folder.ok(&["rules", "m.json"]).stdout;
    assert!(text.contains("On rows it has not seen: accuracy 0."), "{text}");
    assert!(!folder.ok(&["rules", "none.json"]).stdout.contains("not seen"));
    folder.ok(&["report", "m.json", &data, "-o", "page.html"]);
    let page = folder.read("page.html");
    assert!(page.contains("Right answers, rows not seen") && page.contains("Right answers, training rows"));

    // Rows that the model itself has not seen.
    folder.ok(&[&fit[..], &["--holdout", "0.25", "-o", "m.json"]].concat());
    let held_out = serde_json::from_str::<Value>(&folder.read("m.json")).unwrap()["held_out"].clone();
    assert_eq!(held_out["rules"], Value::Null);
    assert_eq!((&held_out["of"], &held_out["share"]), (&"model".into(), &0.25.into()));
    folder.file("rows.txt", "0\n1\n2\n30\n31\n");
    folder.ok(&[&fit[..], &["--holdout", "rows.txt", "-o", "m.json"]].concat());
    let held_out = serde_json::from_str::<Value>(&folder.read("m.json")).unwrap()["held_out"].clone();
    assert_eq!((&held_out["rows"], &held_out["share"]), (&5.into(), &Value::Null));
}
