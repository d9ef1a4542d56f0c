//! The first columns of a run.

use crate::FitError;
use crate::parameters::{Parameters, Start};
use crate::training::Training;
use rulegen_pricing::translate_rule;
use rulegen_rule::{Model, Rule, WeightedRule, rule_text};

/// Returns the rules that a run begins with, each with its class. `first_tree` has the leaves of
/// the first tree if the run begins with them. Leaves that are longer than rules may be are left
/// out.
///
/// # Errors
/// [`FitError::Start`] for a rule of a model that is no rule of this run.
pub(super) fn first_columns(
    p: &Parameters,
    training: &Training<'_>,
    first_tree: &[(Rule, u32)],
) -> Result<Vec<(Rule, u32)>, FitError> {
    let fits = |rule: &Rule| p.max_length().is_none_or(|most| rule.len() <= most);
    match p.start() {
        Start::Nothing => Ok(Vec::new()),
        Start::Tree => Ok(first_tree.iter().filter(|(rule, _)| fits(rule)).cloned().collect()),
        Start::Rules(model) => model.rules.iter().map(|given| column(p, training, model, given)).collect(),
    }
}

/// Returns a rule of a model with its class, as the run itself would find it.
fn column(
    p: &Parameters,
    training: &Training<'_>,
    model: &Model,
    given: &WeightedRule,
) -> Result<(Rule, u32), FitError> {
    let samples = &training.samples;
    let refused = |reason: String| FitError::Start { rule: rule_text(model, &given.rule, given.class), reason };
    let name = &model.classes[given.class as usize];
    let class = training.target.classes.iter().position(|class| class == name);
    let Some(class) = class.map(|class| class as u32) else {
        return Err(refused(format!("'{name}' is no class of the data")));
    };
    let Some(rule) = translate_rule(&given.rule, &model.schema, &samples.schema) else {
        return Err(refused("it has a column, cut point or category that this run does not have".into()));
    };
    if rule.is_empty() {
        return Err(refused("it has no condition".into()));
    }
    if let Some(most) = p.max_length().filter(|&most| rule.len() > most) {
        return Err(refused(format!("it has more conditions than the maximum length, {most}")));
    }
    let least = p.least_cover();
    if samples.rows_of(&samples.cover(&rule)) < least {
        return Err(refused(format!("it covers fewer rows than the least cover, {least}")));
    }
    match training.permits(&rule, class) {
        true => Ok((rule, class)),
        false => Err(refused("the constraints of this run forbid it".into())),
    }
}
