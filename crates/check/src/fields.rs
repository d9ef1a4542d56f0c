//! Fields of a proof, with their places for messages.

use crate::Fault;
use crate::fraction::Fraction;
use crate::json::Json;
use crate::whole::Whole;

/// A value of a proof, and its place.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    place: String,
    value: &'a Json,
}

impl<'a> Field<'a> {
    pub(crate) fn root(value: &'a Json) -> Field<'a> {
        Field { place: String::new(), value }
    }

    /// Makes a refusal because of this field.
    pub(crate) fn refused(&self, reason: impl Into<String>) -> Fault {
        Fault::refused(self.place.clone(), reason)
    }

    /// Refuses the proof because of this field, unless something holds.
    pub(crate) fn ensure(&self, holds: bool, reason: impl Into<String>) -> Result<(), Fault> {
        if holds { Ok(()) } else { Err(self.refused(reason)) }
    }

    fn expected<T>(&self, found: Option<T>, what: &str) -> Result<T, Fault> {
        found.ok_or_else(|| self.refused(format!("no {what}")))
    }

    /// Checks that this is an object which has each of `names` and no other member.
    pub(crate) fn object(&self, names: &[&str]) -> Result<Field<'a>, Fault> {
        let Json::Object(members) = self.value else { return Err(self.refused("no object")) };
        for (name, _) in members {
            self.ensure(names.contains(&name.as_str()), format!("the unknown field '{name}'"))?;
        }
        names.iter().try_for_each(|name| self.member(name).map(|_| ()))?;
        Ok(self.clone())
    }

    /// Returns a member of an object.
    pub(crate) fn member(&self, name: &str) -> Result<Field<'a>, Fault> {
        let members = if let Json::Object(members) = self.value { &members[..] } else { &[] };
        let found = members.iter().find(|(known, _)| known == name);
        let (_, value) = found.ok_or_else(|| self.refused(format!("no field '{name}'")))?;
        let place = if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) };
        Ok(Field { place, value })
    }

    /// Returns a member that is known to be there.
    pub(crate) fn get(&self, name: &str) -> Field<'a> {
        self.member(name).expect("the names are those asked for")
    }

    /// Writes what an object says: texts, and other values after their names.
    pub(crate) fn described(&self) -> String {
        described(self.value)
    }

    /// Returns `None` for `null`.
    pub(crate) fn given(&self) -> Option<Field<'a>> {
        (*self.value != Json::Null).then(|| self.clone())
    }

    pub(crate) fn list(&self) -> Result<Vec<Field<'a>>, Fault> {
        let Json::List(items) = self.value else { return Err(self.refused("no list")) };
        let item = |(place, value)| Field { place: format!("{}[{place}]", self.place), value };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// Reads each item of a list.
    pub(crate) fn each<T>(&self, read: impl FnMut(&Field<'a>) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        self.list()?.iter().map(read).collect()
    }

    /// Returns the items of a list of exactly `N`.
    pub(crate) fn items<const N: usize>(&self) -> Result<[Field<'a>; N], Fault> {
        self.expected(self.list()?.try_into().ok(), &format!("list of {N}"))
    }

    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        let text = if let Json::Text(text) = self.value { Some(text.as_str()) } else { None };
        self.expected(text, "text")
    }

    pub(crate) fn texts(&self) -> Result<Vec<String>, Fault> {
        self.each(|item| Ok(item.text()?.to_owned()))
    }

    pub(crate) fn truth(&self) -> Result<bool, Fault> {
        let truth = if let Json::Bool(truth) = self.value { Some(*truth) } else { None };
        self.expected(truth, "true or false")
    }

    fn number(&self) -> Option<&'a str> {
        if let Json::Number(text) = self.value { Some(text) } else { None }
    }

    /// Returns a number from 0 up to below `end`.
    pub(crate) fn below(&self, end: usize) -> Result<usize, Fault> {
        let number = self.number().and_then(|text| text.parse().ok()).filter(|number| *number < end);
        self.expected(number, &format!("whole number from 0 to below {end}"))
    }

    /// Returns a whole number that is not negative.
    pub(crate) fn count(&self) -> Result<i64, Fault> {
        let number = self.number().and_then(|text| text.parse().ok()).filter(|number| (0..1 << 53).contains(number));
        self.expected(number, "whole number from 0 to below 2^53")
    }

    /// Returns a positive whole number of any size.
    pub(crate) fn positive_whole(&self) -> Result<Whole, Fault> {
        let fraction = self.positive()?;
        self.expected(fraction.is_whole().then(|| fraction.rounded_down()), "whole number")
    }

    pub(crate) fn fraction(&self) -> Result<Fraction, Fault> {
        self.expected(self.number().and_then(Fraction::of_decimal), "number")
    }

    pub(crate) fn not_negative(&self) -> Result<Fraction, Fault> {
        let number = self.fraction()?;
        self.expected((!number.is_negative()).then_some(number), "number from 0 on")
    }

    pub(crate) fn positive(&self) -> Result<Fraction, Fault> {
        let number = self.fraction()?;
        self.expected(number.is_positive().then_some(number), "number above 0")
    }

    pub(crate) fn double(&self) -> Result<f64, Fault> {
        let double = self.number().and_then(|text| text.parse::<f64>().ok()).filter(|double| double.is_finite());
        self.expected(double, "number")
    }
}

fn described(value: &Json) -> String {
    let joined = |parts: &mut dyn Iterator<Item = String>| parts.collect::<Vec<_>>().join(", ");
    let member = |(name, value): &(String, Json)| match value {
        Json::Null => None,
        Json::Text(text) => Some(text.clone()),
        Json::Object(_) => Some(format!("{name} ({})", described(value))),
        _ => Some(format!("{name} {}", described(value))),
    };
    match value {
        // No loss has these.
        Json::Null | Json::Bool(_) => String::new(),
        Json::Number(text) | Json::Text(text) => text.clone(),
        Json::List(items) => format!("[{}]", joined(&mut items.iter().map(described))),
        Json::Object(members) => joined(&mut members.iter().filter_map(member)),
    }
}
