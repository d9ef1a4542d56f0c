//! The status of a run and the proved quality of its rules. Both are part of the model file.
//! Reading a file applies the tolerances defined here again.

use rulegen_limits::Limit;
use serde::{Deserialize, Serialize};

/// The reason why the training run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Proved: no rule that was left out would improve the objective.
    Optimal,
    /// Stopped at the relative gap that was asked for. For a rule set, stopped at a gap that could
    /// not be closed.
    Gap,
    /// The clock ended the run.
    TimeLimit,
    /// The limit on iterations ended the run.
    IterationLimit,
    /// The pricers found no improving rule, and the proved bound does not meet the objective.
    NoColumn,
    /// The chosen number of rules is reached.
    Size,
    /// The rules were edited by hand, and only their weights were fitted.
    Edited,
    /// The user ended the run.
    Interrupted,
    /// The run ended, and later the weights were rounded to whole points. All numbers and proofs of
    /// the certificate are about the exact weights.
    Rounded,
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
            Status::Edited => "edited",
            Status::Interrupted => "interrupted",
            Status::Rounded => "rounded",
        })
    }
}

/// The largest relative gap between objective and proved bound at which rules count as optimal.
/// Linear programs are not solved more finely.
pub const OPTIMAL_GAP: f64 = 1e-6;

/// The largest relative difference that rounding may cause between two computations of one number,
/// relative to the larger of it and 1. A bound may exceed an objective by this much.
pub const ROUNDING: f64 = 1e-6;

/// The proved quality of a rule set on its training data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The reason why the run ended. It is [`Status::Optimal`] only if the bound meets the
    /// objective ([`OPTIMAL_GAP`]).
    pub status: Status,
    /// The objective of the rules returned, or of their exact weights if these were
    /// [rounded](Status::Rounded) later.
    pub objective: f64,
    /// The objective of the last linear program over the rules found. Boolean rules that alone
    /// exceed the complexity take no part in it, and the bound does not cover them either.
    pub lp_objective: f64,
    /// A proved lower bound on the objective over **all** rules, if there is one.
    pub lower_bound: Option<f64>,
    /// The most by which a further rule lowers the training objective for a unit of its weight. It
    /// is known if the size of the model was chosen and exact pricing proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub further_gain: Option<f64>,
    /// The proof about rules that were chosen one by one, if exact pricing chose them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_by_one: Option<OneByOne>,
    /// Proofs over short rules, in ascending order of their length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Scope>,
}

/// A proof about rules that were chosen one by one, each at the weights of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneByOne {
    /// The number of rules in the model of which it is proved that no rule gained more when they
    /// were chosen. The others were the best found that differ enough from the rules before them.
    pub best: usize,
    /// The most conditions of the rules that they are compared with.
    pub max_length: usize,
}

impl OneByOne {
    /// Returns the words for the rules that it is proved of, in a model of this number of rules.
    pub fn rules_in_words(&self, rules: usize) -> String {
        match self.best {
            best if best == rules => "each rule".into(),
            1 => format!("one of the {rules} rules"),
            best => format!("each of {best} of the {rules} rules"),
        }
    }
}

/// A proof over all rules of at most some length. A model of longer rules may have a smaller
/// objective than the bound: then no model of such short rules is as good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// The most conditions of a rule.
    pub max_length: usize,
    /// A proved lower bound on the objective over all these rules.
    pub lower_bound: f64,
}

/// Returns the words that say how long rules may be, such as ` of at most 3 conditions`. Empty if
/// there is no limit.
pub fn of_at_most(length: Option<usize>) -> String {
    let words = |most| format!(" of at most {most} condition{}", if most == 1 { "" } else { "s" });
    length.map_or(String::new(), words)
}

impl Certificate {
    /// Makes the certificate of rules with this objective after a run that ended with `status`. A
    /// run may be optimal although its rules are not, because rules of small weight were dropped.
    /// The status is [`Status::NoColumn`] then. A bound that exceeds the objective by no more than
    /// rounding becomes the objective.
    pub fn of(status: Status, objective: f64, lp_objective: f64, lower_bound: Option<f64>) -> Self {
        let above = |bound: f64| bound > objective && bound - objective <= ROUNDING * objective.abs().max(1.0);
        let lower_bound = lower_bound.map(|bound| if above(bound) { objective } else { bound });
        let mut certificate = Certificate {
            status,
            objective,
            lp_objective,
            lower_bound,
            further_gain: None,
            one_by_one: None,
            scopes: Vec::new(),
        };
        // Phrased as acceptance, so that NaN fails.
        let met = certificate.gap().is_some_and(|gap| gap <= OPTIMAL_GAP);
        if status == Status::Optimal && !met {
            certificate.status = Status::NoColumn;
        }
        certificate
    }

    /// Takes proofs over short rules, in ascending order of length. A bound over longer rules holds
    /// over shorter ones too.
    #[must_use]
    pub fn with_scopes(self, mut scopes: Vec<Scope>) -> Self {
        let mut known = self.lower_bound.unwrap_or(f64::NEG_INFINITY);
        for scope in scopes.iter_mut().rev() {
            known = known.max(scope.lower_bound);
            scope.lower_bound = known;
        }
        Certificate { scopes, ..self }
    }

    /// Returns the proofs over short rules that say more than those over longer ones, which hold
    /// over short ones too.
    pub fn distinct_scopes(&self) -> impl Iterator<Item = Scope> {
        let longer = |at: usize| self.scopes.get(at + 1).map(|scope| scope.lower_bound).or(self.lower_bound);
        let says_more = move |at: usize, scope: &Scope| longer(at).is_none_or(|bound| scope.lower_bound > bound);
        self.scopes.iter().enumerate().filter(move |&(at, scope)| says_more(at, scope)).map(|(_, &scope)| scope)
    }

    /// Returns `(objective - lower_bound) / objective`, and 0 if both are 0. Returns `None` without
    /// a bound, or if only the bound is 0 (docs/MATH.md 9).
    pub fn gap(&self) -> Option<f64> {
        relative_gap(self.objective, self.lower_bound?)
    }
}

/// Returns `(objective - bound) / |objective|`, and 0 if both are equal. Returns `None` if only the
/// objective is 0 (docs/MATH.md 9).
pub fn relative_gap(objective: f64, bound: f64) -> Option<f64> {
    match (objective, bound) {
        (o, b) if o == b => Some(0.0),
        (0.0, _) => None,
        (o, b) => Some((o - b) / o.abs()),
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
        assert_eq!(relative_gap(-5.0, -10.0), Some(1.0));
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
        // A larger excess is a mistake and stays visible. A value that is no number proves nothing.
        assert_eq!(Certificate::of(Status::Gap, 1.0, 1.0, Some(2.0)).lower_bound, Some(2.0));
        assert_eq!(status(1.0, Some(f64::NAN)), Status::NoColumn);
        // Any other status stays.
        assert_eq!(Certificate::of(Status::TimeLimit, 1.0, 1.0, None).status, Status::TimeLimit);
    }
}
