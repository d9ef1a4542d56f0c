//! Learning under fairness.

use crate::groups::people;
use crate::real::shared;
use crate::util::Folder;
use serde_json::Value;

#[test]
fn fairness_that_cannot_be_asked_for() {
    let folder = Folder::new();
    people(&folder);
    for (flags, says) in [
        ("--fairness dmc --epsilon 0.1", "required arguments were not provided: --group <COLS>"),
        ("--group sex --epsilon 0.1", "required arguments were not provided: --fairness <NOTION>"),
        ("--group sex --fairness dmc", "--fairness dmc needs --epsilon or --epsilon-path"),
        ("--group sex --method rules --fairness dmc --epsilon 0", "wrap a RuleClassifier in fairlearn"),
        ("--group sex --fairness alike --epsilon 1", "'alike' for '--fairness"),
        ("--group sex --fairness dmc --epsilon NaN", "the epsilon must be finite and not negative, not NaN"),
        ("--group sex --fairness odm --epsilon -1", "the epsilon must be finite and not negative, not -1"),
        ("--group sex --fairness odm --epsilon-path 0,inf", "must be finite and not negative, not inf"),
        ("--group sex --fairness odm --epsilon-path 0,x", "'x' for '--epsilon-path"),
        ("--group sex --fairness odm --epsilon-path 0 --epsilon 0", "cannot be used with"),
        ("--group sex --fairness equalized-odds --epsilon 0", "equalized-odds is for --method boolean, not rug"),
        (
            "--group sex --fairness odm --epsilon 0 --lp-strategy dual-simplex",
            "the LP strategy must be interior for fair rules, not dual-simplex",
        ),
        ("--group sex --fairness odm --epsilon-path 0,1 -o m.json", "--epsilon-path writes no model"),
        (
            "--group age --group-cuts age=99 --fairness odm --epsilon 0",
            "--fairness needs two groups, and every row is in 'age <= 99'",
        ),
        ("--group sex --method boolean --fairness equal-opportunity", "equal-opportunity needs --epsilon"),
        ("--group sex --method boolean --fairness equal-opportunity --epsilon -1", "not negative, not -1"),
        (
            "--group sex --method boolean --fairness equalized-odds --epsilon 0 --complexity-price 1",
            "the complexity of fair rules must be bounded",
        ),
        (
            "--group sex --method boolean --fairness equalized-odds --epsilon 0 --lp-strategy dual-simplex",
            "the LP strategy must be interior for fair rules, not dual-simplex",
        ),
        (
            "--group sex --method boolean --fairness equalized-odds --epsilon-path 0,1 --complexities 3,5",
            "the size must be chosen where complexities are listed, not given",
        ),
        ("--group sex --method boolean --fairness odm --epsilon 0", "odm is for --method rug or rules, not boolean"),
    ] {
        folder.refused(
            &[&["fit", "people.csv", "--target", "y"], &flags.split(' ').collect::<Vec<_>>()[..]].concat(),
            says,
        );
    }
    let three = "fit people.csv --target race --group sex --method boolean --fairness equalized-odds --epsilon 0";
    let run = folder.run(&three.split(' ').collect::<Vec<_>>());
    assert!(run.code == 2 && run.stderr.ends_with("error: fair Boolean rules need two classes, not 3\n"), "{run:?}");
}

/// Boolean rules that a reader of the report finds to be alike: where each row of the negative
/// class meets one rule at most, the errors that the method counts are those of predictions.
#[test]
fn fair_boolean_rules() {
    let folder = Folder::new();
    people(&folder);
    let base = "fit people.csv --target y --group sex --ignore race,age --method boolean --complexity 4 --quiet --json";
    let base: Vec<&str> = base.split(' ').collect();
    let fit = |flags: &str| folder.ok(&[&base[..], &flags.split(' ').collect::<Vec<_>>()].concat()).json();
    let plain = fit("--holdout none")["objective"].as_f64().unwrap();
    for notion in ["equal-opportunity", "equalized-odds"] {
        let asked = format!("--holdout none --fairness {notion} --epsilon");
        let report = fit(&format!("{asked} 0.05 -o m.json"));
        assert!(report["objective"].as_f64().unwrap() >= plain, "{report}");
        // Equal opportunity is about false negatives, which are those of predictions.
        let scores = &report["train"]["fairness"];
        assert!(scores["eop"].as_f64().unwrap() >= 0.95 - 1e-9, "{scores}");
        let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
        assert!(model.to_string().contains(&format!(r#""fairness":"{notion}""#)), "{model}");
        // A rule set that is alike enough without being asked is the same.
        assert_eq!(fit(&format!("{asked} 2"))["objective"].as_f64(), Some(plain));
        let path = format!("--holdout 0.25 --fairness {notion} --epsilon-path 1,0,0.1");
        let points = fit(&path);
        let objectives: Vec<f64> =
            points.as_array().unwrap().iter().map(|point| point["objective"].as_f64().unwrap()).collect();
        assert!(objectives.len() == 3 && objectives.is_sorted_by(|a, b| a >= b), "{objectives:?}");
    }
    let cnf = fit("--holdout none --fairness equalized-odds --epsilon 0.05 --cnf");
    assert!(cnf["objective"].is_number(), "{cnf}");
}

/// Compas by race: misses are as alike as asked, on training rows.
#[test]
fn fair_boolean_rules_for_compas() {
    let Some(shared) = shared() else { return };
    let folder = Folder::new();
    let data = shared.join("compas.csv").display().to_string();
    let args = "--target Two_yr_Recidivism --group Race --method boolean --complexity 5 --time-limit 20 --holdout none";
    let fairness = "--fairness equal-opportunity --epsilon 0.025 --json --quiet";
    let flags: Vec<&str> = args.split(' ').chain(fairness.split(' ')).collect();
    let report = folder.ok(&[&["fit", &data], &flags[..]].concat()).json();
    assert!(report["train"]["fairness"]["eop"].as_f64().unwrap() >= 0.975 - 1e-9, "{report}");
    assert!(report["gap"].is_number(), "{report}");
}

/// The less errors may differ, the more they cost; and the model says what was asked for.
#[test]
fn what_fairness_costs() {
    let folder = Folder::new();
    people(&folder);
    let base =
        ["fit", "people.csv", "--target", "y", "--group", "sex", "--fairness", "odm", "--max-depth", "3", "--quiet"];
    let path = ["--epsilon-path", "1,0,0.05,1", "--holdout", "0.25"];
    let report = folder.ok(&[&base[..], &path, &["--json"]].concat()).json();
    let points = report.as_array().unwrap();
    let numbers = |field: &str| points.iter().map(|point| point[field].as_f64().unwrap()).collect::<Vec<_>>();
    assert_eq!(numbers("epsilon"), [0.0, 0.05, 1.0]);
    let objectives = numbers("objective");
    assert!(objectives.windows(2).all(|pair| pair[0] >= pair[1] - 1e-6 * pair[1]), "{objectives:?}");
    for point in points {
        assert!(point["train"]["fairness"]["odm"].is_number() && point["holdout"]["accuracy"].is_number());
    }
    let text = folder.ok(&[&base[..], &path].concat()).stdout;
    assert!(text.starts_with("epsilon  objective  rules") && text.contains("ODM"), "{text}");
    folder.ok(&[&base[..], &["--epsilon", "0.05", "--holdout", "none", "-o", "m.json"]].concat());
    let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
    assert!(model.to_string().contains(r#""epsilon":0.05"#), "{model}");
    let compare = [&["compare"], &base[1..], &["--epsilon-path", "0,1"]].concat();
    folder.refused(&compare, "compare follows no path");
}

/// The only rules there are serve half of the positives of F and both of M. Lost samples lose 2, so
/// the mean loss of F is
/// 1. It costs least to raise the two losses of M: predictions stay unequal, and `fit` says so.
#[test]
fn losses_that_are_raised() {
    let folder = Folder::new();
    let rows = [("F,1,yes", 10), ("F,0,yes", 10), ("F,0,no", 40), ("M,1,yes", 2), ("M,0,no", 20)];
    let rows = rows.map(|(row, times)| format!("{row}\n").repeat(times));
    folder.file("unequal.csv", format!("sex,x,y\n{}", rows.concat()));
    let base = "fit unequal.csv --target y --positive yes --group sex --fairness eop --holdout none --penalty 0.01";
    let fit = |epsilon: &str, more: &str| {
        let words = format!("{base} --epsilon {epsilon} {more}");
        folder.ok(&words.split_whitespace().collect::<Vec<_>>())
    };
    for (epsilon, raised) in [("0", 2.0), ("0.25", 1.5), ("1", 0.0)] {
        let report = fit(epsilon, "--json").json();
        assert!((report["raised"].as_f64().unwrap() - raised).abs() < 1e-6, "{report}");
        assert!((report["train"]["fairness"]["eop"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{report}");
    }
    assert!(
        fit("0", "").stdout.contains("fairness rows: 2.000000 of that are errors added to groups that fare better")
    );
    assert!(!fit("1", "").stdout.contains("fairness rows"));
}

#[test]
fn too_many_groups_to_be_fair_to() {
    let folder = Folder::new();
    let row = |i: usize| format!("g{},{},{}\n", i % 30, i % 7, ["no", "yes"][i % 2]);
    folder.file("many.csv", format!("g,x,y\n{}", (0..120).map(row).collect::<String>()));
    let fit = ["fit", "many.csv", "--target", "y", "--group", "g", "--holdout", "none", "--epsilon", "0.1"];
    let run = folder.run(&[&fit[..], &["--fairness", "odm"]].concat());
    let says =
        "error: weighted rules can be fair to 24 groups at most, and there are 30: compare fewer columns or ranges\n";
    assert!(run.code == 2 && run.stderr.ends_with(says), "{run:?}");
    let boolean = ["--method", "boolean", "--complexity", "3", "--fairness", "equal-opportunity"];
    folder.ok(&[&fit[..], &boolean].concat());
}

/// Where group and class are one, no row of fairness binds; where a fold lacks a group there is no
/// cross-validation. Either is told, and the model is written.
#[test]
fn nothing_to_be_fair_to() {
    let folder = Folder::new();
    let row = |i: usize| format!("{},{},{}\n", ["a", "b"][i % 2], i % 7, ["no", "yes"][i % 2]);
    folder.file("same.csv", format!("g,x,y\n{}", (0..40).map(row).collect::<String>()));
    let fit = ["fit", "same.csv", "--target", "y", "--group", "g", "--holdout", "none", "--epsilon", "0.1"];
    let alone = |class: &str, group: &str| {
        format!("warn: all rows of class '{class}' are of the group 'g={group}': fairness asks nothing of them\n")
    };
    let rug = folder.ok(&[&fit[..], &["--fairness", "dmc"]].concat()).stderr;
    assert!(rug.contains(&(alone("no", "a") + &alone("yes", "b"))), "{rug}");
    let boolean = ["--method", "boolean", "--complexity", "3", "--fairness", "equal-opportunity"];
    let boolean_says = folder.ok(&[&fit[..], &boolean].concat()).stderr;
    assert!(boolean_says.contains(&alone("yes", "b")) && !boolean_says.contains("'no' are"), "{boolean_says}");
}
