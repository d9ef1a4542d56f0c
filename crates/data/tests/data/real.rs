//! The public data sets, where they are present.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rulegen_data::{Dataset, ReadOptions, Values, read_path, read_row_file};

/// The entries of a data set in datasets.toml: lines `key = value`, without quotes and brackets.
type Entry = BTreeMap<String, Vec<String>>;

/// The sets described in a file like datasets.toml. It is simple enough to need no TOML parser.
fn entries(text: &str) -> BTreeMap<String, Entry> {
    let mut sets: BTreeMap<String, Entry> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(header) = line.strip_prefix('[') {
            name = header.trim_end_matches(']').to_owned();
        } else if let Some((key, value)) = line.split_once(" = ") {
            let items = value.trim_matches(['[', ']']).split(", ").map(|item| item.trim_matches('"').to_owned());
            sets.entry(name.clone()).or_default().insert(key.to_owned(), items.collect());
        }
    }
    sets
}

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let there = folder.join("datasets.toml").is_file();
    if !there {
        eprintln!("skipped: no data sets in {}", folder.display());
    }
    there.then_some(folder)
}

#[test]
fn rows_features_and_classes() {
    let Some(folder) = folder() else { return };
    let sets = entries(&fs::read_to_string(folder.join("datasets.toml")).unwrap());
    assert_eq!(sets.len(), 28);
    for (name, entry) in sets {
        let number = |key: &str| entry[key][0].parse::<usize>().unwrap();
        let categorical = entry.get("categorical").cloned().unwrap_or_default();
        let target = &entry["target"][0];
        let options =
            ReadOptions { categorical: categorical.clone(), text: vec![target.clone()], ..ReadOptions::default() };
        let table = read_path(&folder.join(&entry["file"][0]), &options).unwrap();
        let data = Dataset::from_table(table, target, None).unwrap();
        assert_eq!(data.features.rows(), number("rows"), "{name}");
        assert_eq!(data.features.columns().len(), number("features"), "{name}");
        assert_eq!(data.target.classes.len(), number("classes"), "{name}");
        if let Some(positive) = entry.get("positive") {
            assert!(data.target.classes.contains(&positive[0]), "{name}");
        }
        for column in data.features.columns() {
            let is_categorical = matches!(column.values(), Values::Categorical { .. });
            assert_eq!(
                is_categorical,
                categorical.iter().any(|name| name == column.name()),
                "{name}: {}",
                column.name()
            );
        }
        let split = folder.join("splits").join(format!("{name}.test"));
        assert!(!read_row_file(&split, data.features.rows()).unwrap().is_empty(), "{name}");
    }
}

/// Prints how long the larger sets take. Run it in release, with `--ignored --nocapture`.
#[test]
#[ignore = "prints timings, asserts nothing"]
fn timings() {
    let Some(folder) = folder() else { return };
    for (file, target) in [("adult.csv", "income"), ("skinnonskin.csv", "class"), ("default.csv", "y")] {
        let path = folder.join(file);
        let options = ReadOptions { text: vec![target.to_owned()], ..ReadOptions::default() };
        let best = |run: &dyn Fn()| {
            let timed = (0..9).map(|_| {
                let start = std::time::Instant::now();
                run();
                start.elapsed()
            });
            timed.min().unwrap_or_default()
        };
        let ours = best(&|| {
            read_path(&path, &options).unwrap();
        });
        let parser = best(&|| {
            let mut reader = csv::Reader::from_path(&path).unwrap();
            let mut record = csv::ByteRecord::new();
            while reader.read_byte_record(&mut record).unwrap() {}
        });
        eprintln!("{file}: read in {ours:?}; the parser alone takes {parser:?}");
    }
}
