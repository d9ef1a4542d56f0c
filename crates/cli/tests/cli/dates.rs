//! Columns of dates: from a file to rules and back to rows in other forms.

use crate::util::{Folder, Numbers, predictions};
use rulegen::data::DateForm;
use serde_json::Value;

/// The days of people: when they joined and when they were born, and if they stay. Those who joined
/// from July 2021 on mostly leave.
fn people(rows: usize, seed: u64) -> Vec<(f64, Option<f64>, u32, &'static str)> {
    let day = |first: &str, days: f64, part: f64| DateForm::ISO.read(first).unwrap() + (days * part).floor();
    let mut numbers = Numbers(seed);
    let mut person = |row: usize| {
        // A month from 2019 to 2022.
        let month = (48.0 * numbers.next()) as u32;
        let joined = DateForm::first_of_month(2019 + month as i32 / 12, 1 + month % 12).unwrap();
        let born = (!row.is_multiple_of(9)).then(|| day("1950-01-01", 15_000.0, numbers.next()));
        let noise = numbers.next();
        let leaves = (joined >= DateForm::ISO.read("2021-07-01").unwrap()) != (noise < 0.1);
        (joined, born, (noise * 1000.0) as u32 % 10, if leaves { "no" } else { "yes" })
    };
    (0..rows).map(&mut person).collect()
}

/// Writes people with their dates in these forms, and a time behind the first one.
fn write(folder: &Folder, file: &str, people: &[(f64, Option<f64>, u32, &str)], forms: [&str; 2], time: &str) {
    let forms = forms.map(|form| form.parse::<DateForm>().unwrap());
    let row = |(joined, born, visits, stays): &(f64, Option<f64>, u32, &str)| {
        let born = born.map_or(String::new(), |born| forms[1].write(born).unwrap());
        format!("{}{time},{born},{visits},{stays}\n", forms[0].write(*joined).unwrap())
    };
    folder.file(file, people.iter().map(row).fold("joined,born,visits,stays\n".to_owned(), |text, row| text + &row));
}

const FIT: [&str; 15] = [
    "fit",
    "train.csv",
    "--target",
    "stays",
    "--positive",
    "yes",
    "--method",
    "rules",
    "--divisions",
    "1",
    "--size",
    "4",
    "--bins",
    "200",
    "-q",
];

/// A folder with a model of dates, `m.json`, and the rows that it was learned from.
fn fitted() -> Folder {
    let folder = Folder::new();
    write(&folder, "train.csv", &people(400, 1), ["YYYY-MM-DD", "DD/MM/YYYY"], "");
    folder.ok(&[&FIT[..], &["-o", "m.json"]].concat());
    folder
}

#[test]
fn rules_have_dates_and_rows_may_have_them_in_any_form() {
    let folder = fitted();
    let text = folder.ok(&["rules", "m.json"]).stdout;
    assert!(text.contains("joined >= 2021-07-01") || text.contains("joined <= 2021-06-30"), "{text}");
    assert!(text.contains("Read as dates: joined (YYYY-MM-DD), born (DD/MM/YYYY)."), "{text}");
    let new = people(60, 2);
    let predicted = |forms, time| {
        write(&folder, "new.csv", &new, forms, time);
        predictions(&folder.ok(&["predict", "m.json", "new.csv", "-q"]).stdout)
    };
    let expected = predicted(["YYYY-MM-DD", "DD/MM/YYYY"], "");
    assert!(expected.contains(&"yes".to_owned()) && expected.contains(&"no".to_owned()));
    for (forms, time) in [
        (["DD.MM.YYYY", "YYYY-MM-DD"], ""),
        (["DD.MM.YYYY", "DD-MM-YYYY"], " 10:00"),
        (["YYYY/MM/DD", "DD.MM.YYYY"], " 23:59:59"),
        (["YYYY-MM-DD", "MM-DD-YYYY"], "T00:30:00+02:00"),
    ] {
        assert_eq!(predicted(forms, time), expected, "{forms:?}");
    }
    // One row leaves open which part is the day: the model knows.
    folder.file("one.csv", "joined,born,visits,stays\n2020-05-06,05/06/1970,1,yes\n");
    folder.file("same.csv", "joined,born,visits,stays\n2020-05-06,1970-06-05,1,yes\n");
    let explained = |file: &str| {
        let said = folder.ok(&["explain", "m.json", file, "--row", "0"]).stdout;
        said.replace("05/06/1970", "1970-06-05")
    };
    assert_eq!(explained("one.csv"), explained("same.csv"));
    assert!(explained("one.csv").contains("joined is 2020-05-06, at "), "{}", explained("one.csv"));
}

#[test]
fn other_cells_are_refused() {
    let folder = fitted();
    let refused = |cell: &str, says: &str| {
        folder.file("bad.csv", format!("joined,born,visits,stays\n{cell},01/01/1970,1,yes\n{cell},,1,no\n"));
        let says = format!("bad.csv: column 'joined' is of dates in the model but holds {says}");
        folder.refused(&["predict", "m.json", "bad.csv"], &says);
    };
    refused("soon", "words in the data, such as 'soon'");
    refused("20240305", "numbers in the data, such as '20240305'");
    refused("1/2/2020", "dates whose day and month may change places in the data, such as '1/2/2020'");
    folder.file("dates.csv", "joined,born,visits,stays\n2020-01-01,,2020-01-01,yes\n");
    folder.ok(&[&FIT[..], &["-o", "visits.json", "--ignore", "joined,born"]].concat());
    folder.refused(
        &["predict", "visits.json", "dates.csv"],
        "dates.csv: row 0 (from 0, line 2), column \"visits\": \"2020-01-01\" is not a number",
    );
}

#[test]
fn conditions_on_dates_can_be_forbidden_added_and_made_monotone() {
    let folder = fitted();
    for condition in ["joined > 2021-06-30", "joined >= 2021-07-01"] {
        let with = ["-o", "without.json", "--forbid", condition];
        folder.ok(&[&FIT[..], &with].concat());
        let rules = folder.ok(&["rules", "without.json", "--format", "json"]).stdout;
        assert!(!rules.contains("joined >= 2021-07-01"), "{rules}");
    }
    let says = "'joined > 2021-06-29' forbids nothing: the conditions on 'joined' are <= and > at 20";
    folder.refused(&[&FIT[..], &["--forbid", "joined > 2021-06-29"]].concat(), says);
    folder.ok(&[&FIT[..], &["-o", "falls.json", "--monotone", "joined:-"]].concat());
    assert!(folder.ok(&["rules", "falls.json"]).stdout.contains("Monotone columns: joined:-."));
    let edit = ["edit", "m.json", "train.csv", "-o", "edited.json", "-q", "--add"];
    folder.ok(&[&edit[..], &["if 2020-02-01 <= joined <= 2020-02-29 and born > 31/12/1969 then +1"]].concat());
    let text = folder.ok(&["rules", "edited.json"]).stdout.replace("\n           and", " and");
    assert!(text.contains("2020-02-01 <= joined <= 2020-02-29"), "{text}");
    assert!(text.contains("born >= 1970-01-01"), "{text}");
    folder.ok(&["predict", "edited.json", "train.csv", "-q"]);
    let required = ["-o", "required.json", "--must-have", "if joined >= 2021-12-25 then yes"];
    folder.ok(&[&FIT[..], &required].concat());
    let text = folder.ok(&["rules", "required.json"]).stdout;
    assert!(text.contains("Rules that had to be in: if joined >= 2021-12-25 then yes."), "{text}");
    folder
        .refused(&[&edit[..], &["if joined > 20200201 then +1"]].concat(), "'20200201' is no date, such as 2024-12-31");
}

#[test]
fn columns_stay_categories_where_that_is_asked_for_or_dates_are_ambiguous() {
    let folder = Folder::new();
    let row = |row: usize| format!("{}/{}/2024,2024-0{}-01,{}\n", 1 + row % 5, 1 + row % 3, 1 + row % 3, row % 2);
    folder.file("train.csv", (0..60).map(row).fold("open,month,stays\n".to_owned(), |text, row| text + &row));
    let fit = ["fit", "train.csv", "--target", "stays", "--method", "rules", "-o", "m.json"];
    let kinds = || {
        let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
        let features = model["features"].as_array().unwrap().iter();
        features.map(|feature| feature["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let run = folder.ok(&fit);
    let says = "warn: column 'open' is read as categories: \"1/1/2024\" and its other dates leave open which part is the \
                day and which the month (write them as 2024-12-31, --categorical open says that it is meant so)";
    assert!(run.stderr.lines().any(|line| line == says), "{run:?}");
    assert_eq!(kinds(), ["categorical", "dates"]);
    let run = folder.ok(&[&fit[..], &["--categorical", "open,month"]].concat());
    assert!(!run.stderr.contains("read as categories"), "{run:?}");
    assert_eq!(kinds(), ["categorical", "categorical"]);
    folder.ok(&["predict", "m.json", "train.csv", "-q"]);
}

#[test]
fn rows_are_split_after_a_moment() {
    let folder = Folder::new();
    let row = |row: usize| format!("2024-01-01T{:02}:00,{},{}\n", row % 24, row % 7, ["a", "b"][(row / 3) % 2]);
    folder.file("train.csv", (0..120).map(row).fold("at,x,class\n".to_owned(), |text, row| text + &row));
    let fit = ["fit", "train.csv", "--target", "class", "--method", "rules", "--json", "-q", "-o", "m.json"];
    let report = folder.ok(&[&fit[..], &["--split-by", "at", "--split-after", "2024-01-01T19:00"]].concat()).json();
    assert_eq!(report["holdout"]["n"], 20);
}

#[test]
fn days_that_do_not_exist_are_named() {
    let folder = Folder::new();
    write(&folder, "train.csv", &people(400, 1), ["DD.MM.YYYY", "DD/MM/YYYY"], "");
    folder.ok(&[&FIT[..], &["-o", "m.json"]].concat());
    folder.file("bad.csv", "joined,born,visits,stays\n01.02.2021,,1,yes\n31.02.2023,,1,no\n");
    let says = "column 'joined' is of dates in the model but holds dates that do not exist in the data, such as \
                '31.02.2023' in row 1 (from 0)";
    folder.refused(&["predict", "m.json", "bad.csv"], says);
    folder.refused(&["evaluate", "m.json", "bad.csv"], says);
    let forbid = [&FIT[..], &["-o", "without.json", "--forbid"]].concat();
    let says = "'joined > 31.02.2023' forbids nothing: '31.02.2023' is no date, such as 2024-12-31 or 31.12.2024";
    folder.refused(&[&forbid[..], &["joined > 31.02.2023"]].concat(), says);
    folder.ok(&[&forbid[..], &["joined >= 01.07.2021"]].concat());
    assert!(!folder.read("without.json").contains("joined >= 2021-07-01"));
    let add = ["edit", "m.json", "train.csv", "-o", "edited.json", "-q", "--add", "if joined > 31.02.2023 then +1"];
    folder.refused(&add, "'31.02.2023' is no date, such as 2024-12-31 or 31.12.2024");
}

#[test]
fn dates_that_leave_the_day_open_are_said_to_be_read_as_in_training() {
    let folder = Folder::new();
    let row = |row: usize| {
        let (day, month, year) = (1 + row % 28, 1 + row * 7 % 12, 2019 + row % 4);
        format!("{day:02}/{month:02}/{year},{}\n", if year < 2021 { "yes" } else { "no" })
    };
    folder.file("train.csv", (0..200).map(row).fold("joined,stays\n".to_owned(), |text, row| text + &row));
    folder.ok(&[&FIT[..], &["-o", "m.json"]].concat());
    folder.file("open.csv", "joined,stays\n05/06/2020,yes\n01/02/2022,no\n");
    let says = "warn: dates in 'joined' leave open which part is the day and which the month: they are read as \
                DD/MM/YYYY, as in training, such as \"05/06/2020\"";
    for args in [&["predict", "m.json", "open.csv"][..], &["evaluate", "m.json", "open.csv"]] {
        let said = folder.ok(args).stderr;
        assert_eq!(said.lines().filter(|line| *line == says).count(), 1, "{said}");
    }
    folder.file("clear.csv", "joined,stays\n15/06/2020,yes\n01/02/2022,no\n");
    assert!(!folder.ok(&["predict", "m.json", "clear.csv"]).stderr.contains("leave open"));
}

#[test]
fn rows_are_split_after_a_date_in_the_form_of_the_file() {
    let folder = Folder::new();
    let mut held_out = Vec::new();
    for (form, after) in [("YYYY-MM-DD", "2021-07-01"), ("DD.MM.YYYY", "01.07.2021"), ("YYYY/MM/DD", "2021-07-01")] {
        write(&folder, "train.csv", &people(400, 1), [form, "YYYY-MM-DD"], "");
        let split = ["--split-by", "joined", "--split-after", after, "--json", "-o", "m.json"];
        held_out.push(folder.ok(&[&FIT[..], &split].concat()).json()["holdout"]["n"].clone());
    }
    assert!(held_out[0].as_u64().unwrap() > 50 && held_out.iter().all(|n| *n == held_out[0]), "{held_out:?}");
    let says = "rows cannot be split after \"31.02.2021\": column \"joined\" holds ";
    folder.refused(&[&FIT[..], &["--split-by", "joined", "--split-after", "31.02.2021"]].concat(), says);
}
