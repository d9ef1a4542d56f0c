//! Names, texts, numbers and conditions in SQL.

use super::decision::all_of;
use crate::condition::Condition;
use crate::{Feature, Model, Rule};

/// Writes the conditions of a rule on a row of `data`.
pub(super) fn condition(model: &Model, rule: &Rule) -> String {
    all_of(model, rule, " AND ", "1 = 1", |column, condition| {
        let feature = &model.schema.features[column];
        let name = format!("data.{}", identifier(&feature.name));
        match condition {
            Condition::AtMost(cut) => at_most(feature, &name, cut),
            Condition::Above(cut) => above(feature, &name, cut),
            Condition::Is(word) => format!("{name} = {}", literal(word)),
            Condition::IsNot(word) => format!("{name} <> {}", literal(word)),
            Condition::Missing => format!("{name} IS NULL"),
            Condition::Present => format!("{name} IS NOT NULL"),
        }
    })
}

/// Writes that a cell is at most a cut point. A date, a timestamp and their text are so if they are
/// before the next day. All engines read the literal as the type of the column.
pub(super) fn at_most(feature: &Feature, name: &str, cut: f64) -> String {
    match feature.day_behind(cut) {
        Some(day) => format!("{name} < {}", literal(&day)),
        None => format!("{name} <= {}", number(cut)),
    }
}

/// Writes that a cell is above a cut point.
pub(super) fn above(feature: &Feature, name: &str, cut: f64) -> String {
    match feature.day_behind(cut) {
        Some(day) => format!("{name} >= {}", literal(&day)),
        None => format!("{name} > {}", number(cut)),
    }
}

/// Quotes a name.
pub(super) fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Quotes a text.
pub(super) fn literal(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// Writes a number as it is read in data. Every engine reads up to 15 digits alike, as a decimal or
/// a double. More digits need a double. SQLite 3.40 misreads one in four of the smallest numbers.
pub(super) fn number(x: f64) -> String {
    const SMALL: f64 = 1e-290;
    if x != 0.0 && x.abs() < SMALL {
        return format!("{}{}", if x < 0.0 { "-" } else { "" }, exact(x.abs()));
    }
    let scientific = format!("{x:e}");
    let digits = scientific.bytes().take_while(|&b| b != b'e').filter(u8::is_ascii_digit).count();
    let plain = x == 0.0 || (1e-5..1e15).contains(&x.abs());
    if digits <= 15 && plain { x.to_string() } else { scientific }
}

/// Writes a positive number as a double, exact to the last bit, because ties between classes depend
/// on it. Some engines read decimals with an error (SQLite 3.40 does, one in some thousands) or as
/// decimals. They are given quotients of whole numbers instead.
pub(super) fn exact(x: f64) -> String {
    /// The unit of these quotients: a multiple of it with few digits is read exactly by all
    /// engines.
    const STEP: f64 = 1.0 / 1024.0;
    if ((x / STEP).fract() == 0.0 && x < 1e3) || x.fract() == 0.0 {
        return format!("{x:e}");
    }
    let (mut whole, mut halvings) = (x, 0);
    while whole.fract() != 0.0 {
        (whole, halvings) = (2.0 * whole, halvings + 1);
    }
    let mut text = format!("(CAST({whole} AS DOUBLE PRECISION)");
    while halvings > 0 {
        let now = halvings.min(60);
        text.push_str(&format!(" / {}e0", 1u64 << now));
        halvings -= now;
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_as_in_data() {
        for (x, text) in
            [(45.0, "45"), (-0.1, "-0.1"), (0.1 + 0.2, "3.0000000000000004e-1"), (1e-7, "1e-7"), (0.0, "0")]
        {
            assert_eq!(number(x), text);
        }
        assert!(number(-5e-324).starts_with("-(CAST(1 AS DOUBLE PRECISION) / 1152921504606846976e0 / "));
    }

    proptest! {
        #[test]
        fn weights_to_the_last_bit(mantissa in 1u64..1 << 53, halvings in 0i32..140) {
            let x = mantissa as f64 * 0.5f64.powi(halvings);
            let text = exact(x);
            let plain = text.trim_matches(['(', ')']).replace("CAST(", "").replace(" AS DOUBLE PRECISION)", "");
            let mut numbers = plain.split(" / ").map(|number| number.parse::<f64>().unwrap());
            let first = numbers.next().unwrap();
            prop_assert_eq!(numbers.fold(first, |quotient, divisor| quotient / divisor), x, "{}", text);
        }
    }
}
