//! Turns the cells of one column into values as they arrive.

use crate::categories::Categories;
use crate::number::{Number, parse_number};
use crate::values::Values;

/// The type of a column as far as the caller knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Unknown: the cells decide.
    Infer,
    /// Numbers. A word is an error.
    Numeric,
    /// Categories, whatever the cells look like.
    Categorical,
}

/// The reason why a cell cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A word in a column that was declared numeric.
    Word,
    /// Infinity. The cell is stored all the same: words further down may still make the column
    /// categorical.
    Infinite,
    /// A new category that is not UTF-8.
    NotUtf8,
    /// A day of a typed file that is in no year from 1 to 9999.
    #[cfg(feature = "parquet")]
    NoDay,
}

/// The values of a column so far.
#[derive(Debug)]
pub(crate) enum Coder {
    /// No number and no word so far. Tokens such as `NA` are kept as categories, in case words
    /// follow.
    Undecided(Categories),
    /// Numbers so far. If `declared`, a word is a fault.
    Numeric { values: Vec<f64>, declared: bool },
    /// Categories from now on.
    Categorical(Categories),
    /// Words after numbers. The text of the numbers is lost, so this column has to be read again.
    Mixed,
}

impl Coder {
    pub(crate) fn new(role: Role) -> Coder {
        match role {
            Role::Infer => Coder::Undecided(Categories::default()),
            Role::Numeric => Coder::Numeric { values: Vec::new(), declared: true },
            Role::Categorical => Coder::Categorical(Categories::default()),
        }
    }

    /// Adds a missing cell.
    pub(crate) fn push_missing(&mut self) {
        match self {
            Coder::Numeric { values, .. } => values.push(f64::NAN),
            Coder::Categorical(categories) | Coder::Undecided(categories) => categories.push_missing(),
            Coder::Mixed => {}
        }
    }

    /// Adds a trimmed cell that is not missing.
    #[inline]
    pub(crate) fn push_text(&mut self, cell: &[u8]) -> Result<(), Fault> {
        match self {
            Coder::Numeric { values, declared } => match parse_number(cell) {
                Number::Finite(value) => values.push(value),
                Number::Missing => values.push(f64::NAN),
                Number::Infinite => {
                    values.push(f64::NAN);
                    return Err(Fault::Infinite);
                }
                Number::Word if *declared => return Err(Fault::Word),
                Number::Word => *self = Coder::Mixed,
            },
            Coder::Categorical(categories) => categories.push(cell).map_err(|_| Fault::NotUtf8)?,
            Coder::Undecided(_) => return self.decide(cell),
            Coder::Mixed => {}
        }
        Ok(())
    }

    #[cfg(feature = "parquet")]
    /// Adds a number of a typed file. `text` writes the number for a categorical column.
    pub(crate) fn push_number(&mut self, value: f64, text: impl FnOnce() -> String) -> Result<(), Fault> {
        match self {
            _ if value.is_nan() => self.push_missing(),
            Coder::Numeric { values, .. } if value.is_finite() => values.push(value),
            Coder::Numeric { .. } => return Err(Fault::Infinite),
            _ => self.push_text(text().as_bytes())?,
        }
        Ok(())
    }

    /// Adds the first cells of an undeclared column, up to the one that decides its type.
    fn decide(&mut self, cell: &[u8]) -> Result<(), Fault> {
        let Coder::Undecided(categories) = self else { unreachable!("called for undecided columns only") };
        match parse_number(cell) {
            Number::Missing => categories.push(cell).map_err(|_| Fault::NotUtf8),
            Number::Word => {
                let mut categories = std::mem::take(categories);
                let pushed = categories.push(cell).map_err(|_| Fault::NotUtf8);
                *self = Coder::Categorical(categories);
                pushed
            }
            Number::Finite(_) | Number::Infinite => {
                let values = vec![f64::NAN; categories.len()];
                *self = Coder::Numeric { values, declared: false };
                self.push_text(cell)
            }
        }
    }

    /// Returns the bytes of memory that the values take.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Coder::Numeric { values, .. } => 8 * values.capacity() as u64,
            Coder::Categorical(categories) | Coder::Undecided(categories) => categories.bytes(),
            Coder::Mixed => 0,
        }
    }

    /// Returns the values, or `None` if the column has to be read again as categories.
    pub(crate) fn finish(self) -> Option<Values> {
        match self {
            Coder::Numeric { values, .. } => Some(Values::Numeric(values)),
            Coder::Undecided(categories) => Some(Values::Numeric(vec![f64::NAN; categories.len()])),
            Coder::Categorical(categories) => Some(categorical(categories)),
            Coder::Mixed => None,
        }
    }
}

/// Turns a finished dictionary into values.
fn categorical(categories: Categories) -> Values {
    let (codes, categories) = categories.finish();
    Values::Categorical { codes, categories }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::categories::MISSING;

    fn code(role: Role, cells: &[&str]) -> Option<Values> {
        let mut coder = Coder::new(role);
        for cell in cells {
            if cell.is_empty() {
                coder.push_missing();
            } else {
                coder.push_text(cell.as_bytes()).unwrap();
            }
        }
        coder.finish()
    }

    #[test]
    fn tokens_before_words_are_categories() {
        let Some(Values::Categorical { codes, categories }) = code(Role::Infer, &["?", "", "NA", "red", "?"]) else {
            panic!("expected categories");
        };
        assert_eq!(codes, [0, MISSING, 1, 2, 0]);
        assert_eq!(categories, ["?", "NA", "red"]);
    }

    #[test]
    fn tokens_before_numbers_are_missing() {
        let Some(Values::Numeric(values)) = code(Role::Infer, &["?", "", "1", "null"]) else {
            panic!("expected numbers");
        };
        assert_eq!(values.iter().map(|v| v.is_nan()).collect::<Vec<_>>(), [true, true, false, true]);
    }

    #[test]
    fn words_after_numbers_need_a_second_reading() {
        assert_eq!(code(Role::Infer, &["1", "red", "", "2"]), None);
    }

    #[test]
    fn nothing_but_missing_is_numeric() {
        assert!(matches!(code(Role::Infer, &["", "NA"]), Some(Values::Numeric(v)) if v.len() == 2));
    }
}
