//! How a run ended, and what is known of the quality of its rules. Both are part of the model file, and the tolerances
//! here are those that reading one applies again.

use rulegen_limits::Limit;
use serde::{Deserialize, Serialize};

/// How the training run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Proved: no rule that was left out would improve the objective.
    Optimal,
    /// Stopped at the relative gap that was asked for, or of a rule set at the one that could not be closed.
    Gap,
    /// The clock ended the run.
    TimeLimit,
    /// The limit on iterations ended the run.
    IterationLimit,
    /// The pricers found no improving rule, and what is proved does not meet the objective.
    NoColumn,
    /// The number of rules that was chosen is reached.
    Size,
    /// The user ended the run.
    Interrupted,
}

impl From<Limit> for Status {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Status::TimeLimit,
            Limit::Interrupt => Status::Interrupted,
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Optimal => "optimal",
            Status::Gap => "gap",
            Status::TimeLimit => "time_limit",
            Status::IterationLimit => "iteration_limit",
            Status::NoColumn => "no_column",
            Status::Size => "size",
            Status::Interrupted => "interrupted",
        })
    }
}

/// Rules are optimal when the relative gap between their objective and a proven bound is at most this: linear programs are
/// not solved more finely.
pub const OPTIMAL_GAP: f64 = 1e-6;

/// What rounding may make of a number that was computed in two ways, relative to the larger of it and 1: a bound may be so
/// much above an objective.
pub const ROUNDING: f64 = 1e-6;

/// What is known of the quality of a rule set on its training data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// How the run ended; [`Status::Optimal`] only where the bound meets the objective ([`OPTIMAL_GAP`]).
    pub status: Status,
    /// Objective of the rules returned.
    pub objective: f64,
    /// Objective of the last linear program over the rules found. Boolean rules that alone are larger than the complexity take no
    /// part, neither here nor in what is proved of it.
    pub lp_objective: f64,
    /// A proven lower bound on the objective over **all** rules, if there is one.
    pub lower_bound: Option<f64>,
}

impl Certificate {
    /// What a run that ended with `status` says of rules with this objective. A run may have been optimal, and its rules
    /// are not, as where those of small weight were dropped: that is [`Status::NoColumn`]. A bound that is above the
    /// objective by no more than rounding is the objective.
    pub fn of(status: Status, objective: f64, lp_objective: f64, lower_bound: Option<f64>) -> Self {
        let above = |bound: f64| bound > objective && bound - objective <= ROUNDING * objective.abs().max(1.0);
        let lower_bound = lower_bound.map(|bound| if above(bound) { objective } else { bound });
        let mut certificate = Certificate { status, objective, lp_objective, lower_bound };
        // Phrased as acceptance, so that NaN fails.
        let met = certificate.gap().is_some_and(|gap| gap <= OPTIMAL_GAP);
        if status == Status::Optimal && !met {
            certificate.status = Status::NoColumn;
        }
        certificate
    }

    /// `(objective - lower_bound) / objective`; 0 when both are 0; none without a bound or where only
    /// the bound is 0 (docs/MATH.md 9).
    pub fn gap(&self) -> Option<f64> {
        relative_gap(self.objective, self.lower_bound?)
    }
}

fn relative_gap(objective: f64, bound: f64) -> Option<f64> {
    match (objective, bound) {
        (o, b) if o == b => Some(0.0),
        (0.0, _) => None,
        (o, b) => Some((o - b) / o),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gap_is_zero_when_both_are_zero_and_null_when_only_the_objective_is() {
        assert_eq!(relative_gap(0.0, 0.0), Some(0.0));
        assert_eq!(relative_gap(0.0, -1.0), None);
        assert_eq!(relative_gap(10.0, 8.0), Some(0.2));
    }

    #[test]
    fn optimal_needs_a_bound_that_meets_the_objective() {
        let status = |objective, bound| Certificate::of(Status::Optimal, objective, objective, bound).status;
        for (objective, bound) in [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0 - 9e-7), (1e-20, 1e-20), (1e9, 1e9 - 900.0)] {
            assert_eq!(status(objective, Some(bound)), Status::Optimal, "{objective} {bound}");
        }
        for (objective, bound) in [(1.0, 1.0 - 2e-6), (1e-20, 0.0), (0.0, -1.0), (f64::NAN, 1.0)] {
            assert_eq!(status(objective, Some(bound)), Status::NoColumn, "{objective} {bound}");
        }
        assert_eq!(status(1.0, None), Status::NoColumn);
        let by_rounding = Certificate::of(Status::Optimal, 1e-9, 1e-9, Some(1.1e-9));
        assert_eq!((by_rounding.status, by_rounding.lower_bound), (Status::Optimal, Some(1e-9)));
        // More than that is a fault, and stays to be seen; no number proves nothing.
        assert_eq!(Certificate::of(Status::Gap, 1.0, 1.0, Some(2.0)).lower_bound, Some(2.0));
        assert_eq!(status(1.0, Some(f64::NAN)), Status::NoColumn);
        // What else a run ended with stays.
        assert_eq!(Certificate::of(Status::TimeLimit, 1.0, 1.0, None).status, Status::TimeLimit);
    }
}
