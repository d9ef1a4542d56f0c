//! Codes that are whole numbers, such as the numbers of branches.

use crate::util::{Folder, predictions};

/// Writes rows whose class is that of their code, and the codes with `suffix`.
fn rows(suffix: &str) -> String {
    let row = |i: usize| format!("{}{suffix},{}\n", i % 4, if i % 4 == 2 { "yes" } else { "no" });
    format!("code,y\n{}", (0..80).map(row).collect::<String>())
}

/// Programs write whole numbers with a point where a column has a missing cell.
#[test]
fn codes_with_a_point_are_those_of_training() {
    let folder = Folder::new();
    folder.file("d.csv", rows("")).file("new.csv", rows(".0")).file("other.csv", rows(".5"));
    folder.ok(&["fit", "d.csv", "--target", "y", "--categorical", "code", "--holdout", "none", "-o", "m.json"]);
    let known = folder.ok(&["predict", "m.json", "d.csv"]);
    let with_points = folder.ok(&["predict", "m.json", "new.csv"]);
    assert_eq!(predictions(&with_points.stdout), predictions(&known.stdout));
    assert!(predictions(&known.stdout).contains(&"yes".to_owned()));
    assert_eq!(with_points.stderr, "");
    let evaluated = folder.ok(&["evaluate", "m.json", "new.csv", "--json"]).json();
    assert_eq!(evaluated["accuracy"], 1.0);
    let explained = folder.ok(&["explain", "m.json", "new.csv", "--row", "2", "--json"]).json();
    assert_eq!(explained["prediction"], "yes");
    let others = folder.ok(&["predict", "m.json", "other.csv"]).stderr;
    assert!(
        others.contains("80 cells of 'code' have a category that the model does not know, such as '0.5'"),
        "{others}"
    );
}

/// Python reads such codes as `predict` does; SQL and Rust say how they are written.
#[test]
fn exports_read_codes_or_say_their_form() {
    let folder = Folder::new();
    folder.file("d.csv", rows("")).file("words.csv", rows("x"));
    for (data, says) in [("d.csv", true), ("words.csv", false)] {
        folder.ok(&["fit", data, "--target", "y", "--categorical", "code", "--holdout", "none", "-o", "m.json"]);
        let has = |format: &str, part: &str| folder.ok(&["rules", "m.json", "--format", format]).stdout.contains(part);
        assert_eq!(has("python", " = _code(row[\"code\"])"), says);
        assert_eq!(has("sql", "are text without a point: 5, not 5.0"), says);
        assert_eq!(has("rust", "whole numbers are written without a point"), says);
    }
}
