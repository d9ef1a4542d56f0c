//! Rules that gain less than the unit of whole numbers gain something all the same.

use rulegen_check::check;

/// The rule `x > 0.5` covers one sample, which gains less than a unit, and gains 3.1e-18 more than
/// it costs.
const ONE_SAMPLE: (&str, &str) = (
    r#"{"format": "rulegen-proof", "version": 1, "made_by": "me", "data": {"rows": 2,
"held_out": [], "header": true, "delimiter": null, "missing": [], "target": "t",
"classes": ["n", "y"],
"target_sha256": "4aa06b8f0dcbb3ae93c19d41518739dbc986db498b02d08913fbc52f7a9b5098",
"weights": "w",
"weights_sha256": "c5b98f85d57c790b79d6adf38a6e3616e4f9ac379775d6cee842c6176954cabf",
"class_factors": [1, 1], "groups": [], "columns": [{"name": "x", "kind": "numeric",
"cuts": [0.5], "missing_seen": false,
"sha256": "fc62429c3e69001d65972cdeb94fb9aa18a7d9c16bc449e1e474e7e41bb95a7d"}],
"samples": 2}, "rules": {"max_length": 1, "min_cover": 1, "parts": [{"classes": [1],
"columns": [0], "without": []}]}, "loss": {"name": "logistic", "per_rule": 0,
"per_condition": 1e-22, "ridge": 0, "largest_intercept": 0}, "model": {"rules": [],
"intercepts": [0, 0]}, "evidence": [{"scale": 1, "values": [0, 0]}],
"claims": {"objective": 2, "bounds": [[1, 0]], "further_gain": 0, "in_scope": true}}"#,
    "x,t,w\n0,n,1.0\n1,y,6.245004513516506e-18\n",
);

/// The rule `x > 0.5 and x <= 1.5` covers two samples that gain about a unit together.
const TWO_SAMPLES: (&str, &str) = (
    r#"{"format": "rulegen-proof", "version": 1, "made_by": "me", "data": {"rows": 4,
"held_out": [], "header": true, "delimiter": null, "missing": [], "target": "t",
"classes": ["n", "y"],
"target_sha256": "fdb129568e6df2c11e0a111c9f65ebc9779a49bac49bb2a7d96fec6eb54e4a07",
"weights": "w",
"weights_sha256": "3c8893a70e1724b9eb3bbd83222ddb90c75acbead76512888079fdcb595b7bb0",
"class_factors": [1, 1], "groups": [], "columns": [{"name": "x", "kind": "numeric",
"cuts": [0.5, 1.5], "missing_seen": false,
"sha256": "29a74cb3946c55b585e4532ba52c4cce6ef14c511924ccdbb8513b9d1f2996fd"}],
"samples": 4}, "rules": {"max_length": 2, "min_cover": 1, "parts": [{"classes": [1],
"columns": [0], "without": []}]}, "loss": {"name": "logistic", "per_rule": 0,
"per_condition": 1e-22, "ridge": 0, "largest_intercept": 0}, "model": {"rules": [],
"intercepts": [0, 0]}, "evidence": [{"scale": 1, "values": [0, 0, 0, 0]}],
"claims": {"objective": 2, "bounds": [[2, 0]], "further_gain": 0, "in_scope": true}}"#,
    "x,t,w\n0,n,1.0\n2,n,1.0\n1,y,6.245004513516506e-18\n1,n,6.938893903907229e-19\n",
);

#[test]
fn gains_below_a_unit_are_no_gains_of_nothing() {
    for (proof, data) in [ONE_SAMPLE, TWO_SAMPLES] {
        let fault = check(proof, data.as_bytes()).unwrap_err().to_string();
        assert!(fault.starts_with("refused: claims.further_gain: a rule may gain"), "{fault}");
        // A claim above the rounding is known to be true.
        let larger = proof.replacen(r#""further_gain": 0"#, r#""further_gain": 2e-14"#, 1);
        check(&larger, data.as_bytes()).unwrap();
    }
}
