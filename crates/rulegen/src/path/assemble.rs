//! The model of a master's solution.

use super::exact_votes::exact_votes;
use crate::loss::ScoreKind;
use crate::parameters::Parameters;
use crate::pricers::PricerName;
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::RunSummary;
use rulegen_master::{Column, RuleMaster};
use rulegen_rule::{Certificate, Fallback, Model, RowSet, Rule, Support, WeightedRule};
use serde_json::Value;
use std::collections::BTreeMap;

/// The part of the weight of all rows below which rows are ignored, both for the class where no
/// rule applies and in asking if a rule set is worth having at all. Linear programs are not solved
/// more exactly. It matters if weights of classes are many orders of magnitude apart.
pub(crate) const NEGLIGIBLE: f64 = 1e-6;

/// The parts of a model that do not come from its master.
#[derive(Clone, Debug)]
pub struct ModelSettings {
    /// The name of the way in which the model was learned. Any name is allowed, for a caller's own
    /// master too.
    pub method: String,
    /// The loss that the weights minimise, if the method does not determine it.
    pub loss: Option<String>,
    /// True if weights are log-odds, so that the model gives probabilities.
    pub log_odds: bool,
    /// The name of the column that it predicts.
    pub target: String,
    /// The names of the classes, in the order of the samples' labels.
    pub classes: Vec<String>,
    /// The class that F1 is about, if there is one.
    pub positive: Option<u32>,
    /// The threshold of the model ([`Model::threshold`]).
    pub threshold: Option<f64>,
    /// The least weight of a rule, relative to the largest, from 0 up to 1. Lighter rules are left
    /// out.
    pub weight_threshold: f64,
    /// The leaves of a tree, which decide where no rule of the master applies: the first leaf that
    /// covers a row.
    pub fallback: Option<Vec<(Rule, u32)>>,
    /// Rules that must be in, each with its class: no threshold on weights leaves them out.
    pub required: Vec<(Rule, u32)>,
    /// The entries of the model file about the run.
    pub recorded: BTreeMap<String, Value>,
}

impl ModelSettings {
    /// Returns the settings of a model that follow from its data and parameters. No fallback rules
    /// are set.
    pub(crate) fn of(p: &Parameters, training: &Training<'_>, pricers: &[PricerName]) -> ModelSettings {
        ModelSettings {
            method: p.method.name().into(),
            loss: p.method.names_loss().then(|| p.loss.to_string()),
            log_odds: p.loss().scores() == ScoreKind::LogOdds,
            target: training.target.name.into(),
            classes: training.target.classes.to_vec(),
            positive: training.positive,
            threshold: p.threshold(),
            weight_threshold: p.weight_threshold,
            fallback: None,
            required: training.required.clone(),
            recorded: p.record(pricers),
        }
    }
}

/// The setting that holds the rules that must be in, in words.
pub(crate) const MUST_HAVE: &str = "must_have";

/// The part of the largest weight up to which a weight counts as 0.
const UNUSED: f64 = 1e-9;

/// Returns the indices of the weights that are in use.
pub(crate) fn in_use(weights: &[f64]) -> Vec<usize> {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    (0..weights.len()).filter(|&k| weights[k] > UNUSED * largest).collect()
}

/// Makes the model of a master's best solution: rules by weight, without small ones. `samples` are
/// those that the master was made with, and `run` has the proof.
///
/// Unless they are log-odds ([`Model::has_probabilities`]), weights are divided by the largest,
/// which changes no answer, and rounded so that sums tie exactly (`exact_votes.rs`).
/// Intercepts are shifted so that the smallest is 0, and scaled as weights are.
pub fn assemble(samples: &Samples, master: &dyn RuleMaster, run: &RunSummary, settings: ModelSettings) -> Model {
    let all = master.weights();
    let largest = all.iter().copied().fold(0.0, f64::max);
    let required =
        |column: &Column| settings.required.iter().any(|(rule, of)| *of == column.tag && *rule == column.rule);
    let heavy = |weight: f64| weight >= settings.weight_threshold * largest;
    let used = |(column, weight): &(&Column, f64)| *weight > UNUSED * largest && (heavy(*weight) || required(column));
    let pairs = || master.rules().iter().zip(all.iter().copied());
    let weights: Vec<f64> = pairs().map(|pair| if used(&pair) { pair.1 } else { 0.0 }).collect();
    let rules: Vec<(&Column, f64)> = pairs().filter(used).collect();
    let objective = master.objective_of(&weights);
    let unit = if settings.log_odds || largest <= 0.0 { 1.0 } else { largest };
    let mut votes: Vec<f64> = rules.iter().map(|(_, weight)| *weight).collect();
    votes.extend(shifted(&master.intercepts()));
    let mut votes = if settings.log_odds { votes } else { exact_votes(&votes, unit) };
    let intercepts = votes.split_off(rules.len());
    let mut covered = RowSet::empty(samples.len());
    rules.iter().for_each(|(column, _)| covered.insert_all(&column.cover));
    let first = |best: usize, k: usize| if intercepts[k] > intercepts[best] { k } else { best };
    let otherwise = match intercepts.is_empty() {
        true => default_class(samples, &covered),
        false => (0..intercepts.len()).fold(0, first) as u32,
    };
    let fallback = match settings.fallback {
        Some(rules) if !rules.is_empty() => Fallback::Rules { rules, otherwise },
        _ => Fallback::Class(otherwise),
    };
    let weighted = |((column, _), weight): (&(&Column, f64), f64)| WeightedRule {
        rule: column.rule.clone(),
        class: column.tag,
        weight,
        support: support(samples, &column.cover, column.tag),
        folds: None,
    };
    let mut rules: Vec<WeightedRule> = rules.iter().zip(votes).map(weighted).collect();
    rules.sort_by(WeightedRule::heaviest_first);
    let mut recorded = settings.recorded;
    if !settings.required.is_empty() {
        let text =
            |(rule, class): &(Rule, u32)| samples.schema.rule_then_text(rule, &settings.classes[*class as usize]);
        recorded.insert(MUST_HAVE.into(), settings.required.iter().map(text).collect());
    }
    Model {
        method: settings.method,
        loss: settings.loss,
        log_odds: settings.log_odds,
        target: settings.target,
        classes: settings.classes,
        positive: settings.positive,
        schema: samples.schema.clone(),
        intercepts,
        rules,
        fallback,
        points_per_doubling: None,
        threshold: settings.threshold,
        clauses: false,
        held_out: None,
        certificate: Certificate::of(run.status, objective, run.objective, run.lower_bound),
        settings: recorded,
    }
}

/// Returns the intercepts above the smallest. Empty if all are equal.
fn shifted(intercepts: &[f64]) -> Vec<f64> {
    let least = intercepts.iter().copied().fold(f64::INFINITY, f64::min);
    let shifted: Vec<f64> = intercepts.iter().map(|votes| votes - least).collect();
    if shifted.iter().any(|&votes| votes > 0.0) { shifted } else { Vec::new() }
}

/// Returns the weight of the samples that a rule covers, and of those among them that are of its
/// class.
pub(crate) fn support(samples: &Samples, cover: &RowSet, class: u32) -> Support {
    let correct = cover.iter().filter(|&i| samples.labels[i] == class).fold(0.0, |sum, i| sum + samples.weights[i]);
    Support { covered: cover.sum(&samples.weights), correct }
}

/// Returns the class of most weight among the samples outside `covered`, or among all if these
/// weigh next to nothing ([`NEGLIGIBLE`]). Ties go to the lowest index.
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
