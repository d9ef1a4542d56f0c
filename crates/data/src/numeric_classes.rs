//! The classes of a target that may be a number.

/// Classes that are numbers, 20 or more of them.
#[derive(Clone, Debug, PartialEq)]
pub struct NumericClasses {
    /// The number of classes.
    pub classes: usize,
    /// The lowest of them.
    pub lowest: f64,
    /// The highest of them.
    pub highest: f64,
    /// Cut points that leave about as many rows in each range: two, or one where values repeat.
    pub thirds: Vec<f64>,
}

impl NumericClasses {
    /// Writes a warning about the target of this name, whose numbers are classes. `setting` is the
    /// way to set the cut points, such as `--target-cut 10,20`.
    pub fn warning(&self, target: &str, setting: &str) -> String {
        format!(
            "the target {} has {} classes that are numbers, from {} to {}: if it is a number, cut it into classes, for \
             example {setting}",
            target, self.classes, self.lowest, self.highest,
        )
    }

    /// Writes the cut points with commas.
    pub fn cuts(&self) -> String {
        self.thirds.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
    }
}
