//! The settings of a run.

use crate::DriverError;
use rulegen_limits::Limits;
use std::fmt;

/// When a round goes on from one pricer to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StagePolicy {
    /// When the pricer added no column: the paper's way, from cheap to exact.
    #[default]
    UntilColumns,
    /// When the round has added fewer columns than this. A cheap pricer that finds one column a
    /// round does not keep a better one out.
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
/// | `gap` | 0 | finite, not negative |
/// | `tolerance` | 0.1 | from 0 up to 1, 1 not included |
/// | `smoothing` | 0.8 | from 0 up to 1, 1 not included |
/// | `smooth_from` | 1000 | |
/// | `policy` | until columns | |
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The most rounds. `None` means no limit.
    pub max_iterations: Option<usize>,
    /// The run ends when `(objective - bound) / objective` is at or below this.
    pub gap: f64,
    /// Relative tolerance of the first solves. It follows a tenth of the proven gap, and is divided
    /// by a hundred whenever no pricer finds a column. 0 solves to an optimal vertex every time.
    pub tolerance: f64,
    /// Share of dual smoothing (Wentges): rules are first priced this far on the way from the duals
    /// of the last solve to those of the best bound, then closer to the former if none comes of it.
    /// 0 turns smoothing off.
    pub smoothing: f64,
    /// The number of columns from which on duals are smoothed. A smaller master costs less than the
    /// pricing that smoothing asks for: with smoothing throughout, mushroom took 46 rounds and 1.6
    /// s instead of 13 and 0.6, heart's Boolean rules (C = 15) 45 s instead of 9.
    pub smooth_from: usize,
    /// The policy by which a round goes on to the next pricer.
    pub policy: StagePolicy,
    /// The deadline, and the switch that interrupts a run.
    pub limits: Limits,
}

impl Default for RunSettings {
    fn default() -> Self {
        RunSettings {
            max_iterations: None,
            gap: 0.0,
            tolerance: 0.1,
            smoothing: 0.8,
            smooth_from: 1000,
            policy: StagePolicy::default(),
            limits: Limits::default(),
        }
    }
}

impl RunSettings {
    /// Checks every row of the table above. Phrased as acceptance, so that NaN fails.
    pub(crate) fn check(&self) -> Result<(), DriverError> {
        let part = |name, value: f64| match (0.0..1.0).contains(&value) {
            true => Ok(()),
            false => Err(DriverError::Setting { name, range: "at least 0 and below 1", value }),
        };
        part("tolerance", self.tolerance)?;
        part("smoothing", self.smoothing)?;
        match self.gap >= 0.0 && self.gap.is_finite() {
            true => Ok(()),
            false => Err(DriverError::Setting { name: "gap", range: "finite and not negative", value: self.gap }),
        }
    }
}
