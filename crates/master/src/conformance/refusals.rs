//! Candidates that a master must refuse.

use super::subject::Subject;
use super::violation::Breach;
use rulegen_driver::{Candidate, DriverError, PricingProblem};
use rulegen_rule::{Literal, Rule, Test};

/// A test for the error that the contract names.
type ErrorTest = fn(&DriverError) -> bool;

/// Checks that candidates which answer no problem, or make false claims, are refused with the error
/// that the contract names, and become no columns. Each is offered to a master of its own, since an
/// error ends a run.
pub(super) fn check_refusals<'a>(make: &impl Fn() -> Subject<'a>) -> Result<(), Breach> {
    let (_, problems) = solved(make)?;
    for problem in &problems {
        for (what, candidate, expected) in bad_candidates(&solved(make)?.0, &problems, problem) {
            let (mut subject, problems) = solved(make)?;
            match subject.master.add(&problems, &[candidate]) {
                Err(error) if expected(&error) && subject.master.columns() == 0 => {}
                Err(error) => return Err(Breach::WrongError { what, error }),
                Ok(added) => return Err(Breach::Accepted { what, added }),
            }
        }
    }
    Ok(())
}

/// Makes a master without columns, solves it, and returns its problems.
fn solved<'a>(make: &impl Fn() -> Subject<'a>) -> Result<(Subject<'a>, Vec<PricingProblem>), Breach> {
    let mut subject = make();
    subject.solve(0.0)?;
    let problems = subject.problems()?;
    Ok((subject, problems))
}

/// Returns wrong candidates for `problem`, each with the name of its error and a test for it.
fn bad_candidates(
    subject: &Subject<'_>,
    problems: &[PricingProblem],
    problem: &PricingProblem,
) -> Vec<(&'static str, Candidate, ErrorTest)> {
    let not_asked: ErrorTest = |error| matches!(error, DriverError::NotAsked { .. });
    let foreign: ErrorTest = |error| matches!(error, DriverError::ForeignRule { .. });
    let false_gain: ErrorTest = |error| matches!(error, DriverError::FalseGain { .. });

    let no_tag = (0..).find(|tag| problems.iter().all(|p| p.tag != *tag)).expect("tags are few");
    let too_few: ErrorTest = |error| matches!(error, DriverError::TooFewRows { .. });
    let admitted = subject.candidates(std::slice::from_ref(problem));
    let unlimited = PricingProblem { max_length: None, min_cover: 0, ..problem.clone() };
    let (short, long): (Vec<_>, Vec<_>) =
        subject.candidates(&[unlimited]).into_iter().partition(|c| problem.admits_length(c.rule.len()));
    let too_long = long.into_iter().next();
    let too_small = short.into_iter().find(|c| !admitted.contains(c));
    let column = subject.samples.schema.features.len() as u32;
    let foreign_rule = Rule::new([Literal::new(column, Test::Present)]);
    let foreign_gain = problem.gain(0..0, 1);
    let empty_gain = problem.gain(0..problem.gains.len(), 0);

    let mut bad = vec![
        ("no condition", Candidate { tag: problem.tag, rule: Rule::default(), gain: empty_gain }, not_asked),
        ("a foreign column", Candidate { tag: problem.tag, rule: foreign_rule, gain: foreign_gain }, foreign),
    ];
    bad.extend(too_long.map(|candidate| ("too many literals", candidate, not_asked)));
    bad.extend(too_small.map(|candidate| ("too few rows", candidate, too_few)));
    if let Some(best) = admitted.first() {
        bad.push(("a foreign tag", Candidate { tag: no_tag, ..best.clone() }, not_asked));
        let claims = [
            ("too large a gain", best.gain + 0.5 * (1.0 + best.gain.abs())),
            ("too small a gain", best.gain - 0.5 * (1.0 + best.gain.abs())),
            ("a gain of NaN", f64::NAN),
            ("an infinite gain", f64::INFINITY),
        ];
        bad.extend(claims.map(|(what, gain)| (what, Candidate { gain, ..best.clone() }, false_gain)));
    }
    bad
}
