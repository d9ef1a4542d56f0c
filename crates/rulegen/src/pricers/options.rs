//! Options of pricers: `tree:max-depth=3`.

use crate::parameter_error::ParameterError;
use std::str::FromStr;

/// An option that a pricer declares ([`PricerRegistry::declare`](crate::PricerRegistry::declare)).
#[derive(Clone, Debug)]
pub struct PricerOption {
    /// The name of the option.
    pub name: &'static str,
    /// The default in words.
    pub default: String,
    /// The effect of the option, in a sentence without its full stop.
    pub help: &'static str,
    range: &'static str,
    accepts: fn(&str) -> bool,
}

impl PricerOption {
    /// Makes an option whose values are whole numbers from 1 on.
    pub fn count(name: &'static str, default: impl ToString, help: &'static str) -> Self {
        let accepts = |value: &str| value.parse().is_ok_and(|n: usize| n >= 1);
        PricerOption { name, default: default.to_string(), help, range: "a whole number, at least 1", accepts }
    }

    /// Makes an option whose values are numbers from 0 on.
    pub fn number(name: &'static str, default: impl ToString, help: &'static str) -> Self {
        let accepts = |value: &str| value.parse().is_ok_and(|x: f64| x >= 0.0 && x.is_finite());
        PricerOption { name, default: default.to_string(), help, range: "a number, finite and not negative", accepts }
    }

    /// Makes an option whose values are `true` and `false`.
    pub fn flag(name: &'static str, default: impl ToString, help: &'static str) -> Self {
        let accepts = |value: &str| value.parse::<bool>().is_ok();
        PricerOption { name, default: default.to_string(), help, range: "true or false", accepts }
    }

    /// Makes an option whose values are those that `accepts` accepts, with the `range` in words.
    pub fn word(
        name: &'static str,
        default: impl ToString,
        help: &'static str,
        range: &'static str,
        accepts: fn(&str) -> bool,
    ) -> Self {
        PricerOption { name, default: default.to_string(), help, range, accepts }
    }
}

/// The options that were written after the name of a pricer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PricerOptions<'a> {
    /// The text after the first colon.
    text: Option<&'a str>,
}

impl<'a> PricerOptions<'a> {
    /// Divides the name of a stage into the name of its pricer and the options.
    pub(super) fn of(stage: &'a str) -> (&'a str, Self) {
        match stage.split_once(':') {
            Some((pricer, text)) => (pricer, PricerOptions { text: Some(text) }),
            None => (stage, PricerOptions { text: None }),
        }
    }

    /// Returns the value of an option. `None` if it was not written: the pricer then has its
    /// default.
    ///
    /// # Errors
    /// A value that is not of the type.
    pub fn get<T: FromStr>(self, name: &str) -> Result<Option<T>, ParameterError> {
        let Some((_, value)) = self.pairs().find(|(given, _)| *given == name) else { return Ok(None) };
        let refused = |_| refused(format!("the option {name}"), "a value of its type", format!("'{value}'"));
        value.parse().map(Some).map_err(refused)
    }

    /// The names and values that were written.
    fn pairs(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let parts = self.text.into_iter().flat_map(|text| text.split(':'));
        parts.map(|part| part.split_once('=').unwrap_or((part, "")))
    }

    /// Checks that each option is declared, is written once, and has a value in its range.
    pub(super) fn check(self, pricer: &str, declared: &[PricerOption]) -> Result<(), ParameterError> {
        let mut seen = Vec::new();
        for (name, value) in self.pairs() {
            let Some(option) = declared.iter().find(|option| option.name == name) else {
                let names: Vec<&str> = declared.iter().map(|option| option.name).collect();
                let range = match names.is_empty() {
                    true => "absent, as it has none".to_owned(),
                    false => format!("one of {}", names.join(", ")),
                };
                return Err(refused(format!("an option of '{pricer}'"), &range, format!("'{name}'")));
            };
            let option_of = || format!("the option {name} of '{pricer}'");
            if seen.contains(&name) {
                return Err(refused(option_of(), "there once", "there twice".to_owned()));
            }
            if !(option.accepts)(value) {
                return Err(refused(option_of(), option.range, format!("'{value}'")));
            }
            seen.push(name);
        }
        Ok(())
    }
}

fn refused(name: String, range: &str, value: String) -> ParameterError {
    ParameterError { name: name.into(), range: range.into(), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_from_the_name_of_a_stage() {
        let (pricer, options) = PricerOptions::of("climb:starts=5:deep=true");
        assert_eq!((pricer, options.get("starts")), ("climb", Ok(Some(5_usize))));
        assert_eq!((options.get("deep"), options.get::<f64>("gap")), (Ok(Some(true)), Ok(None)));
        assert!(options.get::<bool>("starts").is_err());
        assert_eq!(PricerOptions::of("climb").1.pairs().count(), 0);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_there_is() {
        let declared = [
            PricerOption::count("starts", 10, "The literals to begin with"),
            PricerOption::number("gap", 0, "The gap"),
            PricerOption::flag("deep", false, "Search deep"),
        ];
        let check = |stage: &str| {
            let (pricer, options) = PricerOptions::of(stage);
            options.check(pricer, &declared).map_err(|error| error.to_string())
        };
        assert_eq!(check("climb:starts=3:gap=0.5:deep=true"), Ok(()));
        let says = |stage: &str, message: &str| {
            assert_eq!(check(stage), Err(message.to_owned()), "{stage}");
        };
        says("climb:start=3", "an option of 'climb' must be one of starts, gap, deep, not 'start'");
        says("climb:", "an option of 'climb' must be one of starts, gap, deep, not ''");
        says("climb:starts=0", "the option starts of 'climb' must be a whole number, at least 1, not '0'");
        says("climb:starts", "the option starts of 'climb' must be a whole number, at least 1, not ''");
        says("climb:gap=NaN", "the option gap of 'climb' must be a number, finite and not negative, not 'NaN'");
        says("climb:deep=1", "the option deep of 'climb' must be true or false, not '1'");
        says("climb:gap=1:gap=2", "the option gap of 'climb' must be there once, not there twice");
        let none = PricerOptions::of("pool:x=1").1.check("pool", &[]).unwrap_err().to_string();
        assert_eq!(none, "an option of 'pool' must be absent, as it has none, not 'x'");
    }
}
