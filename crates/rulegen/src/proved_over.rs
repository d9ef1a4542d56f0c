//! The rules that the bound of a model is proved over, in words.

use crate::Method;
use rulegen_master::{LogisticSettings, RuleTerms};
use rulegen_rule::{Model, of_at_most};
use serde_json::Value;

/// Returns the rules that the bound over all of a model's rules is about, such as `all rules of at
/// most 3 conditions, with intercepts within 30 of the first`. `None` if the method is not one of
/// this program, which knows the meaning of none but its own bounds.
pub fn proved_over(model: &Model) -> Option<String> {
    let method = model.method.parse::<Method>().ok()?;
    let scope = of_at_most(model.max_length());
    let over = match method {
        Method::Boolean => format!("all sets of rules{}", model.limits_in_words(model.max_length())),
        _ if model.has_probabilities() => {
            let most = LogisticSettings::default().largest_intercept;
            format!("all rules{scope}, with intercepts within {most} of the first")
        }
        _ => format!("all rules{scope}"),
    };
    Some(over + &box_of_required(model))
}

/// Says how much rules that had to be in may weigh in the problem that a bound is about, if a box
/// rather than a ridge holds them down.
fn box_of_required(model: &Model) -> String {
    let required = model.settings.get("must_have").and_then(Value::as_array).is_some_and(|rules| !rules.is_empty());
    let ridge = model.settings.get("ridge").and_then(Value::as_f64).unwrap_or(0.0);
    match required && ridge <= 0.0 {
        true => format!(", in which rules that had to be in weigh at most {}", RuleTerms::MOST_FREE_WEIGHT),
        false => String::new(),
    }
}
