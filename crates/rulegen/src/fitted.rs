//! The result of a fit.

use crate::choice::Front;
use crate::parameters::{Parameters, RunTerms};
use crate::path::StepModel;
use crate::proof::ModelProof;
use crate::training::Training;
use rulegen_binarize::DroppedColumn;
use rulegen_driver::RunSummary;
use rulegen_rule::{Literal, Model, RowSet, Rule, Test, TrainingRows};
use std::collections::BTreeMap;
use std::time::Duration;

/// A model, and the run that found it.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// The run of column generation.
    pub run: RunSummary,
    /// The terms of column generation. `None` if rules were chosen one by one.
    pub terms: Option<RunTerms>,
    /// The number of columns generated.
    pub columns: usize,
    /// The time of the integer program and of the steps that prepare it, if there is one.
    pub mip: Option<Duration>,
    /// The part of the objective that comes from errors that fairness rows raised although no rule
    /// got worse ([`rulegen_master::RuleMaster::raised`]), if there are such rows.
    pub raised: Option<f64>,
    /// The number of samples after identical rows were merged.
    pub samples: usize,
    /// The columns of the data that could not serve.
    pub dropped: Vec<DroppedColumn>,
    /// The proof of the model, if anything is proved and it was asked for
    /// ([`Learner::with_proof`](crate::Learner::with_proof)).
    pub proof: Option<ModelProof>,
    /// The models of other sizes, if the size was chosen.
    pub front: Option<Front>,
}

impl Fitted {
    /// The model of a step over the training set that it was learned from.
    pub(crate) fn new(step: StepModel, training: &Training<'_>, p: &Parameters) -> Self {
        let StepModel { mut model, run, columns, mip, raised, proof } = step;
        record_rows(&mut model, training);
        let (samples, dropped) = (training.merged, training.dropped.clone());
        let terms = p.generates_columns().then(|| p.run_terms());
        Fitted { model, run, terms, columns, mip, raised, samples, dropped, proof, front: None }
    }
}

/// Records the training rows of each class in a model, those that meet none of its rules, and those
/// with a missing cell in a column that has rules of its own. Nothing is recorded where rows lie
/// elsewhere and cannot be asked any more.
pub(crate) fn record_rows(model: &mut Model, training: &Training<'_>) {
    let rules: Vec<&Rule> = model.rules.iter().map(|rule| &rule.rule).collect();
    let missing = missing_cells(model);
    let told_apart: Vec<&Rule> = rules.iter().copied().chain(missing.values()).collect();
    let Ok(samples) = training.told_apart(&told_apart) else { return };
    let mut covered = RowSet::empty(samples.len());
    rules.iter().for_each(|rule| covered.insert_all(&samples.cover(rule)));
    let class_rows = |members: &mut dyn Iterator<Item = usize>| {
        let mut rows = vec![0.0; samples.classes];
        members.for_each(|i| rows[samples.labels[i] as usize] += samples.weights[i]);
        rows
    };
    let without_rule = class_rows(&mut (0..samples.len()).filter(|&i| !covered.contains(i)));
    // Rows that cannot be asked any more are clusters, which know the rules of the model only.
    let known = missing.into_iter().filter(|(_, rule)| samples.knows(rule));
    let missing = known.map(|(name, rule)| (name, class_rows(&mut samples.cover(&rule).iter()))).collect();
    model.record_training_rows(TrainingRows {
        number: samples.counts.iter().sum(),
        are_weighted: samples.weights.iter().zip(&samples.counts).any(|(&weight, &rows)| weight != rows as f64),
        all: samples.class_weights(),
        without_rule: Some(without_rule),
        missing,
    });
}

/// Returns for each column that has rules of its own and missing cells the rule that these meet.
fn missing_cells(model: &Model) -> BTreeMap<String, Rule> {
    let alone = |rule: &Rule| rule.literals().first().filter(|_| rule.merged_len() == 1).copied();
    let literals = model.rules.iter().filter_map(|rule| alone(&rule.rule));
    let features = literals.map(|literal| (literal.column, &model.schema.features[literal.column as usize]));
    let with_missing = features.filter(|(_, feature)| feature.missing_seen);
    with_missing
        .map(|(column, feature)| (feature.name.clone(), Rule::new([Literal::new(column, Test::Missing)])))
        .collect()
}
