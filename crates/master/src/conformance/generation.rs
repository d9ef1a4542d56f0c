//! Column generation by enumeration, and the claims that a master makes on the way.

use super::adding::add;
use super::close::{CLOSE, close};
use super::subject::Subject;
use super::violation::Breach;
use rulegen_driver::PricingProblem;

/// The most rounds: every round adds one of at most 1533 columns.
const ROUNDS: usize = 1600;

/// Points at which bounds are asked for, as shares of the way from the duals of a solve to those of
/// an earlier one.
const SHARES: [f64; 3] = [0.3, 0.8, 1.0];

/// The amount by which a gain is overstated: a pricer need not know the best gain, only a number
/// above it.
const GENEROUS: f64 = 0.5;

/// The smallest objective that a relative gap is computed with, as in a run.
const SMALL: f64 = 1e-6;

/// The order in which columns come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Path {
    /// The best rule of every problem, at exact solutions.
    Exact,
    /// All rules that improve, at loose solutions first, after a limit, and at exact ones in the
    /// end.
    Loose,
    /// Every rule at the first duals, whatever it gains, and then as in [`Path::Exact`].
    Everything,
}

/// A lower bound, and the problems that it was claimed at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Claim {
    bound: f64,
    problems: Vec<PricingProblem>,
}

/// The objectives and bounds of a master until no rule improved.
#[derive(Debug, PartialEq)]
pub(super) struct Trace {
    objectives: Vec<f64>,
    claims: Vec<Claim>,
    /// The last bound at the last duals.
    last: Option<f64>,
}

impl Trace {
    /// Returns the objective at the end.
    pub(super) fn objective(&self) -> f64 {
        self.objectives.last().copied().unwrap_or(f64::INFINITY)
    }

    /// Checks that no bound is above the optimum over all rules.
    pub(super) fn check_bounds(&self, optimum: f64) -> Result<(), Breach> {
        let most = optimum + CLOSE * optimum.abs().max(SMALL);
        self.claims.iter().try_for_each(|Claim { bound, problems }| match *bound <= most {
            true => Ok(()),
            // NaN, too.
            false => Err(Breach::FalseBound { bound: *bound, optimum, problems: problems.clone() }),
        })
    }

    /// Checks that the bound at the end meets the objective.
    pub(super) fn check_tight(&self, tolerance: f64) -> Result<(), Breach> {
        let objective = self.objective();
        match self.last {
            Some(bound) if bound >= objective - tolerance * objective.abs().max(SMALL) => Ok(()),
            bound => Err(Breach::WeakBound { bound, objective }),
        }
    }
}

/// Solves and adds columns until no rule improves.
pub(super) fn generate(mut subject: Subject<'_>, path: Path) -> Result<Trace, Breach> {
    let mut trace = Trace { objectives: Vec::new(), claims: Vec::new(), last: None };
    let mut earlier: Option<Vec<PricingProblem>> = None;
    if path == Path::Everything {
        subject.solve(0.0)?;
        let problems = subject.problems()?;
        let all = subject.candidates(&problems);
        add(&mut subject, &problems, &all)?;
    }
    for round in 0..ROUNDS {
        if path == Path::Loose {
            loose(&mut subject, round, &mut earlier, &mut trace.claims)?;
        }
        let objective = subject.solve(0.0)?;
        if let Some(&before) = trace.objectives.last()
            && objective > before
            && !close(objective, before)
        {
            return Err(Breach::Rises { before, objective });
        }
        trace.objectives.push(objective);
        let problems = subject.problems()?;
        trace.last = claim(&subject, &problems, &mut trace.claims)?;
        let improving = subject.improving(&problems);
        let best: Vec<_> = problems
            .iter()
            .filter_map(|p| improving.iter().find(|candidate| candidate.tag == p.tag))
            .cloned()
            .collect();
        let some_came = path != Path::Loose && add(&mut subject, &problems, &best)? > 0;
        // The best rule may cost more than the problem says, where costs are not sums over
        // literals, so others may still improve.
        if !some_came && add(&mut subject, &problems, &improving)? == 0 {
            let again = subject.solve(0.0)?;
            return match close(again, objective) {
                true => Ok(trace),
                false => Err(Breach::Wavers { first: objective, again }),
            };
        }
    }
    Err(Breach::Endless { rounds: ROUNDS })
}

/// Solves with no time and loosely, claims bounds there and at points between these duals and those
/// of an earlier round, and compares the objectives with the exact one over the same columns.
fn loose(
    subject: &mut Subject<'_>,
    round: usize,
    earlier: &mut Option<Vec<PricingProblem>>,
    claims: &mut Vec<Claim>,
) -> Result<(), Breach> {
    let tolerance = [0.5, 0.1, 1e-2, 1e-4][round % 4];
    let stopped = subject.solve_stopped()?;
    let problems = subject.problems()?;
    claim(subject, &problems, claims)?;
    let objective = subject.solve(tolerance)?;
    let problems = subject.problems()?;
    claim(subject, &problems, claims)?;
    let centre = earlier.get_or_insert_with(|| problems.clone());
    for share in SHARES {
        let mixed: Vec<_> = problems.iter().zip(centre.iter()).map(|(p, c)| p.towards(c, share)).collect();
        claim(subject, &mixed, claims)?;
    }
    let improving = subject.improving(&problems);
    let exact = subject.solve(0.0)?;
    for (objective, tolerance) in [(stopped, f64::INFINITY), (objective, 2.0 * tolerance)] {
        let size = 1.0 + exact.abs();
        if !(exact - CLOSE * size <= objective && objective <= exact + (CLOSE + tolerance) * size) {
            return Err(Breach::FalseObjective { objective, exact, tolerance });
        }
    }
    // The candidates belong to the loose duals, and the contract passes their problems along.
    add(subject, &problems, &improving)?;
    Ok(())
}

/// Asks for bounds that follow from the best gains, and from larger numbers. Returns the first.
fn claim(subject: &Subject<'_>, problems: &[PricingProblem], claims: &mut Vec<Claim>) -> Result<Option<f64>, Breach> {
    let gains = subject.best_gains(problems);
    let generous: Vec<f64> = gains.iter().map(|gain| gain.max(0.0) + GENEROUS).collect();
    let [bound, weaker] = [gains, generous].map(|gains| subject.master.lower_bound(problems, &gains));
    let made = [bound, weaker].into_iter().flatten();
    claims.extend(made.map(|bound| Claim { bound, problems: problems.to_vec() }));
    Ok(bound)
}
