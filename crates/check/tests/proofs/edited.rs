//! True proofs with a few texts replaced: what is wrong then is said, with its field.

use super::read;
use rulegen_check::{Fault, check};

/// Checks a proof against its data, with texts of the proof replaced.
fn checked(name: &str, edits: &[(&str, &str)]) -> Result<Vec<String>, Fault> {
    let mut proof = read(&format!("{name}.proof"));
    for (from, to) in edits {
        assert_eq!(proof.matches(from).count(), 1, "{name}: {from}");
        proof = proof.replacen(from, to, 1);
    }
    check(&proof, read(&format!("{name}.csv")).as_bytes())
}

/// Names of proofs, one replacement in each, and the fault that it leads to.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    // The file.
    ("hinge", r#""rulegen-proof""#, r#""proof""#, "error: the file is no proof of rulegen"),
    ("hinge", r#""version": 1"#, r#""version": 2"#, "error: the proof is of another version than 1"),
    ("hinge", r#""made_by": "#, r#""made_by": 7, "made": "#, "refused: : the unknown field 'made'"),
    ("hinge", r#""made_by": "scripts"#, r#""made_by": [], "by": "scripts"#, "refused: : the unknown field 'by'"),
    ("hinge", r#""made_by": "scripts/fixtures/proofs.py""#, r#""made_by": 1"#, "refused: made_by: no text"),
    ("hinge", r#""made_by": "scripts/fixtures/proofs.py", "#, "", "refused: : no field 'made_by'"),
    // The data.
    ("hinge", r#""rows": 10"#, r#""rows": "10""#, "refused: data.rows: no whole number from 0 to below 2^53"),
    ("hinge", r#""rows": 10"#, r#""rows": 9"#, "refused: data.rows: the data have 10 rows with a label"),
    ("hinge", r#""held_out": []"#, r#""held_out": {}"#, "refused: data.held_out: no list"),
    (
        "hinge",
        r#""held_out": []"#,
        r#""held_out": [10]"#,
        "refused: data.held_out[0]: no whole number from 0 to below 10",
    ),
    ("hinge", r#""held_out": []"#, r#""held_out": [0, 0]"#, "refused: data.held_out[1]: the rows do not ascend"),
    ("hinge", r#""held_out": []"#, r#""held_out": [1, 1]"#, "refused: data.held_out[1]: the rows do not ascend"),
    ("hinge", r#""header": true"#, r#""header": 1"#, "refused: data.header: no true or false"),
    ("hinge", r#""header": true"#, r#""header": false"#, "error: the data: there is no column 'size'"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": "é""#, "refused: data.delimiter: not one character"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": """#, "refused: data.delimiter: not one character"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": "\"""#, "refused: data.delimiter: not one character"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": "\n""#, "refused: data.delimiter: not one character"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": "\r""#, "refused: data.delimiter: not one character"),
    ("hinge", r#""delimiter": null"#, r#""delimiter": 44"#, "refused: data.delimiter: no text"),
    ("hinge", r#""missing": []"#, r#""missing": [1]"#, "refused: data.missing[0]: no text"),
    (
        "hinge",
        r#""missing": []"#,
        r#""missing": ["red"]"#,
        "refused: data.columns[1].sha256: the data have other values in column 'colour' than those of the proof",
    ),
    ("hinge", r#""missing": []"#, r#""missing": ["ripe"]"#, "refused: data.rows: the data have 5 rows with a label"),
    (
        "hinge",
        r#""target": "state""#,
        r#""target": "crates""#,
        "refused: data.rows: the data have 11 rows with a label",
    ),
    ("hinge", r#""target": "state""#, r#""target": "size""#, "refused: data.columns: a column has two uses"),
    (
        "hinge",
        r#""classes": ["ripe", "green"]"#,
        r#""classes": ["ripe"]"#,
        "refused: data.classes: fewer than two different classes",
    ),
    (
        "hinge",
        r#""classes": ["ripe", "green"]"#,
        r#""classes": ["ripe", "ripe"]"#,
        "refused: data.classes: fewer than two different classes",
    ),
    (
        "hinge",
        r#""classes": ["ripe", "green"]"#,
        r#""classes": ["ripe", "red"]"#,
        "refused: data.classes: 'green' is no class",
    ),
    (
        "hinge",
        r#""class_factors": [1, 1]"#,
        r#""class_factors": [1]"#,
        "refused: data.class_factors: not one for each class",
    ),
    (
        "hinge",
        r#""class_factors": [1, 1]"#,
        r#""class_factors": [1, 0]"#,
        "refused: data.class_factors[1]: no number above 0",
    ),
    (
        "hinge",
        r#""weights_sha256": null"#,
        r#""weights_sha256": "00""#,
        "refused: data.weights_sha256: there are no weights",
    ),
    (
        "margin_weights",
        r#""weights": "crates""#,
        r#""weights": "state""#,
        "refused: data.columns: a column has two uses",
    ),
    ("hinge", r#""samples": 9"#, r#""samples": 8"#, "refused: data.samples: the rows make 9 samples"),
    (
        "hinge",
        r#""held_out": []"#,
        r#""held_out": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"#,
        "refused: data.samples: the rows make 0 samples",
    ),
    // Columns.
    ("hinge", r#""kind": "numeric", "#, "", "refused: data.columns[0]: no field 'kind'"),
    (
        "hinge",
        r#""kind": "numeric""#,
        r#""kind": "ordinal""#,
        "refused: data.columns[0].kind: neither numeric nor categorical",
    ),
    ("hinge", r#""kind": "numeric""#, r#""kind": "categorical""#, "refused: data.columns[0]: the unknown field 'cuts'"),
    (
        "hinge",
        r#""cuts": [4, 6.5, 8]"#,
        r#""cuts": [4, 8, 8]"#,
        "refused: data.columns[0].cuts: the cut points do not ascend",
    ),
    ("hinge", r#""cuts": [4, 6.5, 8]"#, r#""cuts": [4, 6.5, 1e999]"#, "refused: data.columns[0].cuts[2]: no number"),
    (
        "hinge",
        r#""categories": ["red", "green", "yellow"]"#,
        r#""categories": ["red", "green", "red"]"#,
        "refused: data.columns[1].categories: a category is there twice",
    ),
    // Rules in scope.
    (
        "hinge",
        r#""max_length": 3"#,
        r#""max_length": 65"#,
        "refused: rules.max_length: no whole number from 0 to below 65",
    ),
    ("hinge", r#""max_length": 3"#, r#""max_length": 0"#, "refused: rules.max_length: rules have a condition"),
    (
        "hinge",
        r#""min_cover": 1"#,
        r#""min_cover": 9007199254740992"#,
        "refused: rules.min_cover: no whole number from 0 to below 2^53",
    ),
    (
        "hinge",
        r#""min_cover": 1"#,
        r#""min_cover": -1"#,
        "refused: rules.min_cover: no whole number from 0 to below 2^53",
    ),
    ("hinge", r#""min_cover": 1"#, r#""min_cover": 7"#, "refused: model.rules[0]: the rule is not in scope"),
    (
        "hinge",
        r#""classes": [0, 1], "columns""#,
        r#""classes": [0, 2], "columns""#,
        "refused: rules.parts[0].classes[1]: no whole number from 0 to below 2",
    ),
    (
        "hinge",
        r#""classes": [0, 1], "columns""#,
        r#""classes": [0], "columns""#,
        "refused: model.rules[1]: the rule is not in scope",
    ),
    (
        "hinge",
        r#""columns": [0, 1]"#,
        r#""columns": [0, 2]"#,
        "refused: rules.parts[0].columns[1]: no whole number from 0 to below 2",
    ),
    (
        "hinge",
        r#""columns": [0, 1]"#,
        r#""columns": [1, 1]"#,
        "refused: rules.parts[0].columns: the places do not ascend",
    ),
    ("hinge", r#""columns": [0, 1]"#, r#""columns": [1]"#, "refused: model.rules[1]: the rule is not in scope"),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[0, "at_most", 2]]"#,
        "refused: model.rules[1]: the rule is not in scope",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[2, "at_most", 0]]"#,
        "refused: rules.parts[0].without[0][0]: no whole number from 0 to below 2",
    ),
    ("hinge", r#""without": []"#, r#""without": [[0, "at_most"]]"#, "refused: rules.parts[0].without[0]: no list of 3"),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[0, "at_most", 3]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 3",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[0, "above", 3]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 3",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[1, "is", 3]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 3",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[1, "is_not", 3]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 3",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[1, "missing", 1]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 1",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[1, "present", 1]]"#,
        "refused: rules.parts[0].without[0][2]: no whole number from 0 to below 1",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[0, "is", 0]]"#,
        "refused: rules.parts[0].without[0][1]: column 'size' has no test 'is'",
    ),
    (
        "hinge",
        r#""without": []"#,
        r#""without": [[1, "above", 0]]"#,
        "refused: rules.parts[0].without[0][1]: column 'colour' has no test 'above'",
    ),
    // The loss.
    ("hinge", r#""name": "hinge", "#, "", "refused: loss: no field 'name'"),
    ("hinge", r#""name": "hinge""#, r#""name": "square""#, "refused: loss.name: there is no loss 'square'"),
    ("hinge", r#""name": "hinge""#, r#""name": null"#, "refused: loss.name: no text"),
    ("hinge", r#""per_condition": 0.25"#, r#""per_condition": 0.0"#, "refused: loss: rules cost nothing"),
    ("hinge", r#""per_rule": 0"#, r#""per_rule": -0.1"#, "refused: loss.per_rule: no number from 0 on"),
    (
        "hinge",
        r#""further_gain": null"#,
        r#""further_gain": 9"#,
        "refused: loss.name: it has neither intercepts nor a further gain",
    ),
    (
        "hinge",
        r#""intercepts": []"#,
        r#""intercepts": [0, 0]"#,
        "refused: loss.name: it has neither intercepts nor a further gain",
    ),
    ("logistic", r#""ridge": 0.125"#, r#""ridge": -1"#, "refused: loss.ridge: no number from 0 on"),
    (
        "logistic",
        r#""largest_intercept": 1"#,
        r#""largest_intercept": 0.249"#,
        "refused: model.intercepts: they differ by more than the largest intercept",
    ),
    (
        "logistic",
        r#""intercepts": [0, 0.25]"#,
        r#""intercepts": [0.26, -0.75]"#,
        "refused: model.intercepts: they differ by more than the largest intercept",
    ),
    (
        "logistic",
        r#""intercepts": [0, 0.25]"#,
        r#""intercepts": [0]"#,
        "refused: model.intercepts: not one for each class",
    ),
    (
        "logistic",
        r#""intercepts": [0, 0.25]"#,
        r#""intercepts": []"#,
        "refused: model.intercepts: not one for each class",
    ),
    ("logistic", r#""class_factors": [1, 1]"#, r#""class_factors": [1e20, 1]"#, "refused: model: gains are too large"),
    // The model.
    ("hinge", r#""rules": [{"class": 0"#, r#""rules": [5, {"class": 0"#, "refused: model.rules[0]: no object"),
    (
        "hinge",
        r#""rules": [{"class": 0"#,
        r#""rules": [{"class": 2"#,
        "refused: model.rules[0].class: no whole number from 0 to below 2",
    ),
    ("hinge", r#""if": [[1, "is_not", 1]]"#, r#""if": []"#, "refused: model.rules[0]: the rule is not in scope"),
    (
        "hinge",
        r#""if": [[1, "is_not", 1]], "weight": 0.5"#,
        r#""if": [[1, "is_not", 1]], "weight": -0.5"#,
        "refused: model.rules[0].weight: no number from 0 on",
    ),
    // The evidence.
    ("hinge", r#""evidence": ["#, r#""evidence": [7, "#, "refused: evidence: no list of 1"),
    ("hinge", r#""scale": 16"#, r#""scale": 0"#, "refused: evidence[0].scale: no number above 0"),
    ("hinge", r#""scale": 16"#, r#""scale": 16.5"#, "refused: evidence[0].scale: no whole number"),
    (
        "hinge",
        r#""values": [8, "#,
        r#""values": [33, "#,
        "refused: evidence[0].values: samples are paid more than they weigh",
    ),
    ("hinge", r#""values": [8, "#, r#""values": ["#, "refused: evidence[0].values: not 9 values"),
    ("hinge", r#""values": [8, "#, r#""values": [8, 8, "#, "refused: evidence[0].values: not 9 values"),
    (
        "hinge",
        r#""values": [8, "#,
        r#""values": [8.5, "#,
        "refused: evidence[0].values[0]: no whole number from 0 to below 2^53",
    ),
    (
        "hinge",
        r#""values": [8, "#,
        r#""values": [-8, "#,
        "refused: evidence[0].values[0]: no whole number from 0 to below 2^53",
    ),
    (
        "margin_weights",
        "[24, 20, 16, 16,",
        "[24, 20, 99, 16,",
        "refused: evidence[0].values: samples are paid more than they weigh",
    ),
    // Fairness. In units of the scale, the block weighs 128. Its cells weigh 3 and 5, and samples
    // are paid up to 29 and 8: there is room for neither 30 nor 9.
    (
        "margin_fair",
        "[4, 0, 18, 10,",
        "[4, 0, 18, 12,",
        "refused: evidence[0].values: samples are paid more than they weigh",
    ),
    (
        "margin_fair",
        "[4, 0, 18, 10, 4, 4,",
        "[4, 0, 18, 10, 4, 5,",
        "refused: evidence[0].values: samples are paid more than they weigh",
    ),
    (
        "margin_fair",
        r#""epsilon": 0.0625"#,
        r#""epsilon": 0.0626"#,
        "refused: claims.bounds[0][1]: the evidence proves 2085891/280000 = 7.449610714... only",
    ),
    ("hinge_fair", r#""epsilon": 0.0625"#, r#""epsilon": "0""#, "refused: loss.fairness.epsilon: no number"),
    ("hinge_fair", r#""epsilon": 0.0625"#, r#""epsilon": -1"#, "refused: loss.fairness.epsilon: no number from 0 on"),
    ("hinge_fair", "[[0], [1]]", "[0, 1]", "refused: loss.fairness.blocks[0]: no list"),
    (
        "hinge_fair",
        "[[0], [1]]",
        "[[0], [2]]",
        "refused: loss.fairness.blocks[1][0]: no whole number from 0 to below 2",
    ),
    (
        "hinge_fair",
        "[[0], [1]]",
        "[[0], [1, 0]]",
        "refused: loss.fairness.blocks[1][1]: the class is in a block already",
    ),
    (
        "hinge_fair",
        "[[0], [1]]",
        "[[0, 0], [1]]",
        "refused: loss.fairness.blocks[0][1]: the class is in a block already",
    ),
    ("hinge_fair", r#""epsilon": 0.0625, "#, "", "refused: loss.fairness: no field 'epsilon'"),
    ("hinge", r#", "fairness": null"#, "", "refused: loss: no field 'fairness'"),
    (
        "logistic",
        r#""ridge": 0.125"#,
        r#""ridge": 0.125, "fairness": null"#,
        "refused: loss: the unknown field 'fairness'",
    ),
    ("hinge", r#""groups": []"#, r#""groups": null"#, "refused: data.groups: no list"),
    // The claims.
    (
        "hinge",
        r#""objective": 7.25"#,
        r#""objective": 7.249"#,
        "refused: claims.objective: the objective is 29/4 = 7.25",
    ),
    (
        "hinge",
        r#""bounds": [[1, 0.75]"#,
        r#""bounds": [[1, 0.751]"#,
        "refused: claims.bounds[0][1]: the evidence proves 3/4 = 0.75 only",
    ),
    (
        "hinge",
        r#""bounds": [[1, 0.75]"#,
        r#""bounds": [[0, 0.75]"#,
        "refused: claims.bounds[0][0]: no bound of this length",
    ),
    (
        "hinge",
        r#""bounds": [[1, 0.75]"#,
        r#""bounds": [[2, 0.75]"#,
        "refused: claims.bounds[1][0]: no bound of this length",
    ),
    ("hinge", r#", [3, 0.75]]"#, "]", "refused: claims.bounds: the last one is not of the longest rules"),
    ("hinge", r#"[3, 0.75]]"#, "[4, 0.75]]", "refused: claims.bounds[2][0]: no whole number from 0 to below 4"),
    ("hinge", r#""in_scope": true"#, r#""in_scope": "yes""#, "refused: claims.in_scope: no true or false"),
    ("logistic", r#""further_gain": "#, r#""further_gain": -"#, "refused: claims.further_gain: no number from 0 on"),
    // Rule sets.
    (
        "boolean_tree",
        r#""false_negative": 1"#,
        r#""false_negative": 0"#,
        "refused: loss.false_negative: no number above 0",
    ),
    (
        "boolean_tree",
        r#""false_positive": 1"#,
        r#""false_positive": 0"#,
        "refused: loss.false_positive: no number above 0",
    ),
    (
        "boolean_tree",
        r#""complexity": 6"#,
        r#""complexity": 1.9"#,
        "refused: model.rules: the rules for class 1 are too complex",
    ),
    ("boolean_tree", r#""evidence": ["#, r#""evidence": [], "x": ["#, "refused: : the unknown field 'x'"),
    (
        "boolean_tree",
        r#""evidence": [{"class": 1"#,
        r#""evidence": [{"class": 0"#,
        "refused: evidence[0].leaves[0]: the value of sample 4 has no meaning",
    ),
    (
        "boolean_tree",
        r#"[[0, false]], "scale": 4, "values": [[4, 1]]"#,
        r#"[[0, false]], "scale": 4, "values": [[4, 1], [4, 1]]"#,
        "refused: evidence[0].leaves[2].values[1]: the samples do not ascend, or a value is 0",
    ),
    (
        "boolean_tree",
        r#"[[0, false]], "scale": 4, "values": [[4, 1]]"#,
        r#"[[0, false]], "scale": 4, "values": [[4, 0]]"#,
        "refused: evidence[0].leaves[2].values[0]: the samples do not ascend, or a value is 0",
    ),
    (
        "boolean_tree",
        r#"[[0, false]], "scale": 4, "values": [[4, 1]]"#,
        r#"[[0, false]], "scale": 0, "values": [[4, 1]]"#,
        "refused: evidence[0].leaves[2].scale: no number above 0",
    ),
    (
        "boolean_tree",
        "[[0, true], [5, true]]",
        "[[0, true], [5, 1]]",
        "refused: evidence[0].leaves[0].decisions[1][1]: no true or false",
    ),
    (
        "boolean_tree",
        "[[0, true], [5, true]]",
        "[[0, true], [9, true]]",
        "refused: evidence[0].leaves[0].decisions[1][0]: no whole number from 0 to below 9",
    ),
    (
        "boolean_tree",
        "[[0, true], [5, true]]",
        "[[0, true], [5, true], [0, true]]",
        "refused: evidence[0].leaves[0].decisions: a sample is decided twice",
    ),
    ("boolean_tree", "[[0, false]]", "[[5, false]]", "refused: evidence[0].leaves: some rule sets are in no leaf"),
    ("boolean_tree", "[[0, false]]", "[]", "refused: evidence[0].leaves: some rule sets are in no leaf"),
];

/// A text of a proof, and another for it.
type Edit = (&'static str, &'static str);

/// Names of proofs, edits that leave them true, and a line that they verify then.
const TRUE: &[(&str, &[Edit], &str)] = &[
    (
        "hinge",
        &[(r#""objective": 7.25"#, r#""objective": 8"#)],
        "verified: the objective of the model is at most 8 (29/4 = 7.25)",
    ),
    ("hinge", &[(r#""held_out": []"#, r#""held_out": [9]"#)], "9 rows of 2 classes as 9 samples; 2 rules in the model"),
    (
        "hinge",
        &[(r#""held_out": []"#, r#""held_out": [9]"#)],
        "verified: the objective of the model is at most 7.25 (25/4 = 6.25)",
    ),
    ("hinge", &[(r#""min_cover": 1"#, r#""min_cover": 6"#)], "verified: the rules of the model are among these rules"),
    // No rule covers so many rows, so the bound is all that samples are paid.
    (
        "hinge",
        &[
            (r#""min_cover": 1"#, r#""min_cover": 9007199254740991"#),
            ("[3, 0.75]", "[3, 4.5]"),
            (r#""in_scope": true"#, r#""in_scope": false"#),
        ],
        "verified: no model of these rules of at most 3 conditions has an objective below 4.5 (at least 9/2 = 4.5)",
    ),
    (
        "hinge",
        &[(r#""version": 1"#, r#""version": 1.0"#), ("[[1, 0.75], [2, 0.75], ", "[")],
        "these rules: conditions up to 3, rows from 1 on; for ripe, green: 2 of 2 columns, 0 tests left out",
    ),
    (
        "hinge",
        &[("[[1, 0.75], [2, 0.75], [3, 0.75]]", "[[1, -1], [3, 0]]")],
        "verified: no model of these rules of 1 condition has an objective below -1 (at least 3/4 = 0.75)",
    ),
    (
        "hinge",
        &[
            ("[8, 8, 8, 8, 8, 8, 8, 8, 8]", "[32, 0, 0, 0, 0, 0, 0, 0, 0]"),
            ("[[1, 0.75], [2, 0.75], [3, 0.75]]", "[[3, 0.25]]"),
        ],
        "verified: no model of these rules of at most 3 conditions has an objective below 0.25 (at least 1/4 = 0.25)",
    ),
    (
        "hinge",
        &[
            (r#""delimiter": null"#, r#""delimiter": ",""#),
            (r#""made_by": "scripts/fixtures/proofs.py""#, r#""made_by": """#),
        ],
        "the loss: hinge, per_rule 0, per_condition 0.25",
    ),
    (
        "logistic",
        &[(r#""largest_intercept": 1"#, r#""largest_intercept": 0.25"#)],
        "the loss: logistic, per_rule 0, per_condition 0.25, ridge 0.125, largest_intercept 0.25",
    ),
    (
        "logistic",
        &[(r#""further_gain": 2.062176511"#, r#""further_gain": null"#)],
        "verified: the rules of the model are among these rules",
    ),
    (
        "boolean_tree",
        &[(r#""complexity": 6"#, r#""complexity": 2"#)],
        "verified: the objective of the model is at most 3.25 (13/4 = 3.25)",
    ),
    (
        "hinge",
        &[(r#""max_length": 3"#, r#""max_length": 64"#), ("[3, 0.75]]", "[64, 0.75]]")],
        "verified: no model of these rules of at most 64 conditions has an objective below 0.75 (at least 3/4 = 0.75)",
    ),
    (
        "margin_fair",
        &[(r#""bounds": [[1, 7.449776785]]"#, r#""bounds": [[1, 7.449]]"#)],
        "the loss: margin, per_rule 0, per_condition 1.5, fairness (epsilon 0.0625, blocks [[0, 2]])",
    ),
    ("margin_fair", &[(r#""made_by": "scripts"#, r#""made_by": ""#)], "groups by crates (2): 2 groups"),
    // More votes than needed make no error.
    (
        "hinge",
        &[
            (r#""weight": 0.5}, {"class": 1"#, r#""weight": 3}, {"class": 1"#),
            (r#""objective": 7.25"#, r#""objective": 7"#),
        ],
        "verified: the objective of the model is at most 7 (51/8 = 6.375)",
    ),
    (
        "margin_fair",
        &[
            (r#""weight": 0.5}, {"class": 1"#, r#""weight": 3}, {"class": 1"#),
            (r#""objective": 12.4375"#, r#""objective": 14"#),
        ],
        "verified: the objective of the model is at most 14 (649/48 = 13.520833333...)",
    ),
    // No rule is worth its cost.
    (
        "logistic",
        &[
            (r#""per_condition": 0.25"#, r#""per_condition": 100"#),
            (r#""objective": 6.034370554"#, r#""objective": 106"#),
            (r#""further_gain": 2.062176511"#, r#""further_gain": 0"#),
        ],
        "verified: no further rule lowers the objective by more than 0 for each unit of its weight (0)",
    ),
];

#[test]
fn edited_proofs_that_stay_true_are_verified() {
    for (name, edits, line) in TRUE {
        let lines = checked(name, edits).unwrap_or_else(|fault| panic!("{name}: {edits:?}: {fault}"));
        assert!(lines.iter().any(|found| found == line), "{name}: {edits:?}: {}", lines.join("\n"));
    }
}

#[test]
fn edited_proofs_are_refused_with_field_and_reason() {
    let mut others = Vec::new();
    for (name, from, to, said) in FAULTS {
        let found = checked(name, &[(from, to)]).map_err(|fault| fault.to_string());
        if found != Err((*said).to_owned()) {
            others.push(format!("{name}: {from} -> {to}: {found:?}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_proof_about_no_row_is_refused() {
    let nobody = [
        (r#""held_out": []"#, r#""held_out": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"#),
        (r#""samples": 9"#, r#""samples": 0"#),
    ];
    assert_eq!(checked("hinge", &nobody).unwrap_err().to_string(), "refused: data.samples: the rows make 0 samples");
}

#[test]
fn leaves_have_at_most_a_thousand_decisions() {
    for (decisions, reason) in [(1000, "a sample is decided twice"), (1001, "more than 1000")] {
        let decisions = format!("[{}[0, true]]", "[0, true], ".repeat(decisions - 1));
        let said = checked("boolean_tree", &[("[[0, true], [5, true]]", &decisions)]).unwrap_err().to_string();
        assert_eq!(said, format!("refused: evidence[0].leaves[0].decisions: {reason}"));
    }
}
