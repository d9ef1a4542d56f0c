//! Numbers as text for readers.

use rulegen::measure::Rate;

/// A count with separators: `32,561`.
pub(crate) fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent: `85.2%`. Small shares are not shown as zero.
pub(crate) fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p > 0.0 && p < 0.05 => "<0.1%".into(),
        p if (99.95..100.0).contains(&p) => ">99.9%".into(),
        p => format!("{p:.1}%"),
    }
}

/// Writes a rate in percent, or a dash if there are no rows.
pub(crate) fn rate(rate: &Rate) -> String {
    rate.rate.map_or("–".into(), percent)
}

/// The interval of a rate in percent: `84.3–86.0%`.
pub(crate) fn interval(rate: &Rate) -> String {
    rate.interval.map_or(String::new(), range)
}

/// Writes a range of shares in percent: `84.3–86.0%`.
pub(crate) fn range([low, high]: [f64; 2]) -> String {
    format!("{:.1}–{:.1}%", 100.0 * low, 100.0 * high)
}

/// A measure by which sizes are chosen, as it is written in sentences.
pub(crate) fn measure(name: &str) -> &str {
    match name {
        "balanced-accuracy" => "balanced accuracy",
        "auc" => "AUC",
        "log-loss" => "log loss",
        "f1" => "F1",
        other => other,
    }
}

/// A value of this measure: shares in percent.
pub(crate) fn score(name: &str, value: f64) -> String {
    if name.ends_with("accuracy") { percent(value) } else { number(value) }
}

/// A number with at most four significant digits and no trailing zeros; large ones whole.
pub(crate) fn number(x: f64) -> String {
    if x.is_finite() { digits(x, places(x)) } else { "–".into() }
}

/// Writes a lower bound, rounded down so that it is never overstated.
pub(crate) fn number_below(x: f64) -> String {
    let places = places(x);
    let rounded: f64 = format!("{x:.places$}").parse().unwrap_or(x);
    let unit = if rounded > x { 10_f64.powi(-(places as i32)) } else { 0.0 };
    if x.is_finite() { digits(rounded - unit, places) } else { "–".into() }
}

/// Writes an upper bound, rounded up so that it stays one.
pub(crate) fn number_above(x: f64) -> String {
    let places = places(x);
    let rounded: f64 = format!("{x:.places$}").parse().unwrap_or(x);
    let unit = if rounded < x { 10_f64.powi(-(places as i32)) } else { 0.0 };
    if x.is_finite() { digits(rounded + unit, places) } else { "–".into() }
}

/// Returns the number of digits after the point that make four significant ones.
fn places(x: f64) -> usize {
    let magnitude = if x == 0.0 { 0 } else { x.abs().log10().floor() as i32 };
    (3 - magnitude).clamp(0, 9) as usize
}

fn digits(x: f64, places: usize) -> String {
    if places == 0 {
        let sign = if x < 0.0 { "-" } else { "" };
        return format!("{sign}{}", thousands(x.abs().round() as usize));
    }
    let text = format!("{x:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// `1 rule`, `2,000 rules`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// A text with spaces for control characters, which XML cannot hold.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A printable text of at most the given number of characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let text = printable(text);
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let thousand: Vec<String> = [0, 999, 1000, 32_561, 1_234_567].map(thousands).to_vec();
        assert_eq!(thousand, ["0", "999", "1,000", "32,561", "1,234,567"]);
        let numbers: Vec<String> =
            [0.0, 1.0, 0.5, 1.0 / 3.0, 12.345, 2154.2, -7000.6, 0.00012346, 1e-12, f64::NAN].map(number).to_vec();
        assert_eq!(numbers, ["0", "1", "0.5", "0.3333", "12.35", "2,154", "-7,001", "0.0001235", "0", "–"]);
        let below: Vec<String> = [3.99996, 3.9, -7000.2, 0.0, 2154.9].map(number_below).to_vec();
        assert_eq!(below, ["3.999", "3.9", "-7,001", "0", "2,154"]);
        let above: Vec<String> = [3.99994, 3.9, 0.0, 2154.1].map(number_above).to_vec();
        assert_eq!(above, ["4", "3.9", "0", "2,155"]);
        let percents: Vec<String> = [0.0, 0.0001, 0.25, 0.9999, 1.0].map(percent).to_vec();
        assert_eq!(percents, ["0.0%", "<0.1%", "25.0%", ">99.9%", "100.0%"]);
    }

    #[test]
    fn texts() {
        assert_eq!((count(1, "rule"), count(1200, "rule")), ("1 rule".into(), "1,200 rules".into()));
        assert_eq!((shortened("abcdef", 6), shortened("äbcdefg", 4)), ("abcdef".into(), "äbc…".into()));
        assert_eq!(shortened("a\u{7}b", 6), "a b");
        assert_eq!(rate(&Rate::new(0, 0)), "–");
        assert_eq!(interval(&Rate::new(81, 263)), "25.5–36.6%");
    }
}
