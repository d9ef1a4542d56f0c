//! Shares of rows.

/// Reads a share, such as 0.2 or 20%. `None` stands for text that is no number.
pub(crate) fn share(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok().map(|percent| percent / 100.0),
        None => text.parse().ok(),
    }
}
