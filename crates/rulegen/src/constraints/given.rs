//! Rules that the user requires in the model.

use crate::FitError;
use crate::parameter_error::{ParameterError, accept};
use crate::parameters::{MustHave, Parameters, SizeChoice};
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_pricing::translate_rule;
use rulegen_rule::{
    Certificate, Domain, Fallback, Feature, Model, Rule, RuleError, Schema, Status, Support, WeightedRule,
    WholeNumbers, WrittenRule, name_text, rule_text,
};
use std::collections::BTreeMap;

/// Translates the rules that must be in to `schema`, each once, with their classes. All are in
/// models: [`with_written_rules`] has read those in words. A fit on part of the rows leaves out a
/// rule about a column that these rows leave without a condition.
///
/// # Errors
/// [`FitError::MustHave`] for a rule about a column that is not there or is of another kind, or for
/// a class that is not among `classes`; a cap on rules or conditions that leaves no room for them.
pub(crate) fn required_rules(
    p: &Parameters,
    schema: &Schema,
    classes: &[String],
) -> Result<Vec<(Rule, u32)>, FitError> {
    let mut rules = Vec::new();
    // Without time to code any column there are no rules.
    let models = p.must_have.iter().flat_map(|required| &required.models).filter(|_| !schema.features.is_empty());
    for (model, r) in models.flat_map(|model| model.rules.iter().map(move |r| (model, r))) {
        let rule = translate_rule(&r.rule, &model.schema, schema).filter(|rule| !rule.is_empty());
        let class = classes.iter().position(|class| *class == model.classes[r.class as usize]);
        match rule.zip(class) {
            Some((rule, class)) if !rules.contains(&(rule.clone(), class as u32)) => rules.push((rule, class as u32)),
            Some(_) => {}
            None if p.quiet => {}
            None => return Err(FitError::MustHave { rule: rule_text(model, &r.rule, r.class) }),
        }
    }
    if p.method.weighs() {
        check_caps(p, &rules)?;
    }
    Ok(rules)
}

/// Checks that caps leave room for the rules that must be in.
fn check_caps(p: &Parameters, required: &[(Rule, u32)]) -> Result<(), ParameterError> {
    let of_size = match p.size() {
        SizeChoice::Rules(rules) => Some(rules),
        _ => None,
    };
    let conditions: usize = required.iter().map(|(rule, _)| rule.len()).sum();
    for (name, cap, least) in [
        ("the size", of_size, required.len()),
        ("the number of rules", p.max_rules, required.len()),
        ("the number of conditions", p.max_conditions, conditions),
    ] {
        if let Some(most) = cap.filter(|most| most.get() < least) {
            accept(false, name, &format!("at least {least}, which the rules that must be in need"), most)?;
        }
    }
    Ok(())
}

/// Returns the parameters with the rules that must be in as models: those in words are read over
/// the columns of a table.
///
/// # Errors
/// [`FitError::WrittenRule`] for a text that is no rule about the table and the classes;
/// [`FitError::Unmet`] for a rule that no row meets, unless these are a part of the rows.
pub(crate) fn with_written_rules(p: &Parameters, table: &Table, classes: &[String]) -> Result<Parameters, FitError> {
    let Some(required) = p.must_have.as_ref().filter(|required| !required.written.is_empty()) else {
        return Ok(p.clone());
    };
    let mut model = without_rules(table, classes, p);
    // Boolean rules for two classes are all for one of them.
    let only = p.one_class().filter(|_| classes.len() == 2).zip(model.positive);
    let only = only.map(|(for_positive, positive)| if for_positive { positive } else { 1 - positive });
    let read = |text: &String| {
        let text = in_full(text, only.map(|class| &classes[class as usize]));
        let rule = WrittenRule::read(&text, &model)?;
        match rule.weight {
            None => Ok(rule),
            Some(_) => Err(RuleError::Unreadable { text, reason: "its weight is learned, and cannot be said".into() }),
        }
    };
    let written: Vec<WrittenRule> =
        required.written.iter().map(read).collect::<Result<_, _>>().map_err(FitError::WrittenRule)?;
    written.iter().for_each(|rule| rule.extend(&mut model.schema));
    model.schema.check().map_err(|error| FitError::WrittenRule(error.into()))?;
    for rule in &written {
        let (class, support) = (rule.class, Support { covered: 0.0, correct: 0.0 });
        let rule = rule.rule(&model.schema).map_err(FitError::WrittenRule)?;
        model.rules.push(WeightedRule { rule, class, weight: 1.0, support, folds: None });
    }
    // A part of the rows may have none that meets it. Columns that cannot be read so have an error
    // of their own later.
    if let (false, Ok(coded)) = (p.quiet, model.encode_used(table)) {
        let is_met = |rule: &&WeightedRule| coded.cover(&model.schema, &rule.rule).count() > 0;
        if let Some(rule) = model.rules.iter().find(|rule| !is_met(rule)) {
            return Err(FitError::Unmet { rule: rule_text(&model, &rule.rule, rule.class) });
        }
    }
    let models = required.models.iter().cloned().chain([model]).collect();
    Ok(Parameters { must_have: Some(MustHave { models, written: Vec::new() }), ..p.clone() })
}

/// Adds what may be left out of a rule in words: `if`, and the class if there is only one.
fn in_full(text: &str, only: Option<&String>) -> String {
    let text = text.trim();
    let begin = if text.starts_with("if ") { "" } else { "if " };
    let end = match only.filter(|_| !text.contains(" then ")) {
        Some(class) => format!(" then {}", name_text(class)),
        None => String::new(),
    };
    format!("{begin}{text}{end}")
}

/// Returns a model without rules that knows the columns of a table and the classes.
fn without_rules(table: &Table, classes: &[String], p: &Parameters) -> Model {
    let positive = p.positive.as_ref().and_then(|name| classes.iter().position(|class| class == name));
    let positive = positive.map(|class| class as u32).or((classes.len() == 2).then_some(1));
    Model {
        method: p.method.name().into(),
        loss: None,
        log_odds: false,
        target: String::new(),
        classes: classes.to_vec(),
        positive,
        schema: Schema { features: table.columns().iter().map(feature).collect() },
        intercepts: vec![1.0; classes.len()],
        points_per_doubling: None,
        threshold: None,
        rules: Vec::new(),
        fallback: Fallback::Class(0),
        clauses: false,
        certificate: Certificate::of(Status::NoColumn, 0.0, 0.0, None),
        held_out: None,
        settings: BTreeMap::new(),
    }
}

/// Returns a feature without cut points, or with the categories that have rows.
fn feature(column: &Column) -> Feature {
    let (name, values) = (column.name(), column.values());
    let feature = match values {
        Values::Categorical { codes, categories } => {
            let mut seen = vec![false; categories.len()];
            codes.iter().filter(|code| **code != MISSING).for_each(|&code| seen[code as usize] = true);
            let categories = categories.iter().zip(seen).filter(|(_, seen)| *seen).map(|(name, _)| name.clone());
            Feature::new(name, Domain::Categorical { categories: categories.collect() })
        }
        numbers => {
            let numbers = numbers.numbers().unwrap_or_default();
            let feature = Feature::new(name, Domain::Numeric { cuts: Vec::new() });
            Feature { whole: WholeNumbers::of(numbers.iter().copied().filter(|x| !x.is_nan())), ..feature }
        }
    };
    Feature { missing_seen: true, dates: column.dates(), ..feature }
}
