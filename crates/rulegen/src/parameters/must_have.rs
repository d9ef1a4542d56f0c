//! Rules that must be in a model.

use super::kind::{ParameterKind, ParameterType, Refusal, refused};
use super::value::ParameterValue;
use rulegen_rule::Model;

/// Rules that must be in a model, given as models or in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MustHave {
    /// Models all of whose rules must be in.
    pub models: Vec<Model>,
    /// Rules in words, as [`WrittenRule`](rulegen_rule::WrittenRule) reads them, but for `if`,
    /// which may be left out. So may `then` and the class in a Boolean problem of two classes,
    /// which has rules for one of them alone.
    pub written: Vec<String>,
}

impl MustHave {
    /// The number of rules.
    pub fn number(&self) -> usize {
        self.models.iter().map(|model| model.rules.len()).sum::<usize>() + self.written.len()
    }
}

impl From<Model> for MustHave {
    fn from(model: Model) -> Self {
        MustHave { models: vec![model], ..MustHave::default() }
    }
}

/// A list of texts: those of model files, which are JSON objects, and those of rules. It is
/// recorded by the number of rules.
impl ParameterType for MustHave {
    const KIND: ParameterKind = ParameterKind::Rules;

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        let texts = match value {
            ParameterValue::Model(model) => return Ok((*model).into()),
            ParameterValue::Text(text) => vec![text],
            ParameterValue::List(texts) => texts,
            other => return refused("a list of rules in words, and of texts of model files", other),
        };
        let mut rules = MustHave::default();
        for text in texts {
            match text.trim_start().starts_with('{') {
                true => rules.models.push(Model::from_json(&text).map_err(Refusal::Model)?),
                false => rules.written.push(text),
            }
        }
        Ok(rules)
    }

    fn write(&self) -> ParameterValue {
        let models = self.models.iter().map(Model::to_json);
        ParameterValue::List(models.chain(self.written.iter().cloned()).collect())
    }

    fn record(&self) -> serde_json::Value {
        self.number().into()
    }

    fn shown(&self) -> String {
        format!("{} rules", self.number())
    }
}
