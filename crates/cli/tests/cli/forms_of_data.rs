//! Forms of data, from fit to predict.

use crate::util::{Folder, Run, csv_rows, fixture, predictions};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// Fits `d.csv` for `y`, and returns the predictions of the model on it.
fn fit_and_predict(folder: &Folder, flags: &[&str]) -> Vec<String> {
    let all = [&["fit", "d.csv", "--target", "y", "-o", "m.json", "--holdout", "none", "--penalty", "0.1"], flags];
    folder.ok(&all.concat());
    predictions(&folder.ok(&["predict", "m.json", "d.csv"]).stdout)
}

/// The cells of the last column of a CSV file, without the header.
fn last_column(text: &str) -> Vec<String> {
    csv_rows(text).into_iter().skip(1).map(|mut row| row.pop().expect("a cell")).collect()
}

#[test]
fn labels_with_commas_quotes_and_newlines() {
    let folder = Folder::new();
    let data = fixture("awkward.csv");
    folder.ok(&["fit", &data, "--target", "answer", "-o", "m.json", "--penalty", "0.1", "--holdout", "none"]);
    let predicted = predictions(&folder.ok(&["predict", "m.json", &data]).stdout);
    assert_eq!(predicted, folder.library_predictions("m.json", Path::new(&data)));
    for label in ["no, thanks", "ask \"again\"\nlater", "yes"] {
        assert!(predicted.iter().any(|p| p == label), "{label:?} is never predicted");
    }
    folder.ok(&["predict", "m.json", &data, "-o", "p.csv"]);
    assert_eq!(predictions(&folder.read("p.csv")), predicted);
    // The label's line break would break the text of the rules.
    let rules = folder.ok(&["rules", "m.json"]).stdout;
    assert!(rules.contains(r#"  "ask \"again\"\nlater"  "#), "{rules}");
    let table = rules.split("\n\n").nth(1).unwrap();
    assert!(table.lines().all(|line| line.starts_with(' ') || line.starts_with(char::is_numeric)), "{rules}");
    let json = folder.ok(&["rules", "m.json", "--format", "json"]).json();
    assert!(json["classes"].as_array().unwrap().iter().any(|class| class == "ask \"again\"\nlater"));
    let truth = last_column(&std::fs::read_to_string(&data).unwrap());
    let right = truth.iter().zip(&predicted).filter(|(t, p)| t == p).count();
    let accuracy = folder.ok(&["evaluate", "m.json", &data, "--json"]).json()["accuracy"].as_f64().unwrap();
    assert_eq!(accuracy, right as f64 / truth.len() as f64);
}

#[test]
fn one_table_in_many_files() {
    let folder = Folder::new();
    let plain = std::fs::read_to_string(fixture("iris.csv")).unwrap();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "m.json"]);
    let model = folder.read("m.json");
    let gzipped = {
        // One stored block a piece: gzip without a compressor.
        let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
        bytes.push(1);
        let length = u16::try_from(plain.len()).expect("iris is small");
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(plain.as_bytes());
        bytes.extend(crc32(plain.as_bytes()).to_le_bytes());
        bytes.extend(u32::from(length).to_le_bytes());
        bytes
    };
    let forms: [(&str, Vec<u8>); 5] = [
        ("bom.csv", format!("\u{feff}{plain}").into_bytes()),
        ("semicolons.csv", plain.replace(',', ";").into_bytes()),
        ("tabs.tsv", plain.replace(',', "\t").into_bytes()),
        ("windows.csv", plain.replace('\n', "\r\n").into_bytes()),
        ("packed.csv.gz", gzipped),
    ];
    for (name, bytes) in forms {
        folder.file(name, bytes).ok(&["fit", name, "--target", "species", "-o", "other.json"]);
        assert_eq!(folder.read("other.json"), model, "{name}");
        let predicted = folder.ok(&["predict", "m.json", name]).stdout;
        assert_eq!(predicted, folder.ok(&["predict", "m.json", &fixture("iris.csv")]).stdout, "{name}");
    }
}

/// The checksum of gzip, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

#[test]
fn standard_input() {
    let folder = Folder::new();
    let plain = std::fs::read(fixture("iris.csv")).unwrap();
    let piped = |args: &[&str]| {
        let mut command = folder.command(args);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        child.stdin.take().expect("it is piped").write_all(&plain).unwrap();
        Run::of(child.wait_with_output().unwrap())
    };
    assert_eq!(piped(&["fit", "-", "--target", "species", "-o", "piped.json"]).code, 0);
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "m.json"]);
    assert_eq!(folder.read("piped.json"), folder.read("m.json"));
    let from_file = folder.ok(&["predict", "m.json", &fixture("iris.csv")]).stdout;
    assert_eq!(piped(&["predict", "m.json", "-"]).stdout, from_file);
    assert_eq!(piped(&["evaluate", "m.json", "-"]).code, 0);
}

#[test]
fn missing_cells_and_unseen_categories() {
    let folder = Folder::new();
    let mut text = String::from("a,c,y\n");
    for i in 0..60 {
        // The class shows in what is missing: nothing else tells.
        text += if i % 3 == 0 { ",red,gone\n" } else { "1,,here\n" };
    }
    folder.file("d.csv", &text);
    assert_eq!(fit_and_predict(&folder, &[]), last_column(&text));
    assert!(
        folder.read("m.json").contains("\"is\": \"missing\"") || folder.read("m.json").contains("\"is\": \"present\"")
    );

    // Training saw no missing cell; prediction does, and a colour that is new.
    let text: String = (0..60).map(|i| ["1,red,p\n", "2,blue,q\n", "3,green,r\n"][i % 3]).collect();
    folder.file("d.csv", format!("a,c,y\n{text}"));
    fit_and_predict(&folder, &["--ignore", "a"]);
    folder.file("new.csv", "c\nred\nmauve\n\"\"\nblue\n");
    let predicted = predictions(&folder.ok(&["predict", "m.json", "new.csv"]).stdout);
    assert_eq!(predicted, folder.library_predictions("m.json", &folder.path("new.csv")));
    assert_eq!((predicted[0].as_str(), predicted[3].as_str()), ("p", "q"));
}

#[test]
fn three_hundred_classes() {
    let folder = Folder::new();
    let mut text = String::from("a,b,y\n");
    for k in 0..300 {
        text += &format!("{},{},class {k}\n", k % 20, k / 20).repeat(2);
    }
    folder.file("d.csv", &text);
    let predicted = fit_and_predict(&folder, &["--max-depth", "30", "--iterations", "3", "--weight-threshold", "0"]);
    assert_eq!(predicted.len(), 600);
    let right = last_column(&text).iter().zip(&predicted).filter(|(t, p)| t == p).count();
    assert!(right > 500, "{right} of 600 are right");
    let report = folder.ok(&["evaluate", "m.json", "d.csv", "--json"]).json();
    assert_eq!(report["accuracy"].as_f64().unwrap(), right as f64 / 600.0);
    assert!(report["f1"].is_null());
}

#[test]
fn weights_stand_for_repeated_rows() {
    let folder = Folder::new();
    let rows = [("1", 3, "p"), ("1", 1, "q"), ("2", 2, "q"), ("2", 5, "p"), ("3", 4, "q"), ("3", 0, "p")];
    let weighted: String = rows.iter().map(|(a, w, y)| format!("{a},{w},{y}\n")).collect();
    let repeated: String = rows.iter().map(|(a, w, y)| format!("{a},{y}\n").repeat(*w)).collect();
    folder.file("weighted.csv", format!("a,w,y\n{weighted}")).file("repeated.csv", format!("a,y\n{repeated}"));
    let common = ["--target", "y", "--holdout", "none", "--penalty", "0.1"];
    folder.ok(&[&["fit", "weighted.csv", "--weights", "w", "-o", "weighted.json"], &common[..]].concat());
    folder.ok(&[&["fit", "repeated.csv", "-o", "repeated.json"], &common[..]].concat());
    assert_eq!(folder.read("weighted.json"), folder.read("repeated.json"));
    folder.refused(&["fit", "weighted.csv", "--target", "y", "--weights", "y"], "\"y\"");
}

#[test]
fn balanced_classes_are_not_drowned() {
    let folder = Folder::new();
    // One in ten is rare, and of the rows where a = 1 one in three is.
    let rows = (0..300).map(|i| {
        if i % 10 == 0 {
            "1,rare\n"
        } else if i % 10 < 3 {
            "1,common\n"
        } else {
            "2,common\n"
        }
    });
    folder.file("d.csv", format!("a,y\n{}", rows.collect::<String>()));
    let rare = |predicted: Vec<String>| predicted.iter().filter(|p| *p == "rare").count();
    assert_eq!(rare(fit_and_predict(&folder, &[])), 0);
    assert_eq!(rare(fit_and_predict(&folder, &["--class-weight", "balanced"])), 90);
}

#[test]
fn codes_that_are_numbers() {
    let folder = Folder::new();
    let text: String =
        (0..80).map(|i| format!("{},{}\n", i % 8, if [1, 4, 6].contains(&(i % 8)) { "p" } else { "q" })).collect();
    folder.file("d.csv", format!("code,y\n{text}"));
    let predicted = fit_and_predict(&folder, &["--categorical", "code"]);
    assert_eq!(predicted, last_column(&folder.read("d.csv")));
    let model = folder.read("m.json");
    assert!(model.contains("\"kind\": \"categorical\"") && !model.contains("\"kind\": \"numeric\""), "{model}");
    // An unseen code, and a file in which the column holds words: categories all the same.
    folder.file("new.csv", "code\n1\n99\nwords\n");
    assert_eq!(predictions(&folder.ok(&["predict", "m.json", "new.csv"]).stdout)[0], "p");
}

/// pandas writes booleans as True and False, this program as true and false, and others as 1 and 0.
#[test]
fn booleans_mean_the_same_in_every_form() {
    let folder = Folder::new();
    let forms = [["False", "True"], ["false", "true"], ["0", "1"], ["0.0", "1.0"]];
    for (number, form) in forms.iter().enumerate() {
        let row =
            |i: usize| format!("{},{},{}\n", form[i % 2], i % 7, ["no", "yes"][usize::from(i % 2 == 1 && i % 7 > 2)]);
        folder.file(&format!("{number}.csv"), format!("flag,n,y\n{}", (0..140).map(row).collect::<String>()));
    }
    let labels = last_column(&folder.read("0.csv"));
    for learned in 0..forms.len() {
        folder.ok(&["fit", &format!("{learned}.csv"), "--target", "y", "--holdout", "none", "-o", "m.json"]);
        for came in 0..forms.len() {
            let done = folder.ok(&["predict", "m.json", &format!("{came}.csv")]);
            assert_eq!(predictions(&done.stdout), labels, "{learned}.csv, {came}.csv");
            assert!(!done.stderr.contains("not seen"), "{}", done.stderr);
        }
        folder.file("other.csv", "flag,n,y\nmaybe,5,no\nTrue,5,yes\n");
        folder
            .refused(&["predict", "m.json", "other.csv"], "in the model but holds words in the data, such as 'maybe'");
        folder.refused(&["evaluate", "m.json", "other.csv"], "column 'flag' is ");
        folder.refused(&["explain", "m.json", "other.csv", "--row", "1"], "column 'flag' is ");
    }
}

#[test]
fn files_without_header_and_other_words_for_missing() {
    let folder = Folder::new();
    let text: String =
        (0..40).map(|i| format!("{}.5,{},{}\n", i, if i % 4 == 0 { "-9" } else { "1" }, i / 20)).collect();
    folder.file("d.csv", text);
    folder.ok(&[
        "fit",
        "d.csv",
        "--no-header",
        "--target",
        "x3",
        "--missing",
        "-9",
        "-o",
        "m.json",
        "--penalty",
        "0.1",
    ]);
    let predicted = predictions(&folder.ok(&["predict", "m.json", "d.csv", "--no-header", "--missing", "-9"]).stdout);
    assert_eq!(predicted.iter().filter(|p| *p == "1").count(), 20);
    assert!(folder.read("m.json").contains("\"missing_seen\": true"));
}

#[test]
fn columns_that_are_not_read_may_be_in_latin_1() {
    let folder = Folder::new();
    let row = |i: u32| [format!("Ren{},", char::from(b'a' + i as u8 % 7)).as_bytes(), b"\xe9,"].concat();
    let rest = |i: u32| format!("{},{}\n", 20 + i * 7 % 31, if i * 7 % 31 > 15 { "a" } else { "b" });
    let rows = (0..100).flat_map(|i| [row(i), rest(i).into_bytes()].concat());
    folder.file("d.csv", b"name,note,age,y\n".iter().copied().chain(rows).collect::<Vec<u8>>());
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.json"];
    let says =
        "d.csv: row 0 (from 0, line 2), column \"note\": the cell is not valid UTF-8: the file seems to be in Latin-1";
    folder.refused(&fit, says);
    folder.ok(&[&fit[..], &["--ignore", "note"]].concat());
    folder.ok(&["predict", "m.json", "d.csv"]);
    folder.ok(&["evaluate", "m.json", "d.csv"]);
    folder.refused(&[&fit[..], &["--ignore", "nothing"]].concat(), "there is no column \"nothing\"");
}
