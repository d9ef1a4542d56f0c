//! Fairness between the groups of the training rows.

use crate::FitError;
use crate::parameters::{FairnessAsked, FairnessCriterion};
use rulegen_data::{Dataset, Groups};
use rulegen_master::{Fairness, MistreatmentCriterion};
use std::collections::BTreeSet;

/// The most groups that weighted rules can be fair to. Their fairness rows compare every pair, and
/// linear programs of 30 groups take seconds where those of 20 take a tenth.
pub(crate) const MOST_GROUPS: usize = 24;

/// Returns the fairness rows that a master of weighted rules needs, for data that have groups to
/// compare.
///
/// # Errors
/// Data with one group, or with more than [`MOST_GROUPS`]; several classes of which none is named
/// as the positive one.
pub(crate) fn fairness_rows(asked: FairnessAsked, data: &Dataset, positive: Option<u32>) -> Result<Fairness, FitError> {
    compared_groups(data)?;
    let groups = present_groups(data, None)?.len();
    if groups > MOST_GROUPS {
        return Err(FitError::TooManyGroups { groups, most: MOST_GROUPS });
    }
    let classes = data.target.classes.len();
    let criterion = match asked.criterion {
        FairnessCriterion::Odm => MistreatmentCriterion::Odm,
        FairnessCriterion::Dmc => {
            (0..classes as u32).for_each(|class| warn_if_alone(data, class));
            MistreatmentCriterion::Dmc
        }
        _ => {
            warn_if_alone(data, positive.ok_or(FitError::NoPositive { classes })?);
            MistreatmentCriterion::Eop
        }
    };
    // Only equal opportunity reads the class.
    let positive = if criterion == MistreatmentCriterion::Eop { positive.unwrap_or(0) } else { 0 };
    Ok(Fairness { criterion, epsilon: asked.epsilon, positive })
}

/// The groups of the data.
pub(crate) fn groups(data: &Dataset) -> Result<&Groups, FitError> {
    data.groups.as_ref().ok_or(FitError::NoGroups)
}

/// The groups that have rows of the class, or of any class if none is given.
fn present_groups(data: &Dataset, class: Option<u32>) -> Result<BTreeSet<u32>, FitError> {
    let counts = |row: usize| {
        let weighs = data.weights.as_ref().is_none_or(|weights| weights[row] > 0.0);
        weighs && class.is_none_or(|class| data.target.labels[row] == class)
    };
    let of_row = groups(data)?.of_row.iter().enumerate();
    Ok(of_row.filter(|(row, _)| counts(*row)).map(|(_, &group)| group).collect())
}

/// Returns the groups of the data after a check that at least two of them have rows.
pub(crate) fn compared_groups(data: &Dataset) -> Result<&Groups, FitError> {
    let groups = groups(data)?;
    match present_groups(data, None)?.into_iter().collect::<Vec<_>>()[..] {
        [only] => Err(FitError::OneGroup { group: groups.names[only as usize].clone() }),
        _ => Ok(groups),
    }
}

/// Warns if all rows of a class belong to one group: fairness asks nothing of that class then.
pub(crate) fn warn_if_alone(data: &Dataset, class: u32) {
    let present: Vec<u32> = present_groups(data, Some(class)).into_iter().flatten().collect();
    if let (Some(groups), [only]) = (&data.groups, &present[..]) {
        let (class, group) = (&data.target.classes[class as usize], &groups.names[*only as usize]);
        log::warn!("all rows of class '{class}' are of the group '{group}': fairness asks nothing of them");
    }
}
