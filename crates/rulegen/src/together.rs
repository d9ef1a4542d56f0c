//! Groups of columns that a rule may combine.

use crate::FitError;
use crate::parameters::kind::{ParameterType, Refused, parsed};
use crate::parameters::{ParameterKind, ParameterValue};
use rulegen_binarize::Samples;
use rulegen_data::Table;
use rulegen_rule::Rule;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Columns that a rule may combine with one another. Where there are such groups, the columns of a rule are all in one of
/// them; columns that are in none are one more group.
///
/// ```
/// let group: rulegen::Together = "age,income".parse()?;
/// assert_eq!(group.columns, ["age", "income"]);
/// // Names with commas are said as a JSON list.
/// let group: rulegen::Together = r#"["debt, total", "income"]"#.parse()?;
/// assert_eq!(group.columns, ["debt, total", "income"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The names of the columns.
    pub columns: Vec<String>,
}

impl FromStr for Together {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let columns: Vec<String> = match text.trim_start().starts_with('[') {
            true => serde_json::from_str(text).map_err(|_| format!("'{text}' is no list of columns"))?,
            false => text.split(',').map(|name| name.trim().to_owned()).collect(),
        };
        match columns.iter().any(String::is_empty) || columns.is_empty() {
            true => Err(format!("'{text}' is not COLUMN,COLUMN")),
            false => Ok(Together { columns }),
        }
    }
}

impl fmt::Display for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |name: &String| !name.contains(',') && !name.starts_with('[') && name.trim() == name;
        match self.columns.iter().all(plain) {
            true => f.write_str(&self.columns.join(",")),
            false => write!(f, "{}", serde_json::Value::from(self.columns.clone())),
        }
    }
}

impl ParameterType for Vec<Together> {
    const KIND: ParameterKind = ParameterKind::Texts;

    fn read(value: ParameterValue) -> Result<Self, Refused> {
        parsed(value, "COLUMN,COLUMN")
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::List(self.iter().map(Together::to_string).collect())
    }
}

/// Checks groups against the data.
///
/// # Errors
/// [`FitError::Together`] for a column that is not there.
pub(crate) fn check_groups(groups: &[Together], table: &Table) -> Result<(), FitError> {
    let known = |name: &&String| table.columns().iter().any(|column| column.name() == *name);
    match groups.iter().flat_map(|group| &group.columns).find(|name| !known(name)) {
        Some(column) => Err(FitError::Together { column: column.clone() }),
        None => Ok(()),
    }
}

/// The samples with the literals of one group each, the last with those of columns that are in none; without groups, the
/// samples as they are.
pub(crate) fn parts(samples: &Arc<Samples>, groups: &[Together]) -> Vec<Arc<Samples>> {
    if groups.is_empty() {
        return vec![samples.clone()];
    }
    let of = |keeps: &dyn Fn(&String) -> bool| {
        let mut part = Samples::clone(samples);
        let left_out = part.schema.features.iter_mut().filter(|feature| !keeps(&feature.name));
        // What is forbidden already is no test.
        left_out.for_each(|feature| feature.forbidden.extend(feature.tests()));
        Arc::new(part)
    };
    let rest = |name: &String| groups.iter().all(|group| !group.columns.contains(name));
    let mut parts: Vec<Arc<Samples>> = groups.iter().map(|group| of(&|name| group.columns.contains(name))).collect();
    if samples.schema.features.iter().any(|feature| rest(&feature.name)) {
        parts.push(of(&rest));
    }
    parts
}

/// Whether all literals of the rule are among those of one of these.
pub(crate) fn permits(parts: &[Arc<Samples>], rule: &Rule) -> bool {
    parts.iter().any(|part| part.schema.permits(rule))
}
