//! The public data sets, where they are present.

use crate::util::Folder;
use std::path::{Path, PathBuf};

pub(crate) fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let there = folder.join("splits").is_dir();
    if !there {
        eprintln!("skipped: no data sets in {}", folder.display());
    }
    there.then(|| folder.canonicalize().expect("it is there"))
}

/// Held-out accuracy on the published split, a few points below what was measured (so that only a
/// fault fails).
#[test]
fn small_sets_are_learned() {
    let Some(shared) = shared() else { return };
    let folder = Folder::new();
    for (name, target, positive, categorical, at_least) in [
        ("banknote", "class", Some("1"), "", 0.96),
        ("wine", "cultivar", None, "", 0.85),
        ("ecoli", "site", None, "", 0.70),
        ("heart", "target", Some("1"), "sex,cp,fbs,restecg,exang,slope,ca,thal", 0.65),
    ] {
        let (data, split) = (shared.join(format!("{name}.csv")), shared.join(format!("splits/{name}.test")));
        let (data, split) = (data.display().to_string(), split.display().to_string());
        let mut args = vec!["fit", &data, "--target", target, "--holdout", &split, "--json", "-o", "m.json"];
        args.extend(positive.iter().flat_map(|class| ["--positive", class]));
        if !categorical.is_empty() {
            args.extend(["--categorical", categorical]);
        }
        let report = folder.ok(&args).json();
        let accuracy = report["holdout"]["accuracy"].as_f64().unwrap();
        assert!(accuracy >= at_least, "{name}: {accuracy}");
        assert_eq!(report["holdout"]["f1"].is_number(), positive.is_some(), "{name}");
        let again = folder.ok(&["evaluate", "m.json", &data, "--rows", &split, "--json"]).json();
        assert_eq!(again["accuracy"].as_f64(), Some(accuracy), "{name}");
    }
}
