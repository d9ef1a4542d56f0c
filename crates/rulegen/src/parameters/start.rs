//! The first columns of column generation.

use super::kind::{ChoiceWord, ParameterKind, ParameterType, Refusal, not_among};
use super::value::ParameterValue;
use rulegen_rule::Model;

/// The first columns of column generation. They are the same whatever prices, so that strategies of
/// pricing that are compared begin alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Start {
    /// No column.
    #[default]
    Nothing,
    /// The leaves of a first tree, as in the published code of RUG.
    Tree,
    /// The rules of a model. Each must be one that the run itself could find.
    Rules(Box<Model>),
}

/// The words for a start, beside the file of a model.
const WORDS: &[ChoiceWord] = &[
    ChoiceWord { name: "none", help: "No column" },
    ChoiceWord { name: "tree", help: "The leaves of a first tree, as in the published code" },
];

/// `none`, `tree`, or a model.
impl ParameterType for Start {
    const KIND: ParameterKind = ParameterKind::ChoiceOrModel(WORDS);

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        match value {
            ParameterValue::Text(word) if word == "none" => Ok(Start::Nothing),
            ParameterValue::Text(word) if word == "tree" => Ok(Start::Tree),
            ParameterValue::Text(text) if !text.trim_start().starts_with('{') => {
                Err(not_among(&["none", "tree", "the text of a model file"], &text))
            }
            other => Ok(Start::Rules(Box::new(Model::read(other)?))),
        }
    }

    fn write(&self) -> ParameterValue {
        match self {
            Start::Nothing => ParameterValue::Text("none".into()),
            Start::Tree => ParameterValue::Text("tree".into()),
            Start::Rules(model) => ParameterValue::Model(model.clone()),
        }
    }

    /// A model is recorded by the number of its rules.
    fn record(&self) -> serde_json::Value {
        match self {
            Start::Nothing => "none".into(),
            Start::Tree => "tree".into(),
            Start::Rules(model) => Model::record(model),
        }
    }
}
