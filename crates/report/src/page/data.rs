//! The model and its rows as JSON, for the script of the page.

use super::samples::{PageColumn, Samples, samples};
use super::settings::PageSettings;
use crate::Study;
use rulegen_rule::{Domain, Fallback, Form, Literal, Model, Rule, Test, name_text, threshold_text};
use serde::Serialize;
use serde_json::{Value, json};

/// The data of the script.
#[derive(Debug, Serialize)]
struct PageData<'a> {
    target: &'a str,
    classes: &'a [String],
    /// The classes as they are written in sentences.
    class_words: Vec<String>,
    form: &'static str,
    columns: Vec<PageColumn>,
    /// The votes that classes have before any rule; empty if there are none.
    intercepts: &'a [f64],
    /// The class that points speak for, if there are two classes with one scale.
    towards: Option<u32>,
    /// True if votes are log-odds, so that their softmax is a probability.
    probabilities: bool,
    /// The threshold on the difference of two scores.
    cut: Option<Value>,
    /// The votes that one point stands for, and true if all points are whole numbers.
    unit: f64,
    whole: bool,
    rules: Vec<Value>,
    /// The rows by the rules that they meet, and the names of model and data for a command.
    by_hand: Option<Value>,
    fallback: Value,
    samples: Samples,
    all_rows: usize,
}

/// Writes the data as JSON that may stand inside a script element. Returns the number of rows too.
pub(super) fn json(study: &Study, settings: &PageSettings) -> (String, usize) {
    let model = &study.model;
    let (samples, columns) = samples(study, settings.samples, settings.seed);
    let n = samples.n;
    let rule = |(rule, figures): (&rulegen_rule::WeightedRule, &crate::RuleFigures)| {
        json!({
            "if": literals(model, &rule.rule),
            "then": rule.class,
            "weight": rule.weight,
            "points": model.points(rule) * model.unit(),
            "words": figures.words,
        })
    };
    let fallback = match &model.fallback {
        Fallback::Class(class) => json!({ "rules": [], "otherwise": class }),
        Fallback::Rules { rules, otherwise } => {
            let rule = |(rule, class): &(Rule, u32)| json!({ "if": literals(model, rule), "then": class });
            json!({ "rules": rules.iter().map(rule).collect::<Value>(), "otherwise": otherwise })
        }
    };
    let data = PageData {
        target: &model.target,
        classes: &model.classes,
        class_words: model.classes.iter().map(|class| name_text(class)).collect(),
        form: match model.form() {
            Form::AnyRule { .. } => "any",
            Form::AllClauses { .. } => "all",
            _ => "votes",
        },
        columns,
        intercepts: &model.intercepts,
        towards: model.towards(),
        probabilities: model.has_probabilities(),
        cut: model
            .cut()
            .map(|cut| json!({ "class": cut.class, "at": cut.at, "share": model.threshold.map(threshold_text) })),
        unit: model.unit(),
        whole: model.points_per_doubling.is_some(),
        rules: model.rules.iter().zip(&study.rules).map(rule).collect(),
        by_hand: study.patterns.as_ref().map(|patterns| {
            let pattern = |pattern: &crate::Pattern| json!([pattern.rules, pattern.rows]);
            json!({
                "patterns": patterns.iter().map(pattern).collect::<Value>(),
                "files": [study.model_name, study.data_name],
                "weighing": study.weighing.as_ref().map(|weighing| json!({ "costs": weighing.costs, "ridge": weighing.ridge })),
            })
        }),
        fallback,
        samples,
        all_rows: study.table.rows(),
    };
    let text = serde_json::to_string(&data).expect("a page has no map with odd keys");
    (inside_script(&text), n)
}

/// Writes JSON that can neither end the element that it stands in, nor begin a comment there: `<`
/// is escaped, which occurs in strings only.
fn inside_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Conditions as `[column, test, value]`: a cut point, or the number of a category.
fn literals(model: &Model, rule: &Rule) -> Value {
    rule.literals().iter().map(|&literal| self::literal(model, literal)).collect()
}

fn literal(model: &Model, literal: Literal) -> Value {
    let cut = |j: u16| match &model.schema.feature(literal).domain {
        Domain::Numeric { cuts } => cuts[j as usize].into(),
        Domain::Categorical { .. } => Value::Null,
    };
    let (test, value) = match literal.test {
        Test::AtMost(j) => ("<=", cut(j)),
        Test::Above(j) => (">", cut(j)),
        Test::Is(v) => ("=", v.into()),
        Test::IsNot(v) => ("!=", v.into()),
        Test::Missing => ("missing", Value::Null),
        Test::Present => ("present", Value::Null),
    };
    json!([literal.column, test, value])
}

#[cfg(test)]
mod tests {
    use super::inside_script;

    #[test]
    fn nothing_ends_the_script() {
        let hostile = serde_json::to_string("</script><!-- <script>").unwrap();
        let inside = inside_script(&hostile);
        assert!(!inside.contains('<'));
        assert_eq!(serde_json::from_str::<String>(&inside).unwrap(), "</script><!-- <script>");
    }
}
