//! `diff`, and `rules` in other formats.

use crate::util::{Folder, fixture, predictions};

fn fit<'a>(data: &'a str, model: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["fit", data, "--target", "cultivar", "--holdout", "none", "-o", model], more].concat()
}

#[test]
fn a_model_and_itself() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    folder.ok(&fit(&data, "a.json", &[]));
    let text = folder.ok(&["diff", "a.json", "a.json", &data]).stdout;
    let rules = folder.ok(&["rules", "a.json", "--format", "json"]).json()["rules"].as_array().unwrap().len();
    assert!(
        text.starts_with(&format!("the same in both: {rules} rules\n\nthe models disagree on 0 of 178 rows (0.00%)\n")),
        "{text}"
    );
}

#[test]
fn what_came_and_went() {
    let (folder, data) = (Folder::new(), fixture("wine.csv"));
    folder.ok(&fit(&data, "a.json", &["--max-depth", "2"]));
    folder.ok(&fit(&data, "b.json", &["--max-depth", "1", "--iterations", "2"]));
    let report = folder.ok(&["diff", "a.json", "b.json", &data, "--json"]).json();
    let length = |key: &str| report[key].as_array().unwrap().len();
    let rules = |model| folder.ok(&["rules", model, "--format", "json"]).json()["rules"].as_array().unwrap().len();
    let both = length("changed") + report["same"].as_u64().unwrap() as usize;
    assert_eq!((length("went") + both, length("came") + both), (rules("a.json"), rules("b.json")));
    let labels = |model| predictions(&folder.ok(&["predict", model, &data]).stdout);
    let (before, after) = (labels("a.json"), labels("b.json"));
    let differ = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(differ > 0 && report["predictions"]["differ"] == differ, "{report}");
    for pair in report["predictions"]["pairs"].as_array().unwrap() {
        let same = |(a, b): &(&String, &String)| pair["before"] == **a && pair["after"] == **b;
        assert_eq!(pair["rows"], before.iter().zip(&after).filter(same).count());
    }
    let text = folder.ok(&["diff", "a.json", "b.json", &data]).stdout;
    for part in [
        format!("only in a.json, {} rule", length("went")),
        format!("only in b.json, {} rule", length("came")),
        format!("the models disagree on {differ} of 178 rows ("),
        "\nbefore".into(),
    ] {
        assert!(text.contains(&part), "{part} is not in {text}");
    }
}

#[test]
fn weights_defaults_and_the_order_of_columns() {
    let folder = Folder::new();
    let model = |features: &str, weight: &str, otherwise: &str| {
        format!(
            r#"{{"format": "rulegen-model", "version": 1, "method": "rug", "target": "y", "classes": ["no", "yes"],
            "positive": null, "features": [{features}],
            "rules": [{{"if": [{{"column": "a", "is": "<=", "value": 1}}, {{"column": "b", "is": "=", "value": "u"}}],
            "then": "yes", "weight": {weight}, "covered": 1, "correct": 1}}], "default": {{"otherwise": "{otherwise}"}},
            "certificate": {{"status": "gap", "objective": 1, "lp_objective": 1, "lower_bound": null}}, "settings": {{}}}}"#
        )
    };
    let a = r#"{"kind": "numeric", "name": "a", "cuts": [1.0], "missing_seen": false}"#;
    let more_cuts = r#"{"kind": "numeric", "name": "a", "cuts": [0.0, 1.0], "missing_seen": true}"#;
    let b = r#"{"kind": "categorical", "name": "b", "categories": ["u", "v"], "missing_seen": false}"#;
    folder.file("one.json", model(&format!("{a}, {b}"), "1", "no"));
    folder.file("two.json", model(&format!("{b}, {more_cuts}"), "0.25", "yes"));
    let text = folder.ok(&["diff", "one.json", "two.json"]).stdout;
    let expected = "points towards yes\n\nwith other points, 1 rule:\n  +1.000 -> +0.250 if b = u and a <= 1\n\nthe same in both: 0 rules\nwhere no rule applies: no -> yes\n";
    assert_eq!(text, expected);
    // Weights that differ by rounding are the same.
    folder.file("three.json", model(&format!("{a}, {b}"), "0.9999999999999999", "no").replace("\"y\"", "\"z\""));
    let text = folder.ok(&["diff", "one.json", "three.json"]).stdout;
    assert_eq!(text, "what they predict: y -> z\n\nthe same in both: 1 rule\n");
    // A vote for one class is a vote against another only between the same two classes.
    folder.file("four.json", model(&format!("{a}, {b}"), "1", "no").replace("\"yes\"", "\"maybe\""));
    let text = folder.ok(&["diff", "one.json", "four.json"]).stdout;
    assert!(!text.contains("points towards") && text.contains("+1.000 for maybe if "), "{text}");
    folder.file("d.csv", "a,b\n1,u\n2,u\n2,v\n");
    let text = folder.ok(&["diff", "one.json", "two.json", "d.csv"]).stdout;
    assert!(text.ends_with("the models disagree on 2 of 3 rows (66.67%)\n\nbefore  after  rows\nno        yes     2\nyes       yes     1\n"), "{text}");
    folder.file("narrow.csv", "a\n1\n");
    folder.refused(&["diff", "one.json", "two.json", "narrow.csv"], "there is no column \"b\"");
    folder.refused(&["diff", "one.json", "two.json", "-"], "name a file, not -");
    folder.refused(&["diff", "one.json", "absent.json"], "cannot read absent.json");
    folder.file("bad.json", "{}");
    folder.refused(&["diff", "bad.json", "one.json"], "bad.json: not a model file of rulegen");
    folder.refused(&["explain", "bad.json", "d.csv", "--row", "0"], "bad.json: not a model file of rulegen");
    folder.refused(&["diff", "one.json"], "required arguments were not provided: <AFTER>");
}

#[test]
fn rules_in_every_format() {
    let (folder, data) = (Folder::new(), fixture("awkward.csv"));
    folder.ok(&["fit", &data, "--target", "answer", "--holdout", "none", "-o", "m.json"]);
    for (format, begins) in [
        ("text", "Points for each class of answer: "),
        ("markdown", "Points for each class of answer: "),
        ("card", "Points for each class of answer: "),
        ("card-markdown", "Points for each class of answer: "),
        ("card-csv", "points,class,column,step,rows,share,lift\n"),
        ("json", "{"),
        ("sql", "-- Predicts \"answer\""),
        ("pmml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<PMML "),
        ("python", "\"\"\"Predicts \"answer\""),
        ("rust", "//! Predicts \"answer\""),
    ] {
        let text = folder.ok(&["rules", "m.json", "--format", format]).stdout;
        assert!(text.starts_with(begins) && text.ends_with('\n'), "{format}: {text}");
        assert_eq!(text, folder.ok(&["rules", "m.json", "--format", format]).stdout);
    }
    let sql = folder.ok(&["rules", "m.json", "--format", "sql", "--table", "a.b\"c"]).stdout;
    assert!(sql.contains("FROM \"a\".\"b\"\"c\" AS data"), "{sql}");
    folder.refused(&["rules", "m.json", "--table", "t"], "--table needs --format sql");
    folder.refused(&["rules", "m.json", "--format", "pmml", "--probabilities"], "--probabilities needs --format sql");
    folder.refused(&["rules", "m.json", "--format", "sql", "--probabilities"], "the model gives no probabilities");
    folder.ok(&["fit", &data, "--target", "answer", "--holdout", "none", "--method", "rules", "-o", "odds.json"]);
    let sql = folder.ok(&["rules", "odds.json", "--format", "sql", "--probabilities"]).stdout;
    assert_eq!(sql.matches(" AS \"probability ").count(), 3, "{sql}");
}
