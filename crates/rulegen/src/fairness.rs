//! Fairness that is asked of a classifier, by names.

use crate::{FitError, ParameterError};
use rulegen_data::{Dataset, Groups};
use rulegen_master::{Fairness, FairnessCriterion};
use std::collections::BTreeSet;

/// The most groups that weighted rules can be fair to: their rows compare every pair, and linear programs of 30 groups take
/// seconds where those of 20 take a tenth.
pub(crate) const MOST_GROUPS: usize = 24;

/// Fairness asked of [`RugClassifier`](crate::RugClassifier): by how much mean errors in training may differ
/// between the groups of the data.
///
/// Errors are those of the linear program, `max(0, 1 - votes)`, and the program may raise errors of a group that
/// fares better. What becomes of predictions is for measures to say.
#[derive(Clone, Debug, PartialEq)]
pub struct FairnessParameters {
    /// Between whom errors are to be alike.
    pub criterion: FairnessCriterion,
    /// By how much mean errors may differ; not negative, finite.
    pub epsilon: f64,
    /// The positive class, which only [`FairnessCriterion::Eop`] reads; where none is named, the second of two.
    pub positive: Option<String>,
}

impl FairnessParameters {
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        check_epsilon(self.epsilon)
    }

    /// The same by indices, for data that have groups to compare.
    ///
    /// # Errors
    /// Data with one group, or with more than [`MOST_GROUPS`]; a positive class that is not there or not named.
    pub(crate) fn resolve(&self, data: &Dataset) -> Result<Fairness, FitError> {
        compared_groups(data)?;
        let groups = present_groups(data, None)?.len();
        if groups > MOST_GROUPS {
            return Err(FitError::TooManyGroups { groups, most: MOST_GROUPS });
        }
        let classes = &data.target.classes;
        let index = |name: &String| match classes.iter().position(|class| class == name) {
            Some(class) => Ok(class as u32),
            None => Err(FitError::NoSuchClass { class: name.clone() }),
        };
        let positive = match (&self.positive, self.criterion) {
            (_, FairnessCriterion::Dmc | FairnessCriterion::Odm) => 0,
            (Some(name), _) => index(name)?,
            (None, _) if classes.len() == 2 => 1,
            (None, _) => return Err(FitError::NoPositive { classes: classes.len() }),
        };
        match self.criterion {
            FairnessCriterion::Dmc => (0..classes.len() as u32).for_each(|class| warn_if_alone(data, class)),
            FairnessCriterion::Eop => warn_if_alone(data, positive),
            _ => {}
        }
        Ok(Fairness { criterion: self.criterion, epsilon: self.epsilon, positive })
    }
}

/// The groups of the data.
pub(crate) fn groups(data: &Dataset) -> Result<&Groups, FitError> {
    data.groups.as_ref().ok_or(FitError::NoGroups)
}

/// The groups that have rows, of one class or of all.
fn present_groups(data: &Dataset, class: Option<u32>) -> Result<BTreeSet<u32>, FitError> {
    let counts = |row: usize| {
        let weighs = data.weights.as_ref().is_none_or(|weights| weights[row] > 0.0);
        weighs && class.is_none_or(|class| data.target.labels[row] == class)
    };
    let of_row = groups(data)?.of_row.iter().enumerate();
    Ok(of_row.filter(|(row, _)| counts(*row)).map(|(_, &group)| group).collect())
}

/// The groups of the data, of which there must be two with rows.
pub(crate) fn compared_groups(data: &Dataset) -> Result<&Groups, FitError> {
    let groups = groups(data)?;
    match present_groups(data, None)?.into_iter().collect::<Vec<_>>()[..] {
        [only] => Err(FitError::OneGroup { group: groups.names[only as usize].clone() }),
        _ => Ok(groups),
    }
}

/// Warns of a class that has rows of one group only: nothing is asked of it then.
pub(crate) fn warn_if_alone(data: &Dataset, class: u32) {
    let present: Vec<u32> = present_groups(data, Some(class)).into_iter().flatten().collect();
    if let (Some(groups), [only]) = (&data.groups, &present[..]) {
        let (class, group) = (&data.target.classes[class as usize], &groups.names[*only as usize]);
        log::warn!("all rows of class '{class}' are of the group '{group}': fairness asks nothing of them");
    }
}

pub(crate) fn check_epsilon(epsilon: f64) -> Result<(), ParameterError> {
    let good = epsilon >= 0.0 && epsilon.is_finite();
    crate::parameters::accept(good, "epsilon", "finite and not negative", epsilon)
}
