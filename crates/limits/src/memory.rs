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

/// Writes a number of bytes in GB, or in MB below 0.1 GB.
fn in_words(bytes: u64) -> String {
    match bytes as f64 / 1e9 {
        gigabytes if gigabytes >= 0.1 => format!("{gigabytes:.1} GB"),
        gigabytes => format!("{:.1} MB", 1e3 * gigabytes),
    }
}
