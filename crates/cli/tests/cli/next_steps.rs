//! Messages that name the next step.

use crate::util::{Folder, assert_one_error, fixture};

/// Two hundred customers with a date, of whom the old pay.
fn customers() -> String {
    let row = |i: u32| {
        let (age, month, day) = (18 + i * 7 % 61, 1 + i % 12, 1 + i % 28);
        let pays = if age > 45 || i.is_multiple_of(9) { "yes" } else { "no" };
        format!("C-{i},{age},2024-{month:02}-{day:02},{},{pays}\n", ["a", "b"][i as usize % 2])
    };
    std::iter::once("id,age,since,sex,pays\n".to_owned()).chain((0..200).map(row)).collect()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("d.csv", customers());
    folder
}

#[test]
fn flags_of_other_programs_lead_to_those_that_there_are() {
    let folder = folder();
    let fit = ["fit", "d.csv", "--target", "pays", "--method", "rules"];
    for (flags, says) in [
        (&["--boolean"][..], "there is no flag --boolean: --method boolean learns Boolean rules"),
        (&["--id", "id"], "there is no flag --id: --ignore COLUMN leaves a column out"),
        (&["--exclude", "id"], "there is no flag --exclude: --ignore COLUMN leaves a column out"),
        (&["--drop", "id"], "there is no flag --drop: --ignore COLUMN leaves a column out"),
        (&["--cross-validation", "5"], "--folds K sets the folds that choose the size"),
        (&["--test-size", "0.2"], "there is no flag --test-size: --holdout SHARE|FILE holds rows out"),
        (&["--test=0.2"], "there is no flag --test: --holdout SHARE|FILE holds rows out"),
        (&["--frobnicate"], "unexpected argument '--frobnicate' found"),
        (&["--cv", "3"], "there is no flag --cv: --folds K sets the folds that choose the size"),
    ] {
        folder.refused(&[&fit[..], flags].concat(), says);
    }
    let size = ["fit", "d.csv", "--target", "pays", "--method", "rug", "--size", "3"];
    folder.refused(&size, "--size is no flag of --method rug: --max-rules K is the most rules it may have");
    folder
        .refused(&["predict", "--model", "m.json", "d.csv"], "there is no flag --model: the model file stands before");
    folder
        .refused(&["export", "m.json"], "there is no subcommand export: `rules MODEL --format FORMAT` exports a model");
}

#[test]
fn shares_where_a_file_of_rows_is_needed() {
    let folder = folder();
    folder.ok(&["fit", "d.csv", "--target", "pays", "--method", "rules", "-o", "m.json"]);
    let says =
        "0.2: a file of row numbers is needed here, one a line, from 0 to 199 (`fit --holdout` takes the same file)";
    folder.refused(&["report", "m.json", "d.csv", "-o", "r.html", "--holdout", "0.2"], says);
    folder.refused(&["plot", "roc", "m.json", "d.csv", "-o", "r.svg", "--holdout", "0.2"], says);
    folder.refused(&["points", "m.json", "d.csv", "--holdout", "0.2"], says);
    folder.refused(&["points", "m.json", "d.csv", "--holdout", "20%"], "20%: a file of row numbers is needed here");
}

#[test]
fn flags_that_conflict_or_need_another() {
    let folder = folder();
    let fit = ["fit", "d.csv", "--target", "pays", "--method", "rules"];
    folder.refused(&[&fit[..], &["--ignore", "age,pays"]].concat(), "--ignore pays: pays is the target");
    folder.refused(
        &[&fit[..], &["--ignore", "age", "--weights", "age"]].concat(),
        "--ignore age: age is the column of weights",
    );
    folder.refused(
        &[&fit[..], &["--group", "sex", "--fairness", "dmc", "--epsilon", "0.1"]].concat(),
        "--fairness dmc needs --loss hinge",
    );
    folder.refused(
        &[&fit[..], &["--proof", "m.proof"]].concat(),
        "'since' is a column of dates: leave that out (--ignore since on the command line)",
    );
    let only_id = ["fit", "d.csv", "--target", "pays", "--ignore", "age,since,sex"];
    folder.refused(&only_id, "left out (name it in --keep to keep it)");
}

#[test]
fn targets_and_labels_that_are_none() {
    let folder = folder();
    let many: String = (0..1200).map(|i| format!("n{i},{}\n", i % 7)).collect();
    folder.file("many.csv", format!("name,x\n{many}"));
    let says = "the target \"name\" has 1200 classes, more than 1000: name a column of few classes, or make one of it";
    folder.refused(&["fit", "many.csv", "--target", "name"], says);
    let names: String = (0..200).map(|i| format!("n{i},{}\n", i % 7)).collect();
    folder.file("customers.csv", format!("name,x\n{names}"));
    let says = "the target \"name\" names rows: 200 of its 200 classes have one row each, from which nothing can be";
    folder.refused(&["fit", "customers.csv", "--target", "name"], says);
    folder.ok(&["fit", "d.csv", "--target", "pays", "-o", "m.json"]);
    folder.file("other.csv", customers().replace(",yes\n", ",1\n"));
    let run = folder.run(&["evaluate", "m.json", "other.csv"]);
    assert_one_error(&run, "the label \"1\" is not one of the classes \"no\", \"yes\"");
}

#[test]
fn headers_in_latin_1_have_a_number_and_not_a_name() {
    let folder = Folder::new();
    folder.file("d.csv", b"a,y,Gr\xf6\xdfe\n1,p,2\n2,q,3\n");
    folder.refused(
        &["fit", "d.csv", "--target", "y"],
        "line 1, column 3: the name is not valid UTF-8: the file seems to be in Latin-1",
    );
}

#[test]
fn a_file_without_rows_has_no_predictions() {
    let folder = folder();
    folder.ok(&["fit", "d.csv", "--target", "pays", "--method", "rules", "-o", "m.json"]);
    let header = customers().lines().next().unwrap().to_owned() + "\n";
    folder.file("none.csv", &header).file("less.csv", "id,sex\n");
    let run = folder.ok(&["predict", "m.json", "none.csv", "--id", "id", "--scores", "--probabilities"]);
    assert_eq!(run.stdout, "id,prediction,score no,score yes,probability no,probability yes\n");
    assert_eq!(run.stderr, "warn: none.csv has a header but no rows\n");
    let whole = folder.ok(&["predict", "m.json", "d.csv", "--id", "id", "--scores", "--probabilities"]).stdout;
    assert_eq!(whole.lines().next(), run.stdout.lines().next());
    folder.refused(&["predict", "m.json", "less.csv"], "there is no column \"age\"");
    folder.refused(&["fit", "none.csv", "--target", "pays"], "none.csv has a header but no rows");
}

/// Classes that have no rows have no precision and no recall.
#[test]
fn classes_without_rows_have_no_shares() {
    let folder = folder();
    folder.ok(&["fit", "d.csv", "--target", "pays", "--method", "rules", "-o", "m.json"]);
    let lines: Vec<String> = customers().lines().filter(|line| !line.ends_with(",yes")).map(str::to_owned).collect();
    folder.file("no.csv", lines.join("\n") + "\n");
    let text = folder.ok(&["evaluate", "m.json", "no.csv"]).stdout;
    let cells = |name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        line[name.len()..].split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(cells("yes"), ["0", "-", "-", "-"]);
    for name in ["precision of yes", "recall of yes", "F1 of yes"] {
        assert_eq!(cells(name), ["-"], "{text}");
    }
    assert!(cells("no ").iter().all(|cell| cell != "-"), "{text}");
}

#[test]
fn the_mean_cost_of_a_row_stands_beside_its_threshold() {
    let folder = folder();
    let fit = ["fit", "d.csv", "--target", "pays", "--method", "rules", "--holdout", "0.3", "-o", "m.json"];
    let fitted = folder.ok(&[&fit[..], &["--error-costs", "5,1"]].concat());
    assert!(fitted.stdout.contains("\nmean cost of a row"), "{}", fitted.stdout);
    let json = folder.ok(&[&fit[..], &["--error-costs", "5,1", "--json"]].concat()).json();
    assert!(json["train"]["mean_cost"].is_number() && json["holdout"]["mean_cost"].is_number(), "{json:#}");

    // The costs of the rows, one by one.
    let cost = |[missed, false_alarm]: [f64; 2], flags: &[&str]| {
        let predicted = crate::util::predictions(&folder.ok(&["predict", "m.json", "d.csv"]).stdout);
        let rows = customers();
        let labels = rows.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
        let cost = |(predicted, label): (String, &str)| match (predicted.as_str(), label) {
            ("no", "yes") => missed,
            ("yes", "no") => false_alarm,
            _ => 0.0,
        };
        let expected = predicted.into_iter().zip(labels).map(cost).sum::<f64>() / 200.0;
        let json = folder.ok(&[&["evaluate", "m.json", "d.csv", "--json"][..], flags].concat()).json();
        assert!((json["mean_cost"].as_f64().unwrap() - expected).abs() < 1e-12, "{json:#} {expected}");
    };
    cost([5.0, 1.0], &[]);
    folder.ok(&["report", "m.json", "d.csv", "-o", "r.html"]);
    assert!(folder.read("r.html").contains("Mean cost of a row"));
    // Others for one evaluation, of a model that has none.
    folder.ok(&[&fit[..], &["--threshold", "0.25"]].concat());
    cost([3.0, 1.0], &["--error-costs", "3,1"]);
    let plain = folder.ok(&["evaluate", "m.json", "d.csv", "--json"]).json();
    assert!(plain.get("mean_cost").is_none(), "{plain:#}");
    let both = ["evaluate", "m.json", "d.csv", "--error-costs", "3,1", "--threshold", "0.2"];
    folder.refused(&both, "cannot be used with");
}

#[test]
fn edits_take_a_number_of_threads() {
    let folder = folder();
    folder.ok(&["fit", "d.csv", "--target", "pays", "--method", "rules", "-o", "m.json"]);
    folder.ok(&["edit", "m.json", "d.csv", "--drop", "1", "--threads", "1", "-o", "e.json"]);
    let none = ["edit", "m.json", "d.csv", "--drop", "1", "--threads", "0"];
    folder.refused(&none, "the number of threads must be from 1 to 1024, not 0");
}

/// A bound over sets of Boolean rules is one over those of limited complexity.
#[test]
fn bounds_of_boolean_rules_name_the_limit_on_complexity() {
    let folder = Folder::new();
    let data = fixture("tictactoe.csv");
    let fit = ["fit", &data, "--target", "class", "--method", "boolean", "--complexity", "5", "--holdout", "none"];
    let text = folder.ok(&[&fit[..], &["--max-length", "3", "-o", "m.json"]].concat()).stdout.replace('\n', " ");
    assert!(text.contains("over all sets of rules of at most 3 conditions and complexity at most 5 "), "{text}");
    assert!(text.contains("over all sets of rules of at most 1 condition and complexity at most 5 "), "{text}");
    assert!(text.contains(" of at most 5; linear program"), "{text}");
    folder.ok(&["report", "m.json", &data, "-o", "r.html"]);
    let page = folder.read("r.html");
    assert!(page.contains("in sets of complexity at most 5."), "{page}");
    let text = folder.ok(&fit).stdout.replace('\n', " ");
    assert!(text.contains("over all sets of rules of complexity at most 5 "), "{text}");
}

/// DMC is 1 less a sum of two gaps, or a mean of several.
#[test]
fn the_legend_of_fairness_tells_dmc_apart() {
    let folder = Folder::new();
    for (data, target, group, says) in [
        (
            "tictactoe.csv",
            "class",
            "middle_middle",
            "DMC is 1\n less the gaps of false positives and of false negatives",
        ),
        ("wine.csv", "cultivar", "hue", "DMC is 1\n less the mean of the gaps of the classes"),
    ] {
        let data = fixture(data);
        let fit = ["fit", data.as_str(), "--target", target, "--group", group, "--holdout", "none"];
        let cut: &[&str] = if group == "hue" { &["--group-cuts", "hue=0.9"] } else { &[] };
        let text = folder.ok(&[&fit[..], cut].concat()).stdout;
        assert!(text.contains(says), "{text}");
    }
}
