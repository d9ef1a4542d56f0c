//! The restricted master alone: rules that are given, weighed.

use crate::FitError;
use crate::training::Training;
use rulegen_data::Dataset;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::translate_rule;
use rulegen_rule::{Model, Rule, Schema, WeightedRule, rule_text};

/// The solution of a restricted master over rules that were given: no rule is generated.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The conditions that rules speak of.
    pub schema: Schema,
    /// The rules with the classes that they vote for, each once, in the order given.
    pub rules: Vec<(Rule, u32)>,
    /// The weight of each rule.
    pub weights: Vec<f64>,
    /// The objective.
    pub objective: f64,
    /// Whether it is the optimum over these rules: else a limit was reached.
    pub optimal: bool,
    /// What one more vote for its own class would be worth, by row of the data: of a linear program the dual value of the row.
    pub duals: Vec<f64>,
}

/// Solves a master without rules over those of `given`.
pub(crate) fn weigh(
    mut master: Box<dyn RuleMaster>,
    training: &Training<'_>,
    data: &Dataset,
    given: &Model,
    limits: &Limits,
) -> Result<Restricted, FitError> {
    let samples = &training.samples;
    let here = |r: &WeightedRule| {
        let rule = translate_rule(&r.rule, &given.schema, &samples.schema).filter(|rule| !rule.is_empty());
        let name = &given.classes[r.class as usize];
        let class = training.target.classes.iter().position(|class| class == name);
        let said = || FitError::UnknownRule { rule: rule_text(given, &r.rule, r.class) };
        rule.zip(class).map(|(rule, class)| (rule, class as u32)).ok_or_else(said)
    };
    master.add_rules(given.rules.iter().map(here).collect::<Result<_, _>>()?);
    let solution = master.solve(0.0, limits)?;
    Ok(Restricted {
        schema: samples.schema.clone(),
        rules: master.rules().iter().map(|column| (column.rule.clone(), column.tag)).collect(),
        weights: master.weights(),
        objective: solution.objective,
        optimal: solution.converged,
        duals: by_row(&master.pricing_problems(), training, data),
    })
}

/// The gain of each row for its own class. That of a sample is shared out among its rows by their weights.
fn by_row(problems: &[PricingProblem], training: &Training<'_>, data: &Dataset) -> Vec<f64> {
    let samples = &training.samples;
    let weight = |row: usize| data.weights.as_ref().map_or(1.0, |weights| weights[row]);
    let mut totals = vec![0.0; samples.len()];
    for (row, sample) in samples.sample_of_row().enumerate() {
        sample.into_iter().for_each(|sample| totals[sample as usize] += weight(row));
    }
    let dual = |(row, sample): (usize, Option<u32>)| {
        let sample = sample? as usize;
        let own = problems.iter().find(|problem| problem.tag == samples.labels[sample])?;
        Some(own.gains[sample] * weight(row) / totals[sample])
    };
    samples.sample_of_row().enumerate().map(|row| dual(row).unwrap_or(0.0)).collect()
}
