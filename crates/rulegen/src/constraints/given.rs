//! Rules that the user requires in the model.

use crate::FitError;
use rulegen_pricing::translate_rule;
use rulegen_rule::{Model, Rule, Schema, rule_text};

/// Translates the rules of a model to `schema`, and returns them with the names of their classes.
///
/// # Errors
/// [`FitError::MustHave`] for a rule about a column that is not there or is of another kind.
pub(crate) fn rules_over(schema: &Schema, model: &Model) -> Result<Vec<(Rule, String)>, FitError> {
    let over = |r: &rulegen_rule::WeightedRule| {
        let said = || FitError::MustHave { rule: rule_text(model, &r.rule, r.class) };
        let rule = translate_rule(&r.rule, &model.schema, schema).ok_or_else(said)?;
        Ok((rule, model.classes[r.class as usize].clone()))
    };
    model.rules.iter().map(over).collect()
}
