//! The check of a proof, from the data to its claims.

use crate::Fault;
use crate::boolean::Boolean;
use crate::duals::{Cost, Duals};
use crate::fairness::Fairness;
use crate::fault::{ensure, printable};
use crate::fields::Field;
use crate::fraction::Fraction;
use crate::hinge;
use crate::json::parse;
use crate::logistic::Logistic;
use crate::model::Model;
use crate::samples::Samples;
use crate::scope::Scope;

/// The numbers that a proof supports.
struct Proved {
    /// The objective of the model is at most this.
    objective: Fraction,
    /// Lengths of rules, each with a number that no objective of a model of such rules is below.
    bounds: Vec<(usize, Fraction)>,
    /// The gain that no rule in scope exceeds, if the loss has one.
    further_gain: Option<Fraction>,
}

/// Checks the text of a proof against the bytes of a table, and returns a line for each claim that
/// is verified.
///
/// # Errors
/// [`Fault::Unreadable`] for a text that is no proof and data that are no table;
/// [`Fault::Refused`] for a proof that does not show what it claims about these data.
pub fn check(proof: &str, data: &[u8]) -> Result<Vec<String>, Fault> {
    let document = parse(proof)?;
    let root = Field::root(&document);
    let is = |name: &str, value: &str| root.member(name).is_ok_and(|field| field.text() == Ok(value));
    if !is("format", "rulegen-proof") {
        return Err(Fault::Unreadable("the file is no proof of rulegen".into()));
    }
    if root.member("version").and_then(|version| version.fraction()) != Ok(Fraction::from(1)) {
        return Err(Fault::Unreadable("the proof is of another version than 1".into()));
    }
    let fields =
        root.object(&["format", "version", "made_by", "data", "rules", "loss", "model", "evidence", "claims"])?;
    fields.get("made_by").text()?;
    let samples = Samples::read(&fields.get("data"), data)?;
    let scope = Scope::read(&fields.get("rules"), &samples)?;
    let model = Model::read(&fields.get("model"), &samples)?;
    let claims = fields.get("claims").object(&["objective", "bounds", "further_gain", "in_scope"])?;
    let in_scope = claims.get("in_scope").truth()?;
    for (place, rule) in model.rules.iter().enumerate().filter(|_| in_scope) {
        let has = scope.has(rule.class, &rule.conditions, &samples);
        ensure(has, &format!("model.rules[{place}]"), "the rule is not in scope")?;
    }
    let asks = claims.get("further_gain").given().is_some();
    let proved = proved(&fields, asks, &model, &scope, &samples)?;
    let mut lines = vec![format!(
        "{} rows of {} classes as {} samples; {} rules in the model",
        samples.rows,
        samples.classes.len(),
        samples.len(),
        model.rules.len()
    )];
    lines.extend(samples.described_groups());
    lines.extend([scope.described(&samples), format!("the loss: {}", fields.get("loss").described())]);
    lines.extend(verified(&claims, proved, scope.max_length)?);
    if in_scope {
        lines.push("verified: the rules of the model are among these rules".into());
    }
    Ok(lines.iter().map(|line| printable(line)).collect())
}

/// Adds up what the evidence supports.
fn proved(fields: &Field<'_>, asks: bool, model: &Model, scope: &Scope, samples: &Samples) -> Result<Proved, Fault> {
    let (loss, evidence) = (fields.get("loss"), fields.get("evidence"));
    let name = loss.member("name")?;
    let of = |names: &[&str]| loss.object(&[&["name"], names].concat());
    let cost = |fields: &Field<'_>| Cost::read(&loss, &fields.get("per_rule"), &fields.get("per_condition"));
    let is_logistic = name.text()? == "logistic";
    let fits = is_logistic || model.intercepts.is_empty() && !asks;
    name.ensure(fits, "it has neither intercepts nor a further gain")?;
    Ok(match name.text()? {
        text @ ("hinge" | "margin") => {
            let fields = of(&["per_rule", "per_condition", "fairness"])?;
            let (cost, fairness) = (cost(&fields)?, Fairness::read(&fields.get("fairness"), samples)?);
            let duals = Duals::read(&evidence, samples, text == "hinge", &fairness)?;
            let ratios = duals.ratios(&cost, scope, samples)?;
            Proved {
                objective: hinge::objective(model, &cost, text == "margin", &fairness, samples),
                bounds: by_length(hinge::bounds(&duals, &ratios, &fairness)),
                further_gain: None,
            }
        }
        "logistic" => {
            let fields = of(&["per_rule", "per_condition", "ridge", "largest_intercept"])?;
            let (cost, logistic) = (cost(&fields)?, Logistic::read(&fields)?);
            logistic.check(model)?;
            let duals = Duals::read(&evidence, samples, false, &Fairness::none(samples))?;
            let ratios = duals.ratios(&cost, scope, samples)?;
            let further = asks.then(|| logistic.further_gain(model, &cost, scope, samples)).transpose()?;
            Proved {
                objective: logistic.objective(model, &cost, samples)?,
                bounds: by_length(logistic.bounds(&duals, &ratios, samples)?),
                further_gain: further,
            }
        }
        "boolean" => {
            let names =
                ["complexity", "size_per_rule", "size_per_condition", "price", "false_negative", "false_positive"];
            let boolean = Boolean::read(&loss, &of(&names)?)?;
            let (classes, bound) = boolean.bound(&evidence, scope, samples)?;
            let objective = boolean.objective(model, &classes, samples)?;
            Proved { objective, bounds: vec![(scope.max_length, bound.max(Fraction::zero()))], further_gain: None }
        }
        text => return Err(name.refused(format!("there is no loss '{text}'"))),
    })
}

/// Returns bounds of 1, 2 and more conditions with these numbers. No objective is negative.
fn by_length(bounds: Vec<Fraction>) -> Vec<(usize, Fraction)> {
    (1..).zip(bounds.into_iter().map(|bound| bound.max(Fraction::zero()))).collect()
}

/// Compares the claims with what is proved.
fn verified(claims: &Field<'_>, proved: Proved, max_length: usize) -> Result<Vec<String>, Fault> {
    let objective = claims.get("objective");
    let claimed = objective.fraction()?;
    objective.ensure(claimed >= proved.objective, format!("the objective is {}", proved.objective))?;
    let mut lines =
        vec![format!("verified: the objective of the model is at most {} ({})", claimed.decimals(9), proved.objective)];
    let (bounds, mut last) = (claims.get("bounds"), 0);
    for pair in bounds.list()? {
        let [length, bound] = pair.items()?;
        let (of_length, claimed) = (length.below(max_length + 1)?, bound.fraction()?);
        let found = proved.bounds.iter().find(|(known, _)| *known == of_length).map(|(_, bound)| bound);
        let found = found.filter(|_| of_length > last).ok_or_else(|| length.refused("no bound of this length"))?;
        bound.ensure(claimed <= *found, format!("the evidence proves {found} only"))?;
        last = of_length;
        let conditions = if of_length == 1 { "1 condition".into() } else { format!("at most {of_length} conditions") };
        let claimed = claimed.decimals(9);
        lines.push(format!(
            "verified: no model of these rules of {conditions} has an objective below {claimed} (at least {found})"
        ));
    }
    bounds.ensure(last == max_length, "the last one is not of the longest rules")?;
    if let (Some(further), Some(found)) = (claims.get("further_gain").given(), proved.further_gain) {
        let claimed = further.not_negative()?;
        further.ensure(claimed >= found, format!("a rule may gain {found}"))?;
        let claimed = claimed.decimals(9);
        lines.push(format!(
            "verified: no further rule lowers the objective by more than {claimed} for each unit of its weight ({found})"
        ));
    }
    Ok(lines)
}
