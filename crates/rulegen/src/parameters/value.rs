//! Untyped values of parameters, from flags, keys in TOML or JSON, or keyword arguments.

use rulegen_rule::Model;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// Parameters by name, in kebab case. A parameter that is absent or [`ParameterValue::None`] has
/// its default.
pub type Settings = BTreeMap<String, ParameterValue>;

/// A value of a parameter. Any format that serde knows can hold one. Unlike in JSON it may be NaN,
/// which the check of the range then refuses by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ParameterValue {
    /// The default.
    #[default]
    None,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Integer(i128),
    /// A number. Times are in seconds.
    Number(f64),
    /// A word, or the text of a model file.
    Text(String),
    /// Several words or numbers, as texts.
    List(Vec<String>),
    /// A model that was read already.
    Model(Box<Model>),
}

/// Writes the value as the command line takes it.
impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::None => f.write_str("none"),
            ParameterValue::Flag(yes) => yes.fmt(f),
            ParameterValue::Integer(n) => n.fmt(f),
            ParameterValue::Number(x) => x.fmt(f),
            ParameterValue::Text(text) => f.write_str(text),
            ParameterValue::List(words) => f.write_str(&words.join(",")),
            ParameterValue::Model(model) => write!(f, "a model of {} rules", model.rules.len()),
        }
    }
}

impl Serialize for ParameterValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ParameterValue::None => serializer.serialize_none(),
            ParameterValue::Flag(yes) => yes.serialize(serializer),
            ParameterValue::Integer(n) => match u64::try_from(*n) {
                Ok(n) => n.serialize(serializer),
                Err(_) => n.serialize(serializer),
            },
            ParameterValue::Number(x) => x.serialize(serializer),
            ParameterValue::Text(text) => text.serialize(serializer),
            ParameterValue::List(words) => words.serialize(serializer),
            ParameterValue::Model(model) => model.to_json().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ParameterValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = ParameterValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a word, a list of words, true or false")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(ParameterValue::None)
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<Self::Value, E> {
        Ok(ParameterValue::Flag(yes))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Self::Value, E> {
        Ok(ParameterValue::Integer(n.into()))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Self::Value, E> {
        Ok(ParameterValue::Integer(n.into()))
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<Self::Value, E> {
        Ok(ParameterValue::Number(x))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(ParameterValue::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut words = Vec::new();
        while let Some(item) = items.next_element()? {
            match item {
                ParameterValue::Text(word) => words.push(word),
                number @ (ParameterValue::Integer(_) | ParameterValue::Number(_)) => words.push(number.to_string()),
                _ => return Err(A::Error::custom("a list holds words or numbers")),
            }
        }
        Ok(ParameterValue::List(words))
    }
}
