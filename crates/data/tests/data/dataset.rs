//! Features, target and weights out of a table.

use rulegen_data::{DataError, Dataset, ReadOptions, Table, Values};

use crate::util::{columns, names, one_line, read_with};

fn dataset(text: &str, weights: Option<&str>) -> Result<Dataset, DataError> {
    let options = ReadOptions { text: names(&["y"]), ..ReadOptions::default() };
    Dataset::from_table(read_with(text, &options), "y", weights)
}

fn refused(text: &str, weights: Option<&str>) -> String {
    one_line(&dataset(text, weights).unwrap_err())
}

#[test]
fn taken_apart() {
    let data = dataset("a,w,y,b\n1,2,10,u\n2,0,9,v\n3,1,9,u\n", Some("w")).unwrap();
    assert_eq!(columns(&data.features), ["a", "b"]);
    assert_eq!(data.target.classes, ["9", "10"]);
    assert_eq!(data.target.labels, [1, 0, 0]);
    assert_eq!(data.weights.as_deref(), Some(&[2.0, 0.0, 1.0][..]));

    let part = data.select_rows(&[2, 0]);
    assert_eq!(part.features.rows(), 2);
    assert_eq!(*part.features.columns()[0].values(), Values::Numeric(vec![3.0, 1.0]));
    assert_eq!(part.target.labels, [0, 1]);
    assert_eq!(part.weights, Some(vec![1.0, 2.0]));
}

#[test]
fn labels_are_the_text_of_the_file() {
    let data = dataset("a,y\n1,1\n2,1.0\n3,NA\n4,\"1, or\n\"\"one\"\"\"\n", None).unwrap();
    assert_eq!(data.target.classes, ["1", "1, or\n\"one\"", "1.0", "NA"]);
}

#[test]
fn three_hundred_classes() {
    let text: String = (0..900).map(|i| format!("{i},{}\n", i % 300)).collect();
    let data = dataset(&format!("a,y\n{text}"), None).unwrap();
    assert_eq!(data.target.classes.len(), 300);
    assert_eq!(data.target.classes[299], "299");
    assert_eq!(data.target.labels[599], 299);
}

#[test]
fn refused_targets() {
    assert_eq!(refused("a,y\n1,\n2,\n", None), r#"every cell of the target "y" is missing"#);
    assert_eq!(refused("a,y\n1,p\n2,\n3,q\n", None), r#"row 1 (from 0): the target "y" is missing"#);
    assert_eq!(refused("a,y\n1,p\n2,p\n", None), r#"the target "y" has only one class, "p""#);
    assert_eq!(refused("y\np\nq\n", None), r#"there is no feature column besides the target "y""#);
    let table = Table::from_columns([("a", Values::from([1.0]))]).unwrap();
    let error = Dataset::from_table(table, "y", None).unwrap_err();
    assert_eq!(one_line(&error), r#"there is no column "y"; the columns are "a""#);
}

#[test]
fn refused_weights() {
    let of = |weights: [&str; 2]| refused(&format!("a,y,w\n1,p,{}\n2,q,{}\n", weights[0], weights[1]), Some("w"));
    assert_eq!(of(["1", "-1"]), r#"row 1 (from 0): the weight -1 in column "w" is not a number of at least 0"#);
    assert_eq!(of(["1", ""]), r#"row 1 (from 0): the weight NaN in column "w" is not a number of at least 0"#);
    assert_eq!(of(["0", "0"]), r#"every weight in column "w" is 0"#);
    assert_eq!(of(["1", "heavy"]), r#"the weights column "w" is not numeric: it holds "heavy""#);
    let missing = refused("a,y\n1,p\n2,q\n", Some("w"));
    assert_eq!(missing, r#"there is no column "w"; the columns are "a""#);
}
