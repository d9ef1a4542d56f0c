//! Files of the corpus after a few edits.

use bolero::TypeGenerator;

/// The longest mutant in bytes: slow inputs find less in the same time.
const LONGEST: usize = 1 << 16;

/// A file of the corpus, and the edits made to it.
#[derive(Clone, Debug, TypeGenerator)]
pub(crate) struct Mutant {
    file: u16,
    #[generator(bolero::produce::<Vec<Edit>>().with().len(0..6usize))]
    edits: Vec<Edit>,
}

/// An edit. Positions are shares of the length in 65536ths, or counted from there if the text has
/// such a position.
#[derive(Clone, Debug, TypeGenerator)]
enum Edit {
    /// Puts another byte at a place.
    Set { at: u16, byte: u8 },
    /// Flips a bit.
    Flip { at: u16, bit: u8 },
    /// Puts a word of the target's dictionary in.
    Insert { at: u16, word: u16 },
    /// Puts a word of the dictionary in the place of a number or a name.
    Replace { at: u16, word: u16 },
    /// Takes bytes out.
    Remove { at: u16, length: u8 },
    /// Copies bytes to another place, several times.
    Copy { from: u16, length: u8, to: u16, times: u8 },
    /// Takes out a line, or moves it to another place.
    Line { at: u16, to: u16, keep: bool },
    /// Continues with another file of the corpus.
    Splice { at: u16, file: u16, from: u16 },
    /// Ends here.
    Cut { at: u16 },
}

impl Mutant {
    /// The bytes, from the files of a corpus and a dictionary of words that matter to the reader.
    pub(crate) fn bytes(&self, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
        let Some(mut bytes) = pick(corpus, self.file).cloned() else { return Vec::new() };
        for edit in &self.edits {
            edit.apply(&mut bytes, corpus, words);
            bytes.truncate(LONGEST);
        }
        bytes
    }
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
        match *self {
            Edit::Set { at, byte } => {
                if let Some(found) = place(bytes, at) {
                    bytes[found] = byte;
                }
            }
            Edit::Flip { at, bit } => {
                if let Some(found) = place(bytes, at) {
                    bytes[found] ^= 1 << (bit % 8);
                }
            }
            Edit::Insert { at, word } => insert(bytes, at, word_of(words, word)),
            Edit::Replace { at, word } => {
                let range = token(bytes, at);
                bytes.splice(range, word_of(words, word).iter().copied());
            }
            Edit::Remove { at, length } => {
                let range = piece(bytes, at, length);
                bytes.drain(range);
            }
            Edit::Copy { from, length, to, times } => {
                let copied = bytes[piece(bytes, from, length)].repeat(1 + usize::from(times) % 8);
                insert(bytes, to, &copied);
            }
            Edit::Line { at, to, keep } => {
                let range = line(bytes, at);
                let moved: Vec<u8> = bytes.drain(range).collect();
                if keep {
                    let start = line(bytes, to).start;
                    bytes.splice(start..start, moved);
                }
            }
            Edit::Splice { at, file, from } => {
                let Some(other) = pick(corpus, file) else { return };
                bytes.truncate(place(bytes, at).unwrap_or(0));
                bytes.extend_from_slice(&other[place(other, from).unwrap_or(0)..]);
            }
            Edit::Cut { at } => bytes.truncate(place(bytes, at).unwrap_or(0)),
        }
    }
}

/// An item, whichever number is given.
fn pick<T>(items: &[T], number: u16) -> Option<&T> {
    items.get(usize::from(number).checked_rem(items.len())?)
}

fn word_of<'a>(words: &[&'a str], number: u16) -> &'a [u8] {
    pick(words, number).map_or(&[], |word| word.as_bytes())
}

/// A position in `bytes`; none if there are no bytes.
fn place(bytes: &[u8], at: u16) -> Option<usize> {
    // Bytes at either end matter more than their number: lengths and magic words are there.
    let at = usize::from(at);
    let length = bytes.len();
    match at % 8 {
        0 => Some((at / 8) % length.clamp(1, 16)).filter(|_| length > 0),
        1 => length.checked_sub(1 + (at / 8) % length.clamp(1, 16)),
        _ => Some((at * length) >> 16).filter(|_| length > 0),
    }
}

/// Some bytes from a place on.
fn piece(bytes: &[u8], at: u16, length: u8) -> std::ops::Range<usize> {
    let start = place(bytes, at).unwrap_or(0);
    start..(start + 1 + usize::from(length)).min(bytes.len()).max(start)
}

fn insert(bytes: &mut Vec<u8>, at: u16, word: &[u8]) {
    let start = place(bytes, at).unwrap_or(0);
    bytes.splice(start..start, word.iter().copied());
}

/// The letters, digits and signs around a place, as numbers and names have them.
fn token(bytes: &[u8], at: u16) -> std::ops::Range<usize> {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+' | b'_');
    let start = place(bytes, at).unwrap_or(0);
    let before = bytes[..start].iter().rev().take_while(|byte| inside(byte)).count();
    let after = bytes[start..].iter().take_while(|byte| inside(byte)).count();
    start - before..start + after
}

/// The line around a place, with its end.
fn line(bytes: &[u8], at: u16) -> std::ops::Range<usize> {
    let found = place(bytes, at).unwrap_or(0);
    let start = bytes[..found].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[found..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| found + end + 1);
    start..end
}
