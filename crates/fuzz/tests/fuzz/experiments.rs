//! Specifications of experiments, with the files that they name.

use crate::target::{corpus, fuzz_files};
use rulegen::PricerRegistry;
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
    "\"a.csv\"",
    "\"none.csv\"",
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

/// Everything up to the first fit: the specification, its data, its splits.
#[test]
fn experiments() {
    let folder = tempfile::tempdir().expect("a folder of its own can be made");
    for (at, bytes) in corpus("csv").into_iter().enumerate() {
        let name = if at == 0 { "a.csv".to_owned() } else { format!("a{at}.csv") };
        fs::write(folder.path().join(name), bytes).expect("the folder can be written");
    }
    let spec = folder.path().join("spec.toml");
    fuzz_files!("experiment", WORDS, |bytes: &[u8]| {
        fs::write(&spec, bytes).expect("the folder can be written");
        let results = folder.path().join("results");
        if let Err(error) = write_experiment_splits(&spec, &results, &[], &PricerRegistry::default()) {
            assert!(!error.to_string().is_empty());
        }
        if results.exists() {
            fs::remove_dir_all(&results).expect("the folder can be written");
        }
    });
}
