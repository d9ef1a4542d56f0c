//! The file of a proof, field by field as in docs/proof.md.

use serde::Serialize;

/// A condition of a rule: the place of its column, its test, and the place of a cut point or
/// category.
pub(super) type WrittenTest = (u32, &'static str, u16);

/// A proof: one JSON object.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) made_by: String,
    pub(super) data: ProofData,
    pub(super) rules: ProofRules,
    pub(super) loss: ProofLoss,
    pub(super) model: WrittenModel,
    pub(super) evidence: Vec<Evidence>,
    pub(super) claims: Claims,
}

impl Proof {
    /// Writes the proof as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and finite numbers are JSON") + "\n"
    }
}

/// The data, and the way in which rows become samples.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ProofData {
    pub(super) rows: usize,
    pub(super) held_out: Vec<usize>,
    pub(super) header: bool,
    pub(super) delimiter: Option<char>,
    pub(super) missing: Vec<String>,
    pub(super) target: String,
    pub(super) classes: Vec<String>,
    pub(super) target_sha256: String,
    pub(super) weights: Option<String>,
    pub(super) weights_sha256: Option<String>,
    pub(super) class_factors: Vec<f64>,
    pub(super) groups: Vec<ProofColumn>,
    pub(super) columns: Vec<ProofColumn>,
    pub(super) samples: usize,
}

/// A column of the data, and what its codes stand for.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ProofColumn {
    /// A column of numbers.
    Numeric { name: String, missing_seen: bool, sha256: String, cuts: Vec<f64> },
    /// A column of categories.
    Categorical { name: String, missing_seen: bool, sha256: String, categories: Vec<String> },
}

/// The rules of which something is claimed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ProofRules {
    pub(super) max_length: usize,
    pub(super) min_cover: u64,
    pub(super) parts: Vec<Part>,
}

/// A family of rules.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Part {
    pub(super) classes: Vec<u32>,
    pub(super) columns: Vec<u32>,
    pub(super) without: Vec<WrittenTest>,
}

/// The loss, and the costs of rules.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "name", rename_all = "lowercase")]
pub(super) enum ProofLoss {
    /// The mean hinge of RUG.
    Hinge { per_rule: f64, per_condition: f64, fairness: Option<ProofFairness> },
    /// The margin to the best other class.
    Margin { per_rule: f64, per_condition: f64, fairness: Option<ProofFairness> },
    /// The logistic loss.
    Logistic { per_rule: f64, per_condition: f64, ridge: f64, largest_intercept: f64 },
    /// The errors of rule sets.
    Boolean {
        complexity: f64,
        size_per_rule: f64,
        size_per_condition: f64,
        price: f64,
        false_negative: f64,
        false_positive: f64,
    },
}

/// Mean errors of groups that must be alike.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ProofFairness {
    pub(super) epsilon: f64,
    /// The classes whose rows are compared together.
    pub(super) blocks: Vec<Vec<u32>>,
}

/// The rules of the model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WrittenModel {
    pub(super) rules: Vec<WrittenRule>,
    pub(super) intercepts: Vec<f64>,
}

/// A rule of the model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WrittenRule {
    pub(super) class: u32,
    #[serde(rename = "if")]
    pub(super) tests: Vec<WrittenTest>,
    pub(super) weight: f64,
}

/// A dual point, or the leaves of a search with one each.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Evidence {
    /// The dual point of a loss of weights.
    Point { scale: u64, values: Vec<u64> },
    /// The search for the rule set of a class.
    Search { class: u32, leaves: Vec<Leaf> },
}

/// A leaf of a search: the rule sets that keep some decisions, and a dual point for them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Leaf {
    pub(super) decisions: Vec<(usize, bool)>,
    pub(super) scale: u64,
    pub(super) values: Vec<(usize, u64)>,
}

/// The claims of a proof.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Claims {
    pub(super) objective: f64,
    pub(super) bounds: Vec<(usize, f64)>,
    pub(super) further_gain: Option<f64>,
    pub(super) in_scope: bool,
}
