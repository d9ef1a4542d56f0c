//! Columns of whole numbers: texts have conditions on whole numbers, all else compares with cut
//! points.

use crate::util::{Folder, predictions};

/// Rows that are of one class where nobody travels along, or just three do.
fn trips(folder: &Folder) -> &Folder {
    let row = |n: u32| {
        let (along, male) = (n % 7, n / 7 % 2);
        let class = if along == 0 || along == 3 { "yes" } else { "no" };
        format!("{along},{male},{}.5,{class}\n", n % 11)
    };
    folder.file("trips.csv", (0..210).map(row).fold("along,male,hours,class\n".to_owned(), |text, row| text + &row))
}

fn fit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let args = ["fit", "trips.csv", "--target", "class", "--positive", "yes", "--method", "boolean", "-o", "m.json"];
    [&args[..], &["--holdout", "none", "--complexity", "5"], more].concat()
}

#[test]
fn conditions_are_on_whole_numbers_and_predictions_as_before() {
    let folder = Folder::new();
    let text = trips(&folder).ok(&fit(&[])).stdout;
    assert!(text.contains("along = 0") && text.contains("along = 3"), "{text}");
    let rules = |format: &str| folder.ok(&["rules", "m.json", "--format", format]).stdout;
    for format in ["text", "markdown", "json"] {
        assert!(rules(format).contains("along = 3") && !rules(format).contains("along <="), "{}", rules(format));
    }
    // Exports compare with the cut points.
    for format in ["sql", "python", "rust"] {
        assert!(rules(format).contains("<= 0") && rules(format).contains("> 2"), "{}", rules(format));
    }
    // Fractions and numbers below those of training are compared with the cut points too.
    folder.file("new.csv", "along,male,hours\n-1,0,1\n0.5,0,1\n2.5,0,1\n3,0,1\n9,0,1\n");
    let new = folder.ok(&["predict", "m.json", "new.csv"]).stdout;
    assert_eq!(predictions(&new), ["yes", "no", "yes", "yes", "no"]);
    let said = |row: &str| folder.ok(&["explain", "m.json", "new.csv", "--row", row]).stdout;
    assert!(said("0").contains("along is -1, at most 0"), "{}", said("0"));
    assert!(said("2").contains("along is 2.5, above 2 and at most 3"), "{}", said("2"));
    assert!(said("3").contains("along is 3\n"), "{}", said("3"));
    // A file without the range is read as ever.
    let file = folder.read("m.json");
    let mut old: serde_json::Value = serde_json::from_str(&file).unwrap();
    for feature in old["features"].as_array_mut().unwrap() {
        feature.as_object_mut().unwrap().remove("whole");
    }
    folder.file("old.json", old.to_string());
    assert_eq!(folder.ok(&["predict", "old.json", "new.csv"]).stdout, new);
    let old = folder.ok(&["rules", "old.json"]).stdout;
    assert!(old.contains("along <= 0") && old.contains("2 < along <= 3"), "{old}");
}

#[test]
fn conditions_are_forbidden_in_both_spellings() {
    let folder = Folder::new();
    trips(&folder);
    let models = ["along = 0", "along <= 0"].map(|condition| {
        folder.ok(&fit(&["--forbid", condition]));
        let rules = folder.ok(&["rules", "m.json", "--format", "json"]).stdout;
        assert!(rules.contains("along = 3") && !rules.contains("along = 0"), "{rules}");
        folder.read("m.json").replace(condition, "")
    });
    assert_eq!(models[0], models[1]);
    for condition in ["along >= 3", "along > 2", "male = 1", "male > 0"] {
        folder.ok(&fit(&["--forbid", condition]));
    }
    let says = "'along >= 9' forbids nothing: the conditions on 'along' are <= and > at 0, 1, 2, 3, 4, 5";
    folder.refused(&fit(&["--forbid", "along >= 9"]), says);
}
