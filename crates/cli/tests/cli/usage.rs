//! Flags that are no good.

use crate::util::{Folder, fixture};
use rulegen::lp::{Backend, LpFactory};

#[test]
fn shells_and_manuals_know_every_command_and_flag() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.ok(&["completions", shell]).stdout;
        for word in ["compare", "experiment", "max-rules", "holdout"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    folder.ok(&["man", "pages"]);
    for (page, says) in
        [("rulegen.1", "rulegen\\-fit"), ("rulegen-fit.1", "max\\-rules"), ("rulegen-plot.1", "calibration")]
    {
        let text = std::fs::read_to_string(folder.path("pages").join(page)).expect("the page is written");
        assert!(text.contains(says), "{page} says nothing of {says}");
    }
    folder.file("taken", "");
    folder.refused(&["man", "taken"], "cannot write manual pages to taken");
    folder.refused(&["completions", "dash"], "'dash'");
}

#[test]
fn values_out_of_range() {
    let folder = Folder::new();
    let data = fixture("monks1.csv");
    for (flags, says) in [
        ("--penalty NaN", "the penalty must be positive and finite, not NaN"),
        ("--penalty -1", "the penalty must be positive and finite, not -1"),
        ("--penalty 0", "the penalty must be positive and finite, not 0"),
        ("--penalty inf", "the penalty must be positive and finite, not inf"),
        ("--penalty much", "'much' for '--penalty <LAMBDA>': it must be a number (--help says more)"),
        ("--bins 1", "the number of bins must be from 2 to 255, not 1"),
        ("--bins 256", "the number of bins must be from 2 to 255, not 256"),
        ("--bins -3", "'-3' for '--bins"),
        ("--bins ten", "'ten' for '--bins <N>': it must be a whole number, not negative (--help says more)"),
        ("--threads 0", "the number of threads must be from 1 to 1024, not 0"),
        ("--threads 10000000", "the number of threads must be from 1 to 1024, not 10000000"),
        ("--time-limit -1", "the time limit must be positive seconds, not -1"),
        ("--time-limit 0", "the time limit must be positive, not 0"),
        ("--time-limit NaN", "the time limit must be positive seconds, not NaN"),
        ("--max-depth 0", "the maximum depth must be at least 1"),
        ("--max-length 0", "the maximum length must be at least 1"),
        ("--min-leaf 0", "the minimum leaf must be at least 1"),
        ("--min-gain -1", "the minimum gain must be finite and not negative, not -1"),
        ("--min-gain NaN", "the minimum gain must be finite and not negative, not NaN"),
        ("--gap -1", "the gap must be finite and not negative, not -1"),
        ("--tolerance 1", "the tolerance must be at least 0 and below 1, not 1"),
        ("--weight-threshold 1", "the weight threshold must be at least 0 and below 1, not 1"),
        ("--weight-threshold NaN", "the weight threshold must be at least 0 and below 1, not NaN"),
        ("--iterations -1", "'-1' for '--iterations"),
        ("--seed -1", "'-1' for '--seed"),
        ("--method rules --lp-strategy dual-simplex", "the LP strategy cannot be given with the loss logistic"),
        ("--method rules --lp microlp", "the LP backend cannot be given with the loss logistic"),
        ("--lp clp", "unknown LP backend \"clp\""),
        ("--rule-cost gold", "'gold' for '--rule-cost"),
        ("--class-weight heavy", "'heavy' for '--class-weight"),
        ("--positive maybe", "'maybe' is not a class; the classes are 'negative', 'positive'"),
        ("--categorical nose", "there is no column \"nose\""),
        ("--numeric nose", "there is no column \"nose\""),
        ("--numeric holding", "\"sword\" is not a number"),
        ("--ignore nose", "there is no column \"nose\""),
        ("--weights nose", "there is no column \"nose\""),
        ("--weights holding", "\"sword\" is not a number"),
        ("--monotone holding", "the monotone columns must be COLUMN:+ or COLUMN:-, not 'holding'"),
        ("--monotone holding:+", "'holding' holds words"),
        ("--together nose,holding", "there is no column 'nose' to go together with others"),
        ("--together holding,,", "the columns that go together must be COLUMN,COLUMN, not 'holding,,'"),
        ("--monotone nose:-", "there is no column 'nose' to be monotone in"),
        ("--cuts knives", "'knives' for '--cuts"),
        ("--delimiter é", "is not one byte"),
        ("--penalti 1", "a similar argument exists: '--penalty'"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        folder.refused(&[&["fit", &data, "--target", "class"], &flags[..]].concat(), says);
    }
}

#[test]
fn backends_that_are_not_built_in() {
    let folder = Folder::new();
    for backend in [Backend::Highs, Backend::Minilp, Backend::Microlp] {
        // Tests of other crates in the same build may ask for a backend that this crate's features
        // leave out.
        let (name, built) = (backend.name(), backend.create().is_ok());
        let data = fixture("iris.csv");
        let args = ["fit", &data, "--target", "species", "--lp", name, "--holdout", "none"];
        if built {
            folder.ok(&args);
        } else {
            folder.refused(&args, &format!("LP backend {name} is not built in: enable the feature `{name}`"));
        }
    }
}

#[test]
fn held_out_rows() {
    let folder = Folder::new();
    let all: String = (0..432).map(|row| format!("{row}\n")).collect();
    folder
        .file("words", "0\n1\nx\n")
        .file("far", "0\n432\n")
        .file("twice", "5\n5\n")
        .file("all", all)
        .file("none", "\n");
    let data = fixture("monks1.csv");
    for (holdout, says) in [
        ("garbage", "cannot open garbage"),
        ("words", "words, line 3: \"x\" is not a row number"),
        ("far", "far, line 2: row 432 does not exist, the data has 432 rows"),
        ("twice", "twice, line 2: row 5 is listed twice"),
        ("all", "holds out every row"),
        ("./none", "none is empty"),
        ("1.5", "must lie between 0 and 1, not 1.5"),
        ("-0.2", "must lie between 0 and 1, not -0.2"),
        ("NaN", "must lie between 0 and 1, not NaN"),
        ("0.0001", "holds out none"),
        ("0.9999", "holds out every row"),
    ] {
        folder.refused(&["fit", &data, "--target", "class", "--holdout", holdout], says);
    }
}

#[test]
fn incomplete_commands() {
    let folder = Folder::new();
    folder.refused(&["fit", "data.csv"], "required arguments were not provided: --target <COL>");
    folder.refused(&["fit", "--target", "y"], "required arguments were not provided: <DATA>");
    folder.refused(&["frobnicate"], "unrecognized subcommand 'frobnicate'");
    folder.refused(&["rules", "m.json", "--format", "yaml"], "'yaml' for '--format");
    let bare = folder.run(&[]);
    assert_eq!((bare.code, bare.stdout.as_str()), (2, ""));
    assert!(bare.stderr.contains("Usage: rulegen"), "{bare:?}");
}

#[test]
fn help_and_version_are_results() {
    let folder = Folder::new();
    for args in [&["--help"][..], &["fit", "--help"], &["--version"]] {
        let run = folder.ok(args);
        assert!(!run.stdout.is_empty() && run.stderr.is_empty(), "{run:?}");
    }
}

#[test]
fn short_help_is_a_screen_and_long_help_has_sections_by_purpose() {
    let folder = Folder::new();
    for command in ["fit", "front", "compare"] {
        let help = folder.ok(&[command, "-h"]).stdout;
        let lines = help.lines().count();
        assert!((24..=40).contains(&lines), "{command}: {lines} lines");
        assert!(help.lines().skip(1).all(|line| line.chars().count() <= 100), "{help}");
        assert!(help.contains("--help. Guide: docs/cli.md"), "{help}");
    }
    let help = folder.ok(&["fit", "-h"]).stdout;
    for flag in [
        "target",
        "target-cut",
        "output",
        "method",
        "holdout",
        "split-by",
        "size",
        "max-length",
        "ignore",
        "time-limit",
    ] {
        assert!(help.contains(&format!("--{flag} <")), "--{flag} is not in {help}");
    }
    let flags = help.lines().filter(|line| line.trim_start().starts_with('-')).count();
    assert_eq!(flags, 12, "ten flags, --quiet and --help: {help}");
    // The full help has all flags, also those above, in sections: the size first.
    let help = folder.ok(&["fit", "--help"]).stdout;
    let places: Vec<Option<usize>> =
        ["How many rules:", "Data:", "Conditions of rules:", "Fairness between groups:", "Search and proofs:", "Run:"]
            .iter()
            .map(|section| help.find(&format!("\n{section}\n")))
            .collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    let within = |flag: &str, section: usize| {
        let from = places[section].unwrap();
        let to = places.get(section + 1).copied().flatten().unwrap_or(help.len());
        assert!(help[from..to].contains(&format!("--{flag}")), "--{flag} is not in section {section}");
    };
    for (flag, section) in [
        ("size", 0),
        ("max-rules", 0),
        ("ignore", 1),
        ("delimiter", 1),
        ("keep", 1),
        ("bins", 2),
        ("epsilon", 3),
        ("pricers", 4),
        ("threads", 5),
    ] {
        within(flag, section);
    }
}

#[test]
fn shares_of_rows_may_be_percent() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    let of = |share: &str| {
        let run = folder.ok(&["fit", &data, "--target", "species", "--holdout", share, "--json", "-o", "m.json"]);
        (run.json()["holdout"].clone(), folder.read("m.json"))
    };
    let (measured, model) = of("20%");
    assert_eq!(measured["n"], 30);
    assert_eq!((measured, model), of("0.2"));
    folder.refused(&["fit", &data, "--target", "species", "--holdout", "150%"], "must lie between 0 and 1, not 1.5");
    let compare = ["compare", &data, "--target", "species", "--pricers", "tree", "--json", "--holdout", "20%"];
    assert_eq!(folder.ok(&compare).json()["rows"][0]["n_test"], 30);
}
