//! Groups of rows, and how alike they fare.

use crate::real::shared;
use crate::util::{Folder, Numbers, assert_one_error, csv_rows, fixture, predictions, strategy};
use serde_json::Value;

/// The rows of `people.csv`.
const ROWS: usize = 240;

/// People of two sexes (some unknown), three races and many ages, whose class follows `x`; noise
/// blurs it more for F.
pub(crate) fn people(folder: &Folder) {
    let mut numbers = Numbers(5);
    let mut text = String::from("sex,race,age,x,y\n");
    for i in 0..ROWS {
        let sex = if i % 10 == 7 { "" } else { ["F", "M"][i % 2] };
        let (race, age, x) = (["b", "a", "10"][i % 3], 18 + i * 7 % 60, numbers.next());
        let noise = if sex == "F" { 0.3 } else { 0.1 };
        let class = if (x > 0.5) != (numbers.next() < noise) { "yes" } else { "no" };
        text.push_str(&format!("{sex},{race},{age},{x:.3},{class}\n"));
    }
    folder.file("people.csv", text);
}

/// A model of people in `m.json`, learned from x alone.
fn model(folder: &Folder) {
    people(folder);
    let args = "fit people.csv --target y --ignore sex,race,age --holdout none --max-depth 2 -o m.json --quiet";
    folder.ok(&args.split(' ').collect::<Vec<_>>());
}

fn names(fairness: &Value) -> Vec<&str> {
    fairness["groups"].as_array().unwrap().iter().map(|group| group["name"].as_str().unwrap()).collect()
}

fn evaluate(folder: &Folder, flags: &str) -> Value {
    let flags: Vec<&str> = flags.split(' ').collect();
    folder.ok(&[&["evaluate", "m.json", "people.csv", "--json", "--quiet"], &flags[..]].concat()).json()["fairness"]
        .take()
}

#[test]
fn scores_are_those_of_the_predictions() {
    let folder = Folder::new();
    model(&folder);
    let truth = csv_rows(&folder.read("people.csv"));
    let predicted = predictions(&folder.ok(&["predict", "m.json", "people.csv"]).stdout);
    let share = |inside: &dyn Fn(&[String]) -> bool, counts: &dyn Fn(&str, &str) -> bool| {
        let rows: Vec<usize> = (0..ROWS).filter(|&i| inside(&truth[i + 1])).collect();
        (rows.iter().filter(|&&i| counts(&truth[i + 1][4], &predicted[i])).count(), rows.len())
    };
    let fairness = evaluate(&folder, "--group sex");
    assert_eq!(names(&fairness), ["sex=F", "sex=M", "sex is missing"]);
    let mut rates = Vec::new();
    for (group, sex) in fairness["groups"].as_array().unwrap().iter().zip(["F", "M", ""]) {
        let of_class = |class: &'static str| move |row: &[String]| row[0] == sex && row[4] == class;
        let expected = [
            ("error_rate", share(&|row| row[0] == sex, &|label, said| label != said)),
            ("selection_rate", share(&|row| row[0] == sex, &|_, said| said == "yes")),
            ("false_positive_rate", share(&of_class("no"), &|_, said| said == "yes")),
            ("false_negative_rate", share(&of_class("yes"), &|_, said| said == "no")),
        ];
        for (rate, (count, n)) in expected {
            assert_eq!(
                (group[rate]["count"].as_u64(), group[rate]["n"].as_u64()),
                (Some(count as u64), Some(n as u64))
            );
            let [low, high] = [0, 1].map(|end| group[rate]["interval"][end].as_f64().unwrap());
            let share = group[rate]["rate"].as_f64().unwrap();
            assert!(low <= share && share <= high && share == count as f64 / n as f64, "{group}");
        }
        rates.push(expected.map(|(_, (count, n))| count as f64 / n as f64));
    }
    let gap = |rate: usize| {
        let all = rates.iter().map(|rates| rates[rate]);
        all.clone().fold(0.0, f64::max) - all.fold(1.0, f64::min)
    };
    for (score, expected) in
        [("odm", gap(0)), ("dmc", gap(2) + gap(3)), ("eop", gap(3)), ("equalized_odds", gap(2).max(gap(3)))]
    {
        assert!((fairness[score].as_f64().unwrap() - (1.0 - expected)).abs() < 1e-12, "{score}: {fairness}");
    }
    // About the other class, false positives are the false negatives of this one.
    let other = evaluate(&folder, "--group sex --positive no");
    assert_eq!(other["dmc"], fairness["dmc"]);
    assert_eq!(other["groups"][0]["false_positive_rate"], fairness["groups"][0]["false_negative_rate"]);
}

#[test]
fn groups_of_several_columns_and_of_cut_points() {
    let folder = Folder::new();
    model(&folder);
    let of = |flags: &str| names(&evaluate(&folder, flags)).iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(of("--group race"), ["race=10", "race=a", "race=b"]);
    let both = of("--group race,sex");
    assert_eq!(both[..4], ["race=10, sex=F", "race=10, sex=M", "race=10, sex is missing", "race=a, sex=F"]);
    assert_eq!(both.len(), 9);
    let cut = "--group age --group-cuts age=25,45.5";
    assert_eq!(of(cut), ["age <= 25", "25 < age <= 45.5", "age > 45.5"]);
    let cut = "--group age,sex --group-cuts age=40";
    let expected = ["age <= 40, sex=F", "age <= 40, sex=M", "age <= 40, sex is missing", "age > 40, sex=F"];
    assert_eq!(of(cut)[..4], expected);
    // The rows asked for, with groups that have none of them.
    folder.file("rows", "0\n1\n2\n");
    let few = evaluate(&folder, "--group sex --rows rows");
    assert_eq!(names(&few), ["sex=F", "sex=M", "sex is missing"]);
    assert_eq!(few["groups"][2]["n"], 0);
    assert!(few["groups"][2]["error_rate"]["rate"].is_null() && few["groups"][2]["error_rate"]["interval"].is_null());
}

#[test]
fn tables_for_people_to_read() {
    let folder = Folder::new();
    model(&folder);
    let run = folder.ok(&["evaluate", "m.json", "people.csv", "--group", "sex"]);
    for says in
        ["fairness     DMC     ODM     EOP  equalized odds", "by group", "of yes", "\nsex=F ", "\nsex is missing "]
    {
        assert!(run.stdout.contains(says), "{says}: {}", run.stdout);
    }
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    assert!(run.stderr.starts_with("warn: fewer than 30 rows") && run.stderr.contains("'sex is missing'"), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1);
    // With more classes, errors are shown by class.
    let iris = fixture("iris.csv");
    folder.ok(&["fit", &iris, "--target", "species", "-o", "i.json", "--holdout", "none"]);
    let args = ["evaluate", "i.json", &iris, "--group", "petal_width", "--group-cuts", "petal_width=1.6", "--quiet"];
    let text = folder.ok(&args).stdout;
    for says in ["by group", "class", "petal_width > 1.6", "virginica", " -\n"] {
        assert!(text.contains(says), "{says}: {text}");
    }
}

#[test]
fn groups_are_features_only_where_asked_for() {
    let folder = Folder::new();
    let rows: String = (0..80).map(|i| format!("{},{},{}\n", ["F", "M"][i % 2], i / 8, ["p", "q"][i % 2])).collect();
    folder.file("d.csv", format!("sex,x,y\n{rows}"));
    let rules = |flags: &[&str]| {
        let base = ["fit", "d.csv", "--target", "y", "--holdout", "none", "-o", "m.json", "--quiet", "--group", "sex"];
        folder.ok(&[&base[..], flags].concat());
        folder.ok(&["rules", "m.json"]).stdout
    };
    assert!(!rules(&[]).contains("sex"));
    assert!(!rules(&["--ignore", "sex"]).contains("sex"));
    assert!(!rules(&["--ignore", "sex", "--group-as-feature"]).contains("sex"));
    assert!(rules(&["--group-as-feature"]).contains("sex = "));
    // The model uses the column, and is measured by it.
    let report = folder.ok(&["evaluate", "m.json", "d.csv", "--group", "sex", "--json"]).json();
    assert_eq!(report["fairness"]["odm"], 1.0);
}

#[test]
fn fit_tells_the_fairness_of_training_and_held_out_rows() {
    let folder = Folder::new();
    people(&folder);
    folder.file("test", (0..80).map(|i| format!("{}\n", i * 3)).collect::<String>());
    folder.file("train", (0..ROWS).filter(|i| i % 3 > 0).map(|i| format!("{i}\n")).collect::<String>());
    let base = ["fit", "people.csv", "--target", "y", "--group", "sex", "-o", "m.json", "--quiet"];
    let fit = |flags: &[&str]| folder.ok(&[&base[..], flags].concat());
    let report = fit(&["--holdout", "test", "--json"]).json();
    for (set, rows) in [("train", "train"), ("holdout", "test")] {
        let evaluated = evaluate(&folder, &format!("--group sex --rows {rows}"));
        assert_eq!(report[set]["fairness"], evaluated, "{set}");
    }
    let text = fit(&["--holdout", "test"]).stdout;
    for says in ["\ntraining  ", "\nheld out  ", "\n  sex=F "] {
        assert!(text.contains(says), "{says}: {text}");
    }
    // A second model is measured too, and Boolean rules are.
    assert!(fit(&["--json"]).json()["holdout"]["fairness"]["odm"].is_number());
    let boolean = ["--method", "boolean", "--complexities", "2,3", "--holdout", "test", "--max-length", "2", "--json"];
    let report = fit(&boolean).json();
    assert!(report["train"]["fairness"]["dmc"].is_number());
    assert!(report["holdout"]["fairness"]["dmc"].is_number());
    let compared = ["compare", "people.csv", "--target", "y", "--group", "sex", "--quiet"];
    assert!(folder.ok(&compared).stdout.contains("equalized odds"));
    let report = folder.ok(&[&compared[..], &["--json"]].concat()).json();
    assert!(strategy(&report, "tree")["dmc"].is_number());
}

#[test]
fn one_group_is_told() {
    let folder = Folder::new();
    people(&folder);
    let args = "fit people.csv --target y --holdout none --json --group age --group-cuts age=90";
    let run = folder.ok(&args.split(' ').collect::<Vec<_>>());
    assert_eq!(run.stderr, "warn: every row is in the group 'age <= 90': there is nothing to compare\n");
    assert!(run.json()["train"]["fairness"]["odm"].is_null());
}

#[test]
fn groups_that_are_none() {
    let folder = Folder::new();
    model(&folder);
    for (flags, says) in [
        ("--group nose", r#"people.csv: there is no column "nose"; the columns are"#),
        ("--group y", "--group: y is the target"),
        ("--group sex,sex", r#"the group column "sex" is named twice"#),
        ("--group age", r#"the group column "age" has 60 different numbers, from 18 to 77: it needs cut points"#),
        ("--group age", "--group-cuts age=CUT,CUT"),
        ("--group-cuts age=25", "required arguments were not provided: --group <COLS>"),
        ("--group sex --group-cuts age=25", "--group-cuts age=25: age is not in --group"),
        ("--group age --group-cuts age", "--group-cuts age: not of the form COL=CUT,CUT"),
        ("--group age --group-cuts age=", "'' is not a number"),
        ("--group age --group-cuts age=25,old", "'old' is not a number"),
        ("--group age --group-cuts age=NaN", r#"the cut point NaN of column "age" is not a finite number"#),
        ("--group age --group-cuts age=-inf,3", r#"the cut point -inf of column "age" is not a finite number"#),
        ("--group age --group-cuts age=45,25", r#"the cut points of column "age" must ascend, but 25 follows 45"#),
        ("--group age --group-cuts age=1 --group-cuts age=2", "age has its cut points already"),
        ("--group sex --group-cuts sex=1", r#"column "sex" has no cut points: it holds words, such as "F""#),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        folder.refused(&[&["fit", "people.csv", "--target", "y"], &flags[..]].concat(), says);
        let run = folder.run(&[&["evaluate", "m.json", "people.csv"], &flags[..]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        if !says.contains("columns are") {
            assert_one_error(&run, says);
        }
    }
    let fit = ["fit", "people.csv", "--target", "y"];
    for (flags, says) in [
        ("--group-as-feature", "required arguments were not provided: --group <COLS>"),
        ("--weights age --group age --group-cuts age=30", "--group: age is the column of weights"),
        ("--group age --categorical age --group-cuts age=30", r#"column "age" has no cut points"#),
        ("--group sex --ignore race,age,x", "there is no feature column besides the target"),
    ] {
        folder.refused(&[&fit[..], &flags.split(' ').collect::<Vec<_>>()].concat(), says);
    }
}

/// Adult by sex: the published gap is there, whoever learns.
#[test]
fn the_sexes_of_adult() {
    let Some(shared) = shared() else { return };
    let folder = Folder::new();
    let (data, split) = (shared.join("adult.csv"), shared.join("splits/adult.test"));
    let (data, split) = (data.display().to_string(), split.display().to_string());
    let args = "--target income --group sex --iterations 3 --json --holdout";
    let report = folder.ok(&[&["fit", &data], &args.split(' ').collect::<Vec<_>>()[..], &[&split]].concat()).json();
    for (set, n) in [("train", 26_048), ("holdout", 6_513)] {
        let fairness = &report[set]["fairness"];
        assert_eq!(names(fairness), ["sex=0", "sex=1"]);
        let rows = |group: usize| fairness["groups"][group]["n"].as_u64().unwrap();
        assert_eq!(rows(0) + rows(1), n);
        let odm = fairness["odm"].as_f64().unwrap();
        assert!((0.85..0.99).contains(&odm), "{set}: {odm}");
    }
}
