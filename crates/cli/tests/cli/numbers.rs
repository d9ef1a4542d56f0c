//! Numbers as people write them.

use crate::util::{Folder, predictions};
use serde_json::Value;

/// Sixty prices up to 90,000, of which those above 40,000 are dear; rates up to 9.9; kilometres.
fn flats() -> Vec<(u32, u32, u32)> {
    (0..60).map(|i| (200 + i * 7919 % 89_800, i * 31 % 100, 1000 + i * 6151 % 98_000)).collect()
}

/// Digits in groups of three.
fn grouped(number: u32, mark: &str) -> String {
    let (thousands, rest) = (number / 1000, number % 1000);
    if thousands > 0 { format!("{thousands}{mark}{rest:03}") } else { rest.to_string() }
}

fn file(header: &str, row: impl Fn(u32, u32, u32, &str) -> String) -> String {
    let row = |(price, rate, km)| row(price, rate, km, if price > 40_000 { "dear" } else { "cheap" });
    std::iter::once(header.to_owned()).chain(flats().into_iter().map(row)).collect::<Vec<_>>().join("\n") + "\n"
}

fn plain() -> String {
    file("price,rate,km,y", |price, rate, km, y| format!("{price}.25,{}.{},{km},{y}", rate / 10, rate % 10))
}

fn english() -> String {
    file("price,rate,km,y", |price, rate, km, y| {
        format!("\"${}.25\",{}.{}%,\"{}\",{y}", grouped(price, ","), rate / 10, rate % 10, grouped(km, ","))
    })
}

fn german() -> String {
    file("price;rate;km;y", |price, rate, km, y| {
        format!("{},25 €;{},{}%;{};{y}", grouped(price, "."), rate / 10, rate % 10, grouped(km, "."))
    })
}

/// The model and what was said on standard error.
fn fit(folder: &Folder, data: &str, flags: &[&str]) -> (Value, String) {
    let fit = ["fit", data, "--target", "y", "--holdout", "none", "-o", "m.json"];
    let run = folder.ok(&[&fit[..], flags].concat());
    (serde_json::from_str(&folder.read("m.json")).unwrap(), run.stderr)
}

#[test]
fn the_same_numbers_give_the_same_rules_however_they_are_written() {
    let folder = Folder::new();
    folder.file("plain.csv", plain()).file("english.csv", english()).file("german.csv", german());
    let (expected, said) = fit(&folder, "plain.csv", &[]);
    assert!(!said.contains("numbers in") && expected["settings"].get("number_forms").is_none(), "{said}");
    assert!(!expected["rules"].as_array().unwrap().is_empty());
    let (model, said) = fit(&folder, "english.csv", &[]);
    assert_eq!(model["rules"], expected["rules"]);
    for says in [
        "numbers in 'price' are read as written $1,234.5: \"$200.25\" is 200.25 (--decimal and --thousands",
        "numbers in 'rate' are read as written 1,234.5%: \"0.0%\" is 0 ",
        "numbers in 'km' are read as written 1,234.5: \"1,000\" is 1000, not 1 ",
    ] {
        assert_eq!(said.matches(says).count(), 1, "{says}: {said}");
    }
    // The points of kilometres might be decimals, and a line says so. Flags settle it.
    let (_, said) = fit(&folder, "german.csv", &[]);
    let says = "column 'km': \"1.000\" is read as 1, but in files with semicolons points often part thousands: \
                --decimal , reads it as 1000";
    assert!(said.contains(says), "{said}");
    let (model, said) = fit(&folder, "german.csv", &["--decimal", ","]);
    assert_eq!(model["rules"], expected["rules"]);
    assert!(!said.contains("often part"), "{said}");
    // All commands read the numbers as training did.
    let measured = folder.ok(&["evaluate", "m.json", "german.csv", "--json"]);
    assert_eq!((&measured.json()["accuracy"], measured.stderr.as_str()), (&1.0.into(), ""));
    folder.ok(&["report", "m.json", "german.csv", "-o", "r.html"]);
}

#[test]
fn new_data_in_another_form_are_refused() {
    let folder = Folder::new();
    folder.file("plain.csv", plain()).file("english.csv", english()).file("german.csv", german());
    fit(&folder, "english.csv", &[]);
    let says = "german.csv: row 0 (from 0), column \"price\": \"200,25 €\" is not written as the numbers of training, \
                such as $1,234.5";
    folder.refused(&["predict", "m.json", "german.csv"], says);
    folder.refused(&["predict", "m.json", "plain.csv"], "\"200.25\" is not written as the numbers of training");
    let english = predictions(&folder.ok(&["predict", "m.json", "english.csv"]).stdout);
    // Unless flags say how they are written.
    let run = folder.ok(&["predict", "m.json", "german.csv", "--decimal", ",", "--thousands", "."]);
    assert_eq!(predictions(&run.stdout), english);
    // Flags that do not fit are no reason to take cells for missing.
    let other = ["predict", "m.json", "german.csv", "--decimal", "."];
    folder.refused(&other, "column \"price\": \"200,25 €\" is not a number");
    fit(&folder, "plain.csv", &[]);
    folder.refused(
        &["predict", "m.json", "german.csv"],
        "row 0 (from 0, line 2), column \"price\": \"200,25 €\" is not a number",
    );
    // A comma that parts thousands is no decimal comma in new data.
    folder.file(
        "thousands.csv",
        "v,y\n\"1,200\",p\n\"96,240\",q\n".to_owned() + &"\"2,500\",p\n\"80,000\",q\n".repeat(20),
    );
    fit(&folder, "thousands.csv", &["--min-cover", "1"]);
    folder.file("decimals.csv", "v,y\n\"1,5\",p\n");
    folder.refused(&["predict", "m.json", "decimals.csv"], "\"1,5\" is not written as the numbers of training");
}

#[test]
fn flags_do_not_make_percentages_of_shares() {
    let folder = Folder::new();
    folder.file("p.csv", "v,y\n5.7%,p\n3.2%,q\n".to_owned() + &"5.5%,p\n3.1%,q\n".repeat(20));
    fit(&folder, "p.csv", &["--min-cover", "1"]);
    folder.file("s.csv", "v,y\n0.057,p\n0.032,q\n");
    folder.refused(&["predict", "m.json", "s.csv"], "is not written as the numbers of training, such as 1,234.5%");
    folder.refused(&["predict", "m.json", "s.csv", "--decimal", "."], "\"0.057\" is not a number");
}

#[test]
fn marks_are_told_and_columns_of_other_text_stay_text() {
    let folder = Folder::new();
    // Decimal commas are certain where one cell has other than three decimals.
    folder.file("d.csv", "v;w;y\n".to_owned() + &"5280,90;96,240;p\n17,5;1,200;q\n".repeat(20));
    let (_, said) = fit(&folder, "d.csv", &[]);
    assert!(said.contains("numbers in 'v', 'w' are read as written 1.234,5: \"5280,90\" is 5280.9"), "{said}");
    // Dates, lists and telephone numbers are no such numbers.
    folder.file("t.csv", "v,w,y\n".to_owned() + &"2024-01-05,555 1234,p\n2024-02-05,555 9876,q\n".repeat(20));
    let (model, said) = fit(&folder, "t.csv", &[]);
    assert!(!said.contains("numbers in") && model["features"][0]["kind"] == "dates", "{said}");
    folder
        .refused(&["fit", "d.csv", "--target", "y", "--decimal", "x"], "--decimal must be a point or a comma, not 'x'");
    let both = ["fit", "d.csv", "--target", "y", "--decimal", ",", "--thousands", ","];
    folder.refused(&both, "--thousands must be another mark than --decimal, not ','");
    folder.refused(&["fit", "d.csv", "--target", "y", "--thousands", "7"], "--thousands must be a point");
}

#[test]
fn a_target_that_is_cut_is_read_alike_in_evaluation() {
    let folder = Folder::new();
    folder.file("e.csv", english());
    let cut = ["--target-cut", "40000", "--ignore", "y"];
    let fit = ["fit", "e.csv", "--target", "price", "--holdout", "none", "-o", "m.json"];
    folder.ok(&[&fit[..], &cut].concat());
    let measured = folder.ok(&["evaluate", "m.json", "e.csv", "--json"]).json();
    assert_eq!(measured["n"], 60);
    folder.file("p.csv", plain());
    folder.refused(&["evaluate", "m.json", "p.csv"], "is not written as the numbers of training, such as $1,234.5");
}

#[test]
fn encodings_and_workbooks_are_named() {
    let folder = Folder::new();
    let refused = |bytes: &[u8], says: &str| {
        folder.file("d.csv", bytes).refused(&["fit", "d.csv", "--target", "y"], says);
    };
    refused(
        b"a,y\n\xe9t\xe9,p\nb,q\n",
        "row 0 (from 0, line 2), column \"a\": the cell is not valid UTF-8: the file seems to be in Latin-1",
    );
    refused(b"\xe9t\xe9,y\n1,p\n2,q\n", "the file seems to be in Latin-1 (Windows-1252); save it as UTF-8");
    let utf_16: Vec<u8> = "a,y\n1,p\n2,q\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    refused(&[b"\xff\xfe", &utf_16[..]].concat(), "d.csv is text in UTF-16: save it as UTF-8");
    refused(b"PK\x03\x04..........[Content_Types].xml", "an Excel workbook (xlsx): save the sheet as CSV");
    refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook (xls): save the sheet as CSV");
}

/// One word among numbers in another form is the culprit, wherever it stands.
#[test]
fn a_word_among_numbers_in_another_form_is_named() {
    let folder = Folder::new();
    let data = file("price;y", |price, _, _, y| format!("€ {},52;{y}", grouped(price, ".")));
    let mut lines: Vec<&str> = data.lines().collect();
    (lines[9], lines[31], lines[40]) = ("NA;cheap", "-;cheap", "NA;dear");
    let data = lines.join("\n") + "\n";
    folder.file("d.csv", data.as_str()).file("plain.csv", data.replace("€ ", ""));
    let fit = |file: &str, flags: &[&str]| {
        folder.run(&[&["fit", file, "--target", "y", "--holdout", "none", "-o", "m.json"], flags].concat())
    };
    let says = "column 'price' is read as categories: row 30 (from 0) holds \"-\"; no number in 1 of 58 cells (--missing \"-\"";
    for file in ["d.csv", "plain.csv"] {
        for flags in [&[][..], &["--decimal", ",", "--thousands", "."]] {
            let run = fit(file, flags);
            assert!(run.stderr.contains(says), "{file} {flags:?}: {run:?}");
            let run = fit(file, &[flags, &["--numeric", "price"]].concat());
            let says = "row 30 (from 0), column \"price\": \"-\" is not a number (--missing \"-\" takes it for a missing cell)";
            assert!(run.code == 2 && run.stderr.contains(says), "{file} {flags:?}: {run:?}");
        }
        let run = fit(file, &["--missing", "-"]);
        assert!(run.code == 0 && !run.stderr.contains("is read as categories"), "{run:?}");
    }
}

/// New data in another form are refused with the flag that reads them.
#[test]
fn the_flag_that_reads_new_data_is_named() {
    let folder = Folder::new();
    folder.file("plain.csv", plain()).file("german.csv", german());
    fit(&folder, "plain.csv", &[]);
    let new = german().replace(" €", "");
    folder.file("new.csv", &new).file("percent.csv", plain().replace(".25,", ".25%,"));
    folder.refused(&["predict", "m.json", "new.csv"], "\"200,25\" is not a number (--decimal , reads it as 200.25)");
    folder.refused(&["predict", "m.json", "percent.csv"], "is not a number (--decimal . reads it as 200.25)");
    let says =
        "row 3 (from 0), column \"price\": \"soon\" is not a number (--missing \"soon\" takes it for a missing cell)";
    let mut lines: Vec<String> = plain().lines().map(str::to_owned).collect();
    lines[4] = "soon,1,1,dear".into();
    folder.file("word.csv", lines.join("\n") + "\n");
    folder.refused(&["predict", "m.json", "word.csv", "--decimal", "."], says);
}

/// Accountants write -1234 as (1,234) or 1234-.
#[test]
fn negative_numbers_of_accountants_are_numbers() {
    let folder = Folder::new();
    let row = |form: fn(i32) -> String| {
        move |i: i32| format!("\"{}\",{}\n", form(i * 37 % 40 - 20), u8::from(i * 37 % 40 > 20))
    };
    let data = |form: fn(i32) -> String| format!("x,y\n{}", (0..100).map(row(form)).collect::<String>());
    folder
        .file("plain.csv", data(|x| x.to_string()))
        .file("paren.csv", data(|x| if x < 0 { format!("({})", -x) } else { x.to_string() }))
        .file("behind.csv", data(|x| if x < 0 { format!("{}-", -x) } else { x.to_string() }));
    let (expected, _) = fit(&folder, "plain.csv", &[]);
    for (file, example) in [("paren.csv", "\"(20)\" is -20"), ("behind.csv", "\"20-\" is -20")] {
        let (model, said) = fit(&folder, file, &[]);
        assert_eq!(model["rules"], expected["rules"]);
        assert!(said.contains(example), "{said}");
        assert_eq!(folder.ok(&["evaluate", "m.json", file, "--json"]).json()["accuracy"], 1.0);
    }
}
