//! Tables and data sets from memory.

use ndarray::{Array2, array};
use proptest::prelude::*;
use rulegen_data::{Cell, Column, DataError, Dataset, MISSING, Table, TableError, Values};

use crate::util::one_line;

fn refused<T: std::fmt::Debug>(result: Result<T, DataError>) -> String {
    one_line(&result.unwrap_err())
}

#[test]
fn refused_columns() {
    let table = |columns: Vec<(&str, Values)>| refused(Table::from_columns(columns));
    let ragged = vec![("a", Values::Numeric(vec![0.0; 300])), ("b", Values::Numeric(vec![0.0; 200]))];
    assert_eq!(table(ragged), r#"column "b" has 200 cells, but there are 300 rows"#);
    let twice = vec![("a", Values::from([1.0])), ("a", Values::from([2.0]))];
    assert_eq!(table(twice), r#"two columns have the name "a""#);
    let infinite = vec![("a", Values::from([1.0, f64::NEG_INFINITY]))];
    assert_eq!(table(infinite), r#"row 1 (from 0), column "a": "-inf" is infinite"#);
    let coded = |codes: &[u32], categories: &[&str]| {
        let categories = categories.iter().map(|name| (*name).to_owned()).collect();
        vec![("a", Values::Categorical { codes: codes.to_vec(), categories })]
    };
    let unknown = r#"row 2 (from 0), column "a": the code 2 stands for none of the 2 categories"#;
    assert_eq!(table(coded(&[0, MISSING, 2], &["x", "y"])), unknown);
    assert_eq!(table(coded(&[0, 1], &["x", "x"])), r#"column "a" has the category "x" twice"#);
}

#[test]
fn from_rows_as_from_columns() {
    let rows = [[Cell::from(1.0), "x".into(), None::<f64>.into()], [Cell::Missing, " ".into(), 2.0.into()]];
    let table = Table::from_rows(&["a", "b", "c"], rows).unwrap();
    assert_eq!(table.columns()[1].values(), &Values::from(["x", ""]));
    assert!(table.columns()[0].values().is_missing(1) && table.columns()[2].values().is_missing(0));

    assert_eq!(
        refused(Table::from_rows(&["a"], [vec![1.0], vec![]])),
        "row 1 (from 0) has 0 cells, but there are 1 columns"
    );
    let mixed = [[Cell::from("x")], [Cell::from(f64::NAN)], [Cell::from(1.0)]];
    assert_eq!(
        refused(Table::from_rows(&["a"], mixed)),
        r#"column "a" holds a number in row 2 and text in row 0 (from 0)"#
    );
}

#[test]
fn refused_arrays() {
    let x = array![[1.0, 2.0], [3.0, f64::INFINITY]];
    assert_eq!(refused(Table::from_array(x.view(), None)), r#"row 1 (from 0), column "x2": "inf" is infinite"#);
    assert_eq!(refused(Table::from_array(x.view(), Some(&["a"]))), "there are 1 names for 2 columns");
    let x = array![[1.0], [2.0]];
    assert_eq!(refused(Dataset::from_arrays(x.view(), None, [1_u32, 0, 1])), "there are 3 labels for 2 rows");
    let missing = refused(Dataset::from_arrays(x.view(), None, ["a", ""]));
    assert_eq!(missing, r#"row 1 (from 0): the target "target" is missing"#);
    let none = Array2::<f64>::zeros((2, 0));
    let error = refused(Dataset::from_arrays(none.view(), None, [0_u32, 1]));
    assert_eq!(error, r#"there is no feature column besides the target "target""#);
}

#[test]
fn what_is_changed_by_hand_is_checked() {
    let sound = Dataset::from_arrays(array![[1.0], [2.0]].view(), None, [0_u32, 1]).unwrap();
    assert!(sound.check().is_ok());
    let message = |change: fn(&mut Dataset)| {
        let mut data = sound.clone();
        change(&mut data);
        one_line(&data.check().unwrap_err())
    };
    assert_eq!(message(|data| data.weights = Some(vec![1.0])), "there are 1 weights for 2 rows");
    assert_eq!(
        message(|data| data.weights = Some(vec![1.0, f64::NAN])),
        r#"row 1 (from 0): the weight NaN in column "weights" is not a number of at least 0"#
    );
    assert_eq!(
        message(|data| data.target.labels[1] = 7),
        "row 1 (from 0): class 7 does not exist, there are 2, counted from 0"
    );
    assert_eq!(message(|data| data.target.labels.clear()), "there are 0 labels for 2 rows");
}

#[test]
fn a_target_may_be_called_as_a_feature() {
    let features = Table::from_columns([("a", Values::from([1.0, 2.0]))]).unwrap();
    let data = Dataset::from_columns(features, Column::new("a", ["p", "q"]).unwrap(), None).unwrap();
    assert_eq!(data.features.columns().len(), 1);
}

/// Numbers of all kinds.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-0.0), any::<f64>(), -3.0..3.0]
}

proptest! {
    #[test]
    fn any_columns(
        columns in prop::collection::vec(("[ab]{0,2}", prop::collection::vec(number(), 0..4), any::<bool>()), 0..4),
        codes in prop::collection::vec(prop_oneof![Just(MISSING), 0u32..3], 0..4),
        categories in prop::collection::vec("[ab]{0,1}", 0..3),
    ) {
        let values = |(name, numbers, coded): &(String, Vec<f64>, bool)| {
            let coded = coded.then(|| Values::Categorical { codes: codes.clone(), categories: categories.clone() });
            (name.clone(), coded.unwrap_or_else(|| numbers.clone().into()))
        };
        match Table::from_columns(columns.iter().map(values)) {
            Err(error) => drop(one_line(&error)),
            Ok(table) => for column in table.columns() {
                prop_assert_eq!(column.len(), table.rows());
                match column.values() {
                    Values::Numeric(numbers) => prop_assert!(numbers.iter().all(|x| !x.is_infinite())),
                    Values::Sparse(_) => prop_assert!(false, "no cells were sparse"),
                    Values::Categorical { codes, categories } => {
                        let known = |code: &u32| *code == MISSING || (*code as usize) < categories.len();
                        prop_assert!(codes.iter().all(known));
                    }
                }
            },
        }
    }

    #[test]
    fn any_array(rows in 0usize..4, columns in 0usize..4, cells in prop::collection::vec(number(), 16), turned: bool) {
        let array = Array2::from_shape_fn((rows, columns), |(i, j)| cells[4 * i + j]);
        let view = if turned { array.t() } else { array.view() };
        match Table::from_array(view, None) {
            Ok(table) if view.ncols() == 0 => prop_assert_eq!(table.rows(), view.nrows()),
            Ok(table) => for (j, column) in table.columns().iter().enumerate() {
                let Values::Numeric(numbers) = column.values() else { panic!("numbers are numeric") };
                let same = |(x, y): (&f64, &f64)| x.to_bits() == y.to_bits();
                prop_assert!(numbers.iter().zip(view.column(j)).all(same) && numbers.len() == view.nrows());
            },
            Err(error) => prop_assert!(matches!(error, DataError::Infinity { .. }), "{}", error),
        }
    }

    #[test]
    fn any_rows(rows in prop::collection::vec(prop::collection::vec((0u8..3, number(), "[ \ta]{0,2}"), 0..3), 0..4)) {
        let cells = |row: &'_ Vec<(u8, f64, String)>| -> Vec<Cell<'static>> {
            let cell = |(kind, number, text): &(u8, f64, String)| match kind {
                0 => Cell::Number(*number),
                1 => Cell::Text(String::leak(text.clone())),
                _ => Cell::Missing,
            };
            row.iter().map(cell).collect()
        };
        match Table::from_rows(&["a", "b"], rows.iter().map(cells)) {
            Ok(table) => prop_assert_eq!(table.rows(), rows.len()),
            Err(error) => {
                let expected = matches!(error, DataError::Infinity { .. } | DataError::Table(TableError::RaggedRow { .. } | TableError::MixedColumn { .. }));
                prop_assert!(expected, "{}", error);
            }
        }
    }
}
