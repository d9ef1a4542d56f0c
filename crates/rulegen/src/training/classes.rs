//! The checks of classes that every training set must pass.

use crate::FitError;
use rulegen_data::{DataError, Dataset};

/// The most classes. Each is priced by itself and has gains of its own. A target with more classes
/// than this is a column of numbers.
const MOST_CLASSES: usize = 1000;

/// Above this number of classes most must have several rows. Otherwise the target names rows.
const MOST_OF_ONE_ROW: usize = 100;

/// Checks that there are two classes or more, not too many, and not the values of a number.
pub(crate) fn check_classes(data: &Dataset, target: &str) -> Result<(), DataError> {
    data.target.numbers(target)?;
    let counts: Vec<u64> = data.target.counts().into_iter().map(|rows| rows as u64).collect();
    check_class_counts(&counts, &data.target.classes, target)
}

/// Checks the numbers of rows of the classes: two or more classes have rows, not too many do, and
/// where there are many most have several.
pub(crate) fn check_class_counts(counts: &[u64], classes: &[String], target: &str) -> Result<(), DataError> {
    if classes.len() > MOST_CLASSES {
        return Err(DataError::TooManyClasses { target: target.into(), classes: classes.len(), most: MOST_CLASSES });
    }
    let single = counts.iter().filter(|rows| **rows == 1).count();
    if classes.len() > MOST_OF_ONE_ROW && 2 * single > classes.len() {
        return Err(DataError::NamesOfRows { target: target.into(), classes: classes.len(), single });
    }
    match counts.iter().enumerate().filter(|(_, n)| **n > 0).collect::<Vec<_>>()[..] {
        [(only, _)] => Err(DataError::OneClass { target: target.into(), class: classes[only].clone() }),
        _ => Ok(()),
    }
}

/// Returns the index of the positive class: the one named, or else the second of two.
///
/// # Errors
/// A name that is no class.
pub(crate) fn positive_class(name: Option<&String>, classes: &[String]) -> Result<Option<u32>, FitError> {
    match name {
        None => Ok((classes.len() == 2).then_some(1)),
        Some(name) => match classes.iter().position(|class| class == name) {
            Some(class) => Ok(Some(class as u32)),
            None => Err(FitError::no_class(name, classes)),
        },
    }
}
