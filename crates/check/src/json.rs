//! JSON whose numbers stay text, so that none is rounded.

use crate::Fault;

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
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    let value = reader.value(0)?;
    reader.space();
    match reader.at == reader.bytes.len() {
        true => Ok(value),
        false => Err(reader.bad("more after the end")),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bad(&self, what: &str) -> Fault {
        Fault::Unreadable(format!("the proof is no JSON: {what} at byte {}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes a byte if it is the next one after spaces.
    fn takes(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        if depth > DEEPEST {
            return Err(self.bad("too many levels"));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(Json::Text(self.text()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
                let rest = &self.bytes[self.at..];
                let found = words.into_iter().find(|(word, _)| rest.starts_with(word.as_bytes()));
                let (word, value) = found.ok_or_else(|| self.bad("no value"))?;
                self.at += word.len();
                Ok(value)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        if self.takes(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes(b']') {
                return Ok(Json::List(items));
            }
            if !self.takes(b',') {
                return Err(self.bad("neither a comma nor the end of a list"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Fault> {
        self.at += 1;
        let mut members: Vec<(String, Json)> = Vec::new();
        if self.takes(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            let key = self.text()?;
            if members.iter().any(|(known, _)| *known == key) {
                return Err(self.bad("a key that is there already"));
            }
            if !self.takes(b':') {
                return Err(self.bad("no colon"));
            }
            members.push((key, self.value(depth + 1)?));
            if self.takes(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.takes(b',') {
                return Err(self.bad("neither a comma nor the end of an object"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let first = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > first { Ok(()) } else { Err(self.bad("no digit")) }
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let first = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        self.digits()?;
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        let text = self.bytes[first..self.at].iter().map(|&byte| char::from(byte)).collect();
        Ok(Json::Number(text))
    }

    fn text(&mut self) -> Result<String, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.bad("no text"));
        }
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                None | Some(0..=0x1f) => return Err(self.bad("a text without an end")),
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    let escaped = self.escaped()?;
                    bytes.extend(escaped.encode_utf8(&mut [0; 4]).bytes());
                }
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        String::from_utf8(bytes).map_err(|_| self.bad("a text that is not UTF-8"))
    }

    fn escaped(&mut self) -> Result<char, Fault> {
        let byte = self.peek().ok_or_else(|| self.bad("a text without an end"))?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                // A character beyond the first plane is written as two halves.
                let paired = (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u");
                let code = if paired {
                    self.at += 2;
                    let second = self.hex()?;
                    0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    first
                };
                char::from_u32(code).ok_or_else(|| self.bad("half a character"))?
            }
            _ => return Err(self.bad("an unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let digits = self.bytes.get(self.at..self.at + 4).ok_or_else(|| self.bad("too few hexadecimal digits"))?;
        let digit = |code: u32, &byte: &u8| Some(16 * code + char::from(byte).to_digit(16)?);
        let code = digits.iter().try_fold(0, digit).ok_or_else(|| self.bad("no hexadecimal digit"))?;
        self.at += 4;
        Ok(code)
    }
}
