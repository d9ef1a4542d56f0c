//! Damaged and malicious model files: each is an error, never a panic.

use crate::models::models_and_tables;
use proptest::prelude::*;
use rulegen_data::{Table, Values};
use rulegen_rule::{Model, Predictor, RuleError, rule_text};

/// A small model file by hand, the shape that all others here are made of.
const SOUND: &str = r#"{
  "format": "rulegen-model",
  "version": 1,
  "method": "rug",
  "target": "y",
  "classes": ["no", "yes"],
  "positive": "yes",
  "features": [
    {"kind": "numeric", "name": "n", "cuts": [-1.5, 0.25, 3], "missing_seen": true},
    {"kind": "categorical", "name": "c", "categories": ["red", "blue"], "missing_seen": false}
  ],
  "rules": [
    {"if": [{"column": "n", "is": "<=", "value": 0.25}], "then": "yes", "weight": 1.0, "covered": 9, "correct": 8},
    {"if": [{"column": "c", "is": "!=", "value": "red"}, {"column": "n", "is": "missing"}], "then": "no", "weight": 0.5,
     "covered": 4, "correct": 4}
  ],
  "default": {"rules": [{"if": [{"column": "c", "is": "=", "value": "blue"}], "then": "no"}], "otherwise": "yes"},
  "certificate": {"status": "optimal", "objective": 3.5, "lp_objective": 3.25, "lower_bound": null},
  "settings": {"penalty": 1.0}
}"#;

/// Returns the valid file with one part of it replaced.
fn with(old: &str, new: &str) -> String {
    assert_eq!(SOUND.matches(old).count(), 1, "{old}");
    SOUND.replace(old, new)
}

/// A model that can be read can be used and written.
fn check_usable(model: &Model) {
    assert_eq!(&Model::from_json(&model.to_json()).expect("what was written can be read"), model);
    for rule in &model.rules {
        assert!(!rule_text(model, &rule.rule, rule.class).contains('\n'));
    }
    let _ = Predictor::new(model);
}

fn inconsistent(text: &str, says: &str) {
    let outcome = Model::from_json(text);
    match &outcome {
        Err(RuleError::Inconsistent(what)) if what.contains(says) => {}
        _ => panic!("'{says}' is not in {outcome:?} for {text}"),
    }
}

fn malformed(text: &str, says: &str) {
    let outcome = Model::from_json(text);
    match &outcome {
        Err(RuleError::Malformed(what)) if what.contains(says) => {}
        _ => panic!("'{says}' is not in {outcome:?} for {text}"),
    }
}

#[test]
fn the_sound_file_is_sound() {
    let model = Model::from_json(SOUND).unwrap();
    check_usable(&model);
    assert_eq!((model.rules.len(), model.rules[1].rule.len()), (2, 2));
}

#[test]
fn cut_at_every_byte() {
    for end in 0..SOUND.len() {
        let outcome = Model::from_json(&SOUND[..end]);
        assert!(matches!(outcome, Err(RuleError::Malformed(_))), "{outcome:?} at byte {end}");
    }
}

#[test]
fn of_other_formats_and_versions() {
    malformed(&with("rulegen-model", "other"), "its format is 'other', not 'rulegen-model'");
    for version in [0, 2, u64::MAX] {
        let outcome = Model::from_json(&with("\"version\": 1", &format!("\"version\": {version}")));
        assert!(matches!(outcome, Err(RuleError::Version { found, expected: 1 }) if found == version), "{outcome:?}");
    }
    // The message is not about fields that a later version may have added.
    let later = with("\"version\": 1", "\"version\": 2, \"news\": []");
    assert!(matches!(Model::from_json(&later), Err(RuleError::Version { found: 2, .. })));
    for text in ["", "null", "[]", "7", "\"rulegen-model\"", "{}", "{\"format\": \"rulegen-model\"}"] {
        malformed(text, "");
    }
    malformed(&format!("{SOUND}{SOUND}"), "trailing characters");
}

#[test]
fn fields_that_are_missing_doubled_or_unknown() {
    for field in ["method", "target", "classes", "features", "rules", "default", "certificate", "settings"] {
        malformed(&with(&format!("\n  \"{field}\":"), "\n  \"other\":"), "unknown field `other`");
    }
    malformed(&with("\"method\": \"rug\",", ""), "missing field `method`");
    malformed(&with("\"method\": \"rug\",", "\"method\": \"rug\", \"method\": \"rug\","), "duplicate field `method`");
    malformed(&with("\"otherwise\": \"yes\"", "\"otherwise\": \"yes\", \"more\": 1"), "unknown field `more`");
    malformed(&with("\"covered\": 9", "\"covered\": 9, \"more\": 1"), "unknown field `more`");
    malformed(&with("\"is\": \"missing\"", "\"is\": \"missing\", \"more\": 1"), "unknown field `more`");
    malformed(&with("\"lower_bound\": null", "\"lower_bound\": null, \"more\": 1"), "unknown field `more`");
    malformed(&with("\"cuts\"", "\"more\": 1, \"cuts\""), "unknown field `more`");
    malformed(&with("\"kind\": \"numeric\"", "\"kind\": \"complex\""), "unknown variant `complex`");
    malformed(&with("\"status\": \"optimal\"", "\"status\": \"perfect\""), "unknown variant `perfect`");
}

#[test]
fn numbers_that_are_none() {
    for (old, new) in [
        ("\"weight\": 1.0", "\"weight\": 1e999"),
        ("\"weight\": 1.0", "\"weight\": NaN"),
        ("\"weight\": 1.0", "\"weight\": Infinity"),
        ("\"weight\": 1.0", "\"weight\": null"),
        ("\"weight\": 1.0", "\"weight\": \"1\""),
        ("\"covered\": 9", "\"covered\": 1e999"),
        ("0.25, 3]", "0.25, 1e999]"),
        ("0.25, 3]", "0.25, null]"),
        ("\"objective\": 3.5", "\"objective\": null"),
        ("\"lp_objective\": 3.25", "\"lp_objective\": -1e999"),
        ("\"version\": 1", "\"version\": 1.0"),
        ("\"version\": 1", "\"version\": -1"),
        ("\"version\": 1", "\"version\": 99999999999999999999999"),
        ("\"value\": 0.25", "\"value\": 1e999"),
        (", 3]", ", 3], \"whole\": {\"least\": 0.5, \"most\": 2}"),
        (", 3]", ", 3], \"whole\": {\"least\": 0, \"most\": 9223372036854775808}"),
    ] {
        malformed(&with(old, new), "");
    }
}

#[test]
fn contents_that_contradict_themselves() {
    for (old, new, says) in [
        ("\"weight\": 1.0", "\"weight\": -0.5", "a rule's weight is -0.5"),
        ("\"covered\": 9", "\"covered\": -9", "a rule's covered is -9"),
        ("\"correct\": 8", "\"correct\": -1e-9", "a rule's correct is -0.000000001"),
        ("[\"no\", \"yes\"]", "[\"yes\", \"no\", \"yes\"]", "the class 'yes' is there twice"),
        ("[\"no\", \"yes\"]", "[\"yes\"]", "fewer than two classes"),
        ("[\"no\", \"yes\"]", "[]", "fewer than two classes"),
        ("\"positive\": \"yes\"", "\"positive\": \"maybe\"", "'maybe' is not one of its classes"),
        ("\"otherwise\": \"yes\"", "\"otherwise\": \"maybe\"", "'maybe' is not one of its classes"),
        ("\"then\": \"yes\"", "\"then\": \"Yes\"", "'Yes' is not one of its classes"),
        ("\"name\": \"c\"", "\"name\": \"n\"", "the feature 'n' is there twice"),
        ("[\"red\", \"blue\"]", "[\"red\", \"red\"]", "the category 'red' is there twice"),
        ("[-1.5, 0.25, 3]", "[0.25, -1.5, 3]", "the cut points of 'n' do not ascend"),
        ("[-1.5, 0.25, 3]", "[0.25, 0.25, 3]", "the cut points of 'n' do not ascend"),
        ("\"column\": \"n\", \"is\": \"<=\"", "\"column\": \"m\", \"is\": \"<=\"", "'m', which is not a feature"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"<=\", \"value\": 0.26", "'n <= 0.26'"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"<=\", \"value\": \"0.25\"", "'n <= \"0.25\"'"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"<=\"", "'n <= null'"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"<\", \"value\": 0.25", "'n < 0.25'"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"=\", \"value\": 0.25", "'n = 0.25'"),
        ("\"is\": \"<=\", \"value\": 0.25", "\"is\": \"present\", \"value\": 0.25", "'n present 0.25'"),
        ("\"is\": \"!=\", \"value\": \"red\"", "\"is\": \"!=\", \"value\": \"green\"", "'c != \"green\"'"),
        ("\"is\": \"!=\", \"value\": \"red\"", "\"is\": \">\", \"value\": \"red\"", "'c > \"red\"'"),
        ("\"is\": \"missing\"", "\"is\": \"missing\", \"value\": 7", "'n missing 7'"),
        ("\"is\": \"missing\"", "\"is\": \"missing\", \"value\": \"red\"", "'n missing \"red\"'"),
        ("[{\"column\": \"n\", \"is\": \"<=\", \"value\": 0.25}]", "[]", "a rule has no condition"),
        (", 3]", ", 3], \"whole\": {\"least\": 3, \"most\": 2}", "the whole numbers of 'n' cannot be from 3 to 2"),
    ] {
        inconsistent(&with(old, new), says);
    }
}

/// Returns the valid file with more in its certificate, which has the bound 3.
fn with_proofs(proofs: &str) -> String {
    with("\"lower_bound\": null", &format!("\"lower_bound\": 3, {proofs}"))
}

#[test]
fn proofs_that_cannot_be() {
    for sound in [
        r#""scopes": []"#,
        r#""scopes": [{"max_length": 1, "lower_bound": 3.25}]"#,
        r#""scopes": [{"max_length": 1, "lower_bound": 9}, {"max_length": 3, "lower_bound": 3}]"#,
        r#""one_by_one": {"best": 2, "max_length": 1}, "further_gain": 0"#,
        r#""one_by_one": null, "further_gain": null"#,
    ] {
        check_usable(&Model::from_json(&with_proofs(sound)).unwrap_or_else(|error| panic!("{error} for {sound}")));
    }
    let contradicted = |scopes: &str, bound: &str| {
        let says = format!("its certificate says bound {bound} conditions, which its other bounds contradict");
        inconsistent(&with_proofs(&format!("\"scopes\": {scopes}")), &says);
    };
    // Scopes of no length, of one length twice, in another order, rising, and below that of all.
    contradicted(r#"[{"max_length": 0, "lower_bound": 4}]"#, "4.0 over rules of at most 0");
    let one = r#"{"max_length": 1, "lower_bound": 4}"#;
    contradicted(&format!("[{one}, {one}]"), "4.0 over rules of at most 1");
    contradicted(&format!(r#"[{{"max_length": 2, "lower_bound": 5}}, {one}]"#), "4.0 over rules of at most 1");
    contradicted(&format!(r#"[{one}, {{"max_length": 2, "lower_bound": 5}}]"#), "5.0 over rules of at most 2");
    contradicted(r#"[{"max_length": 1, "lower_bound": 2.5}]"#, "2.5 over rules of at most 1");
    for (best, most) in [(0, 2), (3, 2), (1, 0), (usize::MAX, 2)] {
        let says = format!("{best} of 2 rules, of at most {most} conditions, were the best when they were chosen");
        inconsistent(&with_proofs(&format!(r#""one_by_one": {{"best": {best}, "max_length": {most}}}"#)), &says);
    }
    inconsistent(&with_proofs(r#""further_gain": -0.5"#), "its certificate says that a further rule gains -0.5");
    for (proofs, says) in [
        (r#""scopes": [{"max_length": 1, "lower_bound": NaN}]"#, "expected value"),
        (r#""scopes": [{"max_length": 1, "lower_bound": 1e999}]"#, "number out of range"),
        (r#""scopes": [{"max_length": 1, "lower_bound": null}]"#, "expected f64"),
        (r#""scopes": [{"max_length": -1, "lower_bound": 1}]"#, "expected usize"),
        (r#""scopes": [{"max_length": 1}]"#, "missing field `lower_bound`"),
        (r#""scopes": [{"max_length": 1, "lower_bound": 4, "more": 1}]"#, "unknown field `more`"),
        (r#""one_by_one": {"best": 1}"#, "missing field `max_length`"),
        (r#""one_by_one": {"best": 0.5, "max_length": 1}"#, "expected usize"),
        (r#""further_gain": 1e999"#, "number out of range"),
    ] {
        malformed(&with_proofs(proofs), says);
    }
}

#[test]
fn numbers_that_may_be_written_otherwise() {
    for (old, new) in [
        ("\"weight\": 1.0", "\"weight\": 1"),
        ("\"weight\": 1.0", "\"weight\": 0"),
        ("\"weight\": 1.0", "\"weight\": -0.0"),
        ("\"weight\": 1.0", "\"weight\": 1e308"),
        ("\"value\": 0.25", "\"value\": 2.5e-1"),
        ("\"is\": \"missing\"", "\"is\": \"missing\", \"value\": null"),
    ] {
        check_usable(&Model::from_json(&with(old, new)).unwrap());
    }
}

#[test]
fn more_values_than_two_bytes_can_tell_apart() {
    let feature = |n: usize| {
        let categories: Vec<String> = (0..n).map(|v| format!("\"{v}\"")).collect();
        with("[\"red\", \"blue\"]", &format!("[\"red\", \"blue\", {}]", categories.join(",")))
    };
    check_usable(&Model::from_json(&feature(65_534 - 2)).unwrap());
    inconsistent(&feature(65_534 - 1), "'c' has 65535 values, at most 65534 can be");
    let cuts = |n: usize| {
        let cuts: Vec<String> = (4..4 + n).map(|j| j.to_string()).collect();
        with("0.25, 3]", &format!("0.25, 3, {}]", cuts.join(",")))
    };
    check_usable(&Model::from_json(&cuts(65_534 - 3)).unwrap());
    inconsistent(&cuts(65_534 - 2), "'n' has 65535 values, at most 65534 can be");
}

#[test]
fn many_classes_take_no_more_than_their_names() {
    let names: Vec<String> = (0..300_000).map(|k| format!("\"{k}\"")).collect();
    let model =
        Model::from_json(&with("[\"no\", \"yes\"]", &format!("[\"no\", {}, \"yes\"]", names.join(",")))).unwrap();
    // A row of scores per class and block would take gigabytes.
    let table = Table::from_columns([("n", Values::from([0.0, f64::NAN])), ("c", ["blue", "blue"].into())]).unwrap();
    assert_eq!(Predictor::new(&model).predict(&table).unwrap(), [300_001, 0]);
}

#[test]
fn deep_nesting() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        malformed(&deep, "");
        malformed(&with("\"penalty\": 1.0", &format!("\"penalty\": {deep}")), "recursion limit");
        malformed(&with("\"value\": 0.25", &format!("\"value\": {deep}")), "recursion limit");
        malformed(&with("\"version\": 1", &format!("\"version\": 1, \"more\": {deep}")), "");
        malformed(&with("\"cuts\": [-1.5, 0.25, 3]", &format!("\"cuts\": {deep}")), "");
    }
}

#[test]
fn long_lists() {
    // Many rules and conditions are large, but no larger than the file.
    let rule = "{\"if\": [{\"column\": \"n\", \"is\": \"missing\"}], \"then\": \"no\", \"weight\": 1, \"covered\": 0, \"correct\": 0}";
    let rules = vec![rule; 20_000].join(",");
    let text = with("  \"rules\": [\n", &format!("  \"rules\": [\n{rules},"));
    assert_eq!(Model::from_json(&text).unwrap().rules.len(), 20_002);
    let condition = "{\"column\": \"n\", \"is\": \"missing\"}";
    let conditions = vec![condition; 20_000].join(",");
    let text = with(&format!(", {condition}"), &format!(", {conditions}"));
    assert_eq!(Model::from_json(&text).unwrap().rules[1].rule.len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn bytes_replaced_at_random(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..4),
    ) {
        let mut bytes = SOUND.as_bytes().to_vec();
        for (place, byte, printable) in places {
            let place = place.index(bytes.len());
            bytes[place] = if printable { b"0123456789-+.eE\"[]{},: tfn"[byte as usize % 26] } else { byte };
        }
        if let Ok(Ok(model)) = std::str::from_utf8(&bytes).map(Model::from_json) {
            check_usable(&model);
        }
    }

    #[test]
    fn pieces_moved_at_random(
        pieces in prop::collection::vec((any::<prop::sample::Index>(), 1usize..40, any::<prop::sample::Index>()), 1..3),
    ) {
        let mut text = SOUND.to_owned();
        for (from, length, to) in pieces {
            let from = from.index(text.len());
            let piece = text[from..(from + length).min(text.len())].to_owned();
            text.insert_str(to.index(text.len()), &piece);
        }
        if let Ok(model) = Model::from_json(&text) {
            check_usable(&model);
        }
    }

    #[test]
    fn any_text(text in ".*") {
        prop_assert!(Model::from_json(&text).is_err());
    }
}

proptest! {
    /// A model that survives damage still predicts without a panic, whatever its content.
    #[test]
    fn damaged_models_predict((model, table) in models_and_tables(), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = model.to_json().into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(Ok(damaged)) = std::str::from_utf8(&bytes).map(Model::from_json)
            && let Ok(predicted) = Predictor::new(&damaged).predict(&table)
        {
            prop_assert!(predicted.iter().all(|&k| (k as usize) < damaged.classes.len()));
        }
    }
}

#[test]
fn folds_that_found_a_rule_are_checked() {
    let text = |folds: &str| with(r#""correct": 8}"#, &format!(r#""correct": 8, "folds": {folds}}}"#));
    let model = Model::from_json(&text(r#"{"found": 3, "of": 5}"#)).unwrap();
    let table = model.to_text();
    assert!(table.contains("have the rule,\nor one for nearly the same rows."), "{table}");
    // A scorecard has no column of folds.
    assert!(!model.to_card_text().unwrap().contains("Folds:"));
    let lines = || table.lines().filter(|line| line.contains("3/5"));
    assert!(lines().count() == 1 && lines().all(|line| line.contains("n <= 0.25")), "{table}");
    assert!(model.notes().is_empty());
    let rare = Model::from_json(&text(r#"{"found": 2, "of": 5}"#)).unwrap();
    let says = "1 of the 2 rules is in fewer than half of the models learned without a part of the rows: other rows \
                might give other rules.";
    assert_eq!(rare.notes(), [says]);
    inconsistent(&text(r#"{"found": 6, "of": 5}"#), "a rule was found in 6 of 5 folds");
    inconsistent(&text(r#"{"found": 0, "of": 0}"#), "a rule was found in 0 of 0 folds");
    malformed(&text(r#"{"found": -1, "of": 5}"#), "invalid value");
}

#[test]
fn held_out_quality_is_checked() {
    let sound = r#"{"of": "second_model", "rows": 20, "share": 0.2, "accuracy": {"value": 0.9, "interval": [0.7, 0.97]},
        "auc": {"value": 1.0}, "log_loss": {"value": 0.3}, "brier": {"value": 0.3125, "interval": [0.0, 3.5]}}"#;
    let text = |held_out: &str| with("\"settings\"", &format!("\"held_out\": {held_out},\n  \"settings\""));
    let model = Model::from_json(&text(sound)).unwrap();
    check_usable(&model);
    let said = "On rows it has not seen: accuracy 0.900 (0.700-0.970), AUC 1.000 (20 rows, by a second model learned \
                without them).";
    assert_eq!(model.held_out.as_ref().unwrap().sentence(), said);
    assert!(model.to_text().replace('\n', " ").contains(said));
    assert!(model.to_markdown().contains("On rows it has not seen: accuracy 0.900"));
    // Files without it read as they did.
    assert_eq!(Model::from_json(SOUND).unwrap().held_out, None);
    for (old, new, says) in [
        ("\"rows\": 20", "\"rows\": 0", "0 rows"),
        ("0.2,", "0,", "0 of the rows"),
        ("0.2,", "1.5,", "1.5 of the rows"),
        ("0.9,", "1.1,", "accuracy 1.1"),
        ("0.9,", "-0.1,", "accuracy -0.1"),
        ("{\"value\": 1.0}", "{\"value\": 2.0}", "AUC 2.0"),
        ("{\"value\": 0.3}", "{\"value\": -3}", "log loss -3.0"),
        ("0.3125", "2.5", "Brier score 2.5"),
        ("[0.7, 0.97]", "[0.97, 0.7]", "accuracy 0.9 between 0.97 and 0.7"),
        ("[0.0, 3.5]", "[-1e308, 1e308]", "Brier score"),
    ] {
        assert!(sound.contains(old), "{old}");
        inconsistent(&text(&sound.replacen(old, new, 1)), says);
    }
    for (old, new, says) in [
        ("second_model", "an_oracle", "unknown variant"),
        ("\"rows\": 20", "\"rows\": -1", "invalid value"),
        ("\"rows\": 20", "\"rows\": 20, \"more\": 1", "unknown field"),
        ("\"rows\": 20,", "", "missing field"),
        ("0.9,", "1e999,", "number out of range"),
        ("[0.7, 0.97]", "[0.7]", "invalid length"),
    ] {
        assert!(sound.contains(old), "{old}");
        malformed(&text(&sound.replacen(old, new, 1)), says);
    }
}
