//! Groups of columns that go together: their checks, and the samples with the literals of each
//! group.

use crate::FitError;
use crate::parameters::Together;
use rulegen_binarize::Samples;
use rulegen_data::Table;
use rulegen_rule::Rule;
use std::sync::Arc;

/// Checks that all columns of the groups are in the data.
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

/// Returns one copy of the samples for each group, with the literals of its columns, and a last one
/// with the literals of columns that are in no group. Without groups, returns the samples as they
/// are.
pub(crate) fn parts(samples: &Arc<Samples>, groups: &[Together]) -> Vec<Arc<Samples>> {
    if groups.is_empty() {
        return vec![samples.clone()];
    }
    let of = |keeps: &dyn Fn(&String) -> bool| {
        let mut part = Samples::clone(samples);
        let left_out = part.schema.features.iter_mut().filter(|feature| !keeps(&feature.name));
        // `tests` leaves out what is forbidden already.
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

/// True if one of the parts has all literals of the rule.
pub(crate) fn permits(parts: &[Arc<Samples>], rule: &Rule) -> bool {
    parts.iter().any(|part| part.schema.permits(rule))
}
