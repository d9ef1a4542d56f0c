//! From the master's solution to a model.

use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::RunSummary;
use rulegen_master::{Column, RuleMaster};
use rulegen_rule::{Certificate, Fallback, Model, RowSet, Rule, Support, WeightedRule};
use serde_json::Value;
use std::collections::BTreeMap;

/// What weighs no more than this part of all rows has no say in the class where no rule applies, nor in whether a rule
/// set is worth having at all: linear programs are not solved more finely. It matters where weights of classes are
/// many orders apart.
pub(crate) const NEGLIGIBLE: f64 = 1e-6;

/// What of a solution goes into the model.
pub(crate) struct Kept {
    /// The least weight of a rule, relative to the largest.
    pub(crate) threshold: f64,
    /// The leaves of the first tree, if they are to answer where no rule applies.
    pub(crate) first_tree: Option<Vec<(Rule, u32)>>,
}

/// Puts the model together: weights scaled by their maximum, small ones dropped, rules by weight.
pub(crate) fn assemble(
    samples: &Samples,
    master: &dyn RuleMaster,
    run: &RunSummary,
    kept: Kept,
    target: &str,
    data: &Dataset,
    positive: Option<u32>,
    settings: BTreeMap<String, Value>,
) -> Model {
    let all = master.weights();
    let largest = all.iter().copied().fold(0.0, f64::max);
    let used = |weight: f64| weight > 1e-9 * largest && weight >= kept.threshold * largest;
    let weights: Vec<f64> = all.iter().map(|&w| if used(w) { w } else { 0.0 }).collect();
    let rules: Vec<(&Column, f64)> = master.rules().iter().zip(all).filter(|(_, w)| used(*w)).collect();
    let objective = master.objective_of(&weights);
    let mut covered = RowSet::empty(samples.len());
    rules.iter().flat_map(|(column, _)| column.cover.iter()).for_each(|i| covered.insert(i));
    let otherwise = default_class(samples, &covered);
    let fallback = match kept.first_tree {
        Some(rules) if !rules.is_empty() => Fallback::Rules { rules, otherwise },
        _ => Fallback::Class(otherwise),
    };
    let weighted = |(column, weight): &(&Column, f64)| WeightedRule {
        rule: column.rule.clone(),
        class: column.tag,
        weight: weight / largest,
        support: support(samples, &column.cover, column.tag),
    };
    let mut rules: Vec<WeightedRule> = rules.iter().map(weighted).collect();
    rules.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.rule.cmp(&b.rule)).then(a.class.cmp(&b.class)));
    Model {
        method: "rug".into(),
        target: target.into(),
        classes: data.target.classes.clone(),
        positive,
        schema: samples.schema.clone(),
        rules,
        fallback,
        certificate: Certificate::of(run.status, objective, run.objective, run.lower_bound),
        settings,
    }
}

/// What a rule covers, and how much of it is of its class.
pub(crate) fn support(samples: &Samples, cover: &RowSet, class: u32) -> Support {
    let mut support = Support { covered: 0.0, correct: 0.0 };
    for i in cover.iter() {
        support.covered += samples.weights[i];
        support.correct += if samples.labels[i] == class { samples.weights[i] } else { 0.0 };
    }
    support
}

/// The class of most weight among the samples outside `covered`, or among all if these weigh next to nothing
/// ([`NEGLIGIBLE`]); the lowest index where several tie.
pub(crate) fn default_class(samples: &Samples, covered: &RowSet) -> u32 {
    let mut open = vec![0.0; samples.classes];
    (0..samples.len())
        .filter(|&i| !covered.contains(i))
        .for_each(|i| open[samples.labels[i] as usize] += samples.weights[i]);
    let all = samples.class_weights();
    let negligible = open.iter().sum::<f64>() <= NEGLIGIBLE * all.iter().sum::<f64>();
    let weights = if negligible { all } else { open };
    let largest = |best: usize, k: usize| if weights[k] > weights[best] { k } else { best };
    (0..weights.len()).fold(0, largest) as u32
}
