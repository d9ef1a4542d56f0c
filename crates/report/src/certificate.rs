//! The proof in a model's certificate, in plain words.

use crate::words::{number, number_above, number_below, percent};
use rulegen_rule::{Certificate, Model, OPTIMAL_GAP, Scope, Status, of_at_most};

/// One sentence on the proof for the rules. Only the numbers count: a status `optimal` without a
/// bound proves nothing.
pub fn certificate_sentence(model: &Model) -> String {
    let proof = proof(model);
    match model.certificate.status {
        Status::Rounded => {
            format!(
                "The weights were rounded to whole points after the search: what follows is about the exact ones. {proof}"
            )
        }
        _ => proof,
    }
}

fn proof(model: &Model) -> String {
    let what = match &*model.method {
        "boolean" => "rule set",
        "rug" | "rules" => "set of weighted rules",
        _ => "set of rules",
    };
    let Certificate { objective, lower_bound, .. } = model.certificate;
    let limits = if model.has_probabilities() { LIMITS_OF_LOG_ODDS } else { LIMITS };
    let scope = format!("in the score that training minimises, on the training data and within the limits {limits}");
    match (lower_bound, model.certificate.gap()) {
        (Some(bound), Some(gap)) if objective.is_finite() && bound.is_finite() && gap.abs() <= OPTIMAL_GAP => {
            format!("It is proved that no other {what} does better {scope}.")
        }
        (Some(bound), Some(gap)) if objective.is_finite() && gap.is_finite() && gap > 0.0 && objective > 0.0 => {
            format!(
                "It is proved that no other {what} can be more than {} better {scope}: this one scores {}, and none can \
             score below {}.",
                at_least(gap),
                number(objective),
                number_below(bound)
            )
        }
        (Some(bound), _) if bound.is_finite() && objective.is_finite() && bound < objective => format!(
            "It is proved only that no {what} scores below {} {scope}; this one scores {}.",
            number_below(bound),
            number(objective)
        ),
        _ => "Nothing is proved about these rules: better ones may exist, and the search did not rule them out.".into(),
    }
}

/// One sentence on the proof for rules that were left out; none if there is none.
pub fn further_sentence(model: &Model) -> Option<String> {
    let gain = model.certificate.further_gain.filter(|gain| gain.is_finite())?;
    let length = of_at_most(model.max_length());
    Some(format!(
        "It is proved that no further rule{length}, whatever it says within the limits that were set, would improve this score by more \
         than {} for each unit of its weight.",
        number_above(gain)
    ))
}

/// One sentence on the proof for rules that were chosen one by one; none if there is none.
pub fn one_by_one_sentence(model: &Model) -> Option<String> {
    let proof = model.certificate.one_by_one?;
    let which = proof.rules_in_words(model.rules.len());
    Some(format!(
        "The rules were chosen one by one. It is proved that, when it was chosen, {which} improved this score as fast as any \
         rule{} within the limits that were set.",
        of_at_most(Some(proof.max_length))
    ))
}

/// One sentence on the proofs over short rules that say more than the others; none if there is
/// none.
pub fn scopes_sentence(model: &Model) -> Option<String> {
    let bound =
        |scope: Scope| format!("{} with rules{}", number_below(scope.lower_bound), of_at_most(Some(scope.max_length)));
    let bounds: Vec<String> = model.certificate.distinct_scopes().map(bound).collect();
    let sets = model.complexity_limit().map_or(String::new(), |most| format!(", in sets of complexity at most {most}"));
    (!bounds.is_empty()).then(|| format!("It is proved that no score is below {}{sets}.", bounds.join(", nor below ")))
}

/// The settings that a proof takes for granted.
const LIMITS: &str = "that were set (such as cut points, length, size and fairness of the rules)";

/// The limits of a certificate if votes are log-odds. Their intercepts are kept in a box.
const LIMITS_OF_LOG_ODDS: &str =
    "that were set (such as cut points and length of the rules, and intercepts within 30 of the first class's)";

/// A gap in percent, rounded up unless it is itself rounding.
fn at_least(gap: f64) -> String {
    let up = |places: f64| (gap * places - OPTIMAL_GAP).ceil() / places;
    if gap < 0.001 { format!("{:.2}%", 100.0 * up(1e4)) } else { percent(up(1e3)) }
}

/// Describes in plain words how the search ended.
pub fn status_sentence(status: Status) -> &'static str {
    match status {
        Status::Optimal => "The search ran to its end.",
        Status::Gap => {
            "The search ended close to the best possible score: at the gap that was set, or at the smallest that it could reach."
        }
        Status::TimeLimit => "The search ended at its time limit.",
        Status::IterationLimit => "The search ended at its limit on rounds.",
        Status::NoColumn => "The search ended because its methods found no further rule that would help.",
        Status::Edited => "The rules were edited by hand: no rule was searched, and their weights were fitted.",
        Status::Size => "The number of rules was chosen: the search ended when it was reached.",
        Status::Interrupted => "The search was interrupted.",
        _ => "",
    }
}
