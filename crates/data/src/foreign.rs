//! Recognises formats that are not supported by their first bytes, so that a message can name them.

/// The number of bytes at the start of a file that are examined.
const SAMPLE: usize = 1 << 12;

/// Names the format of a file that is not supported, with advice. Returns `None` for all others.
pub(crate) fn foreign(start: &[u8]) -> Option<&'static str> {
    let start = &start[..start.len().min(SAMPLE)];
    let has = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    let known: [(&[u8], &'static str); 11] = [
        (b"\x1f\x8b", "gzip inside gzip: unpack it once"),
        (b"\x28\xb5\x2f\xfd", "packed by zstd: unpack it, or pack it with gzip"),
        (b"\xfd7zXZ\0", "packed by xz: unpack it, or pack it with gzip"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook (xls): save the sheet as CSV"),
        (b"ARROW1\0\0", "an Arrow (Feather) file: write it as Parquet"),
        (b"SQLite format 3\0", "an SQLite database: write the table as CSV"),
        (b"\xff\xfe\0\0", "text in UTF-32: save it as UTF-8"),
        (b"\0\0\xfe\xff", "text in UTF-32: save it as UTF-8"),
        (b"\xff\xfe", UTF_16),
        (b"\xfe\xff", UTF_16),
    ];
    if let Some((_, what)) = known.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Some(what);
    }
    if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        return Some(match () {
            () if has(b"[Content_Types].xml") || has(b"xl/") => "an Excel workbook (xlsx): save the sheet as CSV",
            () if has(b"opendocument.spreadsheet") => "an OpenDocument spreadsheet: save the sheet as CSV",
            () => "a zip archive: unpack it",
        });
    }
    if start.starts_with(b"BZh") && start.get(4..10) == Some(b"1AY&SY") {
        return Some("packed by bzip2: unpack it, or pack it with gzip");
    }
    is_utf_16(start).then_some(UTF_16)
}

const UTF_16: &str = "text in UTF-16: save it as UTF-8";

/// True if text without a byte order mark is UTF-16. There, every other byte of Latin letters and
/// digits is 0. Other text has no such byte.
fn is_utf_16(start: &[u8]) -> bool {
    let pairs = start.chunks_exact(2);
    let (n, mut first, mut second) = (pairs.len(), 0, 0);
    for pair in pairs {
        first += usize::from(pair[0] == 0 && pair[1] != 0);
        second += usize::from(pair[1] == 0 && pair[0] != 0);
    }
    n >= 4 && first.max(second) * 10 >= n * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_not_foreign() {
        for text in ["", "a", "a,b\n1,2\n", "BZh1,PK\n", "PK,x\n1,2\n", "\u{feff}a,b\n", "7z,b\n", "a\0,b\n1,2\n"] {
            assert_eq!(foreign(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn text_of_two_bytes_a_character() {
        let text = "name,x\nZoë,1\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in
            [little.clone(), big.clone(), [&b"\xff\xfe"[..], &little].concat(), [&b"\xfe\xff"[..], &big].concat()]
        {
            assert_eq!(foreign(&bytes), Some(UTF_16));
        }
    }
}
