//! Fairness that is asked of a classifier: by how much mean errors in training may differ between
//! the groups of the data.

use crate::parameters::accept;
use crate::parameters::kind::choices;
use crate::{FitError, Method, NormalForm, ParameterError};
use rulegen_data::{Dataset, Groups};
use rulegen_master::{Fairness, GroupFairness, MistreatmentCriterion};
use serde_json::Value;
use std::collections::BTreeSet;

/// The most groups that weighted rules can be fair to: their rows compare every pair, and linear
/// programs of 30 groups take seconds where those of 20 take a tenth.
pub(crate) const MOST_GROUPS: usize = 24;

/// A value of the parameter `fairness`: the errors that must be alike in all groups.
///
/// Masters of weighted rules know the first three, as
/// [`MistreatmentCriterion`]; the others are for Boolean rules, as [`GroupFairness`].
///
/// The errors are those that a method counts, not those of predictions. RUG counts those of its
/// linear program, `max(0, 1 - votes)`, and the program may raise errors of a group that fares
/// better. Boolean rules are for one class. A row of it that no rule covers counts once, and a row
/// of the other class once for every rule that covers it (Hamming). In an AND of ORs the rules are
/// for the negative class. Only one of several rules that cover the same rows takes part: rule sets
/// with two of them, which count their false positives twice to make groups alike, are not
/// searched, and the bound does not cover them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FairnessCriterion {
    /// Disparate mistreatment: errors within each class (RUG).
    Dmc,
    /// Overall disparate mistreatment: errors of all classes together (RUG).
    Odm,
    /// Equal opportunity: errors within the positive class (RUG).
    Eop,
    /// The errors on the rows of the positive class: equal false negatives (Boolean rules; Lawless,
    /// Dash, Günlük, Wei 2023).
    EqualOpportunity,
    /// The errors on the rows of either class: equal false negatives, and equal false positives
    /// (Boolean rules).
    EqualizedOdds,
}

choices! { FairnessCriterion {
    Dmc = "dmc", "Disparate mistreatment within each class (rug, rules)";
    Odm = "odm", "Overall disparate mistreatment (rug, rules)";
    Eop = "eop", "Disparate mistreatment within the positive class (rug, rules)";
    EqualOpportunity = "equal-opportunity", "Equal false negatives (boolean)";
    EqualizedOdds = "equalized-odds", "Equal false negatives and equal false positives (boolean)";
} }

impl FairnessCriterion {
    /// All of them.
    pub const ALL: [FairnessCriterion; 5] = [
        FairnessCriterion::Dmc,
        FairnessCriterion::Odm,
        FairnessCriterion::Eop,
        FairnessCriterion::EqualOpportunity,
        FairnessCriterion::EqualizedOdds,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FairnessCriterion::Dmc => "dmc",
            FairnessCriterion::Odm => "odm",
            FairnessCriterion::Eop => "eop",
            FairnessCriterion::EqualOpportunity => "equal-opportunity",
            FairnessCriterion::EqualizedOdds => "equalized-odds",
        }
    }

    /// The methods that can be fair in this way.
    pub fn methods(self) -> &'static [Method] {
        match self {
            FairnessCriterion::Dmc | FairnessCriterion::Odm | FairnessCriterion::Eop => &[Method::Rug, Method::Rules],
            FairnessCriterion::EqualOpportunity | FairnessCriterion::EqualizedOdds => &[Method::Boolean],
        }
    }
}

/// Fairness as the parameters of a method ask for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Asked {
    pub(crate) criterion: FairnessCriterion,
    pub(crate) epsilon: f64,
}

impl Asked {
    /// That the method knows the criterion, and that it comes with an epsilon.
    pub(crate) fn check(
        method: Method,
        criterion: Option<FairnessCriterion>,
        epsilon: Option<f64>,
    ) -> Result<(), ParameterError> {
        let Some(criterion) = criterion else { return Ok(()) };
        let known: Vec<&str> = FairnessCriterion::ALL
            .into_iter()
            .filter(|known| known.methods().contains(&method))
            .map(|c| c.name())
            .collect();
        let range = format!("one of {}", known.join(", "));
        let name = format!("'{}'", criterion.name());
        accept(criterion.methods().contains(&method), "the fairness constraint", &range, name)?;
        accept(epsilon.is_some(), "the epsilon", "given where fairness is asked for", "absent")
    }

    /// What checked parameters ask for.
    pub(crate) fn of(criterion: Option<FairnessCriterion>, epsilon: Option<f64>) -> Option<Asked> {
        Some(Asked { criterion: criterion?, epsilon: epsilon? })
    }

    /// As a model file records it.
    pub(crate) fn record(self) -> [(String, Value); 2] {
        [("fairness".into(), self.criterion.name().into()), ("epsilon".into(), self.epsilon.into())]
    }

    /// The same for the master of weighted rules, for data that have groups to compare.
    ///
    /// # Errors
    /// Data with one group, or with more than [`MOST_GROUPS`]; several classes of which none is
    /// named as the positive one.
    pub(crate) fn of_groups(self, data: &Dataset, positive: Option<u32>) -> Result<Fairness, FitError> {
        compared_groups(data)?;
        let groups = present_groups(data, None)?.len();
        if groups > MOST_GROUPS {
            return Err(FitError::TooManyGroups { groups, most: MOST_GROUPS });
        }
        let classes = data.target.classes.len();
        let criterion = match self.criterion {
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
        Ok(Fairness { criterion, epsilon: self.epsilon, positive })
    }

    /// The same for a master of Boolean rules for the positive class, or for the negative one.
    pub(crate) fn of_form(self, form: NormalForm) -> GroupFairness {
        let both = self.criterion == FairnessCriterion::EqualizedOdds;
        let disjunctive = form == NormalForm::Disjunctive;
        GroupFairness {
            false_negatives: both || disjunctive,
            false_positives: both || !disjunctive,
            epsilon: self.epsilon,
        }
    }
}

/// The index of the positive class: the one named, else of two the second.
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
