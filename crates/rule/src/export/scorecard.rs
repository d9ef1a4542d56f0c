//! The scorecard as a `Scorecard` of PMML 4.4.

use super::decision::{used_columns, written_names};
use super::names::TakenNames;
use super::pmml::{active_field, apply, check_names, cut_text, document, double, predicate, reference};
use super::xml::Element;
use crate::card::Cells;
use crate::reasons::Characteristic;
use crate::{CardColumn, CardStep, Domain, Fallback, Feature, Model, RuleError};

/// The number of reasons in the output.
const REASONS: usize = 4;

impl Model {
    /// Writes a PMML document with a `Scorecard`: the steps of columns and the combinations are its
    /// characteristics, each with the points of its best step as the baseline of reason codes.
    ///
    /// The output has `points`, `predicted_TARGET`, `probability NAME` of the class that points
    /// speak for if votes are log-odds, and `reason_1` to `reason_4`, the reasons in words.
    /// Evaluators fill up reasons with steps that cost nothing.
    ///
    /// # Errors
    /// [`RuleError::NoScorecard`] for Boolean rules, more than two classes, and if rows that meet
    /// no rule have a class that no points give; [`RuleError::Unwritable`] if a name holds a
    /// character that XML does not have.
    pub fn to_pmml_scorecard(&self) -> Result<String, RuleError> {
        let Some(towards) = self.towards() else {
            return Err(RuleError::NoScorecard(
                "a scorecard has one sum of points, as only weighted rules for two classes have",
            ));
        };
        if self.intercepts.is_empty() && self.fallback != Fallback::Class(0) && self.threshold.is_none() {
            return Err(RuleError::NoScorecard("rows that meet no rule have a class that no points give"));
        }
        let reasons = self.reasons(None)?;
        let card = &reasons.card;
        let columns = used_columns(self, &[]);
        check_names(written_names(self))?;
        // A step names categories that no rule does.
        let in_steps = |column: &CardColumn| match &self.schema.features[column.feature as usize].domain {
            Domain::Numeric { .. } => &[][..],
            Domain::Categorical { categories } => categories,
        };
        check_names(card.columns.iter().flat_map(in_steps).map(String::as_str))?;
        check_names(reasons.characteristics.iter().flat_map(|of| &of.attributes).map(|of| of.words.as_str()))?;
        let steps = card.columns.iter().zip(&reasons.characteristics).map(|(column, of)| {
            let feature = &self.schema.features[column.feature as usize];
            let inside = |step: &CardStep| cells(feature, step);
            let otherwise = (of.attributes.len() > column.steps.len()).then(|| Element::new("True"));
            characteristic(of, column.steps.iter().map(inside).chain(otherwise))
        });
        let met = card.combinations.iter().zip(&reasons.characteristics[card.columns.len()..]);
        let met = met
            .map(|(of, says)| characteristic(says, [predicate(self, &self.rules[of.rule].rule), Element::new("True")]));
        let characteristics = Element::new("Characteristics").children(steps.chain(met).collect::<Vec<_>>());
        let scorecard = Element::new("Scorecard")
            .with("functionName", "regression")
            .with("algorithmName", "rulegen")
            .with("initialScore", card.start[0])
            .with("useReasonCodes", "true")
            .with("reasonCodeAlgorithm", "pointsBelow")
            .with("baselineMethod", "max")
            .child(Element::new("MiningSchema").children(columns.iter().map(active_field)))
            .child(output(self, towards))
            .child(characteristics);
        Ok(document(None, &columns, scorecard).to_string())
    }
}

/// Makes a characteristic whose attributes have these predicates.
fn characteristic(of: &Characteristic, predicates: impl IntoIterator<Item = Element>) -> Element {
    let attributes = of.attributes.iter().zip(predicates).map(|(attribute, predicate)| {
        Element::new("Attribute")
            .with("partialScore", attribute.points)
            .with("reasonCode", &attribute.words)
            .child(predicate)
    });
    Element::new("Characteristic")
        .with("name", &of.name)
        .with("baselineScore", of.best)
        .children(attributes.collect::<Vec<_>>())
}

/// Makes the predicate of a step. On a missing cell it is unknown, unless the step is that.
fn cells(feature: &Feature, step: &CardStep) -> Element {
    let on = |operator: &str| Element::new("SimplePredicate").with("field", &feature.name).with("operator", operator);
    let words = |operator: &str, categories: Vec<&str>| -> Vec<Element> {
        categories.into_iter().map(|category| on(operator).with("value", category)).collect()
    };
    let joined = |operator: &str, mut predicates: Vec<Element>| match predicates.len() {
        0 => on("isNotMissing"),
        1 => predicates.remove(0),
        _ => Element::new("CompoundPredicate").with("booleanOperator", operator).children(predicates),
    };
    match step.cells(feature) {
        Cells::Missing => on("isMissing"),
        Cells::Interval(above, at_most) => {
            let above = above.map(|cut| on("greaterThan").with("value", cut_text(feature, cut)));
            let at_most = at_most.map(|cut| on("lessOrEqual").with("value", cut_text(feature, cut)));
            joined("and", above.into_iter().chain(at_most).collect())
        }
        Cells::In(categories) => joined("or", words("equal", categories)),
        Cells::NotIn(categories) => joined("and", words("notEqual", categories)),
    }
}

/// Makes the output. No field has the name of a column.
fn output(model: &Model, towards: u32) -> Element {
    let mut taken: TakenNames =
        model.schema.features.iter().map(|feature| &feature.name).chain([&model.target]).cloned().collect();
    let field = |name: &str, feature: &str, kind: [&str; 2]| {
        let field = Element::new("OutputField").with("name", name).with("feature", feature);
        field.with("optype", kind[0]).with("dataType", kind[1])
    };
    let (number, word) = (["continuous", "double"], ["categorical", "string"]);
    let points = taken.fresh("points", " ");
    let yes = &model.classes[towards as usize];
    let least = model.least_points();
    // The first of classes that tie wins, or the class of a threshold. Evaluators lose line breaks
    // in the text of a constant, so classes are attributes.
    let (below, above) =
        if towards == 0 || least.is_some() { ("openOpen", "closedOpen") } else { ("openClosed", "openOpen") };
    let bin = |class: &String, closure: &str, margin: &'static str| {
        let interval = Element::new("Interval").with("closure", closure).with(margin, least.unwrap_or(0.0));
        Element::new("DiscretizeBin").with("binValue", class).child(interval)
    };
    let prediction = Element::new("Discretize")
        .with("field", &points)
        .with("dataType", "string")
        .child(bin(&model.classes[1 - towards as usize], below, "rightMargin"))
        .child(bin(yes, above, "leftMargin"));
    let predicted = taken.fresh(&format!("predicted_{}", model.target), " ");
    let mut fields =
        vec![field(&points, "predictedValue", number), field(&predicted, "transformedValue", word).child(prediction)];
    if model.has_probabilities() {
        let against = apply("*").children([reference(&points), double(-model.unit())]);
        let odds = apply("+").children([double(1.0), apply("exp").child(against)]);
        let share = apply("/").children([double(1.0), odds]);
        let name = taken.fresh(&format!("probability {yes}"), " ");
        fields.push(field(&name, "transformedValue", number).child(share));
    }
    let reason = |rank: usize, name: String| field(&name, "reasonCode", word).with("rank", rank);
    fields.extend((1..=REASONS).map(|rank| reason(rank, taken.fresh(&format!("reason_{rank}"), " "))));
    Element::new("Output").children(fields)
}
