//! The fits that have no proof for others.

use crate::FitError;
use crate::parameters::{Method, Parameters};
use rulegen_data::{Column, Dataset};
use rulegen_master::RuleCost;

/// Checks that a proof of the fit can be written, if it is asked for. Nothing has been fitted yet:
/// nobody waits for a model whose proof is then refused.
///
/// # Errors
/// [`FitError::NoProof`].
pub(crate) fn check_provable(p: &Parameters, data: &Dataset, target: &str) -> Result<(), FitError> {
    if !p.proved {
        return Ok(());
    }
    let dates: Vec<&Column> = data.features.columns().iter().filter(|column| column.dates().is_some()).collect();
    let names = |columns: &[&Column], mark: &str| -> Vec<String> {
        columns.iter().map(|column| format!("{mark}{}{mark}", column.name())).collect()
    };
    let form = data.number_forms(target).into_iter().next();
    let weighs = p.method.weighs();
    let reason = if p.must_have.is_some() {
        "it knows no rules that must be in".into()
    } else if p.fairness_asked().is_some() && !weighs {
        "it knows no fair rule sets".into()
    } else if weighs && !matches!(p.cost, RuleCost::Unit | RuleCost::Length) {
        format!("rules must cost their length or 1, not {}", p.settings()["rule-cost"])
    } else if p.method == Method::Rules && !["hinge", "logistic"].contains(&p.loss.as_str()) {
        format!("it knows the losses hinge and logistic, not {}", p.loss)
    } else if !weighs && p.complexity().is_none() {
        "Boolean rules need a bound on complexity".into()
    } else if !data.target.cuts.is_empty() {
        format!("the classes of '{target}' are ranges of numbers")
    } else if !dates.is_empty() {
        let (quoted, plain) = (names(&dates, "'").join(", "), names(&dates, "").join(","));
        let are = if dates.len() == 1 { "is a column" } else { "are columns" };
        format!("{quoted} {are} of dates: leave that out (--ignore {plain} on the command line)")
    } else if let Some((column, form)) = form {
        format!("the numbers of '{column}' are written {form}")
    } else if data.features.rows() > p.rows_at_hand.get() && p.is_small() {
        format!("there are more than {} rows", p.rows_at_hand)
    } else {
        return Ok(());
    };
    Err(FitError::NoProof { reason })
}

/// Refuses a proof, if it is asked for.
///
/// # Errors
/// [`FitError::NoProof`].
pub(crate) fn refuse_proof(p: &Parameters, reason: &str) -> Result<(), FitError> {
    if p.proved { Err(FitError::NoProof { reason: reason.into() }) } else { Ok(()) }
}
