//! Folds that part no block of rows.

use rulegen::data::{Blocks, Dataset, Table, Values};
use rulegen::{Fitted, Learner, Method, Parameters};

/// Sixty patients in each of eight wards. All patients of a ward have one class, which says nothing
/// of other wards.
fn wards() -> Dataset {
    let rows = 480;
    let ward = |row: usize| row % 8;
    let wards = Values::from_text((0..rows).map(|row| format!("w{}", ward(row))));
    let noise = Values::from((0..rows).map(|row| (row * 7919 % 480) as f64).collect::<Vec<_>>());
    let class = Values::from_text((0..rows).map(|row| if [0, 3, 5, 6].contains(&ward(row)) { "ill" } else { "well" }));
    let table = Table::from_columns([("ward", wards), ("age", noise), ("class", class)]).unwrap();
    Dataset::from_table(table, "class", None).unwrap()
}

fn by_ward(mut data: Dataset) -> Dataset {
    let column = data.features.columns()[0].clone();
    data.blocks = Some(Blocks::from_column(column).unwrap());
    data
}

fn fit(data: &Dataset) -> Fitted {
    Learner::new(Parameters::default()).unwrap().fit(data, "class").unwrap()
}

/// The largest accuracy on folds.
fn best_on_folds(fitted: &Fitted) -> f64 {
    let front = fitted.front.as_ref().unwrap();
    let accuracy = front.measures.iter().position(|measure| measure == "accuracy").unwrap();
    let means = front.rows.iter().filter_map(|row| row.scores.get(accuracy)).map(|score| score.mean);
    means.fold(0.0, f64::max)
}

#[test]
fn folds_hold_out_whole_blocks() {
    let parted = fit(&wards());
    assert!(best_on_folds(&parted) > 0.99);
    assert_eq!(parted.model.settings.get("split_by"), None);
    let whole = fit(&by_ward(wards()));
    assert!(best_on_folds(&whole) < 0.75, "{}", best_on_folds(&whole));
    assert_eq!(whole.model.settings["split_by"], "ward");
    assert!(whole.model.notes().contains(&"Held-out rows and folds keep rows of one ward together.".to_owned()));
}

#[test]
fn folds_are_no_more_than_blocks() {
    let data = by_ward(wards());
    let rows: Vec<usize> = (0..480).filter(|row| row % 8 < 4).collect();
    let fitted = fit(&data.select_rows(&rows));
    let front = fitted.front.unwrap();
    assert_eq!((front.folds, front.divisions), (4, 1));
    let rows: Vec<usize> = rows.into_iter().filter(|row| row % 8 == 0).collect();
    let mut one = data.select_rows(&rows);
    one.target.labels[0] = 1;
    let error = Learner::new(Parameters::default()).unwrap().fit(&one, "class").unwrap_err();
    assert_eq!(error.to_string(), "rows cannot be split by column \"ward\": it has the same value in every row");
}

#[test]
fn every_method_records_the_column() {
    let data = by_ward(wards());
    for method in Method::ALL {
        let fitted = Learner::new(Parameters { method, ..Parameters::default() }).unwrap().fit(&data, "class").unwrap();
        assert_eq!(fitted.model.settings["split_by"], "ward", "{method}");
    }
}
