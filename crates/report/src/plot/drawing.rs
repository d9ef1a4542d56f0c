//! Drawings with their descriptions.

/// A plot with its description in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The image, with its title and description inside.
    pub svg: String,
    /// The heading of the plot.
    pub title: String,
    /// A description for readers who do not see the plot.
    pub description: String,
}
