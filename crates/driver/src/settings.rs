//! The settings of a run.

use crate::check::check_share;
use crate::{DriverError, Stabilisation, WentgesSmoothing};
use rulegen_limits::Limits;
use std::fmt;
use std::sync::Arc;

/// When a round goes on from one pricer to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StagePolicy {
    /// When the pricer added no column: the paper's way, from cheap to exact.
    #[default]
    UntilColumns,
    /// While the round has added fewer columns than this, so that a cheap pricer that finds one
    /// column a round does not keep better pricers from being asked.
    UntilAtLeast(usize),
    /// Always: every pricer is asked in every round.
    All,
}

impl StagePolicy {
    /// True if a round that has added this many columns is done.
    pub(crate) fn is_content(self, added: usize) -> bool {
        match self {
            StagePolicy::UntilColumns => added > 0,
            StagePolicy::UntilAtLeast(least) => added >= least.max(1),
            StagePolicy::All => false,
        }
    }
}

/// `until-columns`, `until-at-least-N` or `all`.
impl fmt::Display for StagePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StagePolicy::UntilColumns => f.write_str("until-columns"),
            StagePolicy::UntilAtLeast(least) => write!(f, "until-at-least-{least}"),
            StagePolicy::All => f.write_str("all"),
        }
    }
}

/// Settings of a run: when it ends, how finely it solves, and at which duals it prices.
///
/// | field | default | range |
/// |---|---|---|
/// | `max_iterations` | none | |
/// | `max_nodes` | none | |
/// | `gap` | 0 | finite, not negative |
/// | `cutoff` | none | |
/// | `floor` | none | |
/// | `tolerance` | 0.1 | from 0 up to 1, 1 not included |
/// | `least_tolerance` | 0 | from 0 up to 1, 1 not included |
/// | `stabilisation` | Wentges smoothing | see there |
/// | `policy` | until columns | |
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The most rounds. `None` means no limit.
    pub max_iterations: Option<usize>,
    /// The most search nodes of all pricers together: the run ends after the round that reaches
    /// them. `None` means no limit.
    pub max_nodes: Option<u64>,
    /// The run ends when `(objective - bound) / objective` is at or below this.
    pub gap: f64,
    /// The run ends when the bound is at or above this: a node of a branch and bound whose bound
    /// reaches the best solution known is of no further interest.
    pub cutoff: Option<f64>,
    /// The run ends when the objective is at or below this, a bound that is known already: no
    /// higher one can be proved.
    pub floor: Option<f64>,
    /// Relative tolerance of the first solves. Later ones use at most a tenth of the proven gap,
    /// and a hundredth of the tolerance before whenever no pricer finds a column. 0 solves to an
    /// optimal vertex every time.
    pub tolerance: f64,
    /// Relative tolerance of the finest solves. At 0 the run ends at an optimal vertex. If
    /// positive, it ends with a loose solution, which is enough for a bound.
    pub least_tolerance: f64,
    /// The dual points at which rules are priced.
    pub stabilisation: Arc<dyn Stabilisation>,
    /// The policy by which a round goes on to the next pricer.
    pub policy: StagePolicy,
    /// The deadline, and the switch that interrupts a run.
    pub limits: Limits,
}

impl Default for RunSettings {
    fn default() -> Self {
        RunSettings {
            max_iterations: None,
            max_nodes: None,
            gap: 0.0,
            cutoff: None,
            floor: None,
            tolerance: 0.1,
            least_tolerance: 0.0,
            stabilisation: Arc::new(WentgesSmoothing::default()),
            policy: StagePolicy::default(),
            limits: Limits::default(),
        }
    }
}

impl RunSettings {
    /// Checks every row of the table above. Phrased as acceptance, so that NaN fails.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        check_share("tolerance", self.tolerance)?;
        check_share("least tolerance", self.least_tolerance)?;
        self.stabilisation.check()?;
        match self.gap >= 0.0 && self.gap.is_finite() {
            true => Ok(()),
            false => Err(DriverError::Setting { name: "gap", range: "finite and not negative", value: self.gap }),
        }
    }
}
