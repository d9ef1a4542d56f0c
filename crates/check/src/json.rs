//! JSON whose numbers stay text, so that none is rounded.

use crate::Fault;
use std::collections::HashSet;

/// The most levels of lists and objects in each other.
const DEEPEST: usize = 16;

/// A value of a JSON document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// The text of a number.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Members in their order, with different keys.
    Object(Vec<(String, Json)>),
}

/// Reads a document.
///
/// # Errors
/// [`Fault::Unreadable`] with the place of the first byte that is wrong.
pub(crate) fn parse(text: &str) -> Result<Json, Fault> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    if reader.next().is_none() { Ok(value) } else { reader.bad("more after the end") }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn bad<T>(&self, what: &str) -> Result<T, Fault> {
        Err(Fault::Unreadable(format!("the proof is no JSON: {what} at byte {}", self.at)))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next byte after spaces.
    fn next(&mut self) -> Option<u8> {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.rest().bytes().next()
    }

    /// Takes a byte if it is the next one after spaces.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        if depth > DEEPEST {
            return self.bad("too many levels");
        }
        match self.next() {
            Some(b'{') => {
                let members = self.list(b'}', |reader| {
                    let key = reader.string()?;
                    let value = if reader.takes(b':') { reader.value(depth + 1) } else { reader.bad("no colon") };
                    Ok((key, value?))
                })?;
                let mut keys = HashSet::new();
                match members.iter().all(|(key, _)| keys.insert(key)) {
                    true => Ok(Json::Object(members)),
                    false => self.bad("a key that is there twice"),
                }
            }
            Some(b'[') => Ok(Json::List(self.list(b']', |reader| reader.value(depth + 1))?)),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
                let Some((word, value)) = words.into_iter().find(|(word, _)| self.rest().starts_with(word)) else {
                    return self.bad("no value");
                };
                self.at += word.len();
                Ok(value)
            }
        }
    }

    /// Reads what is between brackets, with commas between items.
    fn list<T>(&mut self, end: u8, item: impl Fn(&mut Self) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.takes(end) {
            if !items.is_empty() && !self.takes(b',') {
                return self.bad("neither a comma nor the end of a list");
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let end = |byte: u8| !matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let length = self.rest().bytes().position(end).unwrap_or(self.rest().len());
        let text = &self.rest()[..length];
        let size = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if ![before, after, exponent].into_iter().all(are_digits) || (before.len() > 1 && before.starts_with('0')) {
            return self.bad("no number");
        }
        self.at += length;
        Ok(Json::Number(text.into()))
    }

    fn string(&mut self) -> Result<String, Fault> {
        if self.next() != Some(b'"') {
            return self.bad("no text");
        }
        self.at += 1;
        // Characters beyond the first plane may be written as two escapes.
        let mut units: Vec<u16> = Vec::new();
        loop {
            let Some(character) = self.rest().chars().next().filter(|character| *character >= ' ') else {
                return self.bad("a text without an end");
            };
            self.at += character.len_utf8();
            match character {
                '"' => break,
                '\\' => units.push(self.escaped()?),
                character => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            }
        }
        String::from_utf16(&units).or_else(|_| self.bad("half a character"))
    }

    fn escaped(&mut self) -> Result<u16, Fault> {
        let Some(character) = self.rest().chars().next() else { return self.bad("a text without an end") };
        self.at += character.len_utf8();
        const SHORT: [(char, u8); 8] =
            [('"', b'"'), ('\\', b'\\'), ('/', b'/'), ('b', 8), ('f', 12), ('n', b'\n'), ('r', b'\r'), ('t', b'\t')];
        if let Some((_, byte)) = SHORT.iter().find(|(short, _)| *short == character) {
            return Ok(u16::from(*byte));
        }
        let digits =
            self.rest().get(..4).filter(|digits| character == 'u' && digits.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => self.bad("an unknown escape"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_text() {
        let text = r#" {"a": [1, -2.50e-3 ,"x\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00"], "b": {"c": null, "d": [ ], "e": true}, "f":false } "#;
        let number = |text: &str| Json::Number(text.into());
        let list =
            Json::List(vec![number("1"), number("-2.50e-3"), Json::Text("x\"\\/\u{8}\u{c}\n\r\té\u{e9}😀".into())]);
        let inner = vec![("c".into(), Json::Null), ("d".into(), Json::List(vec![])), ("e".into(), Json::Bool(true))];
        let members = vec![("a".into(), list), ("b".into(), Json::Object(inner)), ("f".into(), Json::Bool(false))];
        assert_eq!(parse(text).unwrap(), Json::Object(members));
        assert_eq!(parse("{}").unwrap(), Json::Object(vec![]));
        assert_eq!(parse("\" a b\"").unwrap(), Json::Text(" a b".into()));
        for text in ["0", "-0", "10", "0.50", "0e0", "1E+5", "-12.25e-07"] {
            assert_eq!(parse(text).unwrap(), number(text));
        }
        assert!(parse(&format!("{}{}", "[".repeat(17), "]".repeat(17))).is_ok());
    }

    #[test]
    fn texts_that_are_no_json_are_refused_with_a_place() {
        for (text, what) in [
            ("", "no value at byte 0"),
            ("[1,]", "no value at byte 3"),
            ("[,1]", "no value at byte 1"),
            ("{\"a\":1,}", "no text at byte 7"),
            ("[1 2]", "neither a comma nor the end of a list at byte 3"),
            ("{\"a\":1,\"a\":2}", "a key that is there twice at byte 13"),
            ("{\"a\" 1}", "no colon"),
            ("{a:1}", "no text at byte 1"),
            ("[1]]", "more after the end at byte 3"),
            ("\"a", "a text without an end"),
            ("\"a\n\"", "a text without an end"),
            ("\"\\", "a text without an end"),
            ("\"\\x\"", "an unknown escape"),
            ("\"\\u12g4\"", "an unknown escape"),
            ("\"\\u+041\"", "an unknown escape"),
            ("\"\\x0041\"", "an unknown escape"),
            ("\"\\ud800\"", "half a character"),
            ("tru", "no value"),
        ] {
            let found = parse(text).unwrap_err().to_string();
            assert!(found.contains(what), "{text}: {found}");
        }
        for text in
            ["01", "1.", "-", "1.e5", "1.E5", ".5", "-.5", "+1", "1e", "1e+", "--1", "1-2", "-01", "1e2e3", "1.2.3"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
        for level in ["[", "{\"a\":"] {
            assert!(parse(&level.repeat(18)).unwrap_err().to_string().contains("too many levels"));
        }
    }
}
