//! Stabilisation: the dual points at which a round prices.

use crate::check::check_share;
use crate::{DriverError, PricingProblem};
use std::fmt::Debug;
use std::sync::Arc;

/// The state of a run when a round begins to price.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PricingState {
    /// The number of rounds before.
    pub rounds: usize,
    /// The number of columns.
    pub columns: usize,
    /// True if the next solve of the master starts from the basis of this one, so that it costs
    /// little.
    pub warm: bool,
}

/// Stabilises the duals at which rules are priced, which saves columns and solves.
///
/// A run keeps a centre: a mixture of dual points that it has been at. A round prices at points on
/// the way from the duals of the last solve to the centre, and at last at the duals themselves, as
/// only there finding nothing means that no rule improves. A point where no column came leads to
/// the next: that is all that mis-pricing costs. Since every point is a mixture of points of the
/// master, whatever a pricer proves there is proved, so no implementation can make a false bound.
///
/// [`WentgesSmoothing`] is the usual one. Another, whose centre is an average of all duals so far:
///
/// ```
/// use rulegen_driver::{PricingState, RunSettings, Stabilisation};
/// use std::sync::Arc;
///
/// #[derive(Debug)]
/// struct ExponentialAverage;
///
/// impl Stabilisation for ExponentialAverage {
///     fn shares(&self, state: PricingState) -> Vec<f64> {
///         if state.warm { Vec::new() } else { vec![0.5] }
///     }
///
///     fn after_round(&self) -> f64 {
///         0.3
///     }
/// }
///
/// let stabilisation = Arc::new(ExponentialAverage);
/// let settings = RunSettings { stabilisation, ..RunSettings::default() };
/// # let _ = settings;
/// ```
pub trait Stabilisation: Debug + Send + Sync {
    /// Returns the points at which a round prices before the duals, in order, each as its share of
    /// the way from the duals to the centre: 0 is the duals and 1 the centre. Numbers that are not
    /// positive are left out, larger ones than 1 count as 1. Not called while there is no centre.
    fn shares(&self, state: PricingState) -> Vec<f64>;

    /// Returns how far, from 0 to 1, the centre moves towards the duals of a round after it. While
    /// there is no centre, any positive number makes these duals the centre. 0 by default.
    fn after_round(&self) -> f64 {
        0.0
    }

    /// Returns how far, from 0 to 1, the centre moves towards a point at which the best bound so
    /// far was proved. 0 by default.
    fn after_bound(&self) -> f64 {
        0.0
    }

    /// Checks the settings of the stabilisation.
    ///
    /// # Errors
    /// The first that is out of its range.
    fn check(&self) -> Result<(), DriverError> {
        Ok(())
    }
}

/// Dual smoothing after Wentges: rules are priced between the duals of the last solve and those of
/// the best bound so far.
///
/// It pays where solving the master costs more than pricing does: once there are many columns, and
/// unless each solve starts from the last basis.
///
/// | field | default | range |
/// |---|---|---|
/// | `share` | 0.8 | from 0 up to 1, 1 not included |
/// | `from_columns` | 1000 | |
#[derive(Clone, Copy, Debug)]
pub struct WentgesSmoothing {
    /// The first point of a round, as a share of the way from the duals to the centre. The second
    /// is half as far. 0 turns smoothing off.
    pub share: f64,
    /// The number of columns from which on duals are smoothed. A smaller master costs less than the
    /// pricing that smoothing asks for: with smoothing throughout, mushroom took 46 rounds and 1.6
    /// s instead of 13 and 0.6, heart's Boolean rules (C = 15) 45 s instead of 9.
    pub from_columns: usize,
}

impl Default for WentgesSmoothing {
    fn default() -> Self {
        WentgesSmoothing { share: 0.8, from_columns: 1000 }
    }
}

impl Stabilisation for WentgesSmoothing {
    fn shares(&self, state: PricingState) -> Vec<f64> {
        let pays = state.columns >= self.from_columns && !state.warm;
        if pays { vec![self.share, self.share / 2.0] } else { Vec::new() }
    }

    /// Makes the point the centre.
    fn after_bound(&self) -> f64 {
        if self.share > 0.0 { 1.0 } else { 0.0 }
    }

    fn check(&self) -> Result<(), DriverError> {
        check_share("smoothing", self.share)
    }
}

/// The most points of a round before the duals, so that every round ends.
const MOST_POINTS: usize = 20;

/// The centre of a run, moved as a stabilisation says.
#[derive(Debug)]
pub(crate) struct Centre {
    policy: Arc<dyn Stabilisation>,
    problems: Option<Vec<PricingProblem>>,
}

impl Centre {
    pub(crate) fn new(policy: Arc<dyn Stabilisation>) -> Self {
        Centre { policy, problems: None }
    }

    /// Returns the points of a round, as shares of the way to the centre. The last is 0, the duals.
    pub(crate) fn shares(&self, state: PricingState) -> impl Iterator<Item = f64> + use<> {
        let shares = if self.problems.is_some() { self.policy.shares(state) } else { Vec::new() };
        // Phrased as acceptance, so that NaN is left out.
        shares.into_iter().filter(|share| *share > 0.0).map(|share| share.min(1.0)).take(MOST_POINTS).chain([0.0])
    }

    /// Returns the problems `share` of the way from `duals` to the centre.
    pub(crate) fn at(&self, share: f64, duals: &[PricingProblem]) -> Vec<PricingProblem> {
        match &self.problems {
            Some(centre) if share > 0.0 => mixed(duals, centre, share),
            _ => duals.to_vec(),
        }
    }

    /// Moves the centre after a round whose duals these are.
    pub(crate) fn after_round(&mut self, duals: &[PricingProblem]) {
        self.move_to(duals, self.policy.after_round());
    }

    /// Moves the centre after a proof, at these problems, of the best bound so far.
    pub(crate) fn after_bound(&mut self, problems: &[PricingProblem]) {
        self.move_to(problems, self.policy.after_bound());
    }

    fn move_to(&mut self, problems: &[PricingProblem], share: f64) {
        // Phrased as acceptance, so that NaN moves nothing.
        if share > 0.0 {
            self.problems = Some(match &self.problems {
                Some(centre) if share < 1.0 => mixed(centre, problems, share),
                _ => problems.to_vec(),
            });
        }
    }
}

/// Returns the problems `share` of the way from one list to another.
fn mixed(from: &[PricingProblem], to: &[PricingProblem], share: f64) -> Vec<PricingProblem> {
    from.iter().zip(to).map(|(from, to)| from.towards(to, share)).collect()
}
