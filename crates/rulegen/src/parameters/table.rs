//! The table of a method's parameters, of which all else is made.

use super::error::{ParameterError, SettingsError};
use super::kind::{ParameterKind, ParameterType, Refused};
use super::value::{ParameterValue, Settings};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is known of a parameter, whatever method has it.
#[derive(Clone, Copy, Debug)]
pub struct ParameterInfo {
    /// Its name in kebab case: the flag, and the key in experiments. In Python `_` stands for `-`.
    pub name: &'static str,
    /// What messages call it.
    pub noun: &'static str,
    /// What stands for a value in help, such as `N` or `SECONDS`.
    pub unit: &'static str,
    /// What values it has.
    pub kind: ParameterKind,
    /// What a value must be; each is tried in turn.
    pub ranges: &'static [Range],
    /// What it does, in one or a few sentences; with its default in words where that depends on other parameters.
    pub help: &'static str,
    /// The part of the help where it stands.
    pub group: ParameterGroup,
    /// The default by a name of its own, where that stands for something else on each machine.
    pub named_default: Option<&'static str>,
    /// Its name in model files, if they record it.
    pub(crate) recorded: Option<&'static str>,
}

impl ParameterInfo {
    /// What a line of the table says nothing of.
    pub(crate) const USUAL: ParameterInfo = ParameterInfo {
        name: "",
        noun: "",
        unit: "",
        kind: ParameterKind::Number,
        ranges: &[],
        help: "",
        group: ParameterGroup::Method,
        named_default: None,
        recorded: None,
    };
}

/// What belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ParameterGroup {
    /// About data.
    Data,
    /// About rules, whatever the method.
    Rules,
    /// Of one method.
    Method,
    /// About fairness between groups.
    Fairness,
    /// About the run.
    Run,
}

/// What is accepted of a number, so that NaN never is.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// In words.
    pub words: &'static str,
    pub(crate) accepts: fn(f64) -> bool,
}

impl Range {
    pub(crate) const POSITIVE: Range = Range { words: "positive and finite", accepts: |x| x > 0.0 && x.is_finite() };
    pub(crate) const NOT_NEGATIVE: Range =
        Range { words: "finite and not negative", accepts: |x| x >= 0.0 && x.is_finite() };
    pub(crate) const SHARE: Range = Range { words: "at least 0 and below 1", accepts: |x| (0.0..1.0).contains(&x) };
    pub(crate) const AT_LEAST_ONE: Range = Range { words: "at least 1", accepts: |x| x >= 1.0 };
    pub(crate) const NOT_EMPTY: Range = Range { words: "not empty", accepts: |x| x >= 1.0 };
    pub(crate) const TIME: Range = Range { words: "positive", accepts: |x| x > 0.0 };
}

/// A line of the table of the parameters `P`.
pub(crate) struct Entry<P: 'static> {
    pub(crate) info: ParameterInfo,
    pub(crate) get: fn(&P) -> ParameterValue,
    pub(crate) set: fn(&mut P, ParameterValue) -> Result<(), Refused>,
    pub(crate) record: fn(&P) -> Value,
    pub(crate) check: fn(&P, &ParameterInfo) -> Result<(), ParameterError>,
}

/// The parameters of a method.
pub(crate) trait Parameters: Default + 'static {
    const TABLE: &'static [Entry<Self>];

    /// The parameters that `settings` ask for; their ranges are not checked yet.
    fn read(settings: Settings) -> Result<Self, SettingsError> {
        let mut parameters = Self::default();
        for (name, value) in settings {
            let entry = Self::TABLE.iter().find(|entry| entry.info.name == name);
            let entry = entry.ok_or(SettingsError::Unknown { name })?;
            if value != ParameterValue::None {
                (entry.set)(&mut parameters, value).map_err(|refused| match refused {
                    Refused::Value { part, range, value } => SettingsError::Value {
                        parameter: entry.info.name,
                        error: ParameterError { name: part.unwrap_or(entry.info.noun), range, value },
                    },
                    Refused::Lp(error) => SettingsError::Lp(error),
                    Refused::Model(source) => SettingsError::Model { parameter: entry.info.name, source },
                })?;
            }
        }
        Ok(parameters)
    }

    /// All parameters by name.
    fn write(&self) -> Settings {
        Self::TABLE.iter().map(|entry| (entry.info.name.to_owned(), (entry.get)(self))).collect()
    }

    /// That each is in its range.
    fn check_ranges(&self) -> Result<(), ParameterError> {
        Self::TABLE.iter().try_for_each(|entry| (entry.check)(self, &entry.info))
    }

    /// As a model file records them.
    fn record_all(&self) -> BTreeMap<String, Value> {
        let recorded = |entry: &Entry<Self>| Some((entry.info.recorded?.to_owned(), (entry.record)(self)));
        Self::TABLE.iter().filter_map(recorded).collect()
    }
}

/// That a value is in the ranges of its parameter.
pub(crate) fn check_range<T: ParameterType>(value: &T, info: &ParameterInfo) -> Result<(), ParameterError> {
    let Some(number) = value.number() else { return Ok(()) };
    match info.ranges.iter().find(|range| !(range.accepts)(number)) {
        Some(range) => Err(ParameterError { name: info.noun, range: range.words.into(), value: value.shown() }),
        None => Ok(()),
    }
}

/// Declares the parameters of a method: the structure with its defaults, and the table from which flags, keys,
/// arguments, checks and records are made. What is said of a field in its comment is its help everywhere.
macro_rules! parameters {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[doc = $help:literal])+ $field:ident: $type:ty = $default:expr, { $($key:ident: $value:expr),* $(,)? };)*
        }
        $(library { $($(#[doc = $about:literal])+ $inner:ident: $inner_type:ty = $inner_default:expr;)* })?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[doc = $help])+ pub $field: $type,)*
            $($($(#[doc = $about])+ pub $inner: $inner_type,)*)?
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* $($($inner: $inner_default,)*)? }
            }
        }

        impl $crate::parameters::table::Parameters for $name {
            const TABLE: &'static [$crate::parameters::table::Entry<Self>] = &[$($crate::parameters::table::Entry {
                info: $crate::parameters::table::ParameterInfo {
                    $($key: $value,)*
                    kind: <$type as $crate::parameters::kind::ParameterType>::KIND,
                    help: concat!($($help),+),
                    ..$crate::parameters::table::ParameterInfo::USUAL
                },
                get: |p| $crate::parameters::kind::ParameterType::write(&p.$field),
                set: |p, value| {
                    p.$field = $crate::parameters::kind::ParameterType::read(value)?;
                    Ok(())
                },
                record: |p| $crate::parameters::kind::ParameterType::record(&p.$field),
                check: |p, info| $crate::parameters::table::check_range(&p.$field, info),
            }),*];
        }

        /// By name, in kebab case; a name that is none is refused.
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let settings = $crate::Settings::deserialize(deserializer)?;
                $crate::parameters::table::Parameters::read(settings).map_err(serde::de::Error::custom)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&$crate::parameters::table::Parameters::write(self), serializer)
            }
        }
    };
}
pub(crate) use parameters;
