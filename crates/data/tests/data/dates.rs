//! Columns of dates in files of text.

use rulegen_data::{Blocks, Column, DateForm, GroupColumn, Groups, ReadOptions, Table, Target};

use crate::util::{names, numbers, read, read_with, words};

fn form(table: &Table, column: &str) -> Option<String> {
    table.column(column).unwrap().dates().map(|form| form.to_string())
}

#[test]
fn columns_of_dates_are_columns_of_days() {
    let table = read("a,b,c,n\n1970-01-02,5.1.1970,NA,1\n,NA,1/31/1970 10:00,2\n1969-12-31T23:59:59Z,1.2.1970,,3\n");
    assert_eq!(numbers(&table, "a"), [Some(1.0), None, Some(-1.0)]);
    assert_eq!(numbers(&table, "b"), [Some(4.0), None, Some(31.0)]);
    assert_eq!(numbers(&table, "c"), [None, Some(30.0), None]);
    let forms = ["a", "b", "c", "n"].map(|column| form(&table, column));
    assert_eq!(
        forms.each_ref().map(Option::as_deref),
        [Some("YYYY-MM-DD"), Some("DD.MM.YYYY"), Some("MM/DD/YYYY"), None]
    );
    let part = table.select_rows(&[2]);
    assert_eq!((form(&part, "a").as_deref(), numbers(&part, "a")), (Some("YYYY-MM-DD"), vec![Some(-1.0)]));
}

#[test]
fn columns_that_are_not_dates_stay_what_they_were() {
    let table =
        read("words,mixed,ambiguous,digits\n2024-01-01,2024-01-01,1/2/2024,20240101\nsoon,7,3/4/2024,20240102\n");
    assert_eq!(words(&table, "words"), ["2024-01-01", "soon"]);
    assert_eq!(words(&table, "mixed"), ["2024-01-01", "7"]);
    assert_eq!(words(&table, "ambiguous"), ["1/2/2024", "3/4/2024"]);
    assert_eq!(numbers(&table, "digits"), [Some(20_240_101.0), Some(20_240_102.0)]);
    assert!(table.columns().iter().all(|column| column.dates().is_none()));
}

#[test]
fn declared_columns_keep_their_text() {
    let text = "a,b,c,n\n2024-01-01,2024-01-01,2024-01-01T08:00,1\n2024-01-02,2024-01-02,2024-01-02T08:00,2\n";
    let options = ReadOptions {
        categorical: names(&["a"]),
        text: names(&["b"]),
        undated: names(&["c", "n"]),
        ..ReadOptions::default()
    };
    let table = read_with(text, &options);
    assert_eq!(words(&table, "a"), ["2024-01-01", "2024-01-02"]);
    assert_eq!(words(&table, "b"), ["2024-01-01", "2024-01-02"]);
    assert_eq!(words(&table, "c"), ["2024-01-01T08:00", "2024-01-02T08:00"]);
    assert_eq!(numbers(&table, "n"), [Some(1.0), Some(2.0)]);
}

#[test]
fn dates_that_are_no_features_are_their_text() {
    let form: DateForm = "DD.MM.YYYY".parse().unwrap();
    let column = || Column::of_dates("day", vec![31.0, 0.0, 31.0], form).unwrap();
    assert_eq!(Target::from_column(column()).unwrap().classes, ["01.01.1970", "01.02.1970"]);
    let blocks = Blocks::from_column(Column::of_dates("day", vec![31.0, 0.0, 31.0], DateForm::ISO).unwrap()).unwrap();
    assert_eq!(blocks.names, ["1970-01-01", "1970-02-01"]);
    assert_eq!(blocks.rows_after("1970-01-15").unwrap(), [0, 2]);
    let table = Table::new(vec![column()]).unwrap();
    let groups = Groups::from_table(&table, &[GroupColumn { name: "day".into(), cuts: vec![] }]).unwrap();
    assert_eq!(groups.names, ["day=01.01.1970", "day=01.02.1970"]);
}
