//! Data files that are no good.

use crate::util::{Folder, fixture};

#[test]
fn data_to_fit() {
    let folder = Folder::new();
    for (text, says) in [
        ("", "d.csv is empty"),
        ("a,y\n", "d.csv has a header but no rows"),
        ("a,y\n1,p\n2\n", "d.csv: line 3 has 1 cells, but the first row has 2"),
        ("a,a,y\n1,2,p\n3,4,q\n", "two columns have the name \"a\""),
        ("a,b\n1,2\n3,4\n", "there is no column \"y\"; the columns are \"a\", \"b\""),
        ("a,y\n1,p\n2,p\n", "the target \"y\" has only one class, \"p\""),
        ("a,y\n1,\n2,\n", "every cell of the target \"y\" is missing"),
        ("a,b,y\n,,p\n,,q\n", "none of the 2 columns can serve as a feature"),
        ("a,b,y\n1,x,p\n1,x,q\n", "none of the 2 columns can serve as a feature: all are constant"),
        ("a,b,y\n1,1,p\n1,inf,q\n", "row 1 (from 0, line 3), column \"b\": \"inf\" is infinite"),
        ("a,b,y\n1,1,p\n-1e999,1,q\n", "row 1 (from 0, line 3), column \"a\": \"-1e999\" is infinite"),
        ("a,y\n1,p\n2,\"q\n", "never closed"),
        ("y\np\nq\n", "there is no feature column besides the target \"y\""),
    ] {
        folder.file("d.csv", text).refused(&["fit", "d.csv", "--target", "y"], says);
    }
    folder.refused(&["fit", "nowhere.csv", "--target", "y"], "cannot open nowhere.csv");
    folder.refused(&["fit", ".", "--target", "y"], "directory");
    folder.file("d.csv", [0x1f, 0x8b, 8, 0, 0]).refused(&["fit", "d.csv", "--target", "y"], "not a sound gzip file");
    folder.file("d.csv", b"a,y\n\xff,p\n2,q\n").refused(&["fit", "d.csv", "--target", "y"], "not valid UTF-8");
}

#[test]
fn weights_to_fit() {
    let folder = Folder::new();
    for (weights, says) in [
        (["1", "-1"], "row 1 (from 0): the weight -1 in column \"w\""),
        (["1", ""], "row 1 (from 0): the weight NaN in column \"w\""),
        (["0", "0"], "every weight in column \"w\" is 0"),
        (["1", "inf"], "is infinite"),
    ] {
        folder.file("d.csv", format!("a,w,y\n1,{},p\n2,{},q\n", weights[0], weights[1]));
        folder.refused(&["fit", "d.csv", "--target", "y", "--weights", "w"], says);
    }
}

#[test]
fn data_to_predict_and_evaluate() {
    let folder = Folder::new();
    let train: String = (0..40).map(|i| format!("{i}.5,{},{}\n", i % 3, if i < 20 { "p" } else { "q" })).collect();
    folder.file("train.csv", format!("size,other,y\n{train}"));
    folder.ok(&["fit", "train.csv", "--target", "y", "-o", "m.json", "--holdout", "none"]);
    for (text, predicting, evaluating) in [
        ("other,y\n1,p\n", "there is no column \"size\"", "there is no column \"size\""),
        ("size,y\nlarge,p\n", "\"large\" is not a number", "\"large\" is not a number"),
        ("size,y\n1,p\ninf,q\n", "row 1 (from 0, line 3), column \"size\": \"inf\" is infinite", "is infinite"),
        ("size,size,y\n1,1,p\n", "two columns have the name \"size\"", "two columns"),
        ("", "d.csv is empty", "d.csv is empty"),
    ] {
        folder.file("d.csv", text);
        folder.refused(&["predict", "m.json", "d.csv"], predicting);
        folder.refused(&["evaluate", "m.json", "d.csv"], evaluating);
    }
    folder.refused(&["predict", "m.json", "nowhere.csv"], "cannot open nowhere.csv");
    for (text, says) in [
        ("size,y\n", "has a header but no rows"),
        ("size\n1\n", "there is no column \"y\""),
        ("size,y\n1,p\n2,r\n", "row 1 (from 0), column \"y\": the label \"r\" is not one of the classes \"p\", \"q\""),
        ("size,y\n1,\n2,\n", "every cell of the target \"y\" is missing"),
    ] {
        folder.file("d.csv", text).refused(&["evaluate", "m.json", "d.csv"], says);
    }
    folder.refused(&["evaluate", "m.json", "train.csv", "--positive", "r"], "'r' is not a class");
    folder
        .file("rows", "40\n")
        .refused(&["evaluate", "m.json", "train.csv", "--rows", "rows"], "row 40 does not exist");
    folder.refused(&["evaluate", "m.json", "train.csv", "--rows", "norows"], "cannot open norows");
}

#[test]
fn a_target_that_is_ignored_or_weighs() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    folder.refused(&["fit", &data, "--target", "species", "--ignore", "species"], "species is the target");
    folder.refused(&["fit", &data, "--target", "species", "--weights", "species"], "\"species\"");
}
