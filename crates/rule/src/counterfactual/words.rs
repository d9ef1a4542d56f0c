//! Changes in words.

use super::answer::ColumnChange;
use crate::{Domain, Feature, explain::shown, name_text};
use serde_json::Value;
use std::fmt;

impl fmt::Display for ColumnChange {
    /// Writes `age from 52 to 45 (at most 45.5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}", name_text(&self.column), shown(&self.from), shown(&self.example))?;
        if self.words.is_empty() { Ok(()) } else { write!(f, " ({})", self.words) }
    }
}

/// Returns the values of a code of a feature in words that are true of one of them, `example`.
/// Empty if this is the only value.
pub(super) fn in_words(feature: &Feature, code: u16, example: &Value) -> String {
    let at = code as usize;
    match &feature.domain {
        _ if at == feature.missing_code() => String::new(),
        Domain::Numeric { cuts } if cuts.is_empty() => {
            if feature.dates.is_some() {
                "any date".into()
            } else {
                "any number".into()
            }
        }
        Domain::Numeric { cuts } => {
            let at_most = (at < cuts.len()).then_some(code);
            feature.bounds(code.checked_sub(1), at_most, feature.of_value(example).unwrap_or_default()).join(", ")
        }
        Domain::Categorical { categories } if at == categories.len() && !categories.is_empty() => {
            let categories: Vec<String> = categories.iter().map(|category| name_text(category)).collect();
            format!("any but {}", categories.join(", "))
        }
        Domain::Categorical { .. } => String::new(),
    }
}
