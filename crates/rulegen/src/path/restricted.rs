//! The restricted master alone, which weighs given rules.

use crate::FitError;
use crate::training::Training;
use rulegen_data::Dataset;
use rulegen_driver::PricingProblem;
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::translate_rule;
use rulegen_rule::{Model, Rule, Schema, WeightedRule, rule_text};

/// The solution of a restricted master over given rules. No rule is generated.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The schema of the rules' conditions.
    pub schema: Schema,
    /// The rules with the classes that they vote for, each once, in the order given.
    pub rules: Vec<(Rule, u32)>,
    /// The weight of each rule.
    pub weights: Vec<f64>,
    /// The objective.
    pub objective: f64,
    /// True if this is the optimum over these rules. False if a limit was reached, or where
    /// rounding hides the last steps of a loss that is nearly flat.
    pub optimal: bool,
    /// The gain of one more vote for its own class, for each row of the data. In a linear program
    /// it is the dual value of the row. If a limit was reached, it may be far from that.
    pub duals: Vec<f64>,
}

/// A master solved over given rules.
pub(crate) struct SolvedRules {
    pub(crate) master: Box<dyn RuleMaster>,
    pub(crate) objective: f64,
    /// True if this is the optimum over these rules. False if a limit was reached, or where
    /// rounding hides the last steps of a loss that is nearly flat.
    pub(crate) optimal: bool,
}

impl SolvedRules {
    /// Solves a master, which has no rules yet, over these rules. A rule with a weight keeps it.
    ///
    /// # Errors
    /// A failing solver, or a weight that the master cannot lock.
    pub(crate) fn new(
        mut master: Box<dyn RuleMaster>,
        rules: Vec<(Rule, u32, Option<f64>)>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        master.add_rules(rules.iter().map(|(rule, class, _)| (rule.clone(), *class)).collect());
        for (rule, class, weight) in rules {
            let place = master.rules().iter().position(|column| column.rule == rule && column.tag == class);
            if let (Some(place), Some(weight)) = (place, weight) {
                master.lock(place, weight)?;
            }
        }
        let solution = master.solve(0.0, limits)?;
        Ok(SolvedRules { master, objective: solution.objective, optimal: solution.converged })
    }
}

/// Solves a master, which has no rules yet, over the rules of `given`.
pub(crate) fn weigh(
    master: Box<dyn RuleMaster>,
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
        rule.zip(class).map(|(rule, class)| (rule, class as u32, None)).ok_or_else(said)
    };
    let rules = given.rules.iter().map(here).collect::<Result<_, _>>()?;
    let SolvedRules { master, objective, optimal } = SolvedRules::new(master, rules, limits)?;
    Ok(Restricted {
        schema: samples.schema.clone(),
        rules: master.rules().iter().map(|column| (column.rule.clone(), column.tag)).collect(),
        weights: master.weights(),
        objective,
        optimal,
        duals: by_row(&master.pricing_problems(), training, data),
    })
}

/// Returns the gain of each row for its own class. The gain of a sample is divided among its rows
/// by weight.
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
