//! What a training set must have, whatever is learned from it.

use rulegen_data::{DataError, Dataset};

/// Each class is priced by itself and has gains of its own; more of them than this are the values of a number.
const MOST_CLASSES: usize = 1000;

/// That there is something to tell apart, and not too much.
pub(crate) fn check_classes(data: &Dataset, target: &str) -> Result<(), DataError> {
    let counts: Vec<u64> = data.target.counts().into_iter().map(|rows| rows as u64).collect();
    check_class_counts(&counts, &data.target.classes, target)
}

/// The same, of so many rows of each class.
pub(crate) fn check_class_counts(counts: &[u64], classes: &[String], target: &str) -> Result<(), DataError> {
    if classes.len() > MOST_CLASSES {
        return Err(DataError::TooManyClasses { target: target.into(), classes: classes.len(), most: MOST_CLASSES });
    }
    match counts.iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()[..] {
        [(only, _)] => Err(DataError::OneClass { target: target.into(), class: classes[only].clone() }),
        _ => Ok(()),
    }
}
