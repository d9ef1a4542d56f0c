//! PMML 4.4, as evaluators read it.

use super::decision::{Decision, UsedColumn, column_at, used_columns, written_names};
use super::names::TakenNames;
use super::xml::{Element, is_character};
use crate::condition::Condition;
use crate::{Feature, Model, Rule, RuleError};

/// The most rules. An evaluator keeps a field for each vote in memory, and so does this function.
const MOST_RULES: usize = 100_000;

impl Model {
    /// Writes a PMML document with a `RuleSetModel`, in which the first rule that fires decides.
    ///
    /// If rules of several classes vote, derived fields add up the votes and compare them, and the
    /// first rules test which class leads. The criterion `weightedSum` would be shorter, but
    /// evaluators break its ties in different ways. Dates are of the type `dateDaysSince[1970]`,
    /// numbers of days: evaluators do not agree on dates as text. If votes are log-odds, the output
    /// has `predicted_TARGET` and a `probability NAME` for each class.
    ///
    /// # Errors
    /// [`RuleError::Unwritable`] if a name holds a character that XML does not have,
    /// [`RuleError::TooMany`] above 100,000 rules.
    pub fn to_pmml(&self) -> Result<String, RuleError> {
        let columns = used_columns(self, &[]);
        check_names(written_names(self))?;
        if self.rules.len() > MOST_RULES {
            let found = self.rules.len();
            return Err(RuleError::TooMany { format: "PMML", what: "rules", found, most: MOST_RULES });
        }
        let classes = self.classes.iter().map(|class| Element::new("Value").with("value", class));
        let target = data_field(&self.target, ("categorical", "string")).children(classes);
        Ok(document(Some(target), &columns, rule_set_model(self, &columns)).to_string())
    }
}

/// Checks that XML has all characters of some names.
pub(super) fn check_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), RuleError> {
    match names.into_iter().find(|name| !name.chars().all(is_character)) {
        Some(name) => Err(RuleError::Unwritable { name: name.to_owned(), format: "PMML" }),
        None => Ok(()),
    }
}

/// Makes a document of a model with the fields of these columns, and that of the target if the
/// model has it.
pub(super) fn document(target: Option<Element>, columns: &[UsedColumn<'_>], model: Element) -> Element {
    let application = Element::new("Application").with("name", "rulegen").with("version", env!("CARGO_PKG_VERSION"));
    let kind = |column: &UsedColumn<'_>| match (column.is_dates(), column.is_numeric()) {
        (true, _) => ("continuous", "dateDaysSince[1970]"),
        (_, true) => ("continuous", "double"),
        _ => ("categorical", "string"),
    };
    let dictionary = Element::new("DataDictionary")
        .with("numberOfFields", columns.len() + usize::from(target.is_some()))
        .children(target)
        .children(columns.iter().map(|column| data_field(&column.feature.name, kind(column))));
    Element::new("PMML")
        .with("xmlns", "http://www.dmg.org/PMML-4_4")
        .with("version", "4.4")
        .child(Element::new("Header").child(application))
        .child(dictionary)
        .child(model)
}

fn data_field(name: &str, kind: (&str, &str)) -> Element {
    Element::new("DataField").with("name", name).with("optype", kind.0).with("dataType", kind.1)
}

/// Makes the field of a column in a mining schema. Categories that training did not see are
/// ordinary values: they satisfy every `notEqual`.
pub(super) fn active_field(column: &UsedColumn<'_>) -> Element {
    Element::new("MiningField").with("name", &column.feature.name).with("invalidValueTreatment", "asIs")
}

fn rule_set_model(model: &Model, columns: &[UsedColumn<'_>]) -> Element {
    let decision = Decision::new(model);
    let class = |k: u32| &model.classes[k as usize];
    let schema = Element::new("MiningSchema")
        .child(Element::new("MiningField").with("name", &model.target).with("usageType", "target"))
        .children(columns.iter().map(active_field));
    let Votes { fields, leads, output } = votes(model, columns, &decision);
    let has_fields = !fields.is_empty();
    let transformations = Element::new("LocalTransformations").children(fields);
    let leads = leads.iter().map(|(of, lead)| {
        let leads = Element::new("SimplePredicate").with("field", lead).with("operator", "equal").with("value", "1");
        (class(*of), leads)
    });
    let hits = decision.hits.iter().map(|(rule, k)| (class(*k), predicate(model, rule)));
    let rule = |(number, (class, predicate)): (usize, (&String, Element))| {
        Element::new("SimpleRule").with("id", number).with("score", class).child(predicate)
    };
    let rules = (1..).zip(leads.chain(hits)).map(rule);
    let rule_set = Element::new("RuleSet")
        .with("defaultScore", class(decision.otherwise))
        .with("defaultConfidence", "1")
        .child(Element::new("RuleSelectionMethod").with("criterion", "firstHit"))
        .children(rules);
    Element::new("RuleSetModel")
        .with("functionName", "classification")
        .with("algorithmName", "rulegen")
        .child(schema)
        .children(output)
        .children(has_fields.then_some(transformations))
        .child(rule_set)
}

/// The parts of the document that votes need.
struct Votes {
    /// The fields that add up the votes of every tally rule by rule, and those that tell which one
    /// leads.
    fields: Vec<Element>,
    /// The classes that votes may give, each with the name of the field that tells if they do.
    leads: Vec<(u32, String)>,
    /// The class and the probabilities, if votes are log-odds.
    output: Option<Element>,
}

fn votes(model: &Model, columns: &[UsedColumn<'_>], decision: &Decision<'_>) -> Votes {
    // Evaluators may be given columns that no rule uses.
    let mut taken: TakenNames =
        model.schema.features.iter().map(|feature| &feature.name).chain([&model.target]).cloned().collect();
    let (mut fields, mut totals) = (Vec::new(), Vec::new());
    for (i, tally) in (1..).zip(&decision.tallies) {
        let mut total: Option<String> = None;
        if tally.intercept > 0.0 {
            let name = taken.fresh(&format!("votes {i} before any rule"), " ");
            fields.push(derived(&name, "continuous", "double", double(tally.intercept)));
            total = Some(name);
        }
        for (number, rule) in &tally.rules {
            let condition = all(conditions(model, &rule.rule, columns));
            let vote = apply("if").children([condition, double(rule.weight), double(0.0)]);
            let sum = match &total {
                None => vote,
                Some(before) => apply("+").children([reference(before), vote]),
            };
            let name = taken.fresh(&format!("votes {i} after rule {number}"), " ");
            fields.push(derived(&name, "continuous", "double", sum));
            total = Some(name);
        }
        totals.push(total.expect("a tally has rules or an intercept"));
    }
    // The first tally with the most votes leads.
    let most = (totals.len() > 1).then(|| taken.fresh("most votes", " "));
    if let Some(most) = &most {
        let largest = apply("max").children(totals.iter().map(|total| reference(total)));
        fields.push(derived(most, "continuous", "double", largest));
    }
    let mut lead = |i: usize, leads: Element| {
        let number = |n: u8| Element::new("Constant").with("dataType", "integer").text(n);
        let name = taken.fresh(&format!("votes {} lead", i + 1), " ");
        fields.push(derived(&name, "categorical", "integer", apply("if").children([leads, number(1), number(0)])));
        name
    };
    let leads = match decision.cut {
        Some(cut) => {
            let of = decision.by_class(&totals, model.classes.len(), NO_VOTES);
            let [own, other] = [cut.class, cut.other()].map(|class| votes_of(of[class as usize]));
            let margin = apply("-").children([own, other]);
            vec![(cut.class, lead(0, apply("greaterOrEqual").children([margin, double(cut.at)])))]
        }
        None => {
            let leads = |total: &String| {
                let some = apply("greaterThan").children([reference(total), double(0.0)]);
                let largest =
                    most.as_ref().map(|most| apply("greaterOrEqual").children([reference(total), reference(most)]));
                all([some].into_iter().chain(largest).collect())
            };
            let tallies = decision.tallies.iter().zip(&totals).enumerate();
            tallies.map(|(i, (tally, total))| (tally.class, lead(i, leads(total)))).collect()
        }
    };
    let output = decision.gives_probabilities(model).then(|| {
        let most = most.as_ref().or(totals.first());
        let odds = odds(model, decision, &totals, most, &mut taken, &mut fields);
        output(model, &odds, &mut taken)
    });
    Votes { fields, leads, output }
}

/// The name of the votes of a class that has none.
const NO_VOTES: &str = "";

/// Returns the votes of a class, whose field has this name.
fn votes_of(total: &str) -> Element {
    if total == NO_VOTES { double(0.0) } else { reference(total) }
}

/// Adds a field `exp(v_k - max v)` for each class and one for their sum, the softmax. Returns their
/// names, the sum last.
fn odds(
    model: &Model,
    decision: &Decision<'_>,
    totals: &[String],
    most: Option<&String>,
    taken: &mut TakenNames,
    fields: &mut Vec<Element>,
) -> Vec<String> {
    let mut names = Vec::new();
    for (k, total) in (1..).zip(decision.by_class(totals, model.classes.len(), NO_VOTES)) {
        let behind = apply("-").children([votes_of(total), most.map_or(double(0.0), |most| reference(most))]);
        names.push(taken.fresh(&format!("odds {k}"), " "));
        fields.push(derived(&names[k - 1], "continuous", "double", apply("exp").child(behind)));
    }
    let sum = apply("sum").children(names.iter().map(|name| reference(name)));
    let name = taken.fresh("sum of odds", " ");
    fields.push(derived(&name, "continuous", "double", sum));
    names.push(name);
    names
}

/// Makes the output: the class under the name that evaluators give it by default, and the
/// probability of each class.
fn output(model: &Model, odds: &[String], taken: &mut TakenNames) -> Element {
    let field = |name: &str, feature: &str| Element::new("OutputField").with("name", name).with("feature", feature);
    let predicted = taken.fresh(&format!("predicted_{}", model.target), " ");
    let predicted = field(&predicted, "predictedValue").with("optype", "categorical").with("dataType", "string");
    let (sum, odds) = odds.split_last().expect("the sum is among them");
    let probability = |(class, odds): (&String, &String)| {
        let name = taken.fresh(&format!("probability {class}"), " ");
        let share = apply("/").children([reference(odds), reference(sum)]);
        field(&name, "transformedValue").with("optype", "continuous").with("dataType", "double").child(share)
    };
    let probabilities: Vec<Element> = model.classes.iter().zip(odds).map(probability).collect();
    Element::new("Output").child(predicted).children(probabilities)
}

/// Returns the conditions of a rule as expressions that are never missing.
fn conditions(model: &Model, rule: &Rule, columns: &[UsedColumn<'_>]) -> Vec<Element> {
    let expression = |(index, condition): (usize, Condition<'_>)| {
        let feature = column_at(columns, index).feature;
        let field = feature.name.as_str();
        let constant = |cut| match feature.dates {
            Some(_) => Element::new("Constant").with("dataType", "integer").text(cut),
            None => double(cut),
        };
        let compare =
            |function, cut| apply(function).with("mapMissingTo", "false").children([reference(field), constant(cut)]);
        // The category is an attribute because evaluators lose line breaks in the text of a
        // constant.
        let indicator = |word: &str, missing: u8, expected: f64| {
            let norm = Element::new("NormDiscrete").with("field", field).with("value", word);
            apply("equal").children([norm.with("mapMissingTo", missing), double(expected)])
        };
        match condition {
            Condition::AtMost(cut) => compare("lessOrEqual", cut),
            Condition::Above(cut) => compare("greaterThan", cut),
            Condition::Is(word) => indicator(word, 0, 1.0),
            Condition::IsNot(word) => indicator(word, 1, 0.0),
            Condition::Missing => apply("isMissing").child(reference(field)),
            Condition::Present => apply("isNotMissing").child(reference(field)),
        }
    };
    model.schema.conditions_of(rule).map(expression).collect()
}

/// Returns a rule as a predicate. On a missing cell it is unknown, and the rule does not fire.
pub(super) fn predicate(model: &Model, rule: &Rule) -> Element {
    let simple = |(index, condition): (usize, Condition<'_>)| {
        let feature = &model.schema.features[index];
        let on = |operator| Element::new("SimplePredicate").with("field", &feature.name).with("operator", operator);
        match condition {
            Condition::AtMost(cut) => on("lessOrEqual").with("value", cut_text(feature, cut)),
            Condition::Above(cut) => on("greaterThan").with("value", cut_text(feature, cut)),
            Condition::Is(word) => on("equal").with("value", word),
            Condition::IsNot(word) => on("notEqual").with("value", word),
            Condition::Missing => on("isMissing"),
            Condition::Present => on("isNotMissing"),
        }
    };
    let mut simple: Vec<Element> = model.schema.conditions_of(rule).map(simple).collect();
    match simple.len() {
        0 => Element::new("True"),
        1 => simple.remove(0),
        _ => Element::new("CompoundPredicate").with("booleanOperator", "and").children(simple),
    }
}

/// Writes a cut point as the value of a predicate. Dates are numbers of days.
pub(super) fn cut_text(feature: &Feature, cut: f64) -> String {
    if feature.dates.is_some() { cut.to_string() } else { format!("{cut:?}") }
}

/// Joins the expressions, at least one, with `and`.
fn all(mut expressions: Vec<Element>) -> Element {
    if expressions.len() == 1 { expressions.remove(0) } else { apply("and").children(expressions) }
}

fn derived(name: &str, optype: &str, data_type: &str, expression: Element) -> Element {
    let field = Element::new("DerivedField").with("name", name).with("optype", optype);
    field.with("dataType", data_type).child(expression)
}

pub(super) fn apply(function: &'static str) -> Element {
    Element::new("Apply").with("function", function)
}

pub(super) fn reference(field: &str) -> Element {
    Element::new("FieldRef").with("field", field)
}

pub(super) fn double(x: f64) -> Element {
    Element::new("Constant").with("dataType", "double").text(format!("{x:?}"))
}
