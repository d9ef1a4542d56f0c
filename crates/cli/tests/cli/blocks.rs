//! Rows that are split by a column: no split parts a patient.

use crate::util::{Folder, csv_rows};
use serde_json::Value;

/// The number of patients; each has `VISITS` rows.
const PATIENTS: usize = 24;
const VISITS: usize = 10;

/// Visits of patients. A patient's mark is the same at every visit and says nothing of others, so
/// that a model does well on visits of patients that it knows, and by chance on those of others.
fn visits(folder: &Folder) {
    let mut text = String::from("patient,day,mark,pulse,ill\n");
    for row in 0..PATIENTS * VISITS {
        let patient = row % PATIENTS;
        let ill = ["no", "yes"][(patient * patient / 3 + patient) % 2];
        let day = 1 + row / 20;
        text += &format!("p{patient},2024-01-{day:02},m{patient},{},{ill}\n", row * 37 % 101);
    }
    folder.file("visits.csv", text);
}

const FIT: [&str; 8] = ["fit", "visits.csv", "--target", "ill", "--method", "rules", "-o", "m.json"];

fn fit(folder: &Folder, more: &[&str]) -> Value {
    folder.ok(&[&FIT[..], &["--json", "-q"], more].concat()).json()
}

#[test]
fn held_out_rows_are_of_other_patients() {
    let folder = Folder::new();
    visits(&folder);
    let accuracy = |more: &[&str]| fit(&folder, more)["holdout"]["accuracy"].as_f64().unwrap();
    // The second model, and a share.
    for share in [&[][..], &["--holdout", "0.25"]] {
        let known = accuracy(&[&["--ignore", "patient,day"], share].concat());
        let unknown = accuracy(&[&["--ignore", "day", "--split-by", "patient"], share].concat());
        assert!(known > 0.95 && unknown < 0.8, "{known} {unknown}");
    }
}

#[test]
fn the_column_is_no_feature_and_is_noted() {
    let folder = Folder::new();
    visits(&folder);
    // A column that is left out anyway may still split rows.
    for ignored in ["day,mark", "day,mark,patient"] {
        fit(&folder, &["--split-by", "patient", "--ignore", ignored]);
        let model: Value = serde_json::from_str(&folder.read("m.json")).unwrap();
        assert_eq!(model["settings"]["split_by"], "patient");
        assert!(!folder.read("m.json").contains("p17"));
        let text = folder.ok(&["rules", "m.json"]).stdout;
        assert!(text.contains("Held-out rows and folds keep rows of one patient together."), "{text}");
        folder.ok(&["predict", "m.json", "visits.csv"]);
    }
}

#[test]
fn rows_after_a_day_are_held_out() {
    let folder = Folder::new();
    visits(&folder);
    let late = csv_rows(&folder.read("visits.csv"))[1..].iter().filter(|row| row[1].as_str() > "2024-01-09").count();
    let after = ["--split-by", "day", "--split-after", "2024-01-09", "--ignore", "patient"];
    let report = fit(&folder, &after);
    assert_eq!(report["holdout"]["n"], late);
    assert_eq!(report["train"]["n"], PATIENTS * VISITS - late);
    let text = folder.ok(&["rules", "m.json"]).stdout.replace('\n', " ");
    let says = "In held-out rows day is after 2024-01-09; folds keep rows of one day together.";
    assert!(text.contains(says), "{text}");
    let compare = ["compare", "visits.csv", "--target", "ill", "--method", "rules", "--json", "-q"];
    let table = folder.ok(&[&compare[..], &after].concat()).json();
    assert_eq!(table["rows"][0]["n_test"], late, "{table}");
    let refused = |more: &[&str], says: &str| {
        folder.refused(&[&FIT[..], &["--split-by", "day", "--ignore", "patient"], more].concat(), says);
    };
    refused(&["--split-after", "2025-01-01"], "--split-after 2025-01-01 holds out no row");
    refused(&["--split-after", "2023-01-01"], "--split-after 2023-01-01 holds out every row");
    refused(&["--split-after", "5"], r#"rows cannot be split after "5": column "day" holds "2024-01-01""#);
    refused(&["--split-after", "2024-01-05", "--holdout", "0.2"], "cannot be used with");
}

#[test]
fn cross_validation_keeps_patients_together() {
    let folder = Folder::new();
    visits(&folder);
    let flags =
        "fit visits.csv --target ill --method boolean --ignore day,pulse --complexities 2,20 --folds 4 --json -q";
    let fit = |more: &str| {
        let flags = format!("{flags} {more}");
        folder.ok(&flags.split_whitespace().collect::<Vec<_>>()).json()
    };
    let accuracy = |report: &Value| report["front"].as_array().unwrap().last().unwrap()["scores"][0]["mean"].as_f64();
    let (known, unknown) = (fit("--numeric pulse"), fit("--split-by patient"));
    assert!(accuracy(&known).unwrap() > accuracy(&unknown).unwrap() + 0.2, "{known} {unknown}");
}

#[test]
fn columns_that_cannot_split() {
    let folder = Folder::new();
    visits(&folder);
    let refused = |file: &str, more: &[&str], says: &str| {
        folder.refused(&[&["fit", file, "--target", "ill"], more].concat(), says);
    };
    refused("visits.csv", &["--split-by", "person"], r#"there is no column "person""#);
    refused("visits.csv", &["--split-by", "ill"], "--split-by: ill is the target");
    refused("visits.csv", &["--split-by", "pulse", "--weights", "pulse"], "--split-by: pulse is the column of weights");
    refused("visits.csv", &["--split-by", "mark", "--group", "mark"], "--group: mark is the column to split by");
    refused("visits.csv", &["--split-after", "3"], "--split-by");
    folder.file("held.txt", "0\n1\n");
    let parted = r#"held.txt: rows of "p0" in column "patient" are held out and learned from"#;
    refused("visits.csv", &["--split-by", "patient", "--holdout", "held.txt"], parted);
    folder.file("gap.csv", "who,x,ill\na,1,no\n,2,yes\nb,3,no\n");
    refused(
        "gap.csv",
        &["--split-by", "who"],
        r#"gap.csv: row 1 (from 0): column "who" is missing, and rows are split by it"#,
    );
    folder.file("one.csv", "who,x,ill\na,1,no\na,2,yes\na,3,no\n");
    let one = r#"one.csv: rows cannot be split by column "who": it has the same value in every row"#;
    refused("one.csv", &["--split-by", "who"], one);
}

#[test]
fn edits_keep_rows_of_a_patient_together_if_the_data_name_them() {
    let folder = Folder::new();
    visits(&folder);
    fit(&folder, &["--split-by", "patient", "--ignore", "day", "--size", "12"]);
    let unseen = |data: &str| {
        let edited = folder.ok(&["edit", "m.json", data, "--lock", "1", "--json", "-q"]).json();
        edited["before"]["holdout"]["accuracy"].as_f64().unwrap()
    };
    let without: String =
        folder.read("visits.csv").lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n").collect();
    folder.file("unnamed.csv", without);
    let (known, unknown) = (unseen("unnamed.csv"), unseen("visits.csv"));
    assert!(known > unknown, "{known} {unknown}");
}

#[test]
fn ids_that_repeat_are_hinted_at_unless_their_use_is_said() {
    let folder = Folder::new();
    let row = |i: u32| format!("P-{:03},{},{},{}\n", i * 7 % 90, i % 60, i * 31 % 17, ["a", "b"][i as usize * 3 % 2]);
    folder.file("d.csv", "who,customer_id,x,y\n".to_owned() + &(0..200).map(row).collect::<String>());
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json"];
    let hints = |flags: &[&str]| {
        let said = folder.ok(&[&fit[..], flags].concat()).stderr;
        said.lines().filter(|line| line.contains("ids that repeat")).map(str::to_owned).collect::<Vec<_>>()
    };
    let who = "warn: 'who' looks like ids that repeat: 90 values in 200 rows (--split-by who keeps rows of one value \
               together when quality is measured, --ignore who only leaves the column out)";
    let customer = who.replace("who", "customer_id").replace("90", "60");
    assert_eq!(hints(&[]), [who, customer.as_str()]);
    assert_eq!(hints(&["--split-by", "who"]), Vec::<String>::new());
    assert_eq!(hints(&["--ignore", "who", "--keep", "customer_id"]), Vec::<String>::new());
    assert_eq!(hints(&["--categorical", "who", "--categorical", "customer_id"]), Vec::<String>::new());
}
