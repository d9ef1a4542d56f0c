//! The properties of a parameter: its name, values, ranges and help.

use super::kind::{ParameterKind, ParameterType};
use super::method::Method;
use crate::parameter_error::ParameterError;

/// The properties of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParameterInfo {
    /// The name in kebab case: the flag, and the key in experiments. In Python `_` stands for `-`.
    pub name: &'static str,
    /// The noun that messages use.
    pub noun: &'static str,
    /// The placeholder of a value in help, such as `N` or `SECONDS`.
    pub unit: &'static str,
    /// The kind of its values.
    pub kind: ParameterKind,
    /// The ranges that a value must be in. They are checked in turn.
    pub ranges: &'static [Range],
    /// The effect of the parameter, in one or a few sentences. It ends with the default in words if
    /// the default depends on other parameters or on data.
    pub help: &'static str,
    /// The section of the help that lists it.
    pub group: ParameterGroup,
    /// The methods that have it.
    pub methods: &'static [Method],
    /// Says why other methods do not have it, and what to use there. Empty if that is plain.
    pub elsewhere: &'static str,
    /// The name of the default, if the default resolves to something else on each machine.
    pub named_default: Option<&'static str>,
    /// The key under which model files record it, if they do.
    pub(crate) recorded: Option<&'static str>,
}

impl ParameterInfo {
    /// The properties that a line of the table leaves out.
    pub(crate) const USUAL: ParameterInfo = ParameterInfo {
        name: "",
        noun: "",
        unit: "",
        kind: ParameterKind::Number,
        ranges: &[],
        help: "",
        group: ParameterGroup::Method,
        methods: &Method::ALL,
        elsewhere: "",
        named_default: None,
        recorded: None,
    };
}

/// The sections of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ParameterGroup {
    /// Parameters about data.
    Data,
    /// Parameters about rules, for every method.
    Rules,
    /// Parameters of one or two methods.
    Method,
    /// Parameters about fairness between groups.
    Fairness,
    /// Parameters about the run.
    Run,
}

/// A range of numbers, written as acceptance so that NaN is never accepted.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The range in words.
    pub words: &'static str,
    pub(crate) accepts: fn(f64) -> bool,
}

impl Range {
    pub(crate) const INSIDE: Range = Range { words: "above 0 and below 1", accepts: |x| x > 0.0 && x < 1.0 };
    pub(crate) const POSITIVE: Range = Range { words: "positive and finite", accepts: |x| x > 0.0 && x.is_finite() };
    pub(crate) const NOT_NEGATIVE: Range =
        Range { words: "finite and not negative", accepts: |x| x >= 0.0 && x.is_finite() };
    pub(crate) const SHARE: Range = Range { words: "at least 0 and below 1", accepts: |x| (0.0..1.0).contains(&x) };
    pub(crate) const AT_LEAST_ONE: Range = Range { words: "at least 1", accepts: |x| x >= 1.0 };
    pub(crate) const AT_LEAST_TWO: Range = Range { words: "at least 2", accepts: |x| x >= 2.0 };
    pub(crate) const NOT_EMPTY: Range = Range { words: "not empty", accepts: |x| x >= 1.0 };
    pub(crate) const TIME: Range = Range { words: "positive", accepts: |x| x > 0.0 };
}

/// Checks a value against the ranges of its parameter.
pub(crate) fn check_range<T: ParameterType>(value: &T, info: &ParameterInfo) -> Result<(), ParameterError> {
    let Some(number) = value.number() else { return Ok(()) };
    match info.ranges.iter().find(|range| !(range.accepts)(number)) {
        Some(range) => Err(ParameterError { name: info.noun.into(), range: range.words.into(), value: value.shown() }),
        None => Ok(()),
    }
}
