//! Output has the same bytes for any number of threads and in every run.

use crate::util::{Folder, fixture};

#[test]
fn models_and_predictions_are_byte_identical() {
    let folder = Folder::new();
    let trees: &[&str] = &["--all-nodes", "--fallback", "first-tree", "--lp-strategy", "warm-start"];
    for (file, target, ways) in [
        ("wdbc.csv", "diagnosis", &[&["--holdout", "none"][..]][..]),
        ("awkward.csv", "answer", &[&[], trees]),
        ("tictactoe.csv", "class", &[&[], trees]),
    ] {
        let data = fixture(file);
        for flags in ways {
            let outcome = |threads: &str| {
                let args = ["fit", &data, "--target", target, "-o", "m.json", "--threads", threads];
                let printed = folder.ok(&[&args[..], flags].concat()).stdout;
                // The only thing that may differ is the time.
                let printed: Vec<String> =
                    printed.lines().filter(|l| !l.contains(" s to learn (LP ")).map(str::to_owned).collect();
                let predicted = folder.ok(&["predict", "m.json", &data, "--scores"]).stdout;
                (printed, folder.read("m.json"), predicted)
            };
            let first = outcome("1");
            for threads in ["1", "2", "3"] {
                assert_eq!(outcome(threads), first, "{file} with {threads} threads");
            }
        }
    }
}

#[test]
fn seeds_choose_the_rows_held_out() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let held_out = |seed| {
        let args =
            ["fit", &data, "--target", "diagnosis", "--holdout", "0.3", "--seed", seed, "--iterations", "2", "--json"];
        folder.ok(&args).json()["holdout"].clone()
    };
    assert_eq!(held_out("7"), held_out("7"));
    assert!(["1", "2", "3"].iter().any(|seed| held_out(seed) != held_out("7")));
}
