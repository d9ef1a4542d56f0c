//! Changes in words.

use super::answer::{ColumnChange, NewValue};
use crate::{explain::shown, name_text};
use std::fmt;

impl fmt::Display for ColumnChange {
    /// Writes `age from 52 to 45 (at most 45.5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}", name_text(&self.column), shown(&self.from), shown(&self.example))?;
        match &self.to {
            NewValue::Between { above: Some(above), at_most: Some(at_most) } => {
                write!(f, " (above {above}, at most {at_most})")
            }
            NewValue::Between { above: Some(above), at_most: None } => write!(f, " (above {above})"),
            NewValue::Between { above: None, at_most: Some(at_most) } => write!(f, " (at most {at_most})"),
            NewValue::Between { above: None, at_most: None } => write!(f, " (any number)"),
            NewValue::OtherThan(categories) => {
                let categories: Vec<String> = categories.iter().map(|category| name_text(category)).collect();
                write!(f, " (any but {})", categories.join(", "))
            }
            NewValue::Category(_) | NewValue::Missing => Ok(()),
        }
    }
}
