//! What the user says of the rules: those that must be in, and conditions that are forbidden.

use crate::FitError;
use crate::NormalForm;
use rulegen_data::Table;
use rulegen_pricing::translate_rule;
use rulegen_rule::{Domain, Feature, Model, Rule, Schema, Test, rule_text};

/// So many conditions are named to who forbids one that there is not.
const SHOWN: usize = 20;

/// The rules of a model over `schema`, with the names of their classes.
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

/// Forbids the literals whose conditions, as `form` shows them, are those that `text` names.
///
/// # Errors
/// [`FitError::Forbidden`] if `text` is no condition on a column of `table`.
pub(crate) fn forbid(schema: &mut Schema, table: &Table, text: &str, form: NormalForm) -> Result<(), FitError> {
    // The longest name: a column may be called as the beginning of another.
    let named = table.columns().iter().filter(|c| text.starts_with(c.name())).max_by_key(|c| c.name().len());
    let unknown = || FitError::Forbidden { text: text.into() };
    let name = named.ok_or_else(unknown)?.name();
    let asked = text[name.len()..].trim();
    // A column without a use has nothing to forbid.
    let Some(feature) = schema.features.iter_mut().find(|f| f.name == name) else { return Ok(()) };
    let shown = |test: Test| if form == NormalForm::Conjunctive { test.negated() } else { test };
    let matches: Vec<Test> = feature.tests().into_iter().filter(|&test| matches(feature, shown(test), asked)).collect();
    if !is_condition(asked) {
        return Err(unknown());
    }
    if matches.is_empty() {
        let known: Vec<String> = feature.tests().iter().map(|&test| said(feature, shown(test))).take(SHOWN).collect();
        log::warn!("'{text}' forbids nothing; conditions on {name}: {} ...", known.join(", "));
    }
    feature.forbidden.extend(matches);
    Ok(())
}

/// Whether `asked` (nothing, an operator, or an operator and a value) is about this test.
fn matches(feature: &Feature, test: Test, asked: &str) -> bool {
    let about = |(operator, value): (&str, String)| {
        let rest = asked.strip_prefix(operator).map(str::trim);
        rest.is_some_and(|rest| rest.is_empty() || same(rest, &value))
    };
    // Of two categories, not to be the one is to be the other.
    let also = match (test, &feature.domain) {
        (Test::Is(v), Domain::Categorical { categories }) if categories.len() == 2 => Some(Test::IsNot(1 - v)),
        _ => None,
    };
    asked.is_empty() || about(parts(feature, test)) || also.is_some_and(|test| about(parts(feature, test)))
}

/// A test as it is asked for.
fn said(feature: &Feature, test: Test) -> String {
    let (operator, value) = parts(feature, test);
    format!("{operator} {value}").trim_end().to_string()
}

/// The operator and the value of a test.
fn parts(feature: &Feature, test: Test) -> (&'static str, String) {
    let value = |j: u16| match &feature.domain {
        Domain::Numeric { cuts } => cuts[j as usize].to_string(),
        Domain::Categorical { categories } => categories[j as usize].clone(),
    };
    match test {
        Test::AtMost(j) => ("<=", value(j)),
        Test::Above(j) => (">", value(j)),
        Test::Is(v) => ("=", value(v)),
        Test::IsNot(v) => ("!=", value(v)),
        Test::Missing => ("is missing", String::new()),
        Test::Present => ("is present", String::new()),
    }
}

/// Whether two values are the same text, or the same number.
fn same(a: &str, b: &str) -> bool {
    a == b || matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if a == b)
}

/// Whether it is said as conditions are: `>=` and `<` are not among them.
fn is_condition(asked: &str) -> bool {
    let begins = |operators: &[&str]| operators.iter().any(|operator| asked.starts_with(operator));
    asked.is_empty() || (begins(&["<=", ">", "=", "!=", "is missing", "is present"]) && !begins(&[">=", "=="]))
}
