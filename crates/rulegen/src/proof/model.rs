//! The proof of a model, and the parts of it that all losses share.

use super::format::{Claims, Evidence, ProofLoss, ProofRules, WrittenModel, WrittenRule};
use super::scope::written;
use crate::training::Training;
use rulegen_rule::{Model, Rule, Schema};

/// The proof of a model, without the digests of its data. [`ProvedRows`](crate::ProvedRows) has
/// them, and makes a file of both.
#[derive(Clone, Debug)]
pub struct ModelProof {
    pub(super) data: ProvedData,
    pub(super) rules: ProofRules,
    pub(super) loss: ProofLoss,
    pub(super) model: WrittenModel,
    pub(super) evidence: Vec<Evidence>,
    pub(super) claims: Claims,
}

/// The data of a proof, as training saw them.
#[derive(Clone, Debug)]
pub(super) struct ProvedData {
    pub(super) target: String,
    pub(super) classes: Vec<String>,
    pub(super) class_factors: Vec<f64>,
    pub(super) schema: Schema,
    pub(super) samples: usize,
    /// True if rows of different groups are different samples.
    pub(super) is_grouped: bool,
}

impl ProvedData {
    /// The data of a training set.
    pub(super) fn of(training: &Training<'_>) -> ProvedData {
        ProvedData {
            target: training.target.name.into(),
            classes: training.target.classes.to_vec(),
            class_factors: training.weighing.factors.clone(),
            schema: training.samples.schema.without_forbidden(),
            samples: training.samples.len(),
            is_grouped: training.fairness.is_some(),
        }
    }
}

/// Writes the rules of a model with the weights of its master.
pub(super) fn written_rules<'m>(model: &'m Model, weight: impl Fn(&'m Rule, u32) -> f64) -> Vec<WrittenRule> {
    let rule = |rule: &'m rulegen_rule::WeightedRule| WrittenRule {
        class: rule.class,
        tests: rule.rule.literals().iter().copied().map(written).collect(),
        weight: weight(&rule.rule, rule.class),
    };
    model.rules.iter().map(rule).collect()
}
