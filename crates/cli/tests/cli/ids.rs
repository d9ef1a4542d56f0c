//! Columns that name rows, beside predictions and explanations.

use crate::util::{Folder, csv_rows};

/// Sixty rows with a customer, a number with a zero at its end, and a class that `x` decides.
fn customers() -> String {
    let row = |i: usize| {
        let customer = if i == 7 { String::new() } else { format!("C-{:04}", 100 + 3 * i) };
        format!("{customer},{}.50,{},{}\n", i, i * 7 % 30, if i * 7 % 30 < 15 { "no" } else { "yes" })
    };
    std::iter::once("customer,fee,x,y\n".to_owned()).chain((0..60).map(row)).collect()
}

fn fitted() -> Folder {
    let folder = Folder::new();
    folder.file("d.csv", customers());
    folder.ok(&["fit", "d.csv", "--target", "y", "--ignore", "customer,fee", "-o", "m.json", "--holdout", "none"]);
    folder
}

#[test]
fn predictions_keep_the_columns_that_name_rows() {
    let folder = fitted();
    let plain = csv_rows(&folder.ok(&["predict", "m.json", "d.csv", "--scores"]).stdout);
    let rows = csv_rows(&folder.ok(&["predict", "m.json", "d.csv", "--scores", "--id", "customer,fee"]).stdout);
    assert_eq!(rows[0], [&["customer".to_owned(), "fee".to_owned()], &plain[0][..]].concat());
    for (row, plain) in rows.iter().zip(&plain) {
        assert_eq!(row[2..], plain[..]);
    }
    // Cells are the text of the file.
    assert_eq!((rows[1][0].as_str(), rows[1][1].as_str()), ("C-0100", "0.50"));
    assert_eq!((rows[8][0].as_str(), rows[8][1].as_str()), ("", "7.50"));
    // A column of the model can name rows too.
    let rows = csv_rows(&folder.ok(&["predict", "m.json", "d.csv", "--id", "x"]).stdout);
    assert_eq!((&rows[0][..], &rows[2][0]), (&["x".to_owned(), "prediction".to_owned()][..], &"7".to_owned()));
    let says = "there is no column \"client\"; the columns are \"customer\", \"fee\", \"x\", \"y\"";
    folder.refused(&["predict", "m.json", "d.csv", "--id", "client"], says);
    folder.refused(&["predict", "m.json", "d.csv", "--id", "prediction"], "--id");
}

#[test]
fn a_row_is_explained_by_its_name() {
    let folder = fitted();
    let by_number = folder.ok(&["explain", "m.json", "d.csv", "--row", "5"]).stdout;
    let by_name = folder.ok(&["explain", "m.json", "d.csv", "--id", "customer", "--row", "C-0115"]).stdout;
    assert!(by_name.starts_with("Row 5 (customer C-0115): "), "{by_name}");
    // Lines of at most 80 characters are broken elsewhere.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&by_name.replacen(" (customer C-0115)", "", 1)), words(&by_number));
    let json = folder.ok(&["explain", "m.json", "d.csv", "--id", "customer", "--row", "C-0115", "--json"]).json();
    assert_eq!((&json["row"], &json["id"]["customer"]), (&5.into(), &"C-0115".into()));
    let explain = |flags: &[&str], says: &str| folder.refused(&[&["explain", "m.json", "d.csv"], flags].concat(), says);
    explain(&["--id", "customer", "--row", "C-1"], "no row has \"C-1\" in the column customer");
    explain(&["--row", "C-0115"], "\"C-0115\" is no number of a row, from 0: --id names the column that has it");
    explain(&["--id", "y", "--row", "no"], "rows 0 and 1 (from 0) both have \"no\" in the column y");
    explain(&["--id", "client", "--row", "1"], "there is no column \"client\"");
}
