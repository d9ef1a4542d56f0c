//! Specifications of experiments, with the files that they name.

use crate::target::{files, fuzz_files};
use rulegen::Registry;
use rulegen_eval::write_experiment_splits;
use std::fs;

const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "3",
    "1e9",
    "0.5",
    "nan",
    "inf",
    "18446744073709551615",
    "true",
    "\"\"",
    "\"three.csv\"",
    "\"blank.csv\"",
    "\"y\"",
    "[]",
    "{}",
    "\n",
    "[[methods]]\n",
    "name = \"rug\"\n",
    "[data]\n",
    "[splits]\n",
    "seed = 1\n",
    "[0.1, 1]",
    "[1, 2, 3]",
    "kind = \"holdout\"\n",
    "folds = 2\n",
    "\"rug\"",
    "\"rules\"",
    "\"boolean\"",
    "\"f1\"",
    "\"accuracy\"",
    "penalty",
    "max_depth",
];

/// Tries everything up to the first fit: the specification, its data, its splits.
#[test]
fn experiments() {
    let folder = tempfile::tempdir().expect("a folder of its own can be made");
    for file in files("csv") {
        let name = file.file_name().expect("a file has a name");
        fs::copy(&file, folder.path().join(name)).expect("the folder can be written");
    }
    let spec = folder.path().join("spec.toml");
    fuzz_files!("experiments", WORDS, |bytes: &[u8]| {
        fs::write(&spec, bytes).expect("the folder can be written");
        let results = folder.path().join("results");
        let outcome = write_experiment_splits(&spec, &results, &[], &Registry::default());
        if results.exists() {
            fs::remove_dir_all(&results).expect("the folder can be written");
        }
        outcome.is_ok()
    });
}
