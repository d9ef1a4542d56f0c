//! The settings of a page.

/// The settings of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSettings {
    /// The most rows to choose from in the page.
    pub samples: usize,
    /// The seed by which they are drawn if there are more.
    pub seed: u64,
}

impl Default for PageSettings {
    fn default() -> Self {
        PageSettings { samples: 10_000, seed: 0 }
    }
}
