//! One pricing problem, solved to proof.

use rulegen::binarize::Samples;
use rulegen::driver::{DriverError, Pricer, PricingProblem};
use rulegen::limits::Limits;
use rulegen::pricing::{
    Bilp, BilpSettings, BilpSolver, BranchAndBound, BranchAndBoundSettings, Cube, CubeSettings, PricingError,
};
use rulegen::{FitError, PricerName, PricerRegistry, StageSettings};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest difference between bound and best gain that counts as a proof. Pricers that proved
/// their gains agree as closely.
pub const PROVED: f64 = 1e-6;

/// The result of a pricer on one problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Wall time.
    pub seconds: f64,
    /// Processor time of all threads together, if the system tells it. On a machine that is not
    /// idle it says more than wall time.
    pub cpu_seconds: Option<f64>,
    /// The best gain found, if any is above the threshold.
    pub gain: Option<f64>,
    /// A number that no rule's gain exceeds.
    pub bound: Option<f64>,
    /// True if the bound proves that no rule gains more than the best or, if none was found, more
    /// than the threshold.
    pub proved: bool,
    /// Search nodes, where the pricer counts them.
    pub nodes: u64,
}

/// Returns an exact pricer with its default settings and no time limit of its own, or `None` for a
/// pricer that is not exact.
///
/// # Errors
/// A solver that is not built in.
pub fn exact_pricer(name: &PricerName, samples: &Arc<Samples>) -> Result<Option<Box<dyn Pricer>>, PricingError> {
    let bilp =
        |solver| Bilp::new(samples.clone(), solver, BilpSettings { time_limit: None, ..BilpSettings::default() });
    Ok(Some(match name {
        name if *name == PricerName::BRANCH_AND_BOUND => {
            Box::new(BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default()))
        }
        name if *name == PricerName::CUBE => Box::new(Cube::new(samples.clone(), CubeSettings::default())),
        name if *name == PricerName::BILP_CBC => Box::new(bilp(BilpSolver::Cbc)?),
        name if *name == PricerName::BILP_HIGHS => Box::new(bilp(BilpSolver::Highs)?),
        _ => return Ok(None),
    }))
}

/// Returns the pricer of this name: an exact one as [`exact_pricer`] makes it, another with the
/// registry's defaults.
///
/// # Errors
/// A name that is not registered, or a solver that is not built in.
pub fn any_pricer(
    name: &PricerName,
    samples: &Arc<Samples>,
    registry: &PricerRegistry,
) -> Result<Box<dyn Pricer>, FitError> {
    if let Some(exact) = exact_pricer(name, samples)? {
        return Ok(exact);
    }
    let classes: Vec<String> = (0..samples.classes).map(|class| class.to_string()).collect();
    registry.create(name, samples, &StageSettings::new(&classes))
}

/// Asks `pricer` for a proof within `limit`.
///
/// # Errors
/// A failing solver.
pub fn prove(pricer: &mut dyn Pricer, problem: &PricingProblem, limit: Duration) -> Result<Proof, DriverError> {
    let (start, cpu) = (Instant::now(), cpu_time());
    let limits = Limits { deadline: start.checked_add(limit), ..Limits::default() };
    let outcome = pricer.price(std::slice::from_ref(problem), &limits)?;
    let (seconds, cpu_seconds) = (start.elapsed().as_secs_f64(), cpu_time().zip(cpu).map(|(end, start)| end - start));
    let gain = outcome.candidates.first().map(|candidate| candidate.gain);
    let bound = outcome.bounds[0];
    let proved = bound.is_some_and(|bound| bound - gain.unwrap_or(problem.threshold) <= PROVED);
    Ok(Proof { seconds, cpu_seconds, gain, bound, proved, nodes: outcome.nodes })
}

/// Returns the processor seconds that this process has used.
#[cfg(unix)]
fn cpu_time() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn cpu_time() -> Option<f64> {
    None
}
