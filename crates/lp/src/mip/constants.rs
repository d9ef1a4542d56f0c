//! The numeric constants of the integer programming solvers, and why they have these values.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`POINT_TOLERANCE`] | 1e-5 | relative to `max(1, side)` | ten times that of HiGHS and CBC |
//! | [`NEAR_WHOLE_BOUND`] | 1e-9 | relative to `max(1, bound)` | rounding of sums |
//! | [`LARGEST_WHOLE_COST`] | 2^40 | cost | sums of 8,192 such costs are exact |
//! | [`SHARE_OF_STEP`] | 0.999 | steps of the objective | tolerance of solvers on gaps |
//! | [`STEP_SLACK`], [`BOUND_SLACK`] | 1e-6, 1e-9 | steps; bound | tolerance of solvers; rounding |
//! | [`FEASIBLE`] | 1e-9 | absolute | the default of LP solves |
//! | [`SAME_BOUND`] | 1e-9 | relative to `max(1, objective)` | rounding |
//! | [`NODES_AT_ONCE`] | 16 | nodes | a flag seen within tenths of a second |
//! | [`GRACE`] | 0.5 s | time | a second is too long a wait after Ctrl-C |
//! | [`LOOK`] | 20 ms | time | 25 looks in a grace |
//! | [`RESERVE`] | 0.05 | part of the time left | solvers check the clock seldom |
//! | [`NO_BOUND`] | 1e30 | objective | CBC's own |
//! | [`INCREMENT`] | 1e-5 | objective | CBC's default, see there |
//! | [`WITHOUT_PROBING`] | 64 | columns | 62,000 programs, see there |

use std::time::Duration;

/// The largest distance of a value from an integer, and of a row from its sides relative to `max(1,
/// |side|)`. HiGHS and CBC take values within 1e-6 for integers, and rounding them moves a row a
/// little.
pub(super) const POINT_TOLERANCE: f64 = 1e-5;

/// The distance to an integer, relative to its size, below which a bound is taken for the integer.
pub(super) const NEAR_WHOLE_BOUND: f64 = 1e-9;

/// The size up to which whole costs make whole objectives: every integer up to 2^53 is a
/// floating-point number.
pub(super) const LARGEST_WHOLE_COST: f64 = (1u64 << 40) as f64;

/// The part of an objective step within which a point is optimal. With a step of the objective, a
/// point less than a step above the bound is optimal; a little less than the step allows for the
/// tolerances of solvers.
pub(super) const SHARE_OF_STEP: f64 = 0.999;

/// The slack subtracted from a bound, relative to the step, before it is rounded up.
pub(super) const STEP_SLACK: f64 = 1e-6;

/// The slack subtracted from a bound, relative to the bound itself.
pub(super) const BOUND_SLACK: f64 = 1e-9;

/// The tolerance on bounds and rows that microlp works to: the default of
/// [`SolveOptions::tolerance`](crate::SolveOptions::tolerance).
#[cfg(feature = "microlp")]
pub(super) const FEASIBLE: f64 = 1e-9;

/// The distance to the best objective, relative to its size, within which the bound of a node
/// cannot be told from it.
#[cfg(feature = "microlp")]
pub(super) const SAME_BOUND: f64 = 1e-9;

/// The number of nodes that microlp searches between two looks at the flag. A node of the programs
/// of Boolean rules takes milliseconds.
#[cfg(feature = "microlp")]
pub(super) const NODES_AT_ONCE: u64 = 16;

/// The time for which a solver is waited for after a limit.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// The interval at which the limits are checked while a child process works.
#[cfg(feature = "cbc")]
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// The part of the time left that is kept back from a solver, at most a second, because solvers
/// check the clock between linear programs only.
#[cfg(any(feature = "cbc", feature = "highs"))]
pub(super) const RESERVE: f64 = 0.05;

/// The size of numbers that CBC uses for "no bound".
#[cfg(feature = "cbc")]
pub(super) const NO_BOUND: f64 = 1e30;

/// CBC's `increment`, the improvement demanded of a new solution. It stays at its default: the
/// smaller it is, the more often an assertion of CLP 1.17 fails (ClpSimplexDual.cpp:2750; the
/// Debian build keeps assertions), on small programs that are solved at the root. Without probing
/// it never did.
#[cfg(feature = "cbc")]
pub(super) const INCREMENT: f64 = 1e-5;

/// The number of columns up to which CBC runs without probing cuts, from which larger programs
/// profit. On random instances of up to 22 columns the assertion above ended 9 of 42,000 with a
/// tiny `increment`, 2 of 62,000 with the default, none of 62,000 without probing. Of some 1,500
/// larger programs it ended none, with any setting.
#[cfg(feature = "cbc")]
pub(super) const WITHOUT_PROBING: usize = 64;
