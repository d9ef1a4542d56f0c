//! Fairness that is asked of a classifier, by names.

use crate::{FitError, ParameterError};
use rulegen_data::{Dataset, Groups};
use rulegen_master::{Fairness, FairnessCriterion};
use std::collections::BTreeSet;

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
    pub(crate) fn resolve(&self, data: &Dataset) -> Result<Fairness, FitError> {
        compared_groups(data)?;
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
        Ok(Fairness { criterion: self.criterion, epsilon: self.epsilon, positive })
    }
}

/// The groups of the data.
pub(crate) fn groups(data: &Dataset) -> Result<&Groups, FitError> {
    data.groups.as_ref().ok_or(FitError::NoGroups)
}

/// The groups of the data, of which there must be two with rows.
pub(crate) fn compared_groups(data: &Dataset) -> Result<&Groups, FitError> {
    let groups = groups(data)?;
    let weighs = |row: usize| data.weights.as_ref().is_none_or(|weights| weights[row] > 0.0);
    let present: BTreeSet<u32> =
        groups.of_row.iter().enumerate().filter(|(row, _)| weighs(*row)).map(|(_, &g)| g).collect();
    match present.into_iter().collect::<Vec<_>>()[..] {
        [only] => Err(FitError::OneGroup { group: groups.names[only as usize].clone() }),
        _ => Ok(groups),
    }
}

pub(crate) fn check_epsilon(epsilon: f64) -> Result<(), ParameterError> {
    let good = epsilon >= 0.0 && epsilon.is_finite();
    crate::parameters::accept(good, "epsilon", "finite and not negative", epsilon)
}
