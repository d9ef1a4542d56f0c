//! What was drawn.

/// A plot with its description in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The image, with its title and description inside.
    pub svg: String,
    /// What it shows.
    pub title: String,
    /// What can be seen in it.
    pub description: String,
}
