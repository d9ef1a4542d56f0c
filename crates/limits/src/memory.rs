/// The error of work that needs more memory than its limits allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} needs about {} of memory, more than the {} allowed", in_words(*.need), in_words(*.most))]
pub struct TooLarge {
    /// The name of the work, or of its input.
    pub what: String,
    /// The estimated need, in bytes.
    pub need: u64,
    /// The limit, in bytes.
    pub most: u64,
}

/// Writes a number of bytes in the largest unit in which it is at least 0.1.
fn in_words(bytes: u64) -> String {
    let units = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)];
    let unit = units.into_iter().find(|(_, unit)| bytes as f64 >= 0.1 * unit);
    unit.map_or_else(|| format!("{bytes} bytes"), |(name, unit)| format!("{:.1} {name}", bytes as f64 / unit))
}
