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
        let refused = || refused("a value of its type", format!("'{name}={value}'"));
        value.parse().map(Some).map_err(|_| refused())
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
                    true => format!("absent with '{pricer}', which has none"),
                    false => format!("one of {} with '{pricer}'", names.join(", ")),
                };
                return Err(refused(&range, format!("'{name}'")));
            };
            if seen.contains(&name) {
                return Err(refused("there once", format!("'{pricer}' with {name} twice")));
            }
            if !(option.accepts)(value) {
                let range = format!("{name}=VALUE with {} for '{pricer}'", option.range);
                return Err(refused(&range, format!("'{name}={value}'")));
            }
            seen.push(name);
        }
        Ok(())
    }
}

fn refused(range: &str, value: String) -> ParameterError {
    ParameterError { name: "an option of a pricer", range: range.into(), value }
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
            assert_eq!(check(stage), Err(format!("an option of a pricer must be {message}")), "{stage}");
        };
        says("climb:start=3", "one of starts, gap, deep with 'climb', not 'start'");
        says("climb:", "one of starts, gap, deep with 'climb', not ''");
        says("climb:starts=0", "starts=VALUE with a whole number, at least 1 for 'climb', not 'starts=0'");
        says("climb:starts", "starts=VALUE with a whole number, at least 1 for 'climb', not 'starts='");
        says("climb:gap=NaN", "gap=VALUE with a number, finite and not negative for 'climb', not 'gap=NaN'");
        says("climb:deep=1", "deep=VALUE with true or false for 'climb', not 'deep=1'");
        says("climb:gap=1:gap=2", "there once, not 'climb' with gap twice");
        let none = PricerOptions::of("pool:x=1").1.check("pool", &[]).unwrap_err().to_string();
        assert_eq!(none, "an option of a pricer must be absent with 'pool', which has none, not 'x'");
    }
}
