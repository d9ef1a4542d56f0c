//! The conversion of values to types and back.

use super::value::ParameterValue as Value;
use rulegen_binarize::Bins;
use rulegen_lp::LpError;
use rulegen_rule::{Model, RuleError};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The kind of a parameter's values, from which a flag, a key or an argument is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterKind {
    /// A number.
    Number,
    /// A whole number, not negative.
    Count,
    /// Yes or no. Absent means no.
    Flag,
    /// A word from a fixed list.
    Choice(&'static [ChoiceWord]),
    /// A word from a fixed list, or a name that was registered
    /// ([`Registry`](crate::Registry)).
    ChoiceOrName(&'static [ChoiceWord]),
    /// A word, such as a name.
    Word,
    /// A list of words that hold no comma.
    Words,
    /// A list of numbers.
    Numbers,
    /// A list of texts.
    Texts,
    /// A time in seconds.
    Seconds,
    /// The text of a model file. On the command line, its path.
    Model,
    /// A list of rules in words, and of texts of model files. On the command line, their paths.
    Rules,
    /// A word from a fixed list, or the text of a model file. On the command line, its path.
    ChoiceOrModel(&'static [ChoiceWord]),
}

/// A word to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceWord {
    /// The word.
    pub name: &'static str,
    /// The meaning of the word, for help.
    pub help: &'static str,
}

/// The reason why a parameter refuses a value.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The value is not of the kind.
    Value {
        /// The part of the value that is wrong, if it is not the whole value.
        part: Option<&'static str>,
        range: String,
        value: String,
    },
    Lp(LpError),
    Model(RuleError),
}

/// A type of parameters.
pub(crate) trait ParameterType: Sized {
    const KIND: ParameterKind;

    fn read(value: Value) -> Result<Self, Refusal>;

    fn write(&self) -> Value;

    /// The value in the form in which a model file records it.
    fn record(&self) -> serde_json::Value {
        serde_json::to_value(self.write()).unwrap_or_default()
    }

    /// The number that ranges are checked on. `None` if there is none.
    fn number(&self) -> Option<f64> {
        None
    }

    /// The value in the form in which messages show it.
    fn shown(&self) -> String {
        self.write().to_string()
    }
}

/// Refuses a value that is not of the kind.
pub(crate) fn refused<T>(range: impl Into<String>, value: Value) -> Result<T, Refusal> {
    let value = match value {
        Value::Text(text) => format!("'{text}'"),
        other => other.to_string(),
    };
    Err(Refusal::Value { part: None, range: range.into(), value })
}

impl ParameterType for f64 {
    const KIND: ParameterKind = ParameterKind::Number;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::Number(x) => Ok(x),
            Value::Integer(n) => Ok(n as f64),
            other => refused("a number", other),
        }
    }

    fn write(&self) -> Value {
        Value::Number(*self)
    }

    fn number(&self) -> Option<f64> {
        Some(*self)
    }

    fn shown(&self) -> String {
        // All digits of a huge number would help nobody.
        if self.is_finite() && self.abs() >= 1e16 { format!("{self:e}") } else { self.to_string() }
    }
}

fn count(value: Value) -> Result<u64, Refusal> {
    match value {
        Value::Integer(n) => u64::try_from(n).or_else(|_| refused("a whole number, not negative", value)),
        other => refused("a whole number", other),
    }
}

macro_rules! counts {
    ($($type:ty),*) => { $(
        impl ParameterType for $type {
            const KIND: ParameterKind = ParameterKind::Count;

            fn read(value: Value) -> Result<Self, Refusal> {
                let n = count(value)?;
                <$type>::try_from(n).or_else(|_| refused("smaller", Value::Integer(n.into())))
            }

            fn write(&self) -> Value {
                Value::Integer(*self as i128)
            }

            fn number(&self) -> Option<f64> {
                Some(*self as f64)
            }
        }
    )* };
}
counts!(usize, u64);

impl ParameterType for NonZeroUsize {
    const KIND: ParameterKind = ParameterKind::Count;

    fn read(value: Value) -> Result<Self, Refusal> {
        NonZeroUsize::new(usize::read(value)?).map_or_else(|| refused("at least 1", Value::Integer(0)), Ok)
    }

    fn write(&self) -> Value {
        self.get().write()
    }
}

impl ParameterType for bool {
    const KIND: ParameterKind = ParameterKind::Flag;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::Flag(yes) => Ok(yes),
            other => refused("true or false", other),
        }
    }

    fn write(&self) -> Value {
        Value::Flag(*self)
    }
}

impl ParameterType for String {
    const KIND: ParameterKind = ParameterKind::Word;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::Text(text) => Ok(text),
            other => refused("a word", other),
        }
    }

    fn write(&self) -> Value {
        Value::Text(self.clone())
    }
}

/// A type of texts in a list.
pub(crate) trait Item: Sized + Display {
    /// The kind of the list.
    const LIST: ParameterKind;

    fn item(text: String) -> Result<Self, Refusal>;
}

/// Ranges of lists are about the number of their items.
impl<T: Item> ParameterType for Vec<T> {
    const KIND: ParameterKind = T::LIST;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::List(texts) => texts.into_iter().map(T::item).collect(),
            other => refused("a list of words", other),
        }
    }

    fn write(&self) -> Value {
        Value::List(self.iter().map(T::to_string).collect())
    }

    fn number(&self) -> Option<f64> {
        Some(self.len() as f64)
    }

    fn shown(&self) -> String {
        if self.is_empty() { "empty".into() } else { self.write().to_string() }
    }
}

impl Item for String {
    const LIST: ParameterKind = ParameterKind::Texts;

    fn item(text: String) -> Result<Self, Refusal> {
        Ok(text)
    }
}

impl Item for f64 {
    const LIST: ParameterKind = ParameterKind::Numbers;

    fn item(text: String) -> Result<Self, Refusal> {
        text.trim().parse().or_else(|_| refused("a list of numbers", Value::Text(text)))
    }
}

/// Returns the record of a value, unless it is the default of its type.
pub(crate) fn unusual<T: ParameterType + Default + PartialEq>(
    name: &str,
    value: &T,
) -> Option<(String, serde_json::Value)> {
    (*value != T::default()).then(|| (name.to_owned(), value.record()))
}

impl ParameterType for Duration {
    const KIND: ParameterKind = ParameterKind::Seconds;

    fn read(value: Value) -> Result<Self, Refusal> {
        let seconds = f64::read(value)?;
        // No clock tells a longer time.
        if seconds >= Duration::MAX.as_secs_f64() {
            return Ok(Duration::MAX);
        }
        Duration::try_from_secs_f64(seconds).or_else(|_| refused("positive seconds", Value::Number(seconds)))
    }

    fn write(&self) -> Value {
        Value::Number(self.as_secs_f64())
    }

    fn number(&self) -> Option<f64> {
        Some(self.as_secs_f64())
    }
}

/// A number of quantiles, or the word `values`.
impl ParameterType for Bins {
    const KIND: ParameterKind = ParameterKind::Count;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::Text(word) if word == "values" => Ok(Bins::Values),
            other => usize::read(other).map(Bins::Quantiles),
        }
    }

    fn write(&self) -> Value {
        match self {
            Bins::Quantiles(n) => n.write(),
            Bins::Values => Value::Text("values".into()),
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Bins::Quantiles(n) => n.number(),
            Bins::Values => None,
        }
    }
}

/// A model is recorded by the number of its rules.
impl ParameterType for Model {
    const KIND: ParameterKind = ParameterKind::Model;

    fn read(value: Value) -> Result<Self, Refusal> {
        match value {
            Value::Model(model) => Ok(*model),
            Value::Text(text) => Model::from_json(&text).map_err(Refusal::Model),
            other => refused("the text of a model file", other),
        }
    }

    fn write(&self) -> Value {
        Value::Model(Box::new(self.clone()))
    }

    fn record(&self) -> serde_json::Value {
        self.rules.len().into()
    }
}

impl<T: ParameterType> ParameterType for Option<T> {
    const KIND: ParameterKind = T::KIND;

    fn read(value: Value) -> Result<Self, Refusal> {
        if value == Value::None { Ok(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::None, T::write)
    }

    fn record(&self) -> serde_json::Value {
        self.as_ref().map_or(serde_json::Value::Null, T::record)
    }

    fn number(&self) -> Option<f64> {
        self.as_ref().and_then(T::number)
    }

    fn shown(&self) -> String {
        self.as_ref().map_or_else(String::new, T::shown)
    }
}

/// Makes an enumeration a choice of words, each with its help. Model files record the word, or the
/// text after `recorded`.
macro_rules! choices {
    ($type:ident $(or $other:literal)? { $($variant:ident = $word:literal $(recorded $recorded:literal)?, $help:literal;)* }) => {
        impl $crate::parameters::kind::ParameterType for $type {
            const KIND: $crate::parameters::ParameterKind = $crate::parameters::ParameterKind::Choice(&[
                $($crate::parameters::ChoiceWord { name: $word, help: $help }),*
            ]);

            fn read(
                value: $crate::parameters::ParameterValue,
            ) -> Result<Self, $crate::parameters::kind::Refusal> {
                let word = <String as $crate::parameters::kind::ParameterType>::read(value)?;
                match word.as_str() {
                    $($word => Ok($type::$variant),)*
                    _ => Err($crate::parameters::kind::not_among(&[$($word),*], &word)),
                }
            }

            fn write(&self) -> $crate::parameters::ParameterValue {
                let word = match self {
                    $($type::$variant => $word,)*
                    $(_ => $other,)?
                };
                $crate::parameters::ParameterValue::Text(word.into())
            }

            fn record(&self) -> serde_json::Value {
                match self {
                    $($type::$variant => [$word $(, $recorded)?].last().copied().into(),)*
                    $(_ => $other.into(),)?
                }
            }
        }
    };
}
pub(crate) use choices;

/// Refuses a word that is not in the list.
pub(crate) fn not_among(words: &[&str], word: &str) -> Refusal {
    Refusal::Value { part: None, range: format!("one of {}", words.join(", ")), value: format!("'{word}'") }
}
