//! What a training set must have, whatever is learned from it.

use rulegen_data::{DataError, Dataset};

/// Each class is priced by itself and has gains of its own; more of them than this are the values of a number.
const MOST_CLASSES: usize = 1000;

/// That there is something to tell apart, and not too much.
pub(crate) fn check_classes(data: &Dataset, target: &str) -> Result<(), DataError> {
    let classes = data.target.classes.len();
    if classes > MOST_CLASSES {
        return Err(DataError::TooManyClasses { target: target.into(), classes, most: MOST_CLASSES });
    }
    match data.target.counts().iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()[..] {
        [(only, _)] => Err(DataError::OneClass { target: target.into(), class: data.target.classes[only].clone() }),
        _ => Ok(()),
    }
}
