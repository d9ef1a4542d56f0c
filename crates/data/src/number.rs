//! Reads cells as numbers.

/// A cell, read as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// A finite number.
    Finite(f64),
    /// A token that stands for a missing number.
    Missing,
    /// Infinity, or a number too large to hold.
    Infinite,
    /// No number at all.
    Word,
}

/// Reads a trimmed, non-blank cell.
pub(crate) fn parse_number(cell: &[u8]) -> Number {
    if let Some(value) = parse_short(cell) {
        return Number::Finite(value);
    }
    if matches!(cell, b"NA" | b"N/A" | b"n/a" | b"#N/A" | b"<NA>" | b"None" | b"null" | b"NULL" | b"?") {
        return Number::Missing;
    }
    match std::str::from_utf8(cell).ok().and_then(|text| text.parse::<f64>().ok()) {
        Some(value) if value.is_nan() => Number::Missing,
        Some(value) if value.is_infinite() => Number::Infinite,
        Some(value) => Number::Finite(value),
        None => Number::Word,
    }
}

/// True for a word that stands for a missing number in columns of numbers and dates, such as `NA`.
/// In other columns it is a category.
pub fn is_missing_word(word: &str) -> bool {
    parse_number(word.as_bytes()) == Number::Missing
}

/// The most digits whose integer is certain to be exact in an `f64`.
const EXACT_DIGITS: usize = 15;

/// Powers of ten, exact in an `f64`. The quotient of two exact numbers is correctly rounded, so
/// dividing by one gives the same bits as the general parser (Clinger's fast path).
const POWERS: [f64; EXACT_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Reads `[-]digits[.digits]` of at most 15 digits, as nearly all cells of real files are. Returns
/// `None` for all others, which the general parser reads.
fn parse_short(cell: &[u8]) -> Option<f64> {
    let (negative, digits) = match cell {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, cell),
    };
    if digits.len() > EXACT_DIGITS + 1 {
        return None;
    }
    let mut mantissa = 0_u64;
    let mut point = None;
    for (i, &byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => mantissa = mantissa * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(i),
            _ => return None,
        }
    }
    let n_digits = digits.len() - usize::from(point.is_some());
    if n_digits == 0 || n_digits > EXACT_DIGITS {
        return None;
    }
    let magnitude = mantissa as f64 / point.map_or(1.0, |i| POWERS[digits.len() - 1 - i]);
    Some(if negative { -magnitude } else { magnitude })
}

/// Returns a cell without the spaces and tabs around it.
#[inline]
pub(crate) fn trim(mut cell: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = cell {
        cell = rest;
    }
    while let [rest @ .., b' ' | b'\t'] = cell {
        cell = rest;
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_and_tokens() {
        for token in ["NA", "N/A", "n/a", "#N/A", "<NA>", "None", "NaN", "nan", "NAN", "null", "NULL", "?"] {
            assert_eq!(parse_number(token.as_bytes()), Number::Missing, "{token}");
        }
        for token in ["inf", "-inf", "Infinity", "+INF", "1e999", "-1e999"] {
            assert_eq!(parse_number(token.as_bytes()), Number::Infinite, "{token}");
        }
        for token in ["-", ".", "-.", "1.2.3", "1,5", "0x10", "1 2", "x", "na", "1_000", "--1", "\u{663}"] {
            assert_eq!(parse_number(token.as_bytes()), Number::Word, "{token}");
        }
        assert_eq!(parse_number(b"\xff"), Number::Word);
    }

    #[test]
    fn trims_spaces_and_tabs_only() {
        assert_eq!(trim(b" \ta b\t "), b"a b");
        assert_eq!(trim(b"  "), b"");
        assert_eq!(trim(b"\na"), b"\na");
    }

    proptest! {
        #[test]
        fn same_bits_as_the_standard_parser(text in "[-+]?[0-9]{0,18}\\.?[0-9]{0,18}(e-?[0-9]{1,3})?") {
            let expected = match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Some(value.to_bits()),
                _ => None,
            };
            let found = match parse_number(text.as_bytes()) {
                Number::Finite(value) => Some(value.to_bits()),
                _ => None,
            };
            prop_assert_eq!(found, expected);
        }
    }
}
