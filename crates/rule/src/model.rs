//! Models: weighted rules, what to answer where none applies, and how good the set is known to be.

use crate::{Rule, Schema};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Training rows that a rule covers, by weight where rows have weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// All covered rows.
    pub covered: f64,
    /// Those of the rule's class.
    pub correct: f64,
}

impl Support {
    /// The share of the covered rows that are of the rule's class; 0 where it covers none.
    pub fn precision(&self) -> f64 {
        if self.covered > 0.0 { self.correct / self.covered } else { 0.0 }
    }
}

/// A rule that votes for a class.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRule {
    /// The condition.
    pub rule: Rule,
    /// Index of the class that it votes for.
    pub class: u32,
    /// Its vote, not negative.
    pub weight: f64,
    /// What it covered in training.
    pub support: Support,
}

/// The answer for a row that no rule covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Fallback {
    /// Always the same class.
    Class(u32),
    /// The class of the first of these rules that covers the row (the leaves of a first tree).
    Rules {
        /// Rules with their classes.
        rules: Vec<(Rule, u32)>,
        /// The class where these do not cover the row either.
        otherwise: u32,
    },
}

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
    /// The user ended the run.
    Interrupted,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Optimal => "optimal",
            Status::Gap => "gap",
            Status::TimeLimit => "time_limit",
            Status::IterationLimit => "iteration_limit",
            Status::NoColumn => "no_column",
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
    /// Objective of the last linear program over the rules found.
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
    /// the bound is 0 (MATH.md 9).
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

/// A classifier made of weighted rules.
///
/// Its answer is the class with the largest summed weight of the rules that cover a row; of classes
/// that tie, the one with the lowest index; where no rule covers the row, the fallback.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How it was learned (`rug`, `boolean`).
    pub method: String,
    /// The name of the column that it predicts.
    pub target: String,
    /// The class names, at least two, all different.
    pub classes: Vec<String>,
    /// The class that F1 is about, where there are two.
    pub positive: Option<u32>,
    /// The features that the rules speak of.
    pub schema: Schema,
    /// The rules, largest weight first.
    pub rules: Vec<WeightedRule>,
    /// The answer where no rule applies.
    pub fallback: Fallback,
    /// What is known of the rule set.
    pub certificate: Certificate,
    /// The settings of the run, as they were given.
    pub settings: BTreeMap<String, serde_json::Value>,
}

/// How the rules of a model make an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Rules vote with their weights.
    Votes,
    /// `class` where any rule holds, else `otherwise`: an OR of ANDs.
    AnyRule {
        /// The class of all rules.
        class: u32,
        /// The other one.
        otherwise: u32,
    },
    /// `class` where no rule holds, else `otherwise`: an AND of ORs, whose conditions are the negations of
    /// those of the rules.
    AllClauses {
        /// The class that meets all clauses.
        class: u32,
        /// The class of all rules.
        otherwise: u32,
    },
}

impl Model {
    /// What the rules are to a reader. It never changes an answer: the votes of a Boolean model come to the
    /// same.
    pub fn form(&self) -> Form {
        let Fallback::Class(fallback) = self.fallback else { return Form::Votes };
        let other = 1 - fallback.min(1);
        let of_other = self.rules.iter().all(|rule| rule.class == other && rule.weight > 0.0);
        if self.method != "boolean" || self.classes.len() != 2 || !of_other {
            return Form::Votes;
        }
        match self.settings.get("form").and_then(|form| form.as_str()) {
            Some("cnf") => Form::AllClauses { class: fallback, otherwise: other },
            _ => Form::AnyRule { class: other, otherwise: fallback },
        }
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
