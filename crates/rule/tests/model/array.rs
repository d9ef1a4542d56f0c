//! Arrays and tables of the same cells give the same codes and predictions.

use crate::models::models_and_tables;
use ndarray::{Array1, Array2, ShapeBuilder, array};
use proptest::prelude::*;
use rulegen_data::{Column, DataError, Sparse, Table, TableError, Values};
use rulegen_rule::{Predictor, RuleError, explain};

/// Returns the table with numbers instead of text, because arrays hold nothing else.
fn numeric(table: &Table) -> Table {
    let column = |column: &Column| {
        let values = match column.values() {
            Values::Categorical { codes, .. } => codes.as_slice().into(),
            numbers => numbers.clone(),
        };
        (column.name().to_owned(), values)
    };
    Table::with_rows(table.rows(), Table::from_columns(table.columns().iter().map(column)).unwrap().columns().to_vec())
        .unwrap()
}

/// Returns the table with its numbers in sparse columns.
fn sparse(table: &Table) -> Table {
    let column = |column: &Column| {
        let Some(numbers) = column.values().numbers() else { return column.clone() };
        let kept = (0..).zip(numbers.iter()).filter(|(_, number)| **number != 0.0).map(|(row, &number)| (row, number));
        let (rows, kept): (Vec<u32>, Vec<f64>) = kept.unzip();
        Column::new(column.name(), Sparse::new(numbers.len(), rows, kept).unwrap()).unwrap()
    };
    Table::with_rows(table.rows(), table.columns().iter().map(column).collect()).unwrap()
}

proptest! {
    #[test]
    fn sparse_columns_are_predicted_as_others((model, table) in models_and_tables(), row: prop::sample::Index) {
        let (predictor, thin) = (Predictor::new(&model), sparse(&table));
        prop_assert_eq!(predictor.predict(&thin).unwrap(), predictor.predict(&table).unwrap());
        prop_assert_eq!(predictor.scores(&thin).unwrap(), predictor.scores(&table).unwrap());
        if table.rows() > 0 {
            let row = row.index(table.rows());
            let said = |table| format!("{:?}", explain(&model, table, row).unwrap());
            prop_assert_eq!(said(&thin), said(&table));
        }
    }

    #[test]
    fn an_array_is_predicted_as_a_table((model, table) in models_and_tables(), by_columns: bool) {
        let table = numeric(&table);
        let names: Vec<&str> = table.columns().iter().map(|column| column.name()).collect();
        let mut array = Array2::zeros((table.rows(), names.len()).set_f(by_columns));
        for (mut cells, column) in array.columns_mut().into_iter().zip(table.columns()) {
            let Values::Numeric(numbers) = column.values() else { unreachable!("made numeric") };
            cells.assign(&Array1::from(numbers.clone()));
        }
        let predictor = Predictor::new(&model);
        let predicted = predictor.predict_array(array.view(), Some(&names)).unwrap();
        prop_assert_eq!(predicted.to_vec(), predictor.predict(&table).unwrap());
        let scores = predictor.scores_array(array.view(), Some(&names)).unwrap();
        prop_assert_eq!(scores.dim(), (table.rows(), model.classes.len()));
        prop_assert_eq!(scores.into_raw_vec_and_offset().0, predictor.scores(&table).unwrap());
        let probabilities = predictor.probabilities_array(array.view(), Some(&names)).unwrap();
        prop_assert_eq!(probabilities.into_raw_vec_and_offset().0, predictor.probabilities(&table).unwrap());
        let coded = model.schema.encode(&table).unwrap();
        prop_assert_eq!(&model.schema.encode_array(array.view(), Some(&names)).unwrap(), &coded);
        for rule in &model.rules {
            let cover = coded.cover(&model.schema, &rule.rule);
            let mask = Array1::from(&cover);
            prop_assert!(mask.indexed_iter().filter(|(_, covered)| **covered).map(|(row, _)| row).eq(cover.iter()));
        }
    }

    #[test]
    fn no_array_panics(
        (model, _) in models_and_tables(),
        cells in prop::collection::vec(prop_oneof![Just(f64::NAN), Just(f64::INFINITY), any::<f64>()], 0..12),
        columns in 1usize..4,
        named in any::<bool>(),
    ) {
        let rows = cells.len() / columns;
        let array = Array2::from_shape_vec((rows, columns), cells[..rows * columns].to_vec()).unwrap();
        let names: Vec<&str> = model.schema.features.iter().map(|feature| feature.name.as_str()).collect();
        let predictor = Predictor::new(&model);
        match predictor.predict_array(array.view(), named.then_some(&names)) {
            Ok(classes) => prop_assert_eq!(classes.len(), rows),
            Err(error) => prop_assert!(matches!(error, RuleError::Data(_) | RuleError::MissingColumn(_)), "{}", error),
        }
    }
}

#[test]
fn arrays_that_do_not_fit() {
    let schema = rulegen_rule::Schema {
        features: vec![rulegen_rule::Feature::new("x2", rulegen_rule::Domain::Numeric { cuts: vec![0.5] })],
    };
    let encode = |array: Array2<f64>, names: Option<&[&str]>| schema.encode_array(array.view(), names).unwrap_err();
    let error = encode(array![[1.0]], None);
    assert!(matches!(&error, RuleError::MissingColumn(column) if column == "x2"), "{error}");
    let error = encode(array![[1.0, 2.0]], Some(&["x2"]));
    let expected = DataError::Table(TableError::NamesOfColumns { names: 1, columns: 2 });
    assert_eq!(error.to_string(), expected.to_string());
    let error = encode(array![[1.0, f64::INFINITY]], None);
    assert_eq!(error.to_string(), r#"row 0 (from 0), column "x2": "inf" is infinite"#);
    // Columns that no feature uses may hold anything.
    assert_eq!(schema.encode_array(array![[f64::INFINITY, 1.0]].view(), None).unwrap().rows(), 1);
}
